//! 3D trees: worlds, points in and out of them, and staying in place under another parent.

use glam::{Affine3A, Quat, Vec3, Vec3A};
use kinfolk::{Forest, Misfit, NodeId, Transform3};
use serde::Deserialize;

use crate::gauge::{Extent, Gauge, OF_SOLUTIONS, OF_WORLDS};
use crate::planted::planted;
use crate::read::{answered, pairs, parent};
use crate::stay::{Move, moved, moves};

const NODES: usize = 524;
const POINTS: usize = 91;

#[derive(Deserialize)]
struct Asked {
    kind: String,
    nodes: Vec<Row>,
    points: Vec<Point>,
}

#[derive(Deserialize)]
struct Row {
    #[serde(deserialize_with = "parent")]
    parent: Option<usize>,
    translation: [f32; 3],
    rotation: [f32; 4],
    scale: [f32; 3],
}

#[derive(Deserialize)]
struct Point {
    node: usize,
    x: f32,
    y: f32,
    z: f32,
}

#[derive(Deserialize)]
struct Answer {
    #[serde(rename = "world")]
    worlds: Vec<[f64; 12]>,
    points: Vec<PointAnswer>,
}

#[derive(Deserialize)]
struct PointAnswer {
    in_world: [f64; 3],
    in_node: [f64; 3],
}

struct Tree {
    name: String,
    asked: Asked,
    answer: Answer,
}

fn trees() -> impl Iterator<Item = Tree> {
    let trees = answered("trees3d.json", "threejs_3d.json").into_iter();
    trees.map(|(id, asked, answer): (_, Asked, _)| Tree {
        name: format!("tree {id} ({})", asked.kind),
        asked,
        answer,
    })
}

impl Tree {
    fn planted(&self) -> (Forest<Transform3>, Vec<NodeId>) {
        let rows = self.asked.nodes.iter();
        planted(rows.map(|row| (row.parent, row.transform())))
    }
}

impl Row {
    fn transform(&self) -> Transform3 {
        Transform3 {
            translation: Vec3::from_array(self.translation),
            rotation: Quat::from_array(self.rotation),
            scale: Vec3::from_array(self.scale),
        }
    }
}

#[test]
fn every_world_is_where_threejs_has_it() {
    let mut gauge = Gauge::default();
    for tree in trees() {
        let (mut forest, ids) = tree.planted();
        let extent = Extent::of(&tree.answer.worlds);
        let pending: Vec<_> = ids.iter().map(|&node| forest.effective(node)).collect();
        forest.update();
        for (index, (&node, &world)) in pairs(&ids, &tree.answer.worlds).enumerate() {
            let found = forest.effective(node);
            assert_eq!(found, pending[index], "before an update and after it");
            let place = format_args!("{}, node {index}", tree.name);
            gauge.matrix(found.unwrap().to_array(), world, (OF_WORLDS, extent), place);
        }
        forest.check_laws().unwrap();
    }
    gauge.passes(NODES * 12);
}

#[test]
fn points_go_in_and_out_as_in_threejs() {
    let mut gauge = Gauge::default();
    for tree in trees() {
        let (forest, ids) = tree.planted();
        let extent = Extent::of(&tree.answer.worlds);
        let far = |point: [f64; 3]| point.iter().fold(extent.place, |far, x| far.max(x.abs()));
        for (index, (asked, answer)) in pairs(&tree.asked.points, &tree.answer.points).enumerate() {
            let world = forest.effective(ids[asked.node]).unwrap();
            let point = Vec3::new(asked.x, asked.y, asked.z);
            let place = format_args!("{}, point {index} to the world", tree.name);
            let tolerated = OF_WORLDS * far(answer.in_world);
            let found = world.point_to_world(point);
            gauge.place(found, answer.in_world, tolerated, place);
            let found = world.point_to_local(point).unwrap();
            let place = format_args!("{}, point {index} to the node", tree.name);
            let tolerated = OF_SOLUTIONS * far(answer.in_node);
            gauge.place(found, answer.in_node, tolerated, place);
        }
    }
    gauge.passes(POINTS * 6);
}

#[test]
fn a_node_stays_in_place_under_any_parent_unless_that_needs_shear() {
    let mut gauge = Gauge::default();
    let (mut stayed, mut refused) = (0, 0);
    for tree in trees() {
        let (mut forest, ids) = tree.planted();
        forest.update();
        for a_move in moves(&forest, &ids, &ids) {
            if try_move(&forest, a_move, &tree.name, &mut gauge) {
                stayed += 1;
            } else {
                assert!(needs_shear(&forest, a_move), "{}, {a_move:?}", tree.name);
                refused += 1;
            }
        }
    }
    assert_eq!((stayed, refused), (8875, 2028));
    gauge.passes(stayed * 12);
}

#[test]
fn shear_is_not_overlooked_beside_a_thin_axis() {
    let mut gauge = Gauge::default();
    let mut forest = Forest::new();
    let sheet = Transform3::IDENTITY.scaled(2.0, 1.0, 1e-4);
    let sheet = forest.plant(sheet).unwrap();
    let stamp = Transform3::IDENTITY.turned(Quat::from_rotation_z(0.7));
    let stamp = forest.plant(stamp).unwrap();

    let stayed = try_move(&forest, (stamp, Some(sheet)), "sheet", &mut gauge);

    gauge.passes(if stayed { 12 } else { 0 });
}

/// Whether a node could be attached in place; if so, measures how well.
fn try_move(forest: &Forest<Transform3>, a_move: Move, tree: &str, gauge: &mut Gauge) -> bool {
    match moved(forest, a_move) {
        Ok(after) => {
            let world = |node| forest.effective(node).unwrap().to_array().map(f64::from);
            let found = after.effective(a_move.0).unwrap().to_array();
            let close = (OF_SOLUTIONS, Extent::of(forest.walk().map(world)));
            let place = format_args!("{tree}, {a_move:?}");
            gauge.matrix(found, world(a_move.0), close, place);
            true
        }
        Err(Misfit::NeedsShear | Misfit::NotInvertible) => false,
        Err(other) => panic!("{tree}, {a_move:?}: {other}"),
    }
}

/// Whether the axes of a node, seen from its new parent, are clearly not square to each other.
fn needs_shear(forest: &Forest<Transform3>, (node, parent): Move) -> bool {
    let world = |node| forest.effective(node).unwrap().affine();
    let world_from_parent = parent.map_or(Affine3A::IDENTITY, world);
    let axes = (world_from_parent.inverse() * world(node)).matrix3;
    let [x, y, z] = [axes.x_axis, axes.y_axis, axes.z_axis].map(Vec3A::normalize);
    [x.dot(y), y.dot(z), z.dot(x)]
        .iter()
        .any(|cos| cos.abs() > 5e-5)
}
