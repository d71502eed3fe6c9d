//! Write a node, read another one at once, ten thousand times: what does a fresh read cost,
//! its write included? Half of the time the reader is below what was written. Where nobody is turned,
//! ours only adds offsets up, so there are also rigs in which everybody is.
//!
//! Nobody updates in between. Bevy's `TransformHelper` computes a fresh world from all
//! ancestors; `climb-by-hand` does the same by hand, with one query for both.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemState;
use bevy_transform::prelude::*;
use glam::{Quat, Vec3};
use kinfolk::{Forest, Node2, NodeId};

use crate::measure::{Contestant, Effort, Figure, timed};
use crate::peers::Peer;
use crate::peers::bevy::Bevy;
use crate::peers::kinfolk2::Kinfolk2;
use crate::workload::{Dice, Workload, far_apart, fours, humanoids};

const READS: usize = 10_000;

/// Who is written, where to, and who is read then.
struct Step<Id> {
    written: Id,
    position: [f32; 2],
    read: Id,
}

/// Everything with a place, and how to climb from there.
type Places<'w, 's> = Query<'w, 's, (&'static mut Transform, Option<&'static ChildOf>)>;

/// Writes and fresh reads cannot be borrowed at the same time.
type InTurn<'w, 's> = ParamSet<
    'w,
    's,
    (
        TransformHelper<'w, 's>,
        Query<'w, 's, &'static mut Transform>,
    ),
>;

pub(crate) fn answer(effort: &Effort) -> Vec<Figure> {
    let fours = |nodes| Workload::new("fours", fours(nodes), |_| 0.0);
    let humanoids = |name| humanoids(name, 1_500, 0);
    [
        (fours(1_000), false),
        (fours(10_000), false),
        (fours(100_000), false),
        (humanoids("humanoids"), false),
        (humanoids("turned humanoids"), true),
    ]
    .iter()
    .flat_map(|(workload, turned)| race(effort, workload, *turned))
    .collect()
}

fn race(effort: &Effort, workload: &Workload, turned: bool) -> Vec<Figure> {
    // Two, so that every lap writes something new.
    let laps = [0.0, 1.0].map(|angle| steps(workload, angle));
    let mut ours = Kinfolk2::<false>::planted(workload);
    let mut theirs = Bevy::<false>::planted(workload);
    let mut climbing = Bevy::<false>::planted(workload);
    if turned {
        for node in 0..workload.nodes() {
            let angle = 0.1 + (node % 5) as f32 * 0.1;
            let turned = ours.forest.set_rotation(ours.ids[node], angle);
            turned.expect("a node can be turned");
            for bevy in [&mut theirs, &mut climbing] {
                let transform = bevy.world.get_mut::<Transform>(bevy.entities[node]);
                transform.expect("a living entity").rotation = Quat::from_rotation_z(angle);
            }
        }
    }
    let mut helper = SystemState::<InTurn<'_, '_>>::new(&mut theirs.world);
    let mut places = SystemState::<Places<'_, '_>>::new(&mut climbing.world);

    // Everybody is told by its own names who is meant: to look them up is no read.
    let our_steps = laps.each_ref().map(|steps| named(steps, &ours.ids));
    let their_steps = laps.each_ref().map(|steps| named(steps, &theirs.entities));
    let climbing_steps = laps
        .each_ref()
        .map(|steps| named(steps, &climbing.entities));

    let expected = read_ours(&mut ours.forest, &our_steps[0]);
    let helped = read_theirs(&mut theirs.world, &mut helper, &their_steps[0]);
    let climbed = read_climbing(&mut climbing.world, &mut places, &climbing_steps[0]);
    for ((ours, helped), climbed) in expected.iter().zip(helped).zip(climbed) {
        assert!(!far_apart(*ours, helped), "{ours:?}, {helped:?} for bevy");
        assert!(!far_apart(*ours, climbed), "{ours:?}, {climbed:?} for bevy");
    }

    let in_turn = || [1, 0].into_iter().cycle();
    let (mut our_laps, mut their_laps, mut climbing_laps) = (in_turn(), in_turn(), in_turn());
    let mut contestants = [
        Contestant {
            who: "kinfolk",
            run: Box::new(|| {
                ours.update();
                let steps = &our_steps[our_laps.next().unwrap_or(0)];
                [timed(|| drop(read_ours(&mut ours.forest, steps)))]
            }),
        },
        Contestant::new("bevy", || {
            let steps = &their_steps[their_laps.next().unwrap_or(0)];
            read_theirs(&mut theirs.world, &mut helper, steps)
        }),
        Contestant::new("climb-by-hand", || {
            let steps = &climbing_steps[climbing_laps.next().unwrap_or(0)];
            read_climbing(&mut climbing.world, &mut places, steps)
        }),
    ];
    let (name, nodes) = (workload.name, workload.nodes());
    let shape = format!("{name} of {nodes}");
    effort.figures("read-after-write", &shape, READS, &mut contestants)
}

