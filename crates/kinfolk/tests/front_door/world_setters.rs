//! Writing in world space: the world comes out as asked, and what was not named stays.

use std::f32::consts::PI;

use glam::{Affine2, Vec2};
use kinfolk::{Forest, Inherits, Node2, NodeId, Transform2};

fn parents() -> [Node2; 7] {
    let at = Node2::at(20.0, -7.0);
    [
        Node2::PLAIN,
        at.turned(2.5),
        at.turned(0.4).scaled(-1.0, 1.0),
        at.turned(1.0).scaled(2.0, -0.5),
        at.turned(0.7).scaled(3.0, 0.25),
        at.turned(0.7).skewed(0.6),
        at.scaled(-2.0, 1.0).skewed(-0.8),
    ]
}

/// A node below each parent, with each of several choices of flags.
fn scenes() -> impl Iterator<Item = (Forest<Node2>, NodeId)> {
    let flags = [
        Inherits::ALL,
        Inherits::POSITION,
        Inherits::POSITION | Inherits::ROTATION,
        Inherits::NO_SCALE,
        Inherits::NO_ROTATION_OR_REFLECTION,
        Inherits::TOP_LEVEL,
    ];
    let pairs = parents()
        .into_iter()
        .flat_map(move |parent| flags.map(|flag| (parent, flag)));
    pairs.map(|(parent, inherits)| {
        let mut forest = Forest::new();
        let parent = forest.plant(parent).unwrap();
        let own = Node2::at(3.0, 4.0).turned(0.8).scaled(1.5, 0.5);
        let node = forest
            .plant_at(parent, own.with_inherits(inherits))
            .unwrap();
        (forest, node)
    })
}

fn apart(a: f32, b: f32) -> f32 {
    let turn = (a - b).rem_euclid(2.0 * PI);
    turn.min(2.0 * PI - turn)
}

/// Asserts that two transforms are the same as far as anybody can see.
#[track_caller]
fn alike(found: Transform2, wanted: Transform2) {
    let close = found.position.distance(wanted.position) < 1e-4
        && apart(found.rotation, wanted.rotation) < 1e-4
        && (found.scale - wanted.scale).length() < 1e-4
        && apart(found.skew, wanted.skew) < 1e-4;
    assert!(close, "found  {found:?}\nwanted {wanted:?}");
}

#[test]
fn set_world_position_moves_and_does_nothing_else() {
    for (mut forest, node) in scenes() {
        let own = forest.value(node).unwrap().transform;
        let before = forest.world_transform(node).unwrap();

        forest.set_world_position(node, [-11.0, 13.0]).unwrap();

        let position = Vec2::new(-11.0, 13.0);
        alike(
            forest.world_transform(node).unwrap(),
            Transform2 { position, ..before },
        );
        let value = forest.value(node).unwrap().transform;
        assert_eq!(
            value,
            Transform2 {
                position: value.position,
                ..own
            }
        );
    }
}

#[test]
fn set_world_rotation_turns_and_does_nothing_else() {
    for (mut forest, node) in scenes() {
        let before = forest.world_transform(node).unwrap();
        for rotation in [0.0, 1.0, -2.0, 3.0, 0.8] {
            forest.set_world_rotation(node, rotation).unwrap();

            alike(
                forest.world_transform(node).unwrap(),
                before.turned(rotation),
            );
            let position = forest.value(node).unwrap().transform.position;
            assert_eq!(position.to_array(), [3.0, 4.0]);
        }
    }
}

#[test]
fn set_world_scale_scales_and_does_nothing_else() {
    for (mut forest, node) in scenes() {
        let before = forest.world_transform(node).unwrap();
        for [x, y] in [
            [1.0, 1.0],
            [2.0, 3.0],
            [-1.0, 1.0],
            [1.0, -2.0],
            [-1.0, -1.0],
        ] {
            forest.set_world_scale(node, [x, y]).unwrap();

            alike(forest.world_transform(node).unwrap(), before.scaled(x, y));
        }
    }
}

#[test]
fn set_world_transform_gives_exactly_that_world() {
    for (mut forest, node) in scenes() {
        for wanted in [
            Transform2::IDENTITY,
            Transform2::at(1.0, 2.0).turned(3.0).scaled(-1.0, 2.0),
            Transform2::at(-9.0, 2.0)
                .turned(-1.0)
                .scaled(1.0, -2.0)
                .skewed(0.4),
        ] {
            forest.set_world_transform(node, wanted).unwrap();

            alike(forest.world_transform(node).unwrap(), wanted);
        }
    }
}

