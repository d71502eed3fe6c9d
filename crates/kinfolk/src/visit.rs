//! Computing single rows, here and there in a generation.
//!
//! Rows that lie far apart are waited for, each at several places of memory. So they are
//! gathered first, a batch at a time, and computed afterwards: the processor then waits
//! for all of a batch at once.

use core::array;

use crate::changes::ChangeList;
use crate::inherit::Inherit;
use crate::rows::Rows;

/// How many rows are gathered.
const BATCH: usize = if cfg!(test) { 2 } else { 16 };

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
                let new = V::inherit(&rows.ready[row as usize], None);
                settle::<V>(rows, row, new, changes);
            }
        } else if let &[row] = batch {
            // Alone: there is nothing to wait for together.
            let above = rows.effective[rows.parent[row as usize] as usize];
            let ready = rows.ready[row as usize];
            compute_row::<V>(rows, row, &ready, &above, changes);
        } else if !batch.is_empty() {
            let row = |index: usize| batch[index.min(batch.len() - 1)] as usize;
            let parents: [u32; BATCH] = array::from_fn(|index| rows.parent[row(index)]);
            let ready: [_; BATCH] = array::from_fn(|index| rows.ready[row(index)]);
            let above: [_; BATCH] = array::from_fn(|index| rows.effective[parents[index] as usize]);
            for ((&row, ready), above) in batch.iter().zip(&ready).zip(&above) {
                compute_row::<V>(rows, row, ready, above, changes);
            }
        }
        self.len = 0;
    }
}

#[inline(always)]
fn compute_row<V: Inherit>(
    rows: &mut Rows<V::Ready, V::Effective>,
    row: u32,
    ready: &V::Ready,
    above: &V::Effective,
    changes: &mut ChangeList,
) {
    match V::inherit_quickly(ready, above) {
        Some(new) => settle::<V>(rows, row, new, changes),
        None => compute_with_care::<V>(rows, row, ready, above, changes),
    }
}

/// By itself, so that what is quickly computed stays in registers.
#[cold]
#[inline(never)]
fn compute_with_care<V: Inherit>(
    rows: &mut Rows<V::Ready, V::Effective>,
    row: u32,
    ready: &V::Ready,
    above: &V::Effective,
    changes: &mut ChangeList,
) {
    let new = V::inherit(ready, Some(above));
    settle::<V>(rows, row, new, changes);
}

/// Gives a row its value, and notes it if that is another one.
#[inline(always)]
fn settle<V: Inherit>(
    rows: &mut Rows<V::Ready, V::Effective>,
    row: u32,
    effective: V::Effective,
    changes: &mut ChangeList,
) {
    let fresh = rows.any_fresh && rows.fresh.take(row);
    let old = core::mem::replace(&mut rows.effective[row as usize], effective);
    if fresh | !V::same(&old, &effective) {
        changes.push_row(row, &mut rows.changed);
    }
}
