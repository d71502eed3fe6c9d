//! What is drawn over the things, to see how they hang together.
//!
//! Sizes are in pixels whatever the camera shows, and every line is light beside or
//! between, so that it can be read on any colour. The colours can be told apart by the
//! colour-blind.

use crate::camera::Camera;
use crate::colour::Colour;
use crate::drawing::{Corners, Drawing, Pen};
use crate::labels::write_labels;
use crate::marks::Mark;
use crate::path::Path;
use crate::plane::{Affine, Bounds, Point, is_finite};

/// Which overlays are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Overlays {
    /// A line from each thing to its parent, with a dot at the child and a ring at a root.
    pub links: bool,
    /// Two arrows along each thing's own axes: x is red, y is green.
    pub axes: bool,
    /// Each thing's name beside its origin.
    pub names: bool,
    /// A dashed box around each thing's visuals, turned as the thing is.
    pub bounds: bool,
}

/// One thing as the overlays see it.
#[derive(Debug)]
pub(crate) struct Placed<'a> {
    /// What it is called.
    pub(crate) name: &'a str,
    /// Where it is.
    pub(crate) world_from_entity: Affine,
    /// Where its parent is.
    pub(crate) parent_in_world: Option<Point>,
    /// What is drawn of it.
    pub(crate) marks: Vec<Mark>,
}

const LINK: Colour = Colour::rgb(0x00_5f_b8);
const X_AXIS: Colour = Colour::rgb(0xd8_30_2a);
const Y_AXIS: Colour = Colour::rgb(0x00_a4_7a);
const BOX: Colour = Colour::rgb(0x8a_2a_6a);
const CASING: Colour = Colour::rgb(0xff_ff_ff).with_alpha(200);

/// All lines are this thick, in pixels.
const LINE: f64 = 1.5;

/// How much of the casing is seen on either side, in pixels.
const CASED: f64 = 1.25;

/// The radius of the dots at the children, in pixels.
const DOT: f64 = 3.5;

/// From a thing's origin to the tip of its arrows, in pixels.
const ARROW: f64 = 28.0;

/// The length and half the width of an arrow's head, in pixels.
const HEAD: (f64, f64) = (8.0, 3.75);

/// So many things share one shape: fewer are slow to write, more are slow to draw.
const TOGETHER: usize = 256;

impl Overlays {
    /// Draws those that are wanted, names on top.
    pub(crate) fn draw(self, things: &[Placed<'_>], camera: &Camera, drawing: &mut Drawing) {
        if self.bounds {
            drawing.begin("bounds");
            for things in things.chunks(TOGETHER) {
                draw_bounds(things, camera, drawing);
            }
        }
        if self.links {
            drawing.begin("links");
            for things in things.chunks(TOGETHER) {
                draw_links(things, camera, drawing);
            }
        }
        if self.axes {
            drawing.begin("axes");
            for things in things.chunks(TOGETHER) {
                draw_axes(things, camera, drawing);
            }
        }
        if self.links {
            drawing.begin("origins");
            for things in things.chunks(TOGETHER) {
                draw_origins(things, camera, drawing);
            }
        }
        if self.names {
            drawing.begin("names");
            let names: Vec<(&str, Point)> = things
                .iter()
                .map(|thing| (thing.name, thing.origin(camera)))
                .collect();
            write_labels(&names, drawing);
        }
    }
}

impl Placed<'_> {
    /// Where its origin is in the picture.
    fn origin(&self, camera: &Camera) -> Point {
        camera.pixel(self.world_from_entity.origin)
    }
}

