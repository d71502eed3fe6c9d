//! Keeping a forest as it was, and going back to it.
//!
//! A snapshot is a copy of the columns: it costs about as much as copying the memory.
//! Ids, pending writes and the change list come back too, as if nothing had happened.

use core::fmt;

use crate::forest::Forest;
use crate::inherit::Inherit;

/// A forest as it was at one moment. See [`Forest::snapshot`].
#[derive(Clone)]
pub struct Snapshot<V: Inherit> {
    forest: Forest<V>,
}

impl<V: Inherit> Forest<V> {
    /// Keeps the forest as it is now.
    ///
    /// ```
    /// use kinfolk::{Forest, Node2};
    ///
    /// let mut forest = Forest::new();
    /// let player = forest.plant(Node2::at(0.0, 2.0)).unwrap();
    /// let before = forest.snapshot();
    ///
    /// forest.remove(player).unwrap();
    /// forest.restore(&before);
    /// assert!(forest.contains(player));
    /// ```
    #[must_use]
    pub fn snapshot(&self) -> Snapshot<V> {
        Snapshot {
            forest: self.clone(),
        }
    }

    /// Keeps the forest as it is now in a snapshot that is not needed any more, whose
    /// memory is used again.
    pub fn snapshot_into(&self, snapshot: &mut Snapshot<V>) {
        snapshot.forest.clone_from(self);
    }

    /// Goes back to a snapshot. Ids of then are good again; forget those given out since,
    /// for the same ones will be given out again: the same input gives the same ids.
    pub fn restore(&mut self, snapshot: &Snapshot<V>) {
        let (shape, updates) = (self.shape, self.updates);
        self.clone_from(&snapshot.forest);
        // Whoever remembers these numbers must see that the forest is another one now.
        let tidy = self.is_tidy();
        self.shape = shape.max(self.shape) + 1;
        self.updates = updates.max(self.updates) + 1;
        self.tidying.restored(tidy, self.shape);
    }
}

impl<V: Inherit> Snapshot<V> {
    /// The forest as it was.
    #[must_use]
    pub fn forest(&self) -> &Forest<V> {
        &self.forest
    }
}

impl<V: Inherit> Clone for Forest<V> {
    fn clone(&self) -> Self {
        Self {
            slots: self.slots.clone(),
            values: self.values.clone(),
            rows: self.rows.clone(),
            changes: self.changes.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.slots.clone_from_slots(&source.slots);
        self.values.clone_from(&source.values);
        self.rows.clone_from_rows(&source.rows);
        self.changes.clone_from_list(&source.changes);
        self.max_depth = source.max_depth;
        self.shape = source.shape;
        self.updated_shape = source.updated_shape;
        self.updates = source.updates;
        self.tidying = source.tidying;
    }
}

impl<V: Inherit> fmt::Debug for Snapshot<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Snapshot")
            .field("nodes", &self.forest.len())
            .finish_non_exhaustive()
    }
}
