//! Shapes of every kind, and crooked ones.

use std::f32::consts::{PI, TAU};

use glam::Vec2;
use kinfolk_physics::{Backend, Body, BodyKind, Geometry, Material, Reason};

use crate::worlds::{
    a, angle, at, circle, drawn, near, put, put_box, put_floor, rectangle, round, secs, steps,
    world,
};

in_every_engine![
    round_shapes_rest_on_their_rims,
    a_polygon_of_many_corners_is_one_shape,
    crooked_polygons_are_taken_or_refused,
    a_thin_board_holds,
];

fn round_shapes_rest_on_their_rims<B: Backend>() {
    let lying = Geometry::Capsule {
        from: Vec2::new(-0.5, 0.0),
        to: Vec2::new(0.5, 0.0),
        radius: 0.3,
    };
    let short = Geometry::Capsule {
        from: Vec2::new(-0.001, 0.0),
        to: Vec2::new(0.001, 0.0),
        radius: 0.4,
    };
    let flat_radius = 0.6 * (PI / 24.0).cos();
    for (shape, height) in [
        (circle(0.7), 0.7),
        (lying, 0.3),
        (short, 0.4),
        (round(24, 0.6), flat_radius),
    ] {
        let mut world: B = world();
        put_floor(&mut world, 1);
        let (id, _) = put(
            &mut world,
            &Body::default(),
            at(0.0, 1.0),
            &shape,
            Material::default(),
            2,
        );

        secs(&mut world, 4.0);

        near(world.pose(id).position.y, height, 0.02);
        assert!(world.is_asleep(id), "{shape:?}");
    }
}

fn a_polygon_of_many_corners_is_one_shape<B: Backend>() {
    let mut world: B = world();
    put_floor(&mut world, 1);
    let pushed = Body {
        velocity: Vec2::new(3.0, 0.0),
        ..Body::default()
    };
    let wheel = round(24, 0.5);
    let (id, shape) = put(
        &mut world,
        &pushed,
        at(-5.0, 0.5),
        &wheel,
        Material::default(),
        2,
    );
    let area = 12.0 * 0.25 * (TAU / 24.0).sin();
    near(world.mass(id), area, 0.01);

    let rolled = secs(&mut world, 2.0);

    let hops = drawn(&rolled);
    assert_eq!(
        hops.iter().filter(|touch| *touch == "+1|2").count(),
        hops.len().div_ceil(2)
    );
    assert!(world.pose(id).position.x > -3.0);
    assert!(angle(world.pose(id)).abs() > 0.3);
    world.remove_shape(shape);
    near(world.mass(id), 0.0, 1e-6);
    secs(&mut world, 2.0);
}

fn crooked_polygons_are_taken_or_refused<B: Backend>() {
    let mut world: B = world();
    let id = world.add_body(&Body::default(), at(0.0, 0.0), 1).unwrap();
    let polygon = |corners: &[(f32, f32)]| Geometry::Polygon {
        corners: corners.iter().copied().map(Vec2::from).collect(),
    };

    for taken in [
        // corners on an edge
        polygon(&[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]),
        // corners that are nearly the same
        polygon(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1e-6), (1.0, 1.0), (0.0, 1.0)]),
        // many of both
        polygon(&[
            (0.0, 0.0),
            (0.5, 0.0),
            (1.0, 0.0),
            (1.5, 0.0),
            (2.0, 0.0),
            (2.0, 1e-5),
            (2.0, 0.5),
            (2.0, 1.0),
            (2.0, 2.0),
            (1.0, 2.0),
            (0.0, 2.0),
        ]),
        round(8, 1.0),
        round(9, 1.0),
        round(100, 3.0),
        round(400, 3.0),
        round(24, 0.05),
    ] {
        world
            .add_shape(id, &taken, &Material::default(), 1)
            .unwrap();
    }
    assert!(world.mass(id).is_finite());

    let point = polygon(&[(0.0, 0.0), (0.0, 0.0), (0.0, 0.0)]);
    let refused = world.add_shape(id, &point, &Material::default(), 1);
    assert_eq!(refused.unwrap_err(), Reason::Degenerate);
    steps(&mut world, 3);
}

fn a_thin_board_holds<B: Backend>() {
    let mut world: B = world();
    let board = rectangle(10.0, 0.004);
    put(
        &mut world,
        &a(BodyKind::Static),
        at(0.0, 0.0),
        &board,
        Material::default(),
        1,
    );
    let id = put_box(&mut world, BodyKind::Dynamic, at(0.0, 0.6), 2);

    secs(&mut world, 2.0);

    near(world.pose(id).position.y, 0.502, 0.02);
}
