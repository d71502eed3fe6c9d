//! Computing single rows, here and there in a generation.
//!
//! Rows that lie far apart are waited for, each at several places of memory. So they are
//! gathered first, a batch at a time, and all of a batch is asked for before it is computed: the
//! processor then waits for many places at once.

use crate::ahead::ask_for;
use crate::changes::ChangeList;
use crate::inherit::Inherit;
use crate::rows::Rows;

/// How many rows are gathered.
const BATCH: usize = if cfg!(any(test, fuzzing)) { 2 } else { 32 };

/// Rows of one generation, to be computed a batch at a time.
pub(crate) struct Visitor {
    batch: [u32; BATCH],
    len: usize,
    are_roots: bool,
}

impl Visitor {
    pub(crate) fn new(generation: u32) -> Self {
        Self {
            batch: [0; BATCH],
            len: 0,
            are_roots: generation == 0,
        }
    }

    /// Adds a row, whose mark is gone already.
    #[inline]
    pub(crate) fn add<V: Inherit>(
        &mut self,
        row: u32,
        rows: &mut Rows<V::Ready, V::Effective>,
        changes: &mut ChangeList,
    ) {
        self.batch[self.len] = row;
        self.len += 1;
        if self.len == BATCH {
            self.compute::<V>(rows, changes);
        }
    }

    /// Computes what has been gathered last.
    pub(crate) fn finish<V: Inherit>(
        mut self,
        rows: &mut Rows<V::Ready, V::Effective>,
        changes: &mut ChangeList,
    ) {
        self.compute::<V>(rows, changes);
    }

    fn compute<V: Inherit>(
        &mut self,
        rows: &mut Rows<V::Ready, V::Effective>,
        changes: &mut ChangeList,
    ) {
        let batch = &self.batch[..self.len];
        if self.are_roots {
            for &row in batch {
                let row = Row::of(rows, row);
                let new = V::inherit(&row.ready, None);
                row.settle::<V>(rows, new, changes);
            }
        } else if let &[row] = batch {
            // Alone: there is nothing to wait for together.
            let above = rows.effective[rows.parent[row as usize] as usize];
            Row::of(rows, row).compute::<V>(rows, &above, changes);
        } else if !batch.is_empty() {
            for &row in batch {
                ask_for(&rows.parent[row as usize]);
                ask_for(&rows.ready[row as usize]);
                ask_for(&rows.effective[row as usize]);
            }
            for &row in batch {
                ask_for(&rows.effective[rows.parent[row as usize] as usize]);
            }
            for &row in batch {
                let above = rows.effective[rows.parent[row as usize] as usize];
                Row::of(rows, row).compute::<V>(rows, &above, changes);
            }
        }
        self.len = 0;
    }
}

/// What is known about a row before it is computed.
struct Row<R, E> {
    row: u32,
    ready: R,
    /// Its effective value so far.
    old: E,
}

impl<R: Copy, E: Copy> Row<R, E> {
    #[inline(always)]
    fn of(rows: &Rows<R, E>, row: u32) -> Self {
        Self {
            row,
            ready: rows.ready[row as usize],
            old: rows.effective[row as usize],
        }
    }

    #[inline(always)]
    fn compute<V: Inherit<Ready = R, Effective = E>>(
        &self,
        rows: &mut Rows<R, E>,
        above: &E,
        changes: &mut ChangeList,
    ) {
        match V::inherit_quickly(&self.ready, above) {
            Some(new) => self.settle::<V>(rows, new, changes),
            None => self.compute_with_care::<V>(rows, above, changes),
        }
    }

    /// By itself, so that what is quickly computed stays in registers.
    #[cold]
    #[inline(never)]
    fn compute_with_care<V: Inherit<Ready = R, Effective = E>>(
        &self,
        rows: &mut Rows<R, E>,
        above: &E,
        changes: &mut ChangeList,
    ) {
        let new = V::inherit(&self.ready, Some(above));
        self.settle::<V>(rows, new, changes);
    }

    /// Gives the row its value, and notes it if that is another one.
    #[inline(always)]
    fn settle<V: Inherit<Ready = R, Effective = E>>(
        &self,
        rows: &mut Rows<R, E>,
        new: E,
        changes: &mut ChangeList,
    ) {
        let row = self.row;
        let fresh = rows.any_fresh && rows.flags.fresh.take(row);
        if fresh | !V::same(&self.old, &new) {
            rows.effective[row as usize] = new;
            changes.more_than_rest |= !V::changed_in_rest(&self.old, &new);
            changes.push_row(row, &mut rows.flags.changed);
        }
    }
}
