//! How many instructions do the hot paths take?
//!
//! Callgrind counts them for one call, or for a thousand of the same. Arguments are made
//! before it counts and what is given back is dropped after; forests have lived for an
//! update or two, so that little of the count is allocating and copying, which is not ours.
//! `cargo xtask bench --counts` runs this and compares it with `crates/bench/counts.json`.

#![expect(
    missing_docs,
    reason = "what gungraun's macros make is public and has no documentation"
)]

#[path = "../src/workload.rs"]
#[expect(dead_code, reason = "the workloads are for `cargo xtask bench`")]
mod workload;

use std::iter;

use glam::Vec2;
use gungraun::Callgrind;
use gungraun::prelude::*;
use kinfolk::{Forest, Inherit, Node2, NodeId, Spot, Transform3};

use workload::{Dice, fours, tree};

/// A forest, and the nodes that it is about, in order.
type Grove = (Forest<Node2>, Vec<NodeId>);

/// A forest, the nodes that are to move, and who gets them.
type Move = (Forest<Node2>, Vec<NodeId>, NodeId);

/// A list for `plant_tree`.
type Tree = Vec<(Option<usize>, Node2)>;

#[library_benchmark]
#[bench::everything(moved(fours(10_000), 0..10_000, node2))]
#[bench::half(moved(fours(10_000), (1..10_000).step_by(2), node2))]
#[bench::leaf(moved(fours(10_000), iter::once(9_999), node2))]
#[bench::chain(moved(tree(2_500, 1), 0..2_500, node2))]
#[bench::nothing(moved(fours(10_000), iter::empty(), node2))]
fn update(mut forest: Box<Forest<Node2>>) -> Box<Forest<Node2>> {
    forest.update();
    forest
}

#[library_benchmark]
#[bench::everything(moved(fours(10_000), 0..10_000, node3))]
fn update3(mut forest: Box<Forest<Transform3>>) -> Box<Forest<Transform3>> {
    forest.update();
    forest
}

#[library_benchmark]
#[bench::thousand(settled())]
fn set_position((mut forest, nodes): Grove) -> Grove {
    for &node in &nodes {
        forest.set_position(node, [3.0, 4.0]).expect("a good place");
    }
    (forest, nodes)
}

#[library_benchmark]
#[bench::thousand(settled())]
fn edit((mut forest, nodes): Grove) -> Grove {
    for &node in &nodes {
        let turn_and_grow = |node: &mut Node2| {
            node.transform.rotation = 0.5;
            node.transform.scale = Vec2::splat(1.25);
        };
        forest.edit(node, turn_and_grow).expect("a good value");
    }
    (forest, nodes)
}

#[library_benchmark]
#[bench::children(cleared(), Node2::at(3.0, 4.0))]
fn plant_at(mut forest: Forest<Node2>, value: Node2) -> Forest<Node2> {
    let parent = forest.plant(value).expect("a good node");
    for _ in 0..1_000 {
        forest.plant_at(parent, value).expect("a good node");
    }
    forest
}

#[library_benchmark]
#[bench::fours(cleared(), listed(fours(1_000), |_| Node2::at(3.0, 4.0)))]
fn plant_tree(mut forest: Forest<Node2>, list: Tree) -> Grove {
    let nodes = forest.plant_tree(Spot::Root, list).expect("good nodes");
    (forest, nodes)
}

#[library_benchmark]
#[bench::leaves(two_parents())]
fn attach((mut forest, nodes, parent): Move) -> Move {
    for &node in &nodes {
        forest.attach(node, parent).expect("no loop");
    }
    (forest, nodes, parent)
}

#[library_benchmark]
#[bench::subtrees(two_depths())]
fn attach_and_update((mut forest, nodes, parent): Move) -> Move {
    for &node in &nodes {
        forest.attach(node, parent).expect("no loop");
    }
    forest.update();
    (forest, nodes, parent)
}

#[library_benchmark]
#[bench::leaves(two_parents())]
fn attach_in_place((mut forest, nodes, parent): Move) -> Move {
    for &node in &nodes {
        forest
            .attach_in_place(node, parent)
            .expect("a node can stay in place");
    }
    (forest, nodes, parent)
}

#[library_benchmark]
#[bench::in_order(siblings())]
#[bench::at_random(shuffled(siblings()))]
fn remove((mut forest, nodes): Grove) -> Grove {
    for &node in &nodes {
        forest.remove(node).expect("a living node");
    }
    (forest, nodes)
}

#[library_benchmark]
#[bench::settled(settled())]
#[bench::root_written(root_written(settled()))]
fn world_position((forest, nodes): Grove) -> (Grove, Vec2) {
    let sum = nodes
        .iter()
        .map(|&node| forest.world_position(node).expect("a living node"))
        .sum();
    ((forest, nodes), sum)
}

