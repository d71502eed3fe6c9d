//! Who meets whom, and who only notices.

use glam::Vec2;
use kinfolk_physics::{Backend, Body, BodyKind, Material, Velocity};

use crate::worlds::{
    a, angle, at, drawn, near, put, put_box, put_floor, rectangle, secs, steps, weightless, world,
};

in_every_engine![
    layers_and_masks_must_agree,
    a_sensor_notices_and_does_not_touch,
    a_sensor_notices_every_kind_of_body,
    sensors_notice_each_other_once,
    touching_begins_and_ends_once,
    a_removed_shape_ceases_to_touch,
    a_removed_body_ceases_to_touch,
    a_disabled_body_ceases_to_touch,
    a_disabled_body_stays_and_goes_on_later,
];

fn layers_and_masks_must_agree<B: Backend>() {
    for (layers, mask, meets) in [
        (0b01, 0b11, true),
        (0b10, 0b11, false), // the floor does not want to
        (0b01, 0b10, false), // the box does not want to
        (0b11, 0b01, true),
        (0b01, 0, false),
        (1 << 31, u32::MAX, false),
    ] {
        let mut world: B = world();
        let ground = Material {
            layers: 0b01,
            mask: 0b01,
            ..Material::default()
        };
        let floor = rectangle(40.0, 1.0);
        put(
            &mut world,
            &a(BodyKind::Static),
            at(0.0, -0.5),
            &floor,
            ground,
            1,
        );
        let material = Material {
            layers,
            mask,
            ..Material::default()
        };
        let shape = rectangle(1.0, 1.0);
        let (id, _) = put(
            &mut world,
            &Body::default(),
            at(0.0, 1.0),
            &shape,
            material,
            2,
        );

        let touches = secs(&mut world, 2.0);

        assert_eq!(
            world.pose(id).position.y > 0.0,
            meets,
            "{layers:b} {mask:b}"
        );
        assert_eq!(!touches.is_empty(), meets);
    }
}

fn sensor() -> Material {
    Material {
        sensor: true,
        ..Material::default()
    }
}

fn a_sensor_notices_and_does_not_touch<B: Backend>() {
    let mut world: B = world();
    let gate = rectangle(2.0, 2.0);
    put(
        &mut world,
        &a(BodyKind::Static),
        at(0.0, 0.0),
        &gate,
        sensor(),
        1,
    );
    let falling = put_box(&mut world, BodyKind::Dynamic, at(0.0, 5.0), 2);

    let touches = secs(&mut world, 2.0);

    assert_eq!(drawn(&touches), ["+1~2", "-1~2"]);
    near(world.pose(falling).position.y, 5.0 - 9.81 * 2.0, 0.3);
}

fn a_sensor_notices_every_kind_of_body<B: Backend>() {
    use BodyKind::{Dynamic, Kinematic, Static};
    for (sensing, visiting, notices) in [
        (Static, Dynamic, true),
        (Static, Kinematic, true),
        (Static, Static, false),
        (Kinematic, Dynamic, true),
        (Kinematic, Kinematic, true),
        (Kinematic, Static, true),
        (Dynamic, Dynamic, true),
        (Dynamic, Kinematic, true),
        (Dynamic, Static, true),
    ] {
        let mut world: B = weightless();
        let shape = rectangle(1.0, 1.0);
        let (id, _) = put(&mut world, &a(sensing), at(0.0, 0.0), &shape, sensor(), 1);
        put_box(&mut world, visiting, at(0.8, 0.0), 2);

        let met = steps(&mut world, 3);
        world.set_pose(id, at(-5.0, 0.0));
        let parted = steps(&mut world, 3);

        let (met_now, parted_now): (&[&str], &[&str]) = if notices {
            (&["+1~2"], &["-1~2"])
        } else {
            (&[], &[])
        };
        assert_eq!(drawn(&met), met_now, "{sensing:?} meets {visiting:?}");
        assert_eq!(
            drawn(&parted),
            parted_now,
            "{sensing:?} leaves {visiting:?}"
        );
    }
}

fn sensors_notice_each_other_once<B: Backend>() {
    let mut world: B = weightless();
    let shape = rectangle(1.0, 1.0);
    put(
        &mut world,
        &a(BodyKind::Static),
        at(0.0, 0.0),
        &shape,
        sensor(),
        1,
    );
    let (id, _) = put(
        &mut world,
        &Body::default(),
        at(0.5, 0.0),
        &shape,
        sensor(),
        2,
    );

    let met = steps(&mut world, 3);
    world.set_pose(id, at(5.0, 0.0));
    let parted = steps(&mut world, 3);

    assert_eq!(drawn(&met), ["+1~2"]);
    assert_eq!(drawn(&parted), ["-1~2"]);
}

