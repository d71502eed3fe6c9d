//! Everything works from systems in a workload.

use kinfolk::Node2;
use kinfolk_shipyard::{
    ChildOf, Children, Effective, FamilyView, Hierarchy, HierarchyIter, HierarchyView,
    HierarchyViewMut, Own, settle, sync,
};
use shipyard::{IntoIter, Unique, UniqueViewMut, View, ViewMut, Workload, World};

#[derive(Unique, Default)]
struct Seen {
    moved: Vec<usize>,
    below: usize,
}

fn launch(mut views: HierarchyViewMut<'_>) {
    let ship = views.entities.add_entity((), ());
    let mast = views.attach_new(ship);
    views.set(mast, Node2::at(0.0, 10.0)).unwrap();
}

fn sail(mut owns: ViewMut<'_, Own>, links: View<'_, ChildOf>) {
    for (mut own, _) in (&mut owns, !&links).iter() {
        own.0.transform.position.x += 1.0;
    }
}

fn look(worlds: View<'_, Effective>, views: HierarchyView<'_>, mut seen: UniqueViewMut<'_, Seen>) {
    seen.moved
        .push(worlds.inserted_or_modified().iter().count());
    let roots = views.family().roots();
    seen.below = roots.map(|root| views.descendants(root).count()).sum();
}

#[test]
fn a_frame_of_systems_launches_sails_syncs_and_looks() {
    let world = World::new();
    world.add_unique(Seen::default());
    Workload::new("frame")
        .with_system(launch)
        .with_system(sail)
        .with_system(sync::<Node2>)
        .with_system(look)
        .add_to_world(&world)
        .unwrap();

    for _ in 0..3 {
        world.run_workload("frame").unwrap();
    }

    world.run(|seen: UniqueViewMut<'_, Seen>| {
        assert_eq!(seen.moved, [2, 4, 6]);
        assert_eq!(seen.below, 3);
    });
    world.run(|worlds: View<'_, Effective>, lists: View<'_, Children>| {
        let mut places: Vec<[f32; 2]> = worlds.iter().map(|w| w.0.position().into()).collect();
        places.sort_by(|a, b| a.partial_cmp(b).unwrap());
        let expected = [1.0, 2.0, 3.0].map(|x| [[x, 0.0], [x, 10.0]]);
        assert_eq!(places, expected.concat());
        assert_eq!(lists.len(), 3);
    });
}

#[test]
fn settle_is_a_system_too() {
    let world = World::new();
    Workload::new("frame")
        .with_system(launch)
        .with_system(settle::<Node2>)
        .add_to_world(&world)
        .unwrap();

    world.run_workload("frame").unwrap();

    world.run(|worlds: View<'_, Effective>, family: FamilyView<'_>| {
        assert_eq!(worlds.len(), 2);
        assert_eq!(family.len(), 2);
    });
}
