//! Where bodies are to the bit, and kinematic bodies.

use glam::Vec2;
use kinfolk_physics::{Backend, BodyKind, Geometry, Material, Settings, Velocity};

use crate::worlds::{
    FRAME, a, angle, at, near, near_point, put, put_box, rectangle, secs, steps, turned,
    weightless, world,
};

in_every_engine![
    a_pose_comes_back_as_it_went_in,
    a_pose_survives_steps_in_which_nothing_moves,
    a_kinematic_body_goes_exactly_where_its_velocity_says,
    a_kinematic_body_turns_around_its_origin,
    a_slow_kinematic_body_never_stops,
    a_kinematic_body_pushes,
    a_kinematic_body_carries,
];

fn a_pose_comes_back_as_it_went_in<B: Backend>() {
    let mut world = B::new(Settings {
        length_unit: 3.0,
        ..Settings::default()
    });
    for (index, kind) in [BodyKind::Dynamic, BodyKind::Kinematic, BodyKind::Static]
        .into_iter()
        .enumerate()
    {
        let first = turned(0.1 + index as f32 * 10.0, -7.3, 0.7);
        let id = put_box(&mut world, kind, first, index as u32);
        assert!(world.pose(id).same(&first));
        for step in 0..50 {
            let pose = turned(
                step as f32 * 1.37 - 20.0,
                0.3 / step as f32 + 1.0,
                step as f32,
            );
            if pose.position.is_finite() {
                world.set_pose(id, pose);
                assert!(world.pose(id).same(&pose), "{pose:?}");
            }
        }
    }
}

fn a_pose_survives_steps_in_which_nothing_moves<B: Backend>() {
    let mut world: B = weightless();
    let mut placed = Vec::new();
    for (index, kind) in [BodyKind::Dynamic, BodyKind::Kinematic, BodyKind::Static]
        .into_iter()
        .enumerate()
    {
        for turn in 0..20 {
            let pose = turned(
                index as f32 * 100.1 + 0.3,
                turn as f32 * 3.7,
                turn as f32 * 0.77,
            );
            let off_centre = Geometry::Circle {
                center: Vec2::new(0.3, 0.1),
                radius: 0.5,
            };
            let (id, _) = put(
                &mut world,
                &a(kind),
                pose,
                &off_centre,
                Material::default(),
                0,
            );
            placed.push((id, pose));
        }
    }

    steps(&mut world, 10);
    let moved = turned(-31.7, 5.3, 2.2);
    world.set_pose(placed[0].0, moved);
    placed[0].1 = moved;
    secs(&mut world, 3.0);

    for (id, pose) in placed {
        assert!(world.pose(id).same(&pose), "{pose:?} {:?}", world.pose(id));
    }
}

fn a_kinematic_body_goes_exactly_where_its_velocity_says<B: Backend>() {
    let mut world: B = world();
    let id = put_box(&mut world, BodyKind::Kinematic, turned(1.0, 2.0, 0.3), 1);
    for (linear, angular) in [
        (Vec2::new(3.0, -1.0), 0.5),
        (Vec2::new(-900.0, 2000.0), 150.0),
    ] {
        let before = world.pose(id);
        world.set_velocity(id, Velocity { linear, angular });

        world.step(FRAME);

        let after = world.pose(id);
        near_point(after.position, before.position + linear * FRAME, 1e-4);
        let turned = before.rotation.rotate(Vec2::from_angle(angular * FRAME));
        near_point(after.rotation, turned, 1e-4);
        assert_eq!(world.velocity(id), Velocity { linear, angular });
    }

    world.set_velocity(id, Velocity::default());
    let before = world.pose(id);
    secs(&mut world, 1.0);
    near_point(world.pose(id).position, before.position, 0.0);
}

fn a_kinematic_body_turns_around_its_origin<B: Backend>() {
    let mut world: B = world();
    let id = world
        .add_body(&a(BodyKind::Kinematic), at(5.0, 5.0), 1)
        .unwrap();
    let off_centre = Geometry::Circle {
        center: Vec2::new(3.0, 0.0),
        radius: 1.0,
    };
    world
        .add_shape(id, &off_centre, &Material::default(), 1)
        .unwrap();
    world.set_velocity(
        id,
        Velocity {
            linear: Vec2::X,
            angular: 2.0,
        },
    );

    secs(&mut world, 1.0);

    near_point(world.pose(id).position, Vec2::new(6.0, 5.0), 1e-3);
    near(angle(world.pose(id)), 2.0, 1e-3);
}

fn a_slow_kinematic_body_never_stops<B: Backend>() {
    let mut world: B = world();
    let id = put_box(&mut world, BodyKind::Kinematic, at(0.0, 0.0), 1);
    world.set_velocity(
        id,
        Velocity {
            linear: Vec2::new(0.01, 0.0),
            angular: 0.0,
        },
    );

    secs(&mut world, 10.0);

    near(world.pose(id).position.x, 0.1, 1e-3);
    assert!(!world.is_asleep(id));
}

fn a_kinematic_body_pushes<B: Backend>() {
    let mut world: B = weightless();
    let pusher = put_box(&mut world, BodyKind::Kinematic, at(0.0, 0.0), 1);
    let pushed = put_box(&mut world, BodyKind::Dynamic, at(2.0, 0.0), 2);
    secs(&mut world, 3.0);
    world.set_velocity(
        pusher,
        Velocity {
            linear: Vec2::new(2.0, 0.0),
            angular: 0.0,
        },
    );

    secs(&mut world, 2.0);

    near(world.pose(pusher).position.x, 4.0, 1e-3);
    assert!(world.pose(pushed).position.x > 4.9);
}

fn a_kinematic_body_carries<B: Backend>() {
    let mut world: B = world();
    let lift = a(BodyKind::Kinematic);
    let (lift, _) = put(
        &mut world,
        &lift,
        at(0.0, 0.0),
        &rectangle(4.0, 1.0),
        Material::default(),
        1,
    );
    let rider = put_box(&mut world, BodyKind::Dynamic, at(0.0, 1.0), 2);
    secs(&mut world, 3.0);
    assert!(world.is_asleep(rider));
    world.set_velocity(
        lift,
        Velocity {
            linear: Vec2::new(0.02, 0.02),
            angular: 0.0,
        },
    );

    secs(&mut world, 10.0);

    near_point(world.pose(lift).position, Vec2::new(0.2, 0.2), 1e-3);
    near_point(world.pose(rider).position, Vec2::new(0.2, 1.2), 0.03);
}
