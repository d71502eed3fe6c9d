//! Who is whose kin: the slot of every node and the links between slots.
//!
//! Siblings form a list in order. The first one's `previous` is the last one, so both
//! ends are one step away; the last one's `next` is [`NONE`]. Roots are siblings too,
//! children of nobody. This file alone writes links.

use alloc::vec::Vec;
use core::num::NonZeroU32;

use crate::id::{NodeId, first_version_of_a_new_forest, next_life};

/// The index that stands for "nobody", in slots and in rows.
pub(crate) const NONE: u32 = u32::MAX;

/// As many nodes as one forest may hold.
pub(crate) const MOST_NODES: usize = 1 << 30;

/// Everything about a node except its values: half a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(crate) struct Slot {
    pub(crate) parent: u32,
    pub(crate) first_child: u32,
    /// The next sibling; in a free slot, the next free one.
    pub(crate) next: u32,
    pub(crate) previous: u32,
    pub(crate) child_count: u32,
    /// Where the node's values are; [`NONE`] in a free slot.
    pub(crate) row: u32,
    pub(crate) generation: u32,
    pub(crate) version: NonZeroU32,
}

#[derive(Clone, Debug)]
pub(crate) struct Slots {
    all: Vec<Slot>,
    first_free: u32,
    first_root: u32,
    root_count: u32,
    live: u32,
    first_version: NonZeroU32,
    /// Every node whose row is not in the generation below its parent's, and maybe others.
    pub(crate) astray: Vec<u32>,
}

impl Slots {
    pub(crate) fn new() -> Self {
        Self {
            all: Vec::new(),
            first_free: NONE,
            first_root: NONE,
            root_count: 0,
            live: 0,
            first_version: first_version_of_a_new_forest(),
            astray: Vec::new(),
        }
    }

    pub(crate) fn reserve(&mut self, additional: usize) {
        let free = self.all.len() - self.live as usize;
        self.all.reserve_exact(additional.saturating_sub(free));
    }

    pub(crate) fn len(&self) -> usize {
        self.live as usize
    }

    /// How many slots there are, free ones included.
    pub(crate) fn table_len(&self) -> usize {
        self.all.len()
    }

    pub(crate) fn capacity(&self) -> usize {
        self.all.capacity()
    }

    #[cfg(feature = "serde")]
    pub(crate) fn first_version(&self) -> NonZeroU32 {
        self.first_version
    }

    /// The slot of a living node of this forest.
    #[inline]
    pub(crate) fn find(&self, node: NodeId) -> Option<u32> {
        let slot = self.all.get(node.slot() as usize)?;
        (slot.version.get() == node.version() && slot.row != NONE).then_some(node.slot())
    }

    #[inline]
    pub(crate) fn id(&self, slot: u32) -> NodeId {
        NodeId::new(slot, self.all[slot as usize].version)
    }

    /// The id in `slot`, or `None` for [`NONE`].
    #[inline]
    pub(crate) fn some_id(&self, slot: u32) -> Option<NodeId> {
        (slot != NONE).then(|| self.id(slot))
    }

    #[inline]
    pub(crate) fn get(&self, slot: u32) -> &Slot {
        &self.all[slot as usize]
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, slot: u32) -> &mut Slot {
        &mut self.all[slot as usize]
    }

    /// The first child of `parent`, or the first root when `parent` is [`NONE`].
    #[inline]
    pub(crate) fn first_child(&self, parent: u32) -> u32 {
        if parent == NONE {
            self.first_root
        } else {
            self.get(parent).first_child
        }
    }

    #[inline]
    pub(crate) fn last_child(&self, parent: u32) -> u32 {
        match self.first_child(parent) {
            NONE => NONE,
            first => self.get(first).previous,
        }
    }

    #[inline]
    pub(crate) fn child_count(&self, parent: u32) -> usize {
        let count = if parent == NONE {
            self.root_count
        } else {
            self.get(parent).child_count
        };
        count as usize
    }

