//! Entity hierarchies for games: a child follows its parent, and so does everything below it.
//!
//! A [`Forest`] holds trees of nodes. Each node has an own value, which is what you write,
//! and an effective value, which follows from it and its parent's. [`Node2`] is the 2D node:
//! transform, draw layer, visibility, activity, and what of its parent it inherits.
//!
//! ```
//! use kinfolk::{Forest, Node2};
//!
//! let mut forest = Forest::new();
//! let tank = forest.plant(Node2::at(100.0, 100.0))?;
//! let turret = forest.plant_at(tank, Node2::at(0.0, 20.0))?;
//! let barrel = forest.plant_at(turret, Node2::at(8.0, 0.0))?;
//!
//! // Reading is always fresh: there is no frame to wait for.
//! forest.set_rotation(turret, std::f32::consts::FRAC_PI_2)?;
//! let muzzle = forest.world_position(barrel).unwrap();
//! assert!(muzzle.distance([100.0, 128.0].into()) < 1e-4);
//!
//! // One update a frame tells exactly what changed.
//! forest.update();
//! forest.look_at(turret, [300.0, 120.0])?;
//! assert_eq!(forest.update(), [turret, barrel]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
#![doc = include_str!("../pictures/follow.svg")]
//!
//! # A tour
//!
//! **[Take the guided tour](tour)**: twelve stops with pictures, each a few lines that run. What there is, in short:
//!
//! - **Structure**: [`plant`](Forest::plant), [`attach`](Forest::attach) (keeps the local
//!   value), [`attach_in_place`](Forest::attach_in_place) (keeps the place in the world),
//!   [`detach`](Forest::detach), [`remove`](Forest::remove). Where to, is a [`Spot`].
//! - **Walks**: [`children`](Forest::children), [`ancestors`](Forest::ancestors),
//!   [`descendants`](Forest::descendants), [`walk`](Forest::walk) and more, all in order.
//! - **Values**: [`value`](Forest::value) and [`set`](Forest::set) for own ones,
//!   [`effective`](Forest::effective) for what follows, [`update`](Forest::update) and
//!   [`changes`](Forest::changes) for what is new.
//! - **2D**: [`Node2`], [`Transform2`], [`Inherits`]; world setters such as
//!   [`set_world_position`](Forest::set_world_position) and conversions such as
//!   [`point_to_local`](Forest::point_to_local) on `Forest<Node2>`; [`DrawOrder`].
//! - **3D**: [`Transform3`] and [`Node3`].
//! - **Your own values**: implement [`Inherit`].
//! - **Going back**: [`snapshot`](Forest::snapshot) and [`restore`](Forest::restore).
//!
//! # What holds
//!
//! A node has at most one parent; siblings are ordered; there are no loops. A world value
//! is never written by hand. A refused operation changes nothing. No value is ever NaN or
//! infinite. Nothing recurses: a chain of a million nodes is fine. Same input, same bits,
//! on every machine. The crate never reads a clock or a file.

#![cfg_attr(not(test), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

// The model test is the same text here and in `tests/`.
#[cfg(test)]
extern crate self as kinfolk;

mod ahead;
mod astray;
mod attach;
mod batch;
mod bits;
mod changes;
mod chunks;
mod draw_order;
mod error;
mod forest;
mod fresh;
mod fresh2;
mod generation;
mod id;
mod inherit;
mod inherits;
mod kin;
mod ladder;
mod lanes;
mod laws;
mod linear;
mod linear3;
mod links;
mod marks;
mod node2;
mod node3;
#[cfg(feature = "rayon")]
mod parallel;
mod place2;
mod plant;
mod print;
mod remove;
mod rows;
mod scan;
#[cfg(feature = "serde")]
mod serial;
mod slots;
mod snapshot;
mod space2;
mod spot;
mod tidy;
pub mod tour;
mod transform2;
mod trial;
mod update;
mod visit;
mod walk;
mod world2;

/// The README's example is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
#[path = "../tests/model/mod.rs"]
mod model;

pub use changes::{ChangedNodes, Changes};
pub use draw_order::DrawOrder;
pub use error::{AttachError, PlantError, SpaceError, Stale, WriteError};
pub use forest::Forest;
pub use id::NodeId;
#[doc(hidden)]
pub use inherit::Rewrite;
pub use inherit::{InPlace, Inherit, Misfit};
pub use inherits::Inherits;
pub use node2::{Node2, Ready2};
pub use node3::{Node3, NodeWorld3, Ready3, Transform3, World3};
pub use print::DrawTree;
pub use remove::Heirs;
pub use snapshot::Snapshot;
pub use spot::Spot;
pub use transform2::Transform2;
pub use walk::{Ancestors, BreadthFirst, ByDepth, Children, Descendants, Leaves, Siblings};
pub use world2::World2;
