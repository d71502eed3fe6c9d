//! Taking over: one propagation, at Bevy's time, with less noise.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{InternedScheduleLabel, ScheduleCleanupPolicy, ScheduleLabel};
use bevy_transform::TransformSystems;
use bevy_transform::prelude::*;
use bevy_transform::systems::{
    mark_dirty_trees, propagate_parent_transforms, sync_simple_transforms,
};
use kinfolk_bevy::{KinfolkPlugin, KinfolkTransformPlugin, sync};

/// Ours before Bevy's, after it, between others, and alone.
fn apps() -> [App; 4] {
    let mut apps = [App::new(), App::new(), App::new(), App::new()];
    apps[0].add_plugins((KinfolkTransformPlugin, TransformPlugin));
    apps[1].add_plugins((TransformPlugin, KinfolkTransformPlugin));
    apps[2].add_plugins((KinfolkPlugin, TransformPlugin, KinfolkTransformPlugin));
    apps[3].add_plugins(KinfolkTransformPlugin);
    for app in &mut apps {
        app.finish();
        app.cleanup();
    }
    apps
}

/// How many of the systems that a set has are in a schedule. Takes them out.
fn count<M>(app: &mut App, label: InternedScheduleLabel, set: impl IntoSystemSet<M>) -> usize {
    let policy = ScheduleCleanupPolicy::RemoveSystemsOnly;
    app.remove_systems_in_set(label, set, policy).unwrap_or(0)
}

/// How many of Bevy's three systems are in a schedule, and how often our sync. Takes them out.
fn propagations(app: &mut App, label: InternedScheduleLabel) -> (usize, usize) {
    let bevys = count(app, label, mark_dirty_trees)
        + count(app, label, propagate_parent_transforms)
        + count(app, label, sync_simple_transforms);
    let ours = count(app, label, sync::<kinfolk_bevy::Transforms>);
    (bevys, ours)
}

#[test]
fn there_is_one_propagation_whichever_plugin_comes_first() {
    for label in [PostStartup.intern(), PostUpdate.intern()] {
        let mut bevys = App::new();
        bevys.add_plugins(TransformPlugin);
        assert_eq!(
            propagations(&mut bevys, label),
            (3, 0),
            "so many are counted"
        );

        for mut app in apps() {
            assert_eq!(propagations(&mut app, label), (0, 1));
        }
    }
}

#[derive(Resource, Default)]
struct Seen(Vec<f32>);

fn look(mut seen: ResMut<'_, Seen>, all: Query<'_, '_, &GlobalTransform, With<ChildOf>>) {
    seen.0
        .extend(all.iter().map(|global| global.translation().x));
}

#[test]
fn who_comes_after_propagation_sees_this_frame() {
    fn drive(mut all: Query<'_, '_, &mut Transform, Without<ChildOf>>) {
        for mut transform in &mut all {
            transform.translation.x += 1.0;
        }
    }
    for mut app in apps() {
        app.init_resource::<Seen>()
            .add_systems(Update, drive)
            .add_systems(PostUpdate, look.before(TransformSystems::Propagate))
            .add_systems(PostUpdate, look.after(TransformSystems::Propagate));
        let tank = app.world_mut().spawn(Transform::default()).id();
        let turret = (Transform::from_xyz(10.0, 0.0, 0.0), ChildOf(tank));
        app.world_mut().spawn(turret);
        for _ in 0..3 {
            app.update();
        }
        // Startup has been; before, it is where the last frame left it.
        assert_eq!(
            app.world().resource::<Seen>().0,
            [10.0, 11.0, 11.0, 12.0, 12.0, 13.0]
        );
    }
}

#[test]
fn what_startup_spawned_is_placed_before_the_first_update() {
    fn setup(mut commands: Commands<'_, '_>) {
        let tank = commands.spawn(Transform::from_xyz(1.0, 0.0, 0.0)).id();
        commands.spawn((Transform::from_xyz(10.0, 0.0, 0.0), ChildOf(tank)));
    }
    for mut app in apps() {
        app.init_resource::<Seen>()
            .add_systems(Startup, setup)
            .add_systems(First, look);
        app.update();
        assert_eq!(app.world().resource::<Seen>().0, [11.0]);
    }
}

/// Whose `GlobalTransform` was written in the last frame.
#[derive(Resource, Default)]
struct Written(Vec<Entity>);

fn note(
    mut written: ResMut<'_, Written>,
    all: Query<'_, '_, Entity, (With<Transform>, Changed<GlobalTransform>)>,
) {
    written.0 = all.iter().collect();
    written.0.sort();
}

#[track_caller]
fn assert_written(app: &mut App, mut wanted: Vec<Entity>) {
    app.update();
    wanted.sort();
    assert_eq!(app.world().resource::<Written>().0, wanted);
}

#[test]
fn only_who_moved_is_changed() {
    for mut app in apps() {
        app.init_resource::<Written>().add_systems(Last, note);
        let world = app.world_mut();
        let tank = world.spawn(Transform::default()).id();
        let turret = world.spawn((Transform::default(), ChildOf(tank))).id();
        let barrel = world.spawn((Transform::default(), ChildOf(turret))).id();
        let dock = world.spawn(Transform::default()).id();
        assert_written(&mut app, vec![tank, turret, barrel, dock]);
        assert_written(&mut app, vec![]);

        let mut own = app.world_mut().get_mut::<Transform>(turret).unwrap();
        own.translation.x = 1.0;
        assert_written(&mut app, vec![turret, barrel]);

        // Bevy's systems would write these: they look at ticks alone.
        app.world_mut()
            .get_mut::<Transform>(tank)
            .unwrap()
            .set_changed();
        app.world_mut().entity_mut(turret).insert(ChildOf(dock));
        assert_written(&mut app, vec![]);

        app.world_mut().entity_mut(barrel).remove::<ChildOf>();
        assert_written(&mut app, vec![barrel]);

        app.world_mut().entity_mut(dock).remove::<GlobalTransform>();
        app.world_mut()
            .entity_mut(dock)
            .insert(GlobalTransform::default());
        assert_written(&mut app, vec![dock]);
    }
}
