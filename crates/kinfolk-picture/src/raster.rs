//! Drawings as pixels.

use tiny_skia::{
    Color, FillRule, FilterQuality, LineCap, LineJoin, Paint, PathBuilder, PathSegment, Pattern,
    Pixmap, Rect, SpreadMode, Stroke, StrokeDash, Transform,
};

use crate::PictureError;
use crate::colour::Colour;
use crate::drawing::{Corners, Drawing, Pen, Shape};
use crate::folder::Image;
use crate::path::{Path, Step};
use crate::plane::{Affine, Point};

/// Draws everything and encodes it as PNG.
///
/// # Errors
/// There may not be memory for the pixels, or they may not be encodable.
pub(crate) fn to_png(drawing: &Drawing) -> Result<Vec<u8>, PictureError> {
    let pixels = to_pixels(drawing)?;
    pixels
        .encode_png()
        .map_err(|error| PictureError::Encode(error.to_string()))
}

/// Draws everything, as red, green, blue and opacity of each pixel.
///
/// # Errors
/// There may not be memory for the pixels.
pub(crate) fn to_rgba(drawing: &Drawing) -> Result<Vec<u8>, PictureError> {
    let pixels = to_pixels(drawing)?;
    let mut rgba = Vec::with_capacity(pixels.data().len());
    for pixel in pixels.pixels() {
        let pixel = pixel.demultiply();
        rgba.extend([pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]);
    }
    Ok(rgba)
}

/// Draws everything.
pub(crate) fn to_pixels(drawing: &Drawing) -> Result<Pixmap, PictureError> {
    let mut pixels = Pixmap::new(drawing.width, drawing.height).ok_or(PictureError::TooLarge {
        width: drawing.width,
        height: drawing.height,
    })?;
    pixels.fill(to_color(drawing.background));
    let mut smaller: Vec<Vec<Pixmap>> = drawing.images.iter().map(|_| Vec::new()).collect();
    for shape in drawing.layers.iter().flat_map(|layer| &layer.shapes) {
        match shape {
            Shape::Area { path, colour } => {
                if let Some(path) = to_skia(path) {
                    let (paint, rule) = (ink(*colour), FillRule::Winding);
                    pixels.fill_path(&path, &paint, rule, Transform::identity(), None);
                }
            }
            Shape::Line { path, colour, pen } => {
                if let Some(path) = to_skia(path) {
                    let (paint, stroke) = (ink(*colour), to_stroke(pen));
                    pixels.stroke_path(&path, &paint, &stroke, Transform::identity(), None);
                }
            }
            Shape::Image {
                index,
                pixel_from_unit,
                opacity,
                pixelated,
            } => {
                let smaller = &mut smaller[*index];
                let image = fitting(&drawing.images[*index], smaller, pixel_from_unit);
                let quality = if *pixelated {
                    FilterQuality::Nearest
                } else {
                    FilterQuality::Bicubic
                };
                draw_image(
                    image,
                    quality,
                    *opacity as f32,
                    pixel_from_unit,
                    &mut pixels,
                );
            }
        }
    }
    Ok(pixels)
}

/// The outline of the line that a pen draws along a path; `resolution` says how much the
/// outline will be enlarged.
pub(crate) fn outlined(path: &Path, pen: Pen, resolution: f64) -> Option<Path> {
    let outline = to_skia(path)?.stroke(&to_stroke(&pen), resolution as f32)?;
    let steps = outline.segments().map(|segment| match segment {
        PathSegment::MoveTo(to) => Step::Move(from_skia(to)),
        PathSegment::LineTo(to) => Step::Line(from_skia(to)),
        PathSegment::QuadTo(bend, to) => Step::Quad(from_skia(bend), from_skia(to)),
        PathSegment::CubicTo(first, second, to) => {
            Step::Cubic(from_skia(first), from_skia(second), from_skia(to))
        }
        PathSegment::Close => Step::Close,
    });
    Some(Path {
        steps: steps.collect(),
    })
}

fn draw_image(
    image: &Pixmap,
    quality: FilterQuality,
    opacity: f32,
    pixel_from_unit: &Affine,
    pixels: &mut Pixmap,
) {
    let (width, height) = (image.width() as f32, image.height() as f32);
    let Some(rect) = Rect::from_xywh(0.0, 0.0, width, height) else {
        return;
    };
    let unit_from_image =
        Affine::scaled(1.0 / f64::from(width), 1.0 / f64::from(height), [0.0, 0.0]);
    let Affine { x, y, origin } = *pixel_from_unit * unit_from_image;
    let [a, b, c, d, tx, ty] =
        [x[0], x[1], y[0], y[1], origin[0], origin[1]].map(|number| number as f32);
    let paint = Paint {
        shader: Pattern::new(
            image.as_ref(),
            SpreadMode::Pad,
            quality,
            opacity,
            Transform::identity(),
        ),
        ..Paint::default()
    };
    let transform = Transform::from_row(a, b, c, d, tx, ty);
    pixels.fill_rect(rect, &paint, transform, None);
}

