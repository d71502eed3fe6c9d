//! Between screen and world: there and back, y and angles turned over together.

use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use glam::Vec2;
use kinfolk_game::{Bounds, Viewport, ViewportError};
use proptest::prelude::*;

fn viewport(position: [f32; 2], zoom: f32, rotation: f32) -> Viewport {
    let mut viewport = Viewport::new(800.0, 600.0).unwrap();
    viewport.set_position(position.into()).unwrap();
    viewport.set_zoom(zoom).unwrap();
    viewport.set_rotation(rotation).unwrap();
    viewport
}

#[track_caller]
fn assert_near(got: Vec2, wanted: impl Into<Vec2>) {
    let wanted = wanted.into();
    assert!(got.distance(wanted) < 1e-3, "{got}, not {wanted}");
}

#[test]
fn a_new_viewport_only_turns_y_over() {
    let viewport = Viewport::new(800.0, 600.0).unwrap();

    for (world, screen) in [
        ([0.0, 0.0], [0.0, 600.0]),
        ([0.0, 600.0], [0.0, 0.0]),
        ([10.0, 1.0], [10.0, 599.0]),
    ] {
        assert_eq!(viewport.screen_from_world(world.into()).to_array(), screen);
        assert_eq!(viewport.world_from_screen(screen.into()).to_array(), world);
    }
    assert_eq!(viewport.visible_world().max.to_array(), [800.0, 600.0]);
}

#[test]
fn a_camera_turned_left_shows_the_world_turned_right() {
    let viewport = viewport([10.0, 20.0], 2.0, FRAC_PI_2);

    // What is above the camera in the world is to the right of it on the screen.
    assert_near(
        viewport.screen_from_world([10.0, 25.0].into()),
        [410.0, 300.0],
    );
    assert_near(viewport.screen_vector_from_world(Vec2::X), [0.0, 2.0]);
    assert_eq!(viewport.screen_angle_from_world(FRAC_PI_2), 0.0);
    assert_eq!(viewport.world_angle_from_screen(0.0), FRAC_PI_2);
}

#[test]
fn panning_moves_the_picture_with_the_finger() {
    let mut viewport = viewport([3.0, 4.0], 5.0, 0.7);
    let ship_in_world = viewport.world_from_screen([100.0, 50.0].into());

    viewport.pan([30.0, -20.0].into()).unwrap();

    assert_near(viewport.screen_from_world(ship_in_world), [130.0, 30.0]);
}

#[test]
fn zooming_and_turning_keep_the_point_that_they_are_around() {
    let mut viewport = viewport([3.0, 4.0], 5.0, 0.7);
    let cursor = Vec2::new(640.0, 80.0);
    let under_cursor = viewport.world_from_screen(cursor);

    viewport.zoom_around(3.0, cursor).unwrap();
    viewport.turn_around(-1.1, cursor).unwrap();

    assert_near(viewport.world_from_screen(cursor), under_cursor);
    assert_eq!(viewport.zoom(), 15.0);
    assert!((viewport.rotation_radians() + 0.4).abs() < 1e-6);
}

#[test]
fn a_larger_screen_shows_the_same_in_its_middle() {
    let mut viewport = viewport([3.0, 4.0], 5.0, 0.7);

    viewport.set_size(1000.0, 100.0).unwrap();

    assert_near(viewport.world_from_screen([500.0, 50.0].into()), [3.0, 4.0]);
}

#[test]
fn a_thing_is_turned_over_last() {
    let viewport = viewport([0.0, 0.0], 10.0, 0.0);
    // A thing at (1, 2), turned a quarter to the left, with something at (3, 0) of its own.
    let world = [0.0, 1.0, -1.0, 0.0, 1.0, 2.0];

    let [a, b, c, d, tx, ty] = viewport.screen_matrix_from_world(world);

    let on_screen = Vec2::new(a * 3.0 + tx, b * 3.0 + ty);
    assert_near(on_screen, viewport.screen_from_world([1.0, 5.0].into()));
    assert!(a * d - b * c < 0.0, "y was turned over");
}

#[test]
fn an_upright_box_stays_upright_and_an_empty_one_empty() {
    let turned = viewport([0.0, 0.0], 1.0, FRAC_PI_4);
    let unit = Bounds::around([Vec2::splat(-1.0), Vec2::ONE]);

    let on_screen = turned.screen_bounds_from_world(unit);

    assert_near(on_screen.size(), Vec2::splat(8_f32.sqrt()));
    assert!(turned.screen_bounds_from_world(Bounds::EMPTY).is_empty());
}

