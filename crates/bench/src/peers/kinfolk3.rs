//! Kinfolk with `Transform3`: the same work as Bevy's.

use glam::{Quat, Vec3};
use kinfolk::{Forest, NodeId, Spot, Transform3};

use super::Peer;
use crate::workload::{Workload, Write};

pub(crate) struct Kinfolk3 {
    forest: Forest<Transform3>,
    ids: Vec<NodeId>,
}

impl Peer for Kinfolk3 {
    fn planted(workload: &Workload) -> Self {
        let mut forest = Forest::new();
        let parents = workload
            .parents
            .iter()
            .map(|parent| parent.map(|parent| parent as usize));
        let starts = workload
            .starts
            .iter()
            .map(|&[x, y]| Transform3::at(x, y, 0.0));
        let ids = forest
            .plant_tree(Spot::Root, parents.zip(starts))
            .expect("good nodes");
        forest.update();
        Self { forest, ids }
    }

    fn write(&mut self, writes: &[Write]) {
        for &Write {
            node,
            position: [x, y],
            spin,
        } in writes
        {
            let id = self.ids[node as usize];
            let written = match spin {
                None => self.forest.set_translation(id, [x, y, 0.0]),
                Some((rotation, scale)) => {
                    let transform = Transform3::at(x, y, 0.0).scaled(scale, scale, scale);
                    self.forest
                        .set(id, transform.turned(Quat::from_rotation_z(rotation)))
                }
            };
            written.expect("a node can be moved");
        }
    }

    fn update(&mut self) {
        self.forest.update();
    }

    fn world(&mut self, node: u32) -> [f32; 2] {
        let world = self
            .forest
            .effective(self.ids[node as usize])
            .expect("a living node");
        let Vec3 { x, y, .. } = world.position();
        [x, y]
    }
}
