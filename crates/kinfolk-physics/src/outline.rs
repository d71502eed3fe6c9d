//! What bodies a scene would have, to be looked at: shapes and joints in the world, without an engine.
//!
//! The same reading of `physics` and the same bending of shapes as in [`Physics`](crate::Physics), for
//! editors. Nothing is simulated, and nothing changes.

use glam::{Affine2, Vec2};
use kinfolk::{Forest, Node2, NodeId};
use kinfolk_scene::Scene;

use crate::body::{Anchor, BodyKind, ChildPolicy, JointKind};
use crate::error::Reason;
use crate::geometry::{self, Geometry};
use crate::read;
use crate::scene::tie_to_slot;
use crate::stance::Stance;

/// A body as it would be made of a node now.
#[derive(Debug, Clone, PartialEq)]
pub struct Outline {
    /// Who would move it.
    pub kind: BodyKind,
    /// What becomes of it below the body above; `None` if there is none.
    pub role: Option<ChildPolicy>,
    /// Its shapes in the world, and whether they only notice others.
    pub shapes: Vec<(Geometry, bool)>,
    /// How it hangs at the body above.
    pub joint: Option<JointOutline>,
}

/// A joint in the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JointOutline {
    /// What the child can still do.
    pub kind: JointKind,
    /// Where the two are tied together.
    pub anchor: Vec2,
    /// Where the body above is.
    pub body: Vec2,
    /// Where a slider slides, in the world and one unit long; where a hinge has its zero.
    pub axis: Vec2,
    /// How far it can go.
    pub limits: Option<[f32; 2]>,
}

impl Outline {
    /// What the entity of a node declares; `None` if it declares no physics.
    ///
    /// ```
    /// use kinfolk::Forest;
    /// use kinfolk_physics::{Geometry, Outline};
    /// use kinfolk_scene::{Scene, load};
    ///
    /// let text = r#"{ "entities": [{ "id": "ball", "transform": { "x": 4, "scaleX": -2, "scaleY": 2 },
    ///     "physics": { "shape": "circle", "radius": 0.5, "offset": [1, 0] } }] }"#;
    /// let (document, plan) = load(text).into_parts()?;
    /// let mut forest = Forest::new();
    /// let scene = Scene::instantiate(document, plan, &mut forest)?;
    ///
    /// let ball = Outline::of(&forest, &scene, scene.node("ball").unwrap()).unwrap().unwrap();
    /// let Geometry::Circle { center, radius } = &ball.shapes[0].0 else { panic!() };
    /// assert_eq!((center.x, *radius), (2.0, 1.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Why there can be no such body.
    #[must_use]
    pub fn of(forest: &Forest<Node2>, scene: &Scene, node: NodeId) -> Option<Result<Self, Reason>> {
        let physics = scene.fields(node)?.physics.set()?;
        Some(read::body(physics).and_then(|mut written| {
            tie_to_slot(forest, scene, node, &mut written)?;
            outline(forest, scene, node, written)
        }))
    }
}

fn outline(
    forest: &Forest<Node2>,
    scene: &Scene,
    node: NodeId,
    written: read::Written,
) -> Result<Outline, Reason> {
    let body = written.body;
    let world = forest.effective(node).ok_or(Reason::Stale)?;
    let above = body_above(forest, scene, node);
    if body.child == ChildPolicy::Reject && forest.parent(node).is_some() {
        return Err(Reason::Rejected);
    }
    if body.child == ChildPolicy::Joint && above.is_none() {
        return Err(Reason::NothingAbove);
    }
    let role = above.map(|_| body.child);
    // A shape is bent in the space of the rigid body that has it, and that body is somewhere in the world.
    let carrier = match (role, above) {
        (Some(ChildPolicy::Compound), Some(above)) => above,
        _ => node,
    };
    let carrier = forest.effective(carrier).ok_or(Reason::Stale)?;
    let stance = Stance::of(&carrier);
    let bend = stance.to_body(world.affine());
    let pose = Affine2::from_cols(
        stance.pose.rotation,
        stance.pose.rotation.perp(),
        stance.pose.position,
    );
    let mut shapes = Vec::new();
    for part in &body.parts {
        for geometry in geometry::of_part(part, bend)? {
            shapes.push((in_world(geometry, pose), part.material.sensor));
        }
    }
    let is_tied = role == Some(ChildPolicy::Joint);
    let joint = above.filter(|_| is_tied).and_then(|above| {
        let affine = world.affine();
        let anchor = match body.joint.anchor {
            Anchor::Origin => affine.translation,
            Anchor::Child(at) => affine.transform_point2(at),
            Anchor::Parent(at) => forest.world(forest.parent(node)?)?.transform_point2(at),
        };
        let axis = match body.joint.kind {
            JointKind::Prismatic { axis } => affine.transform_vector2(axis),
            JointKind::Revolute | JointKind::Fixed => Stance::of(&world).pose.rotation,
        };
        Some(JointOutline {
            kind: body.joint.kind,
            anchor,
            body: forest.world_position(above)?,
            axis: axis.normalize_or(Vec2::X),
            limits: body.joint.limits,
        })
    });
    Ok(Outline {
        kind: match role {
            Some(ChildPolicy::Follow) => BodyKind::Kinematic,
            Some(ChildPolicy::Joint) => BodyKind::Dynamic,
            _ => body.kind,
        },
        role,
        shapes,
        joint,
    })
}

/// The nearest node above that would have a body of its own: the first that is no part of another body, and
/// if all are, the topmost, which has nothing to be a part of.
fn body_above(forest: &Forest<Node2>, scene: &Scene, node: NodeId) -> Option<NodeId> {
    let mut topmost = None;
    for above in forest.ancestors(node) {
        let physics = scene.fields(above).and_then(|fields| fields.physics.set());
        let Some(physics) = physics else {
            continue;
        };
        topmost = Some(above);
        if physics["child"].as_str() != Some("compound") {
            break;
        }
    }
    topmost
}

fn in_world(geometry: Geometry, pose: Affine2) -> Geometry {
    match geometry {
        Geometry::Circle { center, radius } => Geometry::Circle {
            center: pose.transform_point2(center),
            radius,
        },
        Geometry::Capsule { from, to, radius } => Geometry::Capsule {
            from: pose.transform_point2(from),
            to: pose.transform_point2(to),
            radius,
        },
        Geometry::Polygon { corners } => Geometry::Polygon {
            corners: corners
                .into_iter()
                .map(|corner| pose.transform_point2(corner))
                .collect(),
        },
    }
}
