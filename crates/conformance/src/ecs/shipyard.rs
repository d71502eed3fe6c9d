//! Shipyard with `kinfolk-shipyard`.

use kinfolk::{Node2, World2};
use kinfolk_ecs::Trouble;
use kinfolk_shipyard::{
    ChildOf, Children, Effective, FamilyView, FamilyWorld, Hierarchy, HierarchyIter, HierarchyView,
    HierarchyViewMut, Own,
};
use shipyard::advanced::tracking::TrackingTimestamp;
use shipyard::{EntitiesView, EntityId, Get, IntoIter, View, World};

use super::Realm;

/// A shipyard world with a family.
pub struct ShipyardRealm {
    world: World,
    /// Just before the last sync.
    before_sync: TrackingTimestamp,
}

impl core::fmt::Debug for ShipyardRealm {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.world.run(|family: FamilyView<'_>| {
            let mut realm = f.debug_struct("ShipyardRealm");
            realm.field("family", &*family).finish_non_exhaustive()
        })
    }
}

impl Realm for ShipyardRealm {
    type Entity = EntityId;

    const LINKS_ARE_COMPONENTS: bool = true;
    const REFUSES_LOOPS: bool = true;
    const ENDS_FAMILIES_AT_ONCE: bool = false;

    fn new() -> Self {
        Self {
            world: World::new(),
            before_sync: TrackingTimestamp::origin(),
        }
    }

    fn spawn(&mut self, own: Node2) -> EntityId {
        self.world.add_entity(Own(own))
    }

    fn spawn_stranger(&mut self) -> EntityId {
        self.world.add_entity(())
    }

    fn despawn(&mut self, entity: EntityId) {
        self.world.delete_entity(entity);
    }

    fn is_alive(&self, entity: EntityId) -> bool {
        self.world
            .run(|entities: EntitiesView<'_>| entities.is_alive(entity))
    }

    fn write(&mut self, entity: EntityId, own: Node2) {
        self.world.add_component(entity, Own(own));
    }

    fn disown(&mut self, entity: EntityId) {
        self.world.delete_component::<Own>(entity);
    }

    fn own(&self, entity: EntityId) -> Option<Node2> {
        self.world
            .run(|owns: View<'_, Own>| owns.get(entity).ok().map(|own| own.0))
    }

    fn link(&mut self, child: EntityId, parent: EntityId) {
        self.world.add_component(child, ChildOf(parent));
    }

    fn unlink(&mut self, child: EntityId) {
        self.world.remove::<ChildOf>(child);
    }

    fn attach(&mut self, child: EntityId, parent: EntityId) -> bool {
        self.world
            .run(|mut views: HierarchyViewMut<'_>| views.try_attach(child, parent).is_ok())
    }

    fn attach_in_place(&mut self, child: EntityId, parent: EntityId) -> bool {
        self.world
            .run(|mut views: HierarchyViewMut<'_>| views.attach_in_place(child, parent).is_ok())
    }

    fn detach(&mut self, child: EntityId) -> bool {
        self.world
            .run(|mut views: HierarchyViewMut<'_>| views.detach(child));
        self.own(child).is_some()
    }

    fn detach_in_place(&mut self, child: EntityId) -> bool {
        self.world
            .run(|mut views: HierarchyViewMut<'_>| views.detach_in_place(child).is_ok())
    }

    fn despawn_all(&mut self, entity: EntityId) {
        self.world.despawn_all::<Node2>(entity);
    }

    fn despawn_keep_children(&mut self, entity: EntityId) {
        // Whoever is dead or owns nothing has no children to keep.
        let _ = self.world.despawn_keep_children::<Node2>(entity);
    }

    fn sort_children_by_x(&mut self, parent: EntityId) {
        let children = self.world.run(|views: HierarchyView<'_>| {
            let children = views.children(parent);
            children.collect::<Vec<_>>()
        });
        let x = |entity| {
            let own = self.own(entity);
            own.map_or(0.0, |own| own.transform.position.x)
        };
        let mut ranked: Vec<_> = children.into_iter().map(|e| (e, x(e))).collect();
        ranked.sort_by(|(_, a), (_, b)| a.total_cmp(b));
        let rank = |entity| ranked.iter().position(|&(ranked, _)| ranked == entity);
        self.world.run(|mut views: HierarchyViewMut<'_>| {
            views.sort_children_by(parent, |&a, &b| rank(a).cmp(&rank(b)));
        });
    }

    fn sync(&mut self) {
        self.before_sync = self.world.get_tracking_timestamp();
        self.world.sync_family::<Node2>();
    }

    fn world(&self, entity: EntityId) -> Option<World2> {
        self.world
            .run(|worlds: View<'_, Effective>| worlds.get(entity).ok().map(|world| world.0))
    }

    fn rewritten(&mut self) -> Vec<EntityId> {
        self.world.run(|mut worlds: View<'_, Effective>| {
            worlds.override_last_insertion(self.before_sync);
            worlds.override_last_modification(self.before_sync);
            worlds.inserted_or_modified().iter().ids().collect()
        })
    }

    fn parent(&self, entity: EntityId) -> Option<EntityId> {
        self.world
            .run(|links: View<'_, ChildOf>| links.get(entity).ok().map(|link| link.0))
    }

    fn children(&self, entity: EntityId) -> Vec<EntityId> {
        self.world.run(|children: View<'_, Children>| {
            let children = children.get(entity);
            children.map_or(Vec::new(), |children| children.to_vec())
        })
    }

    fn roots(&self) -> Vec<EntityId> {
        self.world
            .run(|owns: View<'_, Own>, links: View<'_, ChildOf>| {
                (&owns, !&links).iter().ids().collect()
            })
    }

    fn descendants(&self, entity: EntityId) -> Vec<EntityId> {
        self.world
            .run(|views: HierarchyView<'_>| views.descendants(entity).collect())
    }

    fn memory(&self) -> usize {
        self.world.run(|family: FamilyView<'_>| family.memory())
    }

    fn nodes(&self) -> usize {
        self.world
            .run(|family: FamilyView<'_>| family.forest().len())
    }

    fn check_laws(&self) -> Result<(), String> {
        self.world.run(|family: FamilyView<'_>| family.check_laws())
    }

    fn new_troubles(&self) -> Vec<Trouble<EntityId>> {
        self.world
            .run(|family: FamilyView<'_>| family.new_troubles().to_vec())
    }

    fn troubles(&self) -> Vec<Trouble<EntityId>> {
        self.world
            .run(|family: FamilyView<'_>| family.troubles().cloned().collect())
    }
}
