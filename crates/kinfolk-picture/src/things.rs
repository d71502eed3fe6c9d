//! What there is to draw of a living scene.

use kinfolk::{DrawOrder, Forest, Node2, NodeId};
use kinfolk_scene::Scene;

use crate::picture::Thing;
use crate::visual::Visual;

/// What is visible in the tree, from the back to the front. What each one looks like is asked of
/// `visuals`, which may remember what it has read and say what it could not.
pub fn things(
    scene: &Scene,
    forest: &Forest<Node2>,
    mut visuals: impl FnMut(&Scene, NodeId) -> Vec<Visual>,
) -> Vec<Thing> {
    let mut order = DrawOrder::new();
    let nodes = order.refresh(forest).iter();
    nodes
        .filter_map(|&node| {
            let parent = forest.parent(node);
            let parent_at = parent.and_then(|parent| forest.world_position(parent));
            Some(Thing {
                name: scene.name(node).unwrap_or_default().to_owned(),
                world: forest.effective(node)?.to_array(),
                parent_at: parent_at.map(|at| at.to_array()),
                visuals: visuals(scene, node),
            })
        })
        .collect()
}
