//! The behaviour that is the same whoever does the work.
//!
//! A behaviour is a function that any implementation can be put through; [`physics_suite`] makes a test
//! of each. Physics engines are the first to go through.

pub mod physics;
mod suite;
