//! Reflection: an inspector finds components by their names, and moves the world.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::reflect::{AppTypeRegistry, ReflectComponent};
use bevy_reflect::{GetPath, TypePath};
use kinfolk::{Node2, Node3};
use kinfolk_bevy::{Effective, KinfolkPlugin, Own};

/// An app with a tank at (1, 2), and on it a turret.
fn staged() -> (App, Entity, Entity) {
    let mut app = App::new();
    app.add_plugins(KinfolkPlugin);
    let tank = app.world_mut().spawn(Own(Node2::at(1.0, 2.0))).id();
    let turret = (Own(Node2::at(0.0, 1.0)), ChildOf(tank));
    let turret = app.world_mut().spawn(turret).id();
    app.update();
    (app, tank, turret)
}

/// A component of ours, by its name.
fn component(app: &App, path: &str) -> ReflectComponent {
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let found = registry
        .get_with_type_path(path)
        .expect("the plugin registers it");
    found.data::<ReflectComponent>().unwrap().clone()
}

#[test]
fn a_field_is_written_by_its_path_and_the_world_moves() {
    let (mut app, tank, turret) = staged();
    let own = component(&app, Own::<Node2>::type_path());

    let mut reflected = own.reflect_mut(app.world_mut().entity_mut(tank)).unwrap();
    *reflected.path_mut::<f32>("0.transform.position.x").unwrap() = 50.0;
    app.update();

    let place = app.world().get::<Effective>(turret).unwrap().0.position();
    assert_eq!(place.to_array(), [50.0, 3.0]);
}

#[test]
fn effective_values_can_be_found_and_copied() {
    let (app, tank, _) = staged();
    let effective = component(&app, Effective::<Node2>::type_path());
    let reflected = effective.reflect(app.world().entity(tank)).unwrap();
    let copy = reflected.reflect_clone().unwrap();

    let effective: &Effective = copy.downcast_ref().unwrap();
    assert_eq!(effective.0.position().to_array(), [1.0, 2.0]);
}

#[test]
fn what_an_entity_owns_is_inserted_by_reflection() {
    let (mut app, _, turret) = staged();
    let own = component(&app, Own::<Node2>::type_path());
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let lamp = app.world_mut().spawn(ChildOf(turret)).id();
    let mut lamp = app.world_mut().entity_mut(lamp);
    own.insert(&mut lamp, &Own(Node2::at(0.0, 5.0)), &registry.read());
    let lamp = lamp.id();
    app.update();

    let place = app.world().get::<Effective>(lamp).unwrap().0.position();
    assert_eq!(place.to_array(), [1.0, 8.0]);
}

#[test]
fn values_in_3d_are_reflected_too() {
    let mut own = Own(Node3::at(1.0, 2.0, 3.0));
    *own.path_mut::<f32>("0.transform.translation.z").unwrap() = 9.0;
    assert_eq!(own, Own(Node3::at(1.0, 2.0, 9.0)));
}

#[cfg(feature = "serde")]
#[test]
fn a_component_is_saved_and_loaded_by_reflection() {
    use bevy_reflect::FromReflect;
    use bevy_reflect::serde::{ReflectDeserializer, ReflectSerializer};
    use kinfolk::Inherits;
    use serde::de::DeserializeSeed;

    let (app, ..) = staged();
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let own = Own(Node2::at(3.0, 4.0)
        .hidden()
        .with_inherits(Inherits::POSITION));
    let text = serde_json::to_string(&ReflectSerializer::new(&own, &registry)).unwrap();

    let reader = ReflectDeserializer::new(&registry);
    let read = reader.deserialize(&mut serde_json::Deserializer::from_str(&text));
    let read = Own::<Node2>::from_reflect(&*read.unwrap()).unwrap();
    assert_eq!(read, own, "{text}");
}
