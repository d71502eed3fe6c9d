//! The picture as primitive shapes, in pixels, y down, from the back to the front.
//!
//! Both back ends draw exactly this list. Every coordinate in it is finite and near the
//! picture: what is not is cut off or left out on the way in.

use crate::clip::{clip_area, clip_line};
use crate::colour::Colour;
use crate::folder::Image;
use crate::path::Path;
use crate::plane::{Affine, Bounds, Point, is_finite};

/// Paths are cut this far outside the picture, in pixels.
const SLACK: f64 = 2048.0;

/// Images may reach this far outside, in pixels; larger ones are left out.
const IMAGE_SLACK: f64 = 1e6;

/// No pen is thicker, in pixels.
const THICKEST: f64 = 65536.0;

/// No pen is thinner, in pixels: less cannot be seen.
const THINNEST: f64 = 0.005;

/// All there is to draw.
#[derive(Debug)]
pub(crate) struct Drawing {
    /// In pixels.
    pub(crate) width: u32,
    /// In pixels.
    pub(crate) height: u32,
    /// What is behind everything.
    pub(crate) background: Colour,
    /// From the back to the front.
    pub(crate) layers: Vec<Layer>,
    /// What [`Shape::Image`] names by index.
    pub(crate) images: Vec<Image>,
}

/// Shapes that belong together.
#[derive(Debug)]
pub(crate) struct Layer {
    /// Whose shapes they are.
    pub(crate) title: String,
    /// From the back to the front.
    pub(crate) shapes: Vec<Shape>,
}

/// One primitive.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Shape {
    /// The area inside a path (not zero is inside).
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
        /// The pen.
        pen: Pen,
    },
    /// An image in a parallelogram.
    Image {
        /// Which one of the drawing's images.
        index: usize,
        /// Where the unit square goes that the image fills, its first row at y = 0.
        pixel_from_unit: Affine,
        /// How much of it is seen, from 0 to 1.
        opacity: f64,
        /// Whether its pixels are shown as sharp squares, because they are large.
        pixelated: bool,
    },
}

/// What draws a line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Pen {
    /// In pixels.
    pub(crate) width: f64,
    /// What it does at corners.
    pub(crate) corners: Corners,
    /// Pixels on and pixels off, if it is not drawn through. Dashes have blunt ends.
    pub(crate) dash: Option<[f64; 2]>,
}

/// What a line looks like where it turns or ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Corners {
    /// Round corners and round ends.
    Round,
    /// Pointed corners, as of a box.
    Sharp,
}

impl Pen {
    /// A round pen, drawn through.
    pub(crate) const fn round(width: f64) -> Self {
        Self {
            width,
            corners: Corners::Round,
            dash: None,
        }
    }
}

impl Drawing {
    /// Only the background.
    pub(crate) fn new(width: u32, height: u32, background: Colour) -> Self {
        Self {
            width,
            height,
            background,
            layers: Vec::new(),
            images: Vec::new(),
        }
    }

    /// The shapes that follow belong to this one.
    pub(crate) fn begin(&mut self, title: &str) {
        self.layers.pop_if(|layer| layer.shapes.is_empty());
        self.layers.push(Layer {
            title: title.to_owned(),
            shapes: Vec::new(),
        });
    }

    /// Draws the area inside a path.
    pub(crate) fn area(&mut self, path: Path, colour: Colour) {
        let frame = self.frame().grown(SLACK);
        if is_drawable(&path, &frame) && colour.alpha > 0 {
            let path = clip_area(path, &frame);
            self.push(Shape::Area { path, colour });
        }
    }

    /// Draws a line.
    pub(crate) fn line(&mut self, path: Path, colour: Colour, pen: Pen) {
        let thick_enough = pen.width >= THINNEST; // false for NaN too
        let pen = Pen {
            width: pen.width.min(THICKEST),
            ..pen
        };
        let frame = self.frame().grown(SLACK + pen.width);
        if thick_enough && is_drawable(&path, &frame) && colour.alpha > 0 {
            let path = clip_line(path, &frame);
            self.push(Shape::Line { path, colour, pen });
        }
    }

