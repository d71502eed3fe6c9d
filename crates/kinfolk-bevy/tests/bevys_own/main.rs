//! Bevy's own cases, in our words, on our sync: the same answers wherever Bevy has one.
//!
//! They are the cases of `bevy_transform` (systems, helper, components, commands) and those of
//! the hierarchy in `bevy_ecs` that bear on transforms. Where Bevy has no answer (it panics on a
//! list of children that contradicts the links, it leaves a child alone whose parent has no
//! `Transform`), the tests say what ours is. [`side_by_side`] runs both on random worlds.

mod globals;
mod hierarchy;
mod side_by_side;
mod stage;
mod systems;
mod takeover;
