//! The same update on several threads, with the same bits and the same change list.
//!
//! Rows of one generation are independent. A generation of many whole blocks is shared
//! out block by block; while it is computed, every other block of the columns can only be
//! read, and that is where its parents are. The rest is done as ever.

use alloc::vec;
use alloc::vec::Vec;
use core::cell::Cell;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::changes::{ChangeList, Changes};
use crate::chunks::TOP;
use crate::forest::Forest;
use crate::inherit::Inherit;
use crate::rows::Rows;
use crate::scan::{Found, GROUPS, Parents, View, note, scan, scan_chunks};

/// Generations with fewer whole blocks are computed on one thread: sharing costs more.
const FEWEST_BLOCKS: usize = if cfg!(test) { 1 } else { 16 };

impl<V> Forest<V>
where
    V: Inherit,
    V::Ready: Sync,
    V::Effective: Send + Sync,
{
    /// As [`update`](Self::update), on the threads of rayon's pool where it pays.
    pub fn update_parallel(&mut self) -> Changes<'_> {
        self.update_with(scan_in_parallel::<V>)
    }
}

fn scan_in_parallel<V>(
    rows: &mut Rows<V::Ready, V::Effective>,
    generation: u32,
    parents: Parents,
    changes: &mut ChangeList,
) where
    V: Inherit,
    V::Ready: Sync,
    V::Effective: Send + Sync,
{
    let books = &rows.generations[generation as usize];
    if generation == 0 || (books.used as usize) < (FEWEST_BLOCKS + 1) * TOP {
        return scan::<V>(rows, generation, parents, changes);
    }

    // The chunks that are smaller than a block, of which there is one of each size, come
    // first: other generations may have rows in the same blocks.
    let small = TOP.ilog2() as usize;
    scan_chunks::<V>(rows, generation, 0..small, parents, changes);

    let books = &rows.generations[generation as usize];
    let blocks: Vec<_> = books.ranges().skip(small).collect();
    let mut order = vec![None; rows.effective.len().div_ceil(TOP)];
    for (index, block) in blocks.iter().enumerate() {
        order[block.start / TOP] = Some(index);
    }
    let mut own: Vec<Option<&mut [V::Effective]>> = blocks.iter().map(|_| None).collect();
    let mut others: Vec<&[V::Effective]> = Vec::with_capacity(order.len());
    for (block, order) in rows.effective.chunks_mut(TOP).zip(order) {
        match order {
            Some(index) => {
                own[index] = Some(block);
                others.push(&[]);
            }
            None => others.push(block),
        }
    }

    let view = View::new(&rows.ready, &rows.parent, &rows.flags, parents);
    let mut found: Vec<Found> = vec![[0; GROUPS]; blocks.len()];
    let jobs: Vec<_> = own
        .into_iter()
        .zip(&mut found)
        .map(|job| Mutex::new(Some(job)))
        .collect();
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(index).and_then(take) else {
                break;
            };
            let (Some(own), found) = job else { continue };
            let own = Cell::from_mut(own).as_slice_of_cells();
            // A hole may hold any row for a parent, even one of a block that is being written.
            let anybody = own[0].get();
            let above = |row: u32| {
                let block = others[row as usize / TOP];
                block.get(row as usize % TOP).copied().unwrap_or(anybody)
            };
            // Mostly the parents of a piece are in one block.
            let quickly = |parents: &[u32], apart: u32| {
                let values = others[parents[0] as usize / TOP];
                let together = !values.is_empty() && apart < TOP as u32;
                together.then_some(move |row: u32| values[row as usize % TOP])
            };
            view.scan::<V, _>(blocks[index].clone(), own, above, quickly, found);
        }
    };
    // This thread goes to work at once; the others help as soon as they are awake.
    rayon::in_place_scope(|scope| {
        for _ in 1..rayon::current_num_threads() {
            scope.spawn(|_| work());
        }
        work();
    });

    drop(jobs);
    for (block, found) in blocks.into_iter().zip(&found) {
        note(changes, &mut rows.flags.changed, block, found);
    }
}

/// What is in a box that only one thread opens.
fn take<T>(job: &Mutex<Option<T>>) -> Option<T> {
    job.lock().unwrap_or_else(PoisonError::into_inner).take()
}
