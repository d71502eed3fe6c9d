//! What makes no sense is named, and the rest goes on.

use kinfolk::Node2;
use kinfolk_shipyard::{
    ActError, ChildOf, Effective, FamilyView, FamilyWorld, Hierarchy, HierarchyIter,
    HierarchyViewMut, Own, Trouble,
};
use shipyard::{EntityId, View, World};

fn synced(world: &mut World) -> Vec<Trouble<EntityId>> {
    world.sync_family::<Node2>();
    world.run(|family: FamilyView<'_>| {
        family.check_laws().unwrap();
        family.new_troubles().to_vec()
    })
}

#[test]
fn a_number_that_is_none_is_refused_and_named() {
    let mut world = World::new();
    let tank = world.add_entity(Own(Node2::at(1.0, 2.0)));
    world.sync_family::<Node2>();

    world.add_component(tank, Own(Node2::at(f32::NAN, 0.0)));
    assert_eq!(synced(&mut world), [Trouble::NotFinite(tank)]);
    let place = world.run(|worlds: View<'_, Effective>| worlds[tank].0.position());
    assert_eq!(place, [1.0, 2.0].into());

    world.run(|mut views: HierarchyViewMut<'_>| {
        let refused = views.set_position(tank, [f32::INFINITY, 0.0]);
        assert_eq!(refused, Err(ActError::NotFinite(tank)));
        views.set(tank, Node2::at(3.0, 4.0)).unwrap();
    });
    assert_eq!(synced(&mut world), []);
}

#[test]
fn moving_what_was_refused_does_not_pardon_the_rest_of_it() {
    let mut world = World::new();
    let tank = world.add_entity(Own(Node2::at(1.0, 2.0)));
    world.sync_family::<Node2>();

    let mut turned = Node2::at(1.0, 2.0);
    turned.transform.rotation = f32::NAN;
    world.add_component(tank, Own(turned));
    assert_eq!(synced(&mut world), [Trouble::NotFinite(tank)]);
    world.run(|mut views: HierarchyViewMut<'_>| {
        let refused = views.set_position(tank, [5.0, 0.0]);
        assert_eq!(refused, Err(ActError::NotFinite(tank)));
        assert_eq!(views.owns[tank].0.transform.position, [1.0, 2.0].into());
    });
    world.run(|worlds: View<'_, Effective>| {
        assert_eq!(worlds[tank].0.position(), [1.0, 2.0].into());
    });

    world.add_component(tank, Own(Node2::at(f32::NAN, 0.0)));
    world.sync_family::<Node2>();
    world.run(|mut views: HierarchyViewMut<'_>| views.set_position(tank, [5.0, 0.0]).unwrap());
    assert_eq!(synced(&mut world), []);
    let place = world.run(|worlds: View<'_, Effective>| worlds[tank].0.position());
    assert_eq!(place, [5.0, 0.0].into());
}

#[test]
fn a_loop_of_links_is_named_and_mended() {
    let mut world = World::new();
    let [a, b, c] = [(); 3].map(|()| world.add_entity(Own(Node2::at(1.0, 0.0))));
    for (child, parent) in [(a, b), (b, c), (c, a)] {
        world.add_component(child, ChildOf(parent));
    }
    assert_eq!(synced(&mut world), [Trouble::Loop(vec![a, b, c])]);
    assert_eq!(synced(&mut world), []);

    world.delete_component::<ChildOf>(c);
    assert_eq!(synced(&mut world), []);
    world.run(|views: HierarchyViewMut<'_>| assert!(views.descendants(c).eq([b, a])));
}

#[test]
fn a_parent_that_is_not_there_is_named() {
    let mut world = World::new();
    let gone = world.add_entity(());
    let stranger = world.add_entity(());
    world.delete_entity(gone);
    let [a, b] =
        [gone, stranger].map(|parent| world.add_entity((Own::<Node2>::default(), ChildOf(parent))));

    let mut troubles = synced(&mut world);
    troubles.sort_by_key(|trouble| trouble.entity() != Some(a));

    let no_such = Trouble::NoSuchParent {
        child: a,
        parent: gone,
    };
    let owns_nothing = Trouble::ParentOwnsNothing {
        child: b,
        parent: stranger,
    };
    assert_eq!(troubles, [no_such, owns_nothing]);
}

#[test]
fn a_refused_deed_changes_nothing() {
    let world = World::new();
    world.run(|mut views: HierarchyViewMut<'_>| {
        let tank = views.entities.add_entity((), ());
        let turret = views.attach_new(tank);
        let dead = EntityId::dead();

        let (child, parent) = (tank, turret);
        let refused = views.try_attach(child, parent);
        assert_eq!(refused, Err(ActError::Loop { child, parent }));
        let refused = views.try_attach(turret, dead);
        assert_eq!(refused, Err(ActError::NotAMember(dead)));
        let index = 1;
        let refused = views.attach_at(turret, tank, index);
        let parent = tank;
        assert_eq!(refused, Err(ActError::NoSuchIndex { parent, index }));

        views.detach(dead);
        views.remove_all(dead);
        assert!(views.children(tank).eq([turret]));
    });
}

#[test]
fn a_link_of_somebody_who_owns_nothing_waits_for_it() {
    let mut world = World::new();
    let tank = world.add_entity(Own(Node2::at(1.0, 0.0)));
    let sound = world.add_entity(ChildOf(tank));
    assert_eq!(synced(&mut world), []);

    world.add_component(sound, Own(Node2::at(1.0, 0.0)));
    assert_eq!(synced(&mut world), []);
    let place = world.run(|worlds: View<'_, Effective>| worlds[sound].0.position());
    assert_eq!(place, [2.0, 0.0].into());

    world.delete_component::<Own>(sound);
    assert_eq!(synced(&mut world), []);
    world.run(|views: HierarchyViewMut<'_>| assert!(views.children(tank).eq(None)));

    world.delete_entity(sound);
    assert_eq!(synced(&mut world), []);
}
