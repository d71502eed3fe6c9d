//! Frames without a sync: Bevy forgets removals after two, and nothing is lost.

use bevy_ecs::prelude::*;
use kinfolk::Node2;
use kinfolk_bevy::{KinCommands, Own};

use crate::stage::Stage;

fn long_pause(stage: &mut Stage) {
    for _ in 0..5 {
        stage.frame_without_sync();
    }
}

/// `ship(turret(barrel))`, each one to the right of its parent.
fn staged() -> (Stage, [Entity; 3]) {
    let mut stage = Stage::new();
    let ship = stage.spawn(1.0, 0.0);
    let turret = stage.spawn_below(ship, 1.0, 0.0);
    let barrel = stage.spawn_below(turret, 1.0, 0.0);
    stage.frame();
    (stage, [ship, turret, barrel])
}

#[test]
fn a_death_is_noticed_later() {
    let (mut stage, [ship, turret, barrel]) = staged();
    stage.world.despawn(turret);
    long_pause(&mut stage);
    stage.frame();

    assert_eq!(stage.family().len(), 1);
    assert!(stage.family().children(ship).eq([]));
    assert_eq!(stage.family().node(barrel), None);
    stage.is_sound();
}

#[test]
fn a_lost_link_is_noticed_later() {
    let (mut stage, [_, turret, barrel]) = staged();
    stage.world.entity_mut(turret).detach();
    long_pause(&mut stage);
    stage.frame();

    assert_eq!(stage.place(barrel), [2.0, 0.0]);
    stage.is_sound();
}

#[test]
fn a_lost_value_is_noticed_later() {
    let (mut stage, [_, turret, barrel]) = staged();
    stage.world.entity_mut(turret).remove::<Own>();
    long_pause(&mut stage);
    stage.frame();

    assert_eq!(stage.family().len(), 2);
    assert_eq!(stage.place(barrel), [1.0, 0.0], "its parent owns nothing");
}

/// The numbers are what they were: who is who must be seen elsewhere.
#[test]
fn one_death_and_one_birth_are_two_things() {
    let (mut stage, [ship, turret, barrel]) = staged();
    stage.world.despawn(barrel);
    let flag = stage.spawn_below(ship, 0.0, 5.0);
    long_pause(&mut stage);
    stage.frame();

    assert!(stage.family().descendants(ship).eq([turret, flag]));
    assert_eq!(stage.place(flag), [1.0, 5.0]);
    stage.is_sound();
}

#[test]
fn one_link_lost_and_one_made_are_two_things() {
    let (mut stage, [ship, turret, barrel]) = staged();
    let dock = stage.spawn(50.0, 0.0);
    stage.frame();
    stage.world.entity_mut(turret).detach();
    stage.world.entity_mut(ship).attach(dock);
    long_pause(&mut stage);
    stage.frame();

    assert_eq!(stage.place(ship), [51.0, 0.0]);
    assert_eq!(stage.place(barrel), [2.0, 0.0]);
    stage.is_sound();
}

#[test]
fn what_is_asked_meanwhile_waits() {
    let (mut stage, [_, turret, barrel]) = staged();
    stage.world.entity_mut(turret).detach_in_place();
    long_pause(&mut stage);
    stage.put(barrel, 5.0, 0.0);
    long_pause(&mut stage);
    stage.frame();

    assert_eq!(stage.place(turret), [2.0, 0.0]);
    assert_eq!(stage.place(barrel), [7.0, 0.0]);
}

#[test]
fn a_component_taken_away_and_given_back_is_the_same_member() {
    let (mut stage, [_, turret, barrel]) = staged();
    stage.world.entity_mut(turret).remove::<Own>();
    stage
        .world
        .entity_mut(turret)
        .insert(Own(Node2::at(4.0, 0.0)));
    stage.frame();

    assert_eq!(stage.place(barrel), [6.0, 0.0]);
    stage.is_sound();
}
