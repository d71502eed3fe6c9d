//! Bodies that are tied together.

use std::f32::consts::{FRAC_PI_4, PI};

use glam::Vec2;
use kinfolk_physics::{Backend, BodyKind, Joint, JointKind, Motor, Pose};

use crate::worlds::{
    FRAME, angle, at, near, near_point, put_box, secs, steps, turned, weightless, world,
};

in_every_engine![
    a_hinge_turns_around_its_anchor,
    a_hinge_keeps_its_limits,
    a_hinge_reaches_the_speed_of_its_motor,
    a_motor_can_be_changed,
    no_motor_breaks_a_limit,
    a_slider_slides_along_its_axis_only,
    a_slider_keeps_its_limits,
    a_fixed_joint_keeps_the_pose,
    a_joint_that_is_gone_holds_nothing,
    joined_bodies_meet_if_they_should,
];

/// A post that stands, and a door of 1 × 1 that is tied to it at the origin.
fn tied<B: Backend>(world: &mut B, pose: Pose, joint: &Joint) -> (B::BodyId, B::JointId) {
    let post = put_box(world, BodyKind::Static, at(0.0, 0.0), 1);
    let door = put_box(world, BodyKind::Dynamic, pose, 2);
    let axis = match joint.kind {
        JointKind::Prismatic { axis } => axis,
        JointKind::Revolute | JointKind::Fixed => Vec2::X,
    };
    let joint = world.add_joint(post, door, joint, Vec2::ZERO, axis);
    (door, joint.unwrap())
}

fn a_hinge_turns_around_its_anchor<B: Backend>() {
    let mut world: B = world();
    let (door, _) = tied(&mut world, turned(2.0, 0.0, 0.4), &Joint::default());

    let mut lowest = 0.0_f32;
    for _ in 0..120 {
        world.step(FRAME);
        let pose = world.pose(door);
        near(pose.position.length(), 2.0, 0.03);
        let swung = pose.position.to_angle();
        let turned = pose.rotation.rotate(Vec2::from_angle(-0.4 - swung));
        near_point(turned, Vec2::X, 0.03);
        lowest = lowest.min(pose.position.y);
    }

    assert!(lowest < -1.9);
}

fn a_hinge_keeps_its_limits<B: Backend>() {
    for start in [0.0, 1.0, -2.5] {
        let mut world: B = world();
        let limited = Joint {
            limits: Some([-0.5, 0.25]),
            ..Joint::default()
        };
        let (door, _) = tied(&mut world, turned(2.0, 0.0, start), &limited);

        secs(&mut world, 4.0);
        near(world.pose(door).position.to_angle(), -0.5, 0.03);

        world.set_gravity(Vec2::new(0.0, 9.81));
        secs(&mut world, 4.0);
        near(world.pose(door).position.to_angle(), 0.25, 0.03);
    }

    // Twice around is no limit, and no reason to refuse.
    let mut world: B = world();
    let wide = Joint {
        limits: Some([-4.0 * PI, 4.0 * PI]),
        ..Joint::default()
    };
    let (door, _) = tied(&mut world, at(2.0, 0.0), &wide);
    secs(&mut world, 1.0);
    assert!(world.pose(door).position.y < -0.5);
}

fn a_hinge_reaches_the_speed_of_its_motor<B: Backend>() {
    let mut world: B = weightless();
    let driven = |strength: f32| Joint {
        motor: Some(Motor {
            speed: 3.0,
            strength,
        }),
        ..Joint::default()
    };
    let (strong, _) = tied(&mut world, at(0.0, 0.0), &driven(100.0));
    secs(&mut world, 1.0);
    near(world.velocity(strong).angular, 3.0, 0.05);

    let mut world: B = weightless();
    let (weak, _) = tied(&mut world, at(0.0, 0.0), &driven(0.1));
    secs(&mut world, 1.0);
    near(world.velocity(weak).angular, 0.6, 0.02); // torque · time / inertia
}

fn a_motor_can_be_changed<B: Backend>() {
    let mut world: B = weightless();
    let (wheel, joint) = tied(&mut world, at(0.0, 0.0), &Joint::default());
    secs(&mut world, 2.0);
    near(world.velocity(wheel).angular, 0.0, 1e-6);

    world.set_motor(
        joint,
        Some(Motor {
            speed: -2.0,
            strength: 100.0,
        }),
    );
    secs(&mut world, 1.0);
    near(world.velocity(wheel).angular, -2.0, 0.05);

    world.set_motor(joint, None);
    world.push(wheel, Vec2::ZERO, 1.0);
    secs(&mut world, 0.1);
    near(world.velocity(wheel).angular, 4.0, 0.1); // 1 / inertia is 6
}

