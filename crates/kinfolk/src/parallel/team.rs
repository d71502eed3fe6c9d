//! Threads that work on one task after the other, together.
//!
//! They meet once. The thread that calls leads: it opens a task, works on it from the back,
//! waits until it is done and decides about the next; the others help from the front. So each
//! has the same part of the forest in every update, and in its caches; and the leader, who has
//! mostly just written values from front to back, has what it wrote last.

use alloc::vec::Vec;
use core::hint::spin_loop;
use core::ops::Range;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::OnceLock;
use std::thread::yield_now;

use crate::chunks::TOP;
use crate::scan::Parents;

/// One generation of a run.
pub(super) struct Task {
    pub(super) chunks: Vec<Range<usize>>,
    /// Set when the task is open.
    parents: OnceLock<Parents>,
    /// How many jobs somebody has asked for.
    taken: AtomicUsize,
    /// How many of them from the front.
    from_front: AtomicUsize,
    /// How many jobs are done.
    done: AtomicUsize,
    /// How many rows have changed.
    changed: AtomicUsize,
}

/// About so many jobs are made of a generation, if it is large: fewer would leave somebody waiting in the end.
const JOBS: usize = if cfg!(any(test, fuzzing)) { 4 } else { 64 };

/// The chunks that are smaller than a block, of which there is one of each size, are one job.
const SMALL: usize = TOP.ilog2() as usize;

impl Task {
    pub(super) fn new(chunks: impl Iterator<Item = Range<usize>>, rows: usize) -> Self {
        Self {
            chunks: in_jobs(chunks, rows / JOBS),
            parents: OnceLock::new(),
            taken: AtomicUsize::new(0),
            from_front: AtomicUsize::new(0),
            done: AtomicUsize::new(0),
            changed: AtomicUsize::new(0),
        }
    }

    pub(super) fn add_changes(&self, count: usize) {
        self.changed.fetch_add(count, Ordering::Relaxed);
    }

    pub(super) fn changes(&self) -> usize {
        self.changed.load(Ordering::Relaxed)
    }

    fn jobs(&self) -> usize {
        1 + self.chunks.len().saturating_sub(SMALL)
    }

    fn job(&self, job: usize) -> &[Range<usize>] {
        match job {
            0 => &self.chunks[..SMALL.min(self.chunks.len())],
            job => &self.chunks[SMALL + job - 1..][..1],
        }
    }

    /// Does jobs as long as there are any. `place` says which one is next, of those that are
    /// left at one end; `compute` says how many rows have changed.
    fn work(
        &self,
        mut place: impl FnMut(&Self) -> usize,
        compute: impl Fn(Parents, &Range<usize>) -> usize,
    ) {
        let Some(&parents) = self.parents.get() else {
            return;
        };
        let mut changed = 0;
        // Nobody waits for a job in which somebody's rule has panicked.
        let mut done = Done {
            task: self,
            jobs: 0,
        };
        while self.taken.fetch_add(1, Ordering::Relaxed) < self.jobs() {
            done.jobs += 1;
            let job = self.job(place(self));
            changed += job
                .iter()
                .map(|chunk| compute(parents, chunk))
                .sum::<usize>();
        }
        self.add_changes(changed);
    }

    fn is_done(&self) -> bool {
        self.done.load(Ordering::Acquire) == self.jobs()
    }
}

/// Chunks, the large ones that lie side by side together as long as they are not of more rows than this.
fn in_jobs(chunks: impl Iterator<Item = Range<usize>>, most: usize) -> Vec<Range<usize>> {
    let mut jobs: Vec<Range<usize>> = Vec::new();
    for chunk in chunks {
        let is_large = jobs.len() > SMALL;
        match jobs.last_mut() {
            Some(last) if is_large && last.end == chunk.start && chunk.end - last.start <= most => {
                last.end = chunk.end;
            }
            _ => jobs.push(chunk),
        }
    }
    jobs
}

/// Jobs that count as done when this is dropped, even by a panic.
struct Done<'a> {
    task: &'a Task,
    jobs: usize,
}

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.task.done.fetch_add(self.jobs, Ordering::Release);
    }
}

/// How many tasks have been opened. There are no more when this is dropped, even by a panic.
struct Open<'a>(&'a AtomicUsize);

const CLOSED: usize = usize::MAX;

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.0.store(CLOSED, Ordering::Release);
    }
}

/// Works on the tasks of the run that is prepared while the others wake up: the first one with these parents
/// and the others as long as `decide` says how. Gives the run back, and how many tasks were done.
pub(super) fn work<R: AsRef<[Task]> + Send + Sync>(
    prepare: impl FnOnce() -> R,
    parents: Parents,
    compute: impl Fn(&R, Parents, &Range<usize>) -> usize + Sync,
    decide: impl Fn(&R, usize) -> Option<Parents>,
) -> (R, usize) {
    let open = AtomicUsize::new(0);
    let prepared = OnceLock::new();
    let work_on = |run: &R, task: usize, place: &mut dyn FnMut(&Task) -> usize| {
        run.as_ref()[task].work(place, |parents, chunk| compute(run, parents, chunk));
    };
    let help = || {
        let mut seen = 0;
        loop {
            wait_until(|| open.load(Ordering::Acquire) != seen);
            seen = open.load(Ordering::Acquire);
            if seen == CLOSED {
                break;
            }
            let from_front = |task: &Task| task.from_front.fetch_add(1, Ordering::Relaxed);
            if let Some(run) = prepared.get() {
                work_on(run, seen - 1, &mut { from_front });
            }
        }
    };
    let mut done = 0;
    // To wake up takes longer than to prepare: this thread goes to work at once, and the others help as soon
    // as they can.
    rayon::in_place_scope(|scope| {
        for _ in 1..rayon::current_num_threads() {
            scope.spawn(|_| help());
        }
        let open = Open(&open);
        let run = prepared.get_or_init(prepare);
        let tasks = run.as_ref();
        let mut parents = Some(parents);
        while let (Some(task), Some(how)) = (tasks.get(done), parents) {
            let _ = task.parents.set(how);
            done += 1;
            open.0.store(done, Ordering::Release);
            let mut from_back = (0..task.jobs()).rev();
            work_on(run, done - 1, &mut |_| from_back.next().unwrap_or(0));
            wait_until(|| task.is_done());
            parents = (done < tasks.len()).then(|| decide(run, done)).flatten();
        }
    });
    let run = prepared.into_inner();
    (run.expect("it has been prepared"), done)
}

/// Waits without going to sleep, since it is never for long; but lets others run, should there
/// be more threads than processors.
fn wait_until(is_so: impl Fn() -> bool) {
    let mut rounds = 0;
    while !is_so() {
        if rounds < 1_000 {
            rounds += 1;
            spin_loop();
        } else {
            yield_now();
        }
    }
}
