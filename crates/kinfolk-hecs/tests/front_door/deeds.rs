//! Deeds are true at once, and need no sync.

use hecs::World;
use kinfolk::Node2;
use kinfolk_hecs::{ActError, ChildOf, Children, Family, Orphans, Own};

use crate::realm::{at, place};

#[test]
fn a_game_that_only_does_deeds_never_syncs() {
    let (mut world, mut family) = (World::new(), Family::new());
    let crane = family.spawn(&mut world, Node2::at(5.0, 0.0)).unwrap();
    let arm = Node2::at(0.0, 10.0);
    let arm = family.spawn_child(&mut world, crane, arm).unwrap();
    let hook = Node2::at(4.0, -3.0);
    let hook = family.spawn_child(&mut world, arm, hook).unwrap();
    family.settle(&mut world);
    assert_eq!(place(&world, hook), [9.0, 7.0]);

    family.set_position(&mut world, crane, [6.0, 0.0]).unwrap();
    let lower = |hook: &mut Node2| hook.transform.position.y -= 1.0;
    family.edit(&mut world, hook, lower).unwrap();
    family.detach_in_place(&mut world, arm).unwrap();
    family.settle(&mut world);

    assert_eq!(place(&world, hook), [10.0, 6.0]);
    assert_eq!(world.get::<&Own>(hook).unwrap().transform.position.y, -4.0);
    assert!(world.get::<&ChildOf>(arm).is_err());
    assert!(world.get::<&Children>(crane).is_err());

    family.sync(&mut world);
    assert_eq!(place(&world, hook), [10.0, 6.0]);
    assert_eq!(family.check_laws(), Ok(()));
}

#[test]
fn what_is_refused_changes_nothing() {
    let (mut world, mut family) = (World::new(), Family::new());
    let ship = family.spawn(&mut world, Node2::at(1.0, 0.0)).unwrap();
    let sail = family.spawn_child(&mut world, ship, Node2::default());
    let sail = sail.unwrap();
    let stone = world.spawn(());
    let before = world.len();

    let (child, parent) = (ship, sail);
    let refused = family.attach(&mut world, child, parent);
    assert_eq!(refused, Err(ActError::Loop { child, parent }));
    let refused = family.attach(&mut world, sail, stone);
    assert_eq!(refused, Err(ActError::NotAMember(stone)));
    let refused = family.set_position(&mut world, ship, [f32::NAN, 0.0]);
    assert_eq!(refused, Err(ActError::NotFinite(ship)));
    assert!(family.spawn(&mut world, Node2::at(f32::NAN, 0.0)).is_err());
    let orphan = family.spawn_child(&mut world, stone, Node2::default());
    assert_eq!(orphan, Err(ActError::NotAMember(stone)));

    family.settle(&mut world);
    assert_eq!(world.len(), before);
    assert_eq!(place(&world, sail), [1.0, 0.0]);
    assert_eq!(family.check_laws(), Ok(()));
}

#[test]
fn children_are_put_in_order() {
    let (mut world, mut family) = (World::new(), Family::new());
    let shelf = family.spawn(&mut world, Node2::default()).unwrap();
    let [c, a, b] = [3.0, 1.0, 2.0].map(|x| {
        let book = family.spawn_child(&mut world, shelf, Node2::at(x, 0.0));
        book.unwrap()
    });
    let x = |world: &World, e| world.get::<&Own>(e).unwrap().transform.position.x;
    let by_x = |world: &World, a, b| x(world, a).total_cmp(&x(world, b));
    family.sort_children_by(&mut world, shelf, by_x).unwrap();
    family.settle(&mut world);
    assert_eq!(world.get::<&Children>(shelf).unwrap()[..], [a, b, c]);

    family.attach_at(&mut world, c, shelf, 0).unwrap();
    family.sync(&mut world);
    assert_eq!(world.get::<&Children>(shelf).unwrap()[..], [c, a, b]);
}

#[test]
fn despawning_takes_all_below_along_or_keeps_it_where_it_is() {
    let (mut world, mut family) = (World::new(), Family::new());
    let ship = world.spawn((at(10.0, 0.0),));
    let mast = world.spawn((at(0.0, 5.0), ChildOf::new(ship)));
    let flag = world.spawn((at(1.0, 1.0), ChildOf::new(mast)));
    family.sync(&mut world);

    family.despawn_keep_children(&mut world, ship).unwrap();
    family.settle(&mut world);
    assert_eq!(place(&world, flag), [11.0, 6.0]);
    assert_eq!(world.get::<&Own>(mast).unwrap().transform.position.x, 10.0);

    family.despawn(&mut world, mast);
    assert!(world.is_empty());
    assert!(family.is_empty());
}

