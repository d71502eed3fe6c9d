//! hecs, with the hierarchy that its users write on top of it: siblings in a linked list.
//!
//! A prepared view reaches all columns of an entity with one lookup. The update goes down
//! the links from the roots and computes only what was written and what is below.

use glam::Affine2;
use hecs::{Entity, PreparedQuery, PreparedView, World};

use super::Peer;
use super::local::Local;
use crate::workload::{Workload, Write};

/// Of all entities but roots.
struct Parent(#[expect(dead_code, reason = "authors ask for it, updates do not")] Entity);

struct Children {
    first: Option<Entity>,
    count: u32,
}

struct Sibling {
    previous: Option<Entity>,
    next: Option<Entity>,
}

struct WorldFromNode(Affine2);

/// Written since the last update.
struct Dirty(bool);

type Walked = (
    &'static Children,
    &'static Sibling,
    &'static Local,
    &'static mut WorldFromNode,
    &'static mut Dirty,
);

pub(crate) struct Hecs {
    world: World,
    roots: PreparedQuery<hecs::Without<Entity, &'static Parent>>,
    walk: PreparedQuery<Walked>,
    written: PreparedQuery<(&'static mut Local, &'static mut Dirty)>,
    entities: Vec<Entity>,
}

/// Updates an entity and what is below it; answers which sibling is next.
fn visit(
    view: &mut PreparedView<'_, Walked>,
    entity: Entity,
    world_from_parent: Affine2,
    moved: bool,
) -> Option<Entity> {
    let (children, sibling, local, world_from_node, dirty) =
        view.get_mut(entity).expect("a living entity");
    let moved = moved | std::mem::replace(&mut dirty.0, false);
    if moved {
        world_from_node.0 = world_from_parent * local.parent_from_node();
    }
    let world_from_node = world_from_node.0;
    let (mut child, next) = (children.first, sibling.next);
    while let Some(entity) = child {
        child = visit(view, entity, world_from_node, moved);
    }
    next
}

/// Makes `child` the last child of `parent`, after `previous`.
fn attach(world: &mut World, child: Entity, parent: Entity, previous: Option<Entity>) {
    let children = world.query_one_mut::<&mut Children>(parent);
    let children = children.expect("a living parent");
    children.count += 1;
    children.first.get_or_insert(child);
    if let Some(previous) = previous {
        let sibling = world.query_one_mut::<&mut Sibling>(previous);
        sibling.expect("a living sibling").next = Some(child);
    }
    let sibling = world.query_one_mut::<&mut Sibling>(child);
    sibling.expect("a living child").previous = previous;
}

impl Peer for Hecs {
    fn planted(workload: &Workload) -> Self {
        let mut world = World::new();
        let mut entities: Vec<Entity> = Vec::with_capacity(workload.nodes());
        let mut last_children = vec![None; workload.nodes()];
        for (&parent, &start) in workload.parents.iter().zip(&workload.starts) {
            let components = (
                Children {
                    first: None,
                    count: 0,
                },
                Sibling {
                    previous: None,
                    next: None,
                },
                Local::at(start),
                WorldFromNode(Affine2::IDENTITY),
                Dirty(true),
            );
            let entity = match parent {
                None => world.spawn(components),
                Some(parent) => {
                    let (children, sibling, local, world_from_node, dirty) = components;
                    let above = Parent(entities[parent as usize]);
                    world.spawn((above, children, sibling, local, world_from_node, dirty))
                }
            };
            if let Some(parent) = parent {
                let previous = last_children[parent as usize].replace(entity);
                attach(&mut world, entity, entities[parent as usize], previous);
            }
            entities.push(entity);
        }
        let mut peer = Self {
            world,
            roots: PreparedQuery::new(),
            walk: PreparedQuery::new(),
            written: PreparedQuery::new(),
            entities,
        };
        peer.update();
        peer
    }

    fn write(&mut self, writes: &[Write]) {
        let mut view = self.written.view_mut(&mut self.world);
        for write in writes {
            let entity = self.entities[write.node as usize];
            let (local, dirty) = view.get_mut(entity).expect("a living entity");
            local.write(write);
            dirty.0 = true;
        }
    }

    fn update(&mut self) {
        let roots: Vec<Entity> = self.roots.query_mut(&mut self.world).collect();
        let mut view = self.walk.view_mut(&mut self.world);
        for root in roots {
            visit(&mut view, root, Affine2::IDENTITY, false);
        }
    }

    fn world(&mut self, node: u32) -> [f32; 2] {
        let entity = self.entities[node as usize];
        let world_from_node = self.world.query_one_mut::<&WorldFromNode>(entity);
        let world_from_node = world_from_node.expect("a living entity");
        world_from_node.0.translation.into()
    }
}
