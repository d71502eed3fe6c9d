//! Shapes under a hierarchy: what scale, skew and mirroring make of them.
//!
//! A body is rigid: it has a place and a rotation. Everything else that a world matrix does to
//! a shape is done to the shape itself, once, exactly for boxes and polygons; a circle or a
//! capsule that is not scaled evenly becomes a polygon of many corners. What comes out is convex.

use std::f32::consts::{PI, TAU};

use glam::{Affine2, Vec2};

use crate::body::{Part, Shape};
use crate::error::Reason;
use crate::stance::is_in_reach;

/// A convex shape in the space of a rigid body.
#[derive(Debug, Clone, PartialEq)]
pub enum Geometry {
    /// A circle.
    Circle {
        /// Its middle.
        center: Vec2,
        /// Greater than zero.
        radius: f32,
    },
    /// Everything near a segment.
    Capsule {
        /// One end.
        from: Vec2,
        /// The other end, which is somewhere else.
        to: Vec2,
        /// Greater than zero.
        radius: f32,
    },
    /// Corners, counter-clockwise: at least three, and as many as it takes.
    Polygon {
        /// Convex.
        corners: Vec<Vec2>,
    },
}

/// So many corners make an ellipse.
const ROUND: usize = 24;

/// Smaller shapes are nothing to a physics engine.
const SMALLEST: f32 = 1e-4;

/// Larger ones neither.
const LARGEST: f32 = 1e7;

/// What a part is in the space of its body, whose space has been bent by `bend`: the world of the
/// node without its place and rotation.
///
/// # Errors
/// Numbers that make no shape, and shapes that are bent to nothing.
pub(crate) fn of_part(part: &Part, bend: Affine2) -> Result<Vec<Geometry>, Reason> {
    let numbers = [part.offset.x, part.offset.y, part.angle];
    if numbers.iter().any(|number| !number.is_finite()) {
        return Err(Reason::NotFinite("the place of a shape"));
    }
    let to_body = bend * Affine2::from_angle_translation(part.angle, part.offset);
    if !is_in_reach(to_body.translation) {
        return Err(Reason::TooFar);
    }
    let even = evenly(to_body);
    let bent = match (&part.shape, even) {
        (Shape::Circle { radius }, even) => {
            positive(*radius, "the radius of a circle")?;
            match even {
                Some(scale) => vec![Geometry::Circle {
                    center: to_body.translation,
                    radius: radius * scale,
                }],
                None => vec![round(to_body, Vec2::ZERO, Vec2::ZERO, *radius)],
            }
        }
        (Shape::Capsule { width, height }, even) => {
            positive(*width, "the width of a capsule")?;
            positive(*height, "the height of a capsule")?;
            let radius = width.min(*height) / 2.0;
            let reach = Vec2::new(width / 2.0 - radius, height / 2.0 - radius);
            if reach == Vec2::ZERO {
                let circle = Part {
                    shape: Shape::Circle { radius },
                    ..part.clone()
                };
                return of_part(&circle, bend);
            }
            match even {
                Some(scale) => vec![Geometry::Capsule {
                    from: to_body.transform_point2(-reach),
                    to: to_body.transform_point2(reach),
                    radius: radius * scale,
                }],
                None => vec![round(to_body, -reach, reach, radius)],
            }
        }
        (Shape::Box { width, height }, _) => {
            positive(*width, "the width of a box")?;
            positive(*height, "the height of a box")?;
            let (x, y) = (width / 2.0, height / 2.0);
            let corners = [(-x, -y), (x, -y), (x, y), (-x, y)];
            let corners = corners.map(|(x, y)| to_body.transform_point2(Vec2::new(x, y)));
            vec![polygon(corners.to_vec())]
        }
        (Shape::Polygon { points }, _) => {
            if points.iter().any(|point| !point.is_finite()) {
                return Err(Reason::NotFinite("a corner of a polygon"));
            }
            let corners = points.iter().map(|&point| to_body.transform_point2(point));
            pieces(corners.collect())?
        }
    };
    // Of a polygon that is not convex, nothing may be left.
    if !bent.is_empty() && bent.iter().all(is_solid) {
        Ok(bent)
    } else {
        Err(Reason::Degenerate)
    }
}

fn positive(size: f32, what: &'static str) -> Result<(), Reason> {
    if !size.is_finite() {
        Err(Reason::NotFinite(what))
    } else if size <= 0.0 {
        Err(Reason::NotPositive(what, size))
    } else {
        Ok(())
    }
}

/// By how much a map scales, if it scales evenly and does not skew.
fn evenly(map: Affine2) -> Option<f32> {
    let (x, y) = (map.matrix2.x_axis, map.matrix2.y_axis);
    let (long, wide) = (x.length(), y.length());
    let most = long.max(wide);
    let is_even = (long - wide).abs() <= 1e-4 * most && x.dot(y).abs() <= 1e-4 * most * most;
    is_even.then_some((long + wide) / 2.0)
}

/// Everything within `radius` of the way from `from` to `to`, bent.
fn round(to_body: Affine2, from: Vec2, to: Vec2, radius: f32) -> Geometry {
    let along = (to - from).normalize_or(Vec2::X);
    let start = along.to_angle() - PI / 2.0;
    // A little outside, so that the area is that of the round shape.
    let step = TAU / ROUND as f32;
    let radius = radius * (step / step.sin()).sqrt();
    let corner = |index: usize| {
        let around = start + step * (index as f32 + 0.5);
        let middle = if index < ROUND / 2 { to } else { from };
        to_body.transform_point2(middle + Vec2::from_angle(around) * radius)
    };
    polygon((0..ROUND).map(corner).collect())
}

