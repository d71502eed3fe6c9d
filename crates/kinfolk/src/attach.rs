//! Moving nodes: to another parent, to the roots, among their siblings.
//!
//! `attach` keeps the local value and `attach_in_place` keeps the place in the world; so
//! for `detach`. Everything is checked first and changed afterwards. A move that changes
//! the parent invalidates whatever the node inherits.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::error::{AttachError, Stale};
use crate::forest::Forest;
use crate::id::NodeId;
use crate::inherit::{InPlace, Inherit};
use crate::ladder::Order;
use crate::slots::{Life, NONE};
use crate::spot::{Among, Found, Spot};

/// A move that nothing forbids.
#[derive(Clone, Copy)]
pub(crate) struct Move {
    pub(crate) slot: u32,
    /// As it is before.
    pub(crate) from: Life,
    pub(crate) to: Found,
    pub(crate) order: Order,
}

impl<V: Inherit> Forest<V> {
    /// Moves `child`, with everything below it, to a [`Spot`]; its own value stays as it is.
    ///
    /// A parent's id means "after its last child". Attaching to the parent that it has
    /// already changes nothing; name an index or a sibling to change the order.
    ///
    /// Costs O(1), mostly, and at most as many steps as the new parent is deep or as there are
    /// nodes below `child`, whichever are fewer. If their depth changes, the next update costs O(those) more,
    /// however often they are moved until then.
    ///
    /// ```
    /// use kinfolk::{Forest, Node2};
    ///
    /// let mut forest = Forest::new();
    /// let ship = forest.plant(Node2::at(10.0, 0.0)).unwrap();
    /// let dock = forest.plant(Node2::at(50.0, 0.0)).unwrap();
    /// let crane = forest.plant_at(ship, Node2::at(1.0, 2.0)).unwrap();
    ///
    /// forest.attach(crane, dock).unwrap();
    /// assert_eq!(forest.world_position(crane).unwrap().to_array(), [51.0, 2.0]);
    /// assert!(forest.attach(dock, crane).is_err(), "a loop");
    /// ```
    ///
    /// # Errors
    /// Refuses stale ids, loops, indexes past the end, and depths past the limit.
    pub fn attach(&mut self, child: NodeId, spot: impl Into<Spot>) -> Result<(), AttachError> {
        let checked = self.check_attach(child, spot.into())?;
        self.carry_out(checked);
        Ok(())
    }

    /// Makes `child` a root, after the other roots; its own value stays as it is.
    ///
    /// # Errors
    /// Refuses a stale id.
    pub fn detach(&mut self, child: NodeId) -> Result<(), AttachError> {
        self.attach(child, Spot::Root)
    }

    /// Moves `child` among its siblings so that `index` of them stand before it.
    ///
    /// # Errors
    /// Refuses a stale id and an index past the end.
    pub fn reorder(&mut self, child: NodeId, index: usize) -> Result<(), AttachError> {
        let spot = match self.parent(child) {
            Some(parent) => Spot::At(parent, index),
            None => Spot::RootAt(index),
        };
        self.attach(child, spot)
    }

    /// Sorts the children of `parent` by a comparison of two of them. Equal ones keep their order.
    ///
    /// ```
    /// # use kinfolk::{Forest, Node2};
    /// # let mut forest = Forest::new();
    /// # let shelf = forest.plant(Node2::default()).unwrap();
    /// # let (a, b) = (forest.plant_at(shelf, Node2::at(3.0, 0.0)).unwrap(), forest.plant_at(shelf, Node2::at(1.0, 0.0)).unwrap());
    /// let x = |forest: &Forest<Node2>, book| forest.value(book).unwrap().transform.position.x;
    /// forest.sort_children_by(shelf, |forest, a, b| x(forest, a).total_cmp(&x(forest, b)))?;
    /// # assert!(forest.children(shelf).eq([b, a]));
    /// # Ok::<(), kinfolk::Stale>(())
    /// ```
    ///
    /// # Errors
    /// Refuses a stale id.
    pub fn sort_children_by(
        &mut self,
        parent: NodeId,
        compare: impl FnMut(&Self, NodeId, NodeId) -> Ordering,
    ) -> Result<(), Stale> {
        let parent = self.find(parent)?;
        self.sort_siblings(parent, compare);
        Ok(())
    }