#[test]
fn set_world_gives_exactly_that_matrix() {
    for (mut forest, node) in scenes() {
        for numbers in [
            [1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
            [0.0, 2.0, -1.0, 0.5, 3.0, 4.0],
            [0.0, 2.0, 1.0, 0.5, 3.0, 4.0],
        ] {
            let wanted = Affine2::from_cols_array(&numbers);
            forest.set_world(node, wanted).unwrap();

            assert!(forest.world(node).unwrap().abs_diff_eq(wanted, 1e-4));
        }
    }
}

#[test]
fn a_root_is_written_as_it_is() {
    let mut forest = Forest::new();
    let node = forest.plant(Node2::PLAIN).unwrap();

    forest.set_world_position(node, [1.0, 2.0]).unwrap();
    forest.set_world_rotation(node, 0.5).unwrap();
    forest.set_world_scale(node, [-2.0, 3.0]).unwrap();

    let wanted = Transform2::at(1.0, 2.0).turned(0.5).scaled(-2.0, 3.0);
    alike(forest.value(node).unwrap().transform, wanted);
}

/// The scale of a node that aimed a hundred thousand times, and its skew.
fn aimed(parent: Node2) -> (Vec2, f32) {
    let mut forest = Forest::new();
    let parent = forest.plant(parent).unwrap();
    let turret = forest
        .plant_at(parent, Node2::at(3.0, 4.0).scaled(1.5, 0.5))
        .unwrap();
    forest.set_world_rotation(turret, 0.0).unwrap();
    let before = forest.effective(turret).unwrap().scale();
    for step in 0..100_000 {
        forest
            .set_world_rotation(turret, step as f32 * 0.37)
            .unwrap();
    }
    let world = forest.effective(turret).unwrap();
    (world.scale() / before, world.skew())
}

#[test]
fn a_turret_that_aims_a_hundred_thousand_times_does_not_grow() {
    let even = Node2::at(5.0, 5.0).turned(1.0).scaled(2.0, 2.0);
    for parent in [Node2::PLAIN, even, even.scaled(-2.0, 2.0)] {
        let (grown, skew) = aimed(parent);
        assert!((grown - Vec2::ONE).length() < 1e-6, "{grown}");
        assert!(skew.abs() < 1e-6, "{skew}");
    }
}

#[test]
fn nor_does_it_grow_on_an_unequally_scaled_tank() {
    let (grown, skew) = aimed(Node2::at(5.0, 5.0).turned(1.0).scaled(2.0, 0.5));

    assert!((grown - Vec2::ONE).length() < 1e-3, "{grown}");
    assert!(skew.abs() < 1e-3, "{skew}");
}

#[test]
fn look_at_points_the_x_axis_at_the_target_below_any_parent() {
    for (mut forest, node) in scenes() {
        for own_scale in [[1.5, 0.5], [-1.5, 0.5], [1.0, -1.0], [-1.0, -1.0]] {
            for target in [[100.0, 3.0], [-40.0, 60.0], [0.0, -90.0]] {
                forest.set_scale(node, own_scale).unwrap();
                let own = forest.value(node).unwrap().transform;

                forest.look_at(node, target).unwrap();

                let world = forest.world(node).unwrap();
                let way = (Vec2::from(target) - world.translation).normalize();
                let axis = world.matrix2.x_axis.normalize();
                assert!(axis.distance(way) < 1e-4, "{axis} {way}");
                let value = forest.value(node).unwrap().transform;
                assert_eq!(value, own.turned(value.rotation), "only turned");
            }
        }
    }
}

#[test]
fn looking_at_oneself_changes_nothing() {
    for (mut forest, node) in scenes() {
        forest.update();
        let here = forest.world_position(node).unwrap();

        forest.look_at(node, here).unwrap();

        assert!(forest.update().is_empty());
    }
}

#[test]
fn a_world_can_be_shrunk_to_nothing_and_keeps_its_place() {
    for (mut forest, node) in scenes() {
        let place = forest.world_position(node).unwrap();

        forest.set_world_scale(node, [0.0, 0.0]).unwrap();

        let world = forest.effective(node).unwrap();
        assert_eq!(world.scale(), Vec2::ZERO);
        assert!(world.position().distance(place) < 1e-4);
    }
}

#[test]
fn what_was_shrunk_to_nothing_remembers_how_it_was_turned() {
    let mut forest = Forest::new();
    let node = forest.plant(Node2::at(1.0, 1.0).turned(1.0)).unwrap();

    forest.set_world_scale(node, [0.0, 0.0]).unwrap();
    forest.set_world_scale(node, [1.0, 1.0]).unwrap();

    assert!((forest.world_transform(node).unwrap().rotation - 1.0).abs() < 1e-5);
}
