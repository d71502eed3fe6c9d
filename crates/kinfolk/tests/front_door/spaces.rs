//! Points, vectors and angles from one space to another, with numbers made on paper.

use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI, TAU};

use glam::Vec2;
use kinfolk::{Forest, Inherits, Node2, NodeId, SpaceError};

use crate::dice::Dice;
use crate::picture::planted_as;

#[track_caller]
fn is(found: Result<Vec2, SpaceError>, expected: [f32; 2]) {
    let found = found.unwrap();
    assert!(
        found.distance(expected.into()) < 1e-4,
        "{found} is not {expected:?}"
    );
}

#[track_caller]
fn turns(found: Result<f32, SpaceError>, expected: f32) {
    let found = found.unwrap();
    assert!((found - expected).abs() < 1e-5, "{found} is not {expected}");
}

/// A tank at (100, 100) turned left, its turret 20 ahead and turned left again.
fn tank() -> (Forest<Node2>, NodeId, NodeId) {
    let (forest, names) = planted_as("tank(turret)", |name| match name {
        "tank" => Node2::at(100.0, 100.0).turned(FRAC_PI_2),
        _ => Node2::at(20.0, 0.0).turned(FRAC_PI_2),
    });
    (forest, names["tank"], names["turret"])
}

#[test]
fn a_point_goes_to_its_parent_to_the_world_and_back() {
    let (forest, tank, turret) = tank();

    is(forest.point_to_parent(turret, [8.0, 1.0]), [19.0, 8.0]);
    is(forest.point_to_parent(tank, [19.0, 8.0]), [92.0, 119.0]);
    is(forest.point_to_world(turret, [8.0, 1.0]), [92.0, 119.0]);
    is(forest.point_to_world(tank, [19.0, 8.0]), [92.0, 119.0]);
    is(forest.point_to_local(turret, [92.0, 119.0]), [8.0, 1.0]);
    is(forest.point_to_local(tank, [92.0, 119.0]), [19.0, 8.0]);
}

/// A crane turned by a quarter radian, its arm turned on by half a radian.
fn crane() -> (Forest<Node2>, NodeId, NodeId) {
    let (forest, names) = planted_as("crane(arm)", |name| match name {
        "crane" => Node2::at(3.0, 4.0).turned(0.25),
        _ => Node2::at(20.0, 0.0).turned(0.5),
    });
    (forest, names["crane"], names["arm"])
}

#[test]
fn an_angle_goes_to_its_parent_to_the_world_and_back() {
    let (forest, crane, arm) = crane();

    turns(forest.angle_to_parent(arm, 0.125), 0.625);
    turns(forest.angle_to_parent(crane, 0.125), 0.375);
    turns(forest.angle_to_world(arm, 0.125), 0.875);
    turns(forest.angle_to_world(crane, 0.125), 0.375);
    turns(forest.angle_to_local(arm, 0.875), 0.125);
    turns(forest.angle_to_local(crane, 1.0), 0.75);
}

#[test]
fn an_angle_and_a_rotation_add_up_turns_and_all() {
    let mut forest = Forest::new();
    for rotation in [0.0, 0.3, -2.0, 3.0, 10.0, -20.0] {
        let node = forest.plant(Node2::PLAIN.turned(rotation)).unwrap();
        for angle in [0.0, 1.0, -3.0, 5.0, TAU, -TAU, 7.0 * TAU, 3.0 * TAU + 1.0] {
            turns(forest.angle_to_parent(node, angle), rotation + angle);
        }
    }
}

#[test]
fn whole_turns_of_an_angle_are_kept_in_the_world_and_back() {
    let (forest, crane, arm) = crane();
    for turn in -3..=3 {
        let angle = turn as f32 * TAU;
        turns(forest.angle_to_world(arm, angle + 0.5), angle + 1.25);
        turns(forest.angle_to_local(arm, angle + 1.25), angle + 0.5);
        turns(forest.angle_between(arm, crane, angle + 0.5), angle + 1.0);
    }
}

#[test]
fn nested_rotations_add_up_in_the_world_turns_and_all() {
    let (forest, names) = planted_as("a(b(c))", |_| Node2::PLAIN.turned(3.0));

    turns(forest.angle_to_world(names["a"], 0.5), 3.5);
    turns(forest.angle_to_world(names["b"], 0.5), 6.5);
    turns(forest.angle_to_world(names["c"], 0.5), 9.5);
}

#[test]
fn a_vector_has_no_place() {
    let (forest, tank, turret) = tank();

    is(forest.vector_to_parent(turret, [8.0, 1.0]), [-1.0, 8.0]);
    is(forest.vector_to_world(turret, [8.0, 1.0]), [-8.0, -1.0]);
    is(forest.vector_to_local(turret, [-8.0, -1.0]), [8.0, 1.0]);
    is(forest.vector_between(turret, tank, [8.0, 1.0]), [-1.0, 8.0]);
    is(forest.vector_to_world(tank, [0.0, 0.0]), [0.0, 0.0]);
}

