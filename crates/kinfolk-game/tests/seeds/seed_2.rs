//! Transform components: the six conversions, by the formulas that the seed gives.

use glam::{Mat2, Vec2};
use kinfolk_game::Game;

use crate::{assert_near, game};

// x and α of the small block relative to the large one, and of the large one.
const SMALL: (Vec2, f32) = (Vec2::new(2.0, -1.0), 0.4);
const LARGE: (Vec2, f32) = (Vec2::new(-3.0, 5.0), 1.1);
const POINT: Vec2 = Vec2::new(0.75, 1.5);
const ANGLE: f32 = 0.3;

fn blocks() -> Game {
    let entities = r#"{ "id": "large", "transform": { "x": -3, "y": 5, "angle": 1.1 }, "children": [
        { "name": "Small", "localTransform": { "x": 2, "y": -1, "angle": 0.4 } }] }"#;
    game("", entities)
}

/// x + R(α) · x₀
fn out_of((place, angle): (Vec2, f32), point: Vec2) -> Vec2 {
    place + Mat2::from_angle(angle) * point
}

/// x and α of the small block in the world.
fn small_in_world() -> (Vec2, f32) {
    (out_of(LARGE, SMALL.0), LARGE.1 + SMALL.1)
}

#[test]
fn a_position_relative_to_a_transform_becomes_relative_to_its_parent() {
    let found = blocks()
        .point_to_parent_space("large_Small", POINT)
        .unwrap();
    assert_near(found, out_of(SMALL, POINT).into());
}

#[test]
fn a_rotation_relative_to_a_transform_becomes_relative_to_its_parent() {
    let found = blocks()
        .angle_to_parent_space("large_Small", ANGLE)
        .unwrap();
    assert!((found - (SMALL.1 + ANGLE)).abs() < 1e-5);
}

#[test]
fn a_position_goes_to_root_space_by_method_1_again_and_again() {
    let found = blocks().point_to_root_space("large_Small", POINT).unwrap();
    assert_near(found, out_of(LARGE, out_of(SMALL, POINT)).into());
}

#[test]
fn a_rotation_goes_to_root_space_by_method_1_again_and_again() {
    let found = blocks().angle_to_root_space("large_Small", ANGLE).unwrap();
    assert!((found - (LARGE.1 + SMALL.1 + ANGLE)).abs() < 1e-5);
}

#[test]
fn a_position_in_the_world_becomes_relative_to_a_transform() {
    let (place, angle) = small_in_world();
    let found = blocks().point_to_local_space("large_Small", POINT).unwrap();
    assert_near(found, (Mat2::from_angle(-angle) * (POINT - place)).into());
}

#[test]
fn a_rotation_in_the_world_becomes_relative_to_a_transform() {
    let (_, angle) = small_in_world();
    let found = blocks().angle_to_local_space("large_Small", ANGLE).unwrap();
    assert!((found - (ANGLE - angle)).abs() < 1e-5);
}

#[test]
fn there_and_back_again() {
    let game = blocks();
    let out = game.point_to_root_space("large_Small", POINT).unwrap();
    let back = game.point_to_local_space("large_Small", out).unwrap();
    assert_near(back, POINT.into());
}
