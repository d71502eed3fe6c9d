//! How many bytes does a node take? Here `ns/node` stands for bytes per node.
//!
//! Everybody is measured by the allocator: the bytes that they asked for and still hold.
//! `Forest::memory` must say the same. Bevy's tables grow by doubling and cannot be
//! reserved; other ways to spawn the tree take as much or more.

use std::alloc::System;

use bevy_ecs::prelude::*;
use bevy_ecs::relationship::RelationshipTarget;
use cap::Cap;
use kinfolk::{DrawOrder, Forest, Node2, Spot};

use crate::measure::{Effort, Figure, figures};
use crate::peers::bevy::{propagate, world_and_schedule};
use crate::structure::plant::{fours, spawn_tree};
use crate::structure::{node2, outline_of_forest, outline_of_world, transform};

/// The system's allocator, counting.
#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

const NODES: usize = 1_000_000;

pub(crate) fn answer(_: &Effort) -> Vec<Figure> {
    [tree(), chain()].concat()
}

fn tree() -> Vec<Figure> {
    let before = ALLOCATOR.allocated();
    let mut forest = Forest::with_capacity(NODES);
    drop(forest.plant_tree(Spot::Root, fours(NODES)));
    let our_plants = checked(&forest, before);
    let mut order = DrawOrder::new();
    assert_eq!(forest.update().len(), NODES);
    order.refresh(&forest);
    let our_all = held_since(before);
    checked(&forest, before + order.memory());
    drop(order);

    let expected = outline_of_forest(&forest);
    let before = ALLOCATOR.allocated();
    let (mut world, mut schedule) = world_and_schedule(true);
    let top = spawn_tree(&mut world, NODES);
    let their_plants = held_since(before);
    propagate(&mut world, &mut schedule);
    let their_all = held_since(before);
    assert!(outline_of_world(&world, top) == expected);
    [
        figures(
            "memory",
            "reserved tree",
            NODES,
            &[("kinfolk", our_plants), ("bevy", their_plants)],
        ),
        figures(
            "memory",
            "all told",
            NODES,
            &[("kinfolk", our_all), ("bevy", their_all)],
        ),
    ]
    .concat()
}

fn chain() -> Vec<Figure> {
    // Small numbers, so that their sums are exact.
    let number = |node: usize| node % 16;
    let before = ALLOCATOR.allocated();
    let mut forest = Forest::with_capacity(NODES);
    let nodes = (0..NODES).map(|node| (node.checked_sub(1), node2(number(node))));
    drop(forest.plant_tree(Spot::Root, nodes));
    let ours = checked(&forest, before);
    forest.update(); // so that places are there to be read
    let expected = outline_of_forest(&forest);

    let before = ALLOCATOR.allocated();
    let mut world = World::new();
    let room = || Children::with_capacity(1);
    let top = world.spawn((transform(0), room())).id();
    let mut above = top;
    for node in 1..NODES - 1 {
        let link = (transform(number(node)), ChildOf(above), room());
        above = world.spawn(link).id();
    }
    world.spawn((transform(number(NODES - 1)), ChildOf(above)));
    let theirs = held_since(before);
    assert!(outline_of_world(&world, top) == expected);
    let held = [("kinfolk", ours), ("bevy", theirs)];
    figures("memory", "chain", NODES, &held)
}

fn held_since(before: usize) -> f64 {
    (ALLOCATOR.allocated() - before) as f64
}

/// What the forest holds; it must know.
fn checked(forest: &Forest<Node2>, before: usize) -> f64 {
    let held = held_since(before);
    let said = forest.memory() as f64;
    let ratio = said / held;
    assert!((0.98..1.02).contains(&ratio), "{said} of {held} bytes");
    held
}
