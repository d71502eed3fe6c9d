//! Worlds to try engines in.

use glam::Vec2;
use kinfolk_physics::{Backend, Body, BodyKind, Geometry, Material, Pose, Settings, Touch};

pub(crate) const FRAME: f32 = 1.0 / 60.0;

/// One test for every engine.
macro_rules! in_every_engine {
    ($($name:ident),* $(,)?) => {

        mod rapier {
            $(#[test] fn $name() { super::$name::<kinfolk_physics::Rapier>(); })*
        }
        #[cfg(feature = "box2d")]
        mod box2d {
            $(#[test] fn $name() { super::$name::<kinfolk_physics::Box2d>(); })*
        }
    };
}

pub(crate) fn world<B: Backend>() -> B {
    B::new(Settings::default())
}

pub(crate) fn weightless<B: Backend>() -> B {
    B::new(Settings {
        gravity: Vec2::ZERO,
        ..Settings::default()
    })
}

pub(crate) fn at(x: f32, y: f32) -> Pose {
    turned(x, y, 0.0)
}

pub(crate) fn turned(x: f32, y: f32, radians: f32) -> Pose {
    Pose {
        position: Vec2::new(x, y),
        rotation: Vec2::from_angle(radians),
    }
}

pub(crate) fn a(kind: BodyKind) -> Body {
    Body {
        kind,
        ..Body::default()
    }
}

pub(crate) fn rectangle(width: f32, height: f32) -> Geometry {
    let (x, y) = (width / 2.0, height / 2.0);
    let corners = [(-x, -y), (x, -y), (x, y), (-x, y)];
    Geometry::Polygon {
        corners: corners.map(Vec2::from).to_vec(),
    }
}

pub(crate) fn circle(radius: f32) -> Geometry {
    Geometry::Circle {
        center: Vec2::ZERO,
        radius,
    }
}

pub(crate) fn round(corners: usize, radius: f32) -> Geometry {
    let angle = |index: usize| (index as f32 + 0.5) * std::f32::consts::TAU / corners as f32;
    Geometry::Polygon {
        corners: (0..corners)
            .map(|index| Vec2::from_angle(angle(index)) * radius)
            .collect(),
    }
}

/// A body of one shape; both have the same tag.
pub(crate) fn put<B: Backend>(
    world: &mut B,
    body: &Body,
    pose: Pose,
    geometry: &Geometry,
    material: Material,
    tag: u32,
) -> (B::BodyId, B::ShapeId) {
    let id = world.add_body(body, pose, tag).unwrap();
    let shape = world.add_shape(id, geometry, &material, tag).unwrap();
    (id, shape)
}

pub(crate) fn put_box<B: Backend>(
    world: &mut B,
    kind: BodyKind,
    pose: Pose,
    tag: u32,
) -> B::BodyId {
    let body = a(kind);
    put(
        world,
        &body,
        pose,
        &rectangle(1.0, 1.0),
        Material::default(),
        tag,
    )
    .0
}

/// A floor whose top is at 0.
pub(crate) fn put_floor<B: Backend>(world: &mut B, tag: u32) -> B::BodyId {
    let floor = rectangle(40.0, 1.0);
    let (body, pose) = (a(BodyKind::Static), at(0.0, -0.5));
    put(world, &body, pose, &floor, Material::default(), tag).0
}

pub(crate) fn steps<B: Backend>(world: &mut B, count: usize) -> Vec<Touch> {
    let mut touches = Vec::new();
    for _ in 0..count {
        world.step(FRAME);
        world.touches(&mut touches);
    }
    touches
}

pub(crate) fn secs<B: Backend>(world: &mut B, secs: f32) -> Vec<Touch> {
    steps(world, (secs / FRAME).round() as usize)
}

pub(crate) fn angle(pose: Pose) -> f32 {
    pose.rotation.to_angle()
}

/// Who has begun (+) and ceased (-) to touch whom.
pub(crate) fn drawn(touches: &[Touch]) -> Vec<String> {
    let draw = |touch: &Touch| {
        let (low, high) = (touch.one.min(touch.other), touch.one.max(touch.other));
        let (sign, kind) = (
            if touch.begins { '+' } else { '-' },
            if touch.sensor { "~" } else { "|" },
        );
        format!("{sign}{low}{kind}{high}")
    };
    touches.iter().map(draw).collect()
}

#[track_caller]
pub(crate) fn near(left: f32, right: f32, within: f32) {
    assert!((left - right).abs() <= within, "{left} is not {right}");
}

#[track_caller]
pub(crate) fn near_point(left: Vec2, right: Vec2, within: f32) {
    assert!(left.distance(right) <= within, "{left} is not {right}");
}
