//! 2D nodes that Bevy draws: `GlobalTransform` follows `Effective`, whoever else writes it.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_transform::prelude::*;
use glam::Vec3;
use kinfolk::Node2;
use kinfolk_bevy::{
    Effective, KinCommands, KinfolkPlugin, KinfolkTransformPlugin, Own, ShowNodesPlugin,
};

/// Nobody else, Bevy, or ours in Bevy's place.
fn apps() -> [App; 3] {
    let mut apps = [App::new(), App::new(), App::new()];
    apps[1].add_plugins(TransformPlugin);
    apps[2].add_plugins((TransformPlugin, KinfolkTransformPlugin));
    for app in &mut apps {
        app.add_plugins((KinfolkPlugin, ShowNodesPlugin));
        app.finish();
    }
    apps
}

/// Everybody is drawn where they are.
#[track_caller]
fn are_shown(app: &mut App) {
    let mut all = app
        .world_mut()
        .query::<(Entity, &Effective, &GlobalTransform)>();
    assert!(all.iter(app.world()).count() > 0);
    for (entity, Effective(world), shown) in all.iter(app.world()) {
        let place = world.position().extend(world.z() as f32);
        assert_eq!(shown.translation(), place, "{entity}");
    }
}

#[test]
fn nodes_are_shown_where_they_are() {
    for mut app in apps() {
        let world = app.world_mut();
        let tank = Own(Node2::at(5.0, 0.0).with_z(2));
        let tank = world.spawn((tank, GlobalTransform::default())).id();
        let turret = Own(Node2::at(0.0, 1.0).turned(0.5).with_z(1));
        let turret = (turret, GlobalTransform::default(), ChildOf(tank));
        let turret = world.spawn(turret).id();
        app.update();
        are_shown(&mut app);
        let shown = app.world().get::<GlobalTransform>(turret).unwrap();
        assert_eq!(shown.translation(), Vec3::new(5.0, 1.0, 3.0));
        let (.., angle) = shown.rotation().to_euler(glam::EulerRot::XYZ);
        assert!((angle - 0.5).abs() < 1e-5);

        app.world_mut()
            .get_mut::<Own>(tank)
            .unwrap()
            .0
            .transform
            .position
            .x = 9.0;
        app.update();
        are_shown(&mut app);
    }
}

#[test]
fn a_transform_that_a_sprite_asks_for_does_no_harm() {
    for mut app in apps() {
        let world = app.world_mut();
        let tank = world
            .spawn((Own(Node2::at(5.0, 0.0)), Transform::default()))
            .id();
        let turret = (
            Own(Node2::at(0.0, 1.0)),
            Transform::default(),
            ChildOf(tank),
        );
        let turret = world.spawn(turret).id();
        let dock = world
            .spawn((Own(Node2::default()), Transform::default()))
            .id();
        let crate_ = world
            .spawn((Own(Node2::at(3.0, 3.0)), Transform::default()))
            .id();
        app.update();
        are_shown(&mut app);

        // Nothing of these moves anybody, and Bevy writes all of them.
        app.world_mut().entity_mut(crate_).attach(dock);
        app.world_mut().entity_mut(turret).detach_in_place();
        app.world_mut()
            .get_mut::<Transform>(tank)
            .unwrap()
            .set_changed();
        app.update();
        are_shown(&mut app);
        let shown = app.world().get::<GlobalTransform>(crate_).unwrap();
        assert_eq!(shown.translation(), Vec3::new(3.0, 3.0, 0.0));
    }
}

#[test]
fn who_gets_something_to_be_drawn_with_later_is_shown() {
    for mut app in apps() {
        let tank = app.world_mut().spawn(Own(Node2::at(5.0, 0.0))).id();
        app.update();
        app.world_mut()
            .entity_mut(tank)
            .insert(GlobalTransform::default());
        app.update();
        are_shown(&mut app);
    }
}

#[test]
fn nothing_is_written_when_nothing_moves() {
    #[derive(Resource, Default)]
    struct Writes(usize);
    fn count(mut writes: ResMut<'_, Writes>, all: Query<'_, '_, (), Changed<GlobalTransform>>) {
        writes.0 = all.iter().count();
    }
    for mut app in apps() {
        app.init_resource::<Writes>().add_systems(Last, count);
        let tank = app
            .world_mut()
            .spawn((Own(Node2::at(5.0, 0.0)), Transform::default()))
            .id();
        app.world_mut()
            .spawn((Own(Node2::default()), Transform::default(), ChildOf(tank)));
        app.update();
        app.update();
        assert_eq!(app.world().resource::<Writes>().0, 0);
    }
}
