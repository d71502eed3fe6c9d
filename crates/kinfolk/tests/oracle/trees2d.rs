//! 2D trees as they are planted: worlds, layers and visibility of every node.

use kinfolk::{Forest, Node2};

use crate::gauge::{Extent, Gauge, OF_WORLDS};
use crate::read::pairs;
use crate::read2d::{GodotNode, Tree, trees};

const NODES: usize = 3468;

/// What Godot's layers are clamped to, either way.
const GODOT_DEEPEST: i32 = 4096;

#[test]
fn every_world_is_where_godot_has_it() {
    let mut gauge = Gauge::default();
    for tree in trees() {
        let (forest, ids) = tree.planted();
        let name = tree.name();
        let extent = Extent::of(tree.godot.nodes.iter().map(GodotNode::world));
        for (index, (node, answer)) in tree.in_godot(&ids).enumerate() {
            let found = forest.effective(node).unwrap().to_array();
            let place = format_args!("{name}, node {index}");
            gauge.matrix(found, answer.world(), (OF_WORLDS, extent), place);
        }
    }
    gauge.passes(NODES * 6);
}

#[test]
fn every_world_is_where_exact_arithmetic_has_it() {
    let mut gauge = Gauge::default();
    for tree in trees() {
        let (mut forest, ids) = tree.planted();
        forest.update();
        let name = tree.name();
        let extent = Extent::of(&tree.exact.worlds);
        for (index, (&node, &world)) in pairs(&ids, &tree.exact.worlds).enumerate() {
            let found = forest.world(node).unwrap().to_cols_array();
            let place = format_args!("{name}, node {index}");
            gauge.matrix(found, world, (OF_WORLDS, extent), place);
            let found = forest.world_position(node).unwrap();
            let place = format_args!("{name}, position of node {index}");
            gauge.place(found, [world[4], world[5]], OF_WORLDS * extent.place, place);
        }
    }
    gauge.passes(NODES * 8);
}

#[test]
fn a_world_taken_apart_makes_the_same_matrix_again() {
    let mut gauge = Gauge::default();
    for tree in trees() {
        let (forest, ids) = tree.planted();
        let name = tree.name();
        let extent = Extent::of(&tree.exact.worlds);
        for (index, &node) in ids.iter().enumerate() {
            let world = forest.effective(node).unwrap();
            let again = world.transform().to_affine().to_cols_array();
            let place = format_args!("{name}, node {index}");
            gauge.matrix(
                again,
                world.to_array().map(f64::from),
                (OF_WORLDS, extent),
                place,
            );
        }
    }
    gauge.passes(NODES * 6);
}

#[test]
fn godots_rotation_scale_and_skew_describe_our_world() {
    let mut gauge = Gauge::default();
    for tree in trees() {
        let (forest, ids) = tree.planted();
        let name = tree.name();
        let extent = Extent::of(&tree.exact.worlds);
        for (index, (node, answer)) in tree.in_godot(&ids).enumerate() {
            let godot = answer.transform().to_affine().to_cols_array();
            let world = forest.effective(node).unwrap().to_array();
            let place = format_args!("{name}, node {index}");
            gauge.matrix(godot, world.map(f64::from), (OF_WORLDS, extent), place);
        }
    }
    gauge.passes(NODES * 6);
}

#[test]
fn layers_add_up_and_only_godot_clamps_them() {
    let (mut exact, mut godot) = (0, 0);
    for tree in trees() {
        let (forest, ids) = tree.planted();
        for (index, (node, answer)) in tree.in_godot(&ids).enumerate() {
            let z = forest.effective(node).unwrap().z();
            let name = format_args!("{}, node {index}", tree.name());
            assert_eq!(z, tree.exact.z[index], "{name}");
            exact += 1;
            if !is_clamped(&tree, index) {
                assert_eq!(z, answer.z, "{name} in Godot");
                godot += 1;
            }
        }
    }
    assert_eq!((exact, godot), (NODES, NODES - 4));
}

/// Whether Godot clamps the layer of a node, or one that it adds up from.
fn is_clamped(tree: &Tree, node: usize) -> bool {
    let row = &tree.asked.nodes[node];
    tree.exact.z[node].abs() > GODOT_DEEPEST
        || (row.z_relative && row.parent.is_some_and(|parent| is_clamped(tree, parent)))
}

#[test]
fn what_is_hidden_above_is_hidden_below() {
    let mut hidden = 0;
    for tree in trees() {
        let (forest, ids) = tree.planted();
        for (index, (node, answer)) in tree.in_godot(&ids).enumerate() {
            let visible = forest.effective(node).unwrap().visible();
            let name = format_args!("{}, node {index}", tree.name());
            assert_eq!(visible, tree.exact.visible[index], "{name}");
            assert_eq!(visible, answer.visible, "{name} in Godot");
            hidden += usize::from(!visible);
        }
    }
    assert!((1..NODES).contains(&hidden), "{hidden} hidden");
}

#[test]
fn a_read_before_an_update_has_the_bits_of_a_read_after_it() {
    let mut nodes = 0;
    for tree in trees() {
        let (mut forest, ids) = tree.planted();
        let worlds = |forest: &Forest<Node2>| -> Vec<_> {
            ids.iter()
                .map(|&node| forest.effective(node).unwrap())
                .collect()
        };
        let agree = |forest: &mut Forest<Node2>| {
            let before = worlds(forest);
            forest.update();
            assert_eq!(before, worlds(forest), "{}", tree.name());
            forest.check_laws().unwrap();
            before
        };

        let planted = agree(&mut forest);
        let root = forest.root_of(ids[0]).unwrap();
        forest.set_position(root, [3.0, -1.5]).unwrap();
        forest.edit(ids[ids.len() / 2], |node| node.z += 1).unwrap();
        let moved = agree(&mut forest);

        assert_ne!(planted, moved, "{}", tree.name());
        nodes += moved.len();
    }
    assert_eq!(nodes, NODES);
}
