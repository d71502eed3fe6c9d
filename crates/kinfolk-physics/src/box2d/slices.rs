//! Convex polygons as Box2D takes them: of eight corners at most, and not too thin.

use boxdd::{MAX_POLYGON_VERTICES, Polygon, Transform};
use glam::Vec2;

/// Corners that are nearer to each other than this, in metres, are one for Box2D.
const WELD: f32 = 0.02;

/// Box2D's polygons that a convex polygon is made of, all of them in Box2D's units; empty if it
/// is too small or too flat.
///
/// Of a polygon with many corners, slices that are too thin for Box2D are left out.
pub(super) fn slices(corners: &[Vec2], metre: f32) -> Vec<Polygon> {
    if corners.len() <= MAX_POLYGON_VERTICES {
        return hull(corners)
            .or_else(|| board(corners))
            .into_iter()
            .collect();
    }
    let corners = apart(corners, WELD * metre);
    let Some((&first, rest)) = corners.split_first() else {
        return Vec::new();
    };
    let mut slices = Vec::new();
    let mut start = 0;
    while start + 1 < rest.len() {
        let end = rest.len().min(start + MAX_POLYGON_VERTICES - 1);
        let mut slice = vec![first];
        slice.extend(&rest[start..end]);
        slices.extend(hull(&slice));
        start = end - 1;
    }
    slices
}

fn hull(corners: &[Vec2]) -> Option<Polygon> {
    Polygon::from_points(corners.iter().map(|corner| corner.to_array()), 0.0).ok()
}

/// A rectangle, which may be thinner than other polygons.
fn board(corners: &[Vec2]) -> Option<Polygon> {
    let &[a, b, c, d] = corners else {
        return None;
    };
    let (along, across) = (b - a, d - a);
    let (long, wide) = (along.length(), across.length());
    let skew = along.dot(across).abs() + (a + c - b - d).length() * long.max(wide);
    if skew > 1e-4 * long * wide {
        return None;
    }
    let middle = ((a + c) / 2.0).to_array();
    let place = Transform::from_pos_angle(middle, along.to_angle()).ok()?;
    Polygon::offset_box_polygon(long / 2.0, wide / 2.0, place).ok()
}

/// The corners without those that are too near to the one before.
fn apart(corners: &[Vec2], distance: f32) -> Vec<Vec2> {
    let mut kept: Vec<Vec2> = Vec::with_capacity(corners.len());
    for &corner in corners {
        let near = |&other: &Vec2| corner.distance(other) < distance;
        if !kept.last().is_some_and(near) && !kept.first().is_some_and(near) {
            kept.push(corner);
        }
    }
    kept
}
