//! Who is whose kin: the slot of every node.
//!
//! A slot is in two halves, who lives there and its [`Kin`], and has a rung on the
//! [`ladder`](crate::ladder). Roots are children of nobody, [`NONE`].

use alloc::vec::Vec;
use core::num::NonZeroU32;

use crate::ahead::ask_for;
use crate::id::{NodeId, first_version_of_a_new_forest, next_life};
use crate::links::{Kin, Links};

/// The index that stands for "nobody", in slots and in rows.
pub(crate) const NONE: u32 = u32::MAX;

/// As many nodes as one forest may hold.
pub(crate) const MOST_NODES: usize = 1 << 30;

/// With so many free slots it begins to matter in which order they are used again.
const MANY: usize = 1_024;

/// Who a node is and where its values are: what writes and reads ask for.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
pub(crate) struct Life {
    pub(crate) version: NonZeroU32,
    /// Where the node's values are; [`NONE`] in a free slot.
    pub(crate) row: u32,
    pub(crate) generation: u32,
    pub(crate) parent: u32,
}

#[derive(Clone, Debug)]
pub(crate) struct Slots {
    lives: Vec<Life>,
    kin: Vec<Kin>,
    /// A child's is larger than its parent's: see [`ladder`](crate::ladder).
    pub(crate) rungs: Vec<i32>,
    first_free: u32,
    /// The roots are its children.
    nobody: Kin,
    live: u32,
    first_version: NonZeroU32,
    /// Every node whose row is not in the generation below its parent's, and maybe others.
    pub(crate) astray: Vec<u32>,
}

impl Slots {
    pub(crate) fn new() -> Self {
        Self {
            lives: Vec::new(),
            kin: Vec::new(),
            rungs: Vec::new(),
            first_free: NONE,
            nobody: Kin::NONE,
            live: 0,
            first_version: first_version_of_a_new_forest(),
            astray: Vec::new(),
        }
    }

    pub(crate) fn reserve(&mut self, additional: usize) {
        let free = self.lives.len() - self.live as usize;
        if free >= MANY && additional >= self.lives.len() / 4 {
            self.order_free();
        }
        let additional = additional.saturating_sub(free);
        self.lives.reserve_exact(additional);
        self.kin.reserve_exact(additional);
        self.rungs.reserve_exact(additional);
    }

