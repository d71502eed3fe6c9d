//! Pictures of a scene, as PNG or as SVG.
//!
//! Both show the same: entities become marks, marks become one list of shapes in pixels, and
//! two thin back ends write it. Nothing that an entity says can fail a picture: what cannot be
//! drawn is left out, and what cannot be found has a placeholder.

use std::fmt;
use std::path::PathBuf;

use crate::camera::Camera;
use crate::colour::Colour;
use crate::drawing::Drawing;
use crate::images::Images;
use crate::marks::Mark;
use crate::overlay::{Overlays, Placed};
use crate::plane::{Affine, Bounds, is_finite};
use crate::visual::Visual;
use crate::{raster, svg};

/// No side of a picture may be longer, in pixels.
const LONGEST_SIDE: u32 = 16384;

/// A picture may have this many pixels.
const MOST_PIXELS: u64 = 100_000_000;

/// What is further out in the world is not fitted into a picture.
const LOST: f64 = 1e9;

/// What to draw, from the back to the front.
#[derive(Debug, Clone, Default)]
pub struct Picture {
    /// In draw order.
    pub things: Vec<Thing>,
}

/// One entity in the world.
#[derive(Debug, Clone)]
pub struct Thing {
    /// What it is called, for the overlay and for those who point at it in an SVG.
    pub name: String,
    /// Its world transform `a, b, c, d, tx, ty`: `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`,
    /// y up and counter-clockwise. A thing with a number that is not finite is left out.
    pub world: [f32; 6],
    /// Where its parent is in the world, if it has one.
    pub parent_at: Option<[f32; 2]>,
    /// What it looks like, from the back to the front; may be empty.
    pub visuals: Vec<Visual>,
}

/// How to draw it.
#[derive(Debug, Clone)]
pub struct Settings {
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// What is behind everything; may be transparent.
    pub background: Colour,
    /// Between what is fitted and the picture's edges, in pixels.
    pub margin: f32,
    /// What is drawn on top.
    pub overlays: Overlays,
    /// What part of the world is shown: least x and y, greatest x and y. It fills the picture
    /// without a margin, and more is shown where the shapes differ. `None` fits everything.
    pub view: Option<[f32; 4]>,
    /// The folder that images are in.
    pub images: PathBuf,
}

impl Default for Settings {
    /// A white picture of 960 × 640 pixels that fits everything, without overlays; images are
    /// in the current folder.
    fn default() -> Self {
        Self {
            width: 960,
            height: 640,
            background: Colour::rgb(0xff_ff_ff),
            margin: 32.0,
            overlays: Overlays::default(),
            view: None,
            images: PathBuf::from("."),
        }
    }
}

/// Why there is no picture; it is always the settings, never what is drawn.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum PictureError {
    /// A picture needs at least one pixel.
    Empty {
        /// The width that was wanted.
        width: u32,
        /// The height that was wanted.
        height: u32,
    },
    /// There are more pixels than this program draws.
    TooLarge {
        /// The width that was wanted.
        width: u32,
        /// The height that was wanted.
        height: u32,
    },
    /// There is nothing between the view's least and greatest coordinates.
    View([f32; 4]),
    /// The pixels could not be written as PNG, because of this.
    Encode(String),
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty { width, height } => {
                write!(
                    f,
                    "a picture of {width} x {height} pixels has nothing to see"
                )
            }
            Self::TooLarge { width, height } => write!(
                f,
                "a picture of {width} x {height} pixels is too large; at most {LONGEST_SIDE} a \
                 side and {} million in all",
                MOST_PIXELS / 1_000_000
            ),
            Self::View([left, bottom, right, top]) => write!(
                f,
                "the view from {left},{bottom} to {right},{top} shows nothing; give the least x \
                 and y, then greater ones"
            ),
            Self::Encode(why) => write!(f, "the picture could not be written as PNG: {why}"),
        }
    }
}

impl std::error::Error for PictureError {}

/// The picture as the bytes of a PNG file.
///
/// # Errors
/// The settings may ask for too many pixels, for none, or for a view of nothing.
pub fn to_png(picture: &Picture, settings: &Settings) -> Result<Vec<u8>, PictureError> {
    raster::to_png(&draw(picture, settings)?)
}

