//! Plugins, in an app.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use kinfolk::{Node2, Node3};
use kinfolk_bevy::{
    Effective, Family, FamilyTrouble, FormPlugin, KinCommands, KinfolkPlugin, KinfolkSystems,
    KinshipChanged, Native, Own,
};

#[derive(Resource, Default)]
struct Seen(Vec<f32>);

fn look(mut seen: ResMut<'_, Seen>, all: Query<'_, '_, &Effective>) {
    seen.0.extend(all.iter().map(|world| world.0.position().x));
}

#[test]
fn what_systems_write_is_there_at_the_end_of_the_frame() {
    fn drive(mut all: Query<'_, '_, &mut Own, Without<ChildOf>>) {
        for mut own in &mut all {
            own.0.transform.position.x += 1.0;
        }
    }
    let mut app = App::new();
    app.add_plugins(KinfolkPlugin).add_systems(Update, drive);
    let tank = app.world_mut().spawn(Own(Node2::at(0.0, 0.0))).id();
    let turret = (Own(Node2::at(0.0, 2.0)), ChildOf(tank));
    let turret = app.world_mut().spawn(turret).id();
    for frame in 1..=3 {
        app.update();
        let place = app.world().get::<Effective>(turret).unwrap().0.position();
        assert_eq!(place.to_array(), [frame as f32, 2.0]);
    }
}

#[test]
fn what_is_spawned_at_startup_is_in_place_in_the_first_frame() {
    fn setup(mut commands: Commands<'_, '_>) {
        commands.spawn(Own(Node2::at(7.0, 0.0)));
    }
    let mut app = App::new();
    app.add_plugins(KinfolkPlugin)
        .init_resource::<Seen>()
        .add_systems(Startup, setup)
        .add_systems(First, look);
    app.update();

    assert_eq!(app.world().resource::<Seen>().0, [7.0]);
}

#[test]
fn systems_can_be_ordered_around_the_sync() {
    let mut app = App::new();
    app.add_plugins(KinfolkPlugin)
        .init_resource::<Seen>()
        .add_systems(PostUpdate, look.before(KinfolkSystems::Sync))
        .add_systems(PostUpdate, look.after(KinfolkSystems::Sync));
    app.update();
    app.world_mut().spawn(Own(Node2::at(3.0, 0.0)));
    app.update();

    assert_eq!(app.world().resource::<Seen>().0, [0.0, 3.0]);
}

#[test]
fn systems_can_read_messages() {
    #[derive(Resource, Default)]
    struct Heard(usize, usize);
    fn listen(
        mut heard: ResMut<'_, Heard>,
        mut kinships: MessageReader<'_, '_, KinshipChanged>,
        mut troubles: MessageReader<'_, '_, FamilyTrouble>,
    ) {
        heard.0 += kinships.read().count();
        heard.1 += troubles.read().count();
    }
    let mut app = App::new();
    app.add_plugins(KinfolkPlugin)
        .init_resource::<Heard>()
        .add_systems(Last, listen);
    let a = app.world_mut().spawn(Own(Node2::default())).id();
    let b = app
        .world_mut()
        .spawn((Own(Node2::default()), ChildOf(a)))
        .id();
    app.update();
    app.world_mut().entity_mut(a).attach(b);
    for _ in 0..5 {
        app.update();
    }

    let Heard(kinships, troubles) = app.world().resource();
    assert_eq!((*kinships, *troubles), (1, 1), "b a root, and a loop");
}

#[test]
fn two_forms_can_be_in_one_app() {
    let mut app = App::new();
    app.add_plugins((KinfolkPlugin, FormPlugin::<Native<Node3>>::default()));
    app.world_mut()
        .spawn((Own(Node2::default()), Own(Node3::default())));
    app.world_mut().spawn(Own(Node3::default()));
    app.update();

    assert_eq!(app.world().resource::<Family>().len(), 1);
    assert_eq!(app.world().resource::<Family<Native<Node3>>>().len(), 2);
}
