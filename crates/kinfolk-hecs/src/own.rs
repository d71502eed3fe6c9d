//! What an entity owns, in a component that knows when it was written.
//!
//! The law: whoever could have written to a component has left a trace. A tag goes wherever
//! the component goes, so that one put in the place of another is noticed; `DerefMut` sets a
//! bit of it. What else there is to know stands in [`Seen`](crate::seen::Seen).

use core::fmt;
use core::ops::{Deref, DerefMut};
use core::sync::atomic::{AtomicU32, Ordering};

use kinfolk::Node2;

/// What an entity owns: its place, say, relative to its parent.
///
/// Write to it as you like, by a query, by `insert` or by swapping two of them: the next
/// [`sync`](crate::Family::sync) sees it. To ask for it mutably counts as a write.
///
/// ```
/// use hecs::World;
/// use kinfolk::Node2;
/// use kinfolk_hecs::{ChildOf, Own};
///
/// let mut world = World::new();
/// let tank = world.spawn((Own::new(Node2::at(100.0, 100.0)),));
/// world.spawn((Own::new(Node2::at(0.0, 20.0)), ChildOf::new(tank)));
///
/// for own in world.query_mut::<&mut Own>() {
///     own.transform.position.x += 1.0;
/// }
/// # assert_eq!(world.get::<&Own>(tank).unwrap().transform.position.x, 101.0);
/// ```
pub struct Own<V = Node2> {
    value: V,
    pub(crate) tag: Tag,
}

impl<V> Own<V> {
    /// An entity with this component owns `value`.
    pub const fn new(value: V) -> Self {
        Self {
            value,
            tag: Tag::BLANK,
        }
    }

    /// What is owned, without the component.
    pub fn into_inner(self) -> V {
        self.value
    }

    /// Writes what the family has written to the forest as well; `tag` says that it has.
    #[inline]
    pub(crate) fn write_silently(&mut self, tag: Tag, write: impl FnOnce(&mut V)) {
        self.tag = tag;
        write(&mut self.value);
    }
}

/// Which component this is, and whether it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Tag(u32);

/// The bit that `DerefMut` sets.
const WRITTEN: u32 = 1 << 31;

/// The number that the next component gets that has none.
static NEXT: AtomicU32 = AtomicU32::new(1);

impl Tag {
    /// Nobody has seen this component yet.
    pub(crate) const BLANK: Self = Self(0);

    /// The tag of the same component when its value has been read. One without a number gets
    /// one; when numbers are used up, it stays blank, and is read by every sync.
    #[inline]
    pub(crate) fn once_read(self) -> Self {
        match Self(self.0 & !WRITTEN) {
            Self::BLANK => Self::new(),
            tag => tag,
        }
    }

    #[cold]
    fn new() -> Self {
        let after = |next: u32| (next < WRITTEN).then_some(next + 1);
        let number = NEXT.fetch_update(Ordering::Relaxed, Ordering::Relaxed, after);
        Self(number.ok().filter(|&number| number < WRITTEN).unwrap_or(0))
    }
}

impl<V> Deref for Own<V> {
    type Target = V;

    #[inline]
    fn deref(&self) -> &V {
        &self.value
    }
}

impl<V> DerefMut for Own<V> {
    #[inline]
    fn deref_mut(&mut self) -> &mut V {
        self.tag.0 |= WRITTEN;
        &mut self.value
    }
}

impl<V: Clone> Clone for Own<V> {
    /// A copy is another component.
    fn clone(&self) -> Self {
        Self::new(self.value.clone())
    }
}

impl<V: Default> Default for Own<V> {
    fn default() -> Self {
        Self::new(V::default())
    }
}

impl<V> From<V> for Own<V> {
    fn from(value: V) -> Self {
        Self::new(value)
    }
}

impl<V: PartialEq> PartialEq for Own<V> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<V: fmt::Debug> fmt::Debug for Own<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Own").field(&self.value).finish()
    }
}

#[cfg(feature = "serde")]
impl<V: serde::Serialize> serde::Serialize for Own<V> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de, V: serde::Deserialize<'de>> serde::Deserialize<'de> for Own<V> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        V::deserialize(deserializer).map(Self::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_component_keeps_its_number_and_loses_its_bit() {
        let mut own = Own::new(Node2::default());
        own.tag = own.tag.once_read();
        let seen = own.tag;

        own.z = 3;

        assert!(own.tag != seen);
        assert!(own.tag.once_read() == seen);
    }

    #[test]
    fn reading_leaves_no_trace_and_a_copy_is_another_component() {
        let mut own = Own::new(Node2::default());
        own.tag = own.tag.once_read();
        let seen = own.tag;

        let copy = own.clone();

        assert_eq!(own.z, 0);
        assert!(own.tag == seen);
        assert!(copy.tag == Tag::BLANK);
    }
}
