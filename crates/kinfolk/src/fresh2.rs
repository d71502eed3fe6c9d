//! Positions in the world, read between two updates.
//!
//! The law: bit for bit what an update would give. So a path is computed from above, as an update
//! does it, and not from below, which would save waiting. What is left to save are guesses of the
//! processor: the length of a path is known before it is climbed, and there is a climb for each
//! length, so that nothing depends on how often a loop runs.

use glam::Vec2;

use crate::forest::Forest;
use crate::lanes::Lanes;
use crate::node2::Node2;

/// A way to a position, for paths of one length.
type Climb = fn(&Forest<Node2>, u32) -> Vec2;

/// By how many generations may have marks, the node's own included. Longer paths take a loop.
const CLIMBS: [Climb; 17] = climbs::<false>();

/// The same for paths that begin with a root.
const CLIMBS_FROM_ROOTS: [Climb; 17] = climbs::<true>();

const fn climbs<const FROM_ROOT: bool>() -> [Climb; 17] {
    [
        Forest::fresh_at_length,
        climb::<1, FROM_ROOT>,
        climb::<2, FROM_ROOT>,
        climb::<3, FROM_ROOT>,
        climb::<4, FROM_ROOT>,
        climb::<5, FROM_ROOT>,
        climb::<6, FROM_ROOT>,
        climb::<7, FROM_ROOT>,
        climb::<8, FROM_ROOT>,
        climb::<9, FROM_ROOT>,
        climb::<10, FROM_ROOT>,
        climb::<11, FROM_ROOT>,
        climb::<12, FROM_ROOT>,
        climb::<13, FROM_ROOT>,
        climb::<14, FROM_ROOT>,
        climb::<15, FROM_ROOT>,
        climb::<16, FROM_ROOT>,
    ]
}

/// From this length on, a path is worth asking for before it is known.
const LONG: usize = if cfg!(any(test, fuzzing)) { 3 } else { 7 };

impl Forest<Node2> {
    /// As [`fresh`](Self::fresh), for the position alone. There are marks in the node's generation or above it.
    #[inline]
    pub(crate) fn fresh_position(&self, slot: u32) -> Vec2 {
        let generations = self.slots.get(slot).generation + 1;
        let shallowest = self.rows.marks.shallowest;
        let climbs = match shallowest {
            0 => &CLIMBS_FROM_ROOTS,
            _ => &CLIMBS,
        };
        match climbs.get(generations.saturating_sub(shallowest) as usize) {
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
fn climb<const LENGTH: usize, const FROM_ROOT: bool>(forest: &Forest<Node2>, slot: u32) -> Vec2 {
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
    let place = if FROM_ROOT {
        go_down(own(top), true, rest, own)
    } else {
        let above = slots.get(at).row;
        let above = &rows.effective[above as usize].0;
        go_down(above, above.is_unturned(), &path, own)
    };
    place.unwrap_or_else(|| forest.fresh_at_length(slot))
}

/// Down a path, its last row first, from the place `top`: by adding offsets up as long as nobody is turned or
/// scaled, which their flags tell, if `top` has flags of that kind or `is_straight`. Nothing if it takes more
/// than the rule's short form.
#[inline(always)]
fn go_down<'a>(
    top: &Lanes,
    is_straight: bool,
    path: &[u32],
    own: impl Fn(u32) -> &'a Lanes,
) -> Option<Vec2> {
    let mut oddness = top.oddness();
    let mut shift = top.shift();
    for &row in path.iter().rev() {
        let own = own(row);
        oddness = oddness.or(own.oddness());
        shift = own.shift_below(&shift);
    }
    if !oddness.is_plain() {
        return None;
    }
    if is_straight
        && oddness.is_straight()
        && let Some(place) = shift.if_certain()
    {
        return Some(place);
    }
    let mut place = top.place();
    for &row in path.iter().rev() {
        place = own(row).place_below(&place);
    }
    place.if_finite()
}
