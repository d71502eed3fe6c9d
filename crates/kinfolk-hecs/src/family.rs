//! The family: a hierarchy of the entities of one world, and how it is kept in step.

use core::cell::RefCell;
use core::fmt;
use core::ops::Deref;

use hecs::{Entity, World};
use kinfolk::{InPlace, Inherit, Node2};
use kinfolk_ecs::{Mirror, Orphans, OwnValues};

use crate::host::{HecsHost, Notes};

/// The hierarchy of all entities of a world that have an [`Own`](crate::Own): a forest that
/// follows the world.
///
/// Ask it whatever you like ([`Mirror`] says what). It changes by [`sync`](Self::sync), and by
/// its deeds ([`attach`](Self::attach), [`set`](Self::set) and so on), which write to the
/// world as well. It belongs to one world; a world has one family, and two values at once are
/// a pair: `Family<(Node2, Opacity)>`.
///
/// ```
/// use hecs::World;
/// use kinfolk::Node2;
/// use kinfolk_hecs::{ChildOf, Family, Own};
///
/// let (mut world, mut family) = (World::new(), Family::new());
/// let tank = world.spawn((Own::new(Node2::at(100.0, 100.0)),));
/// let turret = world.spawn((Own::new(Node2::at(0.0, 20.0)), ChildOf::new(tank)));
/// family.sync(&mut world);
///
/// world.despawn(tank).unwrap();
/// family.sync(&mut world);
/// assert!(!world.contains(turret));
/// ```
pub struct Family<V: Inherit = Node2> {
    pub(crate) mirror: Mirror<V, Entity>,
    pub(crate) notes: Notes<V>,
}

impl<V: Inherit> Default for Family<V> {
    fn default() -> Self {
        Self {
            mirror: Mirror::new(),
            notes: Notes::new(true),
        }
    }
}

impl Family {
    /// A family of 2D nodes, which has seen no world yet. Others begin with
    /// [`Family::default`].
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl<V: Inherit> Family<V> {
    /// The same, but what follows is read from it, and no [`Effective`](crate::Effective) is
    /// written.
    ///
    /// Own values stand in its forest as well: deeds write them there, and leave
    /// [`Own`](crate::Own) alone. That component brings entities in; one that is written later
    /// is read as a whole.
    ///
    /// ```
    /// use hecs::World;
    /// use kinfolk::Node2;
    /// use kinfolk_hecs::{ChildOf, Family, Own};
    ///
    /// let mut world = World::new();
    /// let mut family = Family::new().reading_from_forest();
    /// let tank = world.spawn((Own::new(Node2::at(100.0, 100.0)),));
    /// let turret = world.spawn((Own::new(Node2::at(0.0, 20.0)), ChildOf::new(tank)));
    /// family.sync(&mut world);
    ///
    /// family.set_position(&mut world, tank, [200.0, 100.0])?;
    /// let effective = family.effective(turret).unwrap();
    /// assert_eq!(effective.position().to_array(), [200.0, 120.0]);
    /// # Ok::<(), kinfolk_hecs::ActError<hecs::Entity>>(())
    /// ```
    #[must_use]
    pub fn reading_from_forest(mut self) -> Self {
        self.notes.in_components = false;
        self
    }

    /// Own values, to be written by node, if they stand in the forest
    /// ([`reading_from_forest`](Self::reading_from_forest)); else `None`, since components would not follow.
    ///
    /// Entities that keep their [`node`](Mirror::node) in a component of their own are moved without a
    /// lookup:
    ///
    /// ```
    /// use hecs::World;
    /// use kinfolk::{Node2, NodeId};
    /// use kinfolk_hecs::{Family, Own};
    ///
    /// struct Body(NodeId);
    ///
    /// let mut world = World::new();
    /// let mut family = Family::new().reading_from_forest();
    /// let tank = world.spawn((Own::new(Node2::at(100.0, 100.0)),));
    /// family.sync(&mut world);
    /// let body = Body(family.node(tank).unwrap());
    /// world.insert_one(tank, body).unwrap();
    ///
    /// let mut values = family.own_values().unwrap();
    /// for body in world.query_mut::<&Body>() {
    ///     values.set_position(body.0, [200.0, 100.0])?;
    /// }
    /// assert_eq!(family.effective(tank).unwrap().position().x, 200.0);
    /// # Ok::<(), kinfolk::WriteError>(())
    /// ```
    pub fn own_values(&mut self) -> Option<OwnValues<'_, V, hecs::Entity>> {
        (!self.notes.in_components).then(|| self.mirror.own_values())
    }

