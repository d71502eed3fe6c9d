//! Who is there: from a point or a box in the world to entities.
//!
//! A point is taken into each visual's own space and tested there, so rotation, scale, skew,
//! mirroring, offsets and flips are all as they are drawn. Who is drawn last is found first.
//! What is hidden is not there; what is flat covers nothing.

use glam::{DAffine2, DMat2, DVec2, Vec2};
use kinfolk::{DrawOrder, Forest, Node2, NodeId};
use kinfolk_scene::Scene;

use crate::bounds::Bounds;
use crate::looks::Looks;

/// The topmost visible entity with a visual at this point.
///
/// The order is that of the forest's last update; places are true at this moment.
///
/// ```
/// use kinfolk::{DrawOrder, Forest};
/// use kinfolk_game::{Looks, pick};
/// use kinfolk_scene::{Scene, load};
///
/// let text = r#"{ "entities": [{
///     "id": "ship",
///     "sprite": { "type": "rect", "width": 8, "height": 2 },
///     "transform": { "x": 10, "y": 5, "angle": "90deg" },
///     "children": [{ "name": "Bridge", "sprite": { "type": "circle" } }]
/// }] }"#;
/// let (document, plan) = load(text).into_parts()?;
/// let mut forest = Forest::new();
/// let scene = Scene::instantiate(document, plan, &mut forest)?;
/// forest.update();
///
/// let (mut order, mut looks) = (DrawOrder::new(), Looks::default());
/// let mut at = |x, y| pick(&forest, &scene, &mut order, &mut looks, [x, y].into());
/// assert_eq!(at(10.0, 5.0), scene.node("ship_Bridge"));
/// assert_eq!(at(10.0, 8.5), scene.node("ship"));
/// assert_eq!(at(13.0, 5.0), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pick(
    forest: &Forest<Node2>,
    scene: &Scene,
    order: &mut DrawOrder,
    looks: &mut Looks,
    point_in_world: Vec2,
) -> Option<NodeId> {
    let point = point_in_world.as_dvec2();
    let mut topmost_first = order.refresh(forest).iter().rev().copied();
    topmost_first.find(|&node| covers(forest, scene, looks, node, point))
}

/// All visible entities with a visual at this point, topmost first.
///
/// As [`pick`] otherwise.
pub fn pick_all(
    forest: &Forest<Node2>,
    scene: &Scene,
    order: &mut DrawOrder,
    looks: &mut Looks,
    point_in_world: Vec2,
) -> Vec<NodeId> {
    let point = point_in_world.as_dvec2();
    let topmost_first = order.refresh(forest).iter().rev().copied();
    topmost_first
        .filter(|&node| covers(forest, scene, looks, node, point))
        .collect()
}

/// All visible entities with a visual whose upright box in the world meets this one, topmost
/// first.
///
/// Thin lines count here, since they reach somewhere.
pub fn pick_in_rect(
    forest: &Forest<Node2>,
    scene: &Scene,
    order: &mut DrawOrder,
    looks: &mut Looks,
    rect_in_world: Bounds,
) -> Vec<NodeId> {
    let topmost_first = order.refresh(forest).iter().rev().copied();
    topmost_first
        .filter(|&node| {
            let visuals = looks.visuals(scene, node);
            if visuals.is_empty() {
                return false;
            }
            let Some(world_from_node) = thick_world(forest, node) else {
                return false;
            };
            visuals.iter().any(|visual| {
                visual
                    .reach(&world_from_node)
                    .is_some_and(|reach| overlaps(reach, &rect_in_world))
            })
        })
        .collect()
}

fn covers(
    forest: &Forest<Node2>,
    scene: &Scene,
    looks: &mut Looks,
    node: NodeId,
    point_in_world: DVec2,
) -> bool {
    let visuals = looks.visuals(scene, node);
    if visuals.is_empty() {
        return false;
    }
    thick_world(forest, node).is_some_and(|world_from_node| {
        let point = world_from_node.inverse().transform_point2(point_in_world);
        point.is_finite() && visuals.iter().any(|visual| visual.covers(point))
    })
}

/// Less than this share of its length in the other direction, and a world counts as flat: as
/// in pictures.
const FLAT: f64 = 1e-9;

/// Where a node is, unless it is hidden, gone or flat.
fn thick_world(forest: &Forest<Node2>, node: NodeId) -> Option<DAffine2> {
    let world = forest.effective(node).filter(|world| world.visible())?;
    let [a, b, c, d, tx, ty] = world.to_array().map(f64::from);
    let matrix2 = DMat2::from_cols(DVec2::new(a, b), DVec2::new(c, d));
    let thick = matrix2.determinant().abs() > FLAT * (a * a + b * b + c * c + d * d);
    thick.then(|| DAffine2::from_mat2_translation(matrix2, DVec2::new(tx, ty)))
}

fn overlaps((min, max): (DVec2, DVec2), rect: &Bounds) -> bool {
    let meets = min.cmple(rect.max.as_dvec2()).all() && rect.min.as_dvec2().cmple(max).all();
    meets && !rect.is_empty()
}