/// The corners, counter-clockwise.
fn polygon(mut corners: Vec<Vec2>) -> Geometry {
    if area(&corners) < 0.0 {
        corners.reverse();
    }
    Geometry::Polygon { corners }
}

/// Twice the area inside, negative if the corners go clockwise.
fn area(corners: &[Vec2]) -> f32 {
    let next = corners.iter().cycle().skip(1);
    let origin = corners.first().copied().unwrap_or_default();
    let pairs = corners.iter().zip(next);
    pairs
        .map(|(&a, &b)| (a - origin).perp_dot(b - origin))
        .sum()
}

fn is_solid(geometry: &Geometry) -> bool {
    let fits = |size: f32| (SMALLEST..LARGEST).contains(&size);
    match geometry {
        Geometry::Circle { center, radius } => center.is_finite() && fits(*radius),
        Geometry::Capsule { from, to, radius } => {
            from.is_finite() && to.is_finite() && fits(*radius)
        }
        Geometry::Polygon { corners } => {
            let area = area(corners);
            let longest = corners.iter().zip(corners.iter().cycle().skip(1));
            let longest = longest.map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
            corners.iter().all(|corner| corner.is_finite())
                && fits(longest)
                && area / longest >= SMALLEST
        }
    }
}

/// A simple polygon as convex pieces.
fn pieces(mut corners: Vec<Vec2>) -> Result<Vec<Geometry>, Reason> {
    corners.dedup();
    while corners.len() > 1 && corners.first() == corners.last() {
        corners.pop();
    }
    if corners.len() < 3 {
        return Err(Reason::Degenerate);
    }
    if area(&corners) < 0.0 {
        corners.reverse();
    }
    if is_convex(&corners) {
        return Ok(vec![Geometry::Polygon { corners }]);
    }
    if crosses_itself(&corners) {
        return Err(Reason::CrossesItself);
    }
    Ok(cut_ears(corners))
}

fn is_convex(corners: &[Vec2]) -> bool {
    let count = corners.len();
    let mut turn = 0.0;
    for index in 0..count {
        let (a, b, c) = (
            corners[index],
            corners[(index + 1) % count],
            corners[(index + 2) % count],
        );
        if (b - a).perp_dot(c - b) < 0.0 {
            return false;
        }
        turn += (b - a).angle_to(c - b);
    }
    turn < TAU * 1.5 // once around, and not twice
}

fn crosses_itself(corners: &[Vec2]) -> bool {
    let count = corners.len();
    let edge = |index: usize| (corners[index], corners[(index + 1) % count]);
    let side = |(a, b): (Vec2, Vec2), point: Vec2| (b - a).perp_dot(point - a);
    for first in 0..count {
        for second in first + 2..count {
            if first == 0 && second == count - 1 {
                continue; // neighbours
            }
            let (one, other) = (edge(first), edge(second));
            let apart = side(one, other.0) * side(one, other.1) < 0.0;
            if apart && side(other, one.0) * side(other, one.1) < 0.0 {
                return true;
            }
        }
    }
    false
}

/// Triangles, cut off one by one.
fn cut_ears(mut corners: Vec<Vec2>) -> Vec<Geometry> {
    let mut triangles = Vec::with_capacity(corners.len());
    while corners.len() > 3 {
        let count = corners.len();
        let ear = (0..count).find(|&index| is_ear(&corners, index));
        let ear = ear.unwrap_or_else(|| flattest(&corners));
        let (before, after) = ((ear + count - 1) % count, (ear + 1) % count);
        let triangle = vec![corners[before], corners[ear], corners[after]];
        if area(&triangle) > 0.0 {
            triangles.push(triangle);
        }
        corners.remove(ear);
    }
    triangles.push(corners);
    let is_something = |triangle: &Vec<Vec2>| {
        is_solid(&Geometry::Polygon {
            corners: triangle.clone(),
        })
    };
    let solid = triangles.into_iter().filter(is_something);
    solid.map(polygon).collect()
}

fn is_ear(corners: &[Vec2], index: usize) -> bool {
    let count = corners.len();
    let (a, b, c) = (
        corners[(index + count - 1) % count],
        corners[index],
        corners[(index + 1) % count],
    );
    let left = |a: Vec2, b: Vec2, point: Vec2| (b - a).perp_dot(point - a);
    if left(a, b, c) <= 0.0 {
        return false;
    }
    let others = corners.iter().filter(|&&p| p != a && p != b && p != c);
    let mut inside =
        others.filter(|&&p| left(a, b, p) >= 0.0 && left(b, c, p) >= 0.0 && left(c, a, p) >= 0.0);
    inside.next().is_none()
}

/// The corner that matters least; for polygons whose ears rounding has hidden.
fn flattest(corners: &[Vec2]) -> usize {
    let count = corners.len();
    let size = |index: usize| {
        let (before, after) = ((index + count - 1) % count, (index + 1) % count);
        area(&[corners[before], corners[index], corners[after]]).abs()
    };
    let smallest = (0..count).min_by(|&a, &b| size(a).total_cmp(&size(b)));
    smallest.unwrap_or_default()
}
