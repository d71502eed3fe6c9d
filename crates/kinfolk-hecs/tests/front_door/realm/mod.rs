//! What all tests need.

use hecs::{Entity, World};
use kinfolk::Node2;
use kinfolk_hecs::{Effective, Own};

/// A component that says: here.
pub(crate) fn at(x: f32, y: f32) -> Own {
    Own::new(Node2::at(x, y))
}

/// Where an entity is, as its component says.
pub(crate) fn place(world: &World, entity: Entity) -> [f32; 2] {
    let effective = world.get::<&Effective>(entity);
    effective.expect("a member").position().into()
}
