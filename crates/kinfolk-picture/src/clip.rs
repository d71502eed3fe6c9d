//! Cutting paths to a box, so that the back ends only see coordinates near the picture.
//!
//! What is inside the box stays as it was; cuts run along or end at the box's edge, which
//! lies far enough outside the picture not to be seen.

use crate::path::{Path, Step, lerp};
use crate::plane::{Bounds, Point};

/// The part of a filled path that is inside `frame`: straight pieces if something was cut.
pub(crate) fn clip_area(path: Path, frame: &Bounds) -> Path {
    if frame.contains(&path.bounds()) {
        return path;
    }
    let mut clipped = Path::default();
    for (mut polygon, _) in path.flattened() {
        for edge in Edge::of(frame) {
            polygon = edge.cut(&polygon);
        }
        clipped.extend(Path::polygon(polygon));
    }
    clipped
}

/// The parts of a line that are inside `frame`: straight pieces if something was cut.
pub(crate) fn clip_line(path: Path, frame: &Bounds) -> Path {
    if frame.contains(&path.bounds()) {
        return path;
    }
    let mut clipped = Path::default();
    for (mut line, closed) in path.flattened() {
        if closed {
            line.extend(line.first().copied());
        }
        let mut pen = None; // where the last piece ended
        for pair in line.windows(2) {
            let Some((from, to)) = clip_piece(pair[0], pair[1], frame) else {
                continue;
            };
            if pen != Some(from) {
                clipped.steps.push(Step::Move(from));
            }
            clipped.steps.push(Step::Line(to));
            pen = Some(to);
        }
    }
    clipped
}

/// The part of one straight piece inside, or none.
fn clip_piece(from: Point, to: Point, frame: &Bounds) -> Option<(Point, Point)> {
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for edge in Edge::of(frame) {
        match (edge.inside(from), edge.inside(to)) {
            (true, true) => {}
            (false, false) => return None,
            (false, true) => enter = enter.max(edge.crossing(from, to)),
            (true, false) => leave = leave.min(edge.crossing(from, to)),
        }
    }
    (enter <= leave).then(|| {
        let start = if enter > 0.0 {
            lerp(from, to, enter)
        } else {
            from
        };
        let end = if leave < 1.0 {
            lerp(from, to, leave)
        } else {
            to
        };
        (start, end)
    })
}

/// One of the four sides of a box.
#[derive(Debug, Clone, Copy)]
struct Edge {
    axis: usize,
    at: f64,
    keep_above: bool,
}

impl Edge {
    fn of(frame: &Bounds) -> [Self; 4] {
        let edge = |axis, at, keep_above| Self {
            axis,
            at,
            keep_above,
        };
        [
            edge(0, frame.min[0], true),
            edge(0, frame.max[0], false),
            edge(1, frame.min[1], true),
            edge(1, frame.max[1], false),
        ]
    }

    fn inside(&self, point: Point) -> bool {
        if self.keep_above {
            point[self.axis] >= self.at
        } else {
            point[self.axis] <= self.at
        }
    }

    /// How far along from `from` to `to`, which lie on different sides.
    fn crossing(&self, from: Point, to: Point) -> f64 {
        let (start, end) = (from[self.axis], to[self.axis]);
        (self.at - start) / (end - start)
    }

    /// The part of a polygon on the inner side, after Sutherland and Hodgman.
    fn cut(&self, polygon: &[Point]) -> Vec<Point> {
        let mut kept = Vec::with_capacity(polygon.len() + 2);
        let Some(mut from) = polygon.last().copied() else {
            return kept;
        };
        for &to in polygon {
            if self.inside(from) != self.inside(to) {
                let mut crossing = lerp(from, to, self.crossing(from, to));
                crossing[self.axis] = self.at; // and not an ulp of the far end beside it
                kept.push(crossing);
            }
            if self.inside(to) {
                kept.push(to);
            }
            from = to;
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame() -> Bounds {
        Bounds::centred([0.0, 0.0], 20.0, 20.0)
    }

    #[test]
    fn what_is_inside_stays_as_it_was() {
        let circle = Path::circle([0.0, 0.0], 5.0);

        assert_eq!(clip_area(circle.clone(), &frame()), circle);
        assert_eq!(clip_line(circle.clone(), &frame()), circle);
    }

    #[test]
    fn a_vast_area_becomes_the_frame() {
        let vast = Path::rect(&Bounds::centred([0.0, 0.0], 1e60, 1e60));

        assert_eq!(clip_area(vast, &frame()).bounds(), frame());
    }

    #[test]
    fn a_vast_circle_is_cut_along_its_edge() {
        let planet = Path::circle([0.0, -1e5], 1e5);

        let bounds = clip_area(planet, &frame()).bounds();

        assert_eq!(bounds.min, [-10.0, -10.0]);
        assert!(bounds.max[1] < 0.5 && bounds.max[1] > -0.5, "{bounds:?}");
    }

    #[test]
    fn a_line_leaves_and_comes_back_as_two() {
        let zigzag = Path::polyline([[0.0, 0.0], [40.0, 0.0], [40.0, 5.0], [0.0, 5.0]]);

        let steps = clip_line(zigzag, &frame()).steps;

        assert_eq!(
            steps,
            [
                Step::Move([0.0, 0.0]),
                Step::Line([10.0, 0.0]),
                Step::Move([10.0, 5.0]),
                Step::Line([0.0, 5.0]),
            ]
        );
    }

    #[test]
    fn what_is_elsewhere_leaves_nothing() {
        let far = Path::circle([1e30, 1e30], 1.0);

        assert_eq!(clip_area(far.clone(), &frame()), Path::default());
        assert_eq!(clip_line(far, &frame()), Path::default());
    }
}
