//! Scene files for Kinfolk.

mod capture;
mod convert;
mod diagnostic;
mod document;
mod finding;
mod ids;
mod json;
mod keys;
mod load;
mod locate;
mod number;
mod plan;
mod read;
mod resolve;
mod scene;
mod schema;
pub mod splice;
mod suggest;
mod tape;
mod write;

pub use diagnostic::{Code, Diagnostic, Diagnostics, Place, Severity, Span};
pub use document::{
    Angle, Document, Entity, Field, FieldSet, Fields, Inherit, Limits, Overrides, Patch, Place2,
    Slot, SlotMode, Template,
};
pub use finding::Origin;
pub use json::{Json, Object, Text};
pub use load::{Loaded, load, load_bytes};
pub use number::Number;
pub use plan::Plan;
pub use read::{MOST_ENTITIES, MOST_LEVELS, MOST_NESTED_ENTITIES};
pub use resolve::resolve;
pub use scene::{Prefab, PrefabError, Scene};
pub use schema::schema;
