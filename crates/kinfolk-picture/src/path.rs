//! Outlines: lines and curves, without colour.
//!
//! A path is in whatever space its maker says; mapping it moves the control points, which
//! for an affine map moves the curve.

use crate::plane::{Affine, Bounds, Point};

/// How far out a Bézier curve's handles are that follows a quarter of a unit circle.
const QUARTER: f64 = 0.552_284_75;

/// Curves become at most this many straight pieces.
const MOST_PIECES: f64 = 1024.0;

/// One step of a pen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Step {
    /// Lifts the pen and starts here.
    Move(Point),
    /// Straight to here.
    Line(Point),
    /// Bent by the first point, to the second.
    Quad(Point, Point),
    /// Bent by two points, to the third.
    Cubic(Point, Point, Point),
    /// Straight back to the start.
    Close,
}

/// Any number of lines, open or closed.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Path {
    /// What the pen does, in order; the first step is a move.
    pub(crate) steps: Vec<Step>,
}

impl Path {
    /// An upright box.
    pub(crate) fn rect(bounds: &Bounds) -> Self {
        Self::polygon(bounds.corners())
    }

    /// An upright box whose corners are rounded; the radius is cut to what fits.
    pub(crate) fn rounded_rect(bounds: &Bounds, radius: f64) -> Self {
        let [width, height] = bounds.size();
        let radius = radius.min(width / 2.0).min(height / 2.0);
        let handle = radius * (1.0 - QUARTER);
        let ([l, b], [r, t]) = (bounds.min, bounds.max);
        Self {
            steps: vec![
                Step::Move([l + radius, b]),
                Step::Line([r - radius, b]),
                Step::Cubic([r - handle, b], [r, b + handle], [r, b + radius]),
                Step::Line([r, t - radius]),
                Step::Cubic([r, t - handle], [r - handle, t], [r - radius, t]),
                Step::Line([l + radius, t]),
                Step::Cubic([l + handle, t], [l, t - handle], [l, t - radius]),
                Step::Line([l, b + radius]),
                Step::Cubic([l, b + handle], [l + handle, b], [l + radius, b]),
                Step::Close,
            ],
        }
    }

    /// A circle, as four curves.
    pub(crate) fn circle(centre: Point, radius: f64) -> Self {
        let at = |x: f64, y: f64| [centre[0] + x * radius, centre[1] + y * radius];
        let k = QUARTER;
        Self {
            steps: vec![
                Step::Move(at(1.0, 0.0)),
                Step::Cubic(at(1.0, k), at(k, 1.0), at(0.0, 1.0)),
                Step::Cubic(at(-k, 1.0), at(-1.0, k), at(-1.0, 0.0)),
                Step::Cubic(at(-1.0, -k), at(-k, -1.0), at(0.0, -1.0)),
                Step::Cubic(at(k, -1.0), at(1.0, -k), at(1.0, 0.0)),
                Step::Close,
            ],
        }
    }

    /// Straight lines from point to point and back to the first; none for less than two.
    pub(crate) fn polygon(points: impl IntoIterator<Item = Point>) -> Self {
        let mut path = Self::polyline(points);
        if !path.steps.is_empty() {
            path.steps.push(Step::Close);
        }
        path
    }

    /// Straight lines from point to point; none for less than two.
    pub(crate) fn polyline(points: impl IntoIterator<Item = Point>) -> Self {
        let mut points = points.into_iter();
        let start = points.next().map(Step::Move);
        let steps: Vec<Step> = start.into_iter().chain(points.map(Step::Line)).collect();
        match steps.len() {
            0 | 1 => Self::default(),
            _ => Self { steps },
        }
    }

    /// Adds the other path's lines.
    pub(crate) fn extend(&mut self, other: Self) {
        self.steps.extend(other.steps);
    }

