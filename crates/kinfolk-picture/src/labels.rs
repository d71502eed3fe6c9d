//! Names beside their things, none over another.
//!
//! A label goes to the first of a few places near its thing that is inside the picture and
//! still free. Where it is crowded it moves away and gets a line to its thing; where there is
//! no place at all it is left out.

use crate::colour::Colour;
use crate::drawing::{Drawing, Pen};
use crate::font;
use crate::path::Path;
use crate::plane::{Affine, Bounds, Point};

/// The height of a capital, in pixels.
const CAPITAL: f64 = 8.0;

/// Pixels per unit of the letters' grid.
const UNIT: f64 = CAPITAL / font::CAPITAL;

/// Longer names are cut, in characters.
const LONGEST: usize = 40;

/// Between the letters and the edge of their backing, in pixels.
const PADDING: Point = [5.0, 4.0];

/// Between a thing's origin and its label in x and in y, in pixels.
const APART: f64 = 6.0;

/// How many rows above and below are tried.
const ROWS: u32 = 10;

/// The side of the squares that are taken or free, in pixels.
const CELL: f64 = 4.0;

const INK: Colour = Colour::rgb(0x1b_23_2e);
const BACKING: Colour = Colour::rgb(0xff_ff_ff).with_alpha(222);
const EDGE: Colour = Colour::rgb(0x1b_23_2e).with_alpha(48);
const LEADER: Colour = Colour::rgb(0x1b_23_2e).with_alpha(150);

/// Writes every name beside its point, both in pixels; first come, first served.
pub(crate) fn write_labels(names: &[(&str, Point)], drawing: &mut Drawing) {
    let frame = drawing.frame();
    let mut taken = Taken::new(&frame);
    for &(_, at) in names {
        taken.take(&Bounds::centred(at, CELL, CELL));
    }
    let labels: Vec<Label> = names
        .iter()
        .filter(|(name, at)| !name.is_empty() && frame.contains(&Bounds::around([*at])))
        .filter_map(|(name, at)| Label::placed(name, *at, &frame, &mut taken))
        .collect();
    for label in &labels {
        drawing.line(label.leader(), LEADER, Pen::round(1.0));
    }
    for label in &labels {
        let backing = Path::rounded_rect(&label.place, 4.0);
        drawing.area(backing.clone(), BACKING);
        drawing.line(backing, EDGE, Pen::round(1.0));
        drawing.line(label.letters(), INK, Pen::round(font::PEN * UNIT));
    }
}

/// A name, and where it is written.
#[derive(Debug)]
struct Label {
    strokes: Path,
    at: Point,
    place: Bounds,
    /// Whether it is not next to its thing.
    away: bool,
}

impl Label {
    fn placed(name: &str, at: Point, frame: &Bounds, taken: &mut Taken) -> Option<Self> {
        let (strokes, bounds) = font::strokes(&shortened(name));
        let width = (bounds.size()[0] * UNIT).round() + 2.0 * PADDING[0];
        let height = CAPITAL + 2.0 * PADDING[1];
        let (place, away) = places(at, width, height)
            .find(|(place, _)| frame.contains(place) && taken.is_free(place))?;
        taken.take(&place);
        Some(Self {
            strokes,
            at,
            place,
            away,
        })
    }

    fn letters(&self) -> Path {
        let centre = self.place.centre();
        self.strokes.mapped(&Affine::scaled(UNIT, -UNIT, centre))
    }

    /// From the thing to the nearest point of the label, if it is away.
    fn leader(&self) -> Path {
        let (min, max) = (self.place.min, self.place.max);
        let nearest = [
            self.at[0].clamp(min[0], max[0]),
            self.at[1].clamp(min[1], max[1]),
        ];
        let ends = self.away.then_some([self.at, nearest]);
        Path::polyline(ends.into_iter().flatten())
    }
}

