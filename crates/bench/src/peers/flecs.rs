//! Flecs, with its own hierarchy: `ChildOf` pairs, and the cached cascade query that its
//! documents recommend for transforms.
//!
//! The children of one parent are a table, and tables come in the order of their depth: many
//! children make it fast, and a table for each child makes it slow. Flecs sees which tables
//! were written, so the update computes only tables with a written entity and tables whose
//! parent's table was computed.

use flecs_ecs::prelude::*;
use glam::Affine2;

use super::Peer;
use super::local::Local;
use crate::workload::{Workload, Write};

#[derive(Component)]
struct Place(Local);

#[derive(Component)]
struct WorldFromNode(Affine2);

/// Which write is for this entity.
#[derive(Component)]
struct Mover(u32);

impl Mover {
    /// Of those that do not move but have siblings that do: a component that only some
    /// siblings have would split their table.
    const RESTING: Self = Self(u32::MAX);
}

pub(crate) struct Flecs {
    // Queries come before their world, since Flecs wants them dropped first.
    movers: Query<(&'static Mover, &'static mut Place)>,
    cascade: Query<(
        &'static Place,
        &'static mut WorldFromNode,
        Option<&'static WorldFromNode>,
    )>,
    world: World,
    entities: Vec<Entity>,
}

/// All nodes in the order in which the cascade finds them, for the caches' sake.
fn by_depth(workload: &Workload) -> Vec<usize> {
    let mut depths: Vec<u32> = Vec::with_capacity(workload.nodes());
    for parent in &workload.parents {
        depths.push(parent.map_or(0, |parent| depths[parent as usize] + 1));
    }
    let mut nodes: Vec<_> = (0..workload.nodes()).collect();
    nodes.sort_by_key(|&node| depths[node]);
    nodes
}

/// The mover of each node that moves or has a sibling that does.
fn movers(workload: &Workload) -> Vec<Option<Mover>> {
    let family = |node: usize| workload.parents[node].map_or(0, |parent| parent as usize + 1);
    let mut moving = vec![false; workload.nodes() + 1];
    for &node in &workload.movers {
        moving[family(node as usize)] = true;
    }
    let resting = |node| moving[family(node)].then_some(Mover::RESTING);
    let mut movers: Vec<_> = (0..workload.nodes()).map(resting).collect();
    for (write, &node) in workload.movers.iter().enumerate() {
        movers[node as usize] = Some(Mover(write as u32));
    }
    movers
}

impl Peer for Flecs {
    fn planted(workload: &Workload) -> Self {
        let world = World::new();
        let mut entities = vec![Entity::null(); workload.nodes()];
        let mut movers = movers(workload);
        for node in by_depth(workload) {
            let entity = world
                .entity()
                .set(Place(Local::at(workload.starts[node])))
                .set(WorldFromNode(Affine2::IDENTITY));
            if let Some(mover) = movers[node].take() {
                entity.set(mover);
            }
            // Last, or each component before it would need a table per parent.
            if let Some(parent) = workload.parents[node] {
                entity.child_of(entities[parent as usize]);
            }
            entities[node] = entity.id();
        }
        let movers = world.query::<(&Mover, &mut Place)>().set_cached().build();
        let cascade = world
            .query::<(&Place, &mut WorldFromNode, Option<&WorldFromNode>)>()
            .term_at(1)
            .set_inout_kind(InOutKind::Out)
            .term_at(2)
            .parent()
            .cascade()
            .set_cached()
            .detect_changes()
            .build();
        let mut peer = Self {
            movers,
            cascade,
            world,
            entities,
        };
        peer.update();
        peer
    }

    fn write(&mut self, writes: &[Write]) {
        self.movers.each(|(mover, place)| {
            if let Some(write) = writes.get(mover.0 as usize) {
                place.0.write(write);
            }
        });
    }

    fn update(&mut self) {
        self.cascade.run_each(
            |mut tables| {
                while tables.next() {
                    if tables.is_changed() {
                        tables.each();
                    } else {
                        tables.skip();
                    }
                }
            },
            |(place, world_from_node, parent)| {
                let world_from_parent = parent.map_or(Affine2::IDENTITY, |parent| parent.0);
                world_from_node.0 = world_from_parent * place.0.parent_from_node();
            },
        );
    }

    fn world(&mut self, node: u32) -> [f32; 2] {
        let entity = self.world.entity_from_id(self.entities[node as usize]);
        entity.get::<&WorldFromNode>(|world_from_node| world_from_node.0.translation.into())
    }
}