fn named<Id: Copy>(steps: &[Step<usize>], ids: &[Id]) -> Vec<Step<Id>> {
    let named = steps.iter().map(|step| Step {
        written: ids[step.written],
        position: step.position,
        read: ids[step.read],
    });
    named.collect()
}

fn steps(workload: &Workload, angle: f32) -> Vec<Step<usize>> {
    let nodes = workload.nodes();
    let mut children = vec![Vec::new(); nodes];
    for (node, parent) in workload.parents.iter().enumerate() {
        if let Some(parent) = *parent {
            children[parent as usize].push(node);
        }
    }
    let mut dice = Dice(0x5eed);
    let step = |index: usize| {
        let written = dice.below(nodes);
        let mut read = dice.below(nodes);
        if index.is_multiple_of(2) {
            read = written;
            while !children[read].is_empty() {
                read = children[read][dice.below(children[read].len())];
            }
        }
        let (sin, cos) = (index as f32 + angle).sin_cos();
        let position = [32.0 * cos, 32.0 * sin];
        Step {
            written,
            position,
            read,
        }
    };
    (0..READS).map(step).collect()
}

fn read_ours(forest: &mut Forest<Node2>, steps: &[Step<NodeId>]) -> Vec<[f32; 2]> {
    let each = steps.iter().map(|step| {
        let written = forest.set_position(step.written, step.position);
        written.expect("a node can be moved");
        let read = forest.world_position(step.read);
        read.expect("a living node").into()
    });
    each.collect()
}

fn read_theirs(
    world: &mut World,
    helper: &mut SystemState<InTurn<'_, '_>>,
    steps: &[Step<Entity>],
) -> Vec<[f32; 2]> {
    let mut in_turn = helper.get_mut(world).expect("valid parameters");
    let each = steps.iter().map(|step| {
        let [x, y] = step.position;
        let mut writing = in_turn.p1();
        let written = writing.get_mut(step.written);
        written.expect("a living entity").translation = Vec3::new(x, y, 0.0);
        let read = in_turn.p0().compute_global_transform(step.read);
        let place = read.expect("a living entity").translation();
        place.truncate().into()
    });
    each.collect()
}

fn read_climbing(
    world: &mut World,
    places: &mut SystemState<Places<'_, '_>>,
    steps: &[Step<Entity>],
) -> Vec<[f32; 2]> {
    let mut places = places.get_mut(world).expect("valid parameters");
    let each = steps.iter().map(|step| {
        let [x, y] = step.position;
        let written = places.get_mut(step.written);
        let (mut written, _) = written.expect("a living entity");
        written.translation = Vec3::new(x, y, 0.0);
        let mut at = places.get(step.read).expect("a living entity");
        let mut world = GlobalTransform::from(*at.0);
        while let Some(child_of) = at.1 {
            at = places.get(child_of.parent()).expect("a living parent");
            world = *at.0 * world;
        }
        world.translation().truncate().into()
    });
    each.collect()
}
