//! The 2D trees: as they are asked about, and as Godot and exact arithmetic answer.

use kinfolk::{Forest, Node2, NodeId, Transform2};
use serde::Deserialize;

use crate::planted::planted;
use crate::read::{Op, answered, numbered, pairs, parent};

/// One tree with its questions and all answers.
#[derive(Debug)]
pub(crate) struct Tree {
    id: usize,
    pub(crate) asked: Asked,
    pub(crate) godot: Godot,
    pub(crate) exact: Exact,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Asked {
    kind: String,
    pub(crate) nodes: Vec<Row>,
    pub(crate) ops: Vec<Op>,
}

/// A node as it is asked about.
#[derive(Debug, Deserialize)]
pub(crate) struct Row {
    #[serde(deserialize_with = "parent")]
    pub(crate) parent: Option<usize>,
    x: f32,
    y: f32,
    rotation: f32,
    scale_x: f32,
    scale_y: f32,
    z: i32,
    pub(crate) z_relative: bool,
    visible: bool,
    pub(crate) inherit_rotation: bool,
    pub(crate) inherit_scale: bool,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Godot {
    pub(crate) nodes: Vec<GodotNode>,
    pub(crate) ops: Vec<Vec<f64>>,
    #[serde(rename = "final")]
    pub(crate) last: Vec<GodotEnd>,
}

/// A node in the world, as Godot has it before any operation.
#[derive(Debug, Deserialize)]
pub(crate) struct GodotNode {
    a: f64,
    b: f64,
    c: f64,
    d: f64,
    tx: f64,
    ty: f64,
    rotation: f32,
    scale_x: f32,
    scale_y: f32,
    skew: f32,
    pub(crate) z: i32,
    pub(crate) visible: bool,
}

/// A node in the world, as Godot has it after the last operation.
#[derive(Debug, Deserialize)]
pub(crate) struct GodotEnd {
    a: f64,
    b: f64,
    c: f64,
    d: f64,
    tx: f64,
    ty: f64,
    pub(crate) z: i32,
    pub(crate) visible: bool,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Exact {
    /// `[a, b, c, d, tx, ty]` with everything inherited.
    #[serde(rename = "affine")]
    pub(crate) worlds: Vec<[f64; 6]>,
    pub(crate) z: Vec<i32>,
    pub(crate) visible: Vec<bool>,
    /// `[x, y, rotation, scale x, scale y]` with the nodes' flags.
    #[serde(rename = "rfc_ext")]
    pub(crate) with_flags: Vec<[f64; 5]>,
}

/// Every 2D tree.
pub(crate) fn trees() -> Vec<Tree> {
    let in_godot = answered("trees2d.json", "godot4_2d.json");
    let exactly = numbered("exact_2d.json");
    assert_eq!(in_godot.len(), exactly.len());
    let trees = in_godot.into_iter().zip(exactly);
    trees
        .map(|((id, asked, godot), (exact_id, exact))| {
            assert_eq!(id, exact_id);
            Tree {
                id,
                asked,
                godot,
                exact,
            }
        })
        .collect()
}

impl Tree {
    /// "tree 8 (z_clamp)".
    pub(crate) fn name(&self) -> String {
        format!("tree {} ({})", self.id, self.asked.kind)
    }

    /// The tree with everything inherited, as Godot does.
    pub(crate) fn planted(&self) -> (Forest<Node2>, Vec<NodeId>) {
        self.planted_as(Row::node)
    }

    pub(crate) fn planted_as(&self, node: impl Fn(&Row) -> Node2) -> (Forest<Node2>, Vec<NodeId>) {
        planted(self.asked.nodes.iter().map(|row| (row.parent, node(row))))
    }

    /// The index of `node`, then of its parent and so on, up to the root.
    pub(crate) fn lineage(&self, node: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(node), |&node| self.asked.nodes[node].parent)
    }

    /// Every node's id with Godot's answer.
    pub(crate) fn in_godot<'a>(
        &'a self,
        ids: &'a [NodeId],
    ) -> impl Iterator<Item = (NodeId, &'a GodotNode)> {
        pairs(ids, &self.godot.nodes).map(|(&id, answer)| (id, answer))
    }
}

impl Row {
    pub(crate) fn node(&self) -> Node2 {
        let transform = Transform2::at(self.x, self.y)
            .turned(self.rotation)
            .scaled(self.scale_x, self.scale_y);
        Node2 {
            z: self.z,
            z_relative: self.z_relative,
            visible: self.visible,
            ..Node2::new(transform)
        }
    }
}

impl GodotNode {
    /// `[a, b, c, d, tx, ty]`.
    pub(crate) fn world(&self) -> [f64; 6] {
        [self.a, self.b, self.c, self.d, self.tx, self.ty]
    }

    /// Position, rotation, scale and skew in the world.
    pub(crate) fn transform(&self) -> Transform2 {
        Transform2::at(self.tx as f32, self.ty as f32)
            .turned(self.rotation)
            .scaled(self.scale_x, self.scale_y)
            .skewed(self.skew)
    }
}

impl GodotEnd {
    /// `[a, b, c, d, tx, ty]`.
    pub(crate) fn world(&self) -> [f64; 6] {
        [self.a, self.b, self.c, self.d, self.tx, self.ty]
    }
}