/// On one line, and not too long.
fn shortened(name: &str) -> String {
    let mut characters = name.chars().map(|c| if c == '\n' { ' ' } else { c });
    let mut short: String = characters.by_ref().take(LONGEST).collect();
    if characters.next().is_some() {
        short.push_str("...");
    }
    short
}

/// Where a label of this size may be, the best place first, each with whether it is away.
fn places(at: Point, width: f64, height: f64) -> impl Iterator<Item = (Bounds, bool)> {
    // Whole pixels, so that all labels look alike.
    let [x, y] = at.map(f64::round);
    (0..ROWS).flat_map(move |row| {
        let apart = APART + f64::from(row) * (height + CELL);
        let (right, left) = (x + APART, x - APART - width);
        let (below, above) = (y + apart, y - apart - height);
        [[right, below], [right, above], [left, below], [left, above]].map(|min| {
            let max = [min[0] + width, min[1] + height];
            (Bounds { min, max }, row > 0)
        })
    })
}

/// Which squares of the picture have something on them already.
#[derive(Debug)]
struct Taken {
    columns: usize,
    rows: usize,
    cells: Vec<bool>,
}

impl Taken {
    fn new(frame: &Bounds) -> Self {
        let [columns, rows] = frame.size().map(|side| (side / CELL).ceil() as usize);
        Self {
            columns,
            rows,
            cells: vec![false; columns * rows],
        }
    }

    fn is_free(&self, place: &Bounds) -> bool {
        self.cells_of(place).all(|cell| !self.cells[cell])
    }

    fn take(&mut self, place: &Bounds) {
        let cells: Vec<usize> = self.cells_of(place).collect();
        for cell in cells {
            self.cells[cell] = true;
        }
    }

    /// The squares that a box touches, those outside the picture left out.
    fn cells_of(&self, place: &Bounds) -> impl Iterator<Item = usize> + use<> {
        // Casts cut what is negative or too large.
        let first = place
            .min
            .map(|least| (least / CELL).floor().max(0.0) as usize);
        let past = place.max.map(|most| (most / CELL).ceil().max(0.0) as usize);
        let columns = self.columns;
        let xs = first[0].min(columns)..past[0].min(columns);
        let ys = first[1].min(self.rows)..past[1].min(self.rows);
        ys.flat_map(move |y| xs.clone().map(move |x| y * columns + x))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::Shape;

    /// The backings of the labels that were written.
    fn written(names: &[(&str, Point)], width: u32, height: u32) -> Vec<Bounds> {
        let mut drawing = Drawing::new(width, height, Colour::TRANSPARENT);
        write_labels(names, &mut drawing);
        let shapes = drawing.layers.iter().flat_map(|layer| &layer.shapes);
        shapes
            .filter_map(|shape| match shape {
                Shape::Area { path, .. } => Some(path.bounds()),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn labels_at_one_point_do_not_overlap() {
        let names: Vec<(&str, Point)> = vec![("shoulder", [100.0, 100.0]); 12];

        let places = written(&names, 300, 200);

        assert_eq!(places.len(), 12);
        for (index, place) in places.iter().enumerate() {
            let others = &places[index + 1..];
            assert!(others.iter().all(|other| !other.overlaps(place)), "{index}");
        }
    }

    #[test]
    fn a_label_stays_inside_the_picture() {
        let names = [("edge", [298.0, 198.0])];

        let places = written(&names, 300, 200);

        assert!(places[0].max[0] < 300.0 && places[0].max[1] < 200.0);
    }

    #[test]
    fn what_has_no_place_is_left_out() {
        let somewhere = [10.0, 10.0];

        assert_eq!(written(&[("too wide for this", somewhere)], 40, 40), []);
        assert_eq!(
            written(&[("", somewhere), ("far", [1e30, 0.0])], 300, 200),
            []
        );
    }

    #[test]
    fn a_long_name_is_cut() {
        assert_eq!(shortened(&"x".repeat(1_000_000)).len(), LONGEST + 3);
        assert_eq!(shortened("two\nlines"), "two lines");
    }
}
