//! A sync finds whatever was done to components, and says what makes no sense.

use hecs::World;
use kinfolk::Node2;
use kinfolk_hecs::{ChildOf, Children, Effective, Family, Own, Trouble};

use crate::realm::{at, place};

#[test]
fn a_turret_goes_where_its_tank_goes() {
    let (mut world, mut family) = (World::new(), Family::new());
    let tank = world.spawn((at(100.0, 100.0),));
    let turret = world.spawn((at(0.0, 20.0), ChildOf::new(tank)));
    family.sync(&mut world);
    assert_eq!(place(&world, turret), [100.0, 120.0]);

    world.get::<&mut Own>(tank).unwrap().transform.position.x = 7.0;
    family.sync(&mut world);

    assert_eq!(place(&world, turret), [7.0, 120.0]);
    assert_eq!(world.get::<&Children>(tank).unwrap()[..], [turret]);
    assert_eq!(family.check_laws(), Ok(()));
}

#[test]
fn links_are_written_changed_and_taken_away() {
    let (mut world, mut family) = (World::new(), Family::new());
    let [a, b] = [1.0, 2.0].map(|x| world.spawn((at(x, 0.0),)));
    let c = world.spawn((at(10.0, 0.0), ChildOf::new(a)));
    family.sync(&mut world);

    *world.get::<&mut ChildOf>(c).unwrap() = ChildOf::new(b);
    family.sync(&mut world);
    assert_eq!(place(&world, c), [12.0, 0.0]);
    assert!(world.get::<&Children>(a).is_err());
    assert_eq!(world.get::<&Children>(b).unwrap()[..], [c]);

    world.remove_one::<ChildOf>(c).unwrap();
    family.sync(&mut world);
    assert_eq!(place(&world, c), [10.0, 0.0]);
    assert_eq!(family.roots().collect::<Vec<_>>(), [a, b, c]);
}

#[test]
fn whoever_dies_behind_the_familys_back_takes_along_what_is_below() {
    let (mut world, mut family) = (World::new(), Family::new());
    let ship = world.spawn((at(0.0, 0.0),));
    let mast = world.spawn((at(0.0, 5.0), ChildOf::new(ship)));
    let flag = world.spawn((at(0.0, 5.0), ChildOf::new(mast)));
    let dock = world.spawn((at(3.0, 0.0),));
    family.sync(&mut world);

    world.despawn(mast).unwrap();
    family.sync(&mut world);

    assert!(!world.contains(flag));
    assert!(world.get::<&Children>(ship).is_err());
    assert_eq!(family.roots().collect::<Vec<_>>(), [ship, dock]);
    assert_eq!(family.check_laws(), Ok(()));
}

#[test]
fn whoever_is_born_under_an_id_that_was_used_is_somebody_else() {
    let (mut world, mut family) = (World::new(), Family::new());
    let ship = world.spawn((at(1.0, 0.0),));
    let gull = world.spawn((at(0.0, 9.0), ChildOf::new(ship)));
    family.sync(&mut world);

    // The very same component, at the next holder of the very same id.
    let own = world.remove_one::<Own>(gull).unwrap();
    world.despawn(gull).unwrap();
    let rock = world.spawn((own,));
    assert_eq!(rock.id(), gull.id());
    family.sync(&mut world);

    assert_eq!(family.node(gull), None);
    assert_eq!(family.parent(rock), None);
    assert_eq!(place(&world, rock), [0.0, 9.0]);
    assert_eq!(family.check_laws(), Ok(()));
}

#[test]
fn components_that_change_places_are_noticed() {
    let (mut world, mut family) = (World::new(), Family::new());
    let [a, b] = [1.0, 2.0].map(|x| world.spawn((at(x, 0.0),)));
    family.sync(&mut world);

    let mut view = world.view_mut::<&mut Own>();
    let [at_a, at_b] = view.get_disjoint_mut([a, b]).map(Option::unwrap);
    core::mem::swap(at_a, at_b);
    family.sync(&mut world);

    assert_eq!([a, b].map(|e| place(&world, e)[0]), [2.0, 1.0]);
}

#[test]
fn a_component_that_was_put_aside_and_comes_back_is_noticed() {
    let (mut world, mut family) = (World::new(), Family::new());
    let knight = world.spawn((at(1.0, 0.0),));
    let mut other_pose = at(2.0, 0.0);
    family.sync(&mut world);

    for expected in [2.0, 1.0, 2.0, 1.0] {
        let mut pose = world.get::<&mut Own>(knight).unwrap();
        core::mem::swap(&mut *pose, &mut other_pose);
        drop(pose);
        family.sync(&mut world);
        assert_eq!(place(&world, knight), [expected, 0.0]);
    }
}

