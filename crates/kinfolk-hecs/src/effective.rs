//! What follows from what entities own, in a component that only a family writes.

use core::fmt;
use core::ops::Deref;

use kinfolk::{Inherit, Node2};

/// What follows from what an entity owns and from its parent's: its place in the world, say.
///
/// A family gives it to everybody who has an [`Own`](crate::Own), and writes it only when it
/// changed. To have it from the start saves hecs a move: spawn with `Effective::default()`.
///
/// ```
/// use hecs::World;
/// use kinfolk::Node2;
/// use kinfolk_hecs::{Effective, Family, Own};
///
/// let (mut world, mut family) = (World::new(), Family::new());
/// let tank = world.spawn((Own::new(Node2::at(3.0, 4.0)), Effective::<Node2>::default()));
/// family.sync(&mut world);
///
/// let effective = world.get::<&Effective>(tank).unwrap();
/// assert_eq!(effective.position().to_array(), [3.0, 4.0]);
/// ```
pub struct Effective<V: Inherit = Node2>(pub(crate) V::Effective);

impl<V: Inherit> Effective<V> {
    /// That of a root which owns `value`.
    pub fn of_root(value: &V) -> Self {
        Self(V::inherit(&value.ready(), None))
    }
}

impl<V: Inherit + Default> Default for Effective<V> {
    /// That of a root which owns the default value.
    fn default() -> Self {
        Self::of_root(&V::default())
    }
}

impl<V: Inherit> Deref for Effective<V> {
    type Target = V::Effective;

    #[inline]
    fn deref(&self) -> &V::Effective {
        &self.0
    }
}

impl<V: Inherit> Clone for Effective<V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V: Inherit> Copy for Effective<V> {}

impl<V: Inherit<Effective: PartialEq>> PartialEq for Effective<V> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<V: Inherit<Effective: fmt::Debug>> fmt::Debug for Effective<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Effective").field(&self.0).finish()
    }
}