    /// Sorts the children of `parent` by a key of each. Equal ones keep their order.
    ///
    /// # Errors
    /// Refuses a stale id.
    pub fn sort_children_by_key<K: Ord>(
        &mut self,
        parent: NodeId,
        mut key: impl FnMut(&Self, NodeId) -> K,
    ) -> Result<(), Stale> {
        self.sort_children_by(parent, |forest, a, b| key(forest, a).cmp(&key(forest, b)))
    }

    /// Sorts the roots by a comparison of two of them. Equal ones keep their order.
    pub fn sort_roots_by(&mut self, compare: impl FnMut(&Self, NodeId, NodeId) -> Ordering) {
        self.sort_siblings(NONE, compare);
    }

    fn sort_siblings(
        &mut self,
        parent: u32,
        mut compare: impl FnMut(&Self, NodeId, NodeId) -> Ordering,
    ) {
        let mut order = Vec::with_capacity(self.slots.child_count(parent));
        let mut child = self.slots.first_child(parent);
        while child != NONE {
            order.push(child);
            child = self.slots.kin(child).next;
        }
        order.sort_by(|&a, &b| compare(self, self.slots.id(a), self.slots.id(b)));
        self.slots.links().relink(parent, &order);
        self.shape += 1;
    }

    /// Everything that could forbid a move; nothing is changed.
    #[inline(always)]
    pub(crate) fn check_attach(&self, child: NodeId, spot: Spot) -> Result<Move, AttachError> {
        let slot = self.find(child)?;
        if let Spot::Before(sibling) | Spot::After(sibling) = spot
            && sibling == child
        {
            return Err(AttachError::Itself(child));
        }
        let to = self.find_spot(spot, Some(slot))?;
        if to.parent == slot {
            return Err(AttachError::Itself(child));
        }
        let from = *self.slots.get(slot);
        let mut order = Order::Stands;
        if to.parent != from.parent && to.parent != NONE {
            let Some(found) = self.slots.order(slot, to.parent) else {
                return Err(AttachError::Cycle {
                    child,
                    parent: self.slots.id(to.parent),
                });
            };
            order = found;
        }
        if self.max_depth.is_some() && to.parent != from.parent {
            self.check_height(slot, to.parent)?;
        }
        Ok(Move {
            slot,
            from,
            to,
            order,
        })
    }

    #[cold]
    fn check_height(&self, slot: u32, parent: u32) -> Result<(), AttachError> {
        let (depth, max_depth) = (self.depth_below(parent), self.max_depth);
        let deepest = depth + self.height(slot);
        match max_depth {
            Some(max_depth) if depth > self.slots.depth(slot) && deepest > max_depth => {
                Err(AttachError::TooDeep {
                    child: self.slots.id(slot),
                    depth: deepest,
                    max_depth,
                })
            }
            _ => Ok(()),
        }
    }

    /// Carries out a move that was checked.
    #[inline(always)]
    pub(crate) fn carry_out(&mut self, checked: Move) {
        let Move {
            slot,
            from,
            to,
            order,
        } = checked;
        let Life {
            row, generation, ..
        } = from;
        if from.parent == to.parent {
            if !matches!(to.among, Among::Last) {
                self.slots.links().unlink(slot, to.parent);
                let before = self.follower(to);
                self.slots.links().link(slot, to.parent, before);
                self.shape += 1;
            }
            return;
        }
        let (above, stays) = match to.parent {
            NONE => (NONE, generation == 0),
            parent => {
                let above = self.slots.get(parent);
                (above.row, above.generation + 1 == generation)
            }
        };
        self.rows.parent[row as usize] = above;
        if order != Order::Stands {
            self.slots.make_way(slot, to.parent, order);
        }
        self.slots.get_mut(slot).parent = to.parent;
        self.slots.links().unlink(slot, from.parent);
        let before = self.follower(to);
        self.slots.links().link(slot, to.parent, before);
        self.shape += 1;
        self.rows.mark(generation, row);
        // Once somebody is astray, to note one too many is cheaper than to guess.
        if !(stays & self.slots.astray.is_empty()) {
            self.slots.note_astray(slot);
            self.rows.marks.shallowest = 0; // reads must not trust generations
        }
    }

