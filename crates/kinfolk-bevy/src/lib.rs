//! Kinfolk for Bevy.

mod commands;
mod family;
mod form;
mod fresh;
mod host;
#[cfg(feature = "app")]
mod plugin;
#[cfg(feature = "scene")]
pub mod scene;
#[cfg(all(feature = "app", feature = "transform"))]
mod takeover;
#[cfg(feature = "transform")]
mod transforms;

pub use commands::KinCommands;
pub use family::{Family, FamilyTrouble, KinshipChanged, install, sync};
pub use form::{Effective, Form, Native, Own};
pub use fresh::{Fresh, Fresh2};
pub use host::Columns;
pub use kinfolk_ecs::{Kinship, Mirror, Trouble};
#[cfg(feature = "app")]
pub use plugin::{FormPlugin, KinfolkPlugin, KinfolkSystems};
#[cfg(all(feature = "app", feature = "transform"))]
pub use takeover::{KinfolkTransformPlugin, ShowNodesPlugin, show_nodes};
#[cfg(feature = "transform")]
pub use transforms::Transforms;
