//! Computing the rows of a generation in order: the hot loops.
//!
//! A scan reads the columns as streams and looks up parents in the generation before. It
//! goes group by group: where nothing is marked and no parent changed, nothing is done;
//! else all rows of the group are computed and compared, since that is cheaper than asking
//! each. Rows whose rule takes longer are put off until the others of their group are done.
//! Where only [the rest](Inherit::inherit_rest) can change, only that is computed; and where
//! rows are known to pass it on as it is, their own values are not even looked at.

use core::array;
use core::cell::Cell;
use core::ops::Range;

use crate::bits::{GROUP, Ones, bits_of, pieces};
use crate::changes::{ChangeList, Flock, Start};
use crate::inherit::Inherit;
use crate::rows::{Flags, Rows};

/// What an update has done in the generation before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parents {
    /// Every row changed.
    AllChanged,
    /// Some rows changed: each parent must be asked.
    SomeChanged,
    /// Few rows changed, if any, and their children have been visited.
    Followed,
}

/// A way to compute all rows of a generation, whose changes begin at that start, and maybe
/// those of some below it.
pub(crate) type Scan<V> = fn(
    &mut Rows<<V as Inherit>::Ready, <V as Inherit>::Effective>,
    u32,
    Parents,
    &mut ChangeList,
    Start,
) -> Scanned;

/// The last generation that was scanned, and where its changes begin.
pub(crate) struct Scanned {
    pub(crate) generation: u32,
    pub(crate) start: Start,
}

/// Computes every row of a generation, on this thread.
pub(crate) fn scan<V: Inherit>(
    rows: &mut Rows<V::Ready, V::Effective>,
    generation: u32,
    parents: Parents,
    changes: &mut ChangeList,
    start: Start,
) -> Scanned {
    let mut index = 0;
    while let chunk = rows.generations[generation as usize].range(index)
        && !chunk.is_empty()
    {
        scan_rows::<V>(rows, generation, chunk, parents, changes);
        index += 1;
    }
    rows.clear_marks_of(generation);
    Scanned { generation, start }
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
    for piece in pieces(range) {
        let only_rest = !changes.more_than_rest_above;
        let view = View::new(&rows.ready, &rows.parent, &rows.flags, parents, only_rest);
        let effective = Cell::from_mut(rows.effective.as_mut_slice()).as_slice_of_cells();
        let own = &effective[piece.start..];
        let (changed, only_rest) = if generation == 0 {
            (view.scan_roots::<V>(&piece, &own[..piece.len()]), false)
        } else {
            let changed = &rows.flags.changed;
            let above = |row: u32| effective[row as usize].get();
            view.scan::<V, _>(&piece, own, |rows| changed.any_near(rows), |_| None, above)
        };
        let group = (piece.start / GROUP) as u32;
        let flock = Flock {
            group,
            rows: changed,
        };
        changes.push_flock(flock, &mut rows.flags.changed);
        changes.more_than_rest |= changed != 0 && !only_rest;
        if changed != 0 && only_rest {
            learn_who_is_plain::<V>(rows, &piece);
        }
    }
}

/// Notes which rows of a piece pass the rest on, for the next time that only that changes.
#[inline]
fn learn_who_is_plain<V: Inherit>(rows: &mut Rows<V::Ready, V::Effective>, piece: &Range<usize>) {
    let known = rows.flags.plain.word_mut(piece.start / GROUP);
    if *known & bits_of(piece) == bits_of(piece) {
        return;
    }
    let ready = &rows.ready[piece.clone()];
    let plain = ready.iter().enumerate().fold(0, |plain, (row, ready)| {
        plain | (u64::from(V::passes_rest(ready)) << row)
    });
    *known |= plain << (piece.start % GROUP);
}

/// The columns that a scan only reads.
#[derive(Clone, Copy)]
pub(crate) struct View<'a, R> {
    ready: &'a [R],
    parent: &'a [u32],
    flags: &'a Flags,
    parents: Parents,
    /// Parents that changed did so in [the rest](Inherit::inherit_rest) alone.
    only_rest: bool,
}

