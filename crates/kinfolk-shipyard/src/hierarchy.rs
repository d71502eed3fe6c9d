//! Changing a hierarchy from a system: the trait of shipyard's guide, and what a forest adds.
//!
//! The law: a deed is done in the forest and in the components at once, so whoever asks next
//! gets the new answer. What a deed refuses changes nothing. What follows for the world is
//! written by the next [`sync`](crate::sync) or [`settle`](crate::settle).

use core::cmp::Ordering;
use core::fmt;

use kinfolk::Node2;
use kinfolk_ecs::{ActError, Mirror};
use shipyard::{AddComponent, Borrow, BorrowInfo, Delete, EntitiesViewMut, EntityId, Get, ViewMut};

use crate::components::{ChildOf, Own, Value};
use crate::family::{Family, FamilyViewMut};
use crate::host::Dock;
use crate::iter::HierarchyIter;

/// Everything that a hierarchy is changed with.
///
/// ```
/// use kinfolk_shipyard::{Hierarchy, HierarchyIter, HierarchyViewMut};
/// use shipyard::World;
///
/// let world = World::new();
/// world.run(|mut views: HierarchyViewMut| {
///     let tank = views.entities.add_entity((), ());
///     let turret = views.attach_new(tank);
///     let barrel = views.attach_new(turret);
///
///     assert!(views.descendants(tank).eq([turret, barrel]));
/// });
/// ```
#[derive(Borrow, BorrowInfo)]
pub struct HierarchyViewMut<'v, V: Value = Node2> {
    /// All entities.
    pub entities: EntitiesViewMut<'v>,
    /// What they own. Writing here is noticed by the next sync; see also [`Hierarchy::set`].
    pub owns: ViewMut<'v, Own<V>>,
    /// Whose children they are. Writing here is noticed by the next sync.
    pub links: ViewMut<'v, ChildOf>,
    family: FamilyViewMut<'v, V>,
}

/// The trait of shipyard's guide.
pub trait Hierarchy {
    /// What entities own.
    type Value;

    /// Makes `id` the last child of `parent`, wherever it was before, with everybody below it.
    ///
    /// Whoever of them owns nothing gets the default own value.
    ///
    /// # Panics
    /// If it cannot be: see [`try_attach`](Self::try_attach), which does not.
    #[track_caller]
    fn attach(&mut self, id: EntityId, parent: EntityId) {
        if let Err(why) = self.try_attach(id, parent) {
            panic!("{why}");
        }
    }

    /// As [`attach`](Self::attach).
    ///
    /// ```
    /// use kinfolk_shipyard::{ActError, Hierarchy, HierarchyViewMut};
    /// use shipyard::World;
    ///
    /// let world = World::new();
    /// world.run(|mut views: HierarchyViewMut| {
    ///     let tank = views.entities.add_entity((), ());
    ///     let turret = views.attach_new(tank);
    ///     let refused = views.try_attach(tank, turret);
    ///     assert_eq!(refused, Err(ActError::Loop { child: tank, parent: turret }));
    /// });
    /// ```
    ///
    /// # Errors
    /// Refuses the dead, loops, and depths past the limit.
    fn try_attach(&mut self, id: EntityId, parent: EntityId) -> Result<(), ActError<EntityId>>;

    /// Makes `id` the child of `parent` at `index`.
    ///
    /// # Errors
    /// As [`try_attach`](Self::try_attach); and places past the end.
    fn attach_at(
        &mut self,
        id: EntityId,
        parent: EntityId,
        index: usize,
    ) -> Result<(), ActError<EntityId>>;

    /// As [`try_attach`](Self::try_attach), and keeps `id` where it is in the world: its own
    /// value is changed for that.
    ///
    /// # Errors
    /// As `try_attach`; and if no own value would keep it there.
    fn attach_in_place(&mut self, id: EntityId, parent: EntityId)
    -> Result<(), ActError<EntityId>>;

    /// Creates an entity and attaches it to `parent`.
    ///
    /// # Panics
    /// If `parent` is dead, or as deep as the family allows.
    fn attach_new(&mut self, parent: EntityId) -> EntityId;

