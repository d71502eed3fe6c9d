//! Making all effective values true again, and saying which changed.
//!
//! One pass from the first generation to the last: every row's parent is in the
//! generation before. For each generation the way is chosen by how much there is to do:
//! nothing, *visit* the marked rows after *following* what changed above to its children,
//! or *scan* all rows in order. A scan computes whole groups of rows, since that is
//! cheaper than asking each; a rule is a pure function, so a row with nothing new comes
//! out with the same bits and is neither reported nor followed.
//!
//! The cost is bounded by what changed: a scan of `n` rows happens only if a fixed part
//! of `n` is marked, or has a parent that changed, or as many rows changed just above.

use core::ops::Range;

use crate::bits::{GROUP, Ones, bits_of, pieces};
use crate::changes::{ChangeList, Changes, Flock, Start};
use crate::forest::Forest;
use crate::generation::Generation;
use crate::inherit::Inherit;
use crate::rows::Rows;
use crate::scan::{Parents, Scan, scan, scan_rows};
use crate::slots::NONE;
use crate::visit::Visitor;

/// An update that would follow links to more than one row in this many looks at all rows in
/// order: finding a row through links costs about this many rows read in a stream.
const DENSE: usize = if cfg!(any(test, fuzzing)) { 3 } else { 16 };

/// Only generations of so many rows are worth counting their marks.
const LARGE: u32 = if cfg!(any(test, fuzzing)) { 6 } else { 2_048 };

