//! Reading a hierarchy from a system, in order.
//!
//! Every iterator follows the order of siblings, and yields entities. They read the forest:
//! deeds are in it at once, what was written to components since the last sync is not.

use kinfolk::Node2;
use kinfolk_ecs::Mirror;
use shipyard::{Borrow, BorrowInfo, EntityId};

use crate::components::Value;
use crate::family::{Family, FamilyView};

/// The iterators of shipyard's guide.
///
/// ```
/// use kinfolk_shipyard::{Hierarchy, HierarchyIter, HierarchyView, HierarchyViewMut};
/// use shipyard::World;
///
/// let mut world = World::new();
/// let tank = world.add_entity(());
/// let [turret, barrel, flag] = world.run(|mut views: HierarchyViewMut| {
///     let turret = views.attach_new(tank);
///     [turret, views.attach_new(turret), views.attach_new(tank)]
/// });
///
/// world.run(|views: HierarchyView| {
///     assert!(views.children(tank).eq([turret, flag]));
///     assert!(views.ancestors(barrel).eq([turret, tank]));
///     assert!(views.descendants(tank).eq([turret, barrel, flag]));
///     assert!(views.breadth_first(tank).eq([turret, flag, barrel]));
/// });
/// ```
pub trait HierarchyIter {
    /// What entities own.
    type Value: Value;

    /// The forest, and who is who in it.
    fn mirror(&self) -> &Mirror<Self::Value, EntityId>;

    /// The parent of `id`; a root has none.
    fn parent(&self, id: EntityId) -> Option<EntityId> {
        self.mirror().parent(id)
    }

    /// The children of `id`, in order.
    fn children(&self, id: EntityId) -> impl DoubleEndedIterator<Item = EntityId> {
        self.mirror().children(id)
    }

    /// The parent of `id`, its parent, and so on up.
    fn ancestors(&self, id: EntityId) -> impl Iterator<Item = EntityId> {
        self.mirror().ancestors(id)
    }

    /// Everybody below `id`, each child with all that is below it before the next.
    fn descendants(&self, id: EntityId) -> impl Iterator<Item = EntityId> {
        self.mirror().descendants(id)
    }

    /// Everybody below `id`, children before grandchildren.
    fn breadth_first(&self, id: EntityId) -> impl Iterator<Item = EntityId> {
        self.mirror().breadth_first(id)
    }
}

/// A hierarchy, to read from: other systems may read it at the same time.
#[derive(Borrow, BorrowInfo, Debug)]
pub struct HierarchyView<'v, V: Value = Node2> {
    family: FamilyView<'v, V>,
}

impl<V: Value> HierarchyView<'_, V> {
    /// The family, as it is at this moment.
    #[must_use]
    pub fn family(&self) -> &Family<V> {
        &self.family
    }
}

impl<V: Value> HierarchyIter for HierarchyView<'_, V> {
    type Value = V;

    fn mirror(&self) -> &Mirror<V, EntityId> {
        &self.family
    }
}
