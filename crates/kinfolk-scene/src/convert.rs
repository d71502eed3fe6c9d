//! Nested ⇄ flat: the same scene, with children inside their parents or beside them.
//!
//! Both forms keep every id, every field and the order of siblings, so each can be made into
//! the other and back without losing a byte. A flat child has an id and names its parent; a
//! nested one whose id is `{parent}_{name}` anyway has none. What hangs below an entity that
//! comes out of a template has nothing to be nested in and stays flat.

use crate::document::{Document, Entity};
use crate::family::{Family, Member};

/// Entities deeper than this stay flat in the nested form, so that everybody can read it.
const MOST_NESTED: usize = 200;

impl Document {
    /// The same document with every child beside its parent.
    ///
    /// ```
    /// use kinfolk_scene::Document;
    ///
    /// let nested: Document = r#"{
    ///     "entities": [{ "id": "tank", "children": [{ "name": "turret" }] }]
    /// }"#
    /// .parse()?;
    /// let flat = nested.to_flat();
    ///
    /// assert_eq!(flat.entities[1].id.as_deref(), Some("tank_turret"));
    /// assert_eq!(flat.entities[1].parent.as_deref(), Some("tank"));
    /// assert_eq!(flat.to_nested(), nested);
    /// # Ok::<(), kinfolk_scene::Diagnostics>(())
    /// ```
    #[must_use]
    pub fn to_flat(&self) -> Self {
        let family = Family::of_entities(&self.entities);
        let flat = family.walk().into_iter().map(|index| {
            let member = &family.members[index];
            let mut flat = member.entity.alone();
            flat.id = Some(member.key.clone());
            flat.parent = family.parent(index).cloned();
            flat
        });
        self.with_entities(flat.collect())
    }

    /// The same document with every child inside its parent, where that can be.
    #[must_use]
    pub fn to_nested(&self) -> Self {
        let family = Family::of_entities(&self.entities);
        let order = family.walk();
        let depths = depths(&family, &order);
        let mut built: Vec<Vec<Entity>> = family.members.iter().map(|_| Vec::new()).collect();
        let mut entities = Vec::new();
        // Children before parents, and the last sibling first.
        for &index in order.iter().rev() {
            let Member {
                entity, key, above, ..
            } = &family.members[index];
            let mut nested = entity.alone();
            nested.children = std::mem::take(&mut built[index]);
            nested.children.reverse();
            nested.id = Some(key.clone());
            match *above {
                Some(above) if depths[index] < MOST_NESTED => {
                    nested.parent = None;
                    if nested
                        .name
                        .as_deref()
                        .is_some_and(|name| is_made_up(key, &family.members[above].key, name))
                    {
                        nested.id = None;
                    }
                    built[above].push(nested);
                }
                _ => {
                    nested.parent = family.parent(index).cloned();
                    entities.push(nested);
                }
            }
        }
        entities.reverse();
        self.with_entities(entities)
    }

    fn with_entities(&self, entities: Vec<Entity>) -> Self {
        Self {
            version: self.version,
            include: self.include.clone(),
            limits: self.limits.clone(),
            templates: self.templates.clone(),
            entities,
            rules: self.rules.clone(),
            extra: self.extra.clone(),
            origin: self.origin,
        }
    }
}

/// How deep every member is; who is in a ring of parents is too deep to be nested.
fn depths(family: &Family<'_>, order: &[usize]) -> Vec<usize> {
    let mut depths = vec![None; family.members.len()];
    for &index in order {
        depths[index] = Some(match family.members[index].above {
            None => 0,
            Some(above) => depths[above].map_or(MOST_NESTED, |depth: usize| depth + 1),
        });
    }
    depths
        .into_iter()
        .map(|depth| depth.unwrap_or(MOST_NESTED))
        .collect()
}

/// Whether an id is `{parent}_{name}`.
fn is_made_up(id: &str, parent: &str, name: &str) -> bool {
    let rest = id
        .strip_prefix(parent)
        .and_then(|rest| rest.strip_prefix('_'));
    rest == Some(name)
}
