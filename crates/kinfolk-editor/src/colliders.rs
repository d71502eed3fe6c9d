//! What physics makes of entities, for the picture. See [`protocol`](crate::protocol).
//!
//! The shapes are the ones that a game would have: bent by `kinfolk-physics`, in the world.

use kinfolk::NodeId;
use kinfolk_physics::{BodyKind, ChildPolicy, Geometry, JointKind, Outline};
use kinfolk_scene::Editing;
use serde_json::{Value, json};

/// More bodies than this are not told at once.
const MOST: usize = 2000;

/// More corners than this are not told at once.
const MOST_CORNERS: usize = 200_000;

/// The bodies that are seen in a part of the world, parents first, and how many are left out.
pub(crate) fn within(editing: &Editing, view: [f32; 4]) -> Value {
    let (scene, forest) = (editing.scene(), editing.forest());
    let (mut bodies, mut more, mut corners) = (Vec::new(), 0, 0);
    for &node in scene.nodes() {
        let Some(outline) = Outline::of(forest, scene, node) else {
            continue;
        };
        let body = match &outline {
            Ok(outline) if !is_seen(outline, view) => continue,
            Ok(outline) => {
                corners += outline
                    .shapes
                    .iter()
                    .map(|(shape, _)| size(shape))
                    .sum::<usize>();
                body(node, outline)
            }
            Err(why) => {
                let Some(at) = forest.world_position(node) else {
                    continue;
                };
                if !is_inside([at.x, at.y, at.x, at.y], view) {
                    continue;
                }
                json!({ "key": node.index(), "wrong": why.to_string() })
            }
        };
        if bodies.len() < MOST && corners < MOST_CORNERS {
            bodies.push(body);
        } else {
            more += 1;
        }
    }
    json!({ "bodies": bodies, "more": more })
}

fn body(node: NodeId, outline: &Outline) -> Value {
    let shapes: Vec<Value> = outline.shapes.iter().map(shape).collect();
    let joint = outline.joint.map(|joint| {
        let (kind, axis) = match joint.kind {
            JointKind::Revolute => ("revolute", Value::Null),
            JointKind::Prismatic { .. } => ("prismatic", json!(joint.axis.to_array())),
            JointKind::Fixed => ("fixed", Value::Null),
        };
        json!({
            "kind": kind,
            "anchor": joint.anchor.to_array(),
            "body": joint.body.to_array(),
            "axis": axis,
            "limits": joint.limits,
        })
    });
    json!({
        "key": node.index(),
        "kind": match outline.kind {
            BodyKind::Dynamic => "dynamic",
            BodyKind::Kinematic => "kinematic",
            BodyKind::Static => "static",
        },
        "role": match outline.role {
            Some(ChildPolicy::Compound) => "compound",
            Some(ChildPolicy::Follow) => "follow",
            Some(ChildPolicy::Joint) => "joint",
            Some(ChildPolicy::Reject) | None => "free",
        },
        "shapes": shapes,
        "joint": joint,
        "wrong": null,
    })
}

fn shape((geometry, sensor): &(Geometry, bool)) -> Value {
    match geometry {
        Geometry::Circle { center, radius } => {
            json!({ "circle": [center.x, center.y, radius], "sensor": sensor })
        }
        Geometry::Capsule { from, to, radius } => {
            json!({ "capsule": [from.x, from.y, to.x, to.y, radius], "sensor": sensor })
        }
        Geometry::Polygon { corners } => {
            let numbers: Vec<f32> = corners
                .iter()
                .flat_map(|corner| corner.to_array())
                .collect();
            json!({ "polygon": numbers, "sensor": sensor })
        }
    }
}

fn size(geometry: &Geometry) -> usize {
    match geometry {
        Geometry::Circle { .. } => 1,
        Geometry::Capsule { .. } => 2,
        Geometry::Polygon { corners } => corners.len(),
    }
}

/// Whether a shape or the joint is, or may be, in this part of the world.
fn is_seen(outline: &Outline, view: [f32; 4]) -> bool {
    let shapes = outline.shapes.iter().map(|(shape, _)| around(shape));
    let joint = outline.joint.map(|joint| {
        let (low, high) = (joint.anchor.min(joint.body), joint.anchor.max(joint.body));
        [low.x, low.y, high.x, high.y]
    });
    shapes.chain(joint).any(|around| is_inside(around, view))
}

fn is_inside([x0, y0, x1, y1]: [f32; 4], [left, bottom, right, top]: [f32; 4]) -> bool {
    x1 >= left && x0 <= right && y1 >= bottom && y0 <= top
}

fn around(geometry: &Geometry) -> [f32; 4] {
    let (low, high) = match geometry {
        Geometry::Circle { center, radius } => (*center - *radius, *center + *radius),
        Geometry::Capsule { from, to, radius } => {
            (from.min(*to) - *radius, from.max(*to) + *radius)
        }
        Geometry::Polygon { corners } => {
            let first = corners.first().copied().unwrap_or_default();
            let low = corners.iter().fold(first, |low, corner| low.min(*corner));
            let high = corners.iter().fold(first, |high, corner| high.max(*corner));
            (low, high)
        }
    };
    [low.x, low.y, high.x, high.y]
}
