//! Nested ⇄ flat: the same scene, with children inside their parents or beside them.
//!
//! Both forms keep every id, every field and the order of siblings, so each can be made into
//! the other and back without losing a byte. A flat child has an id and names its parent; a
//! nested one whose id is `{parent}_{name}` anyway has none. What hangs below an entity that
//! comes out of a template has nothing to be nested in and stays flat.

use std::collections::HashMap;

use crate::document::{Document, Entity};

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
        let mut kin = Kin::of(&self.entities);
        let entities = std::mem::take(&mut kin.order)
            .into_iter()
            .map(|index| {
                let Member {
                    entity, id, parent, ..
                } = &kin.members[index];
                let mut flat = without_children(entity);
                flat.id = Some(id.as_str().into());
                if let Some(parent) = parent {
                    flat.parent = Some(kin.members[*parent].id.as_str().into());
                }
                flat
            })
            .collect();
        self.with_entities(entities)
    }

    /// The same document with every child inside its parent, where that can be.
    #[must_use]
    pub fn to_nested(&self) -> Self {
        let kin = Kin::of(&self.entities);
        let mut built: Vec<Vec<Entity>> = kin.members.iter().map(|_| Vec::new()).collect();
        let mut entities = Vec::new();
        // Children before parents, and the last sibling first.
        for &index in kin.order.iter().rev() {
            let Member {
                entity,
                id,
                parent,
                depth,
            } = &kin.members[index];
            let mut nested = without_children(entity);
            nested.children = std::mem::take(&mut built[index]);
            nested.children.reverse();
            match *parent {
                Some(parent) if *depth < MOST_NESTED => {
                    nested.parent = None;
                    let above = &kin.members[parent].id;
                    let is_made_up = |name: &str| {
                        id.strip_prefix(above.as_str())
                            .and_then(|id| id.strip_prefix('_'))
                            == Some(name)
                    };
                    nested.id = match nested.name.as_deref() {
                        Some(name) if is_made_up(name) => None,
                        _ => Some(id.as_str().into()),
                    };
                    built[parent].push(nested);
                }
                Some(parent) => {
                    nested.id = Some(id.as_str().into());
                    nested.parent = Some(kin.members[parent].id.as_str().into());
                    entities.push(nested);
                }
                None => entities.push(nested),
            }
        }
        entities.reverse();
        self.with_entities(entities)
    }

    fn with_entities(&self, entities: Vec<Entity>) -> Self {
        Self {
            version: self.version,
            limits: self.limits.clone(),
            templates: self.templates.clone(),
            entities,
            rules: self.rules.clone(),
            extra: self.extra.clone(),
            origin: self.origin,
        }
    }
}

/// Who of the written entities is whose child.
struct Kin<'d> {
    members: Vec<Member<'d>>,
    /// Parents before children, siblings in order.
    order: Vec<usize>,
}

struct Member<'d> {
    entity: &'d Entity,
    id: String,
    /// Its parent, if that is written as well.
    parent: Option<usize>,
    depth: usize,
}

impl<'d> Kin<'d> {
    fn of(entities: &'d [Entity]) -> Self {
        let mut kin = Self {
            members: Vec::new(),
            order: Vec::new(),
        };
        kin.list(entities);
        let by_id: HashMap<&str, usize> = kin
            .members
            .iter()
            .enumerate()
            .map(|(index, member)| (member.id.as_str(), index))
            .collect();
        let named: Vec<Option<usize>> = kin
            .members
            .iter()
            .map(|member| by_id.get(member.entity.parent.as_deref()?).copied())
            .collect();
        let mut children: Vec<Vec<usize>> = kin.members.iter().map(|_| Vec::new()).collect();
        for (index, member) in kin.members.iter().enumerate() {
            if let Some(parent) = member.parent {
                children[parent].push(index);
            }
        }
        for (index, parent) in named.into_iter().enumerate() {
            if let Some(parent) = parent {
                children[parent].push(index);
                kin.members[index].parent = Some(parent);
            }
        }
        kin.sort(&children);
        kin
    }

    /// Lists all entities in the order of the file.
    fn list(&mut self, entities: &'d [Entity]) {
        let mut open = vec![(entities.iter(), None)];
        while let Some((rest, parent)) = open.last_mut() {
            let parent = *parent;
            let Some(entity) = rest.next() else {
                open.pop();
                continue;
            };
            let id = match (&entity.id, parent) {
                (Some(id), _) => id.to_string(),
                (None, Some(parent)) => {
                    let above: &Member<'_> = &self.members[parent];
                    format!(
                        "{}_{}",
                        above.id,
                        entity.name.as_deref().unwrap_or_default()
                    )
                }
                (None, None) => String::new(),
            };
            let index = self.members.len();
            self.members.push(Member {
                entity,
                id,
                parent,
                depth: 0,
            });
            if !entity.children.is_empty() {
                open.push((entity.children.iter(), Some(index)));
            }
        }
    }

    fn sort(&mut self, children: &[Vec<usize>]) {
        let mut placed = vec![false; self.members.len()];
        let mut open: Vec<usize> = Vec::new();
        let roots = (0..self.members.len()).filter(|&index| self.members[index].parent.is_none());
        open.extend(roots);
        open.reverse();
        while let Some(index) = open.pop() {
            self.order.push(index);
            placed[index] = true;
            if let Some(parent) = self.members[index].parent {
                self.members[index].depth = self.members[parent].depth + 1;
            }
            open.extend(children[index].iter().rev());
        }
        // Rings of parents are errors, and lose nothing here either.
        for index in (0..self.members.len()).filter(|&index| !placed[index]) {
            self.members[index].depth = MOST_NESTED;
            self.order.push(index);
        }
    }
}

fn without_children(entity: &Entity) -> Entity {
    Entity {
        id: entity.id.clone(),
        name: entity.name.clone(),
        parent: entity.parent.clone(),
        template: entity.template.clone(),
        transform: entity.transform.clone(),
        fields: entity.fields.clone(),
        overrides: entity.overrides.clone(),
        children: Vec::new(),
        origin: entity.origin,
    }
}
