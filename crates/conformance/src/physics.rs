//! Bodies and hierarchies.
#![expect(missing_docs, reason = "the name of a behaviour is a sentence")]

pub mod bodies;
pub mod bugs;
pub mod children;
pub mod contract;
pub mod random;
pub mod refused;
mod stage;
