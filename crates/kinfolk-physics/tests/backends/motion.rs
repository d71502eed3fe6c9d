//! Bodies that forces move: falling, sliding, bouncing, sleeping.

use std::f32::consts::PI;

use glam::Vec2;
use kinfolk_physics::{Backend, Body, BodyKind, Geometry, Material, Pose, Settings, Velocity};

use crate::worlds::{
    FRAME, a, angle, at, circle, drawn, near, near_point, put, put_box, put_floor, rectangle, secs,
    turned, weightless, world,
};

in_every_engine![
    a_box_falls_rests_and_sleeps,
    free_flight_is_a_parabola,
    units_are_only_units,
    gravity_can_be_scaled_away,
    gravity_can_turn,
    a_fixed_rotation_stays,
    damping_slows_down,
    friction_decides_who_slides,
    the_more_slippery_of_two_counts,
    the_bouncier_of_two_counts,
    a_push_moves_by_mass,
    mass_is_density_times_area,
    nothing_moves_when_all_sleep,
    what_lies_on_a_removed_floor_wakes,
    the_same_twice_is_the_same,
];

fn a_box_falls_rests_and_sleeps<B: Backend>() {
    let mut world: B = world();
    put_floor(&mut world, 1);
    let falling = put_box(&mut world, BodyKind::Dynamic, at(0.0, 3.0), 2);

    let touches = secs(&mut world, 5.0);

    near_point(world.pose(falling).position, Vec2::new(0.0, 0.5), 0.02);
    assert!(world.is_asleep(falling));
    assert_eq!(drawn(&touches), ["+1|2"]);
}

fn free_flight_is_a_parabola<B: Backend>() {
    let mut world: B = world();
    let thrown = Body {
        velocity: Vec2::new(3.0, 8.0),
        spin: 2.0,
        ..Body::default()
    };
    let (thrown, _) = put(
        &mut world,
        &thrown,
        at(1.0, 2.0),
        &rectangle(1.0, 1.0),
        Material::default(),
        1,
    );

    secs(&mut world, 1.0);

    // An engine that integrates in steps falls a little more than the parabola.
    let pose = world.pose(thrown);
    near_point(pose.position, Vec2::new(4.0, 10.0 - 9.81 / 2.0), 0.1);
    near(angle(pose), 2.0, 0.02);
    near_point(world.velocity(thrown).linear, Vec2::new(3.0, -1.81), 0.01);
}

fn units_are_only_units<B: Backend>() {
    let fall = |length_unit: f32| {
        let mut world = B::new(Settings {
            gravity: Vec2::new(0.0, -9.81 * length_unit),
            length_unit,
        });
        let floor = rectangle(40.0 * length_unit, length_unit);
        let material = Material {
            density: 1.0 / (length_unit * length_unit),
            ..Material::default()
        };
        let pose = at(0.0, -0.5 * length_unit);
        put(&mut world, &a(BodyKind::Static), pose, &floor, material, 1);
        let pose = at(0.0, 3.0 * length_unit);
        let shape = rectangle(length_unit, length_unit);
        let (id, _) = put(&mut world, &Body::default(), pose, &shape, material, 2);
        world.push(id, Vec2::X * length_unit, 0.02 * length_unit * length_unit);
        near(world.mass(id), 1.0, 1e-4);
        secs(&mut world, 0.5);
        let middle = (world.pose(id).position / length_unit, angle(world.pose(id)));
        secs(&mut world, 4.0);
        assert!(world.is_asleep(id));
        (middle, world.pose(id).position.y / length_unit)
    };

    let ((metres, metres_angle), metres_rest) = fall(1.0);
    let ((pixels, pixels_angle), pixels_rest) = fall(50.0);

    near_point(metres, pixels, 1e-3);
    near(metres_angle, pixels_angle, 1e-3);
    near(metres_rest, pixels_rest, 0.02);
}

fn gravity_can_be_scaled_away<B: Backend>() {
    let mut world: B = world();
    let floats = Body {
        gravity_scale: 0.0,
        ..Body::default()
    };
    let shape = rectangle(1.0, 1.0);
    let (floats, _) = put(
        &mut world,
        &floats,
        at(0.0, 0.0),
        &shape,
        Material::default(),
        1,
    );

    secs(&mut world, 1.0);

    assert!(world.pose(floats).same(&at(0.0, 0.0)));
}

fn gravity_can_turn<B: Backend>() {
    let mut world: B = world();
    put_floor(&mut world, 1);
    let id = put_box(&mut world, BodyKind::Dynamic, at(0.0, 0.5), 2);
    secs(&mut world, 3.0);
    assert!(world.is_asleep(id));

    world.set_gravity(Vec2::new(0.0, 10.0));
    assert!(!world.is_asleep(id));
    secs(&mut world, 1.0);

    near(world.pose(id).position.y, 5.5, 0.15);
}

