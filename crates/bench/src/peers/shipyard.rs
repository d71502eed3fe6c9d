//! Shipyard, with the hierarchy of its guide: a parent knows its first child, and children
//! are in a circular linked list.
//!
//! Views are borrowed once per update, which goes down the links from the roots and
//! computes only what was written and what is below.

use glam::Affine2;
use shipyard::{Borrow, Component, EntitiesView, EntityId, Get, View, ViewMut, World};

use super::Peer;
use super::local::Local;
use crate::workload::{Workload, Write};

#[derive(Component)]
struct Parent {
    num_children: usize,
    first_child: EntityId,
}

#[derive(Component)]
struct Child {
    #[expect(dead_code, reason = "authors ask for it, updates do not")]
    parent: EntityId,
    prev: EntityId,
    next: EntityId,
}

#[derive(Component)]
struct Place {
    local: Local,
    /// Written since the last update.
    dirty: bool,
}

#[derive(Component)]
struct WorldFromNode(Affine2);

pub(crate) struct Shipyard {
    world: World,
    entities: Vec<EntityId>,
    roots: Vec<EntityId>,
}

#[derive(Borrow)]
struct Walk<'v> {
    parents: View<'v, Parent>,
    children: View<'v, Child>,
    places: ViewMut<'v, Place>,
    worlds: ViewMut<'v, WorldFromNode>,
}

impl Walk<'_> {
    /// Updates an entity and what is below it.
    fn visit(&mut self, entity: EntityId, world_from_parent: Affine2, moved: bool) {
        let place = &mut self.places[entity];
        let moved = moved | std::mem::replace(&mut place.dirty, false);
        let world_from_node = if moved {
            let world_from_node = world_from_parent * place.local.parent_from_node();
            self.worlds[entity].0 = world_from_node;
            world_from_node
        } else {
            self.worlds[entity].0
        };
        let Ok(parent) = self.parents.get(entity) else {
            return;
        };
        let mut child = parent.first_child;
        for _ in 0..parent.num_children {
            self.visit(child, world_from_node, moved);
            child = self.children[child].next;
        }
    }
}

type Links<'v> = (EntitiesView<'v>, ViewMut<'v, Parent>, ViewMut<'v, Child>);

/// Makes `child`, which has no parent yet, the last child of `parent`.
fn attach((entities, parents, children): &mut Links<'_>, child: EntityId, parent: EntityId) {
    let (prev, next) = if let Ok(mut above) = parents.get(parent) {
        above.num_children += 1;
        let next = above.first_child;
        let prev = std::mem::replace(&mut children[next].prev, child);
        children[prev].next = child;
        (prev, next)
    } else {
        let above = Parent {
            num_children: 1,
            first_child: child,
        };
        entities.add_component(parent, &mut *parents, above);
        (child, child)
    };
    entities.add_component(child, children, Child { parent, prev, next });
}

impl Peer for Shipyard {
    fn planted(workload: &Workload) -> Self {
        let mut world = World::new();
        let components = workload.starts.iter().map(|&start| {
            let place = Place {
                local: Local::at(start),
                dirty: true,
            };
            (place, WorldFromNode(Affine2::IDENTITY))
        });
        let entities: Vec<_> = world.bulk_add_entity(components).collect();
        let mut roots = Vec::new();
        let mut links = world.borrow::<Links<'_>>().expect("a world of our own");
        for (&entity, parent) in entities.iter().zip(&workload.parents) {
            match parent {
                Some(parent) => attach(&mut links, entity, entities[*parent as usize]),
                None => roots.push(entity),
            }
        }
        drop(links);
        let mut peer = Self {
            world,
            entities,
            roots,
        };
        peer.update();
        peer
    }

    fn write(&mut self, writes: &[Write]) {
        let places = self.world.borrow::<ViewMut<'_, Place>>();
        let mut places = places.expect("a world of our own");
        for write in writes {
            let place = &mut places[self.entities[write.node as usize]];
            place.local.write(write);
            place.dirty = true;
        }
    }

    fn update(&mut self) {
        let walk = self.world.borrow::<Walk<'_>>();
        let mut walk = walk.expect("a world of our own");
        for &root in &self.roots {
            walk.visit(root, Affine2::IDENTITY, false);
        }
    }

    fn world(&mut self, node: u32) -> [f32; 2] {
        let worlds = self.world.borrow::<View<'_, WorldFromNode>>();
        let worlds = worlds.expect("a world of our own");
        worlds[self.entities[node as usize]].0.translation.into()
    }
}
