//! What a 2D node takes over from its parent, flag by flag, with numbers one can check on paper.

use std::f32::consts::{FRAC_PI_2, FRAC_PI_6, PI};

use glam::Vec2;
use kinfolk::{Forest, Inherits, Node2, NodeId, Transform2};

use crate::picture::planted_as;

/// A parent and one child.
fn pair(parent: Node2, child: Node2) -> (Forest<Node2>, NodeId) {
    let mut forest = Forest::new();
    let parent = forest.plant(parent).unwrap();
    let child = forest.plant_at(parent, child).unwrap();
    (forest, child)
}

#[track_caller]
fn is_at(forest: &Forest<Node2>, node: NodeId, place: [f32; 2]) {
    let found = forest.world_position(node).unwrap();
    assert!(
        found.distance(place.into()) < 1e-4,
        "{found} is not {place:?}"
    );
}

/// Position, rotation, scale and skew of a child below a parent.
#[track_caller]
fn world(parent: Node2, child: Node2, expected: Transform2) {
    let (forest, child) = pair(parent, child);
    let world = forest.world_transform(child).unwrap();
    let turned = (world.rotation - expected.rotation).rem_euclid(2.0 * PI);
    assert!(
        world.position.distance(expected.position) < 1e-4,
        "{world:?}"
    );
    assert!(turned.min(2.0 * PI - turned) < 1e-5, "{world:?}");
    assert!(
        (world.scale - expected.scale).abs().max_element() < 1e-5,
        "{world:?}"
    );
    assert!((world.skew - expected.skew).abs() < 1e-5, "{world:?}");
}

const SCALE_AND_SIDE: Inherits = Inherits::POSITION
    .union(Inherits::SCALE)
    .union(Inherits::REFLECTION);

#[test]
fn the_weapon_of_a_mirrored_enemy_is_on_its_other_side() {
    let enemy = Node2::at(200.0, 100.0).scaled(-1.0, 1.0);
    let weapon = Node2::at(10.0, 0.0);

    world(
        enemy,
        weapon.with_inherits(SCALE_AND_SIDE),
        Transform2::at(190.0, 100.0).scaled(-1.0, 1.0),
    );
    world(
        enemy,
        weapon,
        Transform2::at(190.0, 100.0).scaled(-1.0, 1.0),
    );
    let size_only = Inherits::POSITION | Inherits::SCALE;
    world(
        enemy,
        weapon.with_inherits(size_only),
        Transform2::at(210.0, 100.0),
    );
}

#[test]
fn position_alone_leaves_the_offset_unturned_and_unscaled() {
    let parent = Node2::at(100.0, 50.0).turned(FRAC_PI_2).scaled(2.0, -3.0);
    let child = Node2::at(10.0, 5.0).turned(0.3).scaled(1.5, 1.0);

    let expected = Transform2::at(110.0, 55.0).turned(0.3).scaled(1.5, 1.0);
    world(parent, child.with_inherits(Inherits::POSITION), expected);
}

#[test]
fn rotation_alone_turns_child_and_offset_but_does_not_move_them_along() {
    let parent = Node2::at(100.0, 50.0).turned(FRAC_PI_2).scaled(2.0, 3.0);
    let child = Node2::at(10.0, 5.0).with_inherits(Inherits::ROTATION);

    world(parent, child, Transform2::at(-5.0, 10.0).turned(FRAC_PI_2));
}

#[test]
fn scale_alone_scales_child_and_offset() {
    let parent = Node2::at(100.0, 50.0).turned(FRAC_PI_2).scaled(-2.0, 3.0);
    let child = Node2::at(10.0, 5.0).with_inherits(Inherits::SCALE);

    world(parent, child, Transform2::at(20.0, 15.0).scaled(2.0, 3.0));
}

#[test]
fn reflection_alone_mirrors_child_and_offset() {
    let parent = Node2::at(100.0, 50.0).turned(FRAC_PI_2).scaled(-2.0, 3.0);
    let child = Node2::at(10.0, 5.0).with_inherits(Inherits::REFLECTION);

    world(parent, child, Transform2::at(-10.0, 5.0).scaled(-1.0, 1.0));
}

