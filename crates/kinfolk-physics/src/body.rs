//! What an author says about a body.

use glam::Vec2;

/// A body: how it moves, and what it is made of.
///
/// ```
/// use kinfolk_physics::{Body, Part, Shape};
///
/// let crate_ = Body::dynamic(Shape::square(1.0, 1.0));
/// let dumbbell = Body {
///     parts: vec![
///         Part::new(Shape::Circle { radius: 0.5 }).at(-1.0, 0.0),
///         Part::new(Shape::Circle { radius: 0.5 }).at(1.0, 0.0),
///     ],
///     ..Body::default()
/// };
/// # let _ = (crate_, dumbbell);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Body {
    /// Who moves it.
    pub kind: BodyKind,
    /// What it is made of; a body of nothing has no mass, and nothing moves it.
    pub parts: Vec<Part>,
    /// How much of gravity it feels: 1 is all of it.
    pub gravity_scale: f32,
    /// Whether it never turns.
    pub fixed_rotation: bool,
    /// How fast it starts, in units a second.
    pub velocity: Vec2,
    /// How fast it starts to turn, in radians a second.
    pub spin: f32,
    /// How much of its speed it loses, a second.
    pub damping: f32,
    /// How much of its spin it loses, a second.
    pub spin_damping: f32,
    /// Whether fast bodies are kept from flying through thin ones.
    pub bullet: bool,
    /// What becomes of it below another body.
    pub child: ChildPolicy,
    /// How it hangs there, if its policy is [`ChildPolicy::Joint`].
    pub joint: Joint,
}

impl Default for Body {
    fn default() -> Self {
        Self {
            kind: BodyKind::Dynamic,
            parts: Vec::new(),
            gravity_scale: 1.0,
            fixed_rotation: false,
            velocity: Vec2::ZERO,
            spin: 0.0,
            damping: 0.0,
            spin_damping: 0.0,
            bullet: false,
            child: ChildPolicy::Reject,
            joint: Joint::default(),
        }
    }
}

impl Body {
    /// A body that forces move, of one shape.
    #[must_use]
    pub fn dynamic(shape: Shape) -> Self {
        Self::of(BodyKind::Dynamic, shape)
    }

    /// A body that the hierarchy moves and nothing can push, of one shape.
    #[must_use]
    pub fn kinematic(shape: Shape) -> Self {
        Self::of(BodyKind::Kinematic, shape)
    }

    /// A body that stays, of one shape.
    #[must_use]
    pub fn fixed(shape: Shape) -> Self {
        Self::of(BodyKind::Static, shape)
    }

    fn of(kind: BodyKind, shape: Shape) -> Self {
        Self {
            kind,
            parts: vec![Part::new(shape)],
            ..Self::default()
        }
    }

    /// The same with this policy for when it is below another body.
    #[must_use]
    pub fn as_child(self, child: ChildPolicy) -> Self {
        Self { child, ..self }
    }
}

/// Who moves a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BodyKind {
    /// Forces and contacts do.
    #[default]
    Dynamic,
    /// The hierarchy does, or its own velocity; nothing can push it.
    Kinematic,
    /// Nobody does.
    Static,
}

/// A shape somewhere on a body, and what it is made of.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// What it looks like to others.
    pub shape: Shape,
    /// Where its origin is on the body.
    pub offset: Vec2,
    /// How it is turned on the body, in radians.
    pub angle: f32,
    /// What it is made of.
    pub material: Material,
}

impl Part {
    /// A shape at the body's origin, of the usual material.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        Self {
            shape,
            offset: Vec2::ZERO,
            angle: 0.0,
            material: Material::default(),
        }
    }

    /// The same somewhere else on the body.
    #[must_use]
    pub fn at(self, x: f32, y: f32) -> Self {
        Self {
            offset: Vec2::new(x, y),
            ..self
        }
    }

    /// The same of another material.
    #[must_use]
    pub fn of(self, material: Material) -> Self {
        Self { material, ..self }
    }
}

/// A shape around its origin.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A rectangle.
    Box {
        /// From side to side.
        width: f32,
        /// From bottom to top.
        height: f32,
    },
    /// A circle.
    Circle {
        /// From the middle to the rim.
        radius: f32,
    },
    /// A rectangle with round ends above and below; on its side if it is wider than high.
    Capsule {
        /// From side to side, ends included.
        width: f32,
        /// From bottom to top, ends included.
        height: f32,
    },
    /// Corners, in either direction, convex or not.
    Polygon {
        /// At least three.
        points: Vec<Vec2>,
    },
}

impl Shape {
    /// A rectangle.
    #[must_use]
    pub const fn square(width: f32, height: f32) -> Self {
        Self::Box { width, height }
    }
}

/// What a part is made of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Material {
    /// How much a square unit weighs.
    pub density: f32,
    /// How hard it is to slide on. Between two parts the geometric mean counts.
    pub friction: f32,
    /// How much of a bounce comes back: 0 none, 1 all. Between two parts the larger one counts.
    pub restitution: f32,
    /// Whether it only notices others, and nothing bounces off it.
    pub sensor: bool,
    /// The layers that it is on, a bit each.
    pub layers: u32,
    /// The layers of those that it meets. Two parts meet if both masks say so.
    pub mask: u32,
}

impl Default for Material {
    fn default() -> Self {
        Self {
            density: 1.0,
            friction: 0.5,
            restitution: 0.0,
            sensor: false,
            layers: 1,
            mask: u32::MAX,
        }
    }
}

/// What becomes of a body that is below another body in the hierarchy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ChildPolicy {
    /// Its parts become parts of the nearest body above.
    Compound,
    /// It is a kinematic body that goes where the hierarchy says.
    Follow,
    /// It is a body of its own, tied to the nearest body above; its local transform follows.
    Joint,
    /// It is refused.
    #[default]
    Reject,
}

/// How a child hangs at the body above.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Joint {
    /// What the child can still do.
    pub kind: JointKind,
    /// Where the two are tied together.
    pub anchor: Anchor,
    /// How far it can go: radians for a hinge, units for a slider.
    pub limits: Option<[f32; 2]>,
    /// What drives it.
    pub motor: Option<Motor>,
    /// Whether the two bodies meet.
    pub collide: bool,
}

impl Default for Joint {
    fn default() -> Self {
        Self {
            kind: JointKind::Revolute,
            anchor: Anchor::Origin,
            limits: None,
            motor: None,
            collide: false,
        }
    }
}

/// Where a child is tied to the body above.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Anchor {
    /// At the child's origin.
    #[default]
    Origin,
    /// Here, in the space of the child.
    Child(Vec2),
    /// Here, in the space of the child's parent: a slot of it, say.
    Parent(Vec2),
}

/// What a child at a joint can do.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum JointKind {
    /// Turn around the anchor.
    Revolute,
    /// Slide along an axis, which is in the space of the child.
    Prismatic {
        /// Not zero; its length does not matter.
        axis: Vec2,
    },
    /// Nothing.
    Fixed,
}

/// What drives a joint.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Motor {
    /// The speed that it tries to reach: radians or units a second.
    pub speed: f32,
    /// How hard it may try: torque or force.
    pub strength: f32,
}
