//! What entities look like: pictures of a scene, and looks for web pages.
//!
//! An entity's `sprite` is read into [`Visual`]s. A [`Picture`] of many [`Thing`]s becomes the
//! bytes of a PNG, pixels or the text of an SVG, which show the same: one list of shapes with thin
//! back ends. A [`Look`] is one entity's visuals for a web page that draws them itself, with images
//! from a [`Gallery`].
//!
//! ```
//! use kinfolk_picture::{Picture, Settings, Thing, Visual, to_svg};
//!
//! let hull = serde_json::json!({ "type": "rect", "width": 4, "height": 2, "color": "teal" });
//! let ship = Thing {
//!     name: "ship".to_owned(),
//!     world: [1.0, 0.0, 0.0, 1.0, 10.0, 5.0],
//!     parent_at: None,
//!     visuals: Visual::all_from_json(&hull)?,
//! };
//! let svg = to_svg(&Picture { things: vec![ship] }, &Settings::default())?;
//! assert!(svg.contains("<title>ship</title>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What holds
//!
//! Nothing that an entity says can fail a picture: what cannot be drawn is left out, and what cannot
//! be found has a placeholder. Only PNG files inside one folder are read, links followed, and not
//! more of them than memory allows. Same input, same bytes.

mod camera;
mod clip;
mod colour;
mod drawing;
mod folder;
mod font;
mod gallery;
mod images;
mod labels;
mod look;
mod marks;
mod overlay;
mod path;
mod picture;
mod plane;
mod raster;
mod sprite_json;
mod sprite_schema;
mod svg;
mod things;
mod visual;

#[cfg(test)]
mod tests;

/// The README's example is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub use colour::{Colour, NoColour};
pub use gallery::{Exhibit, Gallery};
pub use look::{Look, LookMark};
pub use overlay::Overlays;
pub use picture::{Picture, PictureError, Settings, Thing, to_pixels, to_png, to_svg, view_of};
pub use sprite_json::SpriteError;
pub use sprite_schema::visual_schemas;
pub use things::things;
pub use visual::Visual;
