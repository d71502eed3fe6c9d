//! What the bridge asks of a physics engine.
//!
//! A backend knows bodies in world space and nothing of parents. The bridge gives every body
//! and every shape a tag, by which the engine tells what has moved and what has met.

use glam::Vec2;

use crate::body::{Body, Joint, Material};
use crate::error::Reason;
use crate::geometry::Geometry;

/// Where a rigid body is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// Where its origin is.
    pub position: Vec2,
    /// The cosine and the sine of its rotation.
    pub rotation: Vec2,
}

impl Pose {
    /// Bit for bit.
    #[must_use]
    pub fn same(&self, other: &Self) -> bool {
        let bits = |pose: &Self| {
            let (position, rotation) = (pose.position.to_array(), pose.rotation.to_array());
            (position.map(f32::to_bits), rotation.map(f32::to_bits))
        };
        bits(self) == bits(other)
    }
}

/// How a rigid body moves.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Velocity {
    /// Units a second.
    pub linear: Vec2,
    /// Radians a second.
    pub angular: f32,
}

impl Velocity {
    pub(crate) fn is_finite(&self) -> bool {
        self.linear.is_finite() && self.angular.is_finite()
    }
}

/// How the world of a backend is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// What pulls at bodies, in units a second a second.
    pub gravity: Vec2,
    /// How many units a typical thing is long: 1 if units are metres, 50 for pixels, say.
    pub length_unit: f32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            gravity: Vec2::new(0.0, -9.81),
            length_unit: 1.0,
        }
    }
}

/// Two shapes that have begun or ceased to touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Touch {
    /// The tag of one.
    pub one: u32,
    /// The tag of the other.
    pub other: u32,
    /// Whether they touch now.
    pub begins: bool,
    /// Whether one of them is a sensor.
    pub sensor: bool,
}

/// A physics engine.
///
/// All that comes in is finite and in range: the bridge has checked it. Ids are only used while
/// what they name is there.
pub trait Backend: Sized {
    /// Names a body.
    type BodyId: Copy + std::fmt::Debug;
    /// Names a shape.
    type ShapeId: Copy + std::fmt::Debug;
    /// Names a joint.
    type JointId: Copy + std::fmt::Debug;

    /// An empty world.
    fn new(settings: Settings) -> Self;

    /// Makes a body without shapes; kind, velocities, damping and so on are those of `body`. A
    /// kinematic body moves by its velocity alone.
    fn add_body(&mut self, body: &Body, pose: Pose, tag: u32) -> Result<Self::BodyId, Reason>;
    /// Takes a body away, with its shapes and joints.
    fn remove_body(&mut self, body: Self::BodyId);

    /// Puts a convex shape on a body.
    fn add_shape(
        &mut self,
        body: Self::BodyId,
        geometry: &Geometry,
        material: &Material,
        tag: u32,
    ) -> Result<Self::ShapeId, Reason>;
    /// Takes a shape away. Whoever touched it ceases to in the events of the next step.
    fn remove_shape(&mut self, shape: Self::ShapeId);

    /// Ties two bodies together where they are now; `anchor` and `axis` are in world space, limits
    /// count from here.
    fn add_joint(
        &mut self,
        above: Self::BodyId,
        below: Self::BodyId,
        joint: &Joint,
        anchor: Vec2,
        axis: Vec2,
    ) -> Result<Self::JointId, Reason>;
    /// Unties them.
    fn remove_joint(&mut self, joint: Self::JointId);
    /// Changes what drives a joint.
    fn set_motor(&mut self, joint: Self::JointId, motor: Option<crate::body::Motor>);

    /// Where a body is.
    fn pose(&self, body: Self::BodyId) -> Pose;
    /// Puts a body elsewhere at once, and wakes it.
    fn set_pose(&mut self, body: Self::BodyId, pose: Pose);
    /// Where a body turns around when it flies: its centre of mass, or its origin if it is
    /// kinematic. [`velocity`](Self::velocity) is that of this place.
    fn pivot(&self, body: Self::BodyId) -> Vec2;
    /// How a body moves.
    fn velocity(&self, body: Self::BodyId) -> Velocity;
    /// Makes a body move, and wakes it if it does.
    fn set_velocity(&mut self, body: Self::BodyId, velocity: Velocity);
    /// Pushes a dynamic body at its centre of mass, at once, and wakes it.
    fn push(&mut self, body: Self::BodyId, impulse: Vec2, angular_impulse: f32);
    /// How heavy a body is.
    fn mass(&self, body: Self::BodyId) -> f32;
    /// Whether a body takes part. One that does not keeps its place and touches nobody.
    fn set_enabled(&mut self, body: Self::BodyId, enabled: bool);
    /// Whether a body rests until something touches it.
    fn is_asleep(&self, body: Self::BodyId) -> bool;
    /// Changes what pulls at bodies.
    fn set_gravity(&mut self, gravity: Vec2);

    /// Lets time pass.
    fn step(&mut self, secs: f32);
    /// Adds the tags of all bodies that may have moved in the last step; dynamic and kinematic.
    fn moved(&self, tags: &mut Vec<u32>);
    /// Adds what has begun and ceased to touch in the last step, shapes that have been removed
    /// since the step before included.
    fn touches(&mut self, touches: &mut Vec<Touch>);
}
