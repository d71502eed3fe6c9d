//! Reading a forest in order.
//!
//! Walks follow document order, parents before children, siblings in their order, and
//! yield plain [`NodeId`]s. They borrow the forest, so values can be read on the way; to
//! edit while walking, collect first. None of them allocates except
//! [`breadth_first`](Forest::breadth_first), which holds one frontier. A stale id has
//! nobody around it: its walks are empty.

use alloc::collections::VecDeque;
use core::iter::FusedIterator;

use crate::forest::Forest;
use crate::id::NodeId;
use crate::inherit::Inherit;
use crate::slots::{NONE, Slots};

impl<V: Inherit> Forest<V> {
    /// The children of `node`, first to last.
    #[must_use]
    #[inline]
    pub fn children(&self, node: NodeId) -> Children<'_> {
        match self.slots.find(node) {
            Some(slot) => Children::of(&self.slots, slot),
            None => Children::nobody(&self.slots),
        }
    }

    /// The roots, first to last.
    #[must_use]
    pub fn roots(&self) -> Children<'_> {
        Children::of(&self.slots, NONE)
    }

    /// The other children of `node`'s parent, first to last. Roots are siblings of each other.
    #[must_use]
    pub fn siblings(&self, node: NodeId) -> Siblings<'_> {
        match self.slots.find(node) {
            Some(slot) => {
                let all = Children::of(&self.slots, self.slots.get(slot).parent);
                Siblings { all, except: slot }
            }
            None => Siblings {
                all: Children::nobody(&self.slots),
                except: NONE,
            },
        }
    }

    /// The ancestors of `node`, its parent first and its root last.
    #[must_use]
    pub fn ancestors(&self, node: NodeId) -> Ancestors<'_> {
        let next = self
            .slots
            .find(node)
            .map_or(NONE, |slot| self.slots.get(slot).parent);
        Ancestors {
            slots: &self.slots,
            next,
        }
    }

    /// Everything below `node`, depth first, which is itself left out.
    ///
    /// ```
    /// use kinfolk::{Forest, Node2};
    ///
    /// let mut forest = Forest::new();
    /// let knight = forest.plant(Node2::default()).unwrap();
    /// let arm = forest.plant_at(knight, Node2::default()).unwrap();
    /// let sword = forest.plant_at(arm, Node2::default()).unwrap();
    /// let head = forest.plant_at(knight, Node2::default()).unwrap();
    ///
    /// assert!(forest.descendants(knight).eq([arm, sword, head]));
    /// ```
    #[must_use]
    pub fn descendants(&self, node: NodeId) -> Descendants<'_> {
        let top = self.slots.find(node).unwrap_or(NONE);
        let next = if top == NONE {
            NONE
        } else {
            self.slots.first_child(top)
        };
        Descendants {
            slots: &self.slots,
            top,
            latest: NONE,
            next,
        }
    }

    /// Every node of the forest, tree by tree, depth first.
    #[must_use]
    pub fn walk(&self) -> Descendants<'_> {
        let next = self.slots.first_child(NONE);
        Descendants {
            slots: &self.slots,
            top: NONE,
            latest: NONE,
            next,
        }
    }

    /// Everything below `node`, generation by generation, which is itself left out.
    ///
    /// Holds one frontier in memory: at most the nodes of two generations.
    #[must_use]
    pub fn breadth_first(&self, node: NodeId) -> BreadthFirst<'_> {
        let children = self.children(node);
        BreadthFirst {
            slots: &self.slots,
            current: children,
            frontier: VecDeque::new(),
            latest_waits: false,
        }
    }

    /// The nodes below `node` that have no children, in tree order; `node` itself is left out.
    #[must_use]
    pub fn leaves(&self, node: NodeId) -> Leaves<'_> {
        Leaves {
            walk: self.descendants(node),
        }
    }

    /// Every node of the forest, generation by generation, parents before children.
    ///
    /// Inside a generation nodes come as they lie in memory, which is the order of an
    /// update and costs no looking around (but a list, if nodes have been moved since): children of one parent need not be next to each
    /// other until [`tidy`](Self::tidy) is done.
    #[must_use]
    pub fn by_depth(&self) -> ByDepth<'_> {
        ByDepth {
            slots: &self.slots,
            order: if self.slots.astray.is_empty() {
                Order::OfRows(self.rows.in_order())
            } else {
                Order::Listed(self.slots.by_depth().0.into_iter())
            },
            left: self.len(),
        }
    }
}

/// The children of a node or the roots, in order. See [`Forest::children`] and [`Forest::roots`].
#[derive(Clone, Copy)]
pub struct Children<'a> {
    slots: &'a Slots,
    front: u32,
    back: u32,
    left: usize,
}

impl<'a> Children<'a> {
    #[inline]
    fn of(slots: &'a Slots, parent: u32) -> Self {
        let front = slots.first_child(parent);
        Self {
            slots,
            front,
            back: slots.last_child(parent),
            left: slots.child_count(parent),
        }
    }

    fn nobody(slots: &'a Slots) -> Self {
        Self {
            slots,
            front: NONE,
            back: NONE,
            left: 0,
        }
    }
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    #[inline]
    fn next(&mut self) -> Option<NodeId> {
        self.left = self.left.checked_sub(1)?;
        let slot = self.front;
        self.front = self.slots.kin(slot).next;
        Some(self.slots.id(slot))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl DoubleEndedIterator for Children<'_> {
    fn next_back(&mut self) -> Option<NodeId> {
        self.left = self.left.checked_sub(1)?;
        let slot = self.back;
        self.back = self.slots.kin(slot).previous;
        Some(self.slots.id(slot))
    }
}

impl ExactSizeIterator for Children<'_> {}
impl FusedIterator for Children<'_> {}

/// The other children of a node's parent, in order. See [`Forest::siblings`].
#[derive(Clone, Copy)]
pub struct Siblings<'a> {
    all: Children<'a>,
    except: u32,
}