    /// Makes `id` a root, with everybody below it. If it is one, or dead, nothing happens.
    fn detach(&mut self, id: EntityId);

    /// As [`detach`](Self::detach), and keeps `id` where it is in the world.
    ///
    /// # Errors
    /// Refuses the dead and whoever owns nothing; and if no own value would keep it there.
    fn detach_in_place(&mut self, id: EntityId) -> Result<(), ActError<EntityId>>;

    /// Takes `id` out of the hierarchy: it is detached, and so is each of its children. They
    /// all live, and own what they own.
    fn remove(&mut self, id: EntityId);

    /// Takes `id` and everybody below it out of the hierarchy: each becomes a root without
    /// children. They all live, and own what they own.
    fn remove_all(&mut self, id: EntityId);

    /// Sorts the children of `id`; equal ones stay in order.
    fn sort_children_by<F>(&mut self, id: EntityId, compare: F)
    where
        F: FnMut(&EntityId, &EntityId) -> Ordering;

    /// Writes what `id` owns, in its component and in the forest.
    ///
    /// # Errors
    /// Refuses whoever is dead or owns nothing, and a value that is not finite.
    fn set(&mut self, id: EntityId, value: Self::Value) -> Result<(), ActError<EntityId>>;

    /// Changes what `id` owns, in its component and in the forest.
    ///
    /// # Errors
    /// As [`set`](Self::set).
    fn edit(
        &mut self,
        id: EntityId,
        change: impl FnOnce(&mut Self::Value),
    ) -> Result<(), ActError<EntityId>>;
}

/// A family without what the dock has of it.
pub(crate) struct Kin<'a, V: Value> {
    pub(crate) mirror: &'a mut Mirror<V, EntityId>,
    pub(crate) writes_back: bool,
}

impl<'v, V: Value> HierarchyViewMut<'v, V> {
    /// The family, as it is at this moment.
    #[must_use]
    pub fn family(&self) -> &Family<V> {
        &self.family
    }

    pub(crate) fn split(&mut self) -> (Kin<'_, V>, Dock<'_, 'v, V>) {
        let Family {
            mirror,
            log,
            writes_back,
        } = &mut *self.family;
        let kin = Kin {
            mirror,
            writes_back: *writes_back,
        };
        let dock = Dock {
            entities: &mut self.entities,
            owns: &mut self.owns,
            links: &mut self.links,
            log,
            stern: None,
        };
        (kin, dock)
    }

    pub(crate) fn take_ended(&mut self) -> Vec<EntityId> {
        core::mem::take(&mut self.family.log.ended)
    }

    /// Attaches; both get something to own first. If it is refused, that is taken back.
    fn link(
        &mut self,
        id: EntityId,
        parent: EntityId,
        attach: impl FnOnce(
            &mut Mirror<V, EntityId>,
            &mut Dock<'_, 'v, V>,
        ) -> Result<(), ActError<EntityId>>,
    ) -> Result<(), ActError<EntityId>> {
        if let Some(dead) = [id, parent]
            .into_iter()
            .find(|&entity| !self.entities.is_alive(entity))
        {
            return Err(ActError::NotAMember(dead));
        }
        let poor = [id, parent].map(|entity| !self.owns.contains(entity));
        for (entity, poor) in [id, parent].into_iter().zip(poor) {
            if poor {
                self.owns.add_component_unchecked(entity, Own::default());
            }
        }
        let (kin, mut dock) = self.split();
        let answer = attach(kin.mirror, &mut dock);
        if answer.is_err() {
            for (entity, poor) in [id, parent].into_iter().zip(poor) {
                if poor {
                    self.owns.delete(entity);
                }
            }
        }
        answer
    }
}

