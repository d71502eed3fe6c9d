//! Kinfolk inside Bevy: writes to components, worlds written back to components.

use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};
use bevy_transform::prelude::*;
use glam::{Quat, Vec3};
use kinfolk::Node2;
use kinfolk_bevy::{Effective, Family, Form, Native, Own, Transforms, sync};

use super::Peer;
use super::bevy::{Mover, spawn};
use crate::workload::{Workload, Write};

#[derive(ScheduleLabel, Debug, Clone, PartialEq, Eq, Hash)]
struct Propagate;

/// A form of hierarchy whose places can be written and read.
pub(crate) trait Placed: Form {
    fn at(start: [f32; 2]) -> Self::Own;
    fn write(own: &mut Self::Own, write: &Write);
    fn place(effective: &Self::Effective) -> [f32; 2];
}

impl Placed for Native<Node2> {
    fn at([x, y]: [f32; 2]) -> Own {
        Own(Node2::at(x, y))
    }

    fn write(Own(node): &mut Own, write: &Write) {
        node.transform.position = write.position.into();
        if let Some((rotation, scale)) = write.spin {
            node.transform.rotation = rotation;
            node.transform.scale = [scale, scale].into();
        }
    }

    fn place(Effective(world): &Effective) -> [f32; 2] {
        world.position().into()
    }
}

impl Placed for Transforms {
    fn at([x, y]: [f32; 2]) -> Transform {
        Transform::from_xyz(x, y, 0.0)
    }

    fn write(transform: &mut Transform, write: &Write) {
        let [x, y] = write.position;
        transform.translation = Vec3::new(x, y, 0.0);
        if let Some((rotation, scale)) = write.spin {
            transform.rotation = Quat::from_rotation_z(rotation);
            transform.scale = Vec3::splat(scale);
        }
    }

    fn place(global: &GlobalTransform) -> [f32; 2] {
        let Vec3 { x, y, .. } = global.translation();
        [x, y]
    }
}

pub(crate) struct KinfolkBevy<F: Placed> {
    pub(crate) world: World,
    pub(crate) schedule: Schedule,
    movers: QueryState<(&'static mut F::Own, &'static Mover)>,
    pub(crate) entities: Vec<Entity>,
}

/// A world with our system, and a schedule that runs it.
pub(crate) fn world_and_schedule<F: Form>() -> (World, Schedule) {
    let mut world = World::new();
    world.init_resource::<Family<F>>();
    let mut schedule = Schedule::new(Propagate);
    schedule.set_executor(SingleThreadedExecutor::new());
    schedule.add_systems(sync::<F>);
    (world, schedule)
}

impl<F: Placed> Peer for KinfolkBevy<F>
where
    F::Own: Component<Mutability = Mutable>,
{
    fn planted(workload: &Workload) -> Self {
        let (mut world, schedule) = world_and_schedule::<F>();
        let entities = spawn(&mut world, workload, F::at);
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
        for (mut own, mover) in self.movers.iter_mut(&mut self.world) {
            F::write(&mut own, &writes[mover.0 as usize]);
        }
    }

    fn update(&mut self) {
        self.schedule.run(&mut self.world);
        self.world.clear_trackers();
    }

    fn world(&mut self, node: u32) -> [f32; 2] {
        let entity = self.entities[node as usize];
        let effective = self.world.get::<F::Effective>(entity);
        F::place(effective.expect("a living entity"))
    }
}
