//! Removing: the children of one parent one by one, and all of them with their parent.
//!
//! A child that is despawned leaves Bevy's list of its parent's children, which is searched
//! from its end and closes the gap: in reverse that costs nothing, in any other order it
//! costs the length of the list. So `bevy` is also shown with fewer nodes, and beside it
//! two ways around the list: `bevy-detach-first` detaches all children at once and then
//! despawns them, `bevy-despawn-all` leaves the order to Bevy's own `despawn_all`, which
//! goes in reverse (so it has no part in a random order).

use bevy_ecs::prelude::*;
use kinfolk::{Forest, Node2, NodeId};

use super::{NODES, count, node2, outline_of_forest, outline_of_world, transform};
use crate::measure::{Contestant, Effort, Figure, timed};
use crate::workload::Dice;

/// So few that Bevy's lists do not matter too much.
const FEW: usize = 10_000;

/// How Bevy removes the children of `parent`, in this order.
type Theirs = (&'static str, fn(&mut World, Entity, &[Entity]));

pub(super) fn answer(effort: &Effort) -> Vec<Figure> {
    let in_order = |nodes| (1..nodes).collect::<Vec<_>>();
    let at_random = |nodes| {
        let mut order = in_order(nodes);
        Dice(0x5eed).shuffle(&mut order);
        order
    };
    let in_reverse = (1..NODES).rev().collect();
    [
        race(effort, "remove in order", in_order(FEW), &ALL),
        race(effort, "remove in order", in_order(NODES), &ALL[1..]),
        race(effort, "remove in reverse", in_reverse, &ALL),
        race(effort, "remove at random", at_random(FEW), &ALL[..2]),
        race(effort, "remove at random", at_random(NODES), &ALL[1..2]),
        race_all(effort),
    ]
    .concat()
}

const ALL: [Theirs; 3] = [
    ("bevy", |world, _, order| {
        for &child in order {
            world.despawn(child);
        }
    }),
    ("bevy-detach-first", |world, parent, order| {
        world.entity_mut(parent).detach_all_children();
        for &child in order {
            world.despawn(child);
        }
    }),
    ("bevy-despawn-all", |world, _, _| {
        world.despawn_all::<With<ChildOf>>();
    }),
];

/// `order` holds every child, by its number, once.
fn race(effort: &Effort, shape: &str, order: Vec<usize>, theirs: &[Theirs]) -> Vec<Figure> {
    let nodes = order.len() + 1;
    agree(nodes, &order);
    let order = &order;
    let mut forest = Forest::with_capacity(nodes);
    let mut contestants = vec![Contestant {
        who: "kinfolk",
        run: Box::new(move || {
            forest.clear();
            let (_, children) = planted(&mut forest, nodes);
            let order: Vec<_> = order.iter().map(|&node| children[node - 1]).collect();
            let time = timed(|| {
                for &child in &order {
                    forest.remove(child).expect("a living child");
                }
            });
            assert_eq!(forest.len(), 1);
            [time]
        }),
    }];
    for &(who, remove) in theirs {
        let mut world = World::new();
        let run = move || {
            let (parent, children) = spawned(&mut world, nodes);
            let order: Vec<_> = order.iter().map(|&node| children[node - 1]).collect();
            let time = timed(|| remove(&mut world, parent, &order));
            assert_eq!(count(&mut world), 1);
            world.despawn(parent);
            world.clear_trackers();
            [time]
        };
        contestants.push(Contestant {
            who,
            run: Box::new(run),
        });
    }
    effort.figures("structure", shape, nodes - 1, &mut contestants)
}

fn race_all(effort: &Effort) -> Vec<Figure> {
    let mut forest = Forest::with_capacity(NODES);
    let mut world = World::new();
    let mut contestants = [
        Contestant {
            who: "kinfolk",
            run: Box::new(|| {
                let (parent, _) = planted(&mut forest, NODES);
                let mut removed = Ok(0);
                let time = timed(|| removed = forest.remove(parent));
                assert_eq!((removed, forest.len()), (Ok(NODES), 0));
                [time]
            }),
        },
        Contestant {
            who: "bevy",
            run: Box::new(|| {
                let (parent, _) = spawned(&mut world, NODES);
                let time = timed(|| assert!(world.despawn(parent)));
                assert_eq!(count(&mut world), 0);
                world.clear_trackers();
                [time]
            }),
        },
    ];
    effort.figures("structure", "remove all", NODES, &mut contestants)
}

/// When some of the children are gone, everybody has the same ones left, in the same order.
fn agree(nodes: usize, order: &[usize]) {
    let (mut forest, mut world) = (Forest::new(), World::new());
    let (_, ours) = planted(&mut forest, nodes);
    let (parent, theirs) = spawned(&mut world, nodes);
    for &node in order.iter().take(FEW / 2) {
        forest.remove(ours[node - 1]).expect("a living child");
        world.despawn(theirs[node - 1]);
    }
    assert!(outline_of_forest(&forest) == outline_of_world(&world, parent));
}

fn planted(forest: &mut Forest<Node2>, nodes: usize) -> (NodeId, Vec<NodeId>) {
    let parent = forest.plant(node2(0)).expect("a good node");
    let children = forest.plant_many(parent, (1..nodes).map(node2));
    (parent, children.expect("good nodes"))
}

fn spawned(world: &mut World, nodes: usize) -> (Entity, Vec<Entity>) {
    let parent = world.spawn(transform(0)).id();
    let child = |node| (transform(node), ChildOf(parent));
    let children = world.spawn_batch((1..nodes).map(child)).collect();
    (parent, children)
}
