//! What is written about an entity, as its author wrote it: for inspectors and clipboards.

use std::collections::HashSet;

use kinfolk::NodeId;

use crate::document::{Document, Entity, Slot, Template};
use crate::edit::{self, Desk};
use crate::json::{Json, Object, Text};

use super::Editing;

/// What the document says about one entity itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Authored {
    /// Its keys, but for its children. For a part: what its instance overrides about it.
    pub keys: Object,
    /// For a part: the id of the instance that it came out of, and its path of names from there.
    pub instance: Option<(String, String)>,
}

impl Editing {
    /// What is written about the entity with this id itself.
    #[must_use]
    pub fn authored(&self, id: &str) -> Option<Authored> {
        let node = self.scene.node(id)?;
        let Some((owner, path)) = self.instance_of(node) else {
            let address = edit::address(&self.document, id)?;
            let entity = address.find_written(&self.document)?;
            return Some(Authored {
                keys: Desk::as_json(entity, address.path.len() == 1),
                instance: None,
            });
        };
        let address = edit::address(&self.document, &owner)?;
        let entity = address.find_written(&self.document)?;
        let mut keys = Desk::as_json(entity, address.path.len() == 1);
        let overrides = keys.remove("overrides").unwrap_or(Json::Null);
        let keys = match overrides.get(&path) {
            Some(Json::Object(patch)) => patch.clone(),
            _ => Object::new(),
        };
        Some(Authored {
            keys,
            instance: Some((owner, path)),
        })
    }

    /// Whether the document overrides something about a part.
    #[must_use]
    pub fn is_overridden(&self, part: NodeId) -> bool {
        let Some((owner, path)) = self.instance_of(part) else {
            return false;
        };
        edit::address(&self.document, &owner)
            .and_then(|address| address.find_written(&self.document))
            .is_some_and(|entity| entity.overrides.contains_key(path.as_str()))
    }

    /// Every part about which the document overrides something.
    #[must_use]
    pub fn overridden(&self) -> Vec<NodeId> {
        let mut found = Vec::new();
        let mut open: Vec<(std::slice::Iter<'_, Entity>, String)> =
            vec![(self.document.entities.iter(), String::new())];
        while let Some((rest, above)) = open.last_mut() {
            let Some(entity) = rest.next() else {
                open.pop();
                continue;
            };
            if entity.overrides.is_empty() && entity.children.is_empty() {
                continue;
            }
            let id = match (&entity.id, &entity.name) {
                (Some(id), _) => id.to_string(),
                (None, Some(name)) => format!("{above}_{name}"),
                (None, None) => continue,
            };
            for (path, patch) in entity.overrides.iter() {
                let part = format!("{id}_{}", path.replace('/', "_"));
                found.extend(self.scene.node(&part).filter(|_| patch.is_some()));
            }
            if !entity.children.is_empty() {
                open.push((entity.children.iter(), id));
            }
        }
        found
    }

    /// The named places that an entity offers to its children: those of its template, and of
    /// what that extends.
    #[must_use]
    pub fn slots(&self, node: NodeId) -> Vec<(&str, &Slot)> {
        let template = self.scene.template(node);
        template.map_or_else(Vec::new, |name| self.slots_of_template(name))
    }

    /// The same for whatever is made of this template.
    #[must_use]
    pub fn slots_of_template(&self, name: &str) -> Vec<(&str, &Slot)> {
        let mut slots: Vec<(&str, &Slot)> = Vec::new();
        let mut next = Some(name);
        // A valid document has no loops; this ends in any case.
        for _ in 0..=self.document.templates.len() {
            let Some(template) = next.and_then(|name| self.document.templates.get(name)) else {
                break;
            };
            for (name, slot) in &template.slots {
                if slots.iter().all(|(known, _)| known != name) {
                    slots.push((name, slot));
                }
            }
            next = template.extends.as_deref();
        }
        slots
    }

    /// A document of these entities, with everything below them and the templates that they need:
    /// what a clipboard holds. Parts of instances cannot be taken out, and are left out.
    #[must_use]
    pub fn fragment<'i>(&self, ids: impl IntoIterator<Item = &'i str>) -> Document {
        let mut fragment = Document::default();
        for id in ids {
            self.copy_into(&mut fragment, id);
        }
        let mut wanted: Vec<Text> = Vec::new();
        each(&fragment.entities, &mut |entity| {
            wanted.extend(entity.template.set().cloned());
            let patches = entity.overrides.values().flatten();
            wanted.extend(patches.filter_map(|patch| patch.template.set().cloned()));
        });
        while let Some(name) = wanted.pop() {
            if fragment.templates.contains_key(&name) {
                continue;
            }
            if let Some(template) = self.document.templates.get(&name) {
                needs_of(template, &mut wanted);
                let mut template = template.clone();
                template.source = None; // elsewhere it has to be written down
                fragment.templates.insert(name, template);
            }
        }
        fragment
    }

    fn copy_into(&self, fragment: &mut Document, id: &str) {
        let found = self.scene.node(id).zip(edit::address(&self.document, id));
        let Some((node, address)) = found else { return };
        let Some(entity) = address.find_written(&self.document) else {
            return;
        };
        let mut copy = entity.clone();
        copy.id = Some(id.into());
        copy.parent = None;
        let mut inside: HashSet<String> = HashSet::new();
        fragment.entities.push(copy);
        // What hangs below without being written inside comes along beside it.
        for below in self.forest.descendants(node) {
            let Some(id) = self
                .scene
                .id(below)
                .filter(|_| self.scene.is_written(below))
            else {
                continue;
            };
            let Some(address) = edit::address(&self.document, &id) else {
                continue;
            };
            let entity = address.find_written(&self.document);
            if let Some(entity) = entity.filter(|entity| entity.parent.is_some())
                && inside.insert(id)
            {
                fragment.entities.push(entity.clone());
            }
        }
    }

    /// For a part: the id of its instance, and the path of names from there.
    fn instance_of(&self, node: NodeId) -> Option<(String, String)> {
        let mut names = Vec::new();
        let mut above = node;
        while !self.scene.is_written(above) {
            names.push(self.scene.name(above)?);
            above = self.forest.parent(above)?;
        }
        if names.is_empty() {
            return None;
        }
        names.reverse();
        Some((self.scene.id(above)?, names.join("/")))
    }
}

/// Visits entities and all that is nested in them.
fn each<'d>(entities: &'d [Entity], visit: &mut dyn FnMut(&'d Entity)) {
    let mut open: Vec<&Entity> = entities.iter().collect();
    while let Some(entity) = open.pop() {
        visit(entity);
        open.extend(&entity.children);
    }
}

/// The templates that a template is made of.
fn needs_of(template: &Template, wanted: &mut Vec<Text>) {
    wanted.extend(template.extends.clone());
    let patches = template.overrides.values().flatten();
    wanted.extend(patches.filter_map(|patch| patch.template.set().cloned()));
    each(&template.children, &mut |child| {
        wanted.extend(child.template.set().cloned());
        let patches = child.overrides.values().flatten();
        wanted.extend(patches.filter_map(|patch| patch.template.set().cloned()));
    });
}
