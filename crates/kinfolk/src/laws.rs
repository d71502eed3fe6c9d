//! The laws of a forest, checked one by one. For tests: it looks at everything.

use alloc::format;
use alloc::string::String;
use alloc::vec;

use crate::forest::Forest;
use crate::inherit::Inherit;
use crate::ladder;
use crate::slots::{NONE, Slots};

impl<V: Inherit> Forest<V> {
    /// Checks every law that a forest keeps. Costs O(nodes); for tests.
    ///
    /// Each node has at most one parent and is one of its children; siblings are in one
    /// list; there are no loops; a node's row is in the generation of its depth, below its
    /// parent's row; marks and counts are in the books; and where nothing is pending, every
    /// effective value is what the rule says.
    ///
    /// # Errors
    /// Says which law is broken and where. That is a bug in this library.
    pub fn check_laws(&self) -> Result<(), String> {
        self.slots.check()?;
        self.check_rows()?;
        self.check_books()?;
        self.check_values()
    }

    fn check_rows(&self) -> Result<(), String> {
        let (mut nodes, mut told) = (0, 0);
        for node in self.walk() {
            nodes += 1;
            let slot = self.slots.get(node.slot());
            let row = slot.row as usize;
            ensure(self.rows.slot.get(row) == Some(&node.slot()), || {
                format!("{node} is not in its row {row}")
            })?;
            let home = !self.slots.is_astray(node.slot());
            ensure(home || self.slots.astray.contains(&node.slot()), || {
                format!("{node} is in generation {}", slot.generation)
            })?;
            ensure(
                self.rows.parent[row] == self.parent_row(slot.parent),
                || format!("the row of {node} has another parent than {node}"),
            )?;
            let is_told = V::told(&self.rows.ready[row]).is_some();
            told += usize::from(is_told);
            let is_kept = matches!(self.values.get(node.slot() as usize), Some(Some(_)));
            ensure(is_told != is_kept, || {
                format!("{node} has no value, or two")
            })?;
        }
        ensure(nodes == self.len(), || {
            format!("{nodes} nodes can be reached of {}", self.len())
        })?;
        let rows = self.rows.slot.iter().filter(|&&slot| slot != NONE).count();
        ensure(rows == nodes, || {
            format!("{rows} rows are taken by {nodes} nodes")
        })?;
        let values = self.values.iter().flatten().count();
        ensure(values + told == nodes, || {
            format!("{values} values for {nodes} nodes of which {told} need none")
        })
    }

    fn check_books(&self) -> Result<(), String> {
        let rows = &self.rows;
        let mut seen = vec![false; rows.slot.len()];
        for (depth, books) in rows.generations.iter().enumerate() {
            let mut live = 0;
            let generation = depth as u32;
            let pending = rows.marks.is_pending(generation);
            let crowded = rows.marks.is_crowded(generation);
            for row in books.ranges().flatten() {
                ensure(!core::mem::replace(&mut seen[row], true), || {
                    format!("row {row} is in generation {depth} and in another")
                })?;
                let slot = rows.slot[row];
                if slot != NONE {
                    let generation = self.slots.get(slot).generation;
                    ensure(generation as usize == depth, || {
                        format!("a node of generation {generation} has a row in {depth}")
                    })?;
                    live += 1;
                }
                let row = row as u32;
                ensure(rows.flags.live.get(row) == (slot != NONE), || {
                    format!("row {row} does not know whether somebody lives there")
                })?;
                let marked = rows.flags.marked.get(row);
                let listed = || crowded || books.listed().contains(&row);
                ensure(!marked || (pending && listed()), || {
                    format!("the mark of row {row} is not listed")
                })?;
                ensure(
                    !rows.flags.fresh.get(row) || (marked && rows.any_fresh),
                    || format!("row {row} is fresh and not marked"),
                )?;
                ensure(
                    slot != NONE || !(marked || rows.flags.changed.get(row)),
                    || format!("the hole in row {row} is marked or changed"),
                )?;
            }
            ensure(live == books.live, || {
                format!("generation {depth} has lost count")
            })?;
            ensure(
                !pending || rows.marks.next(generation) == Some(generation),
                || format!("generation {depth} has marks that nobody finds"),
            )?;
            let shallowest = if self.slots.astray.is_empty() {
                depth
            } else {
                0
            };
            ensure(
                !pending || rows.marks.shallowest as usize <= shallowest,
                || format!("generation {depth} has marks above the shallowest"),
            )?;
        }
        let changed = (0..rows.slot.len() as u32).filter(|&row| rows.flags.changed.get(row));
        ensure(changed.count() == self.changes.len(), || {
            String::from("the list of changes has lost count")
        })?;
        ensure(
            rows.generations.last().is_none_or(|last| last.live > 0),
            || String::from("the last generation is empty"),
        )
    }

