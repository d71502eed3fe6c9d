//! Making all effective values true again, and saying which changed.
//!
//! One pass from the first generation to the last: every row's parent is in the
//! generation before. For each generation the way is chosen by how much there is to do:
//! nothing, *follow* the children of what changed, or *scan* all rows in order. A scan
//! computes every row, since that is cheaper than asking each whether it must be; a rule
//! is a pure function, so a row with nothing new comes out with the same bits and is
//! neither reported nor followed.
//!
//! The cost is bounded by what changed: a scan of `n` rows happens only if a fixed part
//! of `n` is marked, or has a parent that changed, or as many rows changed just above.

use alloc::vec::Vec;
use core::ops::Range;

use crate::forest::Forest;
use crate::generation::Generation;
use crate::id::NodeId;
use crate::inherit::Inherit;
use crate::rows::{DENSE, FRESH, MARKED, Rows};
use crate::scan::{Scan, scan};
use crate::slots::{NONE, Slots};

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
    pub fn update(&mut self) -> &[NodeId] {
        self.update_with(scan::<V>)
    }

    /// The nodes that the last [`update`](Self::update) reported; those removed since are stale.
    #[must_use]
    pub fn changes(&self) -> &[NodeId] {
        &self.changes
    }

    /// Whether something was written or moved since the last update.
    #[must_use]
    pub fn needs_update(&self) -> bool {
        self.rows.has_marks()
    }

    /// An update that scans generations with `scan`.
    pub(crate) fn update_with(&mut self, scan: Scan<V>) -> &[NodeId] {
        self.changes.clear();
        self.updates += 1;
        if self.rows.has_marks() {
            self.rows.sort_pending(&mut self.listed);
            let pending = core::mem::take(&mut self.rows.pending_generations);
            self.sweep(&pending, scan);
            self.rows.pending_generations = pending;
            self.rows.forget_marks();
        }
        &self.changes
    }

    /// Visits, in order, the pending generations and those below a change.
    fn sweep(&mut self, pending: &[u32], scan: Scan<V>) {
        let mut pending = pending.iter().copied();
        let mut next_pending = pending.next();
        let mut above = 0..0; // what changed in the generation before
        let mut generation = 0;
        loop {
            if above.is_empty() {
                match next_pending {
                    Some(next) => generation = next.max(generation),
                    None => return,
                }
            }
            while next_pending.is_some_and(|next| next <= generation) {
                next_pending = pending.next();
            }
            if generation as usize >= self.rows.generations.len() {
                return;
            }
            let start = self.changes.len();
            if self.rows.generations[generation as usize].used == 1 {
                let (last, changed) = self.descend(generation);
                above = self.changes.len() - usize::from(changed)..self.changes.len();
                generation = last + 1;
                continue;
            }
            if self.is_dense(generation, above.clone()) {
                scan(&mut self.rows, generation, &mut self.changes);
                self.rows.clear_marks_of(generation);
            } else {
                follow::<V>(
                    &mut self.rows,
                    &self.slots,
                    &mut self.changes,
                    above.clone(),
                );
                self.visit_listed(generation);
            }
            self.rows.generations[generation as usize].forget_marks();
            above = start..self.changes.len();
            generation += 1;
        }
    }

    /// Whether so much of a generation is to be done that looking at all of it is cheaper.
    #[inline]
    fn is_dense(&self, generation: u32, above: Range<usize>) -> bool {
        let books = &self.rows.generations[generation as usize];
        let enough = books.used as usize / DENSE;
        if books.crowded || above.len() > enough {
            return true;
        }
        let mut affected = books.marked as usize;
        for node in &self.changes[above] {
            if affected > enough {
                return true;
            }
            affected += self.slots.get(node.slot()).child_count as usize;
        }
        affected > enough
    }

    /// Goes down a run of generations that have one row each: a chain may have a million.
    /// Says which was the last one that was looked at, and whether it changed.
    fn descend(&mut self, first: u32) -> (u32, bool) {
        let mut generation = first;
        let row = self.rows.generations[first as usize].first_row();
        let above = (first > 0).then(|| self.rows.parent[row]);
        let mut changed = self.visit_only_row(first, above);
        let Rows {
            ready,
            effective,
            node,
            mark,
            generations,
            ..
        } = &mut self.rows;
        let mut above = effective[row];
        // The parent of each next row is the row before, whose value is at hand.
        while let Some(books) = generations.get_mut(generation as usize + 1)
            && books.used == 1
            && (changed || books.marked > 0)
        {
            let row = books.first_row();
            let Some(new) = V::inherit_quickly(&ready[row], &above) else {
                let above = self.rows.generations[generation as usize].first_row() as u32;
                return (
                    generation + 1,
                    self.visit_only_row(generation + 1, Some(above)),
                );
            };
            let fresh = core::mem::take(&mut mark[row]) & FRESH != 0;
            changed = fresh | !V::same(&effective[row], &new);
            effective[row] = new;
            if changed {
                self.changes.push(node[row]);
            }
            books.forget_marks();
            above = new;
            generation += 1;
        }
        (generation, changed)
    }

    /// Visits the row of a generation that has one; says whether it changed.
    fn visit_only_row(&mut self, generation: u32, above: Option<u32>) -> bool {
        let books = &mut self.rows.generations[generation as usize];
        let row = books.first_row() as u32;
        books.forget_marks();
        let before = self.changes.len();
        visit::<V>(&mut self.rows, row, above, &mut self.changes);
        self.changes.len() > before
    }

    /// Visits the rows of a generation whose marks were listed.
    fn visit_listed(&mut self, generation: u32) {
        let books = &self.rows.generations[generation as usize];
        let end = books.listed_end as usize;
        for index in end - books.listed as usize..end {
            let row = self.listed[index];
            // Its mark may be gone, or its row may have found its way into another generation.
            let here = |node: NodeId| self.slots.get(node.slot()).generation == generation;
            if self.rows.mark[row as usize] != 0 && here(self.rows.node[row as usize]) {
                let parent = (generation > 0).then(|| self.rows.parent[row as usize]);
                visit::<V>(&mut self.rows, row, parent, &mut self.changes);
            }
        }
    }
}