impl<V: Inherit> Forest<V> {
    /// Brings every effective value up to date, and lists the nodes whose effective value
    /// is not, bit for bit, what it was after the last update.
    ///
    /// Parents come before children. [`changes`](Self::changes) has the same list, without
    /// borrowing the forest for writing. Nodes that were planted since are always in the list.
    /// Costs what changed plus what that affects; nothing if nothing changed.
    ///
    /// ```
    /// use kinfolk::{Forest, Node2};
    ///
    /// let mut forest = Forest::new();
    /// let boss = forest.plant(Node2::default())?;
    /// let arm = forest.plant_at(boss, Node2::at(1.5, 0.5))?;
    /// assert_eq!(forest.update(), [boss, arm]);
    ///
    /// forest.set(arm, Node2::at(1.5, 0.5))?;
    /// assert!(forest.update().is_empty(), "an equal value is no change");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn update(&mut self) -> Changes<'_> {
        self.update_with(scan::<V>)
    }

    /// Whether something was written or moved since the last update.
    #[must_use]
    pub fn needs_update(&self) -> bool {
        self.rows.has_marks()
    }

    /// An update that scans generations with `scan`.
    pub(crate) fn update_with(&mut self, scan: Scan<V>) -> Changes<'_> {
        self.bring_home();
        self.changes.forget(&mut self.rows.flags.changed);
        self.updates += 1;
        if self.rows.has_marks() {
            self.sweep(scan);
            self.rows.forget_marks();
        }
        self.updated_shape = self.shape;
        self.changes()
    }

    /// Visits, in order, the pending generations and those below a change.
    fn sweep(&mut self, scan: Scan<V>) {
        let mut above = Above::NOTHING;
        let mut generation = 0;
        loop {
            if above.count == 0 {
                match self.rows.marks.next(generation) {
                    Some(next) => generation = next,
                    None => return,
                }
            }
            let Some(books) = self.rows.generations.get(generation as usize) else {
                return;
            };
            let mut start = self.changes.begin_generation();
            if books.used == 1 {
                let (last, changed) = self.descend(generation);
                generation = last;
                start = Start {
                    flocks: self.changes.flocks.len() - usize::from(changed),
                    len: self.changes.len() - usize::from(changed),
                };
            } else {
                let mut visitor = Visitor::new(generation);
                let parents = self.follow(generation, &above, &mut visitor);
                if parents == Parents::Followed && !self.is_dense(generation) {
                    self.visit(generation, visitor);
                } else {
                    visitor.finish::<V>(&mut self.rows, &mut self.changes);
                    let last = scan(
                        &mut self.rows,
                        generation,
                        parents,
                        &mut self.changes,
                        start,
                    );
                    (generation, start) = (last.generation, last.start);
                }
            }
            above = Above {
                flocks: start.flocks..self.changes.flocks.len(),
                count: self.changes.len() - start.len,
            };
            generation += 1;
        }
    }

    /// Visits the children, in `generation`, of the rows that changed above, unless they are
    /// so many that all rows must be looked at.
    fn follow(&mut self, generation: u32, above: &Above, visitor: &mut Visitor) -> Parents {
        if above.count == 0 {
            return Parents::Followed;
        }
        let [before, books] = &self.rows.generations[generation as usize - 1..][..2] else {
            return Parents::Followed;
        };
        if let Some(parents) = parents_of_many(above.count, before, books) {
            return parents;
        }
        let enough = books.used as usize / DENSE;
        let all = above.count == before.live as usize;
        // Counted first: to visit some and then scan all would be to do the same twice.
        let mut affected = 0;
        for flock in &self.changes.flocks[above.flocks.clone()] {
            for row in flock.rows() {
                let parent = self.slots.kin(self.rows.slot[row as usize]);
                affected += parent.child_count as usize;
                if affected > enough {
                    return many(all);
                }
            }
        }
        for index in above.flocks.clone() {
            for row in self.changes.flocks[index].rows() {
                let mut child = self.slots.kin(self.rows.slot[row as usize]).first_child;
                while child != NONE {
                    let row = self.slots.get(child).row;
                    self.rows.flags.marked.take(row);
                    visitor.add::<V>(row, &mut self.rows, &mut self.changes);
                    child = self.slots.kin(child).next;
                }
            }
        }
        Parents::Followed
    }

    /// Whether so many rows of a generation are marked that streaming through it is cheaper.
    fn is_dense(&self, generation: u32) -> bool {
        let books = &self.rows.generations[generation as usize];
        if !self.rows.marks.is_crowded(generation) || books.used < LARGE {
            return false; // a visit sees for itself, group by group
        }
        let marks = |piece: Range<usize>| {
            let word = self.rows.flags.marked.word(piece.start / GROUP);
            (word & bits_of(&piece)).count_ones()
        };
        books.ranges().flat_map(pieces).map(marks).sum::<u32>() > books.used / 8
    }

    /// Computes the marked rows of a generation.
    fn visit(&mut self, generation: u32, mut visitor: Visitor) {
        let Self {
            rows,
            changes,
            slots,
            ..
        } = self;
        if rows.marks.is_crowded(generation) {
            let mut index = 0;
            while let chunk = rows.generations[generation as usize].range(index)
                && !chunk.is_empty()
            {
                for piece in pieces(chunk) {
                    let marked = rows.flags.marked.word_mut(piece.start / GROUP);
                    let marks = *marked & bits_of(&piece);
                    if marks == 0 {
                        continue;
                    }
                    if marks.count_ones() as usize > GROUP / 8 {
                        scan_rows::<V>(rows, generation, piece.clone(), Parents::Followed, changes);
                        rows.clear_marks_in(&piece);
                    } else {
                        *marked &= !marks;
                        for row in Ones(marks) {
                            let row = (piece.start / GROUP * GROUP + row) as u32;
                            visitor.add::<V>(row, rows, changes);
                        }
                    }
                }
                index += 1;
            }
        } else {
            // If nodes have moved, a listed row may be another generation's.
            let moved = self.shape != self.updated_shape;
            let listed = rows.generations[generation as usize].take_listed();
            for &row in &listed {
                let generation_of = |row: u32| slots.get(rows.slot[row as usize]).generation;
                if rows.flags.marked.get(row) && (!moved || generation_of(row) == generation) {
                    rows.flags.marked.take(row);
                    visitor.add::<V>(row, rows, changes);
                }
            }
            rows.generations[generation as usize].keep_for_listing(listed);
        }
        visitor.finish::<V>(rows, changes);
        rows.settle_marks_of(generation);
    }

    /// Goes down a run of generations that have one row each: a chain may have a million.
    /// Says which was the last one that was looked at, and whether it changed; if so, its
    /// row is the last flock.
    fn descend(&mut self, first: u32) -> (u32, bool) {
        let Self { rows, changes, .. } = self;
        let mut generation = first;
        loop {
            let row = rows.generations[generation as usize].first_row();
            rows.flags.marked.take(row);
            rows.settle_marks_of(generation);
            let before = changes.len();
            let mut visitor = Visitor::new(generation);
            visitor.add::<V>(row, rows, changes);
            visitor.finish::<V>(rows, changes);
            let mut descent = Descent {
                generation,
                row,
                moved: changes.len() > before,
            };
            let goes_on = descent.go_on::<V>(rows, changes);
            generation = descent.generation;
            if !goes_on {
                if descent.moved {
                    changes.set_last_apart();
                }
                return (generation, descent.moved);
            }
            generation += 1;
        }
    }
}

