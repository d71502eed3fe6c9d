//! Kinfolk inside shipyard, in three ways: components written and worlds written back, deeds
//! and worlds written back, and deeds with worlds read from the forest.

use kinfolk::{Node2, NodeId};
use kinfolk_shipyard::{
    ChildOf, Effective, Family, FamilyView, FamilyViewMut, FamilyWorld, Hierarchy,
    HierarchyViewMut, Own, settle,
};
use shipyard::{AddComponent, EntityId, View, ViewMut, World};

use super::Peer;
use crate::workload::{Workload, Write};

/// How a game writes and reads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// Writes components, reads components: what was written has to be found.
    Components,
    /// Writes by deeds, reads components.
    Direct,
    /// Writes and reads in the forest, by nodes that entities keep.
    Forest,
}

pub(crate) struct KinfolkShipyard {
    world: World,
    way: Way,
    entities: Vec<EntityId>,
    nodes: Vec<NodeId>,
}

impl KinfolkShipyard {
    pub(crate) fn planted_for(workload: &Workload, way: Way) -> Self {
        let mut world = World::new();
        if way == Way::Forest {
            world.add_unique(Family::<Node2>::new().without_effective_components());
        }
        let owns = workload.starts.iter().map(|&[x, y]| Own(Node2::at(x, y)));
        let entities: Vec<_> = world.bulk_add_entity(owns).collect();
        world.run(|mut links: ViewMut<'_, ChildOf>| {
            for (&entity, parent) in entities.iter().zip(&workload.parents) {
                if let Some(parent) = parent {
                    let parent = entities[*parent as usize];
                    links.add_component_unchecked(entity, ChildOf(parent));
                }
            }
        });
        world.sync_family::<Node2>();
        world.sync_family::<Node2>();
        let nodes = world.run(|family: FamilyView<'_>| {
            let node = |&entity: &EntityId| family.node(entity).expect("a member");
            entities.iter().map(node).collect()
        });
        Self {
            world,
            way,
            entities,
            nodes,
        }
    }
}

fn change(node: &mut Node2, write: &Write) {
    node.transform.position = write.position.into();
    if let Some((rotation, scale)) = write.spin {
        node.transform.rotation = rotation;
        node.transform.scale = [scale, scale].into();
    }
}

impl Peer for KinfolkShipyard {
    fn planted(workload: &Workload) -> Self {
        Self::planted_for(workload, Way::Components)
    }

    fn write(&mut self, writes: &[Write]) {
        let entities = &self.entities;
        if self.way == Way::Components {
            self.world.run(|mut owns: ViewMut<'_, Own>| {
                for write in writes {
                    change(&mut owns[entities[write.node as usize]].0, write);
                }
            });
        } else if self.way == Way::Forest {
            let nodes = &self.nodes;
            self.world.run(|mut family: FamilyViewMut<'_>| {
                let mut values = family.own_values();
                for write in writes {
                    let node = nodes[write.node as usize];
                    let written = match write.spin {
                        None => values.set_position(node, write.position),
                        Some(_) => values.edit(node, |node| change(node, write)),
                    };
                    written.expect("a living member and finite numbers");
                }
            });
        } else {
            self.world.run(|mut views: HierarchyViewMut<'_>| {
                for write in writes {
                    let entity = entities[write.node as usize];
                    let written = match write.spin {
                        None => views.set_position(entity, write.position),
                        Some(_) => views.edit(entity, |node| change(node, write)),
                    };
                    written.expect("a living member and finite numbers");
                }
            });
        }
    }

    fn update(&mut self) {
        if self.way == Way::Components {
            self.world.sync_family::<Node2>();
        } else {
            self.world.run(settle::<Node2>);
        }
    }

    fn world(&mut self, node: u32) -> [f32; 2] {
        let entity = self.entities[node as usize];
        let world = if self.way == Way::Forest {
            let effective = |family: FamilyView<'_>| family.effective(entity);
            self.world.run(effective).expect("a living entity")
        } else {
            self.world
                .run(|worlds: View<'_, Effective>| worlds[entity].0)
        };
        world.position().into()
    }
}