fn a_fixed_rotation_stays<B: Backend>() {
    let mut world: B = world();
    let upright = Body {
        fixed_rotation: true,
        ..Body::default()
    };
    put_floor(&mut world, 1);
    let pose = turned(0.0, 3.0, 0.3);
    let shape = rectangle(1.0, 1.0);
    let (id, _) = put(&mut world, &upright, pose, &shape, Material::default(), 2);
    world.push(id, Vec2::ZERO, 5.0);

    secs(&mut world, 3.0);

    near(angle(world.pose(id)), 0.3, 1e-5);
    let highest = 0.5 * (0.3_f32.sin() + 0.3_f32.cos());
    near(world.pose(id).position.y, highest, 0.02);
}

fn damping_slows_down<B: Backend>() {
    let mut world: B = weightless();
    let damped = Body {
        velocity: Vec2::new(10.0, 0.0),
        spin: 3.0,
        damping: 1.0,
        spin_damping: 2.0,
        ..Body::default()
    };
    let shape = rectangle(1.0, 1.0);
    let (id, _) = put(
        &mut world,
        &damped,
        at(0.0, 0.0),
        &shape,
        Material::default(),
        1,
    );

    secs(&mut world, 1.0);

    let velocity = world.velocity(id);
    near(velocity.linear.x, 10.0 * (-1.0_f32).exp(), 0.1);
    near(velocity.angular, 3.0 * (-2.0_f32).exp(), 0.05);
}

/// A box on a slope of 30 degrees, of these frictions: how far it has slid after two seconds.
fn slide<B: Backend>(slope_friction: f32, box_friction: f32) -> f32 {
    let mut world: B = world();
    let of = |friction: f32| Material {
        friction,
        ..Material::default()
    };
    let slope = PI / 6.0;
    let along = Vec2::from_angle(slope);
    let ground = rectangle(60.0, 1.0);
    let pose = turned(0.0, 0.0, slope);
    put(
        &mut world,
        &a(BodyKind::Static),
        pose,
        &ground,
        of(slope_friction),
        1,
    );
    let start = along.perp() * 1.0;
    let pose = turned(start.x, start.y, slope);
    let shape = rectangle(1.0, 1.0);
    let (id, _) = put(
        &mut world,
        &Body::default(),
        pose,
        &shape,
        of(box_friction),
        2,
    );
    secs(&mut world, 2.0);
    (world.pose(id).position - start).dot(-along)
}

fn friction_decides_who_slides<B: Backend>() {
    near(slide::<B>(0.8, 0.8), 0.0, 0.05);
    // g · (sin 30° - 0.2 · cos 30°) · t² / 2
    near(slide::<B>(0.2, 0.2), 6.41, 0.4);
}

fn the_more_slippery_of_two_counts<B: Backend>() {
    near(slide::<B>(0.0, 1.0), 9.81, 0.4);
    // √(0.4 · 0.9) = 0.6 holds, on a slope whose tangent is 0.577
    near(slide::<B>(0.4, 0.9), 0.0, 0.1);
}

fn the_bouncier_of_two_counts<B: Backend>() {
    let mut world: B = world();
    put_floor(&mut world, 1);
    let bouncy = Material {
        restitution: 0.8,
        ..Material::default()
    };
    let (id, _) = put(
        &mut world,
        &Body::default(),
        at(0.0, 4.5),
        &circle(0.5),
        bouncy,
        2,
    );
    let mut bounced = false;
    let mut highest = 0.0_f32;
    for _ in 0..180 {
        world.step(FRAME);
        bounced |= world.velocity(id).linear.y > 1.0;
        if bounced {
            highest = highest.max(world.pose(id).position.y);
        }
    }

    near(highest, 0.5 + 4.0 * 0.8 * 0.8, 0.3);
}

fn a_push_moves_by_mass<B: Backend>() {
    let mut world: B = weightless();
    let heavy = Material {
        density: 2.0,
        ..Material::default()
    };
    let off_centre = Geometry::Circle {
        center: Vec2::new(1.0, 0.0),
        radius: 1.0,
    };
    let (id, _) = put(
        &mut world,
        &Body::default(),
        at(0.0, 0.0),
        &off_centre,
        heavy,
        1,
    );
    secs(&mut world, 2.0);
    assert!(world.is_asleep(id));

    world.push(id, Vec2::new(0.0, 4.0 * PI), 0.0);

    assert!(!world.is_asleep(id));
    secs(&mut world, 0.5);
    near_point(world.velocity(id).linear, Vec2::new(0.0, 2.0), 0.01);
    near(world.velocity(id).angular, 0.0, 1e-4);
    world.push(id, Vec2::ZERO, PI);
    near(world.velocity(id).angular, 1.0, 0.01);
}

