//! Lengths of a game and lengths of Box2D.
//!
//! Box2D's tolerances are made for things of about a metre, and how long a metre is can be said
//! once per process only. So every world has units of its own: what goes in is scaled, and what
//! comes out is scaled back. Masses stay what they are.

use boxdd::{Foundation, WorldTransform};
use glam::Vec2;

use crate::backend::Pose;

/// What lengths are in one world.
#[derive(Debug, Clone, Copy)]
pub(super) struct Units {
    /// How many of Box2D's units one of the game's is.
    scale: f32,
    /// How many of Box2D's units a metre is.
    metre: f32,
}

impl Units {
    pub(super) fn new(foundation: &Foundation, length_unit: f32) -> Self {
        let metre = foundation.config().length_units_per_meter();
        Self {
            scale: metre / length_unit,
            metre,
        }
    }

    /// For when there is no world.
    pub(super) const fn equal() -> Self {
        Self {
            scale: 1.0,
            metre: 1.0,
        }
    }

    pub(super) const fn metre(self) -> f32 {
        self.metre
    }

    pub(super) fn length(self, length: f32) -> f32 {
        length * self.scale
    }

    pub(super) fn vector(self, vector: Vec2) -> [f32; 2] {
        (vector * self.scale).to_array()
    }

    /// What changes with the square of lengths: torques and angular impulses.
    pub(super) fn square(self, torque: f32) -> f32 {
        torque * self.scale * self.scale
    }

    /// What a square unit weighs.
    pub(super) fn density(self, density: f32) -> f32 {
        density / (self.scale * self.scale)
    }

    pub(super) fn length_back(self, length: f32) -> f32 {
        length / self.scale
    }

    pub(super) fn vector_back(self, vector: boxdd::Vec2) -> Vec2 {
        Vec2::new(vector.x, vector.y) / self.scale
    }

    pub(super) fn pose_back(self, transform: WorldTransform) -> Pose {
        let (position, rotation) = (transform.position(), transform.rotation());
        Pose {
            position: Vec2::new(position.x, position.y) / self.scale,
            rotation: Vec2::new(rotation.cosine(), rotation.sine()),
        }
    }
}
