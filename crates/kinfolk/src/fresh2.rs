//! Positions in the world, read between two updates.
//!
//! The law: bit for bit what an update would give. So a path is computed from above, as an update
//! does it, and not from below, which would save waiting. What is left to save are guesses of the
//! processor: the length of a path is known before it is climbed, and there is a climb for each
//! length, so that nothing depends on how often a loop runs.

use glam::Vec2;

use crate::forest::Forest;
use crate::node2::Node2;

/// A way to a position, for paths of one length.
type Climb = fn(&Forest<Node2>, u32) -> Vec2;

/// By how many generations may have marks, the node's own included. Longer paths take a loop.
const CLIMBS: [Climb; 17] = [
    Forest::fresh_at_length,
    climb::<1>,
    climb::<2>,
    climb::<3>,
    climb::<4>,
    climb::<5>,
    climb::<6>,
    climb::<7>,
    climb::<8>,
    climb::<9>,
    climb::<10>,
    climb::<11>,
    climb::<12>,
    climb::<13>,
    climb::<14>,
    climb::<15>,
    climb::<16>,
];

/// From this length on, a path is worth asking for before it is known.
const LONG: usize = if cfg!(any(test, fuzzing)) { 3 } else { 7 };

impl Forest<Node2> {
    /// As [`fresh`](Self::fresh), for the position alone. There are marks in the node's generation or above it.
    #[inline]
    pub(crate) fn fresh_position(&self, slot: u32) -> Vec2 {
        let generations = self.slots.get(slot).generation + 1;
        let length = generations.saturating_sub(self.rows.marks.shallowest);
        match CLIMBS.get(length as usize) {
            // Of those who are astray, generations say nothing.
            Some(climb) if self.slots.astray.is_empty() => climb(self, slot),
            _ => self.fresh_at_length(slot),
        }
    }

    /// Without short cuts: the path is long, or something on it is special or overflows.
    #[cold]
    fn fresh_at_length(&self, slot: u32) -> Vec2 {
        self.fresh(slot).position()
    }
}

/// Up `LENGTH` generations, above which there are no marks, and down again.
fn climb<const LENGTH: usize>(forest: &Forest<Node2>, slot: u32) -> Vec2 {
    let Forest { slots, rows, .. } = forest;
    if LENGTH >= LONG {
        slots.ask_for_those_before(slot);
    }
    let mut path = [0; LENGTH];
    let mut at = slot;
    for row in &mut path {
        let life = slots.get(at);
        *row = life.row;
        at = life.parent;
    }
    let own = |row: u32| &rows.ready[row as usize].0;
    let (top, rest) = (path[LENGTH - 1], &path[..LENGTH - 1]);
    let mut place = if rows.marks.shallowest == 0 {
        own(top).place() // a root
    } else {
        let above = slots.get(at).row;
        own(top).place_below(&rows.effective[above as usize].0.place())
    };
    for &row in rest.iter().rev() {
        place = own(row).place_below(&place);
    }
    place
        .if_plain()
        .unwrap_or_else(|| forest.fresh_at_length(slot))
}