/// Own values that differ from number to number, and turn.
fn node2(number: usize) -> Node2 {
    Node2::at((number % 100) as f32, 1.0).turned(0.1)
}

fn node3(number: usize) -> Transform3 {
    Transform3::at((number % 100) as f32, 1.0, 2.0).turned(glam::Quat::from_rotation_z(0.1))
}

fn listed<V>(parents: Vec<Option<u32>>, value: fn(usize) -> V) -> Vec<(Option<usize>, V)> {
    let parents = parents
        .into_iter()
        .map(|parent| parent.map(|parent| parent as usize));
    parents.zip((0..).map(value)).collect()
}

/// A tree in which `movers` are written and wait for the update, as in the frame before.
///
/// In a box: to hand over a forest takes more instructions than to update it for nothing.
fn moved<V: Inherit>(
    parents: Vec<Option<u32>>,
    movers: impl Iterator<Item = usize> + Clone,
    value: fn(usize) -> V,
) -> Box<Forest<V>> {
    let mut forest = Box::new(Forest::new());
    let nodes = forest
        .plant_tree(Spot::Root, listed(parents, value))
        .expect("good nodes");
    for frame in 1..=2 {
        forest.update();
        for mover in movers.clone() {
            forest
                .set(nodes[mover], value(mover + frame))
                .expect("a good value");
        }
    }
    forest
}

/// A tree of a thousand that were all written before, and for which nothing is pending.
fn settled() -> Grove {
    let mut forest = *moved(fours(1_000), 0..1_000, node2);
    forest.update();
    let nodes = forest.by_depth().collect();
    (forest, nodes)
}

fn root_written((mut forest, nodes): Grove) -> Grove {
    forest
        .set_position(nodes[0], [5.0, 6.0])
        .expect("a good place");
    (forest, nodes)
}

/// A forest without nodes that had more than a thousand.
fn cleared() -> Forest<Node2> {
    let mut forest = *moved(fours(2_000), iter::empty(), node2);
    forest.clear();
    forest
}

/// A parent's thousand children.
fn siblings() -> Grove {
    let mut forest = Forest::new();
    let parent = forest.plant(node2(0)).expect("a good node");
    let nodes = forest
        .plant_many(parent, (0..1_000).map(node2))
        .expect("good nodes");
    forest.update();
    (forest, nodes)
}

fn shuffled((forest, mut nodes): Grove) -> Grove {
    Dice(0x5eed).shuffle(&mut nodes);
    (forest, nodes)
}

/// A thousand leaves, on their way to a parent beside their own.
fn two_parents() -> Move {
    let (mut forest, nodes) = siblings();
    let parent = forest
        .plant(node2(7).turned(-1.9).scaled(0.5, 0.5))
        .expect("a good node");
    there_and_back(forest, nodes, parent)
}

/// A hundred trees of 85 nodes, on their way to a parent that is one deeper than their own.
fn two_depths() -> Move {
    let mut forest = Forest::new();
    let trunk = forest.plant_tree(Spot::Root, listed(tree(2, 1), node2));
    let trunk = trunk.expect("good nodes");
    let nodes = (0..100).map(|_| {
        let planted = forest.plant_tree(trunk[0], listed(tree(4, 4), node2));
        planted.expect("good nodes")[0]
    });
    let nodes = nodes.collect();
    there_and_back(forest, nodes, trunk[1])
}

/// Makes the move and takes it back, so that there is room for it.
fn there_and_back(mut forest: Forest<Node2>, nodes: Vec<NodeId>, parent: NodeId) -> Move {
    let old = forest.parent(nodes[0]).expect("a parent");
    for parent in [parent, old] {
        for &node in &nodes {
            forest.attach(node, parent).expect("no loop");
        }
        forest.update();
    }
    (forest, nodes, parent)
}

library_benchmark_group!(name = updating, benchmarks = [update, update3]);
library_benchmark_group!(name = writing, benchmarks = [set_position, edit]);
library_benchmark_group!(name = planting, benchmarks = [plant_at, plant_tree]);
library_benchmark_group!(
    name = attaching,
    benchmarks = [attach, attach_and_update, attach_in_place]
);
library_benchmark_group!(name = removing, benchmarks = [remove]);
library_benchmark_group!(name = reading, benchmarks = [world_position]);

main!(
    config = LibraryBenchmarkConfig::default().tool(Callgrind::with_args(["--cache-sim=no"])),
    library_benchmark_groups = [updating, writing, planting, attaching, removing, reading]
);
