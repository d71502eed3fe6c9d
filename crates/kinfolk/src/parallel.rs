//! The same update on several threads, with the same bits and the same change list.
//!
//! Rows of one generation are independent, and a run of large generations is computed at one
//! go: threads meet once for all, take chunks of a generation until there are none left, and
//! wait for each other before the next. Whether a generation is scanned at all is decided as
//! ever, by what has changed in the one before.

mod segments;
mod team;

use alloc::vec::Vec;
use core::cell::Cell;
use core::ops::Range;
use core::sync::atomic::{AtomicU64, Ordering};

use crate::ahead::ask_for;
use crate::bits::{GROUP, any_near, bits_of, pieces};
use crate::changes::{ChangeList, Changes, Flock, Start};
use crate::chunks::TOP;
use crate::forest::Forest;
use crate::inherit::Inherit;
use crate::rows::Rows;
use crate::scan::{Parents, Scanned, View, scan};
use crate::update::parents_of_many;
use segments::Segments;
use team::Task;

/// Smaller generations are computed on one thread: to wait for each other costs more.
const FEWEST_ROWS: usize = if cfg!(any(test, fuzzing)) { 4 } else { 2 * TOP };

/// Runs with fewer rows are, too: to meet costs more.
const FEWEST_ROWS_OF_RUN: usize = if cfg!(any(test, fuzzing)) {
    8
} else {
    32 * TOP
};

impl<V> Forest<V>
where
    V: Inherit,
    V::Ready: Sync,
    V::Effective: Send + Sync,
{
    /// As [`update`](Self::update), on the threads of rayon's pool where it pays.
    pub fn update_parallel(&mut self) -> Changes<'_> {
        if rayon::current_num_threads() > 1 {
            self.update_with(scan_in_parallel::<V>)
        } else {
            self.update()
        }
    }
}

/// What threads share while they compute a run of generations.
struct Run<'a, E> {
    /// One for each generation.
    tasks: Vec<Task>,
    segments: Segments<'a, E>,
    /// Which rows changed, by groups.
    found: Vec<AtomicU64>,
}

impl<E> AsRef<[Task]> for Run<'_, E> {
    fn as_ref(&self) -> &[Task] {
        &self.tasks
    }
}

/// Scans a generation, and those below it as long as they are large and much has changed.
fn scan_in_parallel<V>(
    rows: &mut Rows<V::Ready, V::Effective>,
    generation: u32,
    parents: Parents,
    changes: &mut ChangeList,
    start: Start,
) -> Scanned
where
    V: Inherit,
    V::Ready: Sync,
    V::Effective: Send + Sync,
{
    let large = rows.generations[generation as usize..]
        .iter()
        .take_while(|books| books.used as usize >= FEWEST_ROWS);
    let rows_of_run: usize = large.clone().map(|books| books.used as usize).sum();
    if generation == 0 || rows_of_run < FEWEST_ROWS_OF_RUN {
        return scan::<V>(rows, generation, parents, changes, start);
    }
    let (ready, parent, flags) = (&rows.ready, &rows.parent, &rows.flags);
    let generations = &rows.generations[generation as usize..];
    let effective = &mut rows.effective;
    let already = changes.len() - start.len;
    let prepare = || {
        let tasks: Vec<_> = large
            .map(|books| Task::new(books.ranges(), books.used as usize))
            .collect();
        tasks[0].add_changes(already);
        let groups = effective.len().div_ceil(GROUP);
        let chunks = tasks.iter().flat_map(|task| task.chunks.iter().cloned());
        Run {
            segments: Segments::new(effective, chunks.collect()),
            found: (0..groups).map(|_| AtomicU64::new(0)).collect(),
            tasks,
        }
    };
    let compute = |run: &Run<'_, V::Effective>, parents: Parents, chunk: &Range<usize>| -> usize {
        let Run {
            segments, found, ..
        } = run;
        let changed = |group: usize| match found.get(group) {
            Some(found) => flags.changed.word(group) | found.load(Ordering::Relaxed),
            None => 0,
        };
        let Some(own) = segments.take(chunk) else {
            return 0;
        };
        let view = View::new(ready, parent, flags, parents, false);
        let cells = Cell::from_mut(&mut *own).as_slice_of_cells();
        // A hole may hold any row for a parent, even one that is being written.
        let anybody = cells[0].get();
        let mut count = 0;
        for piece in pieces(chunk.clone()) {
            let (reported, _) = view.scan::<V, _>(
                &piece,
                &cells[piece.start - chunk.start..],
                |parents| any_near(parents, changed),
                |parents| segments.together(parents),
                |row| segments.get(row).copied().unwrap_or(anybody),
            );
            if reported != 0 {
                count += reported.count_ones() as usize;
                let found = &found[piece.start / GROUP];
                if piece.len() == GROUP {
                    found.store(reported, Ordering::Relaxed); // nobody else's, and much cheaper
                } else {
                    found.fetch_or(reported, Ordering::Relaxed);
                }
            }
        }
        segments.give(chunk, own);
        count
    };
    let decide = |run: &Run<'_, V::Effective>, index: usize| {
        let changed = run.tasks[index - 1].changes();
        parents_of_many(changed, &generations[index - 1], &generations[index])
    };
    let (run, done) = team::work(prepare, parents, compute, decide);
    let Run { tasks, found, .. } = run;

    let mut last = Scanned { generation, start };
    for (index, task) in tasks[..done].iter().enumerate() {
        if index > 0 {
            last.generation += 1;
            last.start = changes.begin_generation();
        }
        changes.count(last.start.len + task.changes() - changes.len());
        let is_pending = rows.marks.is_pending(last.generation);
        let nexts = task.chunks[1..].iter().chain([&(0..0)]);
        for (chunk, next) in task.chunks.iter().zip(nexts) {
            // Half of all this another thread has had.
            for group in (next.start / GROUP..next.end.div_ceil(GROUP)).step_by(8) {
                found.get(group).into_iter().for_each(ask_for);
                rows.flags.ask_for(group);
            }
            report::<V>(rows, chunk, &found, changes);
            if is_pending {
                rows.clear_marks_of_chunk(chunk);
            }
        }
        if is_pending {
            rows.settle_marks_of(last.generation);
        }
    }
    changes.more_than_rest = true; // threads do not ask
    last
}

/// Puts the rows of a chunk that were found to have changed on the list; they have been counted.
fn report<V: Inherit>(
    rows: &mut Rows<V::Ready, V::Effective>,
    chunk: &Range<usize>,
    found: &[AtomicU64],
    changes: &mut ChangeList,
) {
    // A chunk that is smaller than a group has a part of one, others have groups of their own.
    let others = if chunk.len() < GROUP {
        !bits_of(chunk)
    } else {
        0
    };
    let groups = chunk.start / GROUP..chunk.end.div_ceil(GROUP);
    changes.flocks.reserve(groups.len());
    for group in groups {
        let flock = Flock {
            group: group as u32,
            rows: found[group].load(Ordering::Relaxed) & !others,
        };
        changes.push_counted(flock, &mut rows.flags.changed);
    }
}
