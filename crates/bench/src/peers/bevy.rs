//! Bevy's own transform propagation: its real systems, in a schedule of their own.
//!
//! Whether the systems use threads is decided when Bevy is compiled; the benchmark builds
//! both and runs one after the other, each beside us.

use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};
use bevy_transform::prelude::*;
use bevy_transform::systems::{
    StaticTransformOptimizations, mark_dirty_trees, propagate_parent_transforms,
    sync_simple_transforms,
};
use glam::{Quat, Vec3};

use super::Peer;
use crate::workload::{Workload, Write};

#[derive(ScheduleLabel, Debug, Clone, PartialEq, Eq, Hash)]
struct Propagate;

/// What this Bevy is called, without its optimisation for static scenes and with it.
pub(crate) const NAMES: [&str; 2] = if cfg!(feature = "bevy-threads") {
    ["bevy-threads", "bevy-threads-static"]
} else {
    ["bevy", "bevy-static"]
};

/// With Bevy's optimisation for scenes in which little moves, or without.
pub(crate) struct Bevy<const STATIC: bool> {
    pub(crate) world: World,
    schedule: Schedule,
    movers: QueryState<(&'static mut Transform, &'static Mover)>,
    pub(crate) entities: Vec<Entity>,
}

/// Which write is for this entity.
#[derive(Component)]
pub(crate) struct Mover(pub(crate) u32);

/// Spawns the tree of a workload.
pub(crate) fn spawn<B: Bundle>(
    world: &mut World,
    workload: &Workload,
    own: impl Fn([f32; 2]) -> B,
) -> Vec<Entity> {
    let mut write_of = vec![None; workload.nodes()];
    for (index, &mover) in workload.movers.iter().enumerate() {
        write_of[mover as usize] = Some(index as u32);
    }
    let mut entities: Vec<Entity> = Vec::with_capacity(workload.nodes());
    let nodes = workload.parents.iter().zip(&workload.starts).zip(write_of);
    for ((parent, &start), write) in nodes {
        let mut entity = world.spawn(own(start));
        if let Some(write) = write {
            entity.insert(Mover(write));
        }
        if let Some(parent) = parent {
            entity.insert(ChildOf(entities[*parent as usize]));
        }
        entities.push(entity.id());
    }
    entities
}

/// A world with Bevy's systems, and a schedule that runs them.
pub(crate) fn world_and_schedule(static_optimizations: bool) -> (World, Schedule) {
    bevy_tasks::ComputeTaskPool::get_or_init(bevy_tasks::TaskPool::default);
    let mut world = World::new();
    world.insert_resource(if static_optimizations {
        StaticTransformOptimizations::Enabled
    } else {
        StaticTransformOptimizations::Disabled
    });
    let mut schedule = Schedule::new(Propagate);
    schedule.set_executor(SingleThreadedExecutor::new());
    let systems = (
        mark_dirty_trees,
        propagate_parent_transforms,
        sync_simple_transforms,
    );
    schedule.add_systems(systems.chain());
    (world, schedule)
}

/// One frame's end: Bevy's systems run, and what was removed is forgotten.
pub(crate) fn propagate(world: &mut World, schedule: &mut Schedule) {
    schedule.run(world);
    world.clear_trackers();
}

impl<const STATIC: bool> Peer for Bevy<STATIC> {
    fn planted(workload: &Workload) -> Self {
        let (mut world, schedule) = world_and_schedule(STATIC);
        let entities = spawn(&mut world, workload, |[x, y]| {
            Transform::from_xyz(x, y, 0.0)
        });
        let movers = world.query();
        let mut peer = Self {
            world,
            schedule,
            movers,
            entities,
        };
        peer.update();
        peer.update();
        peer
    }

    fn write(&mut self, writes: &[Write]) {
        for (mut transform, mover) in self.movers.iter_mut(&mut self.world) {
            let Write {
                position: [x, y],
                spin,
                ..
            } = writes[mover.0 as usize];
            transform.translation = Vec3::new(x, y, 0.0);
            if let Some((rotation, scale)) = spin {
                transform.rotation = Quat::from_rotation_z(rotation);
                transform.scale = Vec3::splat(scale);
            }
        }
    }

    fn update(&mut self) {
        propagate(&mut self.world, &mut self.schedule);
    }

    fn world(&mut self, node: u32) -> [f32; 2] {
        let entity = self.entities[node as usize];
        let world = self
            .world
            .get::<GlobalTransform>(entity)
            .expect("a living entity");
        let Vec3 { x, y, .. } = world.translation();
        [x, y]
    }
}
