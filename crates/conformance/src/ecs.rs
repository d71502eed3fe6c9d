//! Hierarchies inside ECSs: what every adapter must do, and the bare forest where it can.
//!
//! A [`Realm`] is an ECS with its adapter, as a game has it. What goes by `link`, `write`,
//! `despawn` and so on is written to components behind the adapter's back; what goes by
//! `attach` and its kin is asked of the adapter.

pub mod bare;
pub mod behaviours;
pub mod bevy;
pub mod hecs;
pub mod model;
pub mod shipyard;

use core::fmt::Debug;

use kinfolk::{Node2, World2};
use kinfolk_ecs::Trouble;

/// An ECS with its adapter, for 2D nodes.
pub trait Realm {
    /// Its entities.
    type Entity: Copy + Ord + Debug;

    /// Whether links are components that anybody may write. The bare forest has none.
    const LINKS_ARE_COMPONENTS: bool;
    /// Whether attaching refuses what would close a loop, instead of reporting it.
    const REFUSES_LOOPS: bool;
    /// Whether ending an entity ends what its links say is below it at once, and not with the
    /// next sync.
    const ENDS_FAMILIES_AT_ONCE: bool;

    /// A world without entities.
    fn new() -> Self;

    /// Spawns an entity that owns this.
    fn spawn(&mut self, own: Node2) -> Self::Entity;
    /// Spawns an entity that owns nothing.
    fn spawn_stranger(&mut self) -> Self::Entity;
    /// Ends an entity in the ECS, as a game does that does not think of the adapter.
    fn despawn(&mut self, entity: Self::Entity);
    /// Whether it lives.
    fn is_alive(&self, entity: Self::Entity) -> bool;

    /// Writes what an entity owns, to its component; gives it one if it has none.
    fn write(&mut self, entity: Self::Entity, own: Node2);
    /// Takes away what an entity owns.
    fn disown(&mut self, entity: Self::Entity);
    /// What its component says that it owns.
    fn own(&self, entity: Self::Entity) -> Option<Node2>;
    /// Writes whose child an entity is, to its component.
    fn link(&mut self, child: Self::Entity, parent: Self::Entity);
    /// Takes that component away.
    fn unlink(&mut self, child: Self::Entity);

    /// Attaches by the adapter, as the last child. Says whether it did, or will with the next sync.
    fn attach(&mut self, child: Self::Entity, parent: Self::Entity) -> bool;
    /// The same, and the child stays where it is.
    fn attach_in_place(&mut self, child: Self::Entity, parent: Self::Entity) -> bool;
    /// Makes it a root by the adapter.
    fn detach(&mut self, child: Self::Entity) -> bool;
    /// The same, and it stays where it is.
    fn detach_in_place(&mut self, child: Self::Entity) -> bool;
    /// Ends an entity and all below it by the adapter.
    fn despawn_all(&mut self, entity: Self::Entity);
    /// Ends an entity by the adapter; its children become roots and stay where they are.
    fn despawn_keep_children(&mut self, entity: Self::Entity);
    /// Sorts children by what they own, along x, by the adapter.
    fn sort_children_by_x(&mut self, parent: Self::Entity);

    /// Brings everything up to date, as at the end of a frame.
    fn sync(&mut self);

    /// Frames go by without a sync; an ECS may forget what was removed.
    fn pause(&mut self) {}

    /// What the component says that follows from what an entity owns.
    fn world(&self, entity: Self::Entity) -> Option<World2>;
    /// Whose components were written by the last sync, in any order.
    fn rewritten(&mut self) -> Vec<Self::Entity>;
    /// Whose child an entity is: an ordinary query.
    fn parent(&self, entity: Self::Entity) -> Option<Self::Entity>;
    /// The children of an entity, in order: an ordinary query, true after a sync.
    fn children(&self, entity: Self::Entity) -> Vec<Self::Entity>;
    /// Everybody who owns something and is nobody's child, in any order: an ordinary query.
    fn roots(&self) -> Vec<Self::Entity>;
    /// Everybody below an entity, depth first, as the adapter's forest has it.
    fn descendants(&self, entity: Self::Entity) -> Vec<Self::Entity>;
    /// How many nodes the adapter's forest has.
    fn nodes(&self) -> usize;
    /// The bytes of memory that the adapter holds on to.
    fn memory(&self) -> usize;
    /// Whether the adapter's forest and roster keep their laws.
    fn check_laws(&self) -> Result<(), String>;
    /// What the last sync found wrong.
    fn new_troubles(&self) -> Vec<Trouble<Self::Entity>>;
    /// What is wrong at present.
    fn troubles(&self) -> Vec<Trouble<Self::Entity>>;
}
