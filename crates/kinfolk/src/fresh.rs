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
        let links = self.slots.get(slot);
        if links.generation < self.rows.marks.shallowest {
            return self.rows.effective[links.row as usize];
        }
        self.climb(links.row, links.generation)
    }

    /// Climbs from `row`, up to the shallowest generation with marks, and computes back down.
    #[inline(never)]
    fn climb(&self, row: u32, generation: u32) -> V::Effective {
        let rows = &self.rows;
        // Past this many rows there are no marks; a generation of somebody astray says nothing.
        let most = match rows.marks.shallowest {
            0 => u32::MAX,
            shallowest => generation - shallowest + 1,
        };
        let mut path = Path::new();
        let mut pending = 0; // how much of the path must be computed
        let mut at = row;
        while at != NONE && (path.len() as u32) < most {
            path.push(at);
            if rows.is_marked(at) {
                pending = path.len();
            }
            at = rows.parent[at as usize];
        }
        if pending == 0 {
            return rows.effective[row as usize];
        }
        let top = path.get(pending - 1) as usize;
        let above = Some(rows.parent[top]).filter(|&above| above != NONE);
        let above = above.map(|above| &rows.effective[above as usize]);
        let mut effective = V::inherit(&rows.ready[top], above);
        for index in (0..pending - 1).rev() {
            let ready = &rows.ready[path.get(index) as usize];
            match V::inherit_quickly(ready, &effective) {
                Some(below) => effective = below,
                None => return self.come_down_with_care(&path, index, effective),
            }
        }
        effective
    }

    /// By itself, so that what is quickly computed stays in registers.
    #[cold]
    #[inline(never)]
    fn come_down_with_care(&self, path: &Path, index: usize, above: V::Effective) -> V::Effective {
        let ready = |index| &self.rows.ready[path.get(index) as usize];
        let down = (0..=index).rev();
        down.fold(above, |above, index| V::inherit(ready(index), Some(&above)))
    }
}

/// The rows from a node upwards: on the stack for usual depths, else on the heap.
struct Path {
    near: [u32; 32],
    len: usize,
    far: Vec<u32>,
}

impl Path {
    fn new() -> Self {
        Self {
            near: [NONE; 32],
            len: 0,
            far: Vec::new(),
        }
    }

    fn len(&self) -> usize {
        self.len
    }

    fn push(&mut self, row: u32) {
        match self.near.get_mut(self.len) {
            Some(place) => *place = row,
            None => self.far.push(row),
        }
        self.len += 1;
    }

    fn get(&self, index: usize) -> u32 {
        match self.near.get(index) {
            Some(&row) => row,
            None => self.far[index - self.near.len()],
        }
    }
}
