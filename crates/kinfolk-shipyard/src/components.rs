//! The components that carry a hierarchy.
//!
//! The law: games write [`Own`] and [`ChildOf`], at any time and in any way; the sync writes
//! [`Effective`] and [`Children`], and nobody else does.

use core::fmt::Debug;
use core::ops::Deref;

use kinfolk::{InPlace, Inherit, Node2};
use shipyard::{Component, EntityId, track};

/// What entities may own: any value that is inherited, has a default and can go to other
/// threads. [`Node2`] and the transforms of `kinfolk` are such values; so are a game's own.
pub trait Value:
    InPlace<Effective: Send + Sync, Ready: Send + Sync> + Default + Debug + Send + Sync + 'static
{
}

impl<V> Value for V where
    V: InPlace<Effective: Send + Sync, Ready: Send + Sync>
        + Default
        + Debug
        + Send
        + Sync
        + 'static
{
}

/// What an entity owns: its place, say, relative to its parent.
///
/// ```
/// use kinfolk::Node2;
/// use kinfolk_shipyard::{ChildOf, Own};
/// use shipyard::World;
///
/// let mut world = World::new();
/// let tank = world.add_entity(Own(Node2::at(100.0, 100.0)));
/// world.add_entity((Own(Node2::at(0.0, 20.0)), ChildOf(tank)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Own<V = Node2>(pub V);

impl<V: Value> Component for Own<V> {
    type Tracking = track::All;
}

/// What follows from what an entity owns and from its parent's: its place in the world, say.
///
/// Written by the sync, and only when it changed: `.inserted_or_modified()` tells who moved.
///
/// ```
/// use kinfolk::Node2;
/// use kinfolk_shipyard::{ChildOf, Effective, FamilyWorld, Own};
/// use shipyard::{IntoIter, View, World};
///
/// let mut world = World::new();
/// let tank = world.add_entity(Own(Node2::at(100.0, 100.0)));
/// let turret = world.add_entity((Own(Node2::at(0.0, 20.0)), ChildOf(tank)));
/// world.sync_family::<Node2>();
///
/// world.run(|worlds: View<Effective>| {
///     assert_eq!(worlds[turret].0.position(), [100.0, 120.0].into());
///     let moved: Vec<_> = worlds.inserted_or_modified().iter().ids().collect();
///     assert_eq!(moved, [tank, turret]);
/// });
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effective<V: Inherit = Node2>(pub V::Effective);

impl<V: Value> Component for Effective<V> {
    type Tracking = track::InsertionAndModification;
}

/// Whose child an entity is. Without it, an entity is a root.
///
/// ```
/// use kinfolk::Node2;
/// use kinfolk_shipyard::{ChildOf, Own};
/// use shipyard::{IntoIter, View, World};
///
/// let mut world = World::new();
/// let tank = world.add_entity(Own::<Node2>::default());
/// world.add_entity((Own::<Node2>::default(), ChildOf(tank)));
///
/// world.run(|own: View<Own>, child_of: View<ChildOf>| {
///     let roots = (&own, !&child_of).iter().ids();
///     assert!(roots.eq([tank]));
/// });
/// ```
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[track(All)]
pub struct ChildOf(pub EntityId);

/// The children of an entity, in order. Who has none has no such component.
///
/// Written by the sync.
///
/// ```
/// use kinfolk::Node2;
/// use kinfolk_shipyard::{ChildOf, Children, FamilyWorld, Own};
/// use shipyard::{View, World};
///
/// let mut world = World::new();
/// let tank = world.add_entity(Own::<Node2>::default());
/// let turret = world.add_entity((Own::<Node2>::default(), ChildOf(tank)));
/// world.sync_family::<Node2>();
///
/// world.run(|children: View<Children>| assert_eq!(*children[tank], [turret]));
/// ```
#[derive(Component, Debug, Clone, PartialEq, Eq)]
pub struct Children(pub(crate) Vec<EntityId>);

impl Deref for Children {
    type Target = [EntityId];

    fn deref(&self) -> &[EntityId] {
        &self.0
    }
}
