//! Kinfolk for Bevy.

mod family;
mod form;
mod host;
#[cfg(feature = "transform")]
mod transforms;

pub use family::{Family, FamilyTrouble, KinshipChanged, sync};
pub use form::{Effective, Form, Native, Own};
pub use host::Columns;
#[cfg(feature = "transform")]
pub use transforms::Transforms;
