//! Computing the rows of a generation in order: the hot loops.
//!
//! A scan reads the columns as streams and looks up parents in the generation before. It
//! goes group by group: where nothing is marked and no parent changed, nothing is done;
//! else all rows of the group are computed and compared, since that is cheaper than asking
//! each. Rows whose rule takes longer are put off until the rest of their group is done.

use core::array;
use core::cell::Cell;
use core::ops::Range;

use crate::bits::{Bits, GROUP, Ones, bits_of, pieces};
use crate::changes::{ChangeList, Flock};
use crate::chunks::TOP;
use crate::inherit::Inherit;
use crate::rows::{Flags, Rows};

/// A way to compute all rows of a generation and to note what changed.
pub(crate) type Scan<V> =
    fn(&mut Rows<<V as Inherit>::Ready, <V as Inherit>::Effective>, u32, Parents, &mut ChangeList);

/// What an update has done in the generation before.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Parents {
    /// Every row changed.
    AllChanged,
    /// Some rows changed: each parent must be asked.
    SomeChanged,
    /// Few rows changed, if any, and their children have been visited.
    Followed,
}

/// Computes every row of a generation, on this thread.
pub(crate) fn scan<V: Inherit>(
    rows: &mut Rows<V::Ready, V::Effective>,
    generation: u32,
    parents: Parents,
    changes: &mut ChangeList,
) {
    scan_chunks::<V>(rows, generation, 0..usize::MAX, parents, changes);
}

/// Computes some chunks of a generation, as far as it has them.
pub(crate) fn scan_chunks<V: Inherit>(
    rows: &mut Rows<V::Ready, V::Effective>,
    generation: u32,
    chunks: Range<usize>,
    parents: Parents,
    changes: &mut ChangeList,
) {
    for index in chunks {
        let chunk = rows.generations[generation as usize].range(index);
        if chunk.is_empty() {
            break;
        }
        scan_rows::<V>(rows, generation, chunk, parents, changes);
    }
}

/// Computes rows of one chunk of a generation.
#[inline]
pub(crate) fn scan_rows<V: Inherit>(
    rows: &mut Rows<V::Ready, V::Effective>,
    generation: u32,
    range: Range<usize>,
    parents: Parents,
    changes: &mut ChangeList,
) {
    let view = View::new(&rows.ready, &rows.parent, &rows.flags, parents);
    let effective = Cell::from_mut(rows.effective.as_mut_slice()).as_slice_of_cells();
    let own = &effective[range.clone()];
    let mut found = [0; GROUPS];
    if generation == 0 {
        view.scan_roots::<V>(range.clone(), own, &mut found);
    } else {
        let above = |row: u32| effective[row as usize].get();
        view.scan::<V, _>(range.clone(), own, above, |_, _| Some(above), &mut found);
    }
    note(changes, &mut rows.flags.changed, range, &found);
}

/// The groups of the largest chunk.
pub(crate) const GROUPS: usize = TOP.div_ceil(GROUP);

/// What changed in each group of a chunk.
pub(crate) type Found = [u64; GROUPS];

/// Notes what was found to have changed in `range`, rows of one chunk.
#[inline]
pub(crate) fn note(
    changes: &mut ChangeList,
    changed: &mut Bits,
    range: Range<usize>,
    found: &Found,
) {
    for (group, &rows) in (range.start / GROUP..range.end.div_ceil(GROUP)).zip(found) {
        let group = group as u32;
        changes.push_flock(Flock { group, rows }, changed);
    }
}

/// The columns that a scan only reads.
#[derive(Clone, Copy)]
pub(crate) struct View<'a, R> {
    ready: &'a [R],
    parent: &'a [u32],
    flags: &'a Flags,
    parents: Parents,
}

impl<'a, R: Copy> View<'a, R> {
    pub(crate) fn new(
        ready: &'a [R],
        parent: &'a [u32],
        flags: &'a Flags,
        parents: Parents,
    ) -> Self {
        Self {
            ready,
            parent,
            flags,
            parents,
        }
    }

