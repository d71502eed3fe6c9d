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
    #[inline(never)]
    fn climb(&self, slot: u32) -> V::Effective {
        let rows = &self.rows;
        let row = self.slots.get(slot).row;
        let mut path = Path::default();
        let path = match path.climb(self, slot) {
            Some(path) => path,
            None => return self.climb_far(row),
        };
        let Some((&top, path)) = path.split_last() else {
            return rows.effective[row as usize];
        };
        let above = rows.effective.get(rows.parent[top as usize] as usize); // a root has none
        let mut effective = V::inherit(&rows.ready[top as usize], above);
        for (index, &row) in path.iter().enumerate().rev() {
            match V::inherit_quickly(&rows.ready[row as usize], &effective) {
                Some(below) => effective = below,
                None => return self.come_down_with_care(&path[..=index], effective),
            }
        }
        effective
    }

    /// By itself, so that what is quickly computed stays in registers.
    #[cold]
    #[inline(never)]
    fn come_down_with_care(&self, path: &[u32], above: V::Effective) -> V::Effective {
        path.iter().rev().fold(above, |above, &row| {
            V::inherit(&self.rows.ready[row as usize], Some(&above))
        })
    }

    /// The same for a path that is longer than usual.
    #[cold]
    #[inline(never)]
    fn climb_far(&self, row: u32) -> V::Effective {
        let rows = &self.rows;
        let mut path = Vec::new();
        let mut pending = 0;
        let mut at = row;
        while at != NONE {
            path.push(at);
            if rows.is_marked(at) {
                pending = path.len();
            }
            at = rows.parent[at as usize];
        }
        let above = path
            .get(pending)
            .map(|&above| rows.effective[above as usize]);
        let down = path[..pending].iter().rev();
        let effective = down.fold(above, |above, &row| {
            Some(V::inherit(&rows.ready[row as usize], above.as_ref()))
        });
        effective.expect("a path has an end")
    }
}

/// Rows from a node upwards, for usual depths.
pub(crate) struct Path {
    rows: [u32; 32],
}

impl Default for Path {
    #[inline(always)]
    fn default() -> Self {
        Self { rows: [0; 32] }
    }
}

impl Path {
    /// Climbs from `slot` to the first generation with marks. Gives the rows that must be
    /// computed, the topmost last; nothing if the way is too long.
    ///
    /// It goes by slots, since a family that was planted together has them side by side, while
    /// its rows are generations apart.
    #[inline(always)]
    pub(crate) fn climb<V: Inherit>(&mut self, forest: &Forest<V>, slot: u32) -> Option<&[u32]> {
        let Forest { slots, rows, .. } = forest;
        // Past this many rows there are no marks; a generation of somebody astray says nothing.
        let most = match rows.marks.shallowest {
            0 => u32::MAX,
            shallowest => slots.get(slot).generation - shallowest + 1,
        };
        let (mut len, mut pending) = (0, 0);
        let mut at = slot;
        for place in self.rows.iter_mut().take(most as usize) {
            let life = slots.get(at);
            *place = life.row;
            len += 1;
            if rows.is_marked(life.row) {
                pending = len;
            }
            at = life.parent;
            if at == NONE {
                return Some(&self.rows[..pending]);
            }
        }
        (len == most as usize).then_some(&self.rows[..pending])
    }
}
