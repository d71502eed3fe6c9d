//! Kinfolk with `Node2`: 2D transforms with flags, layers, visibility and the change list.

use kinfolk::{Forest, Node2, NodeId, Spot};

use super::Peer;
use crate::workload::{Workload, Write};

/// On one thread, or with `PARALLEL` on several.
pub(crate) struct Kinfolk2<const PARALLEL: bool> {
    pub(crate) forest: Forest<Node2>,
    pub(crate) ids: Vec<NodeId>,
}

/// The nodes of a workload, for planting.
pub(crate) fn nodes(workload: &Workload) -> impl Iterator<Item = (Option<usize>, Node2)> {
    let parents = workload
        .parents
        .iter()
        .map(|parent| parent.map(|parent| parent as usize));
    parents.zip(workload.starts.iter().map(|&[x, y]| Node2::at(x, y)))
}

impl<const PARALLEL: bool> Peer for Kinfolk2<PARALLEL> {
    fn planted(workload: &Workload) -> Self {
        let mut forest = Forest::new();
        let ids = forest
            .plant_tree(Spot::Root, nodes(workload))
            .expect("good nodes");
        forest.update();
        Self { forest, ids }
    }

    fn write(&mut self, writes: &[Write]) {
        for &Write {
            node,
            position,
            spin,
        } in writes
        {
            let id = self.ids[node as usize];
            let written = match spin {
                None => self.forest.set_position(id, position),
                Some((rotation, scale)) => self.forest.edit(id, |node| {
                    node.transform.position = position.into();
                    node.transform.rotation = rotation;
                    node.transform.scale = [scale, scale].into();
                }),
            };
            written.expect("a node can be moved");
        }
    }

    fn update(&mut self) {
        if PARALLEL {
            self.forest.update_parallel();
        } else {
            self.forest.update();
        }
    }

    fn world(&mut self, node: u32) -> [f32; 2] {
        self.forest
            .world_position(self.ids[node as usize])
            .expect("a living node")
            .into()
    }
}
