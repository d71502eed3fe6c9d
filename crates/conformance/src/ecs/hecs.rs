//! hecs with its adapter.

use hecs::{Entity, With, Without, World};
use kinfolk::{Inherit, Node2, World2};
use kinfolk_ecs::Trouble;
use kinfolk_hecs::{ChildOf, Children, Effective, Family, Own};

use super::Realm;

/// A hecs world and its family.
#[derive(Default)]
pub struct HecsRealm {
    world: World,
    family: Family,
    /// Who was given another effective value by the last sync.
    rewritten: Vec<Entity>,
}

impl core::fmt::Debug for HecsRealm {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.family.fmt(f)
    }
}

impl Realm for HecsRealm {
    type Entity = Entity;

    const LINKS_ARE_COMPONENTS: bool = true;
    const REFUSES_LOOPS: bool = true;
    const ENDS_FAMILIES_AT_ONCE: bool = false;

    fn new() -> Self {
        Self::default()
    }

    fn spawn(&mut self, own: Node2) -> Entity {
        self.world.spawn((Own::new(own),))
    }

    fn spawn_stranger(&mut self) -> Entity {
        self.world.spawn(())
    }

    fn despawn(&mut self, entity: Entity) {
        // It may have died with its parent.
        let _ = self.world.despawn(entity);
    }

    fn is_alive(&self, entity: Entity) -> bool {
        self.world.contains(entity)
    }

    fn write(&mut self, entity: Entity, value: Node2) {
        match self.world.query_one_mut::<&mut Own>(entity) {
            Ok(own) => **own = value,
            // The dead stay dead.
            Err(_) => drop(self.world.insert_one(entity, Own::new(value))),
        }
    }

    fn disown(&mut self, entity: Entity) {
        let _ = self.world.remove_one::<Own>(entity);
    }

    fn own(&self, entity: Entity) -> Option<Node2> {
        Some(**self.world.get::<&Own>(entity).ok()?)
    }

    fn link(&mut self, child: Entity, parent: Entity) {
        let _ = self.world.insert_one(child, ChildOf::new(parent));
    }

    fn unlink(&mut self, child: Entity) {
        let _ = self.world.remove_one::<ChildOf>(child);
    }

    fn attach(&mut self, child: Entity, parent: Entity) -> bool {
        let done = self.family.attach(&mut self.world, child, parent);
        done.is_ok()
    }

    fn attach_in_place(&mut self, child: Entity, parent: Entity) -> bool {
        let world = &mut self.world;
        self.family.attach_in_place(world, child, parent).is_ok()
    }

    fn detach(&mut self, child: Entity) -> bool {
        self.family.detach(&mut self.world, child).is_ok()
    }

    fn detach_in_place(&mut self, child: Entity) -> bool {
        self.family.detach_in_place(&mut self.world, child).is_ok()
    }

    fn despawn_all(&mut self, entity: Entity) {
        self.family.despawn(&mut self.world, entity);
    }

    fn despawn_keep_children(&mut self, entity: Entity) {
        let world = &mut self.world;
        // Whoever owns nothing has no children to keep.
        if self.family.despawn_keep_children(world, entity).is_err() {
            let _ = world.despawn(entity);
        }
    }

    fn sort_children_by_x(&mut self, parent: Entity) {
        let x = |world: &World, child| {
            let own = world.get::<&Own>(child);
            own.map_or(0.0, |own| own.transform.position.x)
        };
        // Whoever owns nothing has no children to sort.
        let _ = self
            .family
            .sort_children_by(&mut self.world, parent, |world, a, b| {
                x(world, a).total_cmp(&x(world, b))
            });
    }

    fn sync(&mut self) {
        let mut all = self.world.query::<(Entity, &Effective)>();
        let before: Vec<(Entity, World2)> = all.iter().map(|(e, world)| (e, **world)).collect();
        drop(all);
        self.family.sync(&mut self.world);
        // hecs has no ticks: what was written can be told only by being another.
        let mut all = self.world.query::<(Entity, &Effective)>();
        let was = |entity| before.iter().find(|(e, _)| *e == entity);
        let is_new = |(entity, world): &(Entity, &Effective)| {
            was(*entity).is_none_or(|(_, was)| !Node2::same(was, world))
        };
        self.rewritten = all.iter().filter(is_new).map(|(e, _)| e).collect();
    }

    fn world(&self, entity: Entity) -> Option<World2> {
        Some(**self.world.get::<&Effective>(entity).ok()?)
    }

    fn rewritten(&mut self) -> Vec<Entity> {
        core::mem::take(&mut self.rewritten)
    }

    fn parent(&self, entity: Entity) -> Option<Entity> {
        Some(self.world.get::<&ChildOf>(entity).ok()?.parent())
    }

    fn children(&self, entity: Entity) -> Vec<Entity> {
        let children = self.world.get::<&Children>(entity);
        children.map_or(Vec::new(), |children| children.to_vec())
    }

    fn roots(&self) -> Vec<Entity> {
        let mut roots = self.world.query::<Without<With<Entity, &Own>, &ChildOf>>();
        roots.iter().collect()
    }

    fn descendants(&self, entity: Entity) -> Vec<Entity> {
        self.family.descendants(entity).collect()
    }

    fn memory(&self) -> usize {
        self.family.memory()
    }

    fn nodes(&self) -> usize {
        self.family.len()
    }

    fn check_laws(&self) -> Result<(), String> {
        self.family.check_laws()
    }

    fn new_troubles(&self) -> Vec<Trouble<Entity>> {
        self.family.new_troubles().to_vec()
    }

    fn troubles(&self) -> Vec<Trouble<Entity>> {
        self.family.troubles().cloned().collect()
    }
}
