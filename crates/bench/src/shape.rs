//! Trees to measure on, the same every time.

use kinfolk::{Forest, Node2, NodeId, Spot};

/// How a tree grows.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    /// Each node has one child.
    Chain,
    /// One root, everybody else its child.
    Fan,
    /// Each node has this many children.
    Bushy { arity: usize },
    /// Rigs of 68 joints side by side, as in Bevy's stress test.
    Humanoids,
}

/// The parents of joints 1 to 67 of a rig.
const RIG: [usize; 67] = [
    0, 1, 2, 3, 4, 5, 6, 6, 6, 4, 10, 11, 12, 13, 14, 15, 16, 13, 18, 19, 20, 13, 22, 23, 24, 13,
    26, 27, 28, 13, 30, 31, 32, 4, 34, 35, 36, 37, 38, 39, 40, 37, 42, 43, 44, 37, 46, 47, 48, 37,
    50, 51, 52, 37, 54, 55, 56, 1, 58, 59, 60, 61, 1, 63, 64, 65, 66,
];

impl Shape {
    pub(crate) fn name(self) -> String {
        match self {
            Self::Chain => "chain".into(),
            Self::Fan => "fan".into(),
            Self::Bushy { arity } => format!("bushy({arity})"),
            Self::Humanoids => "humanoids".into(),
        }
    }

    /// The parent of each node, which comes before it.
    pub(crate) fn parents(self, nodes: usize) -> Vec<Option<usize>> {
        (0..nodes)
            .map(|node| match self {
                Self::Chain => node.checked_sub(1),
                Self::Fan => (node > 0).then_some(0),
                Self::Bushy { arity } => Some(node.checked_sub(1)? / arity),
                Self::Humanoids => {
                    let joint = (node % 68).checked_sub(1)?;
                    Some(node - node % 68 + RIG[joint])
                }
            })
            .collect()
    }

    /// A forest of this shape in which every transform does something, up to date.
    pub(crate) fn planted(self, nodes: usize) -> (Forest<Node2>, Vec<NodeId>) {
        let mut forest = Forest::with_capacity(nodes);
        let list = self
            .parents(nodes)
            .into_iter()
            .enumerate()
            .map(|(index, parent)| {
                let angle = index as f32 * 0.1;
                let node = Node2::at(angle.cos(), angle.sin())
                    .turned(angle * 0.01)
                    .with_z(index as i32 % 3);
                (parent, node)
            });
        let ids = forest
            .plant_tree(Spot::Root, list)
            .expect("a shape has good nodes");
        forest.update();
        (forest, ids)
    }
}