fn mass_is_density_times_area<B: Backend>() {
    let mut world: B = world();
    let dense = Material {
        density: 3.0,
        ..Material::default()
    };
    for (kind, mass) in [
        (BodyKind::Dynamic, 18.0),
        (BodyKind::Kinematic, 0.0),
        (BodyKind::Static, 0.0),
    ] {
        let (id, _) = put(
            &mut world,
            &a(kind),
            at(0.0, 0.0),
            &rectangle(2.0, 3.0),
            dense,
            1,
        );
        near(world.mass(id), mass, 1e-4);
        world.remove_body(id);
    }
}

fn nothing_moves_when_all_sleep<B: Backend>() {
    let mut world: B = world();
    put_floor(&mut world, 1);
    let falls = put_box(&mut world, BodyKind::Dynamic, at(0.0, 1.0), 2);
    let moves = put_box(&mut world, BodyKind::Kinematic, at(5.0, 1.0), 3);
    world.set_velocity(
        moves,
        Velocity {
            linear: Vec2::X,
            angular: 0.0,
        },
    );
    let moved = |world: &B| {
        let mut tags = Vec::new();
        world.moved(&mut tags);
        tags.sort_unstable();
        tags.dedup();
        tags
    };
    world.step(FRAME);
    assert_eq!(moved(&world), [2, 3]);

    // Whoever is not among the moved ones has the pose of before.
    let mut before = world.pose(falls);
    for _ in 0..300 {
        world.step(FRAME);
        assert!(moved(&world).contains(&2) || world.pose(falls).same(&before));
        before = world.pose(falls);
    }
    world.set_velocity(moves, Velocity::default());
    secs(&mut world, 5.0);

    assert_eq!(moved(&world), [0; 0]);
    assert!(world.is_asleep(falls));
    world.set_pose(falls, at(0.0, 4.0));
    world.step(FRAME);
    assert_eq!(moved(&world), [2]);
}

fn what_lies_on_a_removed_floor_wakes<B: Backend>() {
    for removed in [true, false] {
        let mut world: B = world();
        let floor = put_floor(&mut world, 1);
        let id = put_box(&mut world, BodyKind::Dynamic, at(0.0, 0.5), 2);
        secs(&mut world, 3.0);
        assert!(world.is_asleep(id));

        if removed {
            world.remove_body(floor);
        } else {
            world.set_pose(floor, at(0.0, -10.0));
        }
        secs(&mut world, 1.0);

        near(world.pose(id).position.y, 0.5 - 4.9, 0.2);
    }
}

fn the_same_twice_is_the_same<B: Backend>() {
    let run = || {
        let mut world: B = world();
        put_floor(&mut world, 0);
        let ids: Vec<B::BodyId> = (1..30)
            .map(|tag| {
                let pose = turned(tag as f32 * 0.37 % 3.0, tag as f32 * 1.1, tag as f32);
                put_box(&mut world, BodyKind::Dynamic, pose, tag)
            })
            .collect();
        let touches = drawn(&secs(&mut world, 3.0));
        let poses: Vec<[u32; 4]> = ids
            .iter()
            .map(|&id| {
                let Pose { position, rotation } = world.pose(id);
                [position.x, position.y, rotation.x, rotation.y].map(f32::to_bits)
            })
            .collect();
        (touches, poses)
    };

    assert_eq!(run(), run());
}

#[cfg(feature = "box2d")]
#[test]
fn both_engines_agree_about_free_flight() {
    fn fly<B: Backend>() -> (Vec2, f32) {
        let mut world: B = world();
        let thrown = Body {
            velocity: Vec2::new(3.0, 8.0),
            spin: 2.0,
            ..Body::default()
        };
        let id = world.add_body(&thrown, at(1.0, 2.0), 1).unwrap();
        let shape = Geometry::Circle {
            center: Vec2::new(0.4, 0.0),
            radius: 0.5,
        };
        world
            .add_shape(id, &shape, &Material::default(), 1)
            .unwrap();
        secs(&mut world, 1.0);
        (world.pose(id).position, angle(world.pose(id)))
    }

    let (rapier, rapier_angle) = fly::<kinfolk_physics::Rapier>();
    let (box2d, box2d_angle) = fly::<kinfolk_physics::Box2d>();

    near_point(rapier, box2d, 0.05);
    near(rapier_angle, box2d_angle, 0.01);
}
