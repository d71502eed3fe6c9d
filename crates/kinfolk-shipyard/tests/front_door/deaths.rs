//! Whoever dies or loses what it owns is gone from the forest, by whatever route.

use kinfolk::Node2;
use kinfolk_shipyard::{
    ChildOf, Family, FamilyView, FamilyWorld, HierarchyIter, HierarchyView, Orphans, Own,
};
use shipyard::{Component, Delete, EntityId, View, ViewMut, World};

#[derive(Component)]
struct Health;

/// A tank, its turret, the turret's barrel, and a dock.
fn harbour(orphans: Orphans) -> (World, [EntityId; 4]) {
    let mut world = World::new();
    world.add_unique(Family::<Node2>::new().with_orphans(orphans));
    let own = Own(Node2::at(1.0, 1.0));
    let tank = world.add_entity((own, Health));
    let turret = world.add_entity((own, Health, ChildOf(tank)));
    let barrel = world.add_entity((own, Health, ChildOf(turret)));
    let dock = world.add_entity((own, Health));
    world.sync_family::<Node2>();
    (world, [tank, turret, barrel, dock])
}

fn members(world: &World) -> usize {
    world.run(|family: FamilyView<'_>| {
        family.check_laws().unwrap();
        family.len()
    })
}

/// What ends a tank, or only takes away what it owns.
type Route = fn(&mut World, EntityId);

#[test]
fn deletion_by_any_route_is_noticed() {
    let routes: [(Route, bool); 7] = [
        (|world, tank| assert!(world.delete_entity(tank)), true),
        (|world, tank| world.delete_component::<Own>(tank), false),
        (
            |world, tank| assert!(world.remove::<Own>(tank).is_some()),
            false,
        ),
        (|world, tank| world.strip(tank), false),
        (
            |world, tank| {
                world.run(|mut owns: ViewMut<'_, Own>| assert!(owns.delete(tank)));
            },
            false,
        ),
        (
            |world, tank| {
                world.run(|mut owns: ViewMut<'_, Own>| owns.retain(|entity, _| entity != tank));
            },
            false,
        ),
        (
            |world, tank| {
                world.delete_entity(tank);
                world.clear_all_removed_and_deleted();
            },
            true,
        ),
    ];
    for (index, (route, dies)) in routes.into_iter().enumerate() {
        let (mut world, [tank, turret, barrel, dock]) = harbour(Orphans::Despawn);
        route(&mut world, tank);
        world.sync_family::<Node2>();

        // Children die with a parent who died; a parent who owns nothing is a trouble.
        let left = if dies { 1 } else { 3 };
        assert_eq!(members(&world), left, "route {index}");
        assert_eq!(world.is_entity_alive(turret), !dies, "route {index}");
        assert_eq!(world.is_entity_alive(barrel), !dies, "route {index}");
        assert!(world.is_entity_alive(dock));
        let healthy = world.run(|health: View<'_, Health>| health.len());
        assert!(healthy >= left, "the dead keep nothing, route {index}");
    }
}

#[test]
fn the_end_of_everything_is_noticed() {
    let (mut world, _) = harbour(Orphans::Despawn);
    world.clear();
    world.sync_family::<Node2>();
    assert_eq!(members(&world), 0);

    let (mut world, _) = harbour(Orphans::Despawn);
    world.run(|mut owns: ViewMut<'_, Own>| owns.clear());
    world.sync_family::<Node2>();
    assert_eq!(members(&world), 0);

    let (mut world, _) = harbour(Orphans::Despawn);
    world.run(|mut owns: ViewMut<'_, Own>| drop(owns.drain()));
    world.sync_family::<Node2>();
    assert_eq!(members(&world), 0);
}

#[test]
fn orphans_lose_all_components_in_the_same_sync() {
    let (mut world, [tank, ..]) = harbour(Orphans::Despawn);
    world.delete_entity(tank);
    world.sync_family::<Node2>();
    assert_eq!(world.run(|health: View<'_, Health>| health.len()), 1);
}

#[test]
fn orphans_may_live_on_as_roots() {
    let (mut world, [tank, turret, barrel, _]) = harbour(Orphans::Detach);
    world.delete_entity(tank);
    world.sync_family::<Node2>();

    assert!(world.is_entity_alive(turret));
    world.run(|views: HierarchyView<'_>, links: View<'_, ChildOf>| {
        assert_eq!(views.parent(turret), None);
        assert!(views.children(turret).eq([barrel]));
        assert!(!links.contains(turret));
    });
}

#[test]
fn who_has_a_dead_ones_index_is_somebody_else() {
    let (mut world, [tank, turret, _, dock]) = harbour(Orphans::Despawn);
    world.delete_entity(dock);
    let heir = world.add_entity(Own(Node2::at(50.0, 0.0)));
    assert_eq!(heir.index(), dock.index());
    world.add_component(turret, ChildOf(dock));
    world.sync_family::<Node2>();

    world.run(|views: HierarchyView<'_>| {
        assert_eq!(views.family().effective(dock), None);
        assert!(views.family().effective(heir).is_some());
        assert!(views.children(heir).eq(None));
        assert!(views.children(tank).eq(None));
    });
}

#[test]
fn a_million_lives_leave_nothing_behind() {
    let mut world = World::new();
    let tank = world.add_entity(Own(Node2::at(1.0, 1.0)));
    let mut bullets: Vec<EntityId> = Vec::new();
    for _ in 0..1_000 {
        let new = (0..1_000).map(|_| (Own(Node2::at(0.0, 1.0)), ChildOf(tank)));
        bullets.extend(world.bulk_add_entity(new));
        world.sync_family::<Node2>();
        for bullet in bullets.drain(..) {
            world.delete_entity(bullet);
        }
    }
    world.sync_family::<Node2>();
    world.sync_family::<Node2>();

    assert_eq!(members(&world), 1);
    world.run(|family: FamilyView<'_>, owns: View<'_, Own>| {
        assert!(family.forest().memory() < 1_000_000);
        let log = owns.deleted().count();
        assert!(log <= 1_000, "{log} dead ones are remembered");
    });
}
