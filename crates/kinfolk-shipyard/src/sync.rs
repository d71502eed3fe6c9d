//! The sync: brings a family up to date with its world, and the world with the family.
//!
//! The law: when it ends, nobody lives whose parent died, unless the family says otherwise. To
//! end an entity, all of its components must go, whatever they are; so the sync asks for the
//! whole world, as [`AllStoragesViewMut`], and nothing runs beside it in a workload.

use kinfolk::Node2;
use kinfolk_ecs::{ActError, Mirror};
use shipyard::all_storages::AllStorages;
use shipyard::{AllStoragesViewMut, Borrow, BorrowInfo, EntityId, ViewMut, World};

use crate::components::{Children, Effective, Value};
use crate::hierarchy::HierarchyViewMut;
use crate::host::{Dock, Stern};

/// A system that brings the [`Family`](crate::Family) up to date with all that was written to
/// components since the last time, and writes what follows.
///
/// ```
/// use kinfolk::Node2;
/// use kinfolk_shipyard::{ChildOf, Effective, Own, sync};
/// use shipyard::{IntoIter, View, ViewMut, Workload, World};
///
/// fn drive(mut owns: ViewMut<Own>, child_of: View<ChildOf>) {
///     for (mut own, _) in (&mut owns, !&child_of).iter() {
///         own.0.transform.position.x += 1.0;
///     }
/// }
///
/// let mut world = World::new();
/// let tank = world.add_entity(Own(Node2::at(100.0, 100.0)));
/// let turret = world.add_entity((Own(Node2::at(0.0, 20.0)), ChildOf(tank)));
/// Workload::new("frame")
///     .with_system(drive)
///     .with_system(sync::<Node2>)
///     .add_to_world(&world)?;
///
/// world.run_workload("frame")?;
///
/// let place = world.get::<&Effective>(turret)?.0.position();
/// assert_eq!(place, [101.0, 120.0].into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sync<V: Value>(mut all_storages: AllStoragesViewMut<'_>) {
    all_storages.sync_family::<V>();
}

/// A system that computes what follows from deeds, and writes it. It looks at no component.
///
/// For games that write by [`Hierarchy::set`](crate::Hierarchy::set) and its kin only: then
/// nothing has to be looked for. What was written to components in other ways, and who died,
/// is noticed by the next [`sync`].
///
/// ```
/// use kinfolk::Node2;
/// use kinfolk_shipyard::{Effective, Hierarchy, HierarchyViewMut, settle};
/// use shipyard::World;
///
/// let mut world = World::new();
/// let tank = world.add_entity(());
/// let turret = world.run(|mut views: HierarchyViewMut| {
///     let turret = views.attach_new(tank);
///     views.set(turret, Node2::at(0.0, 20.0))?;
///     views.edit(tank, |node| node.transform.position.x = 7.0)?;
///     Ok::<_, kinfolk_shipyard::ActError<_>>(turret)
/// })?;
///
/// world.run(settle::<Node2>);
///
/// let place = world.get::<&Effective>(turret)?.0.position();
/// assert_eq!(place, [7.0, 20.0].into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn settle<V: Value>(mut views: SettleViewMut<'_, V>) {
    views.with(|mirror, dock| mirror.settle(dock));
}

/// What [`settle`] borrows.
#[derive(Borrow, BorrowInfo)]
pub struct SettleViewMut<'v, V: Value = Node2> {
    hierarchy: HierarchyViewMut<'v, V>,
    children: ViewMut<'v, Children>,
    effectives: ViewMut<'v, Effective<V>>,
}

impl<'v, V: Value> SettleViewMut<'v, V> {
    /// Lets the mirror of the family work on the world.
    fn with<R>(
        &mut self,
        work: impl FnOnce(&mut Mirror<V, EntityId>, &mut Dock<'_, 'v, V>) -> R,
    ) -> R {
        let Self {
            hierarchy,
            children,
            effectives,
        } = self;
        let (family, mut dock) = hierarchy.split();
        dock.stern = Some(Stern {
            children,
            effectives: family.writes_back.then_some(effectives),
        });
        work(family.mirror, &mut dock)
    }
}

impl<V: Value> core::fmt::Debug for SettleViewMut<'_, V> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.hierarchy.fmt(f)
    }
}

