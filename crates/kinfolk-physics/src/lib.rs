//! Physics for Kinfolk: bodies in world space and hierarchies agree, in the same frame.
//!
//! Physics engines know bodies in world space and no parents; games are made of parts. A
//! [`Physics`] makes the two agree, under rotation, scale, skew and mirroring. The engine is
//! rapier2d ([`Rapier`]), or Box2D v3 (`Box2d`, behind the feature `box2d`); both do the same.
//!
//! # The contract
//!
//! - **A body is made where its node is in the world.** Place and rotation are the body's; scale,
//!   skew and mirroring, own and inherited, are done to its shapes and their offsets.
//! - **Push** brings bodies to where people have moved nodes: dynamic and static bodies at once,
//!   kinematic ones and followers in the course of the next step, with the velocity that takes. Another
//!   scale makes other shapes. Nodes that are gone lose their bodies, nodes that have other parents get
//!   what their policy says.
//! - **Step** moves bodies, and touches no node.
//! - **Pull** writes what has moved in the step into local transforms, and updates the forest:
//!   children, whole trees of them, are where they belong in the same frame. What has not moved writes
//!   nothing: push and pull without a step change no bit, and what rests is in no list of changes.
//! - **Dynamic bodies are never moved by the hierarchy**, unless a person has moved them or a parent.
//!
//! What becomes of a body below another one is its [`ChildPolicy`]: part of that body, a follower, tied
//! to it by a joint, or refused. A body whose parents have no bodies is a body like any other.

mod backend;
mod body;
#[cfg(feature = "box2d")]
mod box2d;
mod check;
mod contacts;
mod error;
mod exact;
mod geometry;
mod make;
mod outline;
mod physics;
mod rapier;
mod read;
mod scene;
mod stance;
mod sync;

/// The README's example is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub use backend::{Backend, Pose, Settings, Touch, Velocity};
pub use body::{
    Anchor, Body, BodyKind, ChildPolicy, Joint, JointKind, Material, Motor, Part, Shape,
};
#[cfg(feature = "box2d")]
pub use box2d::{Box2d, Pieces};
pub use contacts::Contact;
pub use error::{PhysicsError, Reason};
pub use geometry::Geometry;
pub use outline::{JointOutline, Outline};
pub use physics::Physics;
pub use rapier::Rapier;
pub use scene::Warning;

/// The engine of a [`Physics`] that does not say.
pub type DefaultBackend = Rapier;
