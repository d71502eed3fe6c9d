#![doc = include_str!("../README.md")]

mod deeds;
mod effective;
mod family;
mod host;
mod link;
mod own;
#[cfg(feature = "scene")]
pub mod scene;
mod seen;

pub use effective::Effective;
pub use family::Family;
pub use kinfolk_ecs::{ActError, Kinship, Mirror, Orphans, OwnValues, Trouble};
pub use link::{ChildOf, Children};
pub use own::Own;
