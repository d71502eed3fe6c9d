//! Messages: who has another parent, and what is wrong. Each is told once.

use bevy_ecs::message::MessageCursor;
use bevy_ecs::prelude::*;
use kinfolk::Node2;
use kinfolk_bevy::{FamilyTrouble, KinCommands, Kinship, KinshipChanged, Own, Trouble};

use crate::stage::Stage;

/// Reads what was written since it was asked the last time.
fn news<M: Message + Clone>(stage: &Stage, cursor: &mut MessageCursor<M>) -> Vec<M> {
    let messages = stage.world.resource::<Messages<M>>();
    cursor.read(messages).cloned().collect()
}

fn changed(child: Entity, before: Option<Entity>, after: Option<Entity>) -> KinshipChanged {
    KinshipChanged(Kinship {
        child,
        before,
        after,
    })
}

#[test]
fn a_new_parent_is_told_once() {
    let mut stage = Stage::new();
    let mut cursor = MessageCursor::<KinshipChanged>::default();
    let ship = stage.spawn(0.0, 0.0);
    let dock = stage.spawn(0.0, 0.0);
    let turret = stage.spawn_below(ship, 0.0, 0.0);
    stage.frame();
    assert_eq!(news(&stage, &mut cursor), [], "a newcomer had none before");

    stage.world.entity_mut(turret).attach(dock);
    stage.frame();
    assert_eq!(
        news(&stage, &mut cursor),
        [changed(turret, Some(ship), Some(dock))]
    );

    stage.world.entity_mut(turret).detach();
    stage.frame();
    assert_eq!(
        news(&stage, &mut cursor),
        [changed(turret, Some(dock), None)]
    );

    stage.put(ship, 5.0, 5.0);
    stage.frame();
    assert_eq!(news(&stage, &mut cursor), []);
}

#[test]
fn a_trouble_is_told_once_and_stands_until_it_is_mended() {
    let mut stage = Stage::new();
    let mut cursor = MessageCursor::<FamilyTrouble>::default();
    let stranger = stage.world.spawn_empty().id();
    let turret = stage.spawn_below(stranger, 1.0, 0.0);
    let trouble = Trouble::ParentOwnsNothing {
        child: turret,
        parent: stranger,
    };
    stage.frame();
    assert_eq!(news(&stage, &mut cursor), [FamilyTrouble(trouble.clone())]);
    stage.frame();
    assert_eq!(news(&stage, &mut cursor), []);
    assert!(stage.family().troubles().eq([&trouble]));
    assert_eq!(stage.place(turret), [1.0, 0.0], "a root meanwhile");

    stage
        .world
        .entity_mut(stranger)
        .insert(Own(Node2::at(5.0, 5.0)));
    stage.frame();
    assert_eq!(stage.place(turret), [6.0, 5.0]);
    stage.is_sound();
}

#[test]
fn a_loop_names_everybody_on_it() {
    let mut stage = Stage::new();
    let mut cursor = MessageCursor::<FamilyTrouble>::default();
    let [a, b, c] = [(); 3].map(|()| stage.spawn(1.0, 0.0));
    stage.frame();

    for (child, parent) in [(a, b), (b, c), (c, a)] {
        stage.world.entity_mut(child).attach(parent);
    }
    stage.frame();

    let news = news(&stage, &mut cursor);
    let [FamilyTrouble(Trouble::Loop(ring))] = &news[..] else {
        panic!("{news:?} is not one loop");
    };
    let first = ring.iter().position(|&entity| entity == a).unwrap();
    let from_a: Vec<_> = ring.iter().cycle().skip(first).take(3).collect();
    assert_eq!(from_a, [&a, &b, &c], "each is followed by its parent");
    assert_eq!(stage.place(b), [1.0, 0.0], "all are roots meanwhile");

    stage.world.entity_mut(a).detach();
    stage.frame();
    assert_eq!(stage.place(b), [3.0, 0.0]);
    stage.is_sound();
}

#[test]
fn a_loop_that_stands_is_no_news() {
    let mut stage = Stage::new();
    let mut cursor = MessageCursor::<KinshipChanged>::default();
    let a = stage.spawn(1.0, 0.0);
    let b = stage.spawn_below(a, 1.0, 0.0);
    stage.frame();
    stage.world.entity_mut(a).attach(b);
    stage.frame();
    assert_eq!(news(&stage, &mut cursor), [changed(b, Some(a), None)]);

    stage.frame();
    assert_eq!(news(&stage, &mut cursor), []);

    stage.world.entity_mut(b).detach();
    stage.frame();
    assert_eq!(news(&stage, &mut cursor), [changed(a, None, Some(b))]);
}

#[test]
fn a_parent_that_owns_nothing_any_more_is_no_parent() {
    let mut stage = Stage::new();
    let mut cursor = MessageCursor::<KinshipChanged>::default();
    let ship = stage.spawn(1.0, 0.0);
    let dock = stage.spawn(1.0, 0.0);
    let turret = stage.spawn_below(ship, 1.0, 0.0);
    let flag = stage.spawn_below(ship, 1.0, 0.0);
    stage.frame();
    news(&stage, &mut cursor);

    stage.world.entity_mut(ship).remove::<Own>();
    stage.world.entity_mut(flag).attach(dock);
    stage.frame();
    let mut told = news(&stage, &mut cursor);
    told.sort_by_key(|KinshipChanged(kinship)| kinship.child != turret);
    let turret = changed(turret, Some(ship), None);
    assert_eq!(told, [turret, changed(flag, Some(ship), Some(dock))]);
}

#[test]
fn numbers_that_are_not_finite_change_nothing_and_are_named() {
    let mut stage = Stage::new();
    let mut cursor = MessageCursor::<FamilyTrouble>::default();
    let ship = stage.spawn(1.0, 0.0);
    stage.frame();

    stage.put(ship, f32::NAN, 0.0);
    stage.frame();
    let trouble = FamilyTrouble(Trouble::NotFinite(ship));
    assert_eq!(news(&stage, &mut cursor), [trouble]);
    assert_eq!(stage.place(ship), [1.0, 0.0]);

    stage.put(ship, 2.0, 0.0);
    stage.frame();
    assert_eq!(stage.place(ship), [2.0, 0.0]);
    stage.is_sound();
}