#[test]
fn who_was_never_seen_is_despawned_with_all_below_too() {
    let (mut world, mut family) = (World::new(), Family::new());
    let ship = world.spawn((at(1.0, 0.0),));
    let mast = world.spawn((at(1.0, 0.0), ChildOf::new(ship)));
    world.spawn((at(1.0, 0.0), ChildOf::new(mast)));

    family.despawn(&mut world, ship);
    family.sync(&mut world);

    assert!(world.is_empty());
    assert_eq!(family.new_troubles(), []);
}

#[test]
fn kinships_tell_of_deeds_until_the_next_page() {
    let (mut world, mut family) = (World::new(), Family::new());
    let [a, b] = [0; 2].map(|_| family.spawn(&mut world, Node2::default()).unwrap());
    family.attach(&mut world, b, a).unwrap();
    family.settle(&mut world);
    assert_eq!(family.kinships().len(), 1);

    family.detach(&mut world, b).unwrap();
    family.settle(&mut world);
    assert_eq!(family.kinships().len(), 1);
    assert_eq!(family.kinships()[0].before, Some(a));
}

#[test]
fn a_family_that_is_read_from_its_forest_writes_no_worlds() {
    let mut world = World::new();
    let mut family = Family::new().reading_from_forest();
    let tank = world.spawn((at(1.0, 0.0),));
    let gun = world.spawn((at(0.0, 2.0), ChildOf::new(tank)));
    family.sync(&mut world);

    family.set_position(&mut world, tank, [5.0, 0.0]).unwrap();
    family
        .edit(&mut world, gun, |gun| gun.transform.position.y = 3.0)
        .unwrap();
    let seen = |family: &Family, entity| family.effective(entity).unwrap().position().to_array();
    assert_eq!(seen(&family, gun), [5.0, 3.0]);

    // What the deeds wrote outlives syncs and whoever asks for a component that was not written.
    family.sync(&mut world);
    family.detach_in_place(&mut world, gun).unwrap();
    assert_eq!(seen(&family, gun), [5.0, 3.0]);

    // A component that is written is read.
    **world.get::<&mut Own>(gun).unwrap() = Node2::at(8.0, 8.0);
    family.sync(&mut world);
    assert_eq!(seen(&family, gun), [8.0, 8.0]);
    assert!(
        world
            .query_mut::<&kinfolk_hecs::Effective>()
            .into_iter()
            .next()
            .is_none()
    );
}

#[test]
fn orphans_may_live_on() {
    let mut world = World::new();
    let mut family = Family::new().with_orphans(Orphans::Detach);
    let truck = world.spawn((at(9.0, 0.0),));
    let load = world.spawn((at(1.0, 1.0), ChildOf::new(truck)));
    family.sync(&mut world);

    world.despawn(truck).unwrap();
    family.sync(&mut world);

    assert_eq!(place(&world, load), [1.0, 1.0]);
    assert!(world.get::<&ChildOf>(load).is_err());
}

#[test]
fn moving_what_was_refused_does_not_pardon_the_rest_of_it() {
    let (mut world, mut family) = (World::new(), Family::new());
    let ship = family.spawn(&mut world, Node2::at(1.0, 0.0)).unwrap();
    family.sync(&mut world);

    world.get::<&mut Own>(ship).unwrap().transform.rotation = f32::NAN;
    family.sync(&mut world);
    let refused = family.set_position(&mut world, ship, [5.0, 0.0]);
    assert_eq!(refused, Err(ActError::NotFinite(ship)));
    family.settle(&mut world);
    assert_eq!(place(&world, ship), [1.0, 0.0]);
    assert_eq!(world.get::<&Own>(ship).unwrap().transform.position.x, 1.0);

    *world.get::<&mut Own>(ship).unwrap() = Own::new(Node2::at(f32::NAN, 0.0));
    family.sync(&mut world);
    family.set_position(&mut world, ship, [5.0, 0.0]).unwrap();
    family.settle(&mut world);
    assert_eq!(place(&world, ship), [5.0, 0.0]);
}