    /// Puts free slots in order, so that nodes that come together lie side by side again. Whoever
    /// died last would be the first to be used again, and families die in the order of a walk.
    fn order_free(&mut self) {
        self.first_free = NONE;
        for slot in (0..self.lives.len()).rev() {
            let life = &self.lives[slot];
            // A slot that is at its last life may be past it: it is not worth finding out.
            if life.row == NONE && next_life(life.version).is_some() {
                self.kin[slot].next = self.first_free;
                self.first_free = slot as u32;
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.live as usize
    }

    /// How many slots there are, free ones included.
    pub(crate) fn table_len(&self) -> usize {
        self.lives.len()
    }

    pub(crate) fn capacity(&self) -> usize {
        self.lives.capacity()
    }

    #[cfg(feature = "serde")]
    pub(crate) fn first_version(&self) -> NonZeroU32 {
        self.first_version
    }

    /// The slot of a living node of this forest.
    #[inline]
    pub(crate) fn find(&self, node: NodeId) -> Option<u32> {
        (self.life_of(node)?.row != NONE).then_some(node.slot())
    }

    /// The life that `node` means; it may be over, or may not have begun: then it has no row.
    #[inline(always)]
    pub(crate) fn life_of(&self, node: NodeId) -> Option<&Life> {
        let life = self.lives.get(node.slot() as usize)?;
        (life.version.get() == node.version()).then_some(life)
    }

    #[inline]
    pub(crate) fn id(&self, slot: u32) -> NodeId {
        NodeId::new(slot, self.lives[slot as usize].version)
    }

    /// The id in `slot`, or `None` for [`NONE`].
    #[inline]
    pub(crate) fn some_id(&self, slot: u32) -> Option<NodeId> {
        (slot != NONE).then(|| self.id(slot))
    }

    #[inline]
    pub(crate) fn get(&self, slot: u32) -> &Life {
        &self.lives[slot as usize]
    }

    /// Says that the ancestors of a slot will be needed, which are just before it in a family that was planted
    /// together.
    #[inline(always)]
    pub(crate) fn ask_for_those_before(&self, slot: u32) {
        for before in [4, 8, 12, 16, 20] {
            if let Some(life) = self.lives.get((slot as usize).wrapping_sub(before)) {
                ask_for(life);
            }
        }
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, slot: u32) -> &mut Life {
        &mut self.lives[slot as usize]
    }

    #[inline]
    pub(crate) fn kin(&self, slot: u32) -> &Kin {
        &self.kin[slot as usize]
    }

    #[inline]
    fn kin_mut(&mut self, slot: u32) -> &mut Kin {
        &mut self.kin[slot as usize]
    }

    /// The first child of `parent`, or the first root when `parent` is [`NONE`].
    #[inline]
    pub(crate) fn first_child(&self, parent: u32) -> u32 {
        self.family(parent).first_child
    }

    #[inline]
    pub(crate) fn last_child(&self, parent: u32) -> u32 {
        match self.first_child(parent) {
            NONE => NONE,
            first => self.kin(first).previous,
        }
    }

    #[inline]
    pub(crate) fn child_count(&self, parent: u32) -> usize {
        self.family(parent).child_count as usize
    }

    /// The sibling before `slot`, or [`NONE`] for the first one.
    #[inline]
    pub(crate) fn previous_sibling(&self, slot: u32) -> u32 {
        if self.first_child(self.get(slot).parent) == slot {
            NONE
        } else {
            self.kin(slot).previous
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
                child = self.kin(child).next;
            }
        } else {
            child = self.last_child(parent);
            for _ in index + 1..count {
                child = self.kin(child).previous;
            }
        }
        child
    }

    /// The node after `slot` in tree order, inside the subtree of `top`; [`NONE`] at its end.
    #[inline]
    pub(crate) fn next_in_subtree(&self, slot: u32, top: u32) -> u32 {
        match self.kin(slot).first_child {
            NONE => self.next_past(slot, top),
            child => child,
        }
    }

    /// The node after everything below `slot`, inside the subtree of `top`.
    #[inline]
    pub(crate) fn next_past(&self, mut slot: u32, top: u32) -> u32 {
        while slot != top && slot != NONE {
            let next = self.kin(slot).next;
            if next != NONE {
                return next;
            }
            slot = self.get(slot).parent;
        }
        NONE
    }

    /// The first node below `slot` that has no children: `slot` itself if it has none.
    pub(crate) fn first_leaf(&self, mut slot: u32) -> u32 {
        loop {
            match self.kin(slot).first_child {
                NONE => return slot,
                child => slot = child,
            }
        }
    }

    /// The slots of the next nodes, as long as they are slots in which others have lived.
    pub(crate) fn vacancies(&self) -> impl Iterator<Item = u32> {
        let free = |slot: u32| (slot != NONE).then_some(slot);
        core::iter::successors(free(self.first_free), move |&slot| {
            free(self.kin(slot).next)
        })
    }

    /// The slot that the next node will have.
    #[inline]
    pub(crate) fn vacant(&self) -> u32 {
        match self.first_free {
            NONE => {
                let slot = u32::try_from(self.lives.len()).unwrap_or(NONE);
                assert!(slot < NONE, "a forest has slots for four billion lives");
                slot
            }
            free => free,
        }
    }

    /// Lets a node live in the [`vacant`](Self::vacant) slot, linked as by [`link`](Self::link).
    #[inline(always)]
    pub(crate) fn add(&mut self, row: u32, generation: u32, parent: u32, before: u32) {
        let slot = self.vacant();
        let rung = self.rung_below(parent);
        match self.lives.get_mut(slot as usize) {
            None => {
                self.lives.push(Life {
                    row,
                    generation,
                    ..Life::unlinked(self.first_version)
                });
                self.kin.push(Kin::NONE);
                self.rungs.push(rung);
            }
            Some(vacant) => {
                (vacant.row, vacant.generation) = (row, generation);
                let kin = self.kin_mut(slot);
                let next_free = kin.next;
                *kin = Kin::NONE;
                self.first_free = next_free;
                self.rungs[slot as usize] = rung;
            }
        }
        self.live += 1;
        self.link(slot, parent, before);
    }

    /// Ends a life. The caller has unlinked the node, or removes its whole family.
    #[inline]
    pub(crate) fn end(&mut self, slot: u32) {
        let next_free = self.first_free;
        let life = self.get_mut(slot);
        life.row = NONE;
        if let Some(version) = next_life(life.version) {
            life.version = version;
            self.kin_mut(slot).next = next_free;
            self.first_free = slot;
        }
        self.live -= 1;
    }

    /// Makes the new node in `slot`, which is on its rung, a child of `parent` (a root for
    /// [`NONE`]), before the sibling `before` (last for [`NONE`]).
    #[inline(always)]
    pub(crate) fn link(&mut self, slot: u32, parent: u32, before: u32) {
        self.get_mut(slot).parent = parent;
        self.links().link(slot, parent, before);
    }

    /// Takes `slot` out of its siblings; its own children stay with it.
    #[inline]
    pub(crate) fn unlink(&mut self, slot: u32) {
        let parent = self.get(slot).parent;
        self.links().unlink(slot, parent);
    }

    #[inline(always)]
    pub(crate) fn links(&mut self) -> Links<'_> {
        Links {
            kin: &mut self.kin,
            nobody: &mut self.nobody,
        }
    }

