//! Taking nodes out: a subtree, or one node whose children live on.

use alloc::vec::Vec;

use crate::attach::Move;
use crate::error::{AttachError, Stale};
use crate::forest::{Forest, take};
use crate::id::NodeId;
use crate::inherit::{InPlace, Inherit};
use crate::ladder::Order;
use crate::slots::NONE;
use crate::spot::{Among, Found};

/// Where the children go when their parent is removed and they are not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Heirs {
    /// They become the last roots, in their order.
    ToRoots,
    /// They take their parent's place among its siblings, in their order.
    ToGrandparent,
}

impl<V: Inherit> Forest<V> {
    /// Removes `node` and everything below it, and says how many nodes that were.
    ///
    /// Costs O(nodes removed), however many siblings `node` has.
    ///
    /// # Errors
    /// Refuses a stale id.
    pub fn remove(&mut self, node: NodeId) -> Result<usize, Stale> {
        let top = self.find(node)?;
        let mut count = 0;
        self.remove_each::<false>(top, |_, _| count += 1);
        Ok(count)
    }

    /// Removes `node` and everything below it, and hands the values over: children before
    /// their parents, siblings in order, each once.
    ///
    /// # Errors
    /// Refuses a stale id.
    pub fn take(&mut self, node: NodeId) -> Result<Vec<(NodeId, V)>, Stale> {
        let top = self.find(node)?;
        let mut taken = Vec::new();
        self.remove_each::<true>(top, |node, value| taken.push((node, value)));
        Ok(taken)
    }

    /// Removes `node` alone; its children go to its [`Heirs`] and keep their own values.
    ///
    /// ```
    /// use kinfolk::{Forest, Heirs, Node2};
    ///
    /// let mut forest = Forest::new();
    /// let army = forest.plant(Node2::default()).unwrap();
    /// let squad = forest.plant_at(army, Node2::default()).unwrap();
    /// let scout = forest.plant_at(squad, Node2::default()).unwrap();
    ///
    /// forest.remove_keep_children(squad, Heirs::ToGrandparent).unwrap();
    /// assert_eq!(forest.parent(scout), Some(army));
    /// ```
    ///
    /// # Errors
    /// Refuses a stale id.
    pub fn remove_keep_children(&mut self, node: NodeId, heirs: Heirs) -> Result<(), Stale> {
        let slot = self.find(node)?;
        self.bequeath(slot, heirs);
        self.remove_each::<false>(slot, |_, _| ());
        Ok(())
    }

    /// Removes every node. Ids go stale, memory is kept.
    pub fn clear(&mut self) {
        self.slots.clear();
        self.values.clear();
        self.rows.clear();
        self.changes.clear();
        self.shape += 1;
    }

    /// Removes the subtree of `top`, children before parents. Values are what their authors
    /// wrote last only if they are `WANTED`.
    fn remove_each<const WANTED: bool>(&mut self, top: u32, mut removed: impl FnMut(NodeId, V)) {
        self.slots.unlink(top);
        let mut slot = self.slots.first_leaf(top);
        loop {
            let (life, next) = (*self.slots.get(slot), self.slots.kin(slot).next);
            let node = self.slots.id(slot);
            if self.rows.flags.changed.get(life.row) {
                self.changes.drop_one();
            }
            let ready = self.rows.ready[life.row as usize];
            self.rows.release(life.row, life.generation);
            self.slots.end(slot);
            if let Some(value) = V::told(&ready) {
                removed(node, value);
            } else if let Some(mut value) = take(&mut self.values, slot) {
                if WANTED {
                    value.catch_up(&ready);
                }
                removed(node, value);
            }
            if slot == top {
                break;
            }
            slot = if next == NONE {
                life.parent
            } else {
                self.slots.first_leaf(next)
            };
        }
        self.rows.trim();
        if self.is_empty() {
            self.changes.clear();
            self.slots.astray.clear();
        }
        self.shape += 1;
    }

    /// Moves the children of `slot` to its heirs.
    fn bequeath(&mut self, slot: u32, heirs: Heirs) {
        let mut child = self.slots.first_child(slot);
        while child != NONE {
            let next = self.slots.kin(child).next;
            self.carry_out(Move {
                slot: child,
                from: *self.slots.get(child),
                to: self.inheritance(slot, heirs),
                order: Order::Stands, // heirs are higher up
            });
            child = next;
        }
    }

    fn inheritance(&self, slot: u32, heirs: Heirs) -> Found {
        match heirs {
            Heirs::ToRoots => Found {
                parent: NONE,
                among: Among::Last,
            },
            Heirs::ToGrandparent => Found {
                parent: self.slots.get(slot).parent,
                among: Among::Before(slot),
            },
        }
    }
}

impl<V: InPlace> Forest<V> {
    /// Removes `node` alone; its children go to its [`Heirs`] and stay where they are in the world.
    ///
    /// # Errors
    /// Refuses a stale id, and a child that cannot stay in place; then nothing has changed.
    pub fn remove_keep_children_in_place(
        &mut self,
        node: NodeId,
        heirs: Heirs,
    ) -> Result<(), AttachError> {
        let slot = self.find(node)?;
        let parent = self.inheritance(slot, heirs).parent;
        let mut values = Vec::with_capacity(self.slots.child_count(slot));
        let mut child = self.slots.first_child(slot);
        while child != NONE {
            values.push((child, self.value_in_place(child, parent)?));
            child = self.slots.kin(child).next;
        }
        self.bequeath(slot, heirs);
        for (child, value) in values {
            if let Some(value) = value {
                let written = self.write(child, value);
                debug_assert!(written, "the value was checked");
            }
        }
        self.remove_each::<false>(slot, |_, _| ());
        Ok(())
    }
}
