//! Two families in one world share links, and nothing else.

use bevy_ecs::prelude::*;
use kinfolk::{Node2, Node3};
use kinfolk_bevy::{Effective, Family, KinCommands, Native, Own, install, sync};

type Flat = Native<Node2>;
type Deep = Native<Node3>;

struct Both {
    world: World,
    schedule: Schedule,
}

impl Both {
    fn new() -> Self {
        let mut world = World::new();
        install::<Flat>(&mut world);
        install::<Deep>(&mut world);
        // Twice is once.
        install::<Deep>(&mut world);
        let mut schedule = Schedule::default();
        schedule.add_systems((sync::<Flat>, sync::<Deep>));
        Self { world, schedule }
    }

    fn frame(&mut self) {
        self.schedule.run(&mut self.world);
        self.world.clear_trackers();
    }

    fn flat(&self, entity: Entity) -> [f32; 2] {
        let effective = self.world.get::<Effective>(entity).unwrap();
        effective.0.position().to_array()
    }

    fn deep(&self, entity: Entity) -> [f32; 3] {
        let effective = self.world.get::<Effective<Node3>>(entity).unwrap();
        effective.0.world.position().to_array()
    }
}

#[test]
fn one_entity_can_be_in_both() {
    let mut both = Both::new();
    let ship = (Own(Node2::at(1.0, 2.0)), Own(Node3::at(1.0, 2.0, 3.0)));
    let ship = both.world.spawn(ship).id();
    let flag = (Own(Node2::at(10.0, 0.0)), Own(Node3::at(0.0, 0.0, 10.0)));
    let flag = both.world.spawn((flag, ChildOf(ship))).id();
    both.frame();
    assert_eq!(both.flat(flag), [11.0, 2.0]);
    assert_eq!(both.deep(flag), [1.0, 2.0, 13.0]);

    both.world.entity_mut(flag).detach_in_place();
    both.frame();
    assert_eq!(both.flat(flag), [11.0, 2.0]);
    assert_eq!(both.deep(flag), [1.0, 2.0, 13.0]);
}

#[test]
fn who_is_in_one_only_is_a_stranger_to_the_other() {
    let mut both = Both::new();
    let ship = both.world.spawn(Own(Node2::at(1.0, 2.0))).id();
    let lamp = (Own(Node3::at(0.0, 0.0, 1.0)), ChildOf(ship));
    let lamp = both.world.spawn(lamp).id();
    both.frame();

    assert_eq!(both.deep(lamp), [0.0, 0.0, 1.0], "its parent is not in 3D");
    assert_eq!(both.world.resource::<Family<Flat>>().troubles().count(), 0);
    assert_eq!(both.world.resource::<Family<Deep>>().troubles().count(), 1);

    both.world.entity_mut(lamp).remove::<Own<Node3>>();
    both.frame();
    assert_eq!(both.world.resource::<Family<Deep>>().len(), 0);
    assert_eq!(both.world.resource::<Family<Deep>>().troubles().count(), 0);
    assert_eq!(both.world.resource::<Family<Flat>>().len(), 1);
}
