//! What one entity looks like, for a web page that draws it itself.
//!
//! A look has the marks that a picture would draw, in the entity's own units with y up, as paths for
//! `new Path2D(path)` and as images with addresses to fetch. Whatever it is made of, its numbers are
//! finite and its texts are path data, colours and the addresses that a caller gave.

mod path_data;

use serde::Serialize;

use crate::colour::Colour;
use crate::drawing::Corners;
use crate::marks::{Found, Ink, Mark, distorted, distorts, visual_from_unit};
use crate::path::Path;
use crate::plane::{Affine, Bounds};
use crate::visual::Visual;

use path_data::path_data;

/// Curves of a pen that is distorted are fine enough for a mark that is this long in pixels.
const DETAIL: f64 = 2048.0;

/// What one entity looks like, from the back to the front.
///
/// ```
/// use kinfolk_picture::{Look, Visual};
///
/// let sprite = serde_json::json!({ "type": "rect", "width": 4, "height": 2, "color": "teal" });
/// let look = Look::of(&Visual::all_from_json(&sprite)?, |_url| None).unwrap();
/// assert_eq!(
///     serde_json::to_value(&look)?,
///     serde_json::json!({
///         "box": [-2.0, -1.0, 2.0, 1.0],
///         "marks": [{ "opacity": 1.0, "path": "M-2 -1L2 -1L2 1L-2 1Z", "fill": "#008080" }],
///     })
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Look {
    /// A box with all of it inside: least x and y, greatest x and y.
    #[serde(rename = "box")]
    pub bounds: [f64; 4],
    /// From the back to the front; at least one.
    pub marks: Vec<LookMark>,
}

/// One path or one image of a [`Look`].
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum LookMark {
    /// An area.
    Area {
        /// From 0 to 1, more than 0.
        opacity: f64,
        /// SVG path data; what is not zero is inside.
        path: String,
        /// As `#rrggbb`.
        fill: String,
    },
    /// A line.
    Line {
        /// From 0 to 1, more than 0.
        opacity: f64,
        /// SVG path data.
        path: String,
        /// As `#rrggbb`.
        stroke: String,
        /// How thick it is in the entity's units; absent: one pixel, at any distance.
        #[serde(skip_serializing_if = "Option::is_none")]
        width: Option<f64>,
        /// Whether corners and ends are round; absent: they are pointed (to a miter limit of 4) and blunt.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        round: bool,
    },
    /// An image.
    Image {
        /// From 0 to 1, more than 0.
        opacity: f64,
        /// Where to fetch it.
        image: String,
        /// `a, b, c, d, tx, ty`: from the unit square that it fills, its first row at y = 0, to the entity.
        matrix: [f64; 6],
        /// Whether its pixels are sharp squares where they are two of the screen's or more.
        pixelated: bool,
    },
}

impl Look {
    /// The look of these visuals, if there is anything to see.
    ///
    /// `image` finds an image by the URL in a sprite: the address that a page fetches it from, its
    /// width and its height in pixels. One that is not found is a placeholder, as in a picture.
    pub fn of(
        visuals: &[Visual],
        mut image: impl FnMut(&str) -> Option<(String, u32, u32)>,
    ) -> Option<Self> {
        let mut addresses = Vec::new();
        let mut find = |url: &str| {
            let (address, width, height) = image(url)?;
            let size = [width, height].map(f64::from);
            addresses.push(address);
            size.iter().all(|&side| side > 0.0).then_some(Found {
                index: addresses.len() - 1,
                size,
            })
        };
        let marks: Vec<Mark> = (visuals.iter())
            .flat_map(|visual| Mark::all_of(visual, &mut find))
            .collect();
        let mut bounds = Bounds::EMPTY;
        let mut seen = Vec::new();
        for mark in &marks {
            if let Some(look) = look(mark, &addresses) {
                bounds = bounds.join(mark.bounds(&Affine::IDENTITY));
                seen.push(look);
            }
        }
        let Bounds { min, max } = bounds;
        (!seen.is_empty()).then_some(Self {
            bounds: [min[0], min[1], max[0], max[1]],
            marks: seen,
        })
    }
}

/// `None` for a mark that takes no ink.
fn look(mark: &Mark, addresses: &[String]) -> Option<LookMark> {
    let entity_from_visual = &mark.entity_from_visual;
    let bounds = mark.bounds(&Affine::IDENTITY);
    if entity_from_visual.is_flat() || bounds.is_empty() {
        return None;
    }
    match &mark.ink {
        Ink::Area { path, colour } => {
            area(&path.mapped(entity_from_visual), *colour, bounds.longest())
        }
        Ink::Line {
            path,
            colour,
            width,
            corners,
        } => line(
            path,
            *colour,
            *width,
            *corners,
            entity_from_visual,
            bounds.longest(),
        ),
        Ink::Image {
            found,
            bounds,
            opacity,
        } => {
            let entity_from_unit = *entity_from_visual * visual_from_unit(bounds);
            let Affine { x, y, origin } = entity_from_unit;
            let seen = *opacity > 0.0 && !entity_from_unit.is_flat();
            seen.then(|| LookMark::Image {
                opacity: *opacity,
                image: addresses[found.index].clone(),
                matrix: [x[0], x[1], y[0], y[1], origin[0], origin[1]],
                pixelated: true,
            })
        }
    }
}

fn area(path: &Path, colour: Colour, extent: f64) -> Option<LookMark> {
    let seen = colour.alpha > 0 && !path.steps.is_empty();
    seen.then(|| LookMark::Area {
        opacity: opacity(colour),
        path: path_data(path, extent),
        fill: css(colour),
    })
}

fn line(
    path: &Path,
    colour: Colour,
    width: Option<f64>,
    corners: Corners,
    entity_from_visual: &Affine,
    extent: f64,
) -> Option<LookMark> {
    // A canvas distorts pens as it does shapes, but for what the visual itself does to them.
    if let Some(width) = width.filter(|_| distorts(entity_from_visual) && extent > 0.0)
        && let Some(outline) = distorted(path, width, corners, entity_from_visual, DETAIL / extent)
    {
        return area(&outline, colour, extent);
    }
    let seen = colour.alpha > 0 && !path.steps.is_empty() && width != Some(0.0);
    seen.then(|| LookMark::Line {
        opacity: opacity(colour),
        path: path_data(&path.mapped(entity_from_visual), extent),
        stroke: css(colour),
        width: width.map(|width| width * entity_from_visual.mean_stretch()),
        round: corners == Corners::Round,
    })
}

fn opacity(colour: Colour) -> f64 {
    f64::from(colour.alpha) / 255.0
}

fn css(colour: Colour) -> String {
    let Colour {
        red, green, blue, ..
    } = colour;
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests;
