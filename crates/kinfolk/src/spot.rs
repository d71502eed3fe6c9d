//! Places in a forest: where a node can be planted or attached.

use crate::error::{AttachError, PlantError, Stale};
use crate::forest::Forest;
use crate::id::NodeId;
use crate::inherit::Inherit;
use crate::slots::NONE;

/// A place among somebody's children, or among the roots.
///
/// A [`NodeId`] is the spot after that node's last child, so `forest.attach(wheel, car)`
/// reads as it should. An index counts the siblings that will stand before the node, which
/// is itself not counted.
///
/// ```
/// use kinfolk::{Forest, Node2, Spot};
///
/// let mut forest = Forest::new();
/// let knight = forest.plant(Node2::default()).unwrap();
/// let shield = forest.plant_at(knight, Node2::default()).unwrap();
/// let sword = forest.plant_at(Spot::Before(shield), Node2::default()).unwrap();
///
/// assert!(forest.children(knight).eq([sword, shield]));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Spot {
    /// After the last root.
    Root,
    /// Among the roots, with this many before it.
    RootAt(usize),
    /// After the last child of this node.
    Under(NodeId),
    /// Among the children of this node, with this many before it.
    At(NodeId, usize),
    /// Just before this sibling.
    Before(NodeId),
    /// Just after this sibling.
    After(NodeId),
}

impl From<NodeId> for Spot {
    #[inline]
    fn from(parent: NodeId) -> Self {
        Self::Under(parent)
    }
}

impl From<Option<NodeId>> for Spot {
    #[inline]
    fn from(parent: Option<NodeId>) -> Self {
        parent.map_or(Self::Root, Self::Under)
    }
}

/// A spot whose nodes were found: a parent's slot (or [`NONE`]) and a place among its children.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Found {
    pub(crate) parent: u32,
    pub(crate) among: Among,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Among {
    Last,
    At(usize),
    Before(u32),
    After(u32),
}

/// Why a spot could not be found.
pub(crate) enum Lost {
    Stale(NodeId),
    NoSuchIndex {
        parent: Option<NodeId>,
        index: usize,
        most: usize,
    },
}

impl<V: Inherit> Forest<V> {
    /// Finds `spot` for a new node, or for `moving` (its own place does not count).
    #[inline(always)]
    pub(crate) fn find_spot(&self, spot: Spot, moving: Option<u32>) -> Result<Found, Lost> {
        let slot = |node| self.slots.find(node).ok_or(Lost::Stale(node));
        let (parent, among) = match spot {
            Spot::Root => (NONE, Among::Last),
            Spot::RootAt(index) => (NONE, Among::At(index)),
            Spot::Under(parent) => (slot(parent)?, Among::Last),
            Spot::At(parent, index) => (slot(parent)?, Among::At(index)),
            Spot::Before(sibling) => {
                let sibling = slot(sibling)?;
                (self.slots.get(sibling).parent, Among::Before(sibling))
            }
            Spot::After(sibling) => {
                let sibling = slot(sibling)?;
                (self.slots.get(sibling).parent, Among::After(sibling))
            }
        };
        if let Among::At(index) = among {
            let here = moving.is_some_and(|moving| self.slots.get(moving).parent == parent);
            let most = self.slots.child_count(parent) - usize::from(here);
            if index > most {
                return Err(Lost::NoSuchIndex {
                    parent: self.slots.some_id(parent),
                    index,
                    most,
                });
            }
        }
        Ok(Found { parent, among })
    }

    /// The sibling that will follow, [`NONE`] for none; the node itself must not be linked now.
    #[inline(always)]
    pub(crate) fn follower(&self, found: Found) -> u32 {
        match found.among {
            Among::Last => NONE,
            Among::At(index) => self.slots.child_at(found.parent, index),
            Among::Before(sibling) => sibling,
            Among::After(sibling) => self.slots.kin(sibling).next,
        }
    }

    /// The depth of a child of `parent`.
    pub(crate) fn depth_below(&self, parent: u32) -> usize {
        if parent == NONE {
            0
        } else {
            self.slots.depth(parent) + 1
        }
    }
}

impl From<Lost> for PlantError {
    fn from(lost: Lost) -> Self {
        match lost {
            Lost::Stale(node) => Stale(node).into(),
            Lost::NoSuchIndex {
                parent,
                index,
                most,
            } => Self::NoSuchIndex {
                parent,
                index,
                most,
            },
        }
    }
}

impl From<Lost> for AttachError {
    fn from(lost: Lost) -> Self {
        match lost {
            Lost::Stale(node) => Stale(node).into(),
            Lost::NoSuchIndex {
                parent,
                index,
                most,
            } => Self::NoSuchIndex {
                parent,
                index,
                most,
            },
        }
    }
}
