//! From what an entity looks like to the ink it takes, still in the visual's own units.
//!
//! The same marks tell how large an entity is and what is drawn of it, so the two agree.

use crate::colour::Colour;
use crate::drawing::{Corners, Drawing, Pen};
use crate::font;
use crate::path::Path;
use crate::plane::{Affine, Bounds, Point};
use crate::raster::outlined;
use crate::visual::{Kind, Visual};

/// How thick a line is that does not say, in pixels.
const THIN: f64 = 1.5;

/// Maps that stretch one direction more than another by this much distort pens too…
const DISTORTED: f64 = 1.01;

/// …unless it is so much that nobody could tell.
const SHATTERED: f64 = 1000.0;

const MISSING_LIGHT: Colour = Colour::rgb(0xfb_e3_f4);
const MISSING_DARK: Colour = Colour::rgb(0xe7_8a_c9);
const MISSING_LINE: Colour = Colour::rgb(0x9c_1f_78);
const UNKNOWN_AREA: Colour = Colour::rgb(0xe4_e7_ec);
const UNKNOWN_LINE: Colour = Colour::rgb(0x5b_64_72);

/// Some ink, and where it is in the entity.
#[derive(Debug)]
pub(crate) struct Mark {
    /// The visual's own offset, scale and flip.
    pub(crate) entity_from_visual: Affine,
    /// In the visual's units.
    pub(crate) ink: Ink,
}

/// Something to draw with one colour or one image.
#[derive(Debug)]
pub(crate) enum Ink {
    /// The area inside a path.
    Area {
        /// Its outline.
        path: Path,
        /// What it is filled with.
        colour: Colour,
    },
    /// A line along a path.
    Line {
        /// Along which.
        path: Path,
        /// The pen's colour.
        colour: Colour,
        /// In the visual's units; `None` is thin.
        width: Option<f64>,
        /// Where it turns or ends.
        corners: Corners,
    },
    /// An image.
    Image {
        /// Which one.
        found: Found,
        /// The box that it fills.
        bounds: Bounds,
        /// How much of it is seen, from 0 to 1.
        opacity: f64,
    },
}

/// An image that there is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Found {
    /// Which one; whoever found it knows.
    pub(crate) index: usize,
    /// In its own pixels.
    pub(crate) size: Point,
}

impl Mark {
    /// The marks of one visual, from the back to the front; `find` finds images by their URLs.
    pub(crate) fn all_of(
        visual: &Visual,
        find: &mut impl FnMut(&str) -> Option<Found>,
    ) -> Vec<Self> {
        let inks = match &visual.kind {
            Kind::Rect { width, height } => area(
                visual,
                Path::rect(&centred(*width, *height)),
                Corners::Sharp,
            ),
            Kind::Circle { radius } => area(
                visual,
                Path::circle([0.0, 0.0], radius.abs()),
                Corners::Round,
            ),
            Kind::Polygon { points } => area(
                visual,
                Path::polygon(points.iter().copied()),
                Corners::Sharp,
            ),
            Kind::Line { points, width } => vec![Ink::Line {
                path: Path::polyline(points.iter().copied()),
                colour: visual.colour,
                width: width.map(f64::abs).filter(|&width| width > 0.0),
                corners: Corners::Round,
            }],
            Kind::Text { text, size } => vec![letters(text, *size, visual.colour)],
            Kind::Image { url, width, height } => {
                image(find(url), [*width, *height], visual.opacity)
            }
            Kind::Unknown { width, height } => unknown(&centred(*width, *height)),
        };
        let faded = inks.into_iter().map(|ink| Self {
            entity_from_visual: visual.entity_from_visual,
            ink: ink.faded(visual.opacity),
        });
        faded.collect()
    }

    /// A box with all of it inside, seen through `map` from the entity. Flat marks have none.
    pub(crate) fn bounds(&self, map: &Affine) -> Bounds {
        let map = *map * self.entity_from_visual;
        if map.is_flat() {
            return Bounds::EMPTY;
        }
        match &self.ink {
            Ink::Area { path, .. } => path.mapped(&map).bounds(),
            Ink::Line { path, width, .. } => {
                let reach = width.unwrap_or(0.0) / 2.0 * map.stretch().0;
                path.mapped(&map).bounds().grown(reach)
            }
            Ink::Image { bounds, .. } => {
                Bounds::around(bounds.corners().map(|corner| map.apply(corner)))
            }
        }
    }

    /// Draws it. Flat marks are left out.
    pub(crate) fn draw(&self, pixel_from_entity: &Affine, drawing: &mut Drawing) {
        let pixel_from_visual = *pixel_from_entity * self.entity_from_visual;
        if pixel_from_visual.is_flat() {
            return;
        }
        match &self.ink {
            Ink::Area { path, colour } => drawing.area(path.mapped(&pixel_from_visual), *colour),
            Ink::Line {
                path,
                colour,
                width,
                corners,
            } => draw_line(path, *colour, *width, *corners, &pixel_from_visual, drawing),
            Ink::Image {
                found,
                bounds,
                opacity,
            } => {
                let pixel_from_unit = pixel_from_visual * visual_from_unit(bounds);
                drawing.image(found.index, found.size, pixel_from_unit, *opacity);
            }
        }
    }
}

