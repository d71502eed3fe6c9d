//! Reading effective values, which are always fresh.
//!
//! A read costs O(1) when nothing is pending above the node, else O(depth): it climbs to
//! the topmost pending ancestor and comes back down computing. Reads change nothing.

use alloc::vec::Vec;

use crate::forest::Forest;
use crate::id::NodeId;
use crate::inherit::Inherit;
use crate::slots::NONE;

impl<V: Inherit> Forest<V> {
    /// The effective value of `node`, true at this moment, whether or not there was an update.
    ///
    /// Costs O(1) if nothing was written or moved since the last update, else O(depth).
    #[must_use]
    #[inline]
    pub fn effective(&self, node: NodeId) -> Option<V::Effective> {
        Some(self.fresh(self.slots.find(node)?))
    }

    #[inline]
    pub(crate) fn fresh(&self, slot: u32) -> V::Effective {
        let life = self.slots.get(slot);
        if life.generation < self.rows.marks.shallowest {
            return self.rows.effective[life.row as usize];
        }
        self.climb(slot)
    }

    /// Climbs to the topmost ancestor that must be computed, and computes back down.
    ///
    /// It goes by slots, since a family that was planted together has them side by side, while
    /// its rows are generations apart.
    #[inline(never)]
    fn climb(&self, slot: u32) -> V::Effective {
        let Self { slots, rows, .. } = self;
        let most = self.rows_above(slot);
        let mut path = [0; 32];
        let (mut len, mut pending) = (0, 0);
        let mut at = slot;
        while at != NONE && len < most {
            let life = slots.get(at);
            let Some(place) = path.get_mut(len) else {
                return self.climb_far(slot);
            };
            *place = life.row;
            len += 1;
            if rows.is_marked(life.row) {
                pending = len;
            }
            at = life.parent;
        }
        let Some((&top, path)) = path[..pending].split_last() else {
            return rows.effective[slots.get(slot).row as usize];
        };
        let mut effective = V::inherit(&rows.ready[top as usize], self.above(top));
        for (index, &row) in path.iter().enumerate().rev() {
            match V::inherit_quickly(&rows.ready[row as usize], &effective) {
                Some(below) => effective = below,
                None => return self.come_down(&path[..=index], effective),
            }
        }
        effective
    }

    /// The same for a path that is longer than usual.
    #[cold]
    #[inline(never)]
    fn climb_far(&self, slot: u32) -> V::Effective {
        let Self { slots, rows, .. } = self;
        let most = self.rows_above(slot);
        let (mut path, mut pending) = (Vec::new(), 0);
        let mut at = slot;
        while at != NONE && path.len() < most {
            let life = slots.get(at);
            path.push(life.row);
            if rows.is_marked(life.row) {
                pending = path.len();
            }
            at = life.parent;
        }
        match path[..pending].split_last() {
            Some((&top, path)) => {
                let top = V::inherit(&rows.ready[top as usize], self.above(top));
                self.come_down(path, top)
            }
            None => rows.effective[slots.get(slot).row as usize],
        }
    }

    /// By itself, so that what is quickly computed stays in registers.
    #[cold]
    #[inline(never)]
    fn come_down(&self, path: &[u32], above: V::Effective) -> V::Effective {
        path.iter().rev().fold(above, |above, &row| {
            V::inherit(&self.rows.ready[row as usize], Some(&above))
        })
    }

    /// Past this many rows, from `slot` upwards, there are no marks.
    #[inline(always)]
    fn rows_above(&self, slot: u32) -> usize {
        match self.rows.marks.shallowest {
            0 => usize::MAX, // or somebody is astray, and generations say nothing
            shallowest => (self.slots.get(slot).generation - shallowest) as usize + 1,
        }
    }

    /// The effective value above `row`, as it is stored; a root has none.
    #[inline(always)]
    fn above(&self, row: u32) -> Option<&V::Effective> {
        let parent = self.rows.parent[row as usize];
        self.rows.effective.get(parent as usize)
    }
}
