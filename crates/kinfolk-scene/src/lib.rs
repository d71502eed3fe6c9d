//! Scene files for Kinfolk: whole entities come out of a document.
//!
//! A [`Document`] is a scene file as data, exactly as its author wrote it. [`load`] reads one
//! and tells everything that is wrong with it at once. Resolving it gives a [`Plan`]: templates
//! unfolded, slots filled, overrides applied, ids made. A plan comes to life as a [`Scene`] in a
//! forest, and [`capture`](Scene::capture) brings it back.
//!
//! ```
//! use kinfolk::Forest;
//! use kinfolk_scene::{Scene, load};
//!
//! let text = r#"{
//!     "templates": {
//!         "tank": {
//!             "slots": { "top": { "y": 20 } },
//!             "children": [{ "name": "Turret", "template": "turret", "slot": "top" }]
//!         },
//!         "turret": { "children": [{ "name": "Barrel", "localTransform": { "x": 8 } }] }
//!     },
//!     "entities": [
//!         { "id": "tank1", "template": "tank", "transform": { "x": 100, "y": 100 } },
//!         { "id": "flag", "parent": "tank1_Turret", "localTransform": { "y": 5 } } // up there
//!     ]
//! }"#;
//! let (document, plan) = load(text).into_parts()?;
//! let mut forest = Forest::new();
//! let scene = Scene::instantiate(document, plan, &mut forest)?;
//!
//! let barrel = scene.node("tank1_Turret_Barrel").unwrap();
//! assert_eq!(forest.world_position(barrel).unwrap().to_array(), [108.0, 120.0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A tour
//!
//! - **Reading**: [`load`] for everything, `str::parse` for a [`Document`] alone. Each
//!   [`Diagnostic`] has a stable [`Code`], a place and what to try.
//! - **Writing**: [`Document::to_text`] is the canonical form; [`splice`] changes one place of a
//!   text and keeps its comments; [`to_nested`](Document::to_nested) and
//!   [`to_flat`](Document::to_flat) are two ways to write the same.
//! - **Living**: [`Scene::instantiate`], [`Scene::instantiate_prefab`] while the game runs, ids and
//!   fields of nodes, [`Scene::capture`].
//! - **Changing**: an [`Edit`] is data with an inverse; [`Editing`] is a document under edit, alive, with
//!   undo. [`diff`] and [`merge`] compare documents by meaning.
//! - **Tools**: [`schema`] is the JSON Schema of documents; [`migrate`] turns yesterday's scenes
//!   into hierarchies.
//!
//! # What holds
//!
//! Instantiating is all or nothing. What will come out is counted before anything is made, so a
//! template bomb is an error and not an explosion. Any input is a document or a diagnostic:
//! nothing panics, nothing recurses along children, and memory stays within a few times the
//! size of the file. The crate never reads a clock or a file.

mod capture;
mod convert;
mod diagnostic;
mod diff;
mod document;
mod edit;
mod editing;
mod entity_at;
mod family;
mod finding;
mod ids;
mod include;
mod json;
mod keys;
mod load;
mod locate;
mod merge;
mod migrate;
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

/// The README's example is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub use diagnostic::{Code, Diagnostic, Diagnostics, Place, Severity, Span};
pub use diff::{Change, Diff, Difference, Position, Subject, diff};
pub use document::{
    Angle, Document, Entity, Field, FieldSet, Fields, Inherit, Limits, Overrides, Patch, Place2,
    Slot, SlotMode, Template,
};
pub use edit::{Children, Edit, EditRefused, Keep, LineError, Lines};
pub use editing::{Authored, Editing, OwnAxis, Pull, Snap, Touched, Wish};
pub use entity_at::{entities_at, entity_at};
pub use finding::Origin;
pub use include::{Includes, MOST_INCLUDED};
pub use json::{Json, Object, Text};
pub use load::{Loaded, load, load_bytes, load_with};
pub use merge::{Clash, Conflict, Favour, Merged, Side, merge, merge_favouring};
pub use migrate::{Migration, Note, Outcome, Positions, migrate, migrate_with};
pub use number::Number;
pub use plan::Plan;
pub use read::{MOST_ENTITIES, MOST_LEVELS, MOST_NESTED_ENTITIES};
pub use resolve::resolve;
pub use scene::{Prefab, PrefabError, Scene};
pub use schema::schema;