/// What a whole world can do with its family.
///
/// Systems with an `AllStoragesViewMut` have these methods too.
pub trait FamilyWorld {
    /// Brings the family up to date: see [`sync`].
    ///
    /// ```
    /// use kinfolk::Node2;
    /// use kinfolk_shipyard::{Effective, FamilyWorld, Own};
    /// use shipyard::World;
    ///
    /// let mut world = World::new();
    /// let tank = world.add_entity(Own(Node2::at(100.0, 100.0)));
    /// world.sync_family::<Node2>();
    /// assert!(world.get::<&Effective>(tank).is_ok());
    /// ```
    fn sync_family<V: Value>(&mut self);

    /// Ends an entity and everybody below it.
    ///
    /// ```
    /// use kinfolk::Node2;
    /// use kinfolk_shipyard::{FamilyWorld, Hierarchy, HierarchyViewMut};
    /// use shipyard::World;
    ///
    /// let mut world = World::new();
    /// let tank = world.add_entity(());
    /// let turret = world.run(|mut views: HierarchyViewMut| views.attach_new(tank));
    /// world.despawn_all::<Node2>(tank);
    /// assert!(!world.is_entity_alive(turret));
    /// ```
    fn despawn_all<V: Value>(&mut self, entity: EntityId);

    /// Ends an entity alone; its children become roots and stay where they are, or, if they
    /// cannot, keep their own values.
    ///
    /// ```
    /// use kinfolk::Node2;
    /// use kinfolk_shipyard::{FamilyWorld, Hierarchy, HierarchyViewMut, Own};
    /// use shipyard::World;
    ///
    /// let mut world = World::new();
    /// let tank = world.add_entity(Own(Node2::at(100.0, 100.0)));
    /// let turret = world.run(|mut views: HierarchyViewMut| views.attach_new(tank));
    /// world.despawn_keep_children::<Node2>(tank)?;
    /// let turret = world.get::<&Own>(turret)?.0;
    /// assert_eq!(turret.transform.position, [100.0, 100.0].into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Refuses whoever is dead or owns nothing.
    fn despawn_keep_children<V: Value>(
        &mut self,
        entity: EntityId,
    ) -> Result<(), ActError<EntityId>>;
}

impl FamilyWorld for AllStorages {
    fn sync_family<V: Value>(&mut self) {
        // Earlier than any stamp of a system that is still to come.
        let now = self.get_tracking_timestamp();
        with_family::<V, _>(self, |mirror, dock| {
            dock.open_window(now);
            mirror.sync(dock);
        });
    }

    fn despawn_all<V: Value>(&mut self, entity: EntityId) {
        with_family::<V, _>(self, |mirror, dock| mirror.despawn(dock, entity));
    }

    fn despawn_keep_children<V: Value>(
        &mut self,
        entity: EntityId,
    ) -> Result<(), ActError<EntityId>> {
        with_family::<V, _>(self, |mirror, dock| {
            mirror.despawn_keep_children(dock, entity)
        })
    }
}

impl FamilyWorld for World {
    fn sync_family<V: Value>(&mut self) {
        storages(self).sync_family::<V>();
    }

    fn despawn_all<V: Value>(&mut self, entity: EntityId) {
        storages(self).despawn_all::<V>(entity);
    }

    fn despawn_keep_children<V: Value>(
        &mut self,
        entity: EntityId,
    ) -> Result<(), ActError<EntityId>> {
        storages(self).despawn_keep_children::<V>(entity)
    }
}

fn storages(world: &mut World) -> AllStoragesViewMut<'_> {
    let storages = world.borrow::<AllStoragesViewMut<'_>>();
    storages.expect("nobody else has a world that is borrowed mutably")
}

/// Lets the mirror work on the world, and takes everything from those whom it ended.
fn with_family<V: Value, R>(
    all_storages: &mut AllStorages,
    work: impl FnOnce(&mut Mirror<V, EntityId>, &mut Dock<'_, '_, V>) -> R,
) -> R {
    let views = all_storages.borrow::<SettleViewMut<'_, V>>();
    let mut views = views.expect("nobody else has storages that are borrowed mutably");
    let answer = views.with(work);
    let mut ended = views.hierarchy.take_ended();
    drop(views);
    for entity in ended.drain(..) {
        all_storages.strip(entity);
    }
    answer
}