#[test]
fn numbers_that_no_camera_can_have_are_refused_and_change_nothing() {
    let before = viewport([1.0, 2.0], 3.0, 4.0);
    let cursor = Vec2::new(9.0, 9.0);
    type Change = fn(&mut Viewport, f32, Vec2) -> Result<(), ViewportError>;
    let of_any_sign: [Change; 4] = [
        |viewport, number, _| viewport.set_position(Vec2::new(0.0, number)),
        |viewport, number, _| viewport.set_rotation(number),
        |viewport, number, _| viewport.pan(Vec2::new(number, 0.0)),
        |viewport, number, cursor| viewport.turn_around(number, cursor),
    ];
    let positive: [Change; 5] = [
        |viewport, number, _| viewport.set_size(number, 1.0),
        |viewport, number, _| viewport.set_size(1.0, number),
        |viewport, number, _| viewport.set_zoom(number),
        |viewport, number, cursor| viewport.zoom_around(number, cursor),
        |viewport, number, cursor| viewport.zoom_around(1.0 / number, cursor),
    ];

    for number in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.0, -1.0] {
        let finite = number.is_finite();
        let changes = of_any_sign.iter().filter(|_| !finite).chain(&positive);
        for change in changes {
            let mut viewport = before;
            assert!(change(&mut viewport, number, cursor).is_err(), "{number}");
            assert_eq!(viewport, before);
        }
    }
    let mut viewport = before;
    assert!(viewport.zoom_around(2.0, Vec2::NAN).is_err());
    assert_eq!(viewport, before);
}

#[test]
fn a_refusal_says_what_and_why() {
    let negative = Viewport::new(800.0, -1.0).unwrap_err();
    let infinite = viewport([0.0, 0.0], 1.0, 0.0).set_zoom(f32::INFINITY);

    assert_eq!(
        negative.to_string(),
        "the height of a viewport must be more than 0, not -1"
    );
    assert_eq!(
        infinite.unwrap_err().to_string(),
        "a viewport cannot have inf as its zoom"
    );
}

#[test]
fn the_end_of_the_world_is_finite_on_the_screen() {
    let viewport = viewport([-f32::MAX, 0.0], 1e30, 0.3);

    let on_screen = viewport.screen_from_world(Vec2::splat(f32::MAX));

    assert!(on_screen.is_finite());
}

prop_compose! {
    fn any_viewport()(
        size in (1.0..4000.0_f32, 1.0..4000.0_f32),
        position in (-1e4..1e4_f32, -1e4..1e4_f32),
        zoom_power in -6.0..6.0_f32,
        rotation in -7.0..7.0_f32,
    ) -> Viewport {
        let mut viewport = Viewport::new(size.0, size.1).unwrap();
        viewport.set_position(position.into()).unwrap();
        viewport.set_zoom(zoom_power.exp2()).unwrap();
        viewport.set_rotation(rotation).unwrap();
        viewport
    }
}

fn any_point() -> impl Strategy<Value = Vec2> {
    (-1e4..1e4_f32, -1e4..1e4_f32).prop_map(Vec2::from)
}

proptest! {
    #[test]
    fn there_and_back_is_where_it_was(viewport in any_viewport(), point in any_point()) {
        let in_world = viewport.world_from_screen(viewport.screen_from_world(point));
        let largest = point.length() + viewport.position().length() + viewport.size().length();
        prop_assert!(in_world.distance(point) <= 1e-4 * largest, "{} {}", point, in_world);

        let vector = viewport.world_vector_from_screen(viewport.screen_vector_from_world(point));
        prop_assert!(vector.distance(point) <= 1e-4 * point.length());

        let angle = viewport.world_angle_from_screen(viewport.screen_angle_from_world(point.x));
        prop_assert!((angle - point.x).abs() <= 1e-4 * (1.0 + point.x.abs()));
    }

    #[test]
    fn the_angle_of_a_direction_goes_where_the_direction_goes(
        viewport in any_viewport(),
        angle in -PI..PI,
    ) {
        let on_screen = viewport.screen_vector_from_world(Vec2::from_angle(angle));

        let wanted = Vec2::from_angle(viewport.screen_angle_from_world(angle));
        prop_assert!(on_screen.normalize().distance(wanted) < 1e-5);
    }

    #[test]
    fn a_box_contains_its_corners_elsewhere(
        viewport in any_viewport(),
        corners in [any_point(), any_point()],
    ) {
        let bounds = Bounds::around(corners);
        let on_screen = viewport.screen_bounds_from_world(bounds);
        let in_world = viewport.world_bounds_from_screen(bounds);

        for corner in bounds.corners() {
            prop_assert!(on_screen.contains(viewport.screen_from_world(corner)));
            prop_assert!(in_world.contains(viewport.world_from_screen(corner)));
        }
    }
}