    fn check_values(&self) -> Result<(), String> {
        if self.needs_update() {
            return Ok(());
        }
        for node in self.by_depth() {
            let slot = self.slots.get(node.slot());
            let above = self
                .slots
                .some_id(slot.parent)
                .map(|_| &self.rows.effective[self.slots.get(slot.parent).row as usize]);
            let expected = V::inherit(&self.value_in(node.slot()).ready(), above);
            ensure(
                V::same(&expected, &self.rows.effective[slot.row as usize]),
                || {
                    format!(
                        "the effective value of {node} is not what its value and its parent make"
                    )
                },
            )?;
        }
        Ok(())
    }
}

/// The laws of links: what [`Slots::check`] checks.
pub(crate) fn links(slots: &Slots, first_free: u32) -> Result<(), String> {
    let mut free = 0;
    let mut next = first_free;
    while next != NONE {
        free += 1;
        ensure(free <= slots.table_len(), || {
            String::from("the free slots form a loop")
        })?;
        let slot = slots.get(next);
        ensure(slot.row == NONE, || {
            format!("the free slot {next} has a row")
        })?;
        next = slots.kin(next).next;
    }
    let all = || (0..slots.table_len() as u32).filter(|&slot| slots.get(slot).row != NONE);
    let live = all().count();
    ensure(live == slots.len(), || {
        format!("{live} slots live of {}", slots.len())
    })?;
    for parent in all().chain([NONE]) {
        let first = slots.first_child(parent);
        let (mut count, mut child, mut previous) = (0, first, NONE);
        while child != NONE {
            count += 1;
            ensure(count <= slots.table_len(), || {
                format!("the children of {parent} form a loop")
            })?;
            let (life, kin) = (slots.get(child), slots.kin(child));
            ensure(life.row != NONE, || {
                format!("{parent} has a dead child {child}")
            })?;
            ensure(life.parent == parent, || {
                format!("{child} is a child of two")
            })?;
            let own = slots.rung(child);
            let is_in_order = |above| above < own || above == own && ladder::is_end(own);
            ensure(parent == NONE || is_in_order(slots.rung(parent)), || {
                format!("{child} stands on no higher rung than {parent}")
            })?;
            ensure(child == first || kin.previous == previous, || {
                format!("{child} does not know the sibling before it")
            })?;
            previous = child;
            child = kin.next;
        }
        ensure(count == slots.child_count(parent), || {
            format!("{parent} has lost count")
        })?;
        ensure(
            first == NONE || slots.kin(first).previous == previous,
            || format!("the first child of {parent} does not know the last"),
        )?;
    }
    Ok(())
}

fn ensure(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(otherwise()) }
}

#[cfg(test)]
mod tests {
    /// With miniature chunks and thresholds, so that small forests take every path.
    #[test]
    fn a_lived_in_forest_agrees_with_a_naive_one() {
        crate::model::live_through(10_000);
    }

    /// Likewise.
    #[test]
    fn what_a_fuzzer_has_found_agrees_with_a_naive_forest() {
        crate::model::live_through_seeds();
    }
}
