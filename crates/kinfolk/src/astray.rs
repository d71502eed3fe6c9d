//! Bringing rows to their generation after their nodes have moved.
//!
//! A node that moves to another depth takes everything below it along. Its links change at
//! once; the rows stay where they are until an update (or `tidy`) needs them in order, so a
//! large tree may be moved many times in a frame for the price of one. Until then the top
//! of what moved is *astray*: its generation is not the one below its parent's. Everything
//! else about it is right, for links and parents' rows tell the truth all the time.

use alloc::vec::Vec;

use crate::forest::{Forest, warn_if_deep};
use crate::inherit::Inherit;
use crate::slots::{NONE, Slots};

impl Slots {
    /// Whether the row of `slot`, rather than of somebody above it, is in the wrong generation.
    #[inline]
    pub(crate) fn is_astray(&self, slot: u32) -> bool {
        let life = self.get(slot);
        life.generation != self.generation_below(life.parent)
    }

    /// The generation of a child of `parent`, which may itself be below somebody astray.
    #[inline]
    pub(crate) fn generation_below(&self, parent: u32) -> u32 {
        if parent == NONE {
            0
        } else {
            self.get(parent).generation + 1
        }
    }

    /// How many ancestors `slot` has. Costs O(1), or O(depth) if somebody is astray.
    pub(crate) fn depth(&self, slot: u32) -> usize {
        if self.astray.is_empty() {
            return self.get(slot).generation as usize;
        }
        let mut depth = 0;
        let mut above = self.get(slot).parent;
        while above != NONE {
            depth += 1;
            above = self.get(above).parent;
        }
        depth
    }

    /// All nodes, parents before children, and how many generations they are, told by links.
    pub(crate) fn by_depth(&self) -> (Vec<u32>, usize) {
        let mut order = Vec::with_capacity(self.len());
        let (mut start, mut generations) = (0, 0);
        self.add_children(NONE, &mut order);
        while start < order.len() {
            generations += 1;
            let end = order.len();
            for index in start..end {
                self.add_children(order[index], &mut order);
            }
            start = end;
        }
        (order, generations)
    }

    fn add_children(&self, parent: u32, order: &mut Vec<u32>) {
        let mut child = self.first_child(parent);
        while child != NONE {
            order.push(child);
            child = self.kin(child).next;
        }
    }

    /// Notes that `slot` may have gone astray.
    #[inline(always)]
    pub(crate) fn note_astray(&mut self, slot: u32) {
        if self.astray.len() == self.astray.capacity() {
            self.sort_out_astray();
        }
        self.astray.push(slot);
    }

    /// Makes room on the list. More than there are nodes are noted twice, or are back home.
    #[cold]
    fn sort_out_astray(&mut self) {
        if self.astray.len() > 2 * self.len() {
            let mut astray = core::mem::take(&mut self.astray);
            astray.sort_unstable();
            astray.dedup();
            astray.retain(|&slot| self.get(slot).row != NONE && self.is_astray(slot));
            self.astray = astray;
        }
        self.astray.reserve(self.astray.len().max(64));
    }

    /// The topmost of `slot` and its ancestors that is astray.
    fn topmost_astray(&self, slot: u32) -> Option<u32> {
        let mut topmost = None;
        let mut at = slot;
        while at != NONE {
            if self.is_astray(at) {
                topmost = Some(at);
            }
            at = self.get(at).parent;
        }
        topmost
    }
}

impl<V: Inherit> Forest<V> {
    /// Brings every row to its generation. Costs what has gone astray, with all below it.
    #[inline]
    pub(crate) fn bring_home(&mut self) {
        if !self.slots.astray.is_empty() {
            self.bring_all_home();
        }
    }

    #[cold]
    fn bring_all_home(&mut self) {
        let mut astray = core::mem::take(&mut self.slots.astray);
        let mut deepest = 0;
        for &slot in &astray {
            // More than once, if somebody above was astray to just where it belongs now.
            while self.slots.get(slot).row != NONE
                && self.slots.is_astray(slot)
                && let Some(top) = self.slots.topmost_astray(slot)
            {
                deepest = self.bring_tree_home(top).max(deepest);
            }
        }
        self.rows.trim();
        warn_if_deep(deepest);
        astray.clear();
        self.slots.astray = astray; // for its memory
    }

    /// Moves the rows of `top` and of what moves with it; says how deep they are now.
    fn bring_tree_home(&mut self, top: u32) -> u32 {
        let mut deepest = 0;
        let mut slot = top;
        while slot != NONE {
            let life = *self.slots.get(slot);
            let generation = self.slots.generation_below(life.parent);
            slot = if life.generation == generation {
                // It had gone astray by itself, to just below where its parent is now.
                self.rows.parent[life.row as usize] = self.parent_row(life.parent);
                self.slots.next_past(slot, top)
            } else {
                self.before_moving(life.row);
                let parent = self.parent_row(life.parent);
                let row = self
                    .rows
                    .transfer(life.row, life.generation, generation, parent);
                let moved = self.slots.get_mut(slot);
                (moved.row, moved.generation) = (row, generation);
                deepest = deepest.max(generation);
                self.slots.next_in_subtree(slot, top)
            };
        }
        deepest
    }
}