    /// How many generations there are below `top`.
    fn height(&self, top: u32) -> usize {
        let (mut depth, mut deepest) = (0, 0);
        let mut slot = top;
        loop {
            let first_child = self.slots.kin(slot).first_child;
            if first_child != NONE {
                slot = first_child;
                depth += 1;
                deepest = depth.max(deepest);
                continue;
            }
            while slot != top && self.slots.kin(slot).next == NONE {
                slot = self.slots.get(slot).parent;
                depth -= 1;
            }
            if slot == top {
                return deepest;
            }
            slot = self.slots.kin(slot).next;
        }
    }
}

impl<V: InPlace> Forest<V> {
    /// Moves `child`, with everything below it, to a [`Spot`] and keeps it where it is in
    /// the world by changing its own value.
    ///
    /// The world stays within 1e-5 of its size, or 1e-4 if the parent squeezes one axis a
    /// hundred times more than the other; if it cannot, the move is refused. The own value
    /// keeps its bits when the parent stays the same.
    ///
    /// ```
    /// use kinfolk::{Forest, Node2};
    ///
    /// let mut forest = Forest::new();
    /// let hand = forest.plant(Node2::at(5.0, 1.0).turned(0.5).scaled(-2.0, 2.0)).unwrap();
    /// let coin = forest.plant(Node2::at(6.0, 1.0)).unwrap();
    ///
    /// forest.attach_in_place(coin, hand).unwrap();
    /// let place = forest.world_position(coin).unwrap();
    /// assert!(place.distance([6.0, 1.0].into()) < 1e-5);
    /// ```
    ///
    /// # Errors
    /// As [`attach`](Self::attach); and when no own value would do, because the new parent
    /// is scaled to nothing, say.
    pub fn attach_in_place(
        &mut self,
        child: NodeId,
        spot: impl Into<Spot>,
    ) -> Result<(), AttachError> {
        let checked = self.check_attach(child, spot.into())?;
        let value = self.value_in_place(checked.slot, checked.to.parent)?;
        self.carry_out(checked);
        if let Some(value) = value {
            let written = self.write(checked.slot, value);
            debug_assert!(written, "the value was checked");
        }
        Ok(())
    }

    /// Makes `child` a root, after the other roots, and keeps it where it is in the world.
    ///
    /// # Errors
    /// Refuses a stale id, and a node whose world no own value can hold.
    pub fn detach_in_place(&mut self, child: NodeId) -> Result<(), AttachError> {
        self.attach_in_place(child, Spot::Root)
    }

    /// The own value that keeps `slot` in place below `parent`; `None` if it need not change.
    pub(crate) fn value_in_place(&self, slot: u32, parent: u32) -> Result<Option<V>, AttachError> {
        if self.slots.get(slot).parent == parent {
            return Ok(None);
        }
        let wanted = self.fresh(slot);
        let above = (parent != NONE).then(|| self.fresh(parent));
        match self.value_in(slot).in_place(&wanted, above.as_ref()) {
            Ok(value) if value.is_finite() => Ok(Some(value)),
            other => Err(AttachError::Misfit {
                child: self.slots.id(slot),
                parent: self.slots.some_id(parent),
                why: other.err().unwrap_or(crate::Misfit::NotFinite),
            }),
        }
    }
}
