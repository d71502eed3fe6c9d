//! Moving random subtrees of a random tree below other nodes, and back again in the next lap.

use bevy_ecs::prelude::*;
use kinfolk::{Forest, NodeId, Spot};

use super::{NODES, node2, outline_of_forest, outline_of_world, transform};
use crate::measure::{Contestant, Effort, Figure, figures, timed};
use crate::peers::bevy::{propagate, world_and_schedule};
use crate::workload::Dice;

const MOVES: usize = 10_000;

/// Who goes below whom.
type Moves = Vec<(usize, usize)>;

pub(super) fn answer(effort: &Effort) -> Vec<Figure> {
    let mut dice = Dice(0x5eed);
    // A parent comes before its children.
    let parents: Vec<_> = (0..NODES)
        .map(|node| (node > 0).then(|| dice.below(node)))
        .collect();
    let [there, back] = moves(&parents, &mut dice);

    let mut forest = Forest::with_capacity(NODES);
    let nodes = parents.iter().copied().zip((0..NODES).map(node2));
    let ids = forest.plant_tree(Spot::Root, nodes).expect("good nodes");
    let (mut world, mut schedule) = world_and_schedule(true);
    let entities: Vec<_> = (0..NODES)
        .map(|node| world.spawn(transform(node)).id())
        .collect();
    for (&entity, parent) in entities.iter().zip(&parents) {
        if let &Some(parent) = parent {
            world.entity_mut(entity).insert(ChildOf(entities[parent]));
        }
    }

    let attach = |forest: &mut Forest<_>, moves: &[(NodeId, NodeId)]| {
        for &(node, parent) in moves {
            forest.attach(node, parent).expect("no loop");
        }
    };
    let insert = |world: &mut World, moves: &[(Entity, Entity)]| {
        for &(node, parent) in moves {
            world.entity_mut(node).insert(ChildOf(parent));
        }
    };
    // Everybody is told by its own names who goes where: to look them up is no move.
    let our_moves = [&there, &back].map(|moves| named(moves, &ids));
    let their_moves = [&there, &back].map(|moves| named(moves, &entities));
    for (ours, theirs) in our_moves.iter().zip(&their_moves) {
        attach(&mut forest, ours);
        insert(&mut world, theirs);
        assert!(outline_of_forest(&forest) == outline_of_world(&world, entities[0]));
    }

    let (mut our_lap, mut their_lap) = (1, 1);
    let mut contestants = [
        Contestant {
            who: "kinfolk",
            run: Box::new(|| {
                our_lap = 1 - our_lap;
                let moving = timed(|| attach(&mut forest, &our_moves[our_lap]));
                [moving, timed(|| assert_ne!(forest.update().len(), 0))]
            }),
        },
        Contestant {
            who: "bevy",
            run: Box::new(|| {
                their_lap = 1 - their_lap;
                let moving = timed(|| insert(&mut world, &their_moves[their_lap]));
                [moving, timed(|| propagate(&mut world, &mut schedule))]
            }),
        },
    ];
    let times = effort.race(&mut contestants);
    let timed_moves = || contestants.iter().map(|c| c.who).zip(&times);
    let moves: Vec<_> = timed_moves()
        .map(|(who, &[moving, _])| (who, moving))
        .collect();
    let frames = timed_moves().map(|(who, [moving, update])| (who, moving + update));
    [
        figures("structure", "reparent", MOVES, &moves),
        figures(
            "structure",
            "reparent and update",
            MOVES,
            &frames.collect::<Vec<_>>(),
        ),
    ]
    .concat()
}

fn named<Id: Copy>(moves: &Moves, ids: &[Id]) -> Vec<(Id, Id)> {
    let named = moves.iter().map(|&(node, parent)| (ids[node], ids[parent]));
    named.collect()
}

/// Moves that never close a loop, and those that take them back, last first.
fn moves(parents: &[Option<usize>], dice: &mut Dice) -> [Moves; 2] {
    let mut parents = parents.to_vec();
    let mut there = Vec::with_capacity(MOVES);
    let mut back = Vec::with_capacity(MOVES);
    while there.len() < MOVES {
        let (node, parent) = (1 + dice.below(NODES - 1), dice.below(NODES));
        let mut path = std::iter::successors(Some(parent), |&at| parents[at]);
        if !path.any(|above| above == node)
            && let Some(old) = parents[node].replace(parent)
        {
            there.push((node, parent));
            back.push((node, old));
        }
    }
    back.reverse();
    [there, back]
}
