//! Reading from a family: the forest answers for entities.

use bevy_ecs::prelude::*;
use kinfolk_bevy::{Family, KinCommands, Trouble};

use crate::stage::Stage;

/// `ship(turret(barrel), flag) dock`
fn staged() -> (Stage, [Entity; 5]) {
    let mut stage = Stage::new();
    let ship = stage.spawn(1.0, 0.0);
    let turret = stage.spawn_below(ship, 1.0, 0.0);
    let barrel = stage.spawn_below(turret, 1.0, 0.0);
    let flag = stage.spawn_below(ship, 0.0, 1.0);
    let dock = stage.spawn(9.0, 9.0);
    stage.frame();
    (stage, [ship, turret, barrel, flag, dock])
}

#[test]
fn kin_is_found_both_ways() {
    let (stage, [ship, turret, barrel, flag, dock]) = staged();
    let family = stage.family();

    assert_eq!((family.len(), family.is_empty()), (5, false));
    assert_eq!(family.parent(barrel), Some(turret));
    assert_eq!(family.parent(ship), None);
    assert!(family.children(ship).eq([turret, flag]));
    assert!(family.children(ship).rev().eq([flag, turret]));
    assert!(family.roots().eq([ship, dock]));
    assert!(family.ancestors(barrel).eq([turret, ship]));
    assert!(family.descendants(ship).eq([turret, barrel, flag]));
    assert!(family.breadth_first(ship).eq([turret, flag, barrel]));
    assert!(family.memory() > 0);
}

#[test]
fn nodes_and_entities_know_each_other() {
    let (stage, [ship, turret, ..]) = staged();
    let family = stage.family();
    let node = family.node(turret).unwrap();

    assert_eq!(family.entity(node), Some(turret));
    let parent = family.forest().parent(node).unwrap();
    assert_eq!(family.entity(parent), Some(ship));
    let world = family.effective(turret).unwrap();
    assert_eq!(world.position().to_array(), stage.place(turret));
}

#[test]
fn a_system_can_ask() {
    fn crowded(family: Res<'_, Family>, ships: Query<'_, '_, Entity, Without<ChildOf>>) -> usize {
        let below = |ship| family.descendants(ship).count();
        ships.iter().map(below).max().unwrap()
    }
    let (mut stage, _) = staged();

    assert_eq!(stage.world.run_system_cached(crowded).unwrap(), 3);
}

#[test]
fn strangers_have_no_kin() {
    let (mut stage, [ship, ..]) = staged();
    let stranger = stage.world.spawn(ChildOf(ship)).id();
    stage.world.despawn(ship);
    stage.frame();
    let family = stage.family();

    for gone in [stranger, ship] {
        assert_eq!(family.node(gone), None);
        assert_eq!(family.parent(gone), None);
        assert_eq!(family.effective(gone), None);
        assert_eq!(family.children(gone).count(), 0);
        assert_eq!(family.descendants(gone).count(), 0);
    }
    assert_eq!(family.len(), 1);
}

#[test]
fn siblings_are_in_the_order_that_bevy_has() {
    let (mut stage, [ship, turret, _, flag, dock]) = staged();
    stage.world.entity_mut(ship).insert_child(0, dock);
    stage.frame();
    assert!(stage.family().children(ship).eq([dock, turret, flag]));

    stage
        .world
        .entity_mut(ship)
        .replace_children(&[flag, turret, dock]);
    stage.frame();
    assert!(stage.family().children(ship).eq([flag, turret, dock]));
    stage.is_sound();
}

#[test]
fn depth_can_be_limited() {
    let (mut stage, [_, turret, barrel, flag, _]) = staged();
    stage.world.resource_mut::<Family>().set_max_depth(Some(2));
    stage.world.entity_mut(flag).attach(barrel);
    stage.frame();

    let trouble = Trouble::TooDeep {
        child: flag,
        parent: barrel,
    };
    assert_eq!(stage.family().new_troubles(), [trouble]);
    assert_eq!(stage.place(flag), [0.0, 1.0], "a root meanwhile");

    stage.world.entity_mut(flag).attach(turret);
    stage.frame();
    assert_eq!(stage.place(flag), [2.0, 1.0]);
    stage.is_sound();
}
