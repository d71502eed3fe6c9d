//! Random trees whose nodes lie in the plane: 2D worlds are what 3D matrices say.

use std::fmt::Write as _;

use kinfolk_import::Plane;
use proptest::prelude::*;

use crate::{alive, imported};

#[derive(Debug, Clone)]
struct Node {
    /// Which of the nodes before is the parent, as a fraction; a root if negative.
    parent: f32,
    place: [f32; 3],
    turn: f32,
    scale: [f32; 3],
    as_matrix: bool,
}

fn node() -> impl Strategy<Value = Node> {
    let number = || (-400_i32..=400).prop_map(|n| n as f32 / 8.0);
    let scale = || prop_oneof![Just(1.0_f32), Just(-1.0), Just(0.5), Just(-2.0), Just(1.25)];
    (
        -0.2_f32..1.0,
        [number(), number(), number()],
        -3.0_f32..3.0,
        [scale(), scale(), scale()],
        any::<bool>(),
    )
        .prop_map(|(parent, place, turn, scale, as_matrix)| Node {
            parent,
            place,
            turn,
            scale,
            as_matrix,
        })
}

type Matrix = [[f64; 4]; 4]; // rows

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let entry = |row: usize, column: usize| (0..4).map(|k| a[row][k] * b[k][column]).sum();
    std::array::from_fn(|row| std::array::from_fn(|column| entry(row, column)))
}

fn local(node: &Node, plane: Plane) -> Matrix {
    let [x, y, z] = node.place.map(f64::from);
    let [sx, sy, sz] = node.scale.map(f64::from);
    let (sin, cos) = f64::from(node.turn).sin_cos();
    match plane {
        Plane::Xy => [
            [cos * sx, -sin * sy, 0.0, x],
            [sin * sx, cos * sy, 0.0, y],
            [0.0, 0.0, sz, z],
            [0.0, 0.0, 0.0, 1.0],
        ],
        Plane::Xz => [
            [cos * sx, 0.0, sin * sz, x],
            [0.0, sy, 0.0, y],
            [-sin * sx, 0.0, cos * sz, z],
            [0.0, 0.0, 0.0, 1.0],
        ],
    }
}

fn written(nodes: &[Node], parents: &[Option<usize>], plane: Plane) -> String {
    let mut text = r#"{ "asset": { "version": "2.0" }, "nodes": ["#.to_owned();
    for (index, node) in nodes.iter().enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        write!(text, "{comma}{{ \"name\": \"n{index}\"").unwrap();
        let children: Vec<usize> = (0..nodes.len())
            .filter(|&child| parents[child] == Some(index))
            .collect();
        if !children.is_empty() {
            write!(text, ", \"children\": {children:?}").unwrap();
        }
        if node.as_matrix {
            let rows = local(node, plane);
            let columns: Vec<f64> = (0..16).map(|entry| rows[entry % 4][entry / 4]).collect();
            write!(text, ", \"matrix\": {columns:?} }}").unwrap();
        } else {
            let (sin, cos) = (f64::from(node.turn) / 2.0).sin_cos();
            let rotation = match plane {
                Plane::Xy => [0.0, 0.0, sin, cos],
                Plane::Xz => [0.0, sin, 0.0, cos],
            };
            write!(
                text,
                ", \"translation\": {:?}, \"rotation\": {rotation:?}, \"scale\": {:?} }}",
                node.place, node.scale
            )
            .unwrap();
        }
    }
    text.push_str("] }");
    text
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn worlds_in_the_plane_are_those_of_the_3d_tree(
        nodes in prop::collection::vec(node(), 1..20),
        from_above in any::<bool>(),
    ) {
        let plane = if from_above { Plane::Xz } else { Plane::Xy };
        let parents: Vec<Option<usize>> = nodes
            .iter()
            .enumerate()
            .map(|(index, node)| {
                (index > 0 && node.parent >= 0.0)
                    .then_some((node.parent * index as f32) as usize)
            })
            .collect();

        let imported = imported(written(&nodes, &parents, plane).as_bytes(), plane);

        let (scene, forest) = alive(&imported);
        let mut worlds: Vec<Matrix> = Vec::new();
        for (index, node) in nodes.iter().enumerate() {
            let local = local(node, plane);
            let world = parents[index].map_or(local, |parent| product(&worlds[parent], &local));
            worlds.push(world);
            let flat = match plane {
                Plane::Xy => [world[0][0], world[1][0], world[0][1], world[1][1], world[0][3], world[1][3]],
                Plane::Xz => [world[0][0], -world[2][0], -world[0][2], world[2][2], world[0][3], -world[2][3]],
            };
            let found = forest.world(scene.node(&format!("n{index}")).unwrap()).unwrap().to_cols_array();
            let size = flat.iter().fold(1.0_f64, |most, entry| most.max(entry.abs()));
            for (found, wanted) in found.iter().zip(flat) {
                let error = (f64::from(*found) - wanted).abs();
                prop_assert!(error <= 2e-4 * size, "n{index}: {found} is not {wanted}");
            }
        }
    }
}