fn no_motor_breaks_a_limit<B: Backend>() {
    let slider = JointKind::Prismatic { axis: Vec2::Y };
    for (kind, strength) in [JointKind::Revolute, slider]
        .into_iter()
        .flat_map(|kind| [100.0, 1e6].map(|strength| (kind, strength)))
    {
        let mut world: B = world();
        let joint = Joint {
            kind,
            limits: Some([-0.5, 0.5]),
            motor: Some(Motor {
                speed: 2.0,
                strength,
            }),
            ..Joint::default()
        };
        let (arm, id) = tied(&mut world, at(2.0, 0.0), &joint);
        let reached = |world: &B| match kind {
            JointKind::Revolute => world.pose(arm).position.to_angle(),
            JointKind::Prismatic { .. } | JointKind::Fixed => world.pose(arm).position.y,
        };

        secs(&mut world, 3.0);
        near(reached(&world), 0.5, 0.02);

        let back = Motor {
            speed: -2.0,
            strength,
        };
        world.set_motor(id, Some(back));
        secs(&mut world, 3.0);
        near(reached(&world), -0.5, 0.02);
    }
}

fn a_slider_slides_along_its_axis_only<B: Backend>() {
    let mut world: B = world();
    let slope = Joint {
        kind: JointKind::Prismatic {
            axis: Vec2::new(-3.0, -3.0),
        },
        ..Joint::default()
    };
    let (slider, _) = tied(&mut world, turned(0.0, 2.0, 0.3), &slope);

    secs(&mut world, 1.0);

    // g · sin 45° · t² / 2, down the slope
    let pose = world.pose(slider);
    let way = Vec2::new(0.0, 2.0) + Vec2::from_angle(-3.0 * FRAC_PI_4) * 3.47;
    near_point(pose.position, way, 0.1);
    near(angle(pose), 0.3, 0.01);
}

fn a_slider_keeps_its_limits<B: Backend>() {
    let mut world: B = world();
    let lift = Joint {
        kind: JointKind::Prismatic { axis: Vec2::Y },
        limits: Some([-1.0, 2.0]),
        ..Joint::default()
    };
    let (slider, joint) = tied(&mut world, at(3.0, 1.0), &lift);

    secs(&mut world, 3.0);
    near_point(world.pose(slider).position, Vec2::new(3.0, 0.0), 0.03);

    world.set_motor(
        joint,
        Some(Motor {
            speed: 1.5,
            strength: 1000.0,
        }),
    );
    secs(&mut world, 1.0);
    near(world.velocity(slider).linear.y, 1.5, 0.05);
    secs(&mut world, 3.0);
    near_point(world.pose(slider).position, Vec2::new(3.0, 3.0), 0.03);
}

fn a_fixed_joint_keeps_the_pose<B: Backend>() {
    let mut world: B = weightless();
    let first = put_box(&mut world, BodyKind::Dynamic, turned(0.0, 0.0, 0.2), 1);
    let second = put_box(&mut world, BodyKind::Dynamic, turned(2.0, 0.0, 1.3), 2);
    let fixed = Joint {
        kind: JointKind::Fixed,
        ..Joint::default()
    };
    world
        .add_joint(first, second, &fixed, Vec2::new(1.0, 0.0), Vec2::X)
        .unwrap();
    world.push(first, Vec2::new(0.0, 1.0), 0.2);

    secs(&mut world, 2.0);

    let (first, second) = (world.pose(first), world.pose(second));
    let between = second.position - first.position;
    let unturned = Vec2::new(first.rotation.x, -first.rotation.y);
    let expected = Vec2::from_angle(-0.2) * 2.0;
    near_point(between.rotate(unturned), expected, 0.03);
    near_point(
        second.rotation.rotate(unturned),
        Vec2::from_angle(1.1),
        0.02,
    );
}

fn a_joint_that_is_gone_holds_nothing<B: Backend>() {
    let mut world: B = world();
    let fixed = Joint {
        kind: JointKind::Fixed,
        ..Joint::default()
    };
    let (door, joint) = tied(&mut world, at(2.0, 0.0), &fixed);
    secs(&mut world, 2.0);
    near_point(world.pose(door).position, Vec2::new(2.0, 0.0), 0.03);

    world.remove_joint(joint);
    secs(&mut world, 1.0);

    near(world.pose(door).position.y, -4.9, 0.2);
}

fn joined_bodies_meet_if_they_should<B: Backend>() {
    for collide in [false, true] {
        let mut world: B = weightless();
        let hinge = Joint {
            collide,
            ..Joint::default()
        };
        tied(&mut world, at(0.9, 0.0), &hinge);

        let touches = steps(&mut world, 10);

        assert_eq!(touches.iter().any(|touch| touch.begins), collide);
    }
}
