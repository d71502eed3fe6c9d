//! Worlds that would overflow saturate, and are never NaN or infinite.

use std::f32::consts::FRAC_PI_2;

use kinfolk::{Forest, Inherits, Node2, NodeId, Transform2, Transform3};

/// Asserts that everything anybody can read about a node is finite.
#[track_caller]
fn finite(forest: &Forest<Node2>, node: NodeId) {
    let world = forest.effective(node).unwrap();
    let numbers = world.to_array();
    assert!(numbers.iter().all(|number| number.is_finite()), "{world:?}");
    assert!(world.transform().is_finite(), "{:?}", world.transform());
    assert!(
        forest
            .point_to_world(node, [1e38, -1e38])
            .unwrap()
            .is_finite()
    );
    assert!(
        forest
            .vector_to_world(node, [f32::MAX, f32::MAX])
            .unwrap()
            .is_finite()
    );
    assert!(forest.angle_to_world(node, 1.0).unwrap().is_finite());
    if let Ok(point) = forest.point_to_local(node, [f32::MAX, f32::MIN]) {
        assert!(point.is_finite());
    }
}

/// Plants the nodes below each other, and asserts that all worlds are finite.
#[track_caller]
fn chain(nodes: impl IntoIterator<Item = Node2>) -> (Forest<Node2>, Vec<NodeId>) {
    let mut forest = Forest::new();
    let mut chain: Vec<NodeId> = Vec::new();
    for node in nodes {
        chain.push(forest.plant_at(chain.last().copied(), node).unwrap());
    }
    for _ in 0..2 {
        chain.iter().for_each(|&node| finite(&forest, node));
        forest.update();
    }
    assert_eq!(forest.check_laws(), Ok(()));
    (forest, chain)
}

#[test]
fn huge_scales_through_a_deep_chain_saturate() {
    let (forest, nodes) = chain([Node2::at(1.0, 2.0).scaled(1e10, -1e10); 200]);

    let [a, b, c, d, ..] = forest.effective(nodes[199]).unwrap().to_array();
    assert_eq!([a.abs(), b, c, d.abs()], [f32::MAX, 0.0, 0.0, f32::MAX]);
}

#[test]
fn turned_and_skewed_giants_saturate() {
    for step in 0..64 {
        let turn = step as f32 * 0.1;
        let giant = Node2::at(1e38, -1e38).turned(turn).scaled(1e20, -3e19);
        chain([giant; 20]);
        chain([giant.skewed(turn); 20]);
        chain([giant.skewed(1.5); 20]);
    }
}

#[test]
fn infinity_less_infinity_never_happens() {
    // a·x + c·y with a·x far above and c·y far below what a number can hold.
    let parent = Node2::PLAIN.turned(0.7).scaled(3e38, 3e38);
    let (forest, nodes) = chain([parent, Node2::at(3e38, 3e38)]);
    let place = forest.world_position(nodes[1]).unwrap();
    assert!(place.is_finite());
    assert_eq!(place.y, f32::MAX);

    let skewed = Node2::PLAIN.scaled(f32::MAX, f32::MAX).skewed(1.0);
    chain([
        skewed,
        Node2::at(f32::MAX, f32::MAX).scaled(f32::MAX, f32::MIN),
        skewed,
    ]);
    chain([Node2::at(f32::MAX, f32::MIN), Node2::at(f32::MAX, f32::MIN)]);
    chain([Node2::at(f32::MAX, 0.0), Node2::at(f32::MIN, 0.0)]);
}

#[test]
fn places_saturate_at_the_largest_number() {
    let (forest, nodes) = chain([Node2::at(3e38, -3e38); 3]);

    let place = forest.world_position(nodes[2]).unwrap().to_array();
    assert_eq!(place, [f32::MAX, f32::MIN]);
}

#[test]
fn tiny_scales_go_to_zero_and_no_further() {
    let (forest, nodes) = chain([Node2::at(1.0, 1.0).turned(0.3).scaled(1e-20, 1e-20); 20]);

    let [a, b, c, d, ..] = forest.effective(nodes[19]).unwrap().to_array();
    assert!([a, b, c, d].iter().all(|number| *number == 0.0));
}

#[test]
fn the_largest_angles_are_angles() {
    chain([Node2::PLAIN.turned(f32::MAX), Node2::PLAIN.turned(f32::MIN)]);
    chain([Node2::PLAIN.skewed(f32::MAX), Node2::PLAIN.skewed(f32::MIN)]);
}

#[test]
fn the_largest_rotation_and_the_largest_skew_go_together() {
    chain([Node2::PLAIN.turned(f32::MAX).skewed(f32::MAX)]);
}

/// Parents that are hard to take apart.
fn parents() -> Vec<(&'static str, Node2)> {
    let at = Node2::at(10.0, -20.0);
    let nearly = FRAC_PI_2 - 1e-4;
    vec![
        ("identity", Node2::PLAIN),
        ("rotated", at.turned(2.5)),
        ("mirrored x", at.turned(0.5).scaled(-1.0, 1.0)),
        ("mirrored y", at.turned(0.5).scaled(1.0, -1.0)),
        ("mirrored both", at.turned(0.5).scaled(-2.0, -3.0)),
        ("zero x", at.turned(0.5).scaled(0.0, 1.0)),
        ("zero y", at.turned(0.5).scaled(1.0, 0.0)),
        ("minus zero", at.scaled(-0.0, -0.0)),
        ("zero both", at.turned(0.5).scaled(0.0, 0.0)),
        (
            "huge",
            Node2::at(3e38, -3e38).turned(0.5).scaled(3e38, -3e38),
        ),
        (
            "saturated",
            Node2::at(3e38, 3e38).scaled(3e38, 3e38).skewed(0.7),
        ),
        ("tiny", at.turned(0.5).scaled(1e-38, 1e-38)),
        ("subnormal", at.turned(0.5).scaled(1e-45, -1e-45)),
        ("square skew", at.turned(0.5).skewed(FRAC_PI_2)),
        ("nearly square skew", at.turned(0.5).skewed(nearly)),
        ("folded skew", at.skewed(3.0)),
    ]
}

