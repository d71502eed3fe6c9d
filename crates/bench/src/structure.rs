//! The structure changes: what does it cost to plant, remove and move nodes? Per node, or
//! per move.
//!
//! Everybody's memory is warm: the forest and the world are used again from lap to lap,
//! emptied in between, and only the named work is timed. Bevy comes in every way that its
//! documents offer; its best counts.

pub(crate) mod plant;
mod remove;
mod reparent;

use bevy_ecs::prelude::*;
use bevy_transform::prelude::*;
use kinfolk::{Forest, Node2};

use crate::measure::{Effort, Figure};

const NODES: usize = 100_000;

pub(crate) fn answer(effort: &Effort) -> Vec<Figure> {
    [
        plant::answer(effort),
        remove::answer(effort),
        reparent::answer(effort),
    ]
    .concat()
}

/// The own value of the node with this number: its place tells who it is.
pub(crate) fn node2(node: usize) -> Node2 {
    Node2::at(node as f32, 0.0)
}

/// The same for Bevy.
pub(crate) fn transform(node: usize) -> Transform {
    Transform::from_xyz(node as f32, 0.0, 0.0)
}

/// Every node in tree order: how deep it is, and its place in the world, which is a whole
/// number small enough to be exact.
type Outline = Vec<(usize, f32)>;

pub(crate) fn outline_of_forest(forest: &Forest<Node2>) -> Outline {
    let depth = |node| forest.depth(node).expect("a living node");
    let x = |node| forest.world_position(node).expect("a living node").x;
    forest.walk().map(|node| (depth(node), x(node))).collect()
}

pub(crate) fn outline_of_world(world: &World, top: Entity) -> Outline {
    let mut outline = Vec::new();
    let mut waiting = vec![(top, 0, 0.0)];
    while let Some((entity, depth, above)) = waiting.pop() {
        let x = above
            + world
                .get::<Transform>(entity)
                .expect("a place")
                .translation
                .x;
        outline.push((depth, x));
        let children = world.get::<Children>(entity).into_iter().flatten();
        waiting.extend(children.rev().map(|&child| (child, depth + 1, x)));
    }
    outline
}

/// How many nodes of ours Bevy's world has.
fn count(world: &mut World) -> usize {
    world.query::<&Transform>().iter(world).count()
}
