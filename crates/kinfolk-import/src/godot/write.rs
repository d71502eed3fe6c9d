//! Nodes as entities: instances stay instances wherever that says the same.
//!
//! A node that is an instance becomes an entity made of a template, with what differs as fields
//! and what is said about nodes inside as overrides. Where a scene has done to an instance what
//! a document cannot say (nodes added deep inside, within a template; another order of
//! children), the nodes are written out, and only as far down as needed.

use indexmap::IndexMap;
use kinfolk_scene::{Entity, Field, Patch, Text as Word};

use super::fields;
use super::ids::{self, Choices};
use super::props::Written;
use super::report::Report;
use super::tree::{Node, Scenes, View};

/// An entity, and where it belongs.
pub(super) struct Piece {
    pub(super) entity: Entity,
    pub(super) below: Below,
    /// How many pieces are above it.
    pub(super) level: usize,
    pub(super) view: View,
}

impl Piece {
    /// Its name and its parent.
    pub(super) fn key(&self) -> (&str, &Below) {
        (self.entity.called().unwrap_or_default(), &self.below)
    }
}

/// The parent of a piece.
#[derive(Clone)]
pub(super) enum Below {
    Nobody,
    /// A piece before it.
    Piece(usize),
    /// What comes out of a piece's template, by path of names.
    Inside(usize, Vec<Word>),
}

/// Whether nodes can be added inside of instances, which only entities of a document can.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Document,
    Template,
}

/// Writes scenes as entities.
pub(super) struct Writer<'w> {
    pub(super) scenes: &'w Scenes,
    /// The templates' names, by scene.
    pub(super) names: &'w [Word],
    pub(super) choices: &'w Choices,
    pub(super) report: &'w mut Report,
}