impl Ink {
    /// The same with fainter colours; images carry their own opacity.
    fn faded(mut self, opacity: f64) -> Self {
        if let Self::Area { colour, .. } | Self::Line { colour, .. } = &mut self {
            *colour = colour.faded(opacity);
        }
        self
    }
}

/// Where the unit square goes that an image fills, its first row at y = 0.
pub(crate) fn visual_from_unit(bounds: &Bounds) -> Affine {
    let [width, height] = bounds.size();
    Affine::scaled(width, -height, [bounds.min[0], bounds.max[1]])
}

/// Draws a line whose pen is stretched as the shape is: squash a ring, and its line is
/// thinner at the squashed sides.
fn draw_line(
    path: &Path,
    colour: Colour,
    width: Option<f64>,
    corners: Corners,
    pixel_from_visual: &Affine,
    drawing: &mut Drawing,
) {
    let in_pixels = path.mapped(pixel_from_visual);
    let near = drawing.frame().grown(1e4).contains(&in_pixels.bounds());
    if let Some(width) = width.filter(|_| near && distorts(pixel_from_visual))
        && let Some(outline) = distorted(path, width, corners, pixel_from_visual, 1.0)
    {
        return drawing.area(outline, colour);
    }
    let pen = Pen {
        width: width.map_or(THIN, |width| width * pixel_from_visual.mean_stretch()),
        corners,
        dash: None,
    };
    drawing.line(in_pixels, colour, pen);
}

/// Whether a pen is seen to be distorted by a map.
pub(crate) fn distorts(map: &Affine) -> bool {
    let (most, least) = map.stretch();
    (least * DISTORTED..least * SHATTERED).contains(&most)
}

/// The outline of a line that is stroked before it is mapped. Curves are as fine as one unit behind
/// the map asks for, or `detail` times as fine.
pub(crate) fn distorted(
    path: &Path,
    width: f64,
    corners: Corners,
    map: &Affine,
    detail: f64,
) -> Option<Path> {
    let mean = map.mean_stretch();
    let size = mean * detail;
    let evenly = path.mapped(&Affine::scaled(size, size, [0.0, 0.0]));
    let pen = Pen {
        width: width * size,
        corners,
        dash: None,
    };
    let outline = outlined(&evenly, pen, map.stretch().0 / mean)?;
    Some(outline.mapped(&(*map * Affine::scaled(1.0 / size, 1.0 / size, [0.0, 0.0]))))
}

fn centred(width: f64, height: f64) -> Bounds {
    Bounds::centred([0.0, 0.0], width, height)
}

/// A filled shape, and the line around it if it has one.
fn area(visual: &Visual, path: Path, corners: Corners) -> Vec<Ink> {
    let line = visual.outline.map(|outline| Ink::Line {
        path: path.clone(),
        colour: outline.colour,
        width: outline.width.map(f64::abs),
        corners,
    });
    let colour = visual.colour;
    [Ink::Area { path, colour }]
        .into_iter()
        .chain(line)
        .collect()
}

/// Text whose capitals are `size` high.
fn letters(text: &str, size: f64, colour: Colour) -> Ink {
    let unit = size.abs() / font::CAPITAL;
    let (strokes, _) = font::strokes(text);
    Ink::Line {
        path: strokes.mapped(&Affine::scaled(unit, unit, [0.0, 0.0])),
        colour,
        width: Some(font::PEN * unit),
        corners: Corners::Round,
    }
}

/// An image, or a checkered and crossed box in its place.
fn image(found: Option<Found>, wanted: [Option<f64>; 2], opacity: f64) -> Vec<Ink> {
    let size = found.map_or([1.0, 1.0], |found| found.size);
    let (width, height) = match wanted {
        [Some(width), Some(height)] => (width, height),
        [Some(width), None] => (width, width * size[1] / size[0]),
        [None, Some(height)] => (height * size[0] / size[1], height),
        [None, None] => (1.0, size[1] / size[0]),
    };
    let bounds = centred(width, height);
    match found {
        Some(found) => vec![Ink::Image {
            found,
            bounds,
            opacity,
        }],
        None => missing(&bounds),
    }
}

fn missing(bounds: &Bounds) -> Vec<Ink> {
    let [width, height] = bounds.size();
    let shorter = width.min(height);
    let columns = (width / shorter * 4.0).clamp(4.0, 16.0).round();
    let rows = (height / shorter * 4.0).clamp(4.0, 16.0).round();
    let mut checks = Path::default();
    for row in 0..rows as u32 {
        for column in (row % 2..columns as u32).step_by(2) {
            let corner = |column: u32, row: u32| {
                [
                    bounds.min[0] + width * (f64::from(column) / columns),
                    bounds.min[1] + height * (f64::from(row) / rows),
                ]
            };
            checks.extend(Path::rect(&Bounds {
                min: corner(column, row),
                max: corner(column + 1, row + 1),
            }));
        }
    }
    let [a, b, c, d] = bounds.corners();
    let mut cross = Path::rect(bounds);
    cross.extend(Path::polyline([a, c]));
    cross.extend(Path::polyline([b, d]));
    vec![
        Ink::Area {
            path: Path::rect(bounds),
            colour: MISSING_LIGHT,
        },
        Ink::Area {
            path: checks,
            colour: MISSING_DARK,
        },
        thin(cross, MISSING_LINE),
    ]
}

