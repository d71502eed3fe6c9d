//! Computing all rows of a generation in order: the hot loops.
//!
//! A scan reads the columns as streams and looks up parents in the generation before. It
//! computes and compares, a stride of rows at a time; then it lists what changed. Rows
//! whose rule takes longer are put off until the rest of their stride is done.

use alloc::vec::Vec;
use core::cell::Cell;
use core::ops::Range;

use crate::id::{NOBODY, NodeId};
use crate::inherit::Inherit;
use crate::rows::{FRESH, Rows};

/// A way to compute all rows of a generation and to append what changed.
pub(crate) type Scan<V> =
    fn(&mut Rows<<V as Inherit>::Ready, <V as Inherit>::Effective>, u32, &mut Vec<NodeId>);

/// Computes every row of a generation, on this thread.
pub(crate) fn scan<V: Inherit>(
    rows: &mut Rows<V::Ready, V::Effective>,
    generation: u32,
    changes: &mut Vec<NodeId>,
) {
    scan_chunks::<V>(rows, generation, 0..usize::MAX, changes);
}

/// Computes some chunks of a generation, as far as it has them.
pub(crate) fn scan_chunks<V: Inherit>(
    rows: &mut Rows<V::Ready, V::Effective>,
    generation: u32,
    chunks: Range<usize>,
    changes: &mut Vec<NodeId>,
) {
    let books = &rows.generations[generation as usize];
    let (has_fresh, has_holes) = (books.fresh > 0, books.live < books.used);
    let effective = Cell::from_mut(rows.effective.as_mut_slice()).as_slice_of_cells();
    for index in chunks {
        let range = books.range(index);
        if range.is_empty() {
            break;
        }
        let span = Span {
            ready: &rows.ready[range.clone()],
            parent: &rows.parent[range.clone()],
            node: &rows.node[range.clone()],
            mark: &rows.mark[range.clone()],
            own: &effective[range.clone()],
        };
        let count = changes.len();
        changes.resize(count + range.len(), NOBODY);
        let new = &mut changes[count..];
        let changed = if generation == 0 {
            span.scan_roots::<V>(new)
        } else {
            let above = |row: u32| effective[row as usize].get();
            span.scan::<V>(has_fresh, has_holes, above, new)
        };
        changes.truncate(count + changed);
    }
}

/// The columns of a stretch of rows.
pub(crate) struct Span<'a, R, E> {
    pub(crate) ready: &'a [R],
    pub(crate) parent: &'a [u32],
    pub(crate) node: &'a [NodeId],
    pub(crate) mark: &'a [u8],
    pub(crate) own: &'a [Cell<E>],
}

/// How many rows are computed before those that changed are listed.
const STRIDE: usize = 128;

/// Stands for a row whose rule is not quickly applied, where others say 0 or 1: changed.
const PUT_OFF: u8 = 2;

impl<R: Copy, E: Copy> Span<'_, R, E> {
    /// Computes all rows, whose parents' values `above` gives; writes the nodes that changed
    /// to the front of `changes` and says how many they are. Holes are computed as well,
    /// from whatever they hold, and never reported.
    pub(crate) fn scan<V: Inherit<Ready = R, Effective = E>>(
        self,
        has_fresh: bool,
        has_holes: bool,
        above: impl Fn(u32) -> E,
        changes: &mut [NodeId],
    ) -> usize {
        let mut count = 0;
        for start in (0..self.ready.len()).step_by(STRIDE) {
            let rows = start..self.ready.len().min(start + STRIDE);
            let mut changed = [0; STRIDE];
            let changed = &mut changed[..rows.len()];
            let (ready, parent) = (&self.ready[rows.clone()], &self.parent[rows.clone()]);
            let own = &self.own[rows.clone()];
            if compute::<V>(ready, parent, own, &above, changed) {
                compute_put_off::<V>(ready, parent, own, &above, changed);
            }
            if has_fresh {
                for (changed, mark) in changed.iter_mut().zip(&self.mark[rows.clone()]) {
                    *changed |= u8::from(mark & FRESH != 0);
                }
            }
            let nodes = &self.node[rows];
            if has_holes {
                for (changed, node) in changed.iter_mut().zip(nodes) {
                    *changed &= u8::from(*node != NOBODY);
                }
            }
            count += list(nodes, changed, &mut changes[count..]);
        }
        count
    }

    /// As [`scan`](Self::scan), for roots.
    fn scan_roots<V: Inherit<Ready = R, Effective = E>>(self, changes: &mut [NodeId]) -> usize {
        let mut count = 0;
        for (row, ready) in self.ready.iter().enumerate() {
            let new = V::inherit(ready, None);
            let changed = !V::same(&self.own[row].replace(new), &new);
            let fresh = self.mark[row] & FRESH != 0;
            changes[count] = self.node[row];
            count += usize::from((changed | fresh) & (self.node[row] != NOBODY));
        }
        count
    }
}

/// The hot loop of all. There is no branch in it that a processor could guess wrong, and no
/// call. Says whether some rows were put off.
#[inline(never)]
fn compute<V: Inherit>(
    ready: &[V::Ready],
    parent: &[u32],
    own: &[Cell<V::Effective>],
    above: &impl Fn(u32) -> V::Effective,
    changed: &mut [u8],
) -> bool {
    let mut put_off = false;
    let rows = ready.iter().zip(parent).zip(own.iter().zip(changed));
    for ((ready, &parent), (own, changed)) in rows {
        match V::inherit_quickly(ready, &above(parent)) {
            Some(new) => *changed = u8::from(!V::same(&own.replace(new), &new)),
            None => {
                *changed = PUT_OFF;
                put_off = true;
            }
        }
    }
    put_off
}

#[cold]
#[inline(never)]
fn compute_put_off<V: Inherit>(
    ready: &[V::Ready],
    parent: &[u32],
    own: &[Cell<V::Effective>],
    above: &impl Fn(u32) -> V::Effective,
    changed: &mut [u8],
) {
    let rows = ready.iter().zip(parent).zip(own.iter().zip(changed));
    for ((ready, &parent), (own, changed)) in rows.filter(|(_, (_, row))| **row == PUT_OFF) {
        let new = V::inherit(ready, Some(&above(parent)));
        *changed = u8::from(!V::same(&own.replace(new), &new));
    }
}

/// Writes the nodes that changed to the front of `changes`, and says how many they are.
fn list(nodes: &[NodeId], changed: &[u8], changes: &mut [NodeId]) -> usize {
    let total = changed.iter().map(|&changed| usize::from(changed)).sum();
    if total == nodes.len() {
        changes[..total].copy_from_slice(nodes);
    } else if total > 0 {
        let mut count = 0;
        for (&node, &changed) in nodes.iter().zip(changed) {
            changes[count] = node;
            count += usize::from(changed);
        }
    }
    total
}
