//! Scenes of other engines as Kinfolk documents.
//!
//! An importer takes the text of a foreign file and gives a [`Document`](kinfolk_scene::Document)
//! that loads without errors, together with a list of everything that did not come along: a
//! [`Loss`] names the node, the place in the foreign file, and what is missing. What cannot be
//! read is refused as a whole, with [`Problem`]s at their places.
//!
//! # What holds
//!
//! Any input is a document or a list of problems: nothing panics, nothing recurses along
//! children, and scenes that instance each other without end, or by the billion, are counted
//! before anything is made. The crate reads no files: whoever calls brings [`Files`].

mod colour;
mod entities;
mod files;
mod gltf;
mod godot;
mod labelle;
mod limits;
mod place;
mod report;
mod shown;
mod zon;

/// The README's example is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub use files::Files;
pub use gltf::{NoPlane, Plane, gltf};
pub use godot::godot;
pub use labelle::labelle;
pub use place::{At, Lines, Place};
pub use report::{Imported, Loss, Problem, Problems};
