//! Planting: children below one parent, and a tree of fours.

use std::ops::Range;

use bevy_ecs::prelude::*;
use bevy_ecs::relationship::RelationshipTarget;
use bevy_ecs::spawn::{SpawnIter, SpawnWith};
use kinfolk::{Forest, Node2, Spot};

use super::{NODES, count, node2, outline_of_forest, outline_of_world, transform};
use crate::measure::{Contestant, Effort, Figure, timed};

/// How we plant everything.
type Ours = fn(&mut Forest<Node2>);

/// How Bevy plants so many nodes; says which entity is the top.
type Theirs = (&'static str, fn(&mut World, usize) -> Entity);

pub(super) fn answer(effort: &Effort) -> Vec<Figure> {
    let shapes: [(&str, Ours, &[Theirs]); 3] = [
        ("plant", one_by_one, FAN),
        ("plant many", many, FAN),
        ("plant tree", tree, TREE),
    ];
    shapes
        .into_iter()
        .flat_map(|(shape, ours, theirs)| race(effort, shape, ours, theirs))
        .collect()
}

fn race(effort: &Effort, shape: &str, ours: Ours, theirs: &[Theirs]) -> Vec<Figure> {
    let mut forest = Forest::with_capacity(NODES);
    ours(&mut forest);
    let expected = outline_of_forest(&forest);
    forest.clear();

    let mut contestants = vec![Contestant {
        who: "kinfolk",
        run: Box::new(move || {
            let time = timed(|| ours(&mut forest));
            assert_eq!(forest.len(), NODES);
            forest.clear();
            [time]
        }),
    }];
    for &(who, plant) in theirs {
        let mut world = World::new();
        let mut top = plant(&mut world, NODES);
        assert!(outline_of_world(&world, top) == expected, "{who}: {shape}");
        let run = move || {
            world.despawn(top);
            world.clear_trackers();
            assert_eq!(count(&mut world), 0);
            [timed(|| top = plant(&mut world, NODES))]
        };
        contestants.push(Contestant {
            who,
            run: Box::new(run),
        });
    }
    effort.figures("structure", shape, NODES, &mut contestants)
}

fn one_by_one(forest: &mut Forest<Node2>) {
    let parent = forest.plant(node2(0)).expect("a good node");
    for node in 1..NODES {
        forest.plant_at(parent, node2(node)).expect("a good node");
    }
}

fn many(forest: &mut Forest<Node2>) {
    let parent = forest.plant(node2(0)).expect("a good node");
    let children = (1..NODES).map(node2);
    forest.plant_many(parent, children).expect("good nodes");
}

fn tree(forest: &mut Forest<Node2>) {
    forest
        .plant_tree(Spot::Root, fours(NODES))
        .expect("good nodes");
}

/// A tree of fours, for planting.
pub(crate) fn fours(nodes: usize) -> impl Iterator<Item = (Option<usize>, Node2)> {
    (0..nodes).map(|node| (above(node), node2(node)))
}

/// The parent of a node in a tree of fours.
fn above(node: usize) -> Option<usize> {
    Some(node.checked_sub(1)? / 4)
}

/// The children of a node in a tree of fours with so many nodes.
fn below(node: usize, nodes: usize) -> Range<usize> {
    (4 * node + 1).min(nodes)..(4 * node + 5).min(nodes)
}

const FAN: &[Theirs] = &[
    ("bevy-spawn", |world, nodes| {
        let parent = world.spawn(transform(0)).id();
        for node in 1..nodes {
            world.spawn((transform(node), ChildOf(parent)));
        }
        parent
    }),
    ("bevy-spawn-reserved", |world, nodes| {
        let children = Children::with_capacity(nodes);
        let parent = world.spawn((transform(0), children)).id();
        for node in 1..nodes {
            world.spawn((transform(node), ChildOf(parent)));
        }
        parent
    }),
    ("bevy-with-children", |world, nodes| {
        let mut parent = world.spawn(transform(0));
        parent.with_children(|parent| {
            for node in 1..nodes {
                parent.spawn(transform(node));
            }
        });
        parent.id()
    }),
    ("bevy-children-spawn", |world, nodes| {
        let children = SpawnIter((1..nodes).map(transform));
        world.spawn((transform(0), Children::spawn(children))).id()
    }),
    ("bevy-spawn-batch", |world, nodes| {
        let children = Children::with_capacity(nodes);
        let parent = world.spawn((transform(0), children)).id();
        let child = move |node| (transform(node), ChildOf(parent));
        world.spawn_batch((1..nodes).map(child));
        parent
    }),
    ("bevy-add-children", |world, nodes| {
        let children: Vec<_> = world.spawn_batch((1..nodes).map(transform)).collect();
        let mut parent = world.spawn(transform(0));
        parent.add_children(&children).id()
    }),
];

const TREE: &[Theirs] = &[
    ("bevy-spawn", spawn_tree),
    ("bevy-spawn-reserved", |world, nodes| {
        let mut entities: Vec<Entity> = Vec::with_capacity(nodes);
        for node in 0..nodes {
            let room = || Children::with_capacity(4);
            let entity = match above(node).map(|parent| ChildOf(entities[parent])) {
                Some(child_of) if below(node, nodes).is_empty() => {
                    world.spawn((transform(node), child_of))
                }
                Some(child_of) => world.spawn((transform(node), child_of, room())),
                None => world.spawn((transform(node), room())),
            };
            entities.push(entity.id());
        }
        entities[0]
    }),
    ("bevy-with-children", |world, nodes| {
        fn plant_below(parent: &mut ChildSpawner<'_>, above: usize, nodes: usize) {
            for node in below(above, nodes) {
                let mut entity = parent.spawn(transform(node));
                entity.with_children(|parent| plant_below(parent, node, nodes));
            }
        }
        let mut top = world.spawn(transform(0));
        top.with_children(|parent| plant_below(parent, 0, nodes))
            .id()
    }),
    ("bevy-children-spawn", |world, nodes| {
        fn plant_below(parent: &mut ChildSpawner<'_>, above: usize, nodes: usize) {
            for node in below(above, nodes) {
                if below(node, nodes).is_empty() {
                    parent.spawn(transform(node));
                } else {
                    let plant =
                        move |parent: &mut ChildSpawner<'_>| plant_below(parent, node, nodes);
                    parent.spawn((transform(node), Children::spawn(SpawnWith(plant))));
                }
            }
        }
        let plant = move |parent: &mut ChildSpawner<'_>| plant_below(parent, 0, nodes);
        let top = (transform(0), Children::spawn(SpawnWith(plant)));
        world.spawn(top).id()
    }),
    ("bevy-spawn-batch", |world, nodes| {
        // Generation by generation, for a batch needs to know its parents.
        let mut entities: Vec<Entity> = Vec::with_capacity(nodes);
        let room = || Children::with_capacity(4);
        entities.push(world.spawn((transform(0), room())).id());
        while entities.len() < nodes {
            let (start, end) = (entities.len(), (4 * entities.len() + 1).min(nodes));
            let leaves = (start..end).find(|&node| below(node, nodes).is_empty());
            let leaves = leaves.unwrap_or(end)..end;
            let parents = entities[(start - 1) / 4..].to_vec();
            let node = |node| {
                let parent = parents[(node - 1) / 4 - (start - 1) / 4];
                (transform(node), ChildOf(parent))
            };
            let inner = (start..leaves.start).map(|inner| (node(inner), room()));
            entities.extend(world.spawn_batch(inner));
            entities.extend(world.spawn_batch(leaves.map(node)));
        }
        entities[0]
    }),
];

/// Plants a tree of fours one by one, breadth first.
pub(crate) fn spawn_tree(world: &mut World, nodes: usize) -> Entity {
    let mut entities: Vec<Entity> = Vec::with_capacity(nodes);
    for node in 0..nodes {
        let entity = match above(node) {
            Some(parent) => world.spawn((transform(node), ChildOf(entities[parent]))),
            None => world.spawn(transform(node)),
        };
        entities.push(entity.id());
    }
    entities[0]
}
