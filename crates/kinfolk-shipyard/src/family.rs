//! The family: a forest that follows the components of a world.
//!
//! The law: it is brought up to date by [`sync`](crate::sync) and by the deeds of
//! [`Hierarchy`](crate::Hierarchy), and by nothing else. Whatever was written to components
//! since the last sync is not in it yet.

use core::ops::{Deref, DerefMut};
use std::collections::BTreeSet;
use std::sync::Mutex;

use kinfolk::Node2;
use kinfolk_ecs::{Mirror, Orphans};
use shipyard::advanced::atomic_refcell::SharedBorrow;
use shipyard::advanced::tracking::TrackingTimestamp;
use shipyard::all_storages::AllStorages;
use shipyard::borrow::Borrow;
use shipyard::error::GetStorage;
use shipyard::{BorrowInfo, EntityId, Unique, UniqueView, UniqueViewMut};

use crate::components::Value;

/// The hierarchy of all entities that have an [`Own`](crate::Own): a unique of the world.
///
/// It is there as soon as somebody asks for it. To have one with other settings, add it first.
///
/// ```
/// use kinfolk::Node2;
/// use kinfolk_shipyard::{Family, FamilyView, FamilyWorld, Orphans, Own};
/// use shipyard::World;
///
/// let mut world = World::new();
/// world.add_unique(Family::<Node2>::new().with_orphans(Orphans::Detach));
/// let tank = world.add_entity(Own(Node2::at(100.0, 100.0)));
/// world.sync_family::<Node2>();
///
/// world.run(|family: FamilyView| {
///     let tank = family.effective(tank).expect("it owns something");
///     assert_eq!(tank.position(), [100.0, 100.0].into());
/// });
/// ```
#[derive(Debug)]
pub struct Family<V: Value = Node2> {
    pub(crate) mirror: Mirror<V, EntityId>,
    pub(crate) log: Log,
    pub(crate) writes_back: bool,
}

/// What a family remembers of the world beside its forest.
#[derive(Debug)]
pub(crate) struct Log {
    /// When the last sync was: what is stamped later is new.
    pub(crate) last_sync: TrackingTimestamp,
    /// Whether old entries are taken out of the world's logs of deaths.
    pub(crate) trims: bool,
    /// Who has a link and owns nothing.
    pub(crate) strangers: BTreeSet<EntityId>,
    /// Who was ended and may still have components.
    pub(crate) ended: Vec<EntityId>,
}

impl<V: Value> Default for Family<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Value> Family<V> {
    /// A family that has seen nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            mirror: Mirror::new(),
            log: Log {
                last_sync: TrackingTimestamp::origin(),
                trims: true,
                strangers: BTreeSet::new(),
                ended: Vec::new(),
            },
            writes_back: true,
        }
    }

    /// Says what becomes of children whose parent dies.
    #[must_use]
    pub fn with_orphans(mut self, orphans: Orphans) -> Self {
        self.mirror = self.mirror.with_orphans(orphans);
        self
    }

    /// Says that nobody reads [`Effective`](crate::Effective) components, so that none are
    /// written. What follows is then read from here: [`effective`](Mirror::effective).
    ///
    /// ```
    /// use kinfolk::Node2;
    /// use kinfolk_shipyard::{Effective, Family, FamilyView, FamilyWorld, Own};
    /// use shipyard::{View, World};
    ///
    /// let mut world = World::new();
    /// world.add_unique(Family::<Node2>::new().without_effective_components());
    /// let tank = world.add_entity(Own(Node2::at(3.0, 4.0)));
    /// world.sync_family::<Node2>();
    ///
    /// world.run(|family: FamilyView, worlds: View<Effective>| {
    ///     assert!(family.effective(tank).is_some());
    ///     assert!(worlds.is_empty());
    /// });
    /// ```
    #[must_use]
    pub fn without_effective_components(mut self) -> Self {
        self.writes_back = false;
        self
    }

    /// Says that the game clears shipyard's logs of deleted and removed [`Own`](crate::Own)
    /// and [`ChildOf`](crate::ChildOf) itself. If nobody does, they grow for ever.
    ///
    /// Otherwise each sync takes out what the sync before it has seen: systems that run at
    /// least once between two syncs miss nothing.
    #[must_use]
    pub fn leaving_logs_alone(mut self) -> Self {
        self.log.trims = false;
        self
    }
}

impl<V: Value> Unique for Family<V> {}

impl<V: Value> Deref for Family<V> {
    type Target = Mirror<V, EntityId>;

    fn deref(&self) -> &Self::Target {
        &self.mirror
    }
}

impl<V: Value> DerefMut for Family<V> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.mirror
    }
}

/// The [`Family`] of a world, to read from.
#[derive(BorrowInfo, Debug)]
pub struct FamilyView<'v, V: Value = Node2>(UniqueView<'v, Family<V>>);

impl<V: Value> Borrow for FamilyView<'_, V> {
    type View<'a> = FamilyView<'a, V>;

    fn borrow<'a>(
        all_storages: &'a AllStorages,
        all_borrow: Option<SharedBorrow<'a>>,
        last_run: Option<TrackingTimestamp>,
        current: TrackingTimestamp,
    ) -> Result<Self::View<'a>, GetStorage> {
        let borrow = || UniqueView::borrow(all_storages, all_borrow.clone(), last_run, current);
        founded::<V, _>(all_storages, borrow).map(FamilyView)
    }
}

impl<V: Value> Deref for FamilyView<'_, V> {
    type Target = Family<V>;

    fn deref(&self) -> &Family<V> {
        &self.0
    }
}

/// The [`Family`] of a world, to change its settings and for
/// [`keep_in_place`](Mirror::keep_in_place).
#[derive(BorrowInfo, Debug)]
pub struct FamilyViewMut<'v, V: Value = Node2>(UniqueViewMut<'v, Family<V>>);

impl<V: Value> Borrow for FamilyViewMut<'_, V> {
    type View<'a> = FamilyViewMut<'a, V>;

    fn borrow<'a>(
        all_storages: &'a AllStorages,
        all_borrow: Option<SharedBorrow<'a>>,
        last_run: Option<TrackingTimestamp>,
        current: TrackingTimestamp,
    ) -> Result<Self::View<'a>, GetStorage> {
        let borrow = || UniqueViewMut::borrow(all_storages, all_borrow.clone(), last_run, current);
        founded::<V, _>(all_storages, borrow).map(FamilyViewMut)
    }
}

impl<V: Value> Deref for FamilyViewMut<'_, V> {
    type Target = Family<V>;

    fn deref(&self) -> &Family<V> {
        &self.0
    }
}

impl<V: Value> DerefMut for FamilyViewMut<'_, V> {
    fn deref_mut(&mut self) -> &mut Family<V> {
        &mut self.0
    }
}

/// Held while a family is founded: two systems side by side must not found two.
static FOUNDING: Mutex<()> = Mutex::new(());

/// Borrows the family; there is one from now on, if there was none.
fn founded<V: Value, F>(
    all_storages: &AllStorages,
    borrow: impl Fn() -> Result<F, GetStorage>,
) -> Result<F, GetStorage> {
    match borrow() {
        Err(GetStorage::MissingStorage { .. }) => {
            let _guard = FOUNDING.lock();
            if matches!(borrow(), Err(GetStorage::MissingStorage { .. })) {
                all_storages.add_unique(Family::<V>::new());
            }
            borrow()
        }
        answer => answer,
    }
}
