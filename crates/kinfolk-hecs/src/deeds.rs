//! Deeds: changes that are made in the world and in the forest at once.
//!
//! The law: what is refused changes nothing, and what is done is true at once; only effective
//! values in components wait for the next [`settle`](Family::settle) or
//! [`sync`](Family::sync).

use core::cmp::Ordering;

use glam::Vec2;
use hecs::{Entity, World};
use kinfolk::{InPlace, Inherit};
use kinfolk_ecs::{ActError, Host};

use crate::effective::Effective;
use crate::family::Family;
use crate::link::ChildOf;
use crate::own::Own;

/// How a deed ends.
type Done<T = ()> = Result<T, ActError<Entity>>;

impl<V> Family<V>
where
    V: Inherit<Effective: Send + Sync> + Send + Sync + 'static,
{
    /// Spawns a root that owns `value`.
    ///
    /// # Errors
    /// Refuses a value that is not finite.
    pub fn spawn(&mut self, world: &mut World, value: V) -> Done<Entity> {
        let entity = self.newborn(world, value, None);
        let (mirror, mut host) = self.with(world);
        let planted = mirror.admit(&mut host, entity).map(drop);
        drop(host);
        born(world, entity, planted)
    }

    /// Spawns the last child of `parent`, which owns `value`.
    ///
    /// # Errors
    /// Refuses a parent that is not a member, a value that is not finite, and depths past
    /// the limit.
    pub fn spawn_child(&mut self, world: &mut World, parent: Entity, value: V) -> Done<Entity> {
        let entity = self.newborn(world, value, Some(parent));
        let attached = self.attach(world, entity, parent);
        if attached.is_err() {
            let (mirror, mut host) = self.with(world);
            mirror.despawn(&mut host, entity);
        }
        born(world, entity, attached)
    }

    /// Makes `child` the last child of `parent`.
    ///
    /// ```
    /// # use hecs::World;
    /// # use kinfolk::Node2;
    /// # use kinfolk_hecs::{Children, Family};
    /// # let (mut world, mut family) = (World::new(), Family::new());
    /// # let [ship, dock] = [0; 2].map(|_| family.spawn(&mut world, Node2::default()).unwrap());
    /// family.attach(&mut world, ship, dock)?;
    /// family.settle(&mut world);
    ///
    /// assert_eq!(world.get::<&Children>(dock).unwrap()[..], [ship]);
    /// assert!(family.attach(&mut world, dock, ship).is_err());
    /// # Ok::<(), kinfolk_hecs::ActError<hecs::Entity>>(())
    /// ```
    ///
    /// # Errors
    /// Refuses whoever is not a member, loops, and depths past the limit.
    pub fn attach(&mut self, world: &mut World, child: Entity, parent: Entity) -> Done {
        let (mirror, mut host) = self.with(world);
        mirror.attach(&mut host, child, parent, None)
    }

    /// Makes `child` the child of `parent` at `index`, counted without itself.
    ///
    /// # Errors
    /// As [`attach`](Self::attach), and places past the end.
    pub fn attach_at(
        &mut self,
        world: &mut World,
        child: Entity,
        parent: Entity,
        index: usize,
    ) -> Done {
        let (mirror, mut host) = self.with(world);
        mirror.attach(&mut host, child, parent, Some(index))
    }

    /// Makes `child` a root.
    ///
    /// # Errors
    /// Refuses whoever is not a member.
    pub fn detach(&mut self, world: &mut World, child: Entity) -> Done {
        let (mirror, mut host) = self.with(world);
        mirror.detach(&mut host, child)
    }

    /// Writes what `entity` owns.
    ///
    /// # Errors
    /// Refuses whoever is not a member, and a value that is not finite.
    #[inline]
    pub fn set(&mut self, world: &mut World, entity: Entity, value: V) -> Done {
        self.edit(world, entity, |own| *own = value)
    }

    /// Changes what `entity` owns in part.
    ///
    /// # Errors
    /// Refuses whoever is not a member and, whatever `change` did, a value that is not finite.
    #[inline]
    pub fn edit(&mut self, world: &mut World, entity: Entity, change: impl FnOnce(&mut V)) -> Done {
        if self.mirror.node(entity).is_none() {
            return self.edit_stranger(world, entity, change);
        }
        if !self.notes.in_components {
            return self.mirror.rewrite(entity, change);
        }
        let own = world.query_one_mut::<&mut Own<V>>(entity);
        let own = own.map_err(|_| ActError::NotAMember(entity))?;
        let mut value = V::clone(own);
        change(&mut value);
        self.mirror.write(entity, value.clone())?;
        let tag = self.notes.seen.note_value(entity, own.tag);
        own.write_silently(tag, |own| *own = value);
        Ok(())
    }

    /// The same for one whom no sync has seen yet.
    #[cold]
    fn edit_stranger(
        &mut self,
        world: &mut World,
        entity: Entity,
        change: impl FnOnce(&mut V),
    ) -> Done {
        let (mirror, mut host) = self.with(world);
        let mut value = host.own(entity).ok_or(ActError::NotAMember(entity))?;
        change(&mut value);
        mirror.set(&mut host, entity, value)
    }

    /// Ends `entity` and everybody below it.
    pub fn despawn(&mut self, world: &mut World, entity: Entity) {
        let (mirror, mut host) = self.with(world);
        mirror.despawn(&mut host, entity);
    }

    /// Sorts the children of `parent`.
    ///
    /// ```
    /// # use hecs::World;
    /// # use kinfolk::Node2;
    /// # use kinfolk_hecs::{Children, Family, Own};
    /// # let (mut world, mut family) = (World::new(), Family::new());
    /// # let shelf = family.spawn(&mut world, Node2::default())?;
    /// # let [a, b] = [2.0, 1.0].map(|x| {
    /// #     family.spawn_child(&mut world, shelf, Node2::at(x, 0.0)).unwrap()
    /// # });
    /// family.sort_children_by(&mut world, shelf, |world, a, b| {
    ///     let x = |book| world.get::<&Own>(book).unwrap().transform.position.x;
    ///     x(a).total_cmp(&x(b))
    /// })?;
    /// # family.settle(&mut world);
    /// # assert_eq!(world.get::<&Children>(shelf).unwrap()[..], [b, a]);
    /// # Ok::<(), kinfolk_hecs::ActError<hecs::Entity>>(())
    /// ```
    ///
    /// # Errors
    /// Refuses whoever is not a member.
    pub fn sort_children_by(
        &mut self,
        world: &mut World,
        parent: Entity,
        mut compare: impl FnMut(&World, Entity, Entity) -> Ordering,
    ) -> Done {
        let (mirror, mut host) = self.with(world);
        mirror.sort_children_by(&mut host, parent, |host, a, b| compare(host.world, a, b))
    }

    /// Spawns somebody whom the mirror does not know yet.
    fn newborn(&self, world: &mut World, value: V, parent: Option<Entity>) -> Entity {
        let effective = Effective::of_root(&value);
        let own = Own::new(value);
        match (parent.map(ChildOf::new), self.notes.in_components) {
            (Some(link), true) => world.spawn((own, link, effective)),
            (Some(link), false) => world.spawn((own, link)),
            (None, true) => world.spawn((own, effective)),
            (None, false) => world.spawn((own,)),
        }
    }
}

