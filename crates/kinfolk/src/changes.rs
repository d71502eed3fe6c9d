//! What an update changed, as it is kept and as it is read.
//!
//! An update notes rows, a bit for each; ids are made when somebody reads the list. Nodes
//! that are removed drop out of it. Before a row that is in the list moves, the list is
//! written out as ids once; after that it does not care where rows are.

use alloc::vec::Vec;
use core::fmt;
use core::iter::FusedIterator;

use crate::bits::{Bits, GROUP, Ones};
use crate::forest::Forest;
use crate::id::NodeId;
use crate::inherit::Inherit;
use crate::slots::Slots;

/// Rows of one group that changed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Flock {
    pub(crate) group: u32,
    pub(crate) rows: u64,
}

impl Flock {
    #[inline]
    pub(crate) fn of(row: u32) -> Self {
        Self {
            group: row / GROUP as u32,
            rows: 1 << (row as usize % GROUP),
        }
    }

    /// Adds a row, if it is of this group and comes after the others.
    #[inline]
    pub(crate) fn join(&mut self, row: u32) -> bool {
        let one = Self::of(row);
        let joins = self.group == one.group && self.rows < one.rows;
        self.rows |= if joins { one.rows } else { 0 };
        joins
    }

    /// The rows, from low to high.
    #[inline]
    pub(crate) fn rows(self) -> impl Iterator<Item = u32> {
        Ones(self.rows).map(move |row| self.group * GROUP as u32 + row as u32)
    }
}

/// Where the changes of a generation begin in the list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    pub(crate) flocks: usize,
    /// How many nodes are in the list before.
    pub(crate) len: usize,
}

/// The list of an update.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChangeList {
    /// Rows that changed, parents before children, each once. Those whose bit in
    /// [`Flags::changed`](crate::rows::Flags) is gone have been removed.
    pub(crate) flocks: Vec<Flock>,
    /// Flocks before this one are of earlier generations: no row joins them.
    closed: usize,
    /// The list written out: then this counts, and there are no flocks.
    ids: Option<Vec<NodeId>>,
    /// How many living nodes are in the list: as many as `changed` has bits.
    len: usize,
    /// What changed in this generation may have changed in more than
    /// [the rest](crate::Inherit::inherit_rest).
    pub(crate) more_than_rest: bool,
    /// So in the generation before.
    pub(crate) more_than_rest_above: bool,
}

impl ChangeList {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Adds rows of one group, if any, and sets their bits. No row is added twice.
    #[inline]
    pub(crate) fn push_flock(&mut self, flock: Flock, changed: &mut Bits) {
        self.len += flock.rows.count_ones() as usize;
        self.push_counted(flock, changed);
    }

    /// The same for rows that the caller has [counted](Self::count) already.
    #[inline]
    pub(crate) fn push_counted(&mut self, flock: Flock, changed: &mut Bits) {
        if flock.rows != 0 {
            *changed.word_mut(flock.group as usize) |= flock.rows;
            self.flocks.push(flock);
        }
    }

    #[cfg(feature = "rayon")]
    pub(crate) fn count(&mut self, rows: usize) {
        self.len += rows;
    }

    /// Adds one row and sets its bit; it joins the last flock if it can.
    #[inline]
    pub(crate) fn push_row(&mut self, row: u32, changed: &mut Bits) {
        self.len += 1;
        changed.set(row);
        let last = self.flocks[self.closed..].last_mut();
        if !last.is_some_and(|last| last.join(row)) {
            self.flocks.push(Flock::of(row));
        }
    }

    /// Begins another generation.
    #[inline]
    pub(crate) fn begin_generation(&mut self) -> Start {
        self.closed = self.flocks.len();
        self.more_than_rest_above = core::mem::take(&mut self.more_than_rest);
        Start {
            flocks: self.closed,
            len: self.len,
        }
    }

    /// Makes a flock of its own of the row that was pushed last.
    pub(crate) fn set_last_apart(&mut self) {
        if let Some(last) = self.flocks.last_mut()
            && last.rows.count_ones() > 1
        {
            let rows = 1 << last.rows.ilog2();
            last.rows &= !rows;
            let group = last.group;
            self.flocks.push(Flock { group, rows });
        }
    }

    /// Notes that a node of the list has been removed.
    pub(crate) fn drop_one(&mut self) {
        self.len -= 1;
    }

    /// Empties the list, and the bits with it.
    pub(crate) fn forget(&mut self, changed: &mut Bits) {
        match self.ids.take() {
            Some(_) => changed.fill_no(),
            None => {
                for flock in &self.flocks {
                    *changed.word_mut(flock.group as usize) = 0;
                }
            }
        }
        self.clear();
    }

    /// Empties the list of a forest without rows.
    pub(crate) fn clear(&mut self) {
        self.flocks.clear();
        self.closed = 0;
        self.ids = None;
        self.len = 0;
    }

