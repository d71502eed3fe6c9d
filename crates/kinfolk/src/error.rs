//! Refusals: one type per kind of request, reasons as variants, ids inside.
//!
//! Whoever returns one of these has left the forest exactly as it was.

use core::fmt;

use crate::id::NodeId;
use crate::inherit::Misfit;

/// Why a node could not be planted; the forest is exactly as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlantError {
    /// This node, named as parent, sibling or source, is not in the forest (any more).
    Stale(NodeId),
    /// The value has a number that is not finite. `under` is the parent it was meant for,
    /// `index` its place in the list when several were planted at once, else 0.
    NotFinite {
        /// The parent that the value was meant for; `None` for a root.
        under: Option<NodeId>,
        /// Which one of the values it was, counted from 0.
        index: usize,
    },
    /// The node would be deeper than [`max_depth`](crate::Forest::max_depth) allows.
    TooDeep {
        /// The parent that the node was meant for; `None` for a root.
        under: Option<NodeId>,
        /// The depth that was wanted.
        depth: usize,
        /// The limit.
        max_depth: usize,
    },
    /// There is no such place among the children.
    NoSuchIndex {
        /// The parent; `None` for roots.
        parent: Option<NodeId>,
        /// The index that was asked for.
        index: usize,
        /// The largest index that would do.
        most: usize,
    },
    /// In a list of nodes, this one names a parent that does not come before it.
    ParentNotBefore {
        /// Which one of the nodes it is, counted from 0.
        index: usize,
        /// The parent's index that it named.
        parent: usize,
    },
    /// The forest holds as many nodes as it can.
    Full,
}

/// Why a node could not be attached, detached or moved; the forest is exactly as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum AttachError {
    /// This node is not in the forest (any more).
    Stale(NodeId),
    /// A node cannot be its own parent or sibling.
    Itself(NodeId),
    /// `parent` sits below `child`, so the link would close a loop.
    Cycle {
        /// The node that was to be attached.
        child: NodeId,
        /// The node it was to be attached to.
        parent: NodeId,
    },
    /// The deepest node below `child` would be deeper than [`max_depth`](crate::Forest::max_depth) allows.
    TooDeep {
        /// The node that was to be attached.
        child: NodeId,
        /// The depth that its deepest descendant would get.
        depth: usize,
        /// The limit.
        max_depth: usize,
    },
    /// There is no such place among the children.
    NoSuchIndex {
        /// The parent; `None` for roots.
        parent: Option<NodeId>,
        /// The index that was asked for.
        index: usize,
        /// The largest index that would do.
        most: usize,
    },
    /// No own value would keep `child` where it is below `parent`.
    Misfit {
        /// The node that was to stay in place.
        child: NodeId,
        /// The parent below which it cannot; `None` as a root.
        parent: Option<NodeId>,
        /// Why not.
        why: Misfit,
    },
}

/// Why a value could not be written; the forest is exactly as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteError {
    /// This node is not in the forest (any more).
    Stale(NodeId),
    /// The value for this node has a number that is not finite.
    NotFinite(NodeId),
    /// No own value would give this node the world value that was asked for.
    Misfit {
        /// The node that was to be placed.
        node: NodeId,
        /// Its parent.
        parent: Option<NodeId>,
        /// Why not.
        why: Misfit,
    },
}

/// Why a point, vector or angle could not be taken from one space to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpaceError {
    /// This node is not in the forest (any more).
    Stale(NodeId),
    /// What was to be converted, for this node, is not finite.
    NotFinite(NodeId),
    /// This node's space is flat (a scale of zero, say), so nothing can be expressed in it.
    NotInvertible(NodeId),
}

/// A node that is not in the forest (any more) was named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stale(pub NodeId);

impl From<Stale> for PlantError {
    fn from(Stale(node): Stale) -> Self {
        Self::Stale(node)
    }
}