/// The image, halved as often as it is drawn at less than half its size: pixels are blended,
/// not skipped.
fn fitting<'a>(
    image: &'a Image,
    smaller: &'a mut Vec<Pixmap>,
    pixel_from_unit: &Affine,
) -> &'a Pixmap {
    let original = &image.pixels;
    let shrink_x = f64::from(original.width()) / length(pixel_from_unit.x);
    let shrink_y = f64::from(original.height()) / length(pixel_from_unit.y);
    let mut shrink = shrink_x.min(shrink_y);
    let mut level = 0;
    while shrink > 2.0 {
        if smaller.len() == level {
            let larger = smaller.last().unwrap_or(original);
            match halved(larger) {
                Some(half) => smaller.push(half),
                None => break,
            }
        }
        level += 1;
        shrink /= 2.0;
    }
    match level {
        0 => original,
        _ => &smaller[level - 1],
    }
}

/// Half as wide and half as high, four pixels blended into one.
fn halved(image: &Pixmap) -> Option<Pixmap> {
    let (width, height) = (image.width() / 2, image.height() / 2);
    let mut half = Pixmap::new(width, height)?;
    let bytes = image.data();
    let row = image.width() as usize * 4;
    for (index, blended) in half.data_mut().iter_mut().enumerate() {
        let (pixel, channel) = (index / 4, index % 4);
        let (x, y) = (pixel % width as usize, pixel / width as usize);
        let at = 2 * y * row + 2 * x * 4 + channel;
        let four = [at, at + 4, at + row, at + row + 4];
        let sum: u16 = four.iter().map(|&at| u16::from(bytes[at])).sum();
        *blended = ((sum + 2) / 4) as u8;
    }
    Some(half)
}

fn length(vector: Point) -> f64 {
    vector[0].hypot(vector[1])
}

fn ink(colour: Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(to_color(colour));
    paint
}

fn to_color(colour: Colour) -> Color {
    Color::from_rgba8(colour.red, colour.green, colour.blue, colour.alpha)
}

fn to_stroke(pen: &Pen) -> Stroke {
    let round = pen.corners == Corners::Round;
    Stroke {
        width: pen.width as f32,
        line_join: if round {
            LineJoin::Round
        } else {
            LineJoin::Miter
        },
        line_cap: if round { LineCap::Round } else { LineCap::Butt },
        dash: pen
            .dash
            .and_then(|dash| StrokeDash::new(dash.map(|length| length as f32).to_vec(), 0.0)),
        ..Stroke::default()
    }
}

/// `None` for a path without any line.
fn to_skia(path: &Path) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::new();
    for step in &path.steps {
        match *step {
            Step::Move(to) => builder.move_to(to[0] as f32, to[1] as f32),
            Step::Line(to) => builder.line_to(to[0] as f32, to[1] as f32),
            Step::Quad(bend, to) => {
                builder.quad_to(bend[0] as f32, bend[1] as f32, to[0] as f32, to[1] as f32)
            }
            Step::Cubic(first, second, to) => builder.cubic_to(
                first[0] as f32,
                first[1] as f32,
                second[0] as f32,
                second[1] as f32,
                to[0] as f32,
                to[1] as f32,
            ),
            Step::Close => builder.close(),
        }
    }
    builder.finish()
}

fn from_skia(point: tiny_skia::Point) -> Point {
    [f64::from(point.x), f64::from(point.y)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plane::Bounds;

    #[test]
    fn an_area_covers_its_pixels_and_no_others() {
        let mut drawing = Drawing::new(4, 4, Colour::rgb(0xff_ff_ff));
        let right_half = Bounds {
            min: [2.0, 0.0],
            max: [4.0, 4.0],
        };
        drawing.area(Path::rect(&right_half), Colour::rgb(0x10_20_30));

        let pixels = to_pixels(&drawing).unwrap();

        let at = |x, y| pixels.pixel(x, y).unwrap();
        assert_eq!((at(1, 1).red(), at(1, 1).alpha()), (255, 255));
        assert_eq!(
            (at(2, 1).red(), at(2, 1).green(), at(2, 1).blue()),
            (0x10, 0x20, 0x30)
        );
    }

    #[test]
    fn an_image_drawn_small_is_blended() {
        let mut checker = Pixmap::new(64, 64).unwrap();
        for (index, byte) in checker.data_mut().iter_mut().enumerate() {
            let (x, y) = (index / 4 % 64, index / 256);
            *byte = if index % 4 == 3 || (x + y) % 2 == 0 {
                255
            } else {
                0
            };
        }
        let mut drawing = Drawing::new(8, 8, Colour::TRANSPARENT);
        drawing.images.push(Image {
            png: Vec::new(),
            pixels: checker,
        });
        drawing.image(0, [64.0, 64.0], Affine::scaled(8.0, 8.0, [0.0, 0.0]), 1.0);

        let pixels = to_pixels(&drawing).unwrap();

        let grey = pixels.pixel(4, 4).unwrap();
        assert!((126..=130).contains(&grey.red()), "{grey:?}");
    }
}