    pub(crate) fn bytes(&self) -> usize {
        let ids = self.ids.as_ref().map_or(0, Vec::capacity);
        self.flocks.capacity() * size_of::<Flock>() + ids * size_of::<NodeId>()
    }

    pub(crate) fn clone_from_list(&mut self, source: &Self) {
        self.flocks.clone_from(&source.flocks);
        self.closed = source.closed;
        self.ids.clone_from(&source.ids);
        self.len = source.len;
    }
}

impl<V: Inherit> Forest<V> {
    /// The nodes that the last [`update`](Self::update) reported and that are still there.
    #[must_use]
    pub fn changes(&self) -> Changes<'_> {
        Changes {
            list: &self.changes,
            slots: &self.slots,
            slot_of_row: &self.rows.slot,
            changed: &self.rows.flags.changed,
        }
    }

    /// To be called before `row` moves: the list must not lose it.
    #[inline]
    pub(crate) fn before_moving(&mut self, row: u32) {
        if self.changes.ids.is_none() && self.rows.flags.changed.get(row) {
            self.write_out_changes();
        }
    }

    #[cold]
    fn write_out_changes(&mut self) {
        let ids = self.changes().iter().collect();
        self.changes.flocks.clear();
        self.changes.closed = 0;
        self.changes.ids = Some(ids);
    }
}

/// The nodes whose effective value an update changed: parents before children, as long as
/// nothing was attached elsewhere since. See [`Forest::update`].
///
/// ```
/// use kinfolk::{Forest, Node2};
///
/// let mut forest = Forest::new();
/// let ship = forest.plant(Node2::default())?;
/// let sail = forest.plant_at(ship, Node2::at(0.0, 5.0))?;
///
/// let changes = forest.update();
/// assert_eq!((changes.len(), changes.contains(sail)), (2, true));
/// for node in forest.changes() {
///     println!("{node} is at {}", forest.world_position(node).unwrap());
/// }
/// # Ok::<(), kinfolk::PlantError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Changes<'a> {
    list: &'a ChangeList,
    slots: &'a Slots,
    slot_of_row: &'a [u32],
    changed: &'a Bits,
}

impl<'a> Changes<'a> {
    /// How many they are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len
    }

    /// Whether nothing changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether `node` is one of them. Costs O(1).
    #[must_use]
    pub fn contains(&self, node: NodeId) -> bool {
        let slot = self.slots.find(node);
        slot.is_some_and(|slot| self.changed.get(self.slots.get(slot).row))
    }

    /// The nodes, one after the other.
    #[must_use]
    pub fn iter(&self) -> ChangedNodes<'a> {
        ChangedNodes {
            changes: *self,
            next: 0,
            rows: Ones(0),
            left: self.len(),
        }
    }

    /// The nodes as a list of their own, for when the forest must change while it is read.
    #[must_use]
    pub fn to_vec(&self) -> Vec<NodeId> {
        self.iter().collect()
    }
}

impl<'a> IntoIterator for Changes<'a> {
    type Item = NodeId;
    type IntoIter = ChangedNodes<'a>;

    fn into_iter(self) -> ChangedNodes<'a> {
        self.iter()
    }
}

impl fmt::Debug for Changes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(*self).finish()
    }
}

impl PartialEq for Changes<'_> {
    /// The same nodes in the same order.
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl PartialEq<[NodeId]> for Changes<'_> {
    fn eq(&self, other: &[NodeId]) -> bool {
        self.iter().eq(other.iter().copied())
    }
}

impl<const N: usize> PartialEq<[NodeId; N]> for Changes<'_> {
    fn eq(&self, other: &[NodeId; N]) -> bool {
        *self == other[..]
    }
}

impl PartialEq<Vec<NodeId>> for Changes<'_> {
    fn eq(&self, other: &Vec<NodeId>) -> bool {
        *self == other[..]
    }
}

/// Nodes that an update changed, one after the other. See [`Changes::iter`].
#[derive(Clone)]
pub struct ChangedNodes<'a> {
    changes: Changes<'a>,
    /// The next flock, or the next id.
    next: usize,
    /// Rows of the flock before that.
    rows: Ones,
    left: usize,
}

impl Iterator for ChangedNodes<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let Changes { list, slots, .. } = self.changes;
        if let Some(ids) = &list.ids {
            let alive = |&&node: &&NodeId| slots.find(node).is_some();
            let at = ids[self.next..].iter().position(|node| alive(&node))?;
            self.next += at + 1;
            self.left -= 1;
            return Some(ids[self.next - 1]);
        }
        loop {
            if let Some(row) = self.rows.next() {
                let group = list.flocks[self.next - 1].group as usize;
                self.left -= 1;
                return Some(slots.id(self.changes.slot_of_row[group * GROUP + row]));
            }
            let flock = list.flocks.get(self.next)?;
            self.rows = Ones(flock.rows & self.changes.changed.word(flock.group as usize));
            self.next += 1;
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for ChangedNodes<'_> {}
impl FusedIterator for ChangedNodes<'_> {}

impl fmt::Debug for ChangedNodes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
