//! Kinfolk inside hecs, in the three ways that a game can have it.

use hecs::{Entity, PreparedQuery, World};
use kinfolk::{Node2, NodeId};
use kinfolk_hecs::{ChildOf, Children, Effective, Family, Own};

use super::Peer;
use crate::workload::{Workload, Write};

/// Writes to components, finds them by a sync, writes worlds to components.
pub(crate) struct Components {
    realm: Realm,
    written: PreparedQuery<&'static mut Own>,
}

/// Writes by deeds, settles, writes worlds to components.
pub(crate) struct Direct(Realm);

/// Writes and reads in the forest, by nodes that entities keep.
pub(crate) struct InForest {
    realm: Realm,
    nodes: Vec<NodeId>,
}

struct Realm {
    world: World,
    family: Family,
    entities: Vec<Entity>,
}

impl Realm {
    fn planted(workload: &Workload, family: Family) -> Self {
        let mut world = World::new();
        let mut entities: Vec<Entity> = Vec::with_capacity(workload.nodes());
        for (&parent, &[x, y]) in workload.parents.iter().zip(&workload.starts) {
            let own = Own::new(Node2::at(x, y));
            let follows = (Effective::<Node2>::default(), Children::default());
            entities.push(match parent {
                None => world.spawn((own, follows.0, follows.1)),
                Some(parent) => {
                    let link = ChildOf::new(entities[parent as usize]);
                    world.spawn((own, follows.0, follows.1, link))
                }
            });
        }
        let mut realm = Self {
            world,
            family,
            entities,
        };
        // The first sync takes everybody in, and the second finds nothing more to do.
        realm.family.sync(&mut realm.world);
        realm.family.sync(&mut realm.world);
        realm
    }

    fn write_by_deeds(&mut self, writes: &[Write]) {
        let Self {
            world,
            family,
            entities,
        } = self;
        for write in writes {
            let entity = entities[write.node as usize];
            let done = match write.spin {
                None => family.set_position(world, entity, write.position),
                Some(_) => family.edit(world, entity, |node| move_to(node, write)),
            };
            done.expect("a node can be moved");
        }
    }

    fn component(&self, node: u32) -> [f32; 2] {
        let entity = self.entities[node as usize];
        let effective = self.world.get::<&Effective>(entity);
        effective.expect("a living entity").position().into()
    }
}

fn move_to(node: &mut Node2, write: &Write) {
    node.transform.position = write.position.into();
    if let Some((rotation, scale)) = write.spin {
        node.transform.rotation = rotation;
        node.transform.scale = [scale, scale].into();
    }
}

impl Peer for Components {
    fn planted(workload: &Workload) -> Self {
        Self {
            realm: Realm::planted(workload, Family::new()),
            written: PreparedQuery::new(),
        }
    }

    fn write(&mut self, writes: &[Write]) {
        let mut view = self.written.view_mut(&mut self.realm.world);
        for write in writes {
            let own = view.get_mut(self.realm.entities[write.node as usize]);
            move_to(own.expect("a living entity"), write);
        }
    }

    fn update(&mut self) {
        self.realm.family.sync(&mut self.realm.world);
    }

    fn world(&mut self, node: u32) -> [f32; 2] {
        self.realm.component(node)
    }
}

impl Peer for Direct {
    fn planted(workload: &Workload) -> Self {
        Self(Realm::planted(workload, Family::new()))
    }

    fn write(&mut self, writes: &[Write]) {
        self.0.write_by_deeds(writes);
    }

    fn update(&mut self) {
        self.0.family.settle(&mut self.0.world);
    }

    fn world(&mut self, node: u32) -> [f32; 2] {
        self.0.component(node)
    }
}

impl Peer for InForest {
    fn planted(workload: &Workload) -> Self {
        let realm = Realm::planted(workload, Family::new().reading_from_forest());
        let node = |&entity: &Entity| realm.family.node(entity).expect("a member");
        let nodes = realm.entities.iter().map(node).collect();
        Self { realm, nodes }
    }

    fn write(&mut self, writes: &[Write]) {
        let values = self.realm.family.own_values();
        let mut values = values.expect("it reads from the forest");
        for write in writes {
            let node = self.nodes[write.node as usize];
            let done = match write.spin {
                None => values.set_position(node, write.position),
                Some(_) => values.edit(node, |node| move_to(node, write)),
            };
            done.expect("a node can be moved");
        }
    }

    fn update(&mut self) {
        self.realm.family.settle(&mut self.realm.world);
    }

    fn world(&mut self, node: u32) -> [f32; 2] {
        let entity = self.realm.entities[node as usize];
        let effective = self.realm.family.effective(entity);
        effective.expect("a member").position().into()
    }
}