    /// The same, with another fate for children whose parent dies.
    ///
    /// ```
    /// # use hecs::World;
    /// # use kinfolk::Node2;
    /// # use kinfolk_hecs::{ChildOf, Family, Orphans, Own};
    /// # let mut world = World::new();
    /// let mut family = Family::new().with_orphans(Orphans::Detach);
    /// # let truck = world.spawn((Own::new(Node2::at(1.0, 1.0)),));
    /// # let crate_ = world.spawn((Own::new(Node2::at(2.0, 2.0)), ChildOf::new(truck)));
    /// # family.sync(&mut world);
    /// # world.despawn(truck).unwrap();
    /// # family.sync(&mut world);
    /// # assert!(world.contains(crate_) && world.get::<&ChildOf>(crate_).is_err());
    /// ```
    #[must_use]
    pub fn with_orphans(mut self, orphans: Orphans) -> Self {
        self.mirror = self.mirror.with_orphans(orphans);
        self
    }

    /// Limits how deep members may be from now on; see [`Mirror::set_max_depth`].
    pub fn set_max_depth(&mut self, max_depth: Option<usize>) {
        self.mirror.set_max_depth(max_depth);
    }

    /// Puts up to `budget` nodes back in order; see [`Mirror::tidy`].
    pub fn tidy(&mut self, budget: usize) -> bool {
        self.mirror.tidy(budget)
    }

    /// The bytes of memory that the forest and what was seen of the world hold on to.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.mirror.forest().memory() + self.notes.seen.memory()
    }
}

impl<V> Family<V>
where
    V: Inherit<Effective: Send + Sync> + Send + Sync + 'static,
{
    /// Brings the family up to date with the world, and the world with it, whatever was
    /// written, spawned or despawned since. Looks at every member once.
    ///
    /// Afterwards [`new_troubles`](Mirror::new_troubles) and [`kinships`](Mirror::kinships)
    /// tell what there was.
    pub fn sync(&mut self, world: &mut World) {
        let (mirror, mut host) = self.with(world);
        mirror.sync(&mut host);
    }

    /// Computes what follows from the deeds since, and writes it to the world. Looks at
    /// nobody else: what was written to components is left for the next
    /// [`sync`](Self::sync).
    ///
    /// For games that write by deeds: it costs what the changes cost.
    ///
    /// ```
    /// # use hecs::World;
    /// # use kinfolk::Node2;
    /// # use kinfolk_hecs::{Effective, Family};
    /// # let (mut world, mut family) = (World::new(), Family::new());
    /// let crane = family.spawn(&mut world, Node2::at(5.0, 0.0))?;
    /// let hook = family.spawn_child(&mut world, crane, Node2::at(2.0, -8.0))?;
    /// family.edit(&mut world, hook, |hook| hook.transform.position.y += 3.0)?;
    /// family.settle(&mut world);
    ///
    /// let effective = world.get::<&Effective>(hook).unwrap();
    /// assert_eq!(effective.position().to_array(), [7.0, -5.0]);
    /// # Ok::<(), kinfolk_hecs::ActError<hecs::Entity>>(())
    /// ```
    pub fn settle(&mut self, world: &mut World) {
        let (mirror, mut host) = self.with(world);
        mirror.settle(&mut host);
    }

    /// The mirror, and the world as it sees it.
    pub(crate) fn with<'a>(
        &'a mut self,
        world: &'a mut World,
    ) -> (&'a mut Mirror<V, Entity>, HecsHost<'a, V>) {
        let Self { mirror, notes } = self;
        let read_ahead = RefCell::new(Vec::new());
        let host = HecsHost {
            world,
            notes,
            read_ahead,
        };
        (mirror, host)
    }
}

impl<V: InPlace> Family<V> {
    /// Keeps `entity` where it is through the next sync, whatever links say by then; see
    /// [`Mirror::keep_in_place`].
    pub fn keep_in_place(&mut self, entity: Entity) {
        self.mirror.keep_in_place(entity);
    }
}

impl<V: Inherit> Deref for Family<V> {
    type Target = Mirror<V, Entity>;

    fn deref(&self) -> &Self::Target {
        &self.mirror
    }
}

impl<V: Inherit> fmt::Debug for Family<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Family").field(&self.mirror).finish()
    }
}