fn draw_bounds(things: &[Placed<'_>], camera: &Camera, drawing: &mut Drawing) {
    let mut boxes = Path::default();
    for thing in things {
        let marks = thing.marks.iter();
        let bounds = marks.fold(Bounds::EMPTY, |bounds, mark| {
            bounds.join(mark.bounds(&Affine::IDENTITY))
        });
        let pixel_from_entity = camera.pixel_from_world() * thing.world_from_entity;
        if !bounds.is_empty() && !pixel_from_entity.is_flat() {
            extend(&mut boxes, Path::rect(&bounds).mapped(&pixel_from_entity));
        }
    }
    let through = Pen {
        width: LINE,
        corners: Corners::Sharp,
        dash: None,
    };
    let dashed = Pen {
        dash: Some([6.0, 4.0]),
        ..through
    };
    drawing.line(boxes.clone(), CASING, through); // seen between the dashes
    drawing.line(boxes, BOX, dashed);
}

fn draw_links(things: &[Placed<'_>], camera: &Camera, drawing: &mut Drawing) {
    let mut links = Path::default();
    for thing in things {
        if let Some(parent) = thing.parent_in_world {
            let ends = [thing.origin(camera), camera.pixel(parent)];
            extend(&mut links, Path::polyline(ends));
        }
    }
    let pen = Pen::round(LINE);
    drawing.line(links.clone(), CASING, cased(pen));
    drawing.line(links, LINK, pen);
}

/// The ends of the links: a dot at a child, a ring at a root.
fn draw_origins(things: &[Placed<'_>], camera: &Camera, drawing: &mut Drawing) {
    let (mut dots, mut rings) = (Path::default(), Path::default());
    for thing in things {
        let ends = match thing.parent_in_world {
            Some(_) => &mut dots,
            None => &mut rings,
        };
        extend(ends, Path::circle(thing.origin(camera), DOT));
    }
    let pen = Pen::round(LINE);
    for path in [&dots, &rings] {
        drawing.line(path.clone(), CASING, Pen::round(2.0 * CASED + LINE));
    }
    drawing.area(rings.clone(), Colour::rgb(0xff_ff_ff));
    drawing.line(rings, LINK, pen);
    drawing.area(dots, LINK);
}

fn draw_axes(things: &[Placed<'_>], camera: &Camera, drawing: &mut Drawing) {
    let pixel_from_world = camera.pixel_from_world();
    for (colour, is_x) in [(Y_AXIS, false), (X_AXIS, true)] {
        let (mut shafts, mut heads) = (Path::default(), Path::default());
        for thing in things {
            let map = pixel_from_world * thing.world_from_entity;
            let axis = if is_x { map.x } else { map.y };
            let Some(along) = unit(axis) else {
                continue; // a flat thing has no such axis
            };
            let at = |forward: f64, aside: f64| {
                [
                    map.origin[0] + along[0] * forward - along[1] * aside,
                    map.origin[1] + along[1] * forward + along[0] * aside,
                ]
            };
            let (length, half_width) = HEAD;
            let neck = ARROW - length;
            extend(&mut shafts, Path::polyline([at(0.0, 0.0), at(neck, 0.0)]));
            let corners = [at(ARROW, 0.0), at(neck, half_width), at(neck, -half_width)];
            extend(&mut heads, Path::polygon(corners));
        }
        let pen = Pen::round(LINE + 0.5);
        drawing.line(shafts.clone(), CASING, cased(pen));
        drawing.line(heads.clone(), CASING, Pen::round(2.0 * CASED));
        drawing.line(shafts, colour, pen);
        drawing.area(heads, colour);
    }
}

/// The pen for the casing of what this pen draws.
fn cased(pen: Pen) -> Pen {
    Pen {
        width: pen.width + 2.0 * CASED,
        ..pen
    }
}

/// Adds a path whose points are numbers; one bad thing must not take the others with it.
fn extend(path: &mut Path, more: Path) {
    if more.points().all(is_finite) {
        path.extend(more);
    }
}

/// The vector of length 1 in the same direction, if there is one.
fn unit(vector: Point) -> Option<Point> {
    let length = vector[0].hypot(vector[1]);
    let has_direction = length > 0.0 && length.is_finite();
    has_direction.then(|| [vector[0] / length, vector[1] / length])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::Shape;

    fn drawn(overlays: Overlays, things: &[Placed<'_>]) -> Vec<Shape> {
        let mut drawing = Drawing::new(100, 100, Colour::TRANSPARENT);
        let world = Bounds::centred([0.0, 0.0], 10.0, 10.0);
        overlays.draw(things, &Camera::showing(world, 100, 100, 0.0), &mut drawing);
        drawing
            .layers
            .into_iter()
            .flat_map(|layer| layer.shapes)
            .collect()
    }

    fn thing(row: [f32; 6]) -> Placed<'static> {
        Placed {
            name: "thing",
            world_from_entity: Affine::from_row(row),
            parent_in_world: None,
            marks: Vec::new(),
        }
    }

    #[test]
    fn arrows_are_as_long_at_any_scale_and_y_goes_up() {
        let axes = Overlays {
            axes: true,
            ..Overlays::default()
        };

        for scale in [1e-30, 1.0, 1e30] {
            let shapes = drawn(axes, &[thing([scale, 0.0, 0.0, scale, 0.0, 0.0])]);

            let heads = shapes.iter().filter_map(|shape| match shape {
                Shape::Area { path, .. } => Some(path.points().next().unwrap()),
                _ => None,
            });
            let heads: Vec<Point> = heads.collect();
            assert_eq!(heads, [[50.0, 50.0 - ARROW], [50.0 + ARROW, 50.0]]);
        }
    }

    #[test]
    fn a_flat_thing_has_only_the_axes_that_it_has() {
        let axes = Overlays {
            axes: true,
            ..Overlays::default()
        };

        assert_eq!(
            drawn(axes, &[thing([0.0, 0.0, 0.0, 1.0, 0.0, 0.0])]).len(),
            4
        );
        assert_eq!(drawn(axes, &[thing([0.0; 6])]).len(), 0);
    }

    #[test]
    fn no_overlay_draws_nothing() {
        assert_eq!(drawn(Overlays::default(), &[thing([1.0; 6])]), []);
    }

    #[test]
    fn things_at_the_end_of_the_world_do_not_hide_the_links_of_others() {
        let links = Overlays {
            links: true,
            ..Overlays::default()
        };
        let far = Placed {
            parent_in_world: Some([0.0, 0.0]),
            ..thing([f32::MAX; 6])
        };
        let near = Placed {
            parent_in_world: Some([1.0, 1.0]),
            ..thing([1.0, 0.0, 0.0, 1.0, 0.0, 0.0])
        };

        let shapes = drawn(links, &[far, near]);

        let dots = shapes.iter().any(|shape| {
            matches!(shape, Shape::Area { path, .. }
            if path.points().all(|point| (45.0..55.0).contains(&point[0])))
        });
        assert!(dots, "{shapes:?}");
    }
}
