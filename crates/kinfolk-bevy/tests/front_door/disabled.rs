//! Whoever is hidden from queries: `Disabled` changes nothing about a hierarchy, and whoever a
//! game hides by a component of its own comes back.

use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use kinfolk_bevy::Family;

use crate::stage::Stage;

#[test]
fn a_child_of_somebody_disabled_stays_its_child() {
    let mut stage = Stage::new();
    let ship = stage.spawn(10.0, 0.0);
    let turret = stage.spawn_below(ship, 0.0, 1.0);
    stage.frame();

    stage.world.entity_mut(ship).insert(Disabled);
    stage.put(turret, 0.0, 2.0);
    stage.frame();
    assert_eq!(stage.place(turret), [10.0, 2.0]);
    stage.is_sound();

    assert_eq!(stage.fresh(turret), Some([10.0, 2.0]));
}

#[test]
fn who_is_enabled_again_moves_as_before() {
    let mut stage = Stage::new();
    let ship = stage.spawn(10.0, 0.0);
    let turret = stage.spawn_below(ship, 0.0, 1.0);
    stage.frame();

    stage.world.entity_mut(turret).insert(Disabled);
    stage.frame();
    stage.world.entity_mut(turret).remove::<Disabled>();
    stage.put(ship, 20.0, 0.0);
    stage.frame();

    assert_eq!(stage.place(turret), [20.0, 1.0]);
    assert_eq!(stage.family().len(), 2);
    stage.is_sound();
}

/// Hides from all queries that do not name it.
#[derive(Component)]
struct Asleep;

#[test]
fn who_is_hidden_by_a_component_of_the_games_comes_back() {
    let mut stage = Stage::new();
    stage.world.register_disabling_component::<Asleep>();
    let ship = stage.spawn(10.0, 0.0);
    let turret = stage.spawn_below(ship, 0.0, 1.0);
    stage.frame();

    stage.world.entity_mut(turret).insert(Asleep);
    stage.frame();
    assert_eq!(stage.family().len(), 1);
    stage.world.entity_mut(turret).remove::<Asleep>();
    stage.frame();
    stage.put(ship, 20.0, 0.0);
    stage.frame();

    assert_eq!(stage.place(turret), [20.0, 1.0]);
    stage.is_sound();
}

#[test]
fn a_family_that_was_thrown_away_is_made_again() {
    let mut stage = Stage::new();
    let ship = stage.spawn(10.0, 0.0);
    let turret = stage.spawn_below(ship, 0.0, 1.0);
    stage.frame();

    stage
        .world
        .insert_resource(Family::<kinfolk_bevy::Native>::default());
    stage.frame();

    assert_eq!(stage.family().parent(turret), Some(ship));
    assert_eq!(stage.place(turret), [10.0, 1.0]);
    stage.is_sound();
}
