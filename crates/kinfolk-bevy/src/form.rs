//! Which components carry a hierarchy.
//!
//! A form says what entities own and what follows from it, and in which components that
//! stands. [`Native`] has components of ours, for any value; `Transforms` has Bevy's.

use core::fmt::Debug;
use core::marker::PhantomData;

use bevy_ecs::component::{Component, Mutable};
#[cfg(feature = "reflect")]
use bevy_ecs::reflect::ReflectComponent;
#[cfg(feature = "reflect")]
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use kinfolk::{InPlace, Inherit, Node2};

/// Components that carry a hierarchy.
pub trait Form: Debug + Send + Sync + 'static {
    /// What is inherited, and how.
    type Value: InPlace<Effective: Send + Sync, Ready: Send + Sync> + Send + Sync + 'static;
    /// The component with what an entity owns.
    type Own: Component<Mutability = Mutable>;
    /// The component with what follows.
    type Effective: Component<Mutability = Mutable>;

    /// What an entity owns.
    fn value(own: &Self::Own) -> Self::Value;
    /// The component for it.
    fn own(value: &Self::Value) -> Self::Own;
    /// The component for what follows.
    fn effective(effective: &<Self::Value as Inherit>::Effective) -> Self::Effective;
}

/// What an entity owns: its place, say, relative to its parent.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use kinfolk::Node2;
/// use kinfolk_bevy::Own;
///
/// let mut world = World::new();
/// let tank = world.spawn(Own(Node2::at(100.0, 100.0))).id();
/// world.spawn((Own(Node2::at(0.0, 20.0)), ChildOf(tank)));
/// ```
#[derive(Component, Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "reflect", derive(Reflect))]
#[cfg_attr(feature = "reflect", reflect(Component, Clone, Default))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        transparent,
        bound(
            serialize = "V: serde::Serialize",
            deserialize = "V: serde::Deserialize<'de>",
        )
    )
)]
#[require(Effective<V>)]
pub struct Own<V = Node2>(pub V)
where
    V: Inherit + Default + Send + Sync + 'static,
    V::Effective: Send + Sync;

/// What follows from what an entity owns and from its parent's: its place in the world, say.
///
/// Written by the sync, and only when it changed.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "reflect", derive(Reflect))]
#[cfg_attr(feature = "reflect", reflect(Component, Clone, Default))]
pub struct Effective<V = Node2>(pub V::Effective)
where
    V: Inherit + Default + Send + Sync + 'static,
    V::Effective: Send + Sync;

impl<V> Default for Effective<V>
where
    V: Inherit + Default + Send + Sync + 'static,
    V::Effective: Send + Sync,
{
    /// That of a root which owns the default value.
    fn default() -> Self {
        Self(V::inherit(&V::default().ready(), None))
    }
}

/// [`Own`] and [`Effective`], for any value.
#[derive(Debug, Clone, Copy, Default)]
pub struct Native<V = Node2>(PhantomData<V>);

impl<V> Form for Native<V>
where
    V: InPlace<Effective: Send + Sync, Ready: Send + Sync>
        + Default
        + Debug
        + Send
        + Sync
        + 'static,
{
    type Value = V;
    type Own = Own<V>;
    type Effective = Effective<V>;

    #[inline]
    fn value(own: &Own<V>) -> V {
        own.0.clone()
    }

    fn own(value: &V) -> Own<V> {
        Own(value.clone())
    }

    #[inline]
    fn effective(effective: &V::Effective) -> Effective<V> {
        Effective(*effective)
    }
}
