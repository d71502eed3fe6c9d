//! Many nodes in one call, for whoever keeps the same nodes in an order of its own.
//!
//! The law: as one by one. It goes in steps over a block of nodes, first all slots, then all
//! rows, because a processor waits for many places in memory at once if it knows them early.

use crate::error::{Stale, WriteError};
use crate::forest::Forest;
use crate::id::NodeId;
use crate::inherit::Inherit;
use crate::slots::NONE;

/// Nodes in a block.
const BLOCK: usize = 64;

impl<V: Inherit> Forest<V> {
    /// Writes own values, as [`set`](Self::set) does one by one: `value` says what the node
    /// with this index in the list gets, and `refused` is told which were not written, and why.
    /// A `None` in the list is passed over.
    ///
    /// ```
    /// # use kinfolk::{Forest, Node2};
    /// # let mut forest = Forest::new();
    /// # let [a, b] = [0; 2].map(|_| forest.plant(Node2::default()).unwrap());
    /// let places = [Node2::at(1.0, 0.0), Node2::at(f32::NAN, 0.0)];
    /// let mut bad = Vec::new();
    /// forest.set_each(&[Some(a), Some(b)], |which| places[which], |which, _| bad.push(which));
    ///
    /// assert_eq!(bad, [1]);
    /// assert_eq!(forest.value(a), Some(places[0]));
    /// ```
    #[inline]
    pub fn set_each(
        &mut self,
        nodes: &[Option<NodeId>],
        value: impl Fn(usize) -> V,
        mut refused: impl FnMut(usize, WriteError),
    ) {
        for (block, nodes) in nodes.chunks(BLOCK).enumerate() {
            let mut places = [(NONE, NONE); BLOCK];
            for (node, place) in nodes.iter().zip(&mut places) {
                if let Some(slot) = node.and_then(|node| self.slots.find(node)) {
                    let life = self.slots.get(slot);
                    *place = (life.row, life.generation);
                }
            }
            for (index, (node, &(row, generation))) in nodes.iter().zip(&places).enumerate() {
                let Some(node) = *node else {
                    continue;
                };
                let index = block * BLOCK + index;
                if row == NONE {
                    refused(index, Stale(node).into());
                    continue;
                }
                if !self.write_at(node.slot(), row, generation, value(index)) {
                    refused(index, WriteError::NotFinite(node));
                }
            }
        }
    }

    /// Tells which of these nodes the last update changed, counted from 0, and what their
    /// effective values were then.
    ///
    /// As asking [`changes`](Self::changes) and [`effective`](Self::effective) one by one
    /// right after the update, and faster.
    #[inline]
    pub fn changed_values(
        &self,
        nodes: &[Option<NodeId>],
        mut found: impl FnMut(usize, &V::Effective),
    ) {
        for (block, nodes) in nodes.chunks(BLOCK).enumerate() {
            let mut rows = [NONE; BLOCK];
            for (node, row) in nodes.iter().zip(&mut rows) {
                let slot = node.and_then(|node| self.slots.find(node));
                *row = slot.map_or(NONE, |slot| self.slots.get(slot).row);
            }
            let mut changed = 0_u64;
            for (index, &row) in rows[..nodes.len()].iter().enumerate() {
                let new = row != NONE && self.rows.flags.changed.get(row);
                changed |= u64::from(new) << index;
            }
            while changed != 0 {
                let index = changed.trailing_zeros() as usize;
                changed &= changed - 1;
                let effective = &self.rows.effective[rows[index] as usize];
                found(block * BLOCK + index, effective);
            }
        }
    }
}
