//! Moving without moving: another parent, the same place in the world.

use std::f32::consts::FRAC_PI_2;

use glam::{Affine2, Vec2};
use kinfolk::{Forest, Heirs, Inherits, Node2, NodeId, Spot, Transform2};

use crate::dice::Dice;
use crate::picture::planted_as;
use crate::portrait::{Portrait, lawful};

/// Asserts that two worlds are within 1e-5 of each other, relative to their size.
#[track_caller]
fn same_place(found: Affine2, wanted: Affine2, what: &str) {
    let axes = wanted.matrix2.x_axis.length() + wanted.matrix2.y_axis.length();
    let (x, y) = (
        found.matrix2.x_axis.distance(wanted.matrix2.x_axis),
        found.matrix2.y_axis.distance(wanted.matrix2.y_axis),
    );
    let size = wanted.translation.length() + axes;
    let place = found.translation.distance(wanted.translation);
    let close = x <= 1e-5 * axes && y <= 1e-5 * axes && place <= 1e-5 * size;
    assert!(close, "{what}:\nfound {found:?}\nwanted {wanted:?}");
}

fn parents() -> [(&'static str, Node2); 9] {
    let at = Node2::at(20.0, -7.0);
    [
        ("plain", Node2::PLAIN),
        ("rotated", at.turned(2.5)),
        ("mirrored x", at.turned(0.4).scaled(-1.0, 1.0)),
        ("mirrored y", at.turned(-0.4).scaled(1.0, -1.0)),
        ("mirrored both", at.turned(1.0).scaled(-2.0, -0.5)),
        ("unequal", at.turned(0.7).scaled(3.0, 0.25)),
        ("skewed", at.turned(0.7).skewed(0.6)),
        ("skewed and mirrored", at.scaled(-2.0, 1.0).skewed(-0.8)),
        ("folded", at.turned(0.2).scaled(1.0, 2.0).skewed(2.5)),
    ]
}

fn children() -> [Node2; 5] {
    let at = Node2::at(3.0, 4.0);
    [
        at,
        at.turned(1.2).scaled(2.0, 0.5),
        at.turned(-2.0).scaled(-1.0, 1.0),
        at.turned(FRAC_PI_2).scaled(1.0, -3.0).skewed(0.3),
        at.scaled(-2.0, -2.0).skewed(-0.5),
    ]
}

fn all_flags() -> impl Iterator<Item = Inherits> {
    (0..32).map(Inherits::from_bits_truncate)
}

#[test]
fn any_node_stays_in_place_below_any_parent_and_back() {
    for (name, parent) in parents() {
        for child in children() {
            let mut forest = Forest::new();
            let parent = forest.plant(parent).unwrap();
            let child = forest.plant(child).unwrap();
            let wanted = forest.world(child).unwrap();

            forest.attach_in_place(child, parent).unwrap();
            same_place(forest.world(child).unwrap(), wanted, name);
            forest.detach_in_place(child).unwrap();
            same_place(forest.world(child).unwrap(), wanted, name);
            lawful(&forest);
        }
    }
}

#[test]
fn any_choice_of_flags_stays_in_place_where_it_can() {
    for (name, parent) in parents() {
        for child in children() {
            for inherits in all_flags() {
                let mut forest = Forest::new();
                let parent = forest.plant(parent).unwrap();
                let child = forest.plant(child.with_inherits(inherits)).unwrap();
                let below = forest.plant_at(child, Node2::at(1.0, 2.0)).unwrap();
                let wanted = [child, below].map(|node| forest.world(node).unwrap());

                forest.attach_in_place(child, parent).unwrap();

                let what = format!("{name}, {inherits:?}");
                let found = [child, below].map(|node| forest.world(node).unwrap());
                same_place(found[0], wanted[0], &what);
                same_place(found[1], wanted[1], &what);
                forest.update();
                assert_eq!(forest.check_laws(), Ok(()));
            }
        }
    }
}

#[test]
fn from_one_parent_to_another_with_writes_pending() {
    for (from_name, from) in parents() {
        for (to_name, to) in parents() {
            let (mut forest, names) = planted_as("from(child) to", |_| Node2::PLAIN);
            forest.update();
            forest.set(names["from"], from).unwrap();
            forest.set(names["to"], to).unwrap();
            forest.set(names["child"], children()[1]).unwrap();
            let wanted = forest.world(names["child"]).unwrap();

            forest.attach_in_place(names["child"], names["to"]).unwrap();

            let what = format!("from {from_name} to {to_name}");
            same_place(forest.world(names["child"]).unwrap(), wanted, &what);
        }
    }
}

#[test]
fn the_children_of_the_removed_stay_in_place() {
    for (name, parent) in parents() {
        for heirs in [Heirs::ToRoots, Heirs::ToGrandparent] {
            let (mut forest, names) = planted_as("top(parent(a b(c)) x)", |node| match node {
                "top" => Node2::at(-3.0, 8.0).turned(0.9).scaled(2.0, -1.5),
                "parent" => parent,
                "a" => children()[1],
                _ => children()[2],
            });
            let kept = ["a", "b", "c", "x"].map(|name| names[name]);
            let wanted = kept.map(|node| forest.world(node).unwrap());

            forest
                .remove_keep_children_in_place(names["parent"], heirs)
                .unwrap();

            for (node, wanted) in kept.into_iter().zip(wanted) {
                same_place(forest.world(node).unwrap(), wanted, name);
            }
            let above = forest.parent(names["a"]);
            let to_top = heirs == Heirs::ToGrandparent;
            assert_eq!(above, to_top.then_some(names["top"]));
            lawful(&forest);
        }
    }
}

#[test]
fn only_placement_is_kept() {
    let (mut forest, names) = planted_as("night(lamp) day", |name| match name {
        "night" => Node2::at(5.0, 5.0).hidden().inactive().with_z(10),
        "lamp" => Node2::at(1.0, 1.0).with_z(3),
        _ => Node2::PLAIN,
    });
    let own = forest.value(names["lamp"]).unwrap();

    forest.attach_in_place(names["lamp"], names["day"]).unwrap();

    let value = forest.value(names["lamp"]).unwrap();
    let world = forest.effective(names["lamp"]).unwrap();
    assert_eq!(
        value,
        Node2 {
            transform: value.transform,
            ..own
        }
    );
    assert!(world.visible() && world.active());
    assert_eq!((world.z(), world.position().to_array()), (3, [6.0, 6.0]));
}

#[test]
fn the_same_parent_keeps_every_bit() {
    let mut dice = Dice::new(11);
    for _ in 0..50 {
        let mut forest = dice.forest2(30);
        forest.update();
        for node in forest.walk().collect::<Vec<_>>() {
            let own = format!("{:?}", forest.value(node));
            let parent = forest.parent(node);
            let before = Portrait::of(&forest);
            forest.attach_in_place(node, parent).unwrap();
            assert!(Portrait::of(&forest) == before);

            let index = dice.below(forest.siblings(node).count() + 1);
            let spot = parent.map_or(Spot::RootAt(index), |parent| Spot::At(parent, index));
            forest.attach_in_place(node, spot).unwrap();
            assert_eq!(format!("{:?}", forest.value(node)), own);
        }
        assert!(forest.update().is_empty());
    }
}

/// Asserts that the transform still mirrors the axis that it mirrored, turned as far.
#[track_caller]
fn reads_as(transform: Transform2, wanted: &Transform2, what: &str) {
    let turn = (transform.rotation - wanted.rotation).abs();
    assert!(
        (transform.scale - wanted.scale).length() < 1e-4 && turn < 1e-4,
        "{what}: {transform:?}"
    );
}

#[test]
fn a_mirrored_node_never_comes_back_turned_by_half_a_turn() {
    let mirrors = [[-1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [-2.0, 0.5]];
    for [x, y] in mirrors {
        for (name, parent) in parents() {
            let wanted = Transform2::at(3.0, 4.0).turned(0.6).scaled(x, y);
            let mut forest = Forest::new();
            let parent = forest.plant(parent).unwrap();
            let node = forest.plant(Node2::new(wanted)).unwrap();

            forest.attach_in_place(node, parent).unwrap();
            reads_as(forest.world_transform(node).unwrap(), &wanted, name);
            forest.detach_in_place(node).unwrap();
            reads_as(forest.value(node).unwrap().transform, &wanted, name);

            forest.attach(node, parent).unwrap();
            forest.set_world_transform(node, wanted).unwrap();
            reads_as(forest.world_transform(node).unwrap(), &wanted, name);
            let matrix = forest.world(node).unwrap();
            forest.set_world(node, matrix).unwrap();
            reads_as(forest.world_transform(node).unwrap(), &wanted, name);
            forest.set_world_rotation(node, 0.6).unwrap();
            reads_as(forest.world_transform(node).unwrap(), &wanted, name);
            forest.set_world_position(node, [9.0, 9.0]).unwrap();
            reads_as(forest.world_transform(node).unwrap(), &wanted, name);
        }
    }
}

#[test]
fn a_mirrored_parent_does_not_turn_its_own_mirrored_child() {
    let mirrored = Node2::at(2.0, 0.0).scaled(-1.0, 1.0);
    let (mut forest, names) = planted_as("boss(arm(hand))", |_| mirrored);
    let read = |forest: &Forest<Node2>, node: NodeId| {
        let world = forest.world_transform(node).unwrap();
        (world.scale, world.rotation)
    };

    assert_eq!(read(&forest, names["arm"]), (Vec2::ONE, 0.0));
    assert_eq!(read(&forest, names["hand"]), (Vec2::new(-1.0, 1.0), 0.0));
    forest.detach_in_place(names["hand"]).unwrap();
    assert_eq!(read(&forest, names["hand"]), (Vec2::new(-1.0, 1.0), 0.0));
}

#[test]
fn a_hundred_moves_in_place_hardly_move_anything() {
    let mut dice = Dice::new(17);
    let mut forest = Forest::new();
    let hosts: Vec<_> = parents()
        .iter()
        .map(|&(_, host)| forest.plant(host).unwrap())
        .collect();
    let node = forest.plant(children()[3]).unwrap();
    let wanted = forest.world(node).unwrap();

    for _ in 0..100 {
        forest.attach_in_place(node, dice.pick(&hosts)).unwrap();
    }

    let found = forest.world(node).unwrap();
    assert!(found.abs_diff_eq(wanted, 1e-3), "{found:?}\n{wanted:?}");
}
