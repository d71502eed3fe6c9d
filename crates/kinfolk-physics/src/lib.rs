//! Physics for Kinfolk: bodies in world space and hierarchies agree, in the same frame.
mod backend;
mod body;
mod check;
mod contacts;
mod error;
mod geometry;
mod physics;
mod rapier;
mod read;
mod scene;
mod stance;
mod sync;

pub use backend::{Backend, Pose, Settings, Touch, Velocity};
pub use body::{
    Anchor, Body, BodyKind, ChildPolicy, Joint, JointKind, Material, Motor, Part, Shape,
};
pub use contacts::Contact;
pub use error::{PhysicsError, Reason};
pub use geometry::Geometry;
pub use physics::Physics;
pub use rapier::Rapier;
pub use scene::Warning;

/// The engine of a [`Physics`] that does not say.
pub type DefaultBackend = Rapier;
