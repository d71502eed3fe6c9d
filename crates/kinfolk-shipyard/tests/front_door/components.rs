//! What is written to components is in the world after the next sync.

use kinfolk::Node2;
use kinfolk_shipyard::{
    ChildOf, Children, Effective, Family, FamilyView, FamilyViewMut, FamilyWorld, Hierarchy,
    HierarchyViewMut, Own, settle,
};
use shipyard::{EntitiesView, EntityId, Get, IntoIter, View, ViewMut, World};

fn place(world: &World, entity: EntityId) -> [f32; 2] {
    world.run(|worlds: View<'_, Effective>| worlds[entity].0.position().into())
}

/// Shipyard gives the timestamp that it has told to one more system; this is that system.
fn tick(world: &World) {
    world.run(|_: EntitiesView<'_>| ());
}

/// Who was written by what was done since `action` began.
fn moved_by(world: &mut World, action: impl FnOnce(&mut World)) -> Vec<EntityId> {
    let before = world.get_tracking_timestamp();
    tick(world);
    action(world);
    world.run(|mut worlds: View<'_, Effective>| {
        worlds.override_last_insertion(before);
        worlds.override_last_modification(before);
        worlds.inserted_or_modified().iter().ids().collect()
    })
}

fn tank_and_turret(world: &mut World) -> [EntityId; 2] {
    let tank = world.add_entity(Own(Node2::at(100.0, 100.0)));
    let turret = world.add_entity((Own(Node2::at(0.0, 20.0)), ChildOf(tank)));
    world.sync_family::<Node2>();
    [tank, turret]
}

#[test]
fn a_child_is_where_its_parent_puts_it() {
    let mut world = World::new();
    let [tank, turret] = tank_and_turret(&mut world);
    assert_eq!(place(&world, turret), [100.0, 120.0]);

    world.run(|mut owns: ViewMut<'_, Own>| owns[tank].0.transform.position.x = 7.0);
    world.sync_family::<Node2>();

    assert_eq!(place(&world, turret), [7.0, 120.0]);
}

#[test]
fn only_what_changed_is_written() {
    let mut world = World::new();
    let [_, turret] = tank_and_turret(&mut world);

    let idle = moved_by(&mut world, |world| world.sync_family::<Node2>());
    let moved = moved_by(&mut world, |world| {
        world.run(|mut owns: ViewMut<'_, Own>| owns[turret].0.transform.position.x = 1.0);
        world.sync_family::<Node2>();
    });

    assert_eq!(idle, []);
    assert_eq!(moved, [turret]);
}

#[test]
fn lists_of_children_follow_links_and_are_gone_when_empty() {
    let mut world = World::new();
    let [tank, turret] = tank_and_turret(&mut world);
    let flag = world.add_entity((Own::<Node2>::default(), ChildOf(tank)));
    world.sync_family::<Node2>();
    world.run(|lists: View<'_, Children>| assert_eq!(*lists[tank], [turret, flag]));

    world.run(|mut links: ViewMut<'_, ChildOf>| links[turret].0 = flag);
    world.sync_family::<Node2>();
    world.run(|lists: View<'_, Children>| {
        assert_eq!(*lists[tank], [flag]);
        assert_eq!(*lists[flag], [turret]);
    });

    world.delete_component::<ChildOf>(flag);
    world.remove::<ChildOf>(turret);
    world.sync_family::<Node2>();
    world.run(|lists: View<'_, Children>| assert!(lists.is_empty()));
}

#[test]
fn a_sync_that_skips_frames_misses_nothing() {
    let mut world = World::new();
    let [tank, turret] = tank_and_turret(&mut world);
    let doomed = world.add_entity(Own::<Node2>::default());
    world.sync_family::<Node2>();

    // Frames in which others look at everything, and clear what they have seen.
    world.run(|mut owns: ViewMut<'_, Own>| owns[tank].0.transform.position.x = 3.0);
    world.clear_all_inserted_and_modified();
    world.delete_entity(doomed);
    world.clear_all_removed_and_deleted();
    let late = world.add_entity((Own(Node2::at(1.0, 1.0)), ChildOf(turret)));
    world.clear_all_inserted_and_modified();
    world.sync_family::<Node2>();

    assert_eq!(place(&world, turret), [3.0, 120.0]);
    assert_eq!(place(&world, late), [4.0, 121.0]);
    world.run(|family: FamilyView<'_>| {
        assert_eq!(family.len(), 3);
        family.check_laws().unwrap();
    });
}

#[test]
fn a_game_sees_its_own_writes_whatever_the_sync_saw() {
    let mut world = World::new();
    let [tank, turret] = tank_and_turret(&mut world);
    world.clear_all_inserted_and_modified();
    tick(&world);

    world.run(|mut owns: ViewMut<'_, Own>| owns[tank].0.transform.position.x = 3.0);
    world.remove::<ChildOf>(turret);
    world.sync_family::<Node2>();

    world.run(|owns: View<'_, Own>, links: View<'_, ChildOf>| {
        assert!(owns.modified().iter().ids().eq([tank]));
        assert!(links.removed().eq([turret]));
    });
}

#[test]
fn deeds_need_no_sync_to_be_true() {
    let mut world = World::new();
    let [tank, turret] = tank_and_turret(&mut world);

    world.run(|mut views: HierarchyViewMut<'_>| {
        views.set_position(tank, [5.0, 5.0]).unwrap();
        let turret = views.family().effective(turret).unwrap();
        assert_eq!(turret.position(), [5.0, 25.0].into());
    });
    let moved = moved_by(&mut world, |world| world.run(settle::<Node2>));

    assert_eq!(moved, [tank, turret]);
    assert_eq!(place(&world, turret), [5.0, 25.0]);
    let own = world.run(|owns: View<'_, Own>| owns[tank].0);
    assert_eq!(own.transform.position, [5.0, 5.0].into());
}

#[test]
fn without_effective_components_the_family_answers() {
    let mut world = World::new();
    world.add_unique(Family::<Node2>::new().without_effective_components());
    let [tank, turret] = tank_and_turret(&mut world);

    world.run(|mut views: HierarchyViewMut<'_>| {
        let turned = views.edit(tank, |node| node.transform.position.y = 0.0);
        turned.unwrap();
    });
    world.run(settle::<Node2>);

    world.run(|family: FamilyView<'_>, worlds: View<'_, Effective>| {
        let turret = family.effective(turret).unwrap();
        assert_eq!(turret.position(), [100.0, 20.0].into());
        assert!(worlds.is_empty());
    });
}

#[test]
fn who_is_to_stay_stays_whoever_its_parent_is() {
    let mut world = World::new();
    let [tank, turret] = tank_and_turret(&mut world);

    world.run(|mut views: HierarchyViewMut<'_>| views.detach_in_place(turret).unwrap());
    world.sync_family::<Node2>();
    assert_eq!(place(&world, turret), [100.0, 120.0]);

    world.add_component(turret, ChildOf(tank));
    world.run(|mut family: FamilyViewMut<'_>| family.keep_in_place(turret));
    world.sync_family::<Node2>();
    assert_eq!(place(&world, turret), [100.0, 120.0]);
    let own = world.run(|owns: View<'_, Own>| owns[turret].0);
    assert_eq!(own.transform.position, [0.0, 20.0].into());
}

#[test]
fn an_effective_component_that_somebody_took_away_comes_back() {
    let mut world = World::new();
    let [tank, turret] = tank_and_turret(&mut world);

    world.delete_component::<Effective>(turret);
    world.delete_component::<Own>(tank);
    world.sync_family::<Node2>();

    world.run(|worlds: View<'_, Effective>| {
        assert!(worlds.get(turret).is_ok());
        assert!(worlds.get(tank).is_err());
    });
}