impl Writer<'_> {
    /// The entities of a scene, parents before children.
    pub(super) fn write(&mut self, scene: usize, place: Place) -> Vec<Piece> {
        let root = View { scene, node: 0 };
        let mut pieces: Vec<Piece> = Vec::new();
        let mut open = vec![(root, Below::Nobody)];
        while let Some((view, below)) = open.pop() {
            let level = match below {
                Below::Nobody => 0,
                Below::Piece(above) | Below::Inside(above, _) => pieces[above].level + 1,
            };
            let me = pieces.len();
            let layers = self.scenes.layers(view);
            let mut template = self.template(&layers, place);
            if template.is_some() && place == Place::Document && self.choices.any_written_out() {
                template = self.unless_written_out(template, &layers, &below, &pieces);
            }
            let node = self.scenes.node(view);
            let first_child = open.len();
            let children = match template {
                Some(_) => self.scenes.added(&layers),
                None => self.scenes.children(view),
            };
            let children = children
                .into_iter()
                .filter_map(|name| self.scenes.child(view, name));
            open.extend(children.map(|child| (child, Below::Piece(me))));
            let mut entity = self.entity(node, view, template);
            if template.is_some() {
                let inside = self.inside(&layers);
                for (path, ghost) in &inside {
                    self.add_override(&mut entity, path, ghost);
                }
                open.extend(inside.into_iter().flat_map(|(path, ghost)| {
                    let added = ghost.added.into_iter();
                    added.map(move |child| (child, Below::Inside(me, path.clone())))
                }));
            }
            open[first_child..].reverse();
            pieces.push(Piece {
                entity,
                below,
                level,
                view,
            });
        }
        pieces
    }

    /// The scene that a node is an instance of, unless it has to be written out.
    fn template(&mut self, layers: &[View], place: Place) -> Option<usize> {
        let &made = layers.last()?;
        let template = self.scenes.node(made).template()?;
        let mut cause = None;
        for &layer in layers {
            let node = self.scenes.node(layer);
            let shuffled = node.shuffled.as_ref().map(|part| (part, ORDER));
            let ghosts = self.ghosts(layer, layers).filter_map(|ghost| {
                let shuffled = ghost.shuffled_below.as_ref().map(|part| (part, ORDER));
                let grown = ghost.grown.as_ref().map(|part| (part, ADDED));
                shuffled.or(grown.filter(|_| place == Place::Template))
            });
            if let Some((part, why)) = shuffled.into_iter().chain(ghosts).next() {
                cause = Some((layer, part.clone(), why));
                break;
            }
        }
        let Some((layer, part, why)) = cause else {
            return Some(template);
        };
        let what = format!(
            "it is no longer an instance of `{}`: {why}",
            self.names[template]
        );
        let file = self.scenes.all[layer.scene].file;
        self.report.loss(file, part, self.scenes.path(layer), what);
        None
    }

    /// The template, unless its instance must be none for the sake of ids.
    fn unless_written_out(
        &mut self,
        template: Option<usize>,
        layers: &[View],
        below: &Below,
        pieces: &[Piece],
    ) -> Option<usize> {
        let &made = layers.last()?;
        let node = self.scenes.node(made);
        let key = (node.name.as_str(), below);
        let path = ids::path(key, |index| pieces[index].key());
        if !self.choices.is_written_out(&path) {
            return template;
        }
        let what = format!(
            "it is no longer an instance of `{}`: two of its nodes would have the same id",
            self.names[template?]
        );
        let file = self.scenes.all[made.scene].file;
        self.report
            .loss(file, node.header.clone(), self.scenes.path(made), what);
        None
    }

    /// The ghosts among the children of a layer that come out of the template of all layers.
    fn ghosts<'a>(&'a self, layer: View, layers: &'a [View]) -> impl Iterator<Item = &'a Node> {
        let nodes = &self.scenes.all[layer.scene].nodes;
        let children = self.scenes.node(layer).children.iter();
        children
            .filter(move |&&node| {
                let child = View { node, ..layer };
                nodes[node].is_ghost && self.comes_out(child, layers)
            })
            .map(move |&node| &nodes[node])
    }

    /// Whether a ghost stands for a node of the template, and not for one that a layer has added.
    ///
    /// Scenes are made of each other in one direction only, so the scene that made it tells.
    fn comes_out(&self, ghost: View, layers: &[View]) -> bool {
        let made = self.scenes.layers(ghost).pop();
        made.is_some_and(|made| layers.iter().all(|layer| layer.scene != made.scene))
    }

    fn entity(&self, node: &Node, view: View, template: Option<usize>) -> Entity {
        let mut entity = Entity {
            name: Some(node.name.clone()),
            transform: fields::transform(node),
            ..Entity::default()
        };
        let parent = node.parent.map(|node| View { node, ..view });
        let parent = parent.map(|parent| self.scenes.node(parent).kind);
        match template {
            None => fields::write_all(&mut entity.fields, node, parent),
            Some(template) => {
                entity.template = Field::Set(self.names[template].clone());
                let root = &self.scenes.all[template].nodes[0];
                let written = self.written(view);
                fields::write_changes(&mut entity.fields, node, parent, root, written);
            }
        }
        entity
    }

    /// What all layers have written about a node.
    fn written(&self, view: View) -> Written {
        let mut written = Written::default();
        for layer in self.scenes.layers(view) {
            written.add(self.scenes.node(layer).written);
        }
        written
    }

    /// All ghosts inside of an instance, by path of names, with what was added to them.
    fn inside(&self, layers: &[View]) -> IndexMap<Vec<Word>, Ghost> {
        let mut inside: IndexMap<Vec<Word>, Ghost> = IndexMap::new();
        let Some(&outermost) = layers.first() else {
            return inside;
        };
        for &layer in layers.iter().rev() {
            let nodes = &self.scenes.all[layer.scene].nodes;
            let mut open: Vec<(usize, Vec<Word>)> = Vec::new();
            let children = nodes[layer.node].children.iter().rev();
            open.extend(children.map(|&child| (child, Vec::new())));
            while let Some((node, mut path)) = open.pop() {
                let view = View { node, ..layer };
                if !nodes[node].is_ghost || !self.comes_out(view, layers) {
                    continue;
                }
                path.push(nodes[node].name.clone());
                let children = nodes[node].children.iter().rev();
                open.extend(children.map(|&child| (child, path.clone())));
                let ghost = inside.entry(path.clone()).or_insert_with(|| Ghost {
                    view,
                    written: Written::default(),
                    added: Vec::new(),
                });
                ghost.view = view;
                ghost.written.add(nodes[node].written);
                let seen = path
                    .iter()
                    .try_fold(outermost, |at, name| self.scenes.child(at, name));
                let Some(seen) = seen else {
                    continue;
                };
                let own = nodes[node]
                    .children
                    .iter()
                    .filter(|&&child| !nodes[child].is_ghost);
                let own = own.filter_map(|&child| self.scenes.child(seen, &nodes[child].name));
                ghost.added.extend(own);
            }
        }
        inside
    }

    fn add_override(&self, entity: &mut Entity, path: &[Word], ghost: &Ghost) {
        if ghost.written.is_empty() {
            return;
        }
        let node = self.scenes.node(ghost.view);
        let parent = node.parent.map(|node| View { node, ..ghost.view });
        let parent = parent.map(|parent| self.scenes.node(parent).kind);
        let mut patch = Patch {
            transform: fields::written_transform(node, ghost.written),
            ..Patch::default()
        };
        fields::write_written(&mut patch.fields, node, parent, ghost.written);
        let path: Vec<&str> = path.iter().map(Word::as_str).collect();
        entity.overrides.insert(path.join("/").into(), Some(patch));
    }
}

const ORDER: &str = "its nodes are in another order";
const ADDED: &str = "nodes were added inside it";

/// What is said about a node inside of an instance.
struct Ghost {
    /// As the outermost scene that says something sees it.
    view: View,
    written: Written,
    /// What was added below it.
    added: Vec<View>,
}
