//! 2D trees while they are worked on: each operation, in turn, and the tree at the end.

use glam::{Affine2, Mat2, Vec2};
use kinfolk::{Forest, Node2, NodeId, Transform2};

use crate::gauge::{Extent, Gauge, OF_SOLUTIONS, OF_STAYING};
use crate::planted::state;
use crate::read::{Op, pairs};
use crate::read2d::{GodotEnd, GodotNode, Tree, trees};

const POINTS: usize = 156;
const MOVES: usize = 675;

/// Does to a forest what Godot did; a conversion has a point for an answer.
fn perform(forest: &mut Forest<Node2>, ids: &[NodeId], op: &Op) -> Option<Vec2> {
    let node = ids[op.index(1)];
    let pair = || [op.number(2), op.number(3)];
    match op.name() {
        "set_gpos" => forest.set_world_position(node, pair()).unwrap(),
        "set_gxf" => forest.set_world(node, affine(op)).unwrap(),
        "reparent_keep" => forest.attach_in_place(node, ids[op.index(2)]).unwrap(),
        "reparent_local" => forest.attach(node, ids[op.index(2)]).unwrap(),
        "unparent_keep" => forest.detach_in_place(node).unwrap(),
        "set_local" => forest.set_transform(node, transform(op)).unwrap(),
        "set_vis" => forest.set_visible(node, op.flag(2)).unwrap(),
        "to_local" => return Some(forest.point_to_local(node, pair()).unwrap()),
        "to_global" => return Some(forest.point_to_world(node, pair()).unwrap()),
        other => panic!("an operation called {other}"),
    }
    None
}

fn affine(op: &Op) -> Affine2 {
    let [a, b, c, d, tx, ty] = std::array::from_fn(|place| op.number(place + 2));
    Affine2 {
        matrix2: Mat2::from_cols_array(&[a, b, c, d]),
        translation: Vec2::new(tx, ty),
    }
}

fn transform(op: &Op) -> Transform2 {
    Transform2::at(op.number(2), op.number(3))
        .turned(op.number(4))
        .scaled(op.number(5), op.number(6))
}

/// What Godot says after an operation.
enum Answer {
    Point([f64; 2]),
    Node {
        local: [f64; 6],
        /// Position, rotation, scale and skew of `local`.
        parts: Transform2,
        world: [f64; 6],
    },
}

impl Answer {
    fn of(numbers: &[f64]) -> Self {
        if let &[x, y] = numbers {
            return Self::Point([x, y]);
        }
        let six = |start: usize| -> [f64; 6] { numbers[start..start + 6].try_into().unwrap() };
        assert_eq!(numbers.len(), 18);
        let [x, y, rotation, scale_x, scale_y, skew] = six(6).map(|number| number as f32);
        Self::Node {
            local: six(0),
            parts: Transform2::at(x, y)
                .turned(rotation)
                .scaled(scale_x, scale_y)
                .skewed(skew),
            world: six(12),
        }
    }
}

fn local(forest: &Forest<Node2>, node: NodeId) -> [f32; 6] {
    let transform = forest.value(node).unwrap().transform;
    transform.to_affine().to_cols_array()
}

#[test]
fn every_operation_leaves_the_node_as_in_godot() {
    let mut gauge = Gauge::default();
    for tree in trees() {
        let (mut forest, ids) = tree.planted();
        let name = tree.name();
        let mut extent = Extent::of(tree.godot.nodes.iter().map(GodotNode::world));
        for (step, (op, answer)) in pairs(&tree.asked.ops, &tree.godot.ops).enumerate() {
            let point = perform(&mut forest, &ids, op);
            let place = format_args!("{name}, step {step}: {op}");
            match Answer::of(answer) {
                Answer::Point(expected) => {
                    let tolerated = OF_SOLUTIONS * extent.place;
                    gauge.place(point.unwrap(), expected, tolerated, place);
                }
                Answer::Node {
                    local: expected,
                    parts,
                    world,
                } => {
                    let node = ids[op.index(1)];
                    extent.grow(&expected);
                    extent.grow(&world);
                    let close = (OF_SOLUTIONS, extent);
                    let found = local(&forest, node);
                    gauge.matrix(found, expected, close, place);
                    let parts = parts.to_affine().to_cols_array();
                    gauge.matrix(parts, found.map(f64::from), close, place);
                    let found = forest.effective(node).unwrap().to_array();
                    gauge.matrix(found, world, close, place);
                }
            }
            forest.check_laws().unwrap();
        }
    }
    gauge.passes(POINTS * 2 + MOVES * 18);
}

#[test]
fn after_the_last_operation_every_node_is_as_in_godot() {
    let mut gauge = Gauge::default();
    for tree in worked_on() {
        let (mut forest, ids) = tree.planted();
        for op in &tree.asked.ops {
            perform(&mut forest, &ids, op);
        }
        forest.update();
        let extent = Extent::of(tree.godot.last.iter().map(GodotEnd::world));
        for (index, (&node, end)) in pairs(&ids, &tree.godot.last).enumerate() {
            let world = forest.effective(node).unwrap();
            let place = format_args!("{}, node {index}", tree.name());
            gauge.matrix(world.to_array(), end.world(), (OF_SOLUTIONS, extent), place);
            assert_eq!(
                (world.z(), world.visible()),
                (end.z, end.visible),
                "{place}"
            );
        }
    }
    gauge.passes(3349 * 6);
}

#[test]
fn what_is_asked_for_in_the_world_is_what_one_gets() {
    let mut gauge = Gauge::default();
    for tree in worked_on() {
        let (mut forest, ids) = tree.planted();
        for (step, op) in tree.asked.ops.iter().enumerate() {
            let node = ids[op.index(1)];
            let before = forest.effective(node).unwrap().to_array();
            perform(&mut forest, &ids, op);
            let mut wanted = before.map(f64::from);
            match op.name() {
                "set_gpos" => {
                    wanted[4] = op.number(2).into();
                    wanted[5] = op.number(3).into();
                }
                "set_gxf" => wanted = affine(op).to_cols_array().map(f64::from),
                "reparent_keep" | "unparent_keep" => {}
                _ => continue,
            }
            let worlds = forest.walk().map(|node| forest.effective(node).unwrap());
            let extent = Extent::of(worlds.map(|world| world.to_array().map(f64::from)));
            let found = forest.effective(node).unwrap().to_array();
            let place = format_args!("{}, step {step}: {op}", tree.name());
            gauge.matrix(found, wanted, (OF_STAYING, extent), place);
        }
    }
    gauge.passes(439 * 6);
}

#[test]
fn updates_in_between_change_no_bit() {
    for tree in worked_on() {
        let (mut forest, ids) = tree.planted();
        let mut often = forest.clone();
        for op in &tree.asked.ops {
            let point = perform(&mut forest, &ids, op);
            assert_eq!(perform(&mut often, &ids, op), point, "{}", tree.name());
            often.update();
        }
        assert_eq!(state(&forest), state(&often), "{}", tree.name());
    }
}

/// The trees that something is done to.
fn worked_on() -> impl Iterator<Item = Tree> {
    trees()
        .into_iter()
        .filter(|tree| !tree.asked.ops.is_empty())
}
