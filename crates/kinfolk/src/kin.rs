//! Questions about one or two nodes and their kin.

use crate::forest::Forest;
use crate::id::NodeId;
use crate::inherit::Inherit;
use crate::slots::NONE;

impl<V: Inherit> Forest<V> {
    /// The parent of `node`; `None` for a root, and for a stale id.
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.slots
            .some_id(self.slots.get(self.slots.find(node)?).parent)
    }

    /// The topmost ancestor of `node`, or `node` itself if it is a root.
    #[must_use]
    pub fn root_of(&self, node: NodeId) -> Option<NodeId> {
        let mut slot = self.slots.find(node)?;
        while self.slots.get(slot).parent != NONE {
            slot = self.slots.get(slot).parent;
        }
        Some(self.slots.id(slot))
    }

    /// How many ancestors `node` has: 0 for a root.
    #[must_use]
    pub fn depth(&self, node: NodeId) -> Option<usize> {
        Some(self.slots.depth(self.slots.find(node)?))
    }

    /// How many generations the forest has: 0 if it is empty, 1 if there are only roots.
    #[must_use]
    pub fn generations(&self) -> usize {
        if self.slots.astray.is_empty() {
            self.rows.generations.len()
        } else {
            self.slots.by_depth().1
        }
    }

    /// How many children `node` has; none for a stale id.
    #[must_use]
    pub fn child_count(&self, node: NodeId) -> usize {
        self.slots
            .find(node)
            .map_or(0, |slot| self.slots.child_count(slot))
    }

    /// How many roots there are.
    #[must_use]
    pub fn root_count(&self) -> usize {
        self.slots.child_count(NONE)
    }

    /// The first child of `node`.
    #[must_use]
    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        self.slots
            .some_id(self.slots.first_child(self.slots.find(node)?))
    }

    /// The last child of `node`.
    #[must_use]
    pub fn last_child(&self, node: NodeId) -> Option<NodeId> {
        self.slots
            .some_id(self.slots.last_child(self.slots.find(node)?))
    }

    /// The child of `node` with `index` others before it. Costs O(index).
    #[must_use]
    pub fn child_at(&self, node: NodeId, index: usize) -> Option<NodeId> {
        self.slots
            .some_id(self.slots.child_at(self.slots.find(node)?, index))
    }

    /// The sibling just after `node`.
    #[must_use]
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        self.slots
            .some_id(self.slots.kin(self.slots.find(node)?).next)
    }

    /// The sibling just before `node`.
    #[must_use]
    pub fn previous_sibling(&self, node: NodeId) -> Option<NodeId> {
        self.slots
            .some_id(self.slots.previous_sibling(self.slots.find(node)?))
    }

    /// How many siblings stand before `node`. Costs O(that many).
    #[must_use]
    pub fn index_among_siblings(&self, node: NodeId) -> Option<usize> {
        let mut slot = self.slots.find(node)?;
        let mut index = 0;
        while let Some(previous) = Some(self.slots.previous_sibling(slot)).filter(|&s| s != NONE) {
            slot = previous;
            index += 1;
        }
        Some(index)
    }

    /// Whether `ancestor` is above `node`. No node is its own ancestor. Costs O(depth) at most.
    #[must_use]
    pub fn is_ancestor_of(&self, ancestor: NodeId, node: NodeId) -> bool {
        match (self.slots.find(ancestor), self.slots.find(node)) {
            (Some(ancestor), Some(node)) => self.slots.is_above(ancestor, node),
            _ => false,
        }
    }

    /// The nearest ancestor of `node` that `wanted` says yes to; `node` itself is not asked about.
    ///
    /// ```
    /// # use kinfolk::{Forest, Node2};
    /// # let mut forest = Forest::new();
    /// # let boss = forest.plant(Node2::default().with_z(7)).unwrap();
    /// # let arm = forest.plant_at(boss, Node2::default()).unwrap();
    /// # let hand = forest.plant_at(arm, Node2::default()).unwrap();
    /// let layered = forest.nearest_ancestor(hand, |node| forest.value(node).unwrap().z != 0);
    /// assert_eq!(layered, Some(boss));
    /// ```
    #[must_use]
    pub fn nearest_ancestor(
        &self,
        node: NodeId,
        mut wanted: impl FnMut(NodeId) -> bool,
    ) -> Option<NodeId> {
        self.ancestors(node).find(|&ancestor| wanted(ancestor))
    }

    /// The deepest node that is `a` or above it, and `b` or above it. Costs O(depth).
    #[must_use]
    pub fn common_ancestor(&self, a: NodeId, b: NodeId) -> Option<NodeId> {
        let (mut a, mut b) = (self.slots.find(a)?, self.slots.find(b)?);
        let (mut depth_of_a, mut depth_of_b) = (self.slots.depth(a), self.slots.depth(b));
        while a != b {
            let (a_is_deeper, b_is_deeper) = (depth_of_a >= depth_of_b, depth_of_b >= depth_of_a);
            if a_is_deeper {
                a = self.slots.get(a).parent;
                depth_of_a = depth_of_a.checked_sub(1)?;
            }
            if b_is_deeper {
                b = self.slots.get(b).parent;
                depth_of_b = depth_of_b.checked_sub(1)?;
            }
        }
        Some(self.slots.id(a))
    }
}
