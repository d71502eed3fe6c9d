//! Staying in place, when several do at once.

use bevy_ecs::prelude::*;
use kinfolk::{Misfit, Node2};
use kinfolk_bevy::{Effective, KinCommands, Own, Trouble};

use crate::stage::Stage;

/// Not exact: the way there and back is made of roundings.
#[track_caller]
fn is_at(stage: &Stage, entity: Entity, [x, y]: [f32; 2]) {
    let place = stage.world.get::<Effective>(entity).unwrap().0.position();
    assert!(
        place.distance([x, y].into()) < 1e-4,
        "{place} is not {x}, {y}"
    );
}

#[test]
fn one_below_another_may_stay_too() {
    let mut stage = Stage::new();
    let ship = stage
        .world
        .spawn(Own(Node2::at(10.0, 0.0).turned(0.5)))
        .id();
    let turret = stage.spawn_below(ship, 2.0, 0.0);
    let barrel = stage.spawn_below(turret, 3.0, 0.0);
    let dock = stage
        .world
        .spawn(Own(Node2::at(-5.0, 5.0).turned(-1.0).scaled(2.0, 2.0)))
        .id();
    stage.frame();
    let places = [stage.place(turret), stage.place(barrel)];

    // The child first, then its parent, then the child again.
    stage.world.entity_mut(barrel).attach_in_place(dock);
    stage.world.entity_mut(turret).attach_in_place(dock);
    stage.world.entity_mut(barrel).attach_in_place(turret);
    stage.frame();

    is_at(&stage, turret, places[0]);
    is_at(&stage, barrel, places[1]);
    assert_eq!(
        stage.family().ancestors(barrel).collect::<Vec<_>>(),
        [turret, dock]
    );
    stage.is_sound();
}

#[test]
fn parent_and_child_can_change_places() {
    let mut stage = Stage::new();
    let rider = stage.spawn(1.0, 1.0);
    let horse = stage.spawn_below(rider, 2.0, -1.0);
    stage.frame();

    stage.world.entity_mut(horse).detach_in_place();
    stage.world.entity_mut(rider).attach_in_place(horse);
    stage.frame();

    is_at(&stage, rider, [1.0, 1.0]);
    is_at(&stage, horse, [3.0, 0.0]);
    assert_eq!(stage.family().parent(rider), Some(horse));
    stage.is_sound();
}

#[test]
fn writes_of_the_same_frame_count() {
    let mut stage = Stage::new();
    let ship = stage.spawn(10.0, 0.0);
    let turret = stage.spawn_below(ship, 1.0, 0.0);
    stage.frame();

    stage.world.entity_mut(turret).detach_in_place();
    stage.put(ship, 20.0, 0.0);
    stage.put(turret, 2.0, 0.0);
    stage.frame();

    // Where it would be, had nobody let go of it.
    is_at(&stage, turret, [22.0, 0.0]);
}

#[test]
fn who_cannot_stay_keeps_its_own_value_and_is_named() {
    let mut stage = Stage::new();
    let flat = stage
        .world
        .spawn(Own(Node2::at(1.0, 1.0).scaled(0.0, 1.0)))
        .id();
    let coin = stage.spawn(3.0, 3.0);
    stage.frame();

    stage.world.entity_mut(coin).attach_in_place(flat);
    stage.frame();

    let trouble = Trouble::OutOfPlace {
        entity: coin,
        why: Misfit::NotInvertible,
    };
    assert_eq!(stage.family().new_troubles(), [trouble]);
    assert_eq!(stage.place(coin), [1.0, 4.0]);
    assert_eq!(stage.family().parent(coin), Some(flat));
}

#[test]
fn who_owns_nothing_may_be_asked_to_stay() {
    let mut stage = Stage::new();
    let ship = stage.spawn(10.0, 0.0);
    let thought = stage.world.spawn_empty().id();
    stage.frame();

    stage.world.entity_mut(thought).attach_in_place(ship);
    stage.frame();

    assert_eq!(stage.world.get::<ChildOf>(thought), Some(&ChildOf(ship)));
    stage.is_sound();
}

/// A bullet is born in the barrel, and is nobody's child from then on.
#[test]
fn a_newcomer_is_where_its_first_link_put_it() {
    let mut stage = Stage::new();
    let ship = stage.spawn(10.0, 0.0);
    stage.frame();
    stage.put(ship, 20.0, 0.0);
    let barrel = stage.spawn_below(ship, 0.0, 1.0);
    let bullet = stage.spawn_below(barrel, 5.0, 0.0);
    let dock = stage.spawn(-100.0, 0.0);

    stage.world.entity_mut(bullet).attach_in_place(dock);
    stage.world.entity_mut(bullet).detach_in_place();
    stage.frame();

    is_at(&stage, bullet, [25.0, 1.0]);
    assert_eq!(stage.family().parent(bullet), None);
    stage.is_sound();
}
