//! Shapes as Box2D takes them: polygons of eight corners at most, and nothing too small.

use boxdd::{
    Body, Capsule, Circle, Filter, MAX_POLYGON_VERTICES, Polygon, ShapeDef, ShapeId,
    SurfaceMaterial, Transform,
};
use glam::Vec2;

use super::refusal;
use super::units::Units;
use crate::body::Material;
use crate::error::Reason;
use crate::geometry::Geometry;

/// Corners that are nearer to each other than this, in metres, are one for Box2D.
const WELD: f32 = 0.02;

/// Puts a shape on a body, in pieces if need be.
pub(super) fn put(
    body: &mut Body<'_>,
    units: Units,
    geometry: &Geometry,
    material: &Material,
) -> Result<Vec<ShapeId>, Reason> {
    let surface = SurfaceMaterial::new()
        .with_friction(material.friction)
        .and_then(|surface| surface.with_restitution(material.restitution))
        .map_err(refusal)?;
    let definition = ShapeDef::builder()
        .material(surface)
        .density(units.density(material.density))
        .filter(Filter {
            category_bits: u64::from(material.layers),
            mask_bits: u64::from(material.mask),
            group_index: 0,
        })
        .sensor(material.sensor)
        .enable_sensor_events(true)
        .enable_contact_events(true)
        .build()
        .map_err(refusal)?;
    match geometry {
        Geometry::Circle { center, radius } => {
            let circle = Circle::new(units.vector(*center), units.length(*radius));
            let piece = circle.and_then(|circle| body.create_circle(&definition, &circle));
            Ok(vec![piece.map_err(refusal)?])
        }
        Geometry::Capsule { from, to, radius } => {
            let radius = units.length(*radius);
            let capsule = Capsule::new(units.vector(*from), units.vector(*to), radius);
            let piece = capsule.and_then(|capsule| body.create_capsule(&definition, &capsule));
            // One that is too short for Box2D is as good as a circle.
            let piece = piece.or_else(|_| {
                let circle = Circle::new(units.vector((*from + *to) / 2.0), radius)?;
                body.create_circle(&definition, &circle)
            });
            Ok(vec![piece.map_err(refusal)?])
        }
        Geometry::Polygon { corners } => {
            let corners: Vec<Vec2> = corners
                .iter()
                .map(|&corner| Vec2::from(units.vector(corner)))
                .collect();
            let slices = slices(&corners, units.metre());
            let pieces = slices
                .iter()
                .filter_map(|slice| body.create_polygon(&definition, slice).ok());
            let pieces: Vec<ShapeId> = pieces.collect();
            if pieces.is_empty() {
                return Err(Reason::Degenerate);
            }
            Ok(pieces)
        }
    }
}

/// Box2D's polygons that a convex polygon is made of, all of them in Box2D's units; empty if it
/// is too small or too flat.
///
/// Of a polygon with many corners, slices that are too thin for Box2D are left out.
fn slices(corners: &[Vec2], metre: f32) -> Vec<Polygon> {
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
