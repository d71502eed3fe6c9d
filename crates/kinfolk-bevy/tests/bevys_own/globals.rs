//! The cases of Bevy's helper, components and commands.

use core::f32::consts::TAU;

use bevy_ecs::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use bevy_transform::prelude::*;
use glam::{EulerRot, Quat, Vec3};
use kinfolk_bevy::{Fresh, KinCommands, Transforms};

use crate::stage::{Stage, assert_near};

fn some() -> [Transform; 3] {
    [
        Transform::from_xyz(1.0, 0.0, 0.0)
            .with_rotation(Quat::from_rotation_y(TAU / 4.0))
            .with_scale(Vec3::splat(2.0)),
        Transform::from_xyz(0.0, 1.0, 0.0)
            .with_rotation(Quat::from_rotation_z(TAU / 3.0))
            .with_scale(Vec3::splat(1.5)),
        Transform::from_xyz(0.0, 0.0, 1.0)
            .with_rotation(Quat::from_rotation_x(TAU / 2.0))
            .with_scale(Vec3::splat(0.3)),
    ]
}

/// Each below the one before; the last one.
fn chain(stage: &mut Stage, links: &[Transform]) -> Entity {
    let mut last = None;
    for link in links {
        let mut entity = stage.world.spawn(*link);
        if let Some(parent) = last {
            entity.insert(ChildOf(parent));
        }
        last = Some(entity.id());
    }
    last.unwrap()
}

#[test]
fn bevys_helper_and_our_fresh_reads_find_what_the_sync_writes() {
    for length in 1..=3 {
        let mut stage = Stage::new();
        let leaf = chain(&mut stage, &some()[..length]);
        stage.frame();

        let helped =
            move |helper: TransformHelper<'_, '_>| helper.compute_global_transform(leaf).unwrap();
        let helped = stage.world.run_system_once(helped).unwrap();
        assert_near(stage.global(leaf), helped, 1e-6);

        let fresh = move |fresh: Fresh<'_, '_, Transform>| {
            fresh.effective::<Transforms>(leaf).unwrap().affine()
        };
        let fresh = stage.world.run_system_once(fresh).unwrap();
        assert_eq!(stage.global(leaf), GlobalTransform::from(fresh));
    }
}

/// Two places far apart, turned and scaled. Uniformly, or nothing without shear would fit.
fn far_apart() -> [Transform; 2] {
    [
        Transform {
            translation: Vec3::new(1034.0, 34.0, -1324.34),
            rotation: Quat::from_euler(EulerRot::XYZ, 0.8, 1.9, 2.1),
            scale: Vec3::splat(10.9),
        },
        Transform {
            translation: Vec3::new(28.0, -54.493, 324.34),
            rotation: Quat::from_euler(EulerRot::XYZ, 0.0, 3.1, 0.1),
            scale: Vec3::splat(0.9),
        },
    ]
}

#[test]
fn a_new_parent_in_place_gives_what_bevys_reparented_to_gives() {
    let mut stage = Stage::new();
    let [child, parent] = far_apart().map(|place| stage.world.spawn(place).id());
    stage.frame();
    let wanted = stage.global(child).reparented_to(&stage.global(parent));

    stage.world.entity_mut(child).attach_in_place(parent);
    stage.frame();

    assert_near(stage.global(child), far_apart()[0].into(), 0.01);
    let own = *stage.world.get::<Transform>(child).unwrap();
    assert_near(own.into(), wanted.into(), 0.01);
}

#[test]
fn the_same_parent_in_place_changes_nothing() {
    let mut stage = Stage::new();
    let [child, parent] = far_apart().map(|place| stage.world.spawn(place).id());
    stage.world.entity_mut(child).insert(ChildOf(parent));
    stage.frame();
    let before = stage.global(child);

    stage.world.entity_mut(child).attach_in_place(parent);
    stage.frame();

    assert_eq!(stage.global(child), before);
    assert_eq!(stage.world.get(child), Some(&far_apart()[0]));
}

#[test]
fn bevys_own_commands_in_place_still_work() {
    let mut stage = Stage::new();
    let [child, parent] = far_apart().map(|place| stage.world.spawn(place).id());
    stage.frame();
    let before = stage.global(child);

    stage.command(|commands| {
        commands.entity(child).set_parent_in_place(parent);
    });
    stage.frame();
    assert_near(stage.global(child), before, 0.01);
    assert_eq!(stage.kin(parent), [child]);

    stage.command(|commands| {
        commands.entity(child).remove_parent_in_place();
    });
    stage.frame();
    assert_near(stage.global(child), before, 0.01);
    assert_eq!(stage.kin(parent), []);
}

#[test]
fn scales_are_what_bevy_makes_of_them() {
    let sizes = [-42.42, 0.0, 42.42];
    for x in sizes {
        for y in sizes {
            for z in sizes {
                let mut stage = Stage::new();
                let own = Transform::from_scale(Vec3::new(x, y, z));
                let entity = stage.world.spawn(own).id();
                stage.frame();

                assert_eq!(stage.global(entity), own.into());
                assert_eq!(
                    stage.global(entity).scale(),
                    GlobalTransform::from(own).scale()
                );
            }
        }
    }
}