impl Iterator for Siblings<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        self.all
            .next()
            .filter(|node| node.slot() != self.except)
            .or_else(|| self.all.next())
    }
}

impl DoubleEndedIterator for Siblings<'_> {
    fn next_back(&mut self) -> Option<NodeId> {
        let last = self.all.next_back();
        last.filter(|node| node.slot() != self.except)
            .or_else(|| self.all.next_back())
    }
}

impl FusedIterator for Siblings<'_> {}

/// The ancestors of a node, nearest first. See [`Forest::ancestors`].
#[derive(Clone, Copy)]
pub struct Ancestors<'a> {
    slots: &'a Slots,
    next: u32,
}

impl Iterator for Ancestors<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let node = self.slots.some_id(self.next)?;
        self.next = self.slots.get(self.next).parent;
        Some(node)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = match self.next {
            NONE => 0,
            next => self.slots.depth(next) + 1,
        };
        (left, Some(left))
    }
}

impl ExactSizeIterator for Ancestors<'_> {}
impl FusedIterator for Ancestors<'_> {}

/// Everything below a node, or everything, depth first. See [`Forest::descendants`] and [`Forest::walk`].
#[derive(Clone, Copy)]
pub struct Descendants<'a> {
    slots: &'a Slots,
    top: u32,
    latest: u32,
    next: u32,
}

impl Descendants<'_> {
    /// Leaves out everything below the node that came last.
    ///
    /// ```
    /// # use kinfolk::{Forest, Node2};
    /// # let mut forest = Forest::new();
    /// # let scene = forest.plant(Node2::default()).unwrap();
    /// # let hidden = forest.plant_at(scene, Node2::default().hidden()).unwrap();
    /// # let inside = forest.plant_at(hidden, Node2::default()).unwrap();
    /// # let shown = forest.plant_at(scene, Node2::default()).unwrap();
    /// let mut drawn = Vec::new();
    /// let mut walk = forest.walk();
    /// while let Some(node) = walk.next() {
    ///     if forest.value(node).unwrap().visible {
    ///         drawn.push(node);
    ///     } else {
    ///         walk.prune();
    ///     }
    /// }
    /// assert_eq!(drawn, [scene, shown]);
    /// ```
    pub fn prune(&mut self) {
        if self.latest != NONE {
            self.next = self.slots.next_past(self.latest, self.top);
        }
    }
}

impl Iterator for Descendants<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let slot = self.next;
        let node = self.slots.some_id(slot)?;
        self.latest = slot;
        self.next = self.slots.next_in_subtree(slot, self.top);
        Some(node)
    }
}

impl FusedIterator for Descendants<'_> {}

/// The nodes below a node that have no children, in tree order. See [`Forest::leaves`].
#[derive(Clone, Copy)]
pub struct Leaves<'a> {
    walk: Descendants<'a>,
}

impl Iterator for Leaves<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let slots = self.walk.slots;
        self.walk
            .find(|node| slots.first_child(node.slot()) == NONE)
    }
}

impl FusedIterator for Leaves<'_> {}

/// Everything below a node, generation by generation. See [`Forest::breadth_first`].
#[derive(Clone)]
pub struct BreadthFirst<'a> {
    slots: &'a Slots,
    current: Children<'a>,
    /// Nodes whose children have not come yet.
    frontier: VecDeque<u32>,
    /// The node that came last is the last one there.
    latest_waits: bool,
}

impl BreadthFirst<'_> {
    /// Leaves out everything below the node that came last.
    pub fn prune(&mut self) {
        if core::mem::take(&mut self.latest_waits) {
            self.frontier.pop_back();
        }
    }
}

impl Iterator for BreadthFirst<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        loop {
            if let Some(node) = self.current.next() {
                self.latest_waits = self.slots.child_count(node.slot()) > 0;
                if self.latest_waits {
                    self.frontier.push_back(node.slot());
                }
                return Some(node);
            }
            self.current = Children::of(self.slots, self.frontier.pop_front()?);
        }
    }
}

impl FusedIterator for BreadthFirst<'_> {}

/// Every node, generation by generation. See [`Forest::by_depth`].
#[derive(Clone)]
pub struct ByDepth<'a> {
    slots: &'a Slots,
    order: Order<'a>,
    left: usize,
}

#[derive(Clone)]
enum Order<'a> {
    OfRows(crate::rows::InOrder<'a>),
    /// While nodes have moved and their rows have not.
    Listed(alloc::vec::IntoIter<u32>),
}

impl Iterator for ByDepth<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let slot = match &mut self.order {
            Order::OfRows(rows) => rows.next()?,
            Order::Listed(slots) => slots.next()?,
        };
        self.left -= 1;
        Some(self.slots.id(slot))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for ByDepth<'_> {}
impl FusedIterator for ByDepth<'_> {}

macro_rules! debug_as_the_rest_of_the_walk {
    ($($walk:ident),*) => {$(
        impl core::fmt::Debug for $walk<'_> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_list().entries(self.clone()).finish()
            }
        }
    )*};
}

debug_as_the_rest_of_the_walk!(
    Children,
    Siblings,
    Ancestors,
    Descendants,
    Leaves,
    BreadthFirst,
    ByDepth
);
