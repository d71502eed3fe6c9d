//! Closing holes and putting rows back in order, a little at a time.
//!
//! In a tidy generation the nodes stand in the order of their parents, siblings in their
//! order, without holes: then an update reads memory in a stream. Removing and moving
//! nodes wears that down, and `tidy` restores it. It moves rows and nothing else: no id,
//! value, order of siblings or change list is any different afterwards.

use crate::forest::Forest;
use crate::inherit::Inherit;
use crate::slots::NONE;

/// How far a sweep over all generations has come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tidying {
    generation: u32,
    /// The next position to fill in this generation.
    position: u32,
    /// The position, in the generation before, of the next parent to ask for its children.
    parent_position: u32,
    /// The next child to place, or [`NONE`] to ask the next parent.
    child: u32,
    /// The structure when the sweep, the generation and the last call began.
    sweep_shape: u64,
    generation_shape: u64,
    call_shape: u64,
    /// The structure that is known to be tidy.
    tidy_shape: Option<u64>,
}

impl Default for Tidying {
    fn default() -> Self {
        Self {
            generation: 0,
            position: 0,
            parent_position: 0,
            child: NONE,
            sweep_shape: 0,
            generation_shape: 0,
            call_shape: 0,
            tidy_shape: None,
        }
    }
}

impl Tidying {
    /// The books for a forest that was restored and calls its structure `shape` now.
    pub(crate) fn restored(&mut self, tidy: bool, shape: u64) {
        *self = Self {
            tidy_shape: tidy.then_some(shape),
            ..Self::default()
        };
    }
}

impl<V: Inherit> Forest<V> {
    /// Closes holes and restores the order of rows, for about `budget` rows of work.
    /// Returns whether everything is tidy.
    ///
    /// Call it when there is time to spare, with what can be spared. Work goes on where the
    /// last call stopped. A node with many children is moved in one go, so a call can take
    /// longer by the children of one node.
    ///
    /// ```
    /// # use kinfolk::{Forest, Node2};
    /// # let mut forest: Forest<Node2> = Forest::new();
    /// while !forest.tidy(10_000) {
    ///     // play the next frame
    /// }
    /// ```
    pub fn tidy(&mut self, budget: usize) -> bool {
        let mut budget = budget;
        self.bring_home();
        if self.tidying.call_shape != self.shape {
            self.tidying.call_shape = self.shape;
            self.tidying.child = NONE; // it may be gone
        }
        while !self.is_tidy() {
            if self.tidying.generation as usize >= self.rows.generations.len() {
                self.finish_sweep();
            } else if self.tidy_generation(&mut budget) {
                self.finish_generation();
            } else {
                return false;
            }
        }
        true
    }

    /// Whether [`tidy`](Self::tidy) has nothing to do.
    #[must_use]
    pub fn is_tidy(&self) -> bool {
        self.is_empty() || self.tidying.tidy_shape == Some(self.shape)
    }

    fn finish_sweep(&mut self) {
        let whole = self.tidying.sweep_shape == self.shape;
        self.tidying = Tidying {
            sweep_shape: self.shape,
            generation_shape: self.shape,
            call_shape: self.shape,
            tidy_shape: whole.then_some(self.shape),
            ..Tidying::default()
        };
    }

    fn finish_generation(&mut self) {
        let at = &mut self.tidying;
        if at.generation_shape == self.shape {
            self.rows.shrink(at.generation); // all nodes are placed, what follows are holes
        }
        at.generation += 1;
        at.position = 0;
        at.parent_position = 0;
        at.child = NONE;
        at.generation_shape = self.shape;
    }

    /// Goes on with a generation; says whether it is done.
    fn tidy_generation(&mut self, budget: &mut usize) -> bool {
        while *budget > 0 {
            if self.tidying.child == NONE {
                match self.ask_next_parent() {
                    Some(child) => self.tidying.child = child,
                    None => return true,
                }
                *budget -= 1;
            } else {
                let child = self.tidying.child;
                let work = self.place(child, self.tidying.position);
                self.tidying.position += 1;
                self.tidying.child = self.slots.kin(child).next;
                *budget = budget.saturating_sub(work);
            }
        }
        false
    }

    /// The first child of the next parent in line, [`NONE`] if it has none; `None` past the last.
    fn ask_next_parent(&mut self) -> Option<u32> {
        let at = &mut self.tidying;
        let position = at.parent_position;
        at.parent_position += 1;
        if at.generation == 0 {
            return (position == 0).then(|| self.slots.first_child(NONE));
        }
        let above = &self.rows.generations[at.generation as usize - 1];
        if position >= above.used {
            return None;
        }
        Some(
            match self.rows.slot[above.row_at(position as usize) as usize] {
                NONE => NONE,
                parent => self.slots.kin(parent).first_child,
            },
        )
    }

    /// Brings a node to a position of its generation, and says how much work that was.
    fn place(&mut self, slot: u32, position: u32) -> usize {
        let links = self.slots.get(slot);
        let (from, generation) = (links.row, links.generation);
        let books = &self.rows.generations[generation as usize];
        if position >= books.used {
            return 1; // the forest has changed since the sweep began; the next one will see to it
        }
        let to = books.row_at(position as usize);
        if from == to {
            return 1;
        }
        self.before_moving(from);
        self.before_moving(to);
        self.rows.swap(from, to);
        let mut work = self.follow_row(to, generation);
        if self.rows.slot[from as usize] != NONE {
            work += self.follow_row(from, generation);
        } else {
            self.rows.add_hole(from, generation);
        }
        work
    }

    /// Tells everybody who needs to know that the node in `row` is there now.
    fn follow_row(&mut self, row: u32, generation: u32) -> usize {
        let slot = self.rows.slot[row as usize];
        self.slots.get_mut(slot).row = row;
        let kin = self.slots.kin(slot);
        let work = 1 + kin.child_count as usize;
        let mut child = kin.first_child;
        while child != NONE {
            self.rows.parent[self.slots.get(child).row as usize] = row;
            child = self.slots.kin(child).next;
        }
        self.rows.relist_mark(generation, row);
        work
    }
}