    /// Draws an image, whose size in its own pixels is `size`, where the unit square goes.
    pub(crate) fn image(
        &mut self,
        index: usize,
        size: Point,
        pixel_from_unit: Affine,
        opacity: f64,
    ) {
        let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        let bounds = Bounds::around(corners.map(|corner| pixel_from_unit.apply(corner)));
        let seen = pixel_from_unit.is_finite()
            && !pixel_from_unit.is_flat()
            && opacity > 0.0
            && self.frame().overlaps(&bounds)
            && self.frame().grown(IMAGE_SLACK).contains(&bounds);
        if seen {
            let pixel_from_texel =
                pixel_from_unit * Affine::scaled(1.0 / size[0], 1.0 / size[1], [0.0, 0.0]);
            self.push(Shape::Image {
                index,
                pixel_from_unit,
                opacity,
                pixelated: pixel_from_texel.mean_stretch() >= 2.0,
            });
        }
    }

    /// The picture's own box.
    pub(crate) fn frame(&self) -> Bounds {
        Bounds {
            min: [0.0, 0.0],
            max: [f64::from(self.width), f64::from(self.height)],
        }
    }

    fn push(&mut self, shape: Shape) {
        let nothing = match &shape {
            Shape::Area { path, .. } | Shape::Line { path, .. } => path.steps.is_empty(),
            Shape::Image { .. } => false,
        };
        if nothing {
            return;
        }
        if self.layers.is_empty() {
            self.begin("");
        }
        if let Some(layer) = self.layers.last_mut() {
            layer.shapes.push(shape);
        }
    }
}

/// Whether some of a path may be seen in the frame.
fn is_drawable(path: &Path, frame: &Bounds) -> bool {
    path.points().all(is_finite) && frame.overlaps(&path.bounds())
}

#[cfg(test)]
mod tests {
    use super::*;

    const INK: Colour = Colour::rgb(0);

    #[test]
    fn nothing_in_a_drawing_is_far_from_the_picture() {
        let mut drawing = Drawing::new(100, 100, INK);
        let vast = Bounds::centred([0.0, 0.0], 1e40, 1e40);

        drawing.area(Path::rect(&vast), INK);
        drawing.area(Path::circle([1e9, 0.0], 1e9), INK);
        drawing.line(
            Path::polyline([[-1e30, 5.0], [1e30, 5.0]]),
            INK,
            Pen::round(1e30),
        );

        for shape in &drawing.layers[0].shapes {
            let (Shape::Area { path, .. } | Shape::Line { path, .. }) = shape else {
                panic!("{shape:?}");
            };
            let bounds = path.bounds();
            assert!(bounds.min[0] > -1e5 && bounds.max[0] < 1e5, "{bounds:?}");
        }
        assert_eq!(drawing.layers[0].shapes.len(), 3);
    }

    #[test]
    fn what_cannot_be_seen_is_left_out() {
        let mut drawing = Drawing::new(100, 100, INK);
        let line = Path::polyline([[0.0, 0.0], [9.0, 9.0]]);

        drawing.area(Path::circle([1e6, 0.0], 5.0), INK);
        drawing.area(Path::circle([f64::NAN, 0.0], 5.0), INK);
        drawing.area(Path::circle([50.0, 50.0], 5.0), Colour::TRANSPARENT);
        drawing.line(line.clone(), INK, Pen::round(0.0));
        drawing.line(line, INK, Pen::round(f64::NAN));
        drawing.line(Path::default(), INK, Pen::round(1.0));
        drawing.image(0, [1.0, 1.0], Affine::scaled(1e9, 1e9, [0.0, 0.0]), 1.0);
        drawing.image(0, [1.0, 1.0], Affine::scaled(0.0, 9.0, [0.0, 0.0]), 1.0);

        assert!(drawing.layers.is_empty());
    }
}
