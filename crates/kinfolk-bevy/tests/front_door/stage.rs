//! A world that syncs once a frame, without an app.

use core::marker::PhantomData;

use bevy_ecs::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use kinfolk::Node2;
use kinfolk_bevy::{Effective, Family, Form, Fresh2, Native, Own, install, sync};

/// A world with a hierarchy of a form.
pub(crate) struct Stage<F: Form = Native> {
    pub(crate) world: World,
    schedule: Schedule,
    form: PhantomData<F>,
}

impl Stage {
    /// A world with a hierarchy of 2D nodes.
    pub(crate) fn new() -> Self {
        Self::of()
    }

    pub(crate) fn spawn(&mut self, x: f32, y: f32) -> Entity {
        self.world.spawn(Own(Node2::at(x, y))).id()
    }

    pub(crate) fn spawn_below(&mut self, parent: Entity, x: f32, y: f32) -> Entity {
        let child = (Own(Node2::at(x, y)), ChildOf(parent));
        self.world.spawn(child).id()
    }

    /// Where an entity is, as the last frame left it.
    #[track_caller]
    pub(crate) fn place(&self, entity: Entity) -> [f32; 2] {
        let effective = self.world.get::<Effective>(entity).unwrap();
        effective.0.position().to_array()
    }

    /// Where an entity is at this moment.
    pub(crate) fn fresh(&mut self, entity: Entity) -> Option<[f32; 2]> {
        let read = move |fresh: Fresh2<'_, '_>| {
            let world = fresh.effective::<Native>(entity);
            world.map(|world| world.position().to_array())
        };
        self.world.run_system_once(read).unwrap()
    }

    pub(crate) fn put(&mut self, entity: Entity, x: f32, y: f32) {
        let mut own = self.world.get_mut::<Own>(entity).unwrap();
        own.0.transform.position = [x, y].into();
    }
}

impl<F: Form> Stage<F> {
    pub(crate) fn of() -> Self {
        let mut world = World::new();
        install::<F>(&mut world);
        let mut schedule = Schedule::default();
        schedule.add_systems(sync::<F>);
        Self {
            world,
            schedule,
            form: PhantomData,
        }
    }

    /// A frame, at whose end everything is in step.
    pub(crate) fn frame(&mut self) {
        self.schedule.run(&mut self.world);
        self.frame_without_sync();
    }

    /// A frame in which the sync does not run. Bevy forgets removals after two of them.
    pub(crate) fn frame_without_sync(&mut self) {
        self.world.clear_trackers();
    }

    pub(crate) fn family(&self) -> &Family<F> {
        self.world.resource()
    }

    /// Nothing is wrong, and the laws hold.
    #[track_caller]
    pub(crate) fn is_sound(&self) {
        assert_eq!(self.family().troubles().count(), 0, "nothing is wrong");
        self.family().check_laws().unwrap();
    }
}
