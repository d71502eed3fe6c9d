//! 3D nodes.

use bevy_ecs::prelude::*;
use glam::{Quat, Vec3};
use kinfolk::{Misfit, Node3, Transform3};
use kinfolk_bevy::{Effective, KinCommands, Native, Own, Trouble};

use crate::stage::Stage;

type Stage3 = Stage<Native<Node3>>;

#[track_caller]
fn is_at(stage: &Stage3, entity: Entity, wanted: [f32; 3]) {
    let effective = stage.world.get::<Effective<Node3>>(entity).unwrap();
    let place = effective.0.world.position();
    assert!(
        place.distance(Vec3::from(wanted)) < 1e-4,
        "{place} is not {wanted:?}"
    );
}

#[test]
fn nodes_hang_below_each_other_in_3d() {
    let mut stage = Stage3::of();
    let turn = Quat::from_rotation_y(core::f32::consts::FRAC_PI_2);
    let crane = Node3::new(Transform3::at(10.0, 0.0, 0.0).turned(turn));
    let crane = stage.world.spawn(Own(crane)).id();
    let hook = (Own(Node3::at(0.0, -1.0, 3.0)), ChildOf(crane));
    let hook = stage.world.spawn(hook).id();
    stage.frame();
    is_at(&stage, hook, [13.0, -1.0, 0.0]);

    stage.world.entity_mut(hook).detach_in_place();
    stage.frame();
    is_at(&stage, hook, [13.0, -1.0, 0.0]);
    stage.is_sound();
}

#[test]
fn hidden_ones_hide_what_is_below() {
    let mut stage = Stage3::of();
    let crane = stage.world.spawn(Own(Node3::default())).id();
    let hook = (Own(Node3::default()), ChildOf(crane));
    let hook = stage.world.spawn(hook).id();
    stage.world.get_mut::<Own<Node3>>(crane).unwrap().0.visible = false;
    stage.frame();

    assert!(!stage.world.get::<Effective<Node3>>(hook).unwrap().0.visible);
}

#[test]
fn who_would_need_shear_is_named() {
    let mut stage = Stage3::of();
    let wide = Node3::new(Transform3::IDENTITY.scaled(4.0, 1.0, 1.0));
    let wide = stage.world.spawn(Own(wide)).id();
    let askew = Node3::new(Transform3::IDENTITY.turned(Quat::from_rotation_z(0.5)));
    let askew = stage.world.spawn(Own(askew)).id();
    stage.frame();

    stage.world.entity_mut(askew).attach_in_place(wide);
    stage.frame();

    let trouble = Trouble::OutOfPlace {
        entity: askew,
        why: Misfit::NeedsShear,
    };
    assert_eq!(stage.family().new_troubles(), [trouble]);
}
