//! The behaviour that is the same whoever does the work.
//!
//! A behaviour is a function that any implementation can be put through; [`physics_suite`] makes a test
//! of each. Physics engines and adapters for ECSs go through.

pub mod ecs;
pub mod physics;
mod suite;