#[test]
fn a_link_that_comes_back_while_another_is_lost_is_noticed() {
    let (mut world, mut family) = (World::new(), Family::new());
    let ship = world.spawn((at(1.0, 0.0),));
    let [a, b] = [0; 2].map(|_| world.spawn((at(0.0, 0.0), ChildOf::new(ship))));
    family.sync(&mut world);
    let link = world.remove_one::<ChildOf>(a).unwrap();
    family.sync(&mut world);

    world.insert_one(a, link).unwrap();
    world.remove_one::<ChildOf>(b).unwrap();
    family.sync(&mut world);

    assert_eq!(family.children(ship).collect::<Vec<_>>(), [a]);
    assert_eq!([a, b].map(|e| place(&world, e)[0]), [1.0, 0.0]);
}

#[test]
fn an_own_value_that_comes_back_while_another_is_lost_is_noticed() {
    let (mut world, mut family) = (World::new(), Family::new());
    let [a, b] = [1.0, 2.0].map(|x| world.spawn((at(x, 0.0),)));
    family.sync(&mut world);
    let own = world.remove_one::<Own>(a).unwrap();
    family.sync(&mut world);

    world.insert_one(a, own).unwrap();
    world.despawn(b).unwrap();
    family.sync(&mut world);

    assert_eq!(family.roots().collect::<Vec<_>>(), [a]);
    assert_eq!(family.check_laws(), Ok(()));
}

#[test]
fn whoever_ceases_to_own_has_no_children_any_more() {
    let (mut world, mut family) = (World::new(), Family::new());
    let ship = world.spawn((at(1.0, 0.0),));
    let sail = world.spawn((at(0.0, 5.0), ChildOf::new(ship)));
    family.sync(&mut world);

    let own = world.remove_one::<Own>(ship).unwrap();
    family.sync(&mut world);
    let parent = ship;
    let child = sail;
    let trouble = Trouble::ParentOwnsNothing { child, parent };
    assert_eq!(family.new_troubles(), [trouble]);
    assert!(world.get::<&Children>(ship).is_err());
    assert_eq!(place(&world, sail), [0.0, 5.0]);

    world.insert_one(ship, own).unwrap();
    family.sync(&mut world);
    assert_eq!(family.troubles().count(), 0);
    assert_eq!(world.get::<&Children>(ship).unwrap()[..], [sail]);
    assert_eq!(place(&world, sail), [1.0, 5.0]);
}

#[test]
fn what_is_not_a_number_is_refused_and_named() {
    let (mut world, mut family) = (World::new(), Family::new());
    let good = world.spawn((at(1.0, 0.0),));
    let bad = world.spawn((at(f32::NAN, 0.0),));
    family.sync(&mut world);
    assert_eq!(family.new_troubles(), [Trouble::NotFinite(bad)]);
    assert_eq!(family.len(), 1);

    world.get::<&mut Own>(good).unwrap().transform.rotation = f32::INFINITY;
    **world.get::<&mut Own>(bad).unwrap() = Node2::at(2.0, 0.0);
    family.sync(&mut world);

    assert_eq!(family.new_troubles(), [Trouble::NotFinite(good)]);
    assert_eq!([good, bad].map(|e| place(&world, e)[0]), [1.0, 2.0]);
}

#[test]
fn a_loop_of_links_is_named_and_the_rest_goes_on() {
    let (mut world, mut family) = (World::new(), Family::new());
    let [a, b, c] = [1.0, 2.0, 3.0].map(|x| world.spawn((at(x, 0.0),)));
    world.insert_one(a, ChildOf::new(b)).unwrap();
    world.insert_one(b, ChildOf::new(a)).unwrap();
    world.insert_one(c, ChildOf::new(a)).unwrap();
    family.sync(&mut world);

    assert_eq!(family.new_troubles(), [Trouble::Loop(vec![a, b])]);
    assert_eq!(place(&world, c), [4.0, 0.0]);

    world.remove_one::<ChildOf>(b).unwrap();
    family.sync(&mut world);
    assert_eq!(family.troubles().count(), 0);
    assert_eq!(place(&world, c), [6.0, 0.0]);
}

#[test]
fn an_effective_value_that_was_lost_or_overwritten_comes_back() {
    let (mut world, mut family) = (World::new(), Family::new());
    let tank = world.spawn((at(4.0, 0.0),));
    family.sync(&mut world);

    world.remove_one::<Effective>(tank).unwrap();
    family.sync(&mut world);
    assert_eq!(place(&world, tank), [4.0, 0.0]);

    // As somebody does who uses one bundle for spawning and for starting again.
    let bundle = (at(4.0, 0.0), Effective::<Node2>::default());
    world.insert(tank, bundle).unwrap();
    family.sync(&mut world);
    assert_eq!(place(&world, tank), [4.0, 0.0]);
}

#[test]
fn an_entity_of_another_world_is_no_parent() {
    let (mut world, mut family) = (World::new(), Family::new());
    let mut elsewhere = World::new();
    let abroad = elsewhere
        .spawn_batch((0..9).map(|_| (at(0.0, 0.0),)))
        .last();
    let parent = abroad.unwrap();
    let child = world.spawn((at(1.0, 0.0), ChildOf::new(parent)));
    family.sync(&mut world);

    assert_eq!(
        family.new_troubles(),
        [Trouble::NoSuchParent { child, parent }]
    );
    assert_eq!(place(&world, child), [1.0, 0.0]);
}
