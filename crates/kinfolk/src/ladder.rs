//! Who may be above whom, told without climbing.
//!
//! Every node stands on a *rung*, a number that is larger than its parent's. So nobody is above
//! those on lower rungs, and to move below one of them closes no loop, whoever else has moved
//! since the last update. Any other move raises what moves or lowers what it comes below,
//! whichever are fewer; what is moved again mostly finds its rungs in order. A rung starts out
//! as a depth and says nothing but this. Only this file says who stands where.
//!
//! At either end of the range a child's rung may equal its parent's. Then a look takes longer,
//! and is still right.

use crate::slots::{NONE, Slots};

/// The ends of the range.
const LOWEST: i32 = if cfg!(any(test, fuzzing)) {
    -4
} else {
    i32::MIN
};
const HIGHEST: i32 = if cfg!(any(test, fuzzing)) {
    8
} else {
    i32::MAX
};

/// Whether so many have been raised or lowered that a child's rung may equal its parent's.
pub(crate) fn is_end(rung: i64) -> bool {
    [LOWEST, HIGHEST].map(i64::from).contains(&rung)
}

/// What keeps rungs in order when a node moves below another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// They are.
    Stands,
    /// What moves is raised.
    Raise,
    /// What it comes below is lowered.
    Lower,
}

impl Slots {
    /// The rung of a new child of `parent`, or of a new root for [`NONE`].
    #[inline(always)]
    pub(crate) fn rung_below(&self, parent: u32) -> i32 {
        let above = self.rungs.get(parent as usize);
        above.map_or(0, |above| above + i32::from(*above < HIGHEST))
    }

    /// Where `slot` stands.
    #[inline(always)]
    pub(crate) fn rung(&self, slot: u32) -> i64 {
        i64::from(self.rungs[slot as usize])
    }

    /// What a move of `child` below `parent`, somebody else, takes; `None` if it would close a loop.
    #[inline(always)]
    pub(crate) fn order(&self, child: u32, parent: u32) -> Option<Order> {
        if self.rung(parent) < self.rung(child) {
            return Some(Order::Stands);
        }
        self.find_order(child, parent)
    }

    /// Whether `above` is an ancestor of `slot`. Costs the shorter way, up or down, at most.
    #[inline]
    pub(crate) fn is_above(&self, above: u32, slot: u32) -> bool {
        above != slot && self.order(above, slot).is_none()
    }

    /// Looks up from the one and down from the other in turn, as far as rungs would have to
    /// change: there the two meet if there is a loop.
    #[cold]
    fn find_order(&self, child: u32, parent: u32) -> Option<Order> {
        if self.kin(child).first_child == NONE {
            return Some(Order::Raise);
        }
        let (mut up, mut down) = (Up::new(self, child, parent), Down::new(self, child, parent));
        loop {
            if up.slot == child || down.slot == parent {
                return None;
            }
            if up.is_over(self) {
                return Some(Order::Lower);
            }
            up.go_on(self);
            let stays = self.rung(down.slot) >= down.lowest;
            down.go_on(self, stays);
            if down.slot == NONE {
                return Some(Order::Raise);
            }
        }
    }

    /// Makes way on the ladder for `child` to be linked below `parent`.
    #[cold]
    pub(crate) fn make_way(&mut self, child: u32, parent: u32, order: Order) {
        match order {
            Order::Stands => {}
            Order::Raise => self.raise(child, parent),
            Order::Lower => self.lower(child, parent),
        }
    }

    fn raise(&mut self, child: u32, parent: u32) {
        let mut down = Down::new(self, child, parent);
        while down.slot != NONE {
            let stays = self.rung(down.slot) >= down.lowest;
            if !stays {
                self.rungs[down.slot as usize] = down.lowest.min(HIGHEST.into()) as i32;
            }
            down.go_on(self, stays);
        }
    }

    fn lower(&mut self, child: u32, parent: u32) {
        let mut up = Up::new(self, child, parent);
        while !up.is_over(self) {
            self.rungs[up.slot as usize] = up.highest.max(LOWEST.into()) as i32;
            up.go_on(self);
        }
    }
}

/// A look at those who would have to be lowered.
struct Up {
    slot: u32,
    /// Where it may stand at most.
    highest: i64,
}

impl Up {
    fn new(slots: &Slots, child: u32, parent: u32) -> Self {
        Self {
            slot: parent,
            highest: slots.rung(child) - 1,
        }
    }

    fn is_over(&self, slots: &Slots) -> bool {
        self.slot == NONE || slots.rung(self.slot) <= self.highest
    }

    fn go_on(&mut self, slots: &Slots) {
        self.slot = slots.get(self.slot).parent;
        self.highest -= 1;
    }
}

/// A look at those who would have to be raised, and at their children.
struct Down {
    slot: u32,
    /// Where it may stand at least.
    lowest: i64,
    top: u32,
}

impl Down {
    fn new(slots: &Slots, child: u32, parent: u32) -> Self {
        Self {
            slot: child,
            lowest: slots.rung(parent) + 1,
            top: child,
        }
    }

    /// Goes on to the children, or past everything below a node that `stays`.
    fn go_on(&mut self, slots: &Slots, stays: bool) {
        let first_child = slots.kin(self.slot).first_child;
        if !stays && first_child != NONE {
            self.slot = first_child;
            self.lowest += 1;
            return;
        }
        while self.slot != self.top {
            let next = slots.kin(self.slot).next;
            if next != NONE {
                self.slot = next;
                return;
            }
            self.slot = slots.get(self.slot).parent;
            self.lowest -= 1;
        }
        self.slot = NONE;
    }
}