    /// The sibling before `slot`, or [`NONE`] for the first one.
    #[inline]
    pub(crate) fn previous_sibling(&self, slot: u32) -> u32 {
        let links = self.get(slot);
        if self.first_child(links.parent) == slot {
            NONE
        } else {
            links.previous
        }
    }

    /// The child of `parent` with `index` others before it, or [`NONE`] past the end.
    pub(crate) fn child_at(&self, parent: u32, index: usize) -> u32 {
        let count = self.child_count(parent);
        if index >= count {
            return NONE;
        }
        let mut child;
        if index <= count / 2 {
            child = self.first_child(parent);
            for _ in 0..index {
                child = self.get(child).next;
            }
        } else {
            child = self.last_child(parent);
            for _ in index + 1..count {
                child = self.get(child).previous;
            }
        }
        child
    }

    /// The node after `slot` in tree order, inside the subtree of `top`; [`NONE`] at its end.
    #[inline]
    pub(crate) fn next_in_subtree(&self, slot: u32, top: u32) -> u32 {
        match self.get(slot).first_child {
            NONE => self.next_past(slot, top),
            child => child,
        }
    }

    /// The node after everything below `slot`, inside the subtree of `top`.
    #[inline]
    pub(crate) fn next_past(&self, mut slot: u32, top: u32) -> u32 {
        while slot != top && slot != NONE {
            let links = self.get(slot);
            if links.next != NONE {
                return links.next;
            }
            slot = links.parent;
        }
        NONE
    }

    /// The first node below `slot` that has no children: `slot` itself if it has none.
    pub(crate) fn first_leaf(&self, mut slot: u32) -> u32 {
        loop {
            match self.get(slot).first_child {
                NONE => return slot,
                child => slot = child,
            }
        }
    }

    /// The slot that the next node will have.
    #[inline]
    pub(crate) fn vacant(&self) -> u32 {
        match self.first_free {
            NONE => {
                let slot = u32::try_from(self.all.len()).unwrap_or(NONE);
                assert!(slot < NONE, "a forest has slots for four billion lives");
                slot
            }
            free => free,
        }
    }

    /// Lets a node live in the [`vacant`](Self::vacant) slot, linked as by [`link`](Self::link).
    #[inline]
    pub(crate) fn add(&mut self, row: u32, generation: u32, parent: u32, before: u32) {
        let slot = self.vacant();
        let links = Slot {
            row,
            generation,
            ..Slot::unlinked(self.first_version)
        };
        match self.all.get_mut(slot as usize) {
            None => self.all.push(links),
            Some(vacant) => {
                self.first_free = vacant.next;
                *vacant = Slot {
                    version: vacant.version,
                    ..links
                };
            }
        }
        self.live += 1;
        self.link(slot, parent, before);
    }

    /// Ends a life. The caller has unlinked the node, or removes its whole family.
    #[inline]
    pub(crate) fn end(&mut self, slot: u32) {
        let next_free = self.first_free;
        let links = self.get_mut(slot);
        links.row = NONE;
        if let Some(version) = next_life(links.version) {
            links.version = version;
            links.next = next_free;
            self.first_free = slot;
        }
        self.live -= 1;
    }

    /// Makes `slot` a child of `parent` (a root for [`NONE`]), before the sibling `before`
    /// (last for [`NONE`]).
    #[inline(always)]
    pub(crate) fn link(&mut self, slot: u32, parent: u32, before: u32) {
        let first = self.first_child(parent);
        let links = self.get_mut(slot);
        links.parent = parent;
        links.next = before;
        if first == NONE {
            links.previous = slot;
            self.set_first(parent, slot);
        } else if before == NONE {
            let last = self.get(first).previous;
            self.get_mut(slot).previous = last;
            self.get_mut(last).next = slot;
            self.get_mut(first).previous = slot;
        } else {
            let previous = core::mem::replace(&mut self.get_mut(before).previous, slot);
            self.get_mut(slot).previous = previous;
            if before == first {
                self.set_first(parent, slot);
            } else {
                self.get_mut(previous).next = slot;
            }
        }
        self.count(parent, 1);
    }