/// How far down a run of generations an update has come: to this row, of this generation.
struct Descent {
    generation: u32,
    row: u32,
    moved: bool,
}

impl Descent {
    /// Goes on as far as the rule is quickly applied. Says whether there is more to do.
    #[inline(never)]
    fn go_on<V: Inherit>(
        &mut self,
        rows: &mut Rows<V::Ready, V::Effective>,
        changes: &mut ChangeList,
    ) -> bool {
        while let Some(next) = self.next_row(rows) {
            // The rows of a chain lie side by side, mostly: they are seen to a group at a time.
            let (start, group) = (next as usize, next as usize / GROUP);
            let below = &rows.generations[self.generation as usize + 1..];
            let run = below
                .iter()
                .zip(next..)
                .take(GROUP - start % GROUP)
                .take_while(|&(books, row)| books.is_alone_at(row))
                .count();
            let run = start..start + run;
            let above = rows.effective[self.row as usize];
            let (ready, effective) = (&rows.ready[run.clone()], &mut rows.effective[run]);
            let (count, changed) = V::inherit_chain(ready, effective, above);
            if count == 0 {
                return true; // it takes longer
            }
            let seen = bits_of(&(start..start + count));
            let changed = (changed << (start % GROUP)) | (rows.flags.fresh.word(group) & seen);
            *rows.flags.marked.word_mut(group) &= !seen;
            *rows.flags.fresh.word_mut(group) &= !seen;
            let flock = Flock {
                group: group as u32,
                rows: changed,
            };
            changes.push_flock(flock, &mut rows.flags.changed);
            changes.more_than_rest = true; // to ask costs more, for what follows a chain
            let first = self.generation + 1;
            self.generation += count as u32;
            self.row = next + count as u32 - 1;
            self.moved = changed >> (self.row as usize % GROUP) != 0;
            rows.marks.settle(first..self.generation + 1);
        }
        false
    }

    /// The row of the next generation, if it has one alone that must be computed.
    #[inline(always)]
    fn next_row<R, E>(&self, rows: &Rows<R, E>) -> Option<u32> {
        let next = rows.generations.get(self.generation as usize + 1)?;
        let wanted = next.used == 1 && (self.moved || rows.marks.is_pending(self.generation + 1));
        wanted.then(|| next.first_row())
    }
}

/// How to look at all rows of a generation if so many have changed in the one before that
/// there is no other way.
pub(crate) fn parents_of_many(
    count: usize,
    before: &Generation,
    generation: &Generation,
) -> Option<Parents> {
    let enough = generation.used as usize / DENSE;
    (count > enough).then(|| many(count == before.live as usize))
}

/// Many rows have changed in the generation before, or all.
fn many(all: bool) -> Parents {
    if all {
        Parents::AllChanged
    } else {
        Parents::SomeChanged
    }
}

/// What changed in the generation before.
struct Above {
    flocks: Range<usize>,
    count: usize,
}

impl Above {
    const NOTHING: Self = Self {
        flocks: 0..0,
        count: 0,
    };
}
