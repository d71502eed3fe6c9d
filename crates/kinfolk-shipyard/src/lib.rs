#![doc = include_str!("../README.md")]

mod components;
mod family;
mod hierarchy;
mod host;
mod iter;
#[cfg(feature = "scene")]
pub mod scene;
mod sync;

pub use components::{ChildOf, Children, Effective, Own, Value};
pub use family::{Family, FamilyView, FamilyViewMut};
pub use hierarchy::{Hierarchy, HierarchyViewMut};
pub use iter::{HierarchyIter, HierarchyView};
pub use kinfolk_ecs::{ActError, Kinship, Mirror, Orphans, OwnValues, Trouble};
pub use sync::{FamilyWorld, SettleViewMut, settle, sync};