fn touching_begins_and_ends_once<B: Backend>() {
    let mut world: B = world();
    put_floor(&mut world, 1);
    let id = put_box(&mut world, BodyKind::Dynamic, at(0.0, 0.6), 2);

    let landed = secs(&mut world, 2.0);
    world.push(id, Vec2::new(0.0, 5.0), 0.0);
    let jumped = secs(&mut world, 0.4);
    let fallen = secs(&mut world, 2.0);

    assert_eq!(drawn(&landed), ["+1|2"]);
    assert_eq!(drawn(&jumped), ["-1|2"]);
    assert_eq!(drawn(&fallen), ["+1|2"]);
}

fn a_removed_shape_ceases_to_touch<B: Backend>() {
    for material in [Material::default(), sensor()] {
        let mut world: B = weightless();
        let floor = put_box(&mut world, BodyKind::Static, at(0.0, 0.0), 1);
        let pose = at(0.0, 0.99);
        let shape = rectangle(1.0, 1.0);
        let (id, shape) = put(&mut world, &Body::default(), pose, &shape, material, 2);
        let kind = if material.sensor { "~" } else { "|" };
        assert_eq!(drawn(&steps(&mut world, 2)), [format!("+1{kind}2")]);

        world.remove_shape(shape);
        let removed = steps(&mut world, 1);
        let after = steps(&mut world, 5);

        assert_eq!(drawn(&removed), [format!("-1{kind}2")]);
        assert_eq!(drawn(&after), [""; 0]);
        world.set_pose(id, at(0.0, 3.0));
        world.remove_body(floor);
        assert_eq!(drawn(&steps(&mut world, 5)), [""; 0]);
    }
}

fn a_removed_body_ceases_to_touch<B: Backend>() {
    for material in [Material::default(), sensor()] {
        let mut world: B = weightless();
        put_box(&mut world, BodyKind::Static, at(0.0, 0.0), 1);
        let pose = at(0.0, 0.99);
        let shape = rectangle(1.0, 1.0);
        let (id, _) = put(&mut world, &Body::default(), pose, &shape, material, 2);
        let kind = if material.sensor { "~" } else { "|" };
        assert_eq!(drawn(&steps(&mut world, 2)), [format!("+1{kind}2")]);

        world.remove_body(id);
        // Somebody else may get its place in the engine.
        put(
            &mut world,
            &Body::default(),
            at(0.0, 9.0),
            &shape,
            material,
            3,
        );

        assert_eq!(drawn(&steps(&mut world, 1)), [format!("-1{kind}2")]);
        assert_eq!(drawn(&steps(&mut world, 5)), [""; 0]);
    }
}

fn a_disabled_body_ceases_to_touch<B: Backend>() {
    for material in [Material::default(), sensor()] {
        for disable_other in [false, true] {
            let mut world: B = weightless();
            let other = put_box(&mut world, BodyKind::Static, at(0.0, 0.0), 1);
            let shape = rectangle(1.0, 1.0);
            let (id, _) = put(
                &mut world,
                &Body::default(),
                at(0.0, 0.99),
                &shape,
                material,
                2,
            );
            let kind = if material.sensor { "~" } else { "|" };
            assert_eq!(drawn(&steps(&mut world, 2)), [format!("+1{kind}2")]);
            let disabled = if disable_other { other } else { id };

            world.set_enabled(disabled, false);
            assert_eq!(drawn(&steps(&mut world, 3)), [format!("-1{kind}2")]);

            world.set_enabled(disabled, true);
            world.set_pose(id, at(0.0, 0.99));
            world.set_velocity(id, Velocity::default());
            assert_eq!(drawn(&steps(&mut world, 3)), [format!("+1{kind}2")]);
        }
    }
}

fn a_disabled_body_stays_and_goes_on_later<B: Backend>() {
    let mut world: B = weightless();
    for kind in [BodyKind::Dynamic, BodyKind::Kinematic] {
        let id = put_box(&mut world, kind, at(0.0, 0.0), 1);
        let velocity = Velocity {
            linear: Vec2::new(1.0, 0.0),
            angular: 0.5,
        };
        world.set_velocity(id, velocity);
        world.set_enabled(id, false);
        world.set_enabled(id, false);

        secs(&mut world, 1.0);
        assert!(world.pose(id).same(&at(0.0, 0.0)), "{kind:?}");
        let mut tags = Vec::new();
        world.moved(&mut tags);
        assert!(tags.is_empty(), "{kind:?}");
        world.set_pose(id, at(3.0, 0.0));
        assert!(world.pose(id).same(&at(3.0, 0.0)), "{kind:?}");

        world.set_enabled(id, true);
        secs(&mut world, 1.0);
        near(world.pose(id).position.x, 4.0, 0.01);
        near(angle(world.pose(id)), 0.5, 0.01);
        world.remove_body(id);
    }
}