/// Visits the children of the nodes in `changes[above]`, and appends those that changed.
fn follow<V: Inherit>(
    rows: &mut Rows<V::Ready, V::Effective>,
    slots: &Slots,
    changes: &mut Vec<NodeId>,
    above: Range<usize>,
) {
    for index in above {
        let parent = slots.get(changes[index].slot());
        let mut child = parent.first_child;
        while child != NONE {
            let links = slots.get(child);
            visit::<V>(rows, links.row, Some(parent.row), changes);
            child = links.next;
        }
    }
}

/// Computes one row.
#[inline]
fn visit<V: Inherit>(
    rows: &mut Rows<V::Ready, V::Effective>,
    row: u32,
    parent: Option<u32>,
    changes: &mut Vec<NodeId>,
) {
    let at = row as usize;
    let above = parent.map(|parent| &rows.effective[parent as usize]);
    let effective = V::inherit(&rows.ready[at], above);
    let fresh = core::mem::take(&mut rows.mark[at]) & FRESH != 0;
    if fresh || !V::same(&rows.effective[at], &effective) {
        rows.effective[at] = effective;
        changes.push(rows.node[at]);
    }
}

impl<R: Copy, E: Copy> Rows<R, E> {
    /// Brings the pending generations into order, and into `listed` the listed rows of each.
    fn sort_pending(&mut self, listed: &mut Vec<u32>) {
        self.pending_generations.sort_unstable();
        self.pending_generations.dedup();
        listed.clear();
        if self.pending.is_empty() {
            return;
        }
        let generations = &mut self.generations;
        let has_list = |books: &Generation| books.marked > 0 && !books.crowded;
        for &(generation, _) in &self.pending {
            if let Some(books) = generations.get_mut(generation as usize) {
                books.listed += u32::from(has_list(books));
            }
        }
        let mut end = 0;
        for &generation in &self.pending_generations {
            if let Some(books) = generations.get_mut(generation as usize) {
                books.listed_end = end;
                end += books.listed;
            }
        }
        listed.resize(end as usize, 0);
        for &(generation, row) in &self.pending {
            if let Some(books) = generations.get_mut(generation as usize)
                && has_list(books)
            {
                listed[books.listed_end as usize] = row;
                books.listed_end += 1;
            }
        }
    }

    /// Clears the marks of a generation that was scanned.
    #[inline]
    fn clear_marks_of(&mut self, generation: u32) {
        let books = &self.generations[generation as usize];
        if books.marked > 0 {
            for range in books.ranges() {
                self.mark[range].fill(0);
            }
        }
    }

    pub(crate) fn is_marked(&self, row: u32) -> bool {
        self.mark[row as usize] & MARKED != 0
    }
}

#[cfg(test)]
mod tests {
    use crate::{Forest, Node2};

    #[test]
    fn the_dead_do_not_make_an_update_look_at_everything() {
        let mut forest = Forest::new();
        let crowd = forest.plant(Node2::PLAIN).unwrap();
        let people = forest.plant_many(crowd, [Node2::PLAIN; 40]).unwrap();
        for &person in &people[2..] {
            forest.remove(person).unwrap();
        }
        forest.update();

        forest.set(people[0], Node2::at(1.0, 0.0)).unwrap();

        assert!(
            !forest.is_dense(1, 0..0),
            "one of two living, but of 40 rows"
        );
        assert_eq!(forest.update(), [people[0]]);
    }

    #[test]
    fn marks_do_not_pile_up_in_a_forest_that_is_never_updated() {
        let mut forest = Forest::new();
        let tree = forest.plant(Node2::PLAIN).unwrap();
        forest.plant_many(tree, [Node2::PLAIN; 40]).unwrap();
        forest.update();

        for _ in 0..1_000 {
            let leaf = forest.plant_at(tree, Node2::PLAIN).unwrap();
            forest.remove(leaf).unwrap();
        }

        assert!(forest.rows.pending.len() + forest.rows.pending_generations.len() < 100);
    }
}