    /// The same lines, moved.
    pub(crate) fn mapped(&self, map: &Affine) -> Self {
        let steps = self.steps.iter().map(|step| match *step {
            Step::Move(to) => Step::Move(map.apply(to)),
            Step::Line(to) => Step::Line(map.apply(to)),
            Step::Quad(bend, to) => Step::Quad(map.apply(bend), map.apply(to)),
            Step::Cubic(first, second, to) => {
                Step::Cubic(map.apply(first), map.apply(second), map.apply(to))
            }
            Step::Close => Step::Close,
        });
        Self {
            steps: steps.collect(),
        }
    }

    /// All points in order, those that only bend among them.
    pub(crate) fn points(&self) -> impl Iterator<Item = Point> {
        self.steps
            .iter()
            .flat_map(|step| match *step {
                Step::Move(to) | Step::Line(to) => [Some(to), None, None],
                Step::Quad(bend, to) => [Some(bend), Some(to), None],
                Step::Cubic(first, second, to) => [Some(first), Some(second), Some(to)],
                Step::Close => [None; 3],
            })
            .flatten()
    }

    /// A box that has all of it inside.
    pub(crate) fn bounds(&self) -> Bounds {
        Bounds::around(self.points())
    }

    /// The lines one by one as straight pieces, each with whether it is closed.
    pub(crate) fn flattened(&self) -> Vec<(Vec<Point>, bool)> {
        let mut lines: Vec<(Vec<Point>, bool)> = Vec::new();
        for step in &self.steps {
            if let Step::Move(to) = *step {
                lines.push((vec![to], false));
                continue;
            }
            let Some((line, closed)) = lines.last_mut() else {
                continue;
            };
            let from = line.last().copied().unwrap_or_default();
            match *step {
                Step::Line(to) => line.push(to),
                Step::Quad(bend, to) => {
                    let bends = [lerp(from, bend, 2.0 / 3.0), lerp(to, bend, 2.0 / 3.0)];
                    flatten(line, [from, bends[0], bends[1], to]);
                }
                Step::Cubic(first, second, to) => flatten(line, [from, first, second, to]),
                Step::Close => *closed = true,
                Step::Move(_) => {}
            }
        }
        lines
    }
}

/// Adds straight pieces that follow the curve to a tenth of a unit or so.
fn flatten(line: &mut Vec<Point>, curve: [Point; 4]) {
    let length: f64 = curve
        .windows(2)
        .map(|pair| (pair[1][0] - pair[0][0]).hypot(pair[1][1] - pair[0][1]))
        .sum();
    // The error of n pieces of a quarter circle of radius r is about 0.3·r/n².
    let pieces = (2.0 * length.sqrt()).clamp(4.0, MOST_PIECES).ceil();
    let [a, b, c, d] = curve;
    let mut i = 1.0;
    while i <= pieces {
        let t = i / pieces;
        let (ab, bc, cd) = (lerp(a, b, t), lerp(b, c, t), lerp(c, d, t));
        line.push(lerp(lerp(ab, bc, t), lerp(bc, cd, t), t));
        i += 1.0;
    }
}

/// The way from `a` (at 0) to `b` (at 1).
pub(crate) fn lerp(a: Point, b: Point, t: f64) -> Point {
    [
        a[0] * (1.0 - t) + b[0] * t, // exact at both ends, and never overflows between
        a[1] * (1.0 - t) + b[1] * t,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_less_than_two_points_are_no_lines() {
        assert_eq!(Path::polygon([]), Path::default());
        assert_eq!(Path::polyline([[1.0, 2.0]]), Path::default());
        assert_eq!(Path::polygon([[1.0, 2.0], [3.0, 4.0]]).steps.len(), 3);
    }

    #[test]
    fn a_flattened_circle_stays_a_circle() {
        let lines = Path::circle([3.0, 4.0], 100.0).flattened();

        let [(line, closed)] = &lines[..] else {
            panic!("one line");
        };
        assert!(closed);
        for point in line {
            let radius = (point[0] - 3.0).hypot(point[1] - 4.0);
            assert!((radius - 100.0).abs() < 0.1, "{radius}");
        }
    }

    #[test]
    fn the_largest_curves_have_a_bounded_number_of_pieces() {
        let lines = Path::circle([0.0, 0.0], 1e76).flattened();

        assert_eq!(lines[0].0.len(), 4 * 1024 + 1);
    }
}