impl<V: Value> Hierarchy for HierarchyViewMut<'_, V> {
    type Value = V;

    fn try_attach(&mut self, id: EntityId, parent: EntityId) -> Result<(), ActError<EntityId>> {
        self.link(id, parent, |mirror, dock| {
            mirror.attach(dock, id, parent, None)
        })
    }

    fn attach_at(
        &mut self,
        id: EntityId,
        parent: EntityId,
        index: usize,
    ) -> Result<(), ActError<EntityId>> {
        self.link(id, parent, |mirror, dock| {
            mirror.attach(dock, id, parent, Some(index))
        })
    }

    fn attach_in_place(
        &mut self,
        id: EntityId,
        parent: EntityId,
    ) -> Result<(), ActError<EntityId>> {
        self.link(id, parent, |mirror, dock| {
            mirror.attach_in_place(dock, id, parent, None)
        })
    }

    #[track_caller]
    fn attach_new(&mut self, parent: EntityId) -> EntityId {
        let id = self.entities.add_entity((), ());
        self.attach(id, parent);
        id
    }

    fn detach(&mut self, id: EntityId) {
        let (kin, mut dock) = self.split();
        if kin.mirror.detach(&mut dock, id).is_err() {
            // It owns nothing; it may have a link all the same.
            self.links.delete(id);
        }
    }

    fn detach_in_place(&mut self, id: EntityId) -> Result<(), ActError<EntityId>> {
        let (kin, mut dock) = self.split();
        kin.mirror.detach_in_place(&mut dock, id)
    }

    fn remove(&mut self, id: EntityId) {
        self.detach(id);
        let children: Vec<EntityId> = self.children(id).collect();
        for child in children {
            self.detach(child);
        }
    }

    fn remove_all(&mut self, id: EntityId) {
        let all: Vec<EntityId> = self.descendants(id).collect();
        self.detach(id);
        for entity in all {
            self.detach(entity);
        }
    }

    fn sort_children_by<F>(&mut self, id: EntityId, mut compare: F)
    where
        F: FnMut(&EntityId, &EntityId) -> Ordering,
    {
        let (kin, mut dock) = self.split();
        let sorted = kin
            .mirror
            .sort_children_by(&mut dock, id, |_, a, b| compare(&a, &b));
        // Whoever owns nothing has no children.
        let _ = sorted;
    }

    #[inline]
    fn set(&mut self, id: EntityId, value: V) -> Result<(), ActError<EntityId>> {
        self.edit(id, |own| *own = value)
    }

    #[inline]
    fn edit(
        &mut self,
        id: EntityId,
        change: impl FnOnce(&mut V),
    ) -> Result<(), ActError<EntityId>> {
        let own = (&mut self.owns).get(id);
        let mut own = own.map_err(|_| ActError::NotAMember(id))?;
        let mut value = own.0.clone();
        change(&mut value);
        if self.family.mirror.write(id, value.clone())? {
            own.0 = value;
            return Ok(());
        }
        let (kin, mut dock) = self.split();
        kin.mirror.set(&mut dock, id, value)
    }
}

impl HierarchyViewMut<'_> {
    /// Moves `id` relative to its parent, in its component and in the forest: the cheapest way
    /// to write.
    ///
    /// ```
    /// use kinfolk_shipyard::{Hierarchy, HierarchyViewMut};
    /// use shipyard::World;
    ///
    /// let mut world = World::new();
    /// let tank = world.add_entity(());
    /// world.run(|mut views: HierarchyViewMut| {
    ///     let turret = views.attach_new(tank);
    ///     views.set_position(tank, [100.0, 100.0])?;
    ///     let turret = views.family().effective(turret).expect("it owns something");
    ///     assert_eq!(turret.position(), [100.0, 100.0].into());
    ///     Ok::<(), kinfolk_shipyard::ActError<_>>(())
    /// })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`set`](Hierarchy::set).
    #[inline]
    pub fn set_position(
        &mut self,
        id: EntityId,
        position: [f32; 2],
    ) -> Result<(), ActError<EntityId>> {
        let own = (&mut self.owns).get(id);
        let mut own = own.map_err(|_| ActError::NotAMember(id))?;
        if self.family.mirror.write_position(id, position)? {
            own.0.transform.position = position.into();
            return Ok(());
        }
        self.edit(id, |node| node.transform.position = position.into())
    }
}

impl<V: Value> HierarchyIter for HierarchyViewMut<'_, V> {
    type Value = V;

    fn mirror(&self) -> &Mirror<V, EntityId> {
        &self.family
    }
}

impl<V: Value> fmt::Debug for HierarchyViewMut<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HierarchyViewMut")
            .field("family", &*self.family)
            .finish_non_exhaustive()
    }
}
