//! Bevy's ECS with `kinfolk-bevy`.

use bevy_ecs::prelude::*;
use bevy_ecs::schedule::SingleThreadedExecutor;
use kinfolk::{Node2, World2};
use kinfolk_bevy::{Effective, Family, KinCommands, Native, Own, install, sync};
use kinfolk_ecs::Trouble;

use super::Realm;

/// A world with 2D nodes and a schedule that syncs.
pub struct BevyRealm {
    world: World,
    schedule: Schedule,
    /// When the last sync had run.
    before_sync: bevy_ecs::change_detection::Tick,
}

impl core::fmt::Debug for BevyRealm {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("BevyRealm").finish_non_exhaustive()
    }
}

impl BevyRealm {
    fn family(&self) -> &Family {
        self.world.resource::<Family>()
    }
}

impl Realm for BevyRealm {
    type Entity = Entity;

    const LINKS_ARE_COMPONENTS: bool = true;
    const REFUSES_LOOPS: bool = false;
    const ENDS_FAMILIES_AT_ONCE: bool = true;

    fn new() -> Self {
        let mut world = World::new();
        install::<Native>(&mut world);
        let mut schedule = Schedule::default();
        // One system has nobody to run beside; to wake threads for it takes longer than it does.
        schedule.set_executor(SingleThreadedExecutor::new());
        schedule.add_systems(sync::<Native>);
        let before_sync = world.change_tick();
        Self {
            world,
            schedule,
            before_sync,
        }
    }

    fn spawn(&mut self, own: Node2) -> Entity {
        self.world.spawn(Own(own)).id()
    }

    fn spawn_stranger(&mut self) -> Entity {
        self.world.spawn_empty().id()
    }

    fn despawn(&mut self, entity: Entity) {
        self.world.despawn(entity);
    }

    fn is_alive(&self, entity: Entity) -> bool {
        self.world.get_entity(entity).is_ok()
    }

    fn write(&mut self, entity: Entity, own: Node2) {
        match self.world.get_mut::<Own>(entity) {
            Some(mut written) => written.0 = own,
            None => drop(self.world.entity_mut(entity).insert(Own(own)).id()),
        }
    }

    fn disown(&mut self, entity: Entity) {
        self.world.entity_mut(entity).remove::<Own>();
    }

    fn own(&self, entity: Entity) -> Option<Node2> {
        self.world.get::<Own>(entity).map(|own| own.0)
    }

    fn link(&mut self, child: Entity, parent: Entity) {
        self.world.entity_mut(child).insert(ChildOf(parent));
    }

    fn unlink(&mut self, child: Entity) {
        self.world.entity_mut(child).remove::<ChildOf>();
    }

    fn attach(&mut self, child: Entity, parent: Entity) -> bool {
        self.world.entity_mut(child).attach(parent);
        self.world.get::<ChildOf>(child).map(ChildOf::parent) == Some(parent)
    }

    fn attach_in_place(&mut self, child: Entity, parent: Entity) -> bool {
        self.world.entity_mut(child).attach_in_place(parent);
        self.world.get::<ChildOf>(child).map(ChildOf::parent) == Some(parent)
    }

    fn detach(&mut self, child: Entity) -> bool {
        self.world.entity_mut(child).detach();
        true
    }

    fn detach_in_place(&mut self, child: Entity) -> bool {
        self.world.entity_mut(child).detach_in_place();
        true
    }

    fn despawn_all(&mut self, entity: Entity) {
        self.world.despawn(entity);
    }

    fn despawn_keep_children(&mut self, entity: Entity) {
        self.world.entity_mut(entity).despawn_keep_children();
    }

    fn sort_children_by_x(&mut self, parent: Entity) {
        let x = |child: Entity| self.own(child).map_or(0.0, |own| own.transform.position.x);
        let mut sorted = self.children(parent);
        sorted.sort_by(|&a, &b| x(a).total_cmp(&x(b)));
        self.world.entity_mut(parent).replace_children(&sorted);
    }

    fn sync(&mut self) {
        self.before_sync = self.world.change_tick();
        self.schedule.run(&mut self.world);
        self.world.clear_trackers();
    }

    fn pause(&mut self) {
        (0..3).for_each(|_| self.world.clear_trackers());
    }

    fn world(&self, entity: Entity) -> Option<World2> {
        self.world.get::<Effective>(entity).map(|world| world.0)
    }

    fn rewritten(&mut self) -> Vec<Entity> {
        let mut all = self.world.query::<(Entity, Ref<'_, Effective>)>();
        let (before, now) = (self.before_sync, self.world.change_tick());
        all.iter(&self.world)
            .filter(|(_, world)| {
                let written = world.last_changed();
                written == before || written.is_newer_than(before, now)
            })
            .map(|(entity, _)| entity)
            .collect()
    }

    fn parent(&self, entity: Entity) -> Option<Entity> {
        self.world.get::<ChildOf>(entity).map(ChildOf::parent)
    }

    fn children(&self, entity: Entity) -> Vec<Entity> {
        let children = self.world.get::<Children>(entity);
        children.map_or_else(Vec::new, |children| children.to_vec())
    }

    fn roots(&self) -> Vec<Entity> {
        let roots = self
            .world
            .try_query_filtered::<Entity, (With<Own>, Without<ChildOf>)>();
        roots.map_or_else(Vec::new, |mut roots| roots.iter(&self.world).collect())
    }

    fn descendants(&self, entity: Entity) -> Vec<Entity> {
        self.family().descendants(entity).collect()
    }

    fn nodes(&self) -> usize {
        self.family().forest().len()
    }

    fn memory(&self) -> usize {
        self.family().memory()
    }

    fn check_laws(&self) -> Result<(), String> {
        self.family().check_laws()
    }

    fn new_troubles(&self) -> Vec<Trouble<Entity>> {
        self.family().new_troubles().to_vec()
    }

    fn troubles(&self) -> Vec<Trouble<Entity>> {
        self.family().troubles().cloned().collect()
    }
}
