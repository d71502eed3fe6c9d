//! What rows are made of: who is who, and where they are.
//!
//! A document under edit and a game that runs both have a scene and a forest, and are shown in the
//! same way. What only one of them has is asked for here: a document has overrides, and
//! the tags of a game are those that its entities have by now.

use std::fmt;

use kinfolk::{Forest, Node2, NodeId};
use kinfolk_scene::{Editing, Scene, Text};

/// A scene that lives, to look at; copies are the same scene.
#[derive(Clone, Copy)]
pub(crate) struct Living<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) forest: &'a Forest<Node2>,
    /// The document that it comes out of, if that can be edited.
    pub(crate) editing: Option<&'a Editing>,
    /// The tags of an entity; those of its fields if `None`.
    pub(crate) tags: Option<&'a dyn Fn(NodeId) -> &'a [Text]>,
}

impl Living<'_> {
    /// The parts about which something is overridden.
    pub(crate) fn overridden(self) -> Vec<NodeId> {
        self.editing.map(Editing::overridden).unwrap_or_default()
    }
}

impl<'a> From<&'a Editing> for Living<'a> {
    fn from(editing: &'a Editing) -> Self {
        Self {
            scene: editing.scene(),
            forest: editing.forest(),
            editing: Some(editing),
            tags: None,
        }
    }
}

impl fmt::Debug for Living<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} entities", self.forest.len())
    }
}
