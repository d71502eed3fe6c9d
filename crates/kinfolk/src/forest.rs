//! The forest itself: nodes, their own values, and what may be asked of one node.
//!
//! Structure is changed in [`plant`](crate::plant), [`attach`](crate::attach) and
//! [`remove`](crate::remove); effective values are made in [`update`](crate::update) and
//! read in [`fresh`](crate::fresh).

use alloc::vec::Vec;

use crate::changes::ChangeList;
use crate::error::{Stale, WriteError};
use crate::id::NodeId;
use crate::inherit::{Inherit, Rewrite};
use crate::links::Kin;
use crate::rows::Rows;
use crate::slots::{Life, NONE, Slots};
use crate::tidy::Tidying;

/// Trees of nodes that inherit values from their parents.
///
/// Every node has an own value, which an author writes, and an effective value, which
/// follows from it and the parent's. Reading an effective value is always fresh.
/// [`update`](Self::update) makes all of them O(1) to read again and says which changed.
///
/// ```
/// use kinfolk::{Forest, Node2};
///
/// let mut forest = Forest::new();
/// let tank = forest.plant(Node2::at(100.0, 100.0))?;
/// let turret = forest.plant_at(tank, Node2::at(0.0, 20.0))?;
/// forest.update();
///
/// forest.set_position(tank, [110.0, 100.0])?;
///
/// assert_eq!(forest.world_position(turret).unwrap().to_array(), [110.0, 120.0]);
/// assert_eq!(forest.update(), [tank, turret]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A forest is `Send` and `Sync` if its values are. Ids print as `17v3`, forests as trees.
pub struct Forest<V: Inherit> {
    pub(crate) slots: Slots,
    /// What authors wrote, by slot, but for what the ready value knows better: see
    /// [`Inherit::catch_up`]. An update never looks here.
    pub(crate) values: Vec<Option<V>>,
    pub(crate) rows: Rows<V::Ready, V::Effective>,
    pub(crate) changes: ChangeList,
    pub(crate) max_depth: Option<usize>,
    /// Grows with every change of structure and never comes back.
    pub(crate) shape: u64,
    /// What `shape` was when the last update ended.
    pub(crate) updated_shape: u64,
    /// Grows with every update and never comes back.
    pub(crate) updates: u64,
    pub(crate) tidying: Tidying,
}

impl<V: Inherit> Forest<V> {
    /// A forest without nodes.
    #[must_use]
    pub fn new() -> Self {
        Self {
            slots: Slots::new(),
            values: Vec::new(),
            rows: Rows::new(),
            changes: ChangeList::default(),
            max_depth: None,
            shape: 0,
            updated_shape: 0,
            updates: 0,
            tidying: Tidying::default(),
        }
    }

    /// A forest without nodes that has room for this many.
    #[must_use]
    pub fn with_capacity(nodes: usize) -> Self {
        let mut forest = Self::new();
        forest.reserve(nodes);
        forest
    }

    /// Makes room for this many more nodes.
    pub fn reserve(&mut self, additional: usize) {
        self.slots.reserve(additional);
        let slots = self.slots.capacity();
        self.values
            .reserve_exact(slots.saturating_sub(self.values.len()));
        self.rows.reserve(additional);
    }

    /// How many nodes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// How often the structure has changed: planting, attaching, reordering and removing count.
    ///
    /// Whoever mirrors a forest compares this with what it was to know whether to look again.
    #[must_use]
    pub const fn restructured(&self) -> u64 {
        self.shape
    }

    /// How often the forest has been updated.
    ///
    /// If this has grown by one since, [`changes`](Self::changes) has all that changed since.
    #[must_use]
    pub const fn updated(&self) -> u64 {
        self.updates
    }

    /// Whether there are no nodes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether `node` is a living node of this forest.
    #[must_use]
    pub fn contains(&self, node: NodeId) -> bool {
        self.slots.find(node).is_some()
    }

    /// The own value of `node`, as its author wrote it.
    #[must_use]
    pub fn value(&self, node: NodeId) -> Option<V> {
        Some(self.value_in(self.slots.find(node)?))
    }

    /// Writes the own value of `node`. The next update looks at it and at what is below.
    ///
    /// # Errors
    /// Refuses a stale id and a value that is not finite.
    pub fn set(&mut self, node: NodeId, value: V) -> Result<(), WriteError> {
        let slot = self.find(node)?;
        self.write_or_say(slot, node, value)
    }

    /// Changes the own value of `node` in part.
    ///
    /// ```
    /// # use kinfolk::{Forest, Node2};
    /// # let mut forest = Forest::new();
    /// # let boss = forest.plant(Node2::default()).unwrap();
    /// forest.edit(boss, |boss| boss.z += 10)?;
    /// # assert_eq!(forest.value(boss).unwrap().z, 10);
    /// # Ok::<(), kinfolk::WriteError>(())
    /// ```
    ///
    /// # Errors
    /// Refuses a stale id and, whatever `change` did, a value that is not finite.
    pub fn edit(&mut self, node: NodeId, change: impl FnOnce(&mut V)) -> Result<(), WriteError> {
        let slot = self.find(node)?;
        let mut value = self.value_in(slot);
        change(&mut value);
        self.write_or_say(slot, node, value)
    }

    /// The deepest that a node may be, if there is a limit. Roots have depth 0.
    #[must_use]
    pub fn max_depth(&self) -> Option<usize> {
        self.max_depth
    }

