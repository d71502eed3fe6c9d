//! What a behavior sees of the game while it acts, and what it can do.
//!
//! Moves happen at once; whatever changes who is there (spawning, destroying, tags) is noted and
//! happens when all behaviors have acted, in the order of their wishes. So a behavior never
//! pulls the floor away from under another one.

use std::f32::consts::TAU;

use glam::Vec2;
use kinfolk::{Forest, Node2, NodeId, Transform2};
use kinfolk_physics::Velocity;
use kinfolk_scene::{Scene, Text};

use crate::action::Action;
use crate::beings::Beings;
use crate::dice::Dice;
use crate::input::Input;
use crate::step::MOST_ACTIONS;
use crate::viewport::Viewport;

/// [`Stage::turn`] keeps angles within so many turns.
const MOST_TURNS: f32 = 16.0;

/// The game, as a behavior sees it.
#[derive(Debug)]
pub struct Stage<'g> {
    pub(crate) forest: &'g mut Forest<Node2>,
    pub(crate) scene: &'g Scene,
    pub(crate) beings: &'g Beings,
    pub(crate) dice: &'g mut Dice,
    pub(crate) input: &'g Input,
    pub(crate) viewport: &'g Viewport,
    pub(crate) wishes: &'g mut Vec<Action>,
    pub(crate) pushes: &'g mut Vec<(NodeId, Velocity)>,
    pub(crate) secs: f32,
    pub(crate) frame: u64,
}

