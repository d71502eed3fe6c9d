//! Why a body could not be made, or be kept.

use std::fmt;

use kinfolk::NodeId;

/// What is wrong with one node's body. Everything else is as it was.
#[derive(Debug, Clone, PartialEq)]
pub struct PhysicsError {
    /// Whose body.
    pub node: NodeId,
    /// The id of its entity, if it comes from a scene.
    pub id: Option<String>,
    /// What is wrong.
    pub reason: Reason,
}

/// What can be wrong with a body.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Reason {
    /// The node is not in the forest (any more).
    Stale,
    /// The node has a body already.
    Twice,
    /// The node has a parent, and its body's policy is to be refused then.
    Rejected,
    /// There is no body above to be tied to.
    NothingAbove,
    /// This is not finite.
    NotFinite(&'static str),
    /// This must be greater than zero.
    NotPositive(&'static str, f32),
    /// This must not be negative.
    Negative(&'static str, f32),
    /// A shape has no inside, or its node is scaled to nothing.
    Degenerate,
    /// The node, or a shape of it, is farther out than a physics engine can count.
    TooFar,
    /// The edges of a polygon cross each other.
    CrossesItself,
    /// The lower limit of a joint is above the upper one.
    Limits([f32; 2]),
    /// The axis of a slider points nowhere.
    NoAxis,
    /// This key of a scene's `physics` cannot have this value.
    Key {
        /// The way to it: `shapes.1.radius`.
        key: String,
        /// What is there, and what should be.
        problem: String,
    },
    /// What physics says about a node does not fit its parent.
    Misfit(kinfolk::WriteError),
    /// The physics engine has refused it.
    Engine(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stale => f.write_str("it is not in the forest"),
            Self::Twice => f.write_str("it has a body already"),
            Self::Rejected => f.write_str(
                "it has a parent, so it cannot have a body of its own; put the body on the root, or choose \
                 compound, follow or joint",
            ),
            Self::NothingAbove => f.write_str("no body is above it to be tied to"),
            Self::NotFinite(what) => write!(f, "{what} is not finite"),
            Self::NotPositive(what, number) => {
                write!(f, "{what} is {number}, and must be greater than 0")
            }
            Self::Negative(what, number) => {
                write!(f, "{what} is {number}, and must not be negative")
            }
            Self::Degenerate => f.write_str("its shape is flat; is it, or a parent, scaled to 0?"),
            Self::TooFar => f.write_str("it is too far out for physics, which ends 1e12 units from the origin"),
            Self::CrossesItself => f.write_str("the edges of its polygon cross each other"),
            Self::Limits([low, high]) => {
                write!(f, "the limits of its joint are from {low} to {high}")
            }
            Self::NoAxis => f.write_str("the axis of its joint is zero"),
            Self::Key { key, problem } => write!(f, "\"physics.{key}\" {problem}"),
            Self::Misfit(why) => write!(f, "its place does not fit its parent: {why}"),
            Self::Engine(why) => f.write_str(why),
        }
    }
}

impl fmt::Display for PhysicsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.id {
            Some(id) => write!(f, "\"{id}\": {}", self.reason),
            None => write!(f, "{:?}: {}", self.node, self.reason),
        }
    }
}

impl std::error::Error for PhysicsError {}