    /// Ends all lives at once.
    pub(crate) fn clear(&mut self) {
        for slot in 0..self.lives.len() as u32 {
            if self.get(slot).row != NONE {
                self.end(slot);
            }
        }
        self.nobody = Kin::NONE;
        self.astray.clear();
    }

    /// The children of `parent`, or the roots for [`NONE`].
    #[inline(always)]
    fn family(&self, parent: u32) -> &Kin {
        if parent == NONE {
            &self.nobody
        } else {
            self.kin(parent)
        }
    }

    pub(crate) fn clone_from_slots(&mut self, source: &Self) {
        self.lives.clone_from(&source.lives);
        self.kin.clone_from(&source.kin);
        self.rungs.clone_from(&source.rungs);
        self.astray.clone_from(&source.astray);
        let Self {
            first_free,
            nobody,
            live,
            first_version,
            ..
        } = *source;
        *self = Self {
            lives: core::mem::take(&mut self.lives),
            kin: core::mem::take(&mut self.kin),
            rungs: core::mem::take(&mut self.rungs),
            astray: core::mem::take(&mut self.astray),
            first_free,
            nobody,
            live,
            first_version,
        };
    }

    /// Versions of all slots, free ones included, in slot order.
    #[cfg(feature = "serde")]
    pub(crate) fn versions(&self) -> impl ExactSizeIterator<Item = NonZeroU32> {
        self.lives.iter().map(|life| life.version)
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
        slots.kin.resize(versions.len(), Kin::NONE);
        slots.rungs.resize(versions.len(), 0);
        slots.lives.extend(versions.into_iter().map(Life::unlinked));
        for (slot, _) in used.iter().enumerate().rev().filter(|&(_, &used)| !used) {
            if next_life(slots.lives[slot].version).is_some() {
                slots.kin[slot].next = slots.first_free;
                slots.first_free = slot as u32;
            }
        }
        slots
    }

    /// Counts one more living node, and puts it on its rung below `parent`.
    #[cfg(feature = "serde")]
    pub(crate) fn revive(&mut self, slot: u32, parent: u32) {
        self.live += 1;
        self.rungs[slot as usize] = self.rung_below(parent);
    }

    /// Checks every link; says what is wrong.
    pub(crate) fn check(&self) -> Result<(), alloc::string::String> {
        crate::laws::links(self, self.first_free)
    }
}

impl Life {
    fn unlinked(version: NonZeroU32) -> Self {
        Self {
            version,
            row: NONE,
            generation: 0,
            parent: NONE,
        }
    }
}
