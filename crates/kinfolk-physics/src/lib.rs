//! Physics for Kinfolk: bodies in world space and hierarchies agree.
mod backend;
mod body;
mod error;
mod geometry;
#[cfg(feature = "rapier")]
mod rapier;

pub use backend::{Backend, Pose, Settings, Touch, Velocity};
pub use body::{Body, BodyKind, ChildPolicy, Joint, JointKind, Material, Motor, Part, Shape};
pub use error::{PhysicsError, Reason};
pub use geometry::Geometry;
#[cfg(feature = "rapier")]
pub use rapier::Rapier;
