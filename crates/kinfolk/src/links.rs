//! The links of a family: from a parent to its first child, and from child to child.
//!
//! Siblings form a list in order. The first one's `previous` is the last one, so both
//! ends are one step away; the last one's `next` is [`NONE`]. Roots are siblings too,
//! children of nobody. This file alone writes links.
//!
//! Who has siblings on which side is anybody's guess, so nobody guesses: where there is no
//! sibling to be told, somebody is told what it knows already.

use core::hint::select_unpredictable;
use core::mem::replace;

use crate::slots::NONE;

/// The children of a node, and its siblings.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
pub(crate) struct Kin {
    pub(crate) first_child: u32,
    /// The next sibling; in a free slot, the next free one.
    pub(crate) next: u32,
    pub(crate) previous: u32,
    pub(crate) child_count: u32,
}

impl Kin {
    pub(crate) const NONE: Self = Self {
        first_child: NONE,
        next: NONE,
        previous: NONE,
        child_count: 0,
    };
}

/// The links of all slots, while some are written.
pub(crate) struct Links<'a> {
    pub(crate) kin: &'a mut [Kin],
    /// The roots are its children.
    pub(crate) nobody: &'a mut Kin,
}

impl Links<'_> {
    #[inline(always)]
    fn of(&mut self, slot: u32) -> &mut Kin {
        &mut self.kin[slot as usize]
    }

    #[inline(always)]
    fn family(&mut self, parent: u32) -> &mut Kin {
        if parent == NONE {
            self.nobody
        } else {
            self.of(parent)
        }
    }

    /// Makes `slot` a child of `parent` (a root for [`NONE`]), before the sibling `before`
    /// (last for [`NONE`]).
    #[inline(always)]
    pub(crate) fn link(&mut self, slot: u32, parent: u32, before: u32) {
        let family = self.family(parent);
        family.child_count += 1;
        let first = family.first_child;
        let is_first = before == first;
        family.first_child = select_unpredictable(is_first, slot, first);
        let kin = self.of(slot);
        (kin.next, kin.previous) = (before, slot); // if there is nobody else
        // Without a follower it is the first one who knows the last.
        let alone = select_unpredictable(first == NONE, slot, first);
        let after = if before == NONE { alone } else { before };
        let previous = replace(&mut self.of(after).previous, slot);
        self.of(slot).previous = previous;
        self.of(select_unpredictable(is_first, slot, previous)).next =
            select_unpredictable(is_first, before, slot);
    }

    /// Takes `slot` out of the children of `parent`; its own stay with it.
    #[inline(always)]
    pub(crate) fn unlink(&mut self, slot: u32, parent: u32) {
        let Kin { next, previous, .. } = *self.of(slot);
        let family = self.family(parent);
        family.child_count -= 1;
        let first = family.first_child;
        let is_first = first == slot;
        family.first_child = select_unpredictable(is_first, next, first);
        self.of(select_unpredictable(is_first, slot, previous)).next = next;
        self.of(select_unpredictable(next == NONE, first, next))
            .previous = previous;
    }

    /// Puts the children of `parent` into this order; `order` must be exactly those children.
    pub(crate) fn relink(&mut self, parent: u32, order: &[u32]) {
        let (Some(&first), Some(&last)) = (order.first(), order.last()) else {
            return;
        };
        self.family(parent).first_child = first;
        let mut previous = last;
        for (index, &slot) in order.iter().enumerate() {
            let kin = self.of(slot);
            kin.previous = previous;
            kin.next = order.get(index + 1).copied().unwrap_or(NONE);
            previous = slot;
        }
    }
}