impl Stage<'_> {
    /// How long a frame is, in seconds.
    #[must_use]
    pub const fn secs(&self) -> f32 {
        self.secs
    }

    /// How many frames there have been before this one.
    #[must_use]
    pub const fn frame(&self) -> u64 {
        self.frame
    }

    /// How long so many frames are, in seconds.
    #[must_use]
    pub fn secs_of(&self, frames: u64) -> f64 {
        frames as f64 * f64::from(self.secs)
    }

    /// How many times so many seconds fit into so many frames; forgives the rounding of both, so
    /// that 50 frames of 0.02 are a second.
    #[must_use]
    pub fn times(&self, frames: u64, secs: f32) -> f64 {
        self.secs_of(frames) * (1.0 + 1e-6) / f64::from(secs)
    }

    /// A number from 0 up to 1, the same in every run with the same seed.
    pub fn chance(&mut self) -> f32 {
        self.dice.next()
    }

    /// What the player does in this frame.
    #[must_use]
    pub const fn input(&self) -> &Input {
        self.input
    }

    /// Where in the world the mouse is; `None` until it has been seen.
    #[must_use]
    pub fn mouse_in_world(&self) -> Option<Vec2> {
        self.input.mouse_in_world(self.viewport)
    }

    /// The forest, to look at.
    #[must_use]
    pub const fn forest(&self) -> &Forest<Node2> {
        self.forest
    }

    /// What entities are made of.
    #[must_use]
    pub const fn scene(&self) -> &Scene {
        self.scene
    }

    /// The living entity with this id.
    #[must_use]
    pub fn entity(&self, id: &str) -> Option<NodeId> {
        let node = self.scene.node(id)?;
        self.beings.get(node).map(|being| being.node)
    }

    /// The first living entity with this tag, by birth.
    #[must_use]
    pub fn first_tagged(&self, tag: &str) -> Option<NodeId> {
        self.beings.tagged(tag).next()
    }

    /// Everybody with this tag, by birth.
    pub fn tagged(&self, tag: &str) -> impl Iterator<Item = NodeId> + '_ {
        self.beings.tagged(tag)
    }

    /// Where a slot of an entity's template is, and what it adds to draw layers.
    #[must_use]
    pub fn slot(&self, node: NodeId, name: &str) -> Option<(Vec2, i32)> {
        crate::life::slot(self.scene, node, name)
    }

    /// Whether an entity has a tag.
    #[must_use]
    pub fn has_tag(&self, node: NodeId, tag: &str) -> bool {
        let being = self.beings.get(node);
        being.is_some_and(|being| being.tags.iter().any(|other| other == tag))
    }

    /// Where an entity is in the world.
    #[must_use]
    pub fn world_position(&self, node: NodeId) -> Option<Vec2> {
        self.forest.world_position(node)
    }

    /// Where an entity is relative to its parent.
    #[must_use]
    pub fn local(&self, node: NodeId) -> Option<Transform2> {
        Some(self.forest.value(node)?.transform)
    }

    /// Places an entity relative to its parent.
    ///
    /// # Errors
    /// Why not; numbers that are not finite are refused.
    pub fn set_local(&mut self, node: NodeId, local: Transform2) -> Result<(), String> {
        let set = self.forest.set_transform(node, local);
        set.map_err(|why| why.to_string())
    }

    /// Moves an entity to a place in its parent's space.
    ///
    /// # Errors
    /// Why not; numbers that are not finite are refused.
    pub fn set_position(&mut self, node: NodeId, position: Vec2) -> Result<(), String> {
        let set = self.forest.set_position(node, position);
        set.map_err(|why| why.to_string())
    }

    /// Places an entity in the world.
    ///
    /// # Errors
    /// Why not.
    pub fn set_world(&mut self, node: NodeId, world: Transform2) -> Result<(), String> {
        let set = self.forest.set_world_transform(node, world);
        set.map_err(|why| why.to_string())
    }

    /// Moves an entity, in its parent's space.
    ///
    /// # Errors
    /// Why not.
    pub fn nudge(&mut self, node: NodeId, by: Vec2) -> Result<(), String> {
        let value = self.forest.value(node).ok_or("it is gone")?;
        let moved = self
            .forest
            .set_position(node, value.transform.position + by);
        moved.map_err(|why| why.to_string())
    }

    /// Moves an entity, in the world.
    ///
    /// # Errors
    /// Why not; a parent that is scaled to nothing has no place for it.
    pub fn nudge_in_world(&mut self, node: NodeId, by: Vec2) -> Result<(), String> {
        let place = self.forest.world_position(node).ok_or("it is gone")?;
        let moved = self.forest.set_world_position(node, place + by);
        moved.map_err(|why| why.to_string())
    }

    /// Turns an entity, in radians. Past many turns whole ones are dropped: a large angle has no
    /// digits left for a small step.
    ///
    /// # Errors
    /// Why not.
    pub fn turn(&mut self, node: NodeId, by: f32) -> Result<(), String> {
        let value = self.forest.value(node).ok_or("it is gone")?;
        let angle = value.transform.rotation + by;
        let is_large = angle.abs() > MOST_TURNS * TAU;
        let angle = if is_large { angle % TAU } else { angle };
        let turned = self.forest.set_rotation(node, angle);
        turned.map_err(|why| why.to_string())
    }

    /// Turns an entity so that its x axis points at a place in the world.
    ///
    /// # Errors
    /// Why not.
    pub fn look_at(&mut self, node: NodeId, target_in_world: Vec2) -> Result<(), String> {
        let turned = self.forest.look_at(node, target_in_world);
        turned.map_err(|why| why.to_string())
    }

    /// Puts an entity on a draw layer, whatever its parent's.
    ///
    /// # Errors
    /// Why not.
    pub fn set_layer(&mut self, node: NodeId, z: i32) -> Result<(), String> {
        let set = self.forest.edit(node, |value| {
            value.z = z;
            value.z_relative = false;
        });
        set.map_err(|why| why.to_string())
    }

    /// Gives the entity's body a velocity, before the next step.
    pub fn set_velocity(&mut self, node: NodeId, velocity: Velocity) {
        self.pushes.push((node, velocity));
    }

    /// Asks for something to be done once all behaviors have acted. Past [`MOST_ACTIONS`] nobody listens.
    pub fn wish(&mut self, action: Action) {
        if self.wishes_left() > 0 {
            self.wishes.push(action);
        }
    }

    /// How many wishes are heard: one more than are granted, so that somebody notices.
    pub(crate) fn wishes_left(&self) -> usize {
        (MOST_ACTIONS + 1).saturating_sub(self.wishes.len())
    }

    /// Asks for an entity to be destroyed, with everything below.
    pub fn destroy(&mut self, node: NodeId) {
        self.wish(Action::Destroy(node));
    }

    /// Asks for a tag to be added.
    pub fn add_tag(&mut self, node: NodeId, tag: impl Into<Text>) {
        self.wish(Action::AddTag(node, tag.into()));
    }
}