impl From<Stale> for AttachError {
    fn from(Stale(node): Stale) -> Self {
        Self::Stale(node)
    }
}

impl From<Stale> for WriteError {
    fn from(Stale(node): Stale) -> Self {
        Self::Stale(node)
    }
}

impl From<Stale> for SpaceError {
    fn from(Stale(node): Stale) -> Self {
        Self::Stale(node)
    }
}

/// "9v1", or "the roots" for no parent.
struct Under(Option<NodeId>);

impl fmt::Display for Under {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(node) => write!(f, "{node}"),
            None => f.write_str("the roots"),
        }
    }
}

impl fmt::Display for Stale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "no node {} in this forest: it was removed, or belongs to another forest",
            self.0
        )
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotInvertible => {
                "the parent is flattened, or nearly so (is a scale zero above it?)"
            }
            Self::NotFinite => "it would need numbers that are too large",
            Self::NeedsShear => "it would need shear, which a 3D transform cannot hold",
        })
    }
}

impl fmt::Display for PlantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Stale(node) => Stale(node).fmt(f),
            Self::NotFinite { under, index } => {
                write!(
                    f,
                    "value {index} for {} has a number that is not finite",
                    Under(under)
                )
            }
            Self::TooDeep {
                under,
                depth,
                max_depth,
            } => {
                let under = Under(under);
                write!(
                    f,
                    "a node under {under} would be {depth} deep, past the limit of {max_depth}"
                )
            }
            Self::NoSuchIndex {
                parent,
                index,
                most,
            } => no_such_index(f, parent, index, most),
            Self::ParentNotBefore { index, parent } => write!(
                f,
                "node {index} of the list names node {parent} as its parent, which does not come before it"
            ),
            Self::Full => f.write_str("the forest holds as many nodes as it can"),
        }
    }
}

impl fmt::Display for AttachError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Stale(node) => Stale(node).fmt(f),
            Self::Itself(node) => write!(f, "cannot put {node} under or beside itself"),
            Self::Cycle { child, parent } => {
                write!(f, "cannot put {child} under {parent}, its own descendant")
            }
            Self::TooDeep {
                child,
                depth,
                max_depth,
            } => write!(
                f,
                "with {child} there, the hierarchy would be {depth} deep, past the limit of {max_depth}"
            ),
            Self::NoSuchIndex {
                parent,
                index,
                most,
            } => no_such_index(f, parent, index, most),
            Self::Misfit { child, parent, why } => {
                write!(
                    f,
                    "cannot keep {child} in place under {}: {why}",
                    Under(parent)
                )
            }
        }
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Stale(node) => Stale(node).fmt(f),
            Self::NotFinite(node) => {
                write!(f, "the value for {node} has a number that is not finite")
            }
            Self::Misfit { node, parent, why } => {
                write!(
                    f,
                    "cannot place {node} like that under {}: {why}",
                    Under(parent)
                )
            }
        }
    }
}

impl fmt::Display for SpaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Stale(node) => Stale(node).fmt(f),
            Self::NotFinite(node) => {
                write!(
                    f,
                    "what was to be converted for {node} has a number that is not finite"
                )
            }
            Self::NotInvertible(node) => write!(
                f,
                "nothing can be expressed in the space of {node}, which is flattened (is a scale zero?)"
            ),
        }
    }
}

fn no_such_index(
    f: &mut fmt::Formatter<'_>,
    parent: Option<NodeId>,
    index: usize,
    most: usize,
) -> fmt::Result {
    match parent {
        Some(parent) => write!(f, "no place {index} among the children of {parent}")?,
        None => write!(f, "no place {index} among the roots")?,
    }
    write!(f, ": the last one is {most}")
}

impl core::error::Error for Stale {}
impl core::error::Error for Misfit {}
impl core::error::Error for PlantError {}
impl core::error::Error for AttachError {}
impl core::error::Error for WriteError {}
impl core::error::Error for SpaceError {}
