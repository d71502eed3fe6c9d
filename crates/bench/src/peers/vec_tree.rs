//! A hand-written tree, as a good programmer would write it: nodes in a `Vec`, each with a
//! `Vec` of its children's indices, and a recursive update that computes only what was
//! written and what is below.

use glam::Affine2;

use super::Peer;
use super::local::Local;
use crate::workload::{Workload, Write};

struct Node {
    local: Local,
    children: Vec<u32>,
    world: Affine2,
    /// Written since the last update.
    dirty: bool,
}

pub(crate) struct VecTree {
    nodes: Vec<Node>,
    roots: Vec<u32>,
}

impl VecTree {
    fn visit(&mut self, node: u32, above: Affine2, moved: bool) {
        let index = node as usize;
        let this = &mut self.nodes[index];
        let moved = moved | std::mem::replace(&mut this.dirty, false);
        if moved {
            this.world = above * this.local.parent_from_node();
        }
        let world = this.world;
        for child in 0..self.nodes[index].children.len() {
            self.visit(self.nodes[index].children[child], world, moved);
        }
    }
}

impl Peer for VecTree {
    fn planted(workload: &Workload) -> Self {
        let mut nodes: Vec<Node> = Vec::with_capacity(workload.nodes());
        let mut roots = Vec::new();
        for (node, (&parent, &start)) in workload.parents.iter().zip(&workload.starts).enumerate() {
            match parent {
                Some(parent) => nodes[parent as usize].children.push(node as u32),
                None => roots.push(node as u32),
            }
            nodes.push(Node {
                local: Local::at(start),
                children: Vec::new(),
                world: Affine2::IDENTITY,
                dirty: true,
            });
        }
        let mut tree = Self { nodes, roots };
        tree.update();
        tree
    }

    fn write(&mut self, writes: &[Write]) {
        for write in writes {
            let node = &mut self.nodes[write.node as usize];
            node.dirty = true;
            node.local.write(write);
        }
    }

    fn update(&mut self) {
        for index in 0..self.roots.len() {
            self.visit(self.roots[index], Affine2::IDENTITY, false);
        }
    }

    fn world(&mut self, node: u32) -> [f32; 2] {
        self.nodes[node as usize].world.translation.into()
    }
}
