//! The structure changes inside Bevy: what does a frame cost in which 100,000 entities are
//! spawned, get another parent, or are ended?
//!
//! Each does it the way Bevy does it, with `ChildOf`; its own systems, or our sync, then bring
//! the world up to date. Both count.

use bevy_ecs::prelude::*;
use kinfolk::Node2;
use kinfolk_bevy::{Native, Transforms};

use crate::measure::{Contestant, Effort, Figure, timed};
use crate::peers::bevy::{self, NAMES as BEVY};
use crate::peers::kinfolk_bevy::{self as ours, Placed};
use crate::workload::{far_apart, fours};

const ENTITIES: usize = 100_000;
/// Of those, so many are parents when all others get another parent.
const PARENTS: usize = 1_000;

/// How an entity with this place is spawned, and where an entity is.
struct Kind {
    who: &'static str,
    world_and_schedule: fn() -> (World, Schedule),
    spawn: fn(&mut World, [f32; 2], Option<Entity>) -> Entity,
    place: fn(&World, Entity) -> [f32; 2],
}

fn kinds() -> [Kind; 4] {
    fn kind<F: Placed>(who: &'static str) -> Kind {
        Kind {
            who,
            world_and_schedule: ours::world_and_schedule::<F>,
            spawn: |world, place, parent| match parent {
                Some(parent) => world.spawn((F::at(place), ChildOf(parent))).id(),
                None => world.spawn(F::at(place)).id(),
            },
            place: |world, entity| F::place(world.get::<F::Effective>(entity).expect("a place")),
        }
    }
    let theirs = |who, world_and_schedule| Kind {
        who,
        world_and_schedule,
        ..kind::<Transforms>(who)
    };
    [
        kind::<Native<Node2>>("kinfolk-bevy"),
        kind::<Transforms>("kinfolk-bevy-transform"),
        theirs(BEVY[0], || bevy::world_and_schedule(false)),
        theirs(BEVY[1], || bevy::world_and_schedule(true)),
    ]
}

pub(crate) fn answer(effort: &Effort) -> Vec<Figure> {
    [spawning_and_ending(effort), moving(effort)].concat()
}

/// A world of some kind, with a family in it.
struct Stage {
    kind: Kind,
    world: World,
    schedule: Schedule,
    family: Vec<Entity>,
}

impl Stage {
    fn new(kind: Kind) -> Self {
        let (world, schedule) = (kind.world_and_schedule)();
        Self {
            kind,
            world,
            schedule,
            family: Vec::with_capacity(ENTITIES),
        }
    }

    fn frame(&mut self) {
        self.schedule.run(&mut self.world);
        self.world.clear_trackers();
    }

    fn spawn(&mut self, parents: &[Option<u32>]) {
        for (node, parent) in parents.iter().enumerate() {
            let parent = parent.map(|parent| self.family[parent as usize]);
            let place = [(node % 7) as f32, 1.0];
            let entity = (self.kind.spawn)(&mut self.world, place, parent);
            self.family.push(entity);
        }
    }

    fn end(&mut self) {
        self.world.despawn(self.family[0]);
        self.family.clear();
    }

    fn places(&self) -> Vec<[f32; 2]> {
        let place = |&entity: &Entity| (self.kind.place)(&self.world, entity);
        self.family.iter().map(place).collect()
    }
}

fn agree(stages: &[Stage]) {
    let expected = stages[0].places();
    for stage in &stages[1..] {
        let places = stage.places();
        let far = expected.iter().zip(&places).any(|(&a, &b)| far_apart(a, b));
        assert!(!far, "{} has them elsewhere", stage.kind.who);
    }
}

fn spawning_and_ending(effort: &Effort) -> Vec<Figure> {
    let parents = fours(ENTITIES);
    let mut stages: Vec<_> = kinds().map(Stage::new).into();
    for stage in &mut stages {
        stage.spawn(&parents);
        stage.frame();
    }
    agree(&stages);
    let mut contestants: Vec<_> = stages
        .iter_mut()
        .map(|stage| Contestant {
            who: stage.kind.who,
            run: Box::new(|| {
                let ending = timed(|| {
                    stage.end();
                    stage.frame();
                });
                let spawning = timed(|| {
                    stage.spawn(&parents);
                    stage.frame();
                });
                [spawning, ending]
            }),
        })
        .collect();
    let times = effort.race(&mut contestants);
    let of = |shape: &str, part: usize| {
        let named = contestants.iter().zip(&times);
        let times: Vec<_> = named.map(|(c, times)| (c.who, times[part])).collect();
        crate::measure::figures("bevy-structure", shape, ENTITIES, &times)
    };
    [of("spawn", 0), of("despawn", 1)].concat()
}

/// Every child goes from its parent to the next one.
fn moving(effort: &Effort) -> Vec<Figure> {
    let parents: Vec<_> = (0..ENTITIES)
        .map(|node| match node {
            0 => None,
            1..=PARENTS => Some(0),
            _ => Some((1 + node % PARENTS) as u32),
        })
        .collect();
    let mut stages: Vec<_> = kinds().map(Stage::new).into();
    let shift = |stage: &mut Stage, by: usize| {
        for node in PARENTS + 1..ENTITIES {
            let parent = stage.family[1 + (node + by) % PARENTS];
            let mut entity = stage.world.entity_mut(stage.family[node]);
            entity.insert(ChildOf(parent));
        }
        stage.frame();
    };
    for stage in &mut stages {
        stage.spawn(&parents);
        stage.frame();
        shift(stage, 1);
    }
    agree(&stages);
    let mut contestants: Vec<_> = stages
        .iter_mut()
        .map(|stage| {
            let mut by = 1;
            Contestant::new(stage.kind.who, move || {
                by += 1;
                shift(stage, by);
            })
        })
        .collect();
    effort.figures("bevy-structure", "reparent", ENTITIES, &mut contestants)
}