#[test]
fn position_and_rotation_is_a_rigid_link() {
    let parent = Node2::at(100.0, 50.0).turned(FRAC_PI_2).scaled(4.0, 3.0);
    let child = Node2::at(10.0, 5.0).with_inherits(Inherits::POSITION | Inherits::ROTATION);

    world(parent, child, Transform2::at(95.0, 60.0).turned(FRAC_PI_2));
}

#[test]
fn below_a_mirrored_parent_a_turned_child_reads_the_parents_turn() {
    for scale in [[-1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [-2.0, 0.5]] {
        let [x, y] = scale;
        let parent = Node2::PLAIN.turned(FRAC_PI_6).scaled(x, y);
        let child = Node2::PLAIN.with_inherits(Inherits::ROTATION);
        world(parent, child, Transform2::IDENTITY.turned(FRAC_PI_6));
    }
}

#[test]
fn top_level_has_its_own_place_and_is_hidden_and_asleep_all_the_same() {
    let own = Transform2::at(3.0, 4.0).turned(0.5).scaled(-2.0, 1.0);
    let child = Node2::new(own).with_inherits(Inherits::TOP_LEVEL).with_z(1);
    let parent = Node2::at(100.0, 100.0)
        .turned(1.0)
        .scaled(5.0, 5.0)
        .with_z(10);

    world(parent, child, own);
    let (forest, node) = pair(parent.hidden().inactive(), child);
    let seen = forest.effective(node).unwrap();
    assert!(!seen.visible() && !seen.active());
    assert_eq!(seen.z(), 11, "layers have nothing to do with it");
}

#[test]
fn all_with_a_full_offset_is_all() {
    let parent = Node2::at(9.0, 1.0)
        .turned(0.7)
        .scaled(-2.0, 3.0)
        .skewed(0.2);
    let child = Node2::at(5.0, 6.0).turned(0.1).scaled(1.0, -1.5);
    let all = pair(parent, child);
    let full = pair(
        parent,
        child.with_inherits(Inherits::ALL | Inherits::FULL_OFFSET),
    );

    assert!(all.0.effective(all.1) == full.0.effective(full.1));
}

#[test]
fn a_full_offset_goes_through_the_whole_parent_whatever_else() {
    let parent = Node2::at(100.0, 50.0).turned(FRAC_PI_2).scaled(2.0, -3.0);
    let spine = [
        Inherits::ONLY_TRANSLATION,
        Inherits::NO_ROTATION_OR_REFLECTION,
        Inherits::NO_SCALE,
        Inherits::NO_SCALE_OR_REFLECTION,
    ];
    for inherits in spine {
        let (forest, child) = pair(parent, Node2::at(10.0, 5.0).with_inherits(inherits));
        is_at(&forest, child, [115.0, 70.0]);
    }
}

#[test]
fn only_translation_keeps_the_childs_own_axes() {
    let parent = Node2::PLAIN.turned(FRAC_PI_2).scaled(2.0, -3.0);
    let child = Node2::PLAIN.turned(0.3).scaled(1.5, 2.0);

    let expected = Transform2::IDENTITY.turned(0.3).scaled(1.5, 2.0);
    world(
        parent,
        child.with_inherits(Inherits::ONLY_TRANSLATION),
        expected,
    );
}

#[test]
fn without_scale_the_heading_goes_through_the_parent_and_keeps_its_length() {
    let parent = Node2::PLAIN.turned(FRAC_PI_2).scaled(2.0, 2.0);
    let child = Node2::PLAIN.turned(0.3).scaled(1.5, 2.0);
    let flipped = Node2::PLAIN.turned(FRAC_PI_2).scaled(1.0, -2.0);

    let expected = Transform2::IDENTITY
        .turned(FRAC_PI_2 + 0.3)
        .scaled(1.5, 2.0);
    world(parent, child.with_inherits(Inherits::NO_SCALE), expected);
    world(
        parent,
        child.with_inherits(Inherits::NO_SCALE_OR_REFLECTION),
        expected,
    );
    let child = Node2::PLAIN.with_inherits(Inherits::NO_SCALE);
    world(
        flipped,
        child,
        Transform2::IDENTITY.turned(FRAC_PI_2).scaled(1.0, -1.0),
    );
}

#[test]
fn without_rotation_the_stretch_stays_along_the_parents_axes() {
    let parent = Node2::PLAIN.turned(FRAC_PI_2).scaled(2.0, 3.0);
    let child = Node2::PLAIN.with_inherits(Inherits::NO_ROTATION_OR_REFLECTION);

    // The parent's x axis points up: that is where 2 is.
    world(parent, child, Transform2::IDENTITY.scaled(3.0, 2.0));
}

#[test]
fn a_grandchild_inherits_what_its_parent_became() {
    let (forest, names) = planted_as("hero(label(icon))", |name| match name {
        "hero" => Node2::at(10.0, 0.0).turned(PI).scaled(2.0, 2.0),
        "label" => Node2::at(0.0, 2.0).with_inherits(Inherits::POSITION),
        _ => Node2::at(1.0, 0.0),
    });

    is_at(&forest, names["label"], [10.0, 2.0]);
    is_at(&forest, names["icon"], [11.0, 2.0]);
    assert_eq!(forest.world_transform(names["icon"]).unwrap().rotation, 0.0);
}

#[test]
fn the_boss_carries_its_arms() {
    let (mut forest, names) = planted_as("boss(left right core)", |name| match name {
        "boss" => Node2::at(10.0, 5.0),
        "left" => Node2::at(-1.5, 0.5),
        "right" => Node2::at(1.5, 0.5).scaled(-1.0, 1.0),
        _ => Node2::at(0.0, -0.5),
    });
    is_at(&forest, names["left"], [8.5, 5.5]);
    is_at(&forest, names["right"], [11.5, 5.5]);
    is_at(&forest, names["core"], [10.0, 4.5]);
    let right = forest.world_transform(names["right"]).unwrap();
    assert_eq!((right.scale, right.rotation), (Vec2::new(-1.0, 1.0), 0.0));

    forest.set_position(names["boss"], [0.0, 0.0]).unwrap();
    forest.set_rotation(names["boss"], FRAC_PI_2).unwrap();
    is_at(&forest, names["left"], [-0.5, -1.5]);
    is_at(&forest, names["right"], [-0.5, 1.5]);
    let right = forest.world_transform(names["right"]).unwrap();
    assert!((right.scale - Vec2::new(-1.0, 1.0)).length() < 1e-6);
    assert!((right.rotation - FRAC_PI_2).abs() < 1e-6);
}

#[test]
fn a_child_of_a_turned_parent_is_where_the_seed_says() {
    let (forest, child) = pair(Node2::at(5.0, 5.0).turned(FRAC_PI_2), Node2::at(1.0, 0.0));

    is_at(&forest, child, [5.0, 6.0]);
}

#[test]
fn a_plain_node_passes_everything_on() {
    let own = Node2::at(3.0, 4.0)
        .turned(0.5)
        .scaled(-2.0, 3.0)
        .skewed(0.1)
        .with_z(4);
    let (forest, child) = pair(own, Node2::PLAIN);
    let parent = forest.parent(child).unwrap();

    assert!(forest.effective(child) == forest.effective(parent));
}

#[test]
fn attaching_never_changes_the_flags() {
    let (mut forest, names) = planted_as("a(b) c", |_| {
        Node2::at(1.0, 1.0).with_inherits(Inherits::POSITION)
    });

    forest.attach(names["b"], names["c"]).unwrap();
    forest.attach_in_place(names["b"], names["a"]).unwrap();
    forest.detach(names["b"]).unwrap();

    assert_eq!(
        forest.value(names["b"]).unwrap().inherits,
        Inherits::POSITION
    );
}