/// The picture as pixels, row by row, red, green, blue and opacity.
///
/// # Errors
/// As [`to_png`].
pub fn to_pixels(picture: &Picture, settings: &Settings) -> Result<Vec<u8>, PictureError> {
    raster::to_rgba(&draw(picture, settings)?)
}

/// The part of the world that a picture of everything shows, and a little more.
pub fn view_of(picture: &Picture, settings: &Settings) -> Option<[f32; 4]> {
    let mut images = Images::new(&settings.images);
    let things = picture.things.iter();
    let things: Vec<Placed<'_>> = things
        .filter_map(|thing| place(thing, &mut images))
        .collect();
    let bounds = extent(&things);
    if bounds.is_empty() {
        return None;
    }
    let [width, height] = bounds.size();
    let bounds = bounds.grown(0.1 * width.max(height).max(1.0));
    let [[left, bottom], [right, top]] = [bounds.min, bounds.max];
    Some([left, bottom, right, top].map(|number| number as f32))
}

/// The picture as the text of an SVG file, all images inside.
///
/// # Errors
/// The settings may ask for too many pixels, for none, or for a view of nothing.
pub fn to_svg(picture: &Picture, settings: &Settings) -> Result<String, PictureError> {
    Ok(svg::to_svg(&draw(picture, settings)?))
}

fn draw(picture: &Picture, settings: &Settings) -> Result<Drawing, PictureError> {
    let &Settings { width, height, .. } = settings;
    check_size(width, height)?;
    let mut images = Images::new(&settings.images);
    let things: Vec<Placed<'_>> = picture
        .things
        .iter()
        .filter_map(|thing| place(thing, &mut images))
        .collect();
    let camera = match settings.view {
        Some(view) => Camera::showing(check_view(view)?, width, height, 0.0),
        None => Camera::showing(extent(&things), width, height, settings.margin.into()),
    };

    let mut drawing = Drawing::new(width, height, settings.background);
    for thing in &things {
        drawing.begin(thing.name);
        let pixel_from_entity = camera.pixel_from_world() * thing.world_from_entity;
        for mark in &thing.marks {
            mark.draw(&pixel_from_entity, &mut drawing);
        }
    }
    settings.overlays.draw(&things, &camera, &mut drawing);
    drawing.images = images.into_read();
    Ok(drawing)
}

fn check_size(width: u32, height: u32) -> Result<(), PictureError> {
    if width == 0 || height == 0 {
        return Err(PictureError::Empty { width, height });
    }
    let pixels = u64::from(width) * u64::from(height);
    if width.max(height) > LONGEST_SIDE || pixels > MOST_PIXELS {
        return Err(PictureError::TooLarge { width, height });
    }
    Ok(())
}

fn check_view(view: [f32; 4]) -> Result<Bounds, PictureError> {
    let [left, bottom, right, top] = view.map(f64::from);
    let is_view = view.iter().all(|number| number.is_finite()) && left < right && bottom < top;
    is_view
        .then_some(Bounds {
            min: [left, bottom],
            max: [right, top],
        })
        .ok_or(PictureError::View(view))
}

fn place<'a>(thing: &'a Thing, images: &mut Images) -> Option<Placed<'a>> {
    let world_from_entity = Affine::from_row(thing.world);
    let visuals = thing.visuals.iter();
    world_from_entity.is_finite().then(|| Placed {
        name: &thing.name,
        world_from_entity,
        parent_in_world: thing.parent_at.map(|at| at.map(f64::from)),
        marks: visuals
            .flat_map(|visual| Mark::all_of(visual, &mut |url| images.find(url)))
            .collect(),
    })
}

/// The box around all marks and all origins in the world, those at its end left out.
fn extent(things: &[Placed<'_>]) -> Bounds {
    let world = Bounds::centred([0.0, 0.0], 2.0 * LOST, 2.0 * LOST);
    let boxes = things.iter().flat_map(|thing| {
        let map = thing.world_from_entity;
        let origin = Bounds::around([map.origin]);
        let marks = thing.marks.iter().map(move |mark| mark.bounds(&map));
        marks.chain([origin])
    });
    boxes
        .filter(|bounds| is_finite(bounds.min) && is_finite(bounds.max))
        .filter(|bounds| world.contains(bounds))
        .fold(Bounds::EMPTY, Bounds::join)
}
