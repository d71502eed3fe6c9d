//! A form whose components are in sparse sets: slower, and otherwise the same.

use bevy_ecs::prelude::*;
use kinfolk::{Node2, World2};
use kinfolk_bevy::{Form, KinCommands};

use crate::stage::Stage;

#[derive(Component)]
#[component(storage = "SparseSet")]
#[require(Shown)]
struct Place(Node2);

#[derive(Component, Default)]
#[component(storage = "SparseSet")]
struct Shown(Option<World2>);

#[derive(Debug)]
struct Sparse;

impl Form for Sparse {
    type Value = Node2;
    type Own = Place;
    type Effective = Shown;

    fn value(own: &Place) -> Node2 {
        own.0
    }

    fn own(value: &Node2) -> Place {
        Place(*value)
    }

    fn effective(effective: &World2) -> Shown {
        Shown(Some(*effective))
    }
}

#[test]
fn components_in_sparse_sets_do_as_well() {
    let mut stage = Stage::<Sparse>::of();
    let place = |stage: &Stage<Sparse>, entity: Entity| {
        let shown = stage.world.get::<Shown>(entity).unwrap();
        shown.0.unwrap().position().to_array()
    };
    let ship = stage.world.spawn(Place(Node2::at(10.0, 0.0))).id();
    let turret = (Place(Node2::at(0.0, 1.0)), ChildOf(ship));
    let turret = stage.world.spawn(turret).id();
    stage.frame();
    assert_eq!(place(&stage, turret), [10.0, 1.0]);

    stage.world.get_mut::<Place>(ship).unwrap().0 = Node2::at(20.0, 0.0);
    stage.frame();
    assert_eq!(place(&stage, turret), [20.0, 1.0]);

    stage.world.entity_mut(turret).detach_in_place();
    stage.frame();
    stage.world.despawn(ship);
    stage.frame();
    assert_eq!(place(&stage, turret), [20.0, 1.0]);
    assert_eq!(stage.family().len(), 1);
    stage.is_sound();
}
