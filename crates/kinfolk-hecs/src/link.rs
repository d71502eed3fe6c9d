//! Links: whose child an entity is, and the lists that follow from it.
//!
//! The law: [`ChildOf`] is the truth, and games write it; [`Children`] follows from it, and
//! only a family writes it.

use core::ops::Deref;

use hecs::Entity;

/// Whose child an entity is. A root has none.
///
/// ```
/// use hecs::World;
/// use kinfolk::Node2;
/// use kinfolk_hecs::{ChildOf, Children, Family, Own};
///
/// let (mut world, mut family) = (World::new(), Family::new());
/// let ship = world.spawn((Own::new(Node2::at(10.0, 0.0)),));
/// let sail = world.spawn((Own::new(Node2::at(0.0, 5.0)), ChildOf::new(ship)));
/// family.sync(&mut world);
///
/// assert_eq!(world.get::<&Children>(ship).unwrap()[..], [sail]);
/// let mut roots = world.query::<hecs::Without<(hecs::Entity, &Own), &ChildOf>>();
/// assert_eq!(roots.iter().map(|(root, _)| root).collect::<Vec<_>>(), [ship]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct ChildOf(Entity);

impl ChildOf {
    /// An entity with this component is a child of `parent`.
    #[must_use]
    pub const fn new(parent: Entity) -> Self {
        Self(parent)
    }

    /// Whose child it is.
    #[inline]
    #[must_use]
    pub const fn parent(&self) -> Entity {
        self.0
    }
}

/// The children of an entity, in order.
///
/// A family gives it to everybody who has children, and takes it away from whoever has none
/// any more. To have it from the start saves hecs two moves: whoever was spawned with
/// `Children::default()` keeps it, empty or not. See [`ChildOf`].
#[derive(Debug)]
pub struct Children {
    pub(crate) list: Vec<Entity>,
    /// Whether it stays when it is empty.
    pub(crate) stays: bool,
}

impl Children {
    pub(crate) fn of(children: &[Entity]) -> Self {
        Self {
            list: children.to_vec(),
            stays: false,
        }
    }
}

impl Default for Children {
    fn default() -> Self {
        Self {
            list: Vec::new(),
            stays: true,
        }
    }
}

impl Deref for Children {
    type Target = [Entity];

    fn deref(&self) -> &[Entity] {
        &self.list
    }
}