impl<'a, R: Copy> View<'a, R> {
    #[inline]
    pub(crate) fn new(
        ready: &'a [R],
        parent: &'a [u32],
        flags: &'a Flags,
        parents: Parents,
        only_rest: bool,
    ) -> Self {
        Self {
            ready,
            parent,
            flags,
            parents,
            only_rest,
        }
    }

    /// Computes the rows of a piece into `own`, which may go on behind them; says which to report, and whether they changed
    /// in the rest alone. Holes are computed as well, from whatever they hold, and never reported.
    ///
    /// `changed` says whether one of these parents, or one near them, has changed; `together`
    /// gives the values of parents that lie side by side, from a row on; `above` that of any.
    #[inline]
    pub(crate) fn scan<'e, V: Inherit<Ready = R>, A: Fn(u32) -> V::Effective>(
        &self,
        piece: &Range<usize>,
        own: &[Cell<V::Effective>],
        changed: impl Fn(&[u32]) -> bool,
        together: impl Fn(&[u32]) -> Option<(&'e [V::Effective], u32)>,
        above: A,
    ) -> (u64, bool)
    where
        V::Effective: 'e,
    {
        let parent = &self.parent[piece.clone()];
        let marked = self.flags.marked.word(piece.start / GROUP) & bits_of(piece) != 0;
        let wanted = marked
            || match self.parents {
                Parents::AllChanged => true,
                Parents::SomeChanged => changed(parent),
                Parents::Followed => false,
            };
        if !wanted {
            return (0, true);
        }
        let ready = &self.ready[piece.start..];
        let only_rest = self.only_rest && !marked;
        let (mut changed, put_off) = if are_far_apart(parent) {
            compute_gathered::<V>(ready, parent, own, &above)
        } else if only_rest && self.is_plain(piece) {
            (pass_rest::<V>(parent, own, &above), 0)
        } else if only_rest {
            compute_rest::<V>(ready, parent, own, |_, row| above(row))
        } else if let Some((values, first)) = together(parent) {
            compute::<V>(ready, parent, own, |_, row| values[(row - first) as usize])
        } else {
            compute::<V>(ready, parent, own, |_, row| above(row))
        };
        if put_off != 0 {
            changed |= compute_put_off::<V>(ready, parent, own, &above, put_off);
        }
        (self.reported(piece, changed), only_rest && put_off == 0)
    }

    /// Whether all rows of a piece are known to pass the rest on.
    #[inline]
    fn is_plain(&self, piece: &Range<usize>) -> bool {
        let bits = bits_of(piece);
        self.flags.plain.word(piece.start / GROUP) & bits == bits
    }

    /// As [`scan`](Self::scan), for roots.
    fn scan_roots<V: Inherit<Ready = R>>(
        &self,
        piece: &Range<usize>,
        own: &[Cell<V::Effective>],
    ) -> u64 {
        if self.flags.marked.word(piece.start / GROUP) & bits_of(piece) == 0 {
            return 0;
        }
        let mut changed = 0;
        let rows = self.ready[piece.clone()].iter().zip(own);
        for (row, (ready, own)) in rows.enumerate() {
            let new = V::inherit(ready, None);
            changed |= u64::from(!V::same(&own.replace(new), &new)) << row;
        }
        self.reported(piece, changed)
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
const FAR_APART: u32 = if cfg!(any(test, fuzzing)) { 4 } else { 4_096 };

/// Whether parents lie all over the place, as a few of them tell.
#[inline]
fn are_far_apart(parents: &[u32]) -> bool {
    let last = parents.len() - 1;
    let apart = |index: usize| parents[index] ^ parents[0];
    apart(last) | apart(last / 2) | apart(last / 4) >= FAR_APART
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

/// The same for rows in which only the rest can change.
#[inline(never)]
fn compute_rest<V: Inherit>(
    ready: &[V::Ready],
    parent: &[u32],
    own: &[Cell<V::Effective>],
    above: impl Fn(usize, u32) -> V::Effective,
) -> (u64, u64) {
    V::inherit_rest(ready, parent, own, above)
}

/// And for rows that pass it on.
#[inline(never)]
fn pass_rest<V: Inherit>(
    parent: &[u32],
    own: &[Cell<V::Effective>],
    above: impl Fn(u32) -> V::Effective,
) -> u64 {
    V::pass_rest(parent, own, above)
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