impl<V> Family<V>
where
    V: InPlace<Effective: Send + Sync> + Send + Sync + 'static,
{
    /// Makes `child` the last child of `parent`, and keeps it where it is in the world.
    ///
    /// # Errors
    /// As [`attach`](Self::attach); and if no own value would keep it there.
    pub fn attach_in_place(&mut self, world: &mut World, child: Entity, parent: Entity) -> Done {
        let (mirror, mut host) = self.with(world);
        mirror.attach_in_place(&mut host, child, parent, None)
    }

    /// Makes `child` a root, and keeps it where it is in the world.
    ///
    /// # Errors
    /// Refuses whoever is not a member, and whoever cannot be kept there.
    pub fn detach_in_place(&mut self, world: &mut World, child: Entity) -> Done {
        let (mirror, mut host) = self.with(world);
        mirror.detach_in_place(&mut host, child)
    }

    /// Ends `entity` alone; its children become roots and stay where they are.
    ///
    /// # Errors
    /// Refuses whoever is not a member.
    pub fn despawn_keep_children(&mut self, world: &mut World, entity: Entity) -> Done {
        let (mirror, mut host) = self.with(world);
        mirror.despawn_keep_children(&mut host, entity)
    }
}

impl Family {
    /// Moves `entity` relative to its parent. The cheapest way to write.
    ///
    /// # Errors
    /// Refuses whoever is not a member, and numbers that are not finite.
    #[inline(always)]
    pub fn set_position(
        &mut self,
        world: &mut World,
        entity: Entity,
        position: impl Into<Vec2>,
    ) -> Done {
        let position = position.into();
        if !self.notes.in_components {
            if self.mirror.write_position(entity, position)? {
                return Ok(());
            }
        } else if self.mirror.node(entity).is_some() {
            let own = world.query_one_mut::<&mut Own>(entity);
            let own = own.map_err(|_| ActError::NotAMember(entity))?;
            // Otherwise there is more in it that the forest does not have.
            if self.notes.seen.has_read(entity, own.tag)
                && self.mirror.write_position(entity, position)?
            {
                own.write_silently(own.tag, |node| node.transform.position = position);
                return Ok(());
            }
        }
        self.edit(world, entity, |node| node.transform.position = position)
    }
}

/// A newborn that was refused is taken back.
fn born(world: &mut World, entity: Entity, outcome: Done) -> Done<Entity> {
    if outcome.is_err() {
        let _ = world.despawn(entity);
    }
    outcome.map(|()| entity)
}