    /// Takes `slot` out of its siblings; its own children stay with it.
    #[inline(always)]
    pub(crate) fn unlink(&mut self, slot: u32) {
        let Slot {
            parent,
            next,
            previous,
            ..
        } = *self.get(slot);
        let first = self.first_child(parent);
        if first == slot {
            self.set_first(parent, next);
        } else {
            self.get_mut(previous).next = next;
        }
        if next != NONE {
            self.get_mut(next).previous = previous;
        } else if first != slot {
            self.get_mut(first).previous = previous;
        }
        self.count(parent, -1);
    }

    /// Puts the children of `parent` into this order; `order` must be exactly those children.
    pub(crate) fn relink(&mut self, parent: u32, order: &[u32]) {
        let (Some(&first), Some(&last)) = (order.first(), order.last()) else {
            return;
        };
        self.set_first(parent, first);
        let mut previous = last;
        for (index, &slot) in order.iter().enumerate() {
            let links = self.get_mut(slot);
            links.previous = previous;
            links.next = order.get(index + 1).copied().unwrap_or(NONE);
            previous = slot;
        }
    }

    /// Ends all lives at once.
    pub(crate) fn clear(&mut self) {
        for slot in 0..self.all.len() as u32 {
            if self.get(slot).row != NONE {
                self.end(slot);
            }
        }
        self.first_root = NONE;
        self.root_count = 0;
        self.astray.clear();
    }

    #[inline]
    fn set_first(&mut self, parent: u32, first: u32) {
        if parent == NONE {
            self.first_root = first;
        } else {
            self.get_mut(parent).first_child = first;
        }
    }

    #[inline]
    fn count(&mut self, parent: u32, change: i32) {
        let count = if parent == NONE {
            &mut self.root_count
        } else {
            &mut self.get_mut(parent).child_count
        };
        *count = count.wrapping_add_signed(change);
    }

    pub(crate) fn clone_from_slots(&mut self, source: &Self) {
        self.all.clone_from(&source.all);
        self.astray.clone_from(&source.astray);
        let Self {
            first_free,
            first_root,
            root_count,
            live,
            first_version,
            ..
        } = *source;
        *self = Self {
            all: core::mem::take(&mut self.all),
            astray: core::mem::take(&mut self.astray),
            first_free,
            first_root,
            root_count,
            live,
            first_version,
        };
    }

    /// Versions of all slots, free ones included, in slot order.
    #[cfg(feature = "serde")]
    pub(crate) fn versions(&self) -> impl ExactSizeIterator<Item = NonZeroU32> {
        self.all.iter().map(|slot| slot.version)
    }

    /// A table with these versions, as [`versions`](Self::versions) gave them. Slots that are
    /// `used` wait for [`revive`](Self::revive); the others are free, or rest for good.
    #[cfg(feature = "serde")]
    pub(crate) fn with_versions(
        versions: Vec<NonZeroU32>,
        first_version: NonZeroU32,
        used: &[bool],
    ) -> Self {
        let mut slots = Self {
            first_version,
            ..Self::new()
        };
        slots.all.extend(versions.into_iter().map(Slot::unlinked));
        for (slot, _) in used.iter().enumerate().rev().filter(|&(_, &used)| !used) {
            if next_life(slots.all[slot].version).is_some() {
                slots.all[slot].next = slots.first_free;
                slots.first_free = slot as u32;
            }
        }
        slots
    }

    /// Counts one more living node.
    #[cfg(feature = "serde")]
    pub(crate) fn revive(&mut self) {
        self.live += 1;
    }

    /// Checks every link; says what is wrong.
    pub(crate) fn check(&self) -> Result<(), alloc::string::String> {
        crate::laws::links(self, &self.all, self.first_free)
    }
}

impl Slot {
    fn unlinked(version: NonZeroU32) -> Self {
        Self {
            parent: NONE,
            first_child: NONE,
            next: NONE,
            previous: NONE,
            child_count: 0,
            row: NONE,
            generation: 0,
            version,
        }
    }
}