fn unknown(bounds: &Bounds) -> Vec<Ink> {
    let [width, height] = bounds.size();
    vec![
        Ink::Area {
            path: Path::rect(bounds),
            colour: UNKNOWN_AREA,
        },
        thin(Path::rect(bounds), UNKNOWN_LINE),
        letters("?", width.min(height) * 0.5, UNKNOWN_LINE),
    ]
}

fn thin(path: Path, colour: Colour) -> Ink {
    Ink::Line {
        path,
        colour,
        width: None,
        corners: Corners::Sharp,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::Shape;
    use serde_json::{Value, json};

    fn marks(visual: Value) -> Vec<Mark> {
        let visual = Visual::from_json(&visual).unwrap();
        Mark::all_of(&visual, &mut |_| None)
    }

    fn shapes(visual: Value, pixel_from_entity: Affine) -> Vec<Shape> {
        let mut drawing = Drawing::new(100, 100, Colour::TRANSPARENT);
        for mark in marks(visual) {
            mark.draw(&pixel_from_entity, &mut drawing);
        }
        drawing
            .layers
            .into_iter()
            .flat_map(|layer| layer.shapes)
            .collect()
    }

    fn bounds(visual: Value) -> Bounds {
        let marks = marks(visual);
        let bounds = marks.iter().map(|mark| mark.bounds(&Affine::IDENTITY));
        bounds.fold(Bounds::EMPTY, Bounds::join)
    }

    #[test]
    fn bounds_include_flips_offsets_and_thick_lines() {
        let flipped = json!({"type": "polygon", "points": [[0, 0], [3, 0], [0, 1]],
            "flipX": true, "offset": {"x": 10, "y": 0}});
        let thick = json!({"type": "line", "points": [[0, 0], [4, 0]], "lineWidth": 2});
        let negative = json!({"type": "rect", "width": -4, "height": 2});

        assert_eq!(bounds(flipped), Bounds::around([[7.0, 0.0], [10.0, 1.0]]));
        assert_eq!(bounds(thick), Bounds::around([[-1.0, -1.0], [5.0, 1.0]]));
        assert_eq!(bounds(negative), centred(4.0, 2.0));
    }

    #[test]
    fn a_pen_is_scaled_with_its_shape_and_distorted_with_it() {
        let ring = json!({"type": "circle", "stroke": "red", "strokeWidth": 0.1});

        let even = shapes(ring.clone(), Affine::scaled(20.0, -20.0, [50.0, 50.0]));
        let squashed = shapes(ring, Affine::scaled(40.0, 10.0, [50.0, 50.0]));

        let Shape::Line { pen, .. } = &even[1] else {
            panic!("{even:?}");
        };
        assert!((pen.width - 2.0).abs() < 1e-9);
        let Shape::Area { path, .. } = &squashed[1] else {
            panic!("{squashed:?}");
        };
        let [width, height] = path.bounds().size();
        assert!((width - 44.0).abs() < 0.1 && (height - 11.0).abs() < 0.1);
    }

    #[test]
    fn what_has_no_extent_takes_no_ink() {
        let map = Affine::scaled(10.0, 10.0, [50.0, 50.0]);
        for visual in [
            json!({"type": "polygon"}),
            json!({"type": "line", "points": [[1, 1]]}),
            json!({"type": "text"}),
            json!({"type": "text", "text": "flat", "size": 0}),
            json!({"type": "rect", "scaleX": 0}),
            json!({"type": "rect", "opacity": 0}),
        ] {
            assert_eq!(shapes(visual.clone(), map), [], "{visual}");
        }
    }

    #[test]
    fn a_missing_image_is_a_crossed_box_in_its_size() {
        let missing = json!({"type": "image", "url": "gone.png", "width": 6, "height": 3});

        assert_eq!(bounds(missing.clone()), centred(6.0, 3.0));
        assert_eq!(
            shapes(missing, Affine::scaled(9.0, -9.0, [50.0, 50.0])).len(),
            3
        );
    }

    #[test]
    fn vast_flat_and_tiny_placeholders_are_still_placeholders() {
        for (width, height) in [(1e38, 1e-38), (0.0, 5.0), (0.0, 0.0), (1e308, 1e308)] {
            let size = json!({"type": "image", "width": width, "height": height});
            let unknown = json!({"type": "mesh", "width": width, "height": height});
            for visual in [size, unknown] {
                shapes(visual, Affine::scaled(9.0, -9.0, [50.0, 50.0]));
            }
        }
    }
}
