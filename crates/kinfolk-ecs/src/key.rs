//! Entities, as far as a mirror cares. Those of the ECSs that have an adapter are here, behind
//! a feature each, because only here may they be given the trait.

use core::fmt::Debug;

/// An entity of some ECS.
pub trait Key: Copy + Ord + Debug + Send + Sync + 'static {
    /// A small number that no two living entities share. It may be used again after a death;
    /// the whole key may not.
    fn index(self) -> usize;
}

#[cfg(feature = "bevy_ecs")]
impl Key for bevy_ecs::entity::Entity {
    #[inline]
    fn index(self) -> usize {
        self.index_u32() as usize
    }
}

#[cfg(feature = "hecs")]
impl Key for hecs::Entity {
    #[inline]
    fn index(self) -> usize {
        self.id() as usize
    }
}

#[cfg(feature = "shipyard")]
impl Key for shipyard::EntityId {
    #[inline]
    fn index(self) -> usize {
        self.index() as usize
    }
}
