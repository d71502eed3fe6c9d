//! What behaviors and rules ask for.

use kinfolk::{NodeId, Transform2};
use kinfolk_scene::{Overrides, Text};

use crate::doom::Doom;

/// Something to be done to the game.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Action {
    /// Plant a template.
    Spawn(Spawn),
    /// Destroy an entity, with everything below.
    Destroy(NodeId),
    /// Mark an entity for destruction at the end of the frame.
    Mark(NodeId, Doom),
    /// Show or hide an entity; `true` at the end writes the flags of everything below as well.
    SetVisible(NodeId, bool, bool),
    /// Let an entity take part or not; `true` at the end writes all flags below as well.
    SetActive(NodeId, bool, bool),
    /// Add a tag.
    AddTag(NodeId, Text),
    /// Take a tag away.
    RemoveTag(NodeId, Text),
    /// Do damage, which behaviors such as `health` feel.
    Damage(NodeId, f32),
    /// Place an entity relative to its parent.
    SetLocal(NodeId, Transform2),
    /// Place an entity in the world.
    SetWorld(NodeId, Transform2),
    /// Give an entity another parent, in place; none makes it a root.
    Reparent(NodeId, Option<NodeId>),
}

/// What to plant, and where.
#[derive(Debug, Clone, PartialEq)]
pub struct Spawn {
    /// The template.
    pub template: Text,
    /// Where: in the world, or relative to the parent if there is one.
    pub transform: Transform2,
    /// Whom to attach it to.
    pub attach_to_parent: Option<NodeId>,
    /// In which of the parent's slots.
    pub attach_to_slot: Option<Text>,
    /// Changes to its children.
    pub overrides: Overrides,
}

impl Spawn {
    /// A template in the world.
    #[must_use]
    pub fn new(template: impl Into<Text>, transform: Transform2) -> Self {
        Self {
            template: template.into(),
            transform,
            attach_to_parent: None,
            attach_to_slot: None,
            overrides: Overrides::default(),
        }
    }

    /// The same as a child, where its transform is relative to the parent.
    #[must_use]
    pub fn under(self, parent: NodeId) -> Self {
        Self {
            attach_to_parent: Some(parent),
            ..self
        }
    }

    /// The same in a slot of its parent.
    #[must_use]
    pub fn in_slot(self, slot: impl Into<Text>) -> Self {
        Self {
            attach_to_slot: Some(slot.into()),
            ..self
        }
    }
}
