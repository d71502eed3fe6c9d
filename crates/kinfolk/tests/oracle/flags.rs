//! Nodes that leave their parent's rotation or scale alone, offset included.
//!
//! The answers add angles and multiply scales, which is our rule too where every ancestor
//! is scaled alike on both axes and not mirrored. Elsewhere they are not compared.

use kinfolk::{Inherits, Node2};

use crate::gauge::{Extent, Gauge, OF_STAYING, OF_WORLDS};
use crate::read2d::{Row, Tree, trees};
use crate::stay::{moved, moves};

fn flagged(row: &Row) -> Node2 {
    let mut inherits = Inherits::POSITION;
    inherits.set(Inherits::ROTATION, row.inherit_rotation);
    inherits.set(Inherits::SCALE | Inherits::REFLECTION, row.inherit_scale);
    row.node().with_inherits(inherits)
}

/// Whether every ancestor is scaled alike on both axes and not mirrored.
fn has_even_ancestors(tree: &Tree, node: usize) -> bool {
    tree.lineage(node).skip(1).all(|ancestor| {
        let [_, _, _, x, y] = tree.exact.with_flags[ancestor];
        x == y && x > 0.0
    })
}

#[test]
fn a_node_takes_over_what_its_flags_say() {
    let mut gauge = Gauge::default();
    let mut partial = 0;
    for tree in trees() {
        let (mut forest, ids) = tree.planted_as(flagged);
        forest.update();
        let answers = &tree.exact.with_flags;
        let size = |place: usize| {
            let sizes = answers.iter().map(|answer| answer[place].abs());
            sizes.fold(1.0, f64::max)
        };
        let (far, large) = (size(0).max(size(1)), size(3).max(size(4)));
        assert_eq!(ids.len(), answers.len());
        for index in (0..ids.len()).filter(|&index| has_even_ancestors(&tree, index)) {
            let [x, y, rotation, scale_x, scale_y] = answers[index];
            let found = forest.world_transform(ids[index]).unwrap();
            let name = format!("{}, node {index}", tree.name());
            let place = format_args!("{name}, position");
            gauge.place(found.position, [x, y], OF_WORLDS * far, place);
            let place = format_args!("{name}, scale");
            gauge.place(found.scale, [scale_x, scale_y], OF_WORLDS * large, place);
            let turns = ((f64::from(found.rotation) - rotation) / std::f64::consts::TAU).round();
            let rotation = rotation + turns * std::f64::consts::TAU;
            let place = format_args!("{name}, rotation");
            gauge.number(found.rotation, rotation, OF_WORLDS, place);
            let below = tree.asked.nodes[index].parent.is_some();
            partial +=
                usize::from(below && flagged(&tree.asked.nodes[index]).inherits != Inherits::ALL);
        }
    }
    assert_eq!(partial, 754);
    gauge.passes(1110 * 5);
}

#[test]
fn a_node_stays_in_place_whatever_its_flags_say() {
    let mut gauge = Gauge::default();
    for tree in trees() {
        for kind in [Row::node, flagged] {
            stays_in_place(&tree, kind, &mut gauge);
        }
    }
    gauge.passes(24287 * 2 * 6);
}

/// Attaches some nodes of a tree to each other in place, each time anew.
fn stays_in_place(tree: &Tree, kind: fn(&Row) -> Node2, gauge: &mut Gauge) {
    let (mut forest, ids) = tree.planted_as(kind);
    forest.update();
    let world = |node| forest.effective(node).unwrap().to_array().map(f64::from);
    let close = (OF_STAYING, Extent::of(ids.iter().copied().map(world)));
    let some: Vec<_> = ids.iter().copied().step_by(ids.len() / 25 + 1).collect();
    for a_move in moves(&forest, &some, &some) {
        let after = moved(&forest, a_move).unwrap();
        let found = after.effective(a_move.0).unwrap().to_array();
        let place = format_args!("{}, {a_move:?}", tree.name());
        gauge.matrix(found, world(a_move.0), close, place);
    }
}
