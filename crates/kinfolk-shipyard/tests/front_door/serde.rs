//! Components that games write can be saved.
use kinfolk::Node2;
use kinfolk_shipyard::{ChildOf, FamilyWorld, HierarchyIter, HierarchyView, Own};
use shipyard::{EntityId, IntoIter, View, World};

type Saved = Vec<(EntityId, Own, Option<ChildOf>)>;

#[test]
fn a_hierarchy_survives_a_save_and_a_load() {
    let mut world = World::new();
    let tank = world.add_entity(Own(Node2::at(100.0, 100.0)));
    let turret = world.add_entity((Own(Node2::at(0.0, 20.0)), ChildOf(tank)));
    let saved: Saved = world.run(|owns: View<'_, Own>, links: View<'_, ChildOf>| {
        let link = |entity| links.contains(entity).then(|| links[entity]);
        let all = owns.iter().with_id();
        all.map(|(entity, &own)| (entity, own, link(entity)))
            .collect()
    });
    let text = serde_json::to_string(&saved).unwrap();

    let mut world = World::new();
    let loaded: Saved = serde_json::from_str(&text).unwrap();
    for (entity, own, link) in loaded {
        world.spawn(entity);
        world.add_component(entity, own);
        if let Some(link) = link {
            world.add_component(entity, link);
        }
    }
    world.sync_family::<Node2>();

    world.run(|views: HierarchyView<'_>| {
        assert!(views.children(tank).eq([turret]));
        let turret = views.family().effective(turret).unwrap();
        assert_eq!(turret.position(), [100.0, 120.0].into());
    });
}
