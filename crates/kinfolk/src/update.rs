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
use crate::changes::{ChangeList, Changes, Flock};
use crate::forest::Forest;
use crate::inherit::Inherit;
use crate::rows::{Flags, Rows};
use crate::scan::{Parents, Scan, scan, scan_rows};
use crate::slots::NONE;
use crate::visit::Visitor;

/// An update that would follow links to more than one row in this many looks at all rows in
/// order: finding a row through links costs about this many rows read in a stream.
const DENSE: usize = if cfg!(test) { 3 } else { 16 };

/// Only generations of so many rows are worth counting their marks.
const LARGE: u32 = if cfg!(test) { 6 } else { 8_192 };

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
            self.rows.sort_pending();
            let pending = core::mem::take(&mut self.rows.pending);
            self.sweep(&pending, scan);
            self.rows.pending = pending;
            self.rows.forget_marks();
        }
        self.updated_shape = self.shape;
        self.changes()
    }

    /// Visits, in order, the pending generations and those below a change.
    fn sweep(&mut self, pending: &[u32], scan: Scan<V>) {
        let mut pending = pending.iter().copied();
        let mut next_pending = pending.next();
        let mut above = Above::NOTHING;
        let mut generation = 0;
        loop {
            if above.count == 0 {
                match next_pending {
                    Some(next) => generation = next.max(generation),
                    None => return,
                }
            }
            while next_pending.is_some_and(|next| next <= generation) {
                next_pending = pending.next();
            }
            let Some(books) = self.rows.generations.get(generation as usize) else {
                return;
            };
            let mut start = (self.changes.begin_generation(), self.changes.len());
            if books.used == 1 {
                let (last, changed) = self.descend(generation);
                generation = last;
                let (flocks, len) = (self.changes.flocks.len(), self.changes.len());
                start = (flocks - usize::from(changed), len - usize::from(changed));
            } else {
                let mut visitor = Visitor::new(generation);
                let parents = self.follow(generation, &above, &mut visitor);
                if parents == Parents::Followed && !self.is_dense(generation) {
                    self.visit(generation, visitor);
                } else {
                    visitor.finish::<V>(&mut self.rows, &mut self.changes);
                    scan(&mut self.rows, generation, parents, &mut self.changes);
                    self.rows.clear_marks_of(generation);
                }
            }
            above = Above {
                flocks: start.0..self.changes.flocks.len(),
                count: self.changes.len() - start.1,
            };
            generation += 1;
        }
    }

    /// Visits the children, in `generation`, of the rows that changed above, unless they are
    /// so many that all rows must be looked at.
    fn follow(&mut self, generation: u32, above: &Above, visitor: &mut Visitor) -> Parents {
        let enough = self.rows.generations[generation as usize].used as usize / DENSE;
        if above.count > enough {
            return self.parents_of_many(generation, above);
        }
        let mut affected = 0;
        for index in above.flocks.clone() {
            for row in self.changes.flocks[index].rows() {
                let parent = self.slots.get(self.rows.slot[row as usize]);
                affected += parent.child_count as usize;
                if affected > enough {
                    return self.parents_of_many(generation, above);
                }
                let mut child = parent.first_child;
                while child != NONE {
                    let links = self.slots.get(child);
                    self.rows.flags.marked.take(links.row);
                    visitor.add::<V>(links.row, &mut self.rows, &mut self.changes);
                    child = links.next;
                }
            }
        }
        Parents::Followed
    }

    fn parents_of_many(&self, generation: u32, above: &Above) -> Parents {
        let before = &self.rows.generations[generation as usize - 1];
        if above.count == before.live as usize {
            Parents::AllChanged
        } else {
            Parents::SomeChanged
        }
    }

    /// Whether so many rows of a generation are marked that streaming through it is cheaper.
    fn is_dense(&self, generation: u32) -> bool {
        let books = &self.rows.generations[generation as usize];
        if !books.crowded || books.used < LARGE {
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
        if rows.generations[generation as usize].crowded {
            let mut index = 0;
            while let chunk = rows.generations[generation as usize].range(index)
                && !chunk.is_empty()
            {
                for piece in pieces(chunk) {
                    let marked = rows.flags.marked.word_mut(piece.start / GROUP);
                    let marks = *marked & bits_of(&piece);
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
        rows.generations[generation as usize].forget_marks();
    }

    /// Goes down a run of generations that have one row each: a chain may have a million.
    /// Says which was the last one that was looked at, and whether it changed; if so, its
    /// row is the last flock.
    fn descend(&mut self, first: u32) -> (u32, bool) {
        let Self { rows, changes, .. } = self;
        let mut at = Descent {
            generation: first,
            changed: true,
        };
        loop {
            let books = &mut rows.generations[at.generation as usize];
            let row = books.first_row();
            books.forget_marks();
            rows.flags.marked.take(row);
            let before = changes.len();
            let mut visitor = Visitor::new(at.generation);
            visitor.add::<V>(row, rows, changes);
            visitor.finish::<V>(rows, changes);
            at.changed = changes.len() > before;
            if !at.go_on::<V>(rows, changes) {
                break;
            }
            at.generation += 1;
        }
        if at.changed {
            changes.set_last_apart();
        }
        (at.generation, at.changed)
    }
}

/// How far down a run of generations an update has come.
struct Descent {
    generation: u32,
    changed: bool,
}

impl Descent {
    /// Goes on as far as the rule is quickly applied. Says whether there is more to do.
    #[inline(never)]
    fn go_on<V: Inherit>(
        &mut self,
        rows: &mut Rows<V::Ready, V::Effective>,
        changes: &mut ChangeList,
    ) -> bool {
        let Rows {
            ready,
            effective,
            generations,
            flags,
            any_fresh,
            ..
        } = rows;
        let Flags {
            marked,
            fresh,
            changed,
            ..
        } = flags;
        let row = generations[self.generation as usize].first_row();
        let mut above = effective[row as usize]; // each row is the parent of the next one
        let (mut count, mut moved) = (0, self.changed);
        let mut flock = Flock::default();
        let mut more_to_do = false;
        for books in &mut generations[self.generation as usize + 1..] {
            if books.used != 1 || !(moved | books.pending) {
                break;
            }
            let row = books.first_row();
            let Some(new) = V::inherit_quickly(&ready[row as usize], &above) else {
                more_to_do = true;
                break;
            };
            count += 1;
            if books.pending {
                books.forget_marks();
                marked.take(row);
            }
            let old = core::mem::replace(&mut effective[row as usize], new);
            let is_fresh = *any_fresh && fresh.take(row);
            moved = is_fresh | !V::same(&old, &new);
            if moved && !flock.join(row) {
                changes.push_flock(flock, changed);
                flock = Flock::of(row);
            }
            above = new;
        }
        changes.push_flock(flock, changed);
        self.generation += count;
        self.changed = moved;
        more_to_do
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