    /// Limits how deep nodes may be from now on; nodes that are deeper stay where they are.
    pub fn set_max_depth(&mut self, max_depth: Option<usize>) {
        self.max_depth = max_depth;
    }

    /// The bytes of memory that the forest holds on to, the change list and what it needs
    /// to make it included; what values own elsewhere is not.
    #[must_use]
    pub fn memory(&self) -> usize {
        use size_of as bytes;
        self.slots.capacity() * (bytes::<Life>() + bytes::<Kin>() + bytes::<i32>())
            + self.slots.astray.capacity() * bytes::<u32>()
            + self.values.capacity() * bytes::<Option<V>>()
            + self.rows.bytes()
            + self.changes.bytes()
    }

    #[inline]
    pub(crate) fn find(&self, node: NodeId) -> Result<u32, Stale> {
        self.slots.find(node).ok_or(Stale(node))
    }

    pub(crate) fn value_in(&self, slot: u32) -> V {
        let ready = &self.rows.ready[self.slots.get(slot).row as usize];
        V::told(ready).unwrap_or_else(|| {
            let value = self.values[slot as usize].clone();
            let mut value = value.expect("a living node has a value");
            value.catch_up(ready);
            value
        })
    }

    #[inline]
    fn write_or_say(&mut self, slot: u32, node: NodeId, value: V) -> Result<(), WriteError> {
        match self.write(slot, value) {
            true => Ok(()),
            false => Err(WriteError::NotFinite(node)),
        }
    }

    /// Writes a value. Refuses one that is not finite.
    #[inline]
    #[must_use]
    pub(crate) fn write(&mut self, slot: u32, value: V) -> bool {
        let Life {
            row, generation, ..
        } = *self.slots.get(slot);
        self.write_at(slot, row, generation, value)
    }

    /// The same where it is known where the slot's row is.
    #[inline(always)]
    #[must_use]
    pub(crate) fn write_at(&mut self, slot: u32, row: u32, generation: u32, value: V) -> bool {
        let ready = &mut self.rows.ready[row as usize];
        let stored = self.values.get(slot as usize).and_then(Option::as_ref);
        match value.rewrite(stored, ready) {
            Rewrite::Whole if !value.is_finite() => return false,
            Rewrite::Whole => {
                *ready = value.ready();
                match V::told(ready) {
                    Some(_) => drop(take(&mut self.values, slot)),
                    None => put(&mut self.values, slot, value),
                }
                self.rows.flags.plain.take(row);
            }
            Rewrite::Moved => {}
            Rewrite::Same => return true,
            Rewrite::NotFinite => return false,
        }
        self.rows.mark(generation, row);
        true
    }

    /// Writes to the ready value alone, if there is such a node; `write` says whether that changed
    /// anything. See [`Inherit::catch_up`].
    #[inline(always)]
    #[must_use]
    pub(crate) fn write_ready(
        &mut self,
        node: NodeId,
        write: impl FnOnce(&mut V::Ready) -> bool,
    ) -> bool {
        let Some(&Life {
            row, generation, ..
        }) = self.slots.life_of(node)
        else {
            return false;
        };
        let Some(ready) = self.rows.ready.get_mut(row as usize) else {
            return false; // a free slot has no row
        };
        if write(ready) {
            self.rows.mark(generation, row);
        }
        true
    }

    /// Why `node` cannot have the numbers that were to be [written](Self::write_ready).
    #[cold]
    #[inline(never)]
    pub(crate) fn refusal(&self, node: NodeId) -> WriteError {
        match self.find(node) {
            Ok(_) => WriteError::NotFinite(node),
            Err(stale) => stale.into(),
        }
    }

    /// The row of a parent; [`NONE`] for a root's.
    #[inline]
    pub(crate) fn parent_row(&self, parent: u32) -> u32 {
        if parent == NONE {
            NONE
        } else {
            self.slots.get(parent).row
        }
    }
}

/// Puts a value where that of a slot is kept.
#[inline]
pub(crate) fn put<V>(values: &mut Vec<Option<V>>, slot: u32, value: V) {
    match values.get_mut(slot as usize) {
        Some(place) => *place = Some(value),
        None => {
            values.resize_with(slot as usize, || None);
            values.push(Some(value));
        }
    }
}

/// Takes the value of a slot, if one is kept there.
#[inline]
pub(crate) fn take<V>(values: &mut [Option<V>], slot: u32) -> Option<V> {
    values.get_mut(slot as usize)?.take()
}

/// In debug builds, says once that a hierarchy got deeper than is usual in games.
#[inline]
pub(crate) fn warn_if_deep(depth: u32) {
    #[cfg(all(debug_assertions, feature = "std"))]
    {
        use core::sync::atomic::{AtomicBool, Ordering};

        static SAID: AtomicBool = AtomicBool::new(false);
        if depth > UNUSUAL_DEPTH && !SAID.swap(true, Ordering::Relaxed) {
            std::eprintln!(
                "kinfolk: a hierarchy is deeper than {UNUSUAL_DEPTH} levels; every level costs a \
                 little, consider flattening it (said once, in debug builds)"
            );
        }
    }
    #[cfg(not(all(debug_assertions, feature = "std")))]
    let _ = depth;
}

#[cfg(all(debug_assertions, feature = "std"))]
const UNUSUAL_DEPTH: u32 = 8;

impl<V: Inherit> Default for Forest<V> {
    fn default() -> Self {
        Self::new()
    }
}
