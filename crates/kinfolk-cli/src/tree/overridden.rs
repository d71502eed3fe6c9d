//! Which entities are not quite as their templates say.
//!
//! An override names a child by its path from the entity that says it: an entity of the
//! document, a template, or a child in a template. That child's id is the entity's, the path
//! behind it.

use std::collections::HashMap;

use kinfolk::NodeId;
use kinfolk_scene::{Document, Entity, Template};

use crate::scene_file::Living;

/// The entities that an override changes something about.
#[derive(Debug)]
pub(super) struct Overridden {
    /// By [`NodeId::index`].
    marks: Vec<bool>,
}

impl Overridden {
    /// Looks through a document and what became of it.
    pub(super) fn of(living: &Living) -> Self {
        let document = living.scene.document();
        let mut overridden = Self { marks: Vec::new() };
        overridden.by_entities(living, document);
        overridden.by_templates(living, document);
        overridden
    }

    /// Whether one changes `node`.
    pub(super) fn contains(&self, node: NodeId) -> bool {
        self.marks.get(node.index()).is_some_and(|&mark| mark)
    }

    fn by_entities(&mut self, living: &Living, document: &Document) {
        each_with_overrides(&document.entities, id_below, &mut |id, entity| {
            for path in changed_paths(entity) {
                self.mark(living, id, path);
            }
        });
    }

    fn by_templates(&mut self, living: &Living, document: &Document) {
        let inside = paths_in_templates(document);
        if inside.values().all(Vec::is_empty) {
            return;
        }
        for &node in living.scene.nodes() {
            let template = living.scene.template(node);
            let paths = template.and_then(|template| inside.get(template));
            if let Some(paths) = paths.filter(|paths| !paths.is_empty()) {
                let id = living.scene.id(node).unwrap_or_default();
                paths.iter().for_each(|path| self.mark(living, &id, path));
            }
        }
    }

    fn mark(&mut self, living: &Living, id: &str, path: &str) {
        let child = format!("{id}_{}", path.replace('/', "_"));
        if let Some(node) = living.scene.node(&child) {
            let index = node.index();
            if self.marks.len() <= index {
                self.marks.resize(index + 1, false);
            }
            self.marks[index] = true;
        }
    }
}

/// The paths of what an entity changes and does not take away.
fn changed_paths(entity: &Entity) -> impl Iterator<Item = &str> {
    let overrides = entity.overrides.iter();
    overrides.filter_map(|(path, patch)| patch.as_ref().map(|_| path.as_str()))
}

/// By template: the paths of what is overridden in each entity made of it.
fn paths_in_templates(document: &Document) -> HashMap<&str, Vec<String>> {
    let templates = document.templates.iter();
    templates
        .map(|(name, template)| {
            let mut paths = Vec::new();
            let mut next = Some(template);
            // A good document has no loops; this one ends in any case.
            for _ in 0..=document.templates.len() {
                let Some(template) = next else { break };
                own_paths(template, &mut paths);
                next = (template.extends.as_ref()).and_then(|base| document.templates.get(base));
            }
            (name.as_str(), paths)
        })
        .collect()
}

fn own_paths(template: &Template, paths: &mut Vec<String>) {
    let overrides = template.overrides.iter();
    let changed = overrides.filter(|(_, patch)| patch.is_some());
    paths.extend(changed.map(|(path, _)| path.to_string()));
    each_with_overrides(&template.children, path_below, &mut |child, entity| {
        paths.extend(changed_paths(entity).map(|path| format!("{child}/{path}")));
    });
}

/// The id of an entity that is nested in another.
fn id_below(parent: Option<&str>, entity: &Entity) -> String {
    match (&entity.id, parent) {
        (Some(id), _) => id.to_string(),
        (None, Some(parent)) => format!("{parent}_{}", entity.called().unwrap_or_default()),
        (None, None) => String::new(),
    }
}

/// The path of a child in a template.
fn path_below(parent: Option<&str>, child: &Entity) -> String {
    let name = child.called().unwrap_or_default();
    parent.map_or_else(|| name.to_owned(), |parent| format!("{parent}/{name}"))
}

/// Visits the entities with overrides, nested ones too, with what `name` calls them.
fn each_with_overrides(
    entities: &[Entity],
    name: fn(Option<&str>, &Entity) -> String,
    visit: &mut dyn FnMut(&str, &Entity),
) {
    let mut waiting: Vec<(String, &Entity)> = Vec::new();
    for entity in entities {
        waiting.push((name(None, entity), entity));
        while let Some((called, entity)) = waiting.pop() {
            if !entity.overrides.is_empty() {
                visit(&called, entity);
            }
            let children = entity.children.iter();
            waiting.extend(children.map(|child| (name(Some(&called), child), child)));
        }
    }
}