#[test]
fn every_choice_of_flags_gives_finite_worlds_below_every_parent() {
    let children = [
        Node2::at(3.0, 4.0),
        Node2::at(3.0, 4.0)
            .turned(1.0)
            .scaled(-2.0, 0.5)
            .skewed(0.2),
        Node2::at(3e38, -3e38).turned(1.0).scaled(3e38, 3e38),
        Node2::at(0.0, 0.0).scaled(0.0, 0.0),
        Node2::at(1e-38, 0.0).scaled(1e-38, 1.0),
    ];
    for (_, parent) in parents() {
        for bits in 0..32 {
            let inherits = Inherits::from_bits(bits).unwrap();
            for child in children {
                let child = child.with_inherits(inherits);
                chain([parent, parent, child, child, Node2::at(1.0, 1.0)]);
            }
        }
    }
}

#[test]
fn setters_and_moves_never_make_a_nan_whatever_the_parent() {
    for (name, parent) in parents() {
        for bits in 0..32 {
            let inherits = Inherits::from_bits(bits).unwrap();
            let (mut forest, nodes) = chain([parent, Node2::at(3.0, 4.0).with_inherits(inherits)]);
            let child = nodes[1];
            // Refused or not: what matters is what can be read afterwards.
            let _ = forest.set_world_position(child, [1.0, 2.0]);
            finite(&forest, child);
            let _ = forest.set_world_rotation(child, 1.0);
            finite(&forest, child);
            let _ = forest.set_world_scale(child, [2.0, -3.0]);
            finite(&forest, child);
            let _ = forest.set_world_transform(child, Transform2::at(f32::MAX, 1.0).skewed(1.0));
            finite(&forest, child);
            let _ = forest.look_at(child, [5.0, f32::MIN]);
            finite(&forest, child);
            let detached = forest.detach_in_place(child);
            assert!(detached.is_ok(), "{name} {inherits:?}: {detached:?}");
            finite(&forest, child);
            let _ = forest.attach_in_place(child, nodes[0]);
            finite(&forest, child);
        }
    }
}

#[test]
fn layers_saturate_at_both_ends() {
    let z = |layers: &[i32]| {
        let (forest, nodes) = chain(layers.iter().map(|&z| Node2::PLAIN.with_z(z)));
        forest.effective(*nodes.last().unwrap()).unwrap().z()
    };

    assert_eq!(z(&[i32::MAX, 1]), i32::MAX);
    assert_eq!(z(&[i32::MIN, -1]), i32::MIN);
    assert_eq!(z(&[i32::MAX, i32::MAX, i32::MIN]), -1);
    assert_eq!(z(&[i32::MIN, i32::MIN, i32::MAX]), -1);
    assert_eq!(z(&[2_000_000_000, 2_000_000_000, -5]), i32::MAX - 5);
}

#[test]
fn a_way_between_two_far_places_starts_and_ends_there() {
    let (left, right) = (Transform2::at(f32::MIN, 0.0), Transform2::at(f32::MAX, 0.0));

    assert_eq!(left.lerp(&right, 0.0), left);
    assert_eq!(left.lerp(&right, 1.0), right);
    assert!(left.lerp(&right, 0.5).is_finite());
}

#[test]
fn worlds_in_3d_saturate_too() {
    let turned = glam::Quat::from_xyzw(0.5, 0.5, 0.5, 0.5);
    let askew = glam::Quat::from_xyzw(0.1, 0.7, -0.5, 0.5).normalize();
    for scale in [[1e20, -1e20, 1e20], [1e38, 1e-38, 0.0], [f32::MAX; 3]] {
        for rotation in [turned, askew] {
            let [x, y, z] = scale;
            let own = Transform3::at(1e38, -1e38, f32::MAX)
                .turned(rotation)
                .scaled(x, y, z);
            let mut forest = Forest::new();
            let mut parent = None;
            for _ in 0..30 {
                let node = forest.plant_at(parent, own).unwrap();
                let world = forest.effective(node).unwrap();
                assert!(world.to_array().iter().all(|number| number.is_finite()));
                assert!(world.point_to_world(own.translation).is_finite());
                assert!(
                    world
                        .point_to_local(own.translation)
                        .is_none_or(|p| p.is_finite())
                );
                parent = Some(node);
            }
            forest.update();
            assert_eq!(forest.check_laws(), Ok(()));
        }
    }
}

#[test]
fn a_position_that_is_read_alone_is_that_of_the_whole_world() {
    let huge = [1.0, -1e19, 3e19, 1e30, f32::MAX];
    for scale in huge {
        for offset in huge {
            let mut forest = Forest::new();
            let own = Node2::at(offset, 1.0).turned(0.4).scaled(scale, 1.0);
            let mut parent = None;
            for _ in 0..8 {
                let node = forest.plant_at(parent, own).unwrap();
                let whole = forest.effective(node).unwrap().position();
                assert_eq!(forest.world_position(node), Some(whole), "{scale} {offset}");
                parent = Some(node);
            }
        }
    }
}