#[test]
fn between_any_two_nodes() {
    let (forest, names) = planted_as("boat(mast(flag)) pier(lamp)", |name| match name {
        "boat" => Node2::at(10.0, 0.0),
        "mast" => Node2::at(0.0, 5.0).turned(FRAC_PI_2),
        "flag" => Node2::at(2.0, 0.0),
        "pier" => Node2::at(7.0, 1.0).scaled(2.0, 2.0),
        _ => Node2::at(1.0, 1.0).turned(PI),
    });
    let [boat, mast, flag, pier, lamp] =
        ["boat", "mast", "flag", "pier", "lamp"].map(|name| names[name]);

    is(forest.point_between(boat, pier, [0.0, 0.0]), [1.5, -0.5]);
    is(forest.point_between(flag, boat, [0.0, 0.0]), [0.0, 7.0]);
    is(forest.point_between(flag, pier, [0.0, 0.0]), [1.5, 3.0]);
    is(forest.point_between(flag, lamp, [0.0, 0.0]), [-0.5, -2.0]);
    is(forest.point_between(mast, mast, [3.0, 4.0]), [3.0, 4.0]);
    is(forest.vector_between(boat, pier, [2.0, 4.0]), [1.0, 2.0]);
    turns(forest.angle_between(mast, pier, 0.5), FRAC_PI_2 + 0.5);
    turns(forest.angle_between(mast, mast, 5.0), 5.0);
    let turned = forest.angle_between(mast, lamp, 0.5).unwrap();
    assert!((turned - (0.5 - FRAC_PI_2)).rem_euclid(TAU).min(1.0) < 1e-5);
}

#[test]
fn a_mirrored_space_turns_the_other_way() {
    let mut forest = Forest::new();
    let left = forest
        .plant(Node2::at(10.0, 0.0).scaled(-1.0, 1.0))
        .unwrap();
    let down = forest
        .plant(Node2::at(10.0, 0.0).scaled(1.0, -1.0))
        .unwrap();

    is(forest.point_to_world(left, [3.0, 4.0]), [7.0, 4.0]);
    is(forest.point_to_local(left, [7.0, 4.0]), [3.0, 4.0]);
    turns(forest.angle_to_world(left, 0.5), PI - 0.5);
    turns(forest.angle_to_world(left, 0.0), PI);
    turns(forest.angle_to_parent(left, FRAC_PI_2), FRAC_PI_2);
    turns(forest.angle_to_local(left, PI - 0.5), 0.5);
    is(forest.point_to_world(down, [3.0, 4.0]), [13.0, -4.0]);
    turns(forest.angle_to_world(down, 0.5), -0.5);
    turns(forest.angle_to_local(down, -0.5), 0.5);
}

#[test]
fn unequal_scale_bends_angles() {
    let mut forest = Forest::new();
    let wide = forest.plant(Node2::PLAIN.scaled(3.0, 1.0)).unwrap();

    turns(forest.angle_to_world(wide, FRAC_PI_4), (1f32 / 3.0).atan());
    turns(forest.angle_to_local(wide, (1f32 / 3.0).atan()), FRAC_PI_4);
    turns(forest.angle_to_world(wide, FRAC_PI_2), FRAC_PI_2);
    turns(
        forest.angle_to_world(wide, TAU + FRAC_PI_4),
        TAU + (1f32 / 3.0).atan(),
    );
    is(forest.vector_to_world(wide, [1.0, 1.0]), [3.0, 1.0]);
}

#[test]
fn what_is_not_inherited_is_not_between_node_and_parent() {
    let (forest, names) = planted_as("hero(label)", |name| match name {
        "hero" => Node2::at(10.0, 0.0).turned(PI).scaled(2.0, 2.0),
        _ => Node2::at(0.0, 2.0).with_inherits(Inherits::POSITION),
    });
    let label = names["label"];

    is(forest.point_to_world(label, [1.0, 0.0]), [11.0, 2.0]);
    is(forest.point_to_parent(label, [1.0, 0.0]), [-0.5, -1.0]);
    is(forest.vector_to_parent(label, [1.0, 0.0]), [-0.5, 0.0]);
    let turned = forest.angle_to_parent(label, 0.0).unwrap();
    assert!((turned.abs() - PI).abs() < 1e-5);
}

#[test]
fn every_way_there_and_back_ends_where_it_began() {
    for seed in 0..30 {
        let mut dice = Dice::new(seed);
        let forest = dice.forest2(12);
        for node in forest.walk() {
            let point = Vec2::new(dice.between(-5.0, 5.0), dice.between(-5.0, 5.0));
            let world = forest.point_to_world(node, point).unwrap();
            let map = forest.world(node).unwrap();
            let size = 1.0 + world.length() + map.translation.length();
            assert!(world.distance(map.transform_point2(point)) < 1e-5 * size);
            let back = forest.point_to_local(node, world).unwrap();
            let again = forest.point_to_world(node, back).unwrap();
            assert!(
                again.distance(world) < 1e-3 * size,
                "seed {seed}: {again} {world}"
            );

            let angle = dice.between(-9.0, 9.0);
            let turned = forest.angle_to_world(node, angle).unwrap();
            let arrow = map.transform_vector2(Vec2::from_angle(angle)).normalize();
            assert!(
                arrow.distance(Vec2::from_angle(turned)) < 1e-4,
                "seed {seed}"
            );
        }
    }
}

#[test]
fn by_way_of_the_parent_is_the_way_to_the_world() {
    for seed in 30..60 {
        let mut dice = Dice::new(seed);
        let forest = dice.forest2(12);
        for node in forest.walk() {
            let Some(parent) = forest.parent(node) else {
                continue;
            };
            let point = [dice.between(-5.0, 5.0), dice.between(-5.0, 5.0)];
            let straight = forest.point_to_world(node, point).unwrap();
            let above = forest.point_to_parent(node, point).unwrap();
            let over = forest.point_to_world(parent, above).unwrap();
            let size = 1.0 + straight.length() + forest.world_position(parent).unwrap().length();
            assert!(over.distance(straight) < 1e-3 * size, "seed {seed}");
        }
    }
}
