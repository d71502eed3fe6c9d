//! The contestants: Kinfolk and what games use instead, behind one small trait.
//!
//! Each does its own best: the layout, the settings and the way of writing that its
//! documents recommend.

pub(crate) mod bevy;
pub(crate) mod flecs;
pub(crate) mod hecs;
pub(crate) mod kinfolk2;
pub(crate) mod kinfolk3;
pub(crate) mod kinfolk_bevy;
pub(crate) mod kinfolk_hecs;
pub(crate) mod kinfolk_shipyard;
mod local;
pub(crate) mod shipyard;
pub(crate) mod vec_tree;

use crate::workload::{Workload, Write};

/// Somebody who keeps a hierarchy of transforms.
pub(crate) trait Peer {
    /// Plants the whole tree, in a form that the peer likes best, and brings it up to date.
    fn planted(workload: &Workload) -> Self
    where
        Self: Sized;

    /// Writes what an author would write.
    fn write(&mut self, writes: &[Write]);

    /// Brings all worlds up to date.
    fn update(&mut self);

    /// Where a node is in the world, as of the last update.
    fn world(&mut self, node: u32) -> [f32; 2];
}