    /// Computes the rows of a chunk into `own`, with their parents' values from `above`, and
    /// says what changed. Holes are computed as well, from whatever they hold, and never
    /// reported. For a list of parents that lie so far apart, `quickly` may know a quicker way
    /// to their values.
    pub(crate) fn scan<V: Inherit<Ready = R>, Q: Fn(u32) -> V::Effective>(
        &self,
        chunk: Range<usize>,
        own: &[Cell<V::Effective>],
        above: impl Fn(u32) -> V::Effective,
        quickly: impl Fn(&[u32], u32) -> Option<Q>,
        found: &mut Found,
    ) {
        for (piece, found) in pieces(chunk.clone()).zip(found) {
            let parent = &self.parent[piece.clone()];
            let marked = self.flags.marked.word(piece.start / GROUP) & bits_of(&piece) != 0;
            let new_above = match self.parents {
                Parents::AllChanged => true,
                Parents::SomeChanged => marked || self.flags.changed.any_near(parent),
                Parents::Followed => false,
            };
            if marked || new_above {
                let ready = &self.ready[piece.clone()];
                let own = &own[piece.start - chunk.start..piece.end - chunk.start];
                let apart = apart(parent);
                let (mut changed, put_off) = if apart >= FAR_APART {
                    compute_gathered::<V>(ready, parent, own, &above)
                } else if let Some(above) = quickly(parent, apart) {
                    compute::<V>(ready, parent, own, |_, row| above(row))
                } else {
                    compute::<V>(ready, parent, own, |_, row| above(row))
                };
                if put_off != 0 {
                    changed |= compute_put_off::<V>(ready, parent, own, &above, put_off);
                }
                *found = self.reported(&piece, changed);
            }
        }
    }

    /// As [`scan`](Self::scan), for roots.
    fn scan_roots<V: Inherit<Ready = R>>(
        &self,
        chunk: Range<usize>,
        own: &[Cell<V::Effective>],
        found: &mut Found,
    ) {
        for (piece, found) in pieces(chunk.clone()).zip(found) {
            if self.flags.marked.word(piece.start / GROUP) & bits_of(&piece) != 0 {
                let own = &own[piece.start - chunk.start..];
                let mut changed = 0;
                let rows = self.ready[piece.clone()].iter().zip(own);
                for (row, (ready, own)) in rows.enumerate() {
                    let new = V::inherit(ready, None);
                    changed |= u64::from(!V::same(&own.replace(new), &new)) << row;
                }
                *found = self.reported(&piece, changed);
            }
        }
    }

    /// The bits of the rows to report, of a piece in which these changed.
    #[inline]
    fn reported(&self, piece: &Range<usize>, changed: u64) -> u64 {
        let group = piece.start / GROUP;
        let fresh = self.flags.fresh.word(group) & bits_of(piece);
        ((changed << (piece.start % GROUP)) | fresh) & self.flags.live.word(group)
    }
}

/// Parents are far apart if their rows differ in this bit or a higher one.
const FAR_APART: u32 = if cfg!(test) { 4 } else { 4_096 };

/// The bits in which rows differ.
#[inline]
pub(crate) fn apart(rows: &[u32]) -> u32 {
    let first = rows.first().copied().unwrap_or(0);
    rows.iter().fold(0, |apart, row| apart | (row ^ first))
}

/// Where a forest is worn, parents lie all over the generation before: they are gathered
/// first, so that the processor waits for all of them at once.
#[inline(never)]
fn compute_gathered<V: Inherit>(
    ready: &[V::Ready],
    parent: &[u32],
    own: &[Cell<V::Effective>],
    above: &impl Fn(u32) -> V::Effective,
) -> (u64, u64) {
    let last = parent.len() - 1;
    let gathered: [V::Effective; GROUP] = array::from_fn(|row| above(parent[row.min(last)]));
    compute::<V>(ready, parent, own, |row, _| gathered[row])
}

/// The hot loop of all. There is no branch in it that a processor could guess wrong, and no
/// call. Says which rows changed, and which were put off.
#[inline(never)]
fn compute<V: Inherit>(
    ready: &[V::Ready],
    parent: &[u32],
    own: &[Cell<V::Effective>],
    above: impl Fn(usize, u32) -> V::Effective,
) -> (u64, u64) {
    V::inherit_rows(ready, parent, own, above)
}

#[cold]
#[inline(never)]
fn compute_put_off<V: Inherit>(
    ready: &[V::Ready],
    parent: &[u32],
    own: &[Cell<V::Effective>],
    above: &impl Fn(u32) -> V::Effective,
    put_off: u64,
) -> u64 {
    Ones(put_off).fold(0, |changed, row| {
        let new = V::inherit(&ready[row], Some(&above(parent[row])));
        changed | (u64::from(!V::same(&own[row].replace(new), &new)) << row)
    })
}
