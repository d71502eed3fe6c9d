//! A world whose transforms are ours to keep.

use bevy_ecs::prelude::*;
use bevy_transform::prelude::*;
use glam::Vec3;
use kinfolk_bevy::{Family, Transforms, install, sync};

/// A world and a schedule that syncs.
pub(crate) struct Stage {
    pub(crate) world: World,
    schedule: Schedule,
}

impl Stage {
    pub(crate) fn new() -> Self {
        let mut world = World::new();
        install::<Transforms>(&mut world);
        let mut schedule = Schedule::default();
        schedule.add_systems(sync::<Transforms>);
        Self { world, schedule }
    }

    pub(crate) fn frame(&mut self) {
        self.schedule.run(&mut self.world);
        self.world.clear_trackers();
    }

    /// Runs a system that sends commands.
    pub(crate) fn command(&mut self, commands: impl FnOnce(&mut Commands<'_, '_>)) {
        let mut queue = bevy_ecs::world::CommandQueue::default();
        commands(&mut Commands::new(&mut queue, &self.world));
        queue.apply(&mut self.world);
    }

    #[track_caller]
    pub(crate) fn global(&self, entity: Entity) -> GlobalTransform {
        *self.world.get(entity).unwrap()
    }

    pub(crate) fn children(&self, entity: Entity) -> Vec<Entity> {
        let children = self.world.get::<Children>(entity);
        children.map_or_else(Vec::new, |children| children.to_vec())
    }

    /// The children that our forest has, which must be Bevy's.
    #[track_caller]
    pub(crate) fn kin(&self, entity: Entity) -> Vec<Entity> {
        let kin: Vec<Entity> = self.family().children(entity).collect();
        assert_eq!(kin, self.children(entity));
        kin
    }

    pub(crate) fn family(&self) -> &Family<Transforms> {
        self.world.resource()
    }
}

/// As far along every axis.
pub(crate) fn diagonal(distance: f32) -> Transform {
    Transform::from_translation(Vec3::splat(distance))
}

/// Equal but for rounding.
#[track_caller]
pub(crate) fn assert_near(left: GlobalTransform, right: GlobalTransform, most: f32) {
    let near = left.affine().abs_diff_eq(right.affine(), most);
    assert!(near, "{left:?} is not {right:?}");
}
