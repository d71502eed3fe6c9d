//! Nodes change their parents all the time and stay where they are: what does a move cost,
//! its share of the update included?
//!
//! Two turned and scaled parents share the nodes; every frame some go to the other parent,
//! in turn. Bevy keeps a parent's children in a list that is searched and closed up for
//! every move, so beside its `set_parent_in_place` it also runs with as little of that as
//! its documents allow (`-batch`): new lists for both parents, then new transforms.

use bevy_ecs::entity::EntityHashSet;
use bevy_ecs::prelude::*;
use bevy_transform::prelude::*;
use glam::{Quat, Vec2, Vec3};
use kinfolk::{Forest, Node2, NodeId};

use crate::measure::{Contestant, Effort, Figure};
use crate::peers::bevy::{NAMES as BEVY, propagate, world_and_schedule};
use crate::workload::far_apart;

const NODES: usize = 16_000;
const MOVES: usize = 4_096;

const BATCH: [&str; 2] = if cfg!(feature = "bevy-threads") {
    ["bevy-threads-batch", "bevy-threads-static-batch"]
} else {
    ["bevy-batch", "bevy-static-batch"]
};

/// Position, rotation and scale of the two parents.
const PARENTS: [([f32; 2], f32, f32); 2] = [([300.0, -20.0], 0.7, 2.0), ([-50.0, 80.0], -1.9, 0.5)];

fn start(node: usize) -> Vec2 {
    Vec2::from_angle(node as f32) * (node % 100) as f32
}

/// Who moves in a frame, and which parent gets it: each node goes back and forth.
fn moves(frame: usize) -> impl Iterator<Item = (usize, usize)> {
    (frame * MOVES..(frame + 1) * MOVES).map(|turn| {
        let node = turn % NODES;
        (node, (node + turn / NODES + 1) % 2)
    })
}

pub(crate) fn answer(effort: &Effort) -> Vec<Figure> {
    let mut ours = Ours::planted();
    let mut theirs: Vec<_> = [(BEVY, false), (BATCH, true)]
        .into_iter()
        .flat_map(|(names, batch)| [(names[0], batch, false), (names[1], batch, true)])
        .map(|(who, batch, fixed)| (who, batch, Theirs::planted(fixed)))
        .collect();

    let before: Vec<_> = (0..NODES).map(|node| ours.place(node)).collect();
    for frame in 0..8 {
        ours.frame(frame);
        for (_, batch, theirs) in &mut theirs {
            theirs.frame(frame, *batch);
        }
    }
    for (node, &before) in before.iter().enumerate() {
        let parent = ours.forest.parent(ours.ids[node]);
        let parent = ours.parents.iter().position(|&id| Some(id) == parent);
        assert!(!far_apart(before, ours.place(node)), "our {node} moved");
        for (who, _, theirs) in &theirs {
            assert!(
                !far_apart(before, theirs.place(node)),
                "{who}: {node} moved"
            );
            assert_eq!(theirs.parent(node), parent, "{who}: {node}'s parent");
        }
    }

    let mut frame = 8;
    let mut contestants = vec![Contestant::new("kinfolk", || {
        ours.frame(frame);
        frame += 1;
    })];
    for (who, batch, theirs) in &mut theirs {
        let mut frame = 8;
        contestants.push(Contestant::new(who, move || {
            theirs.frame(frame, *batch);
            frame += 1;
        }));
    }
    effort.figures("churn", "two parents", MOVES, &mut contestants)
}

struct Ours {
    forest: Forest<Node2>,
    parents: [NodeId; 2],
    ids: Vec<NodeId>,
}

impl Ours {
    fn planted() -> Self {
        let mut forest = Forest::with_capacity(NODES + 2);
        let parents = PARENTS.map(|([x, y], rotation, scale)| {
            let parent = Node2::at(x, y).turned(rotation).scaled(scale, scale);
            forest.plant(parent).expect("a good node")
        });
        let ids = (0..NODES).map(|node| {
            let Vec2 { x, y } = start(node);
            let planted = forest.plant_at(parents[node % 2], Node2::at(x, y));
            planted.expect("a good node")
        });
        let ids = ids.collect();
        forest.update();
        Self {
            forest,
            parents,
            ids,
        }
    }

    fn frame(&mut self, frame: usize) {
        for (node, to) in moves(frame) {
            self.forest
                .attach_in_place(self.ids[node], self.parents[to])
                .expect("a node can stay in place");
        }
        self.forest.update();
    }

    fn place(&self, node: usize) -> [f32; 2] {
        let place = self.forest.world_position(self.ids[node]);
        place.expect("a living node").into()
    }
}

struct Theirs {
    world: World,
    schedule: Schedule,
    parents: [Entity; 2],
    entities: Vec<Entity>,
}

impl Theirs {
    fn planted(fixed: bool) -> Self {
        let (mut world, schedule) = world_and_schedule(fixed);
        let parents = PARENTS.map(|([x, y], rotation, scale)| {
            let parent = Transform::from_xyz(x, y, 0.0)
                .with_rotation(Quat::from_rotation_z(rotation))
                .with_scale(Vec3::splat(scale));
            world.spawn(parent).id()
        });
        let child = |node| {
            let place = Transform::from_translation(start(node).extend(0.0));
            (place, ChildOf(parents[node % 2]))
        };
        let entities = world.spawn_batch((0..NODES).map(child)).collect();
        let mut peer = Self {
            world,
            schedule,
            parents,
            entities,
        };
        propagate(&mut peer.world, &mut peer.schedule);
        peer
    }

    fn frame(&mut self, frame: usize, batch: bool) {
        if batch {
            self.move_at_once(frame);
        } else {
            for (node, to) in moves(frame) {
                let mut entity = self.world.entity_mut(self.entities[node]);
                entity.set_parent_in_place(self.parents[to]);
            }
        }
        propagate(&mut self.world, &mut self.schedule);
    }

    /// Both parents get new lists: first without those that go, then with those that come.
    fn move_at_once(&mut self, frame: usize) {
        let mut coming = [Vec::new(), Vec::new()];
        for (node, to) in moves(frame) {
            coming[to].push(self.entities[node]);
        }
        let world = &mut self.world;
        for (parent, going) in self.parents.into_iter().zip(coming.iter().rev()) {
            let going: EntityHashSet = going.iter().copied().collect();
            let children = world.get::<Children>(parent).into_iter().flatten();
            let staying: Vec<_> = children.copied().filter(|id| !going.contains(id)).collect();
            world.entity_mut(parent).replace_children(&staying);
        }
        for (parent, coming) in self.parents.into_iter().zip(&coming) {
            world.entity_mut(parent).add_children(coming);
            let above = *world.get::<GlobalTransform>(parent).expect("a parent");
            for &child in coming {
                let mut child = world.entity_mut(child);
                let place = child.get::<GlobalTransform>().expect("a child");
                let place = place.reparented_to(&above);
                *child.get_mut::<Transform>().expect("a child") = place;
            }
        }
    }

    fn place(&self, node: usize) -> [f32; 2] {
        let place = self.world.get::<GlobalTransform>(self.entities[node]);
        place
            .expect("a living entity")
            .translation()
            .truncate()
            .into()
    }

    fn parent(&self, node: usize) -> Option<usize> {
        let child_of = self.world.get::<ChildOf>(self.entities[node])?;
        self.parents.iter().position(|&id| id == child_of.parent())
    }
}
