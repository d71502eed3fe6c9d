//! The same worlds in every physics engine: what the bridge may rely on.

use std::f32::consts::{FRAC_PI_4, PI, TAU};

use glam::Vec2;
use kinfolk_physics::{
    Backend, Body, BodyKind, Geometry, Joint, JointKind, Material, Motor, Pose, Reason, Settings,
    Touch, Velocity,
};

const FRAME: f32 = 1.0 / 60.0;

/// One test for every engine.
macro_rules! in_every_engine {
    ($($name:ident),* $(,)?) => {
        #[cfg(feature = "rapier")]
        mod rapier {
            $(#[test] fn $name() { super::$name::<kinfolk_physics::Rapier>(); })*
        }
        #[cfg(feature = "box2d")]
        mod box2d {
            $(#[test] fn $name() { super::$name::<kinfolk_physics::Box2d>(); })*
        }
    };
}

in_every_engine![
    a_box_falls_rests_and_sleeps,
    free_flight_is_a_parabola,
    units_are_only_units,
    a_pose_comes_back_as_it_went_in,
    a_pose_survives_steps_in_which_nothing_moves,
    a_kinematic_body_goes_exactly_where_its_velocity_says,
    a_kinematic_body_turns_around_its_origin,
    a_slow_kinematic_body_never_stops,
    a_kinematic_body_pushes,
    a_kinematic_body_carries,
    gravity_can_be_scaled_away,
    gravity_can_turn,
    a_fixed_rotation_stays,
    damping_slows_down,
    friction_decides_who_slides,
    the_more_slippery_of_two_counts,
    the_bouncier_of_two_counts,
    layers_and_masks_must_agree,
    a_sensor_notices_and_does_not_touch,
    a_sensor_notices_every_kind_of_body,
    sensors_notice_each_other_once,
    touching_begins_and_ends_once,
    a_removed_shape_ceases_to_touch,
    a_removed_body_ceases_to_touch,
    a_disabled_body_ceases_to_touch,
    a_disabled_body_stays_and_goes_on_later,
    round_shapes_rest_on_their_rims,
    a_polygon_of_many_corners_is_one_shape,
    crooked_polygons_are_taken_or_refused,
    a_thin_board_holds,
    a_hinge_turns_around_its_anchor,
    a_hinge_keeps_its_limits,
    a_hinge_reaches_the_speed_of_its_motor,
    a_motor_can_be_changed,
    a_slider_slides_along_its_axis_only,
    a_slider_keeps_its_limits,
    a_fixed_joint_keeps_the_pose,
    a_joint_that_is_gone_holds_nothing,
    joined_bodies_meet_if_they_should,
    a_push_moves_by_mass,
    mass_is_density_times_area,
    nothing_moves_when_all_sleep,
    what_lies_on_a_removed_floor_wakes,
    the_same_twice_is_the_same,
];

// ------------------------------------------------------------------ building

fn world<B: Backend>() -> B {
    B::new(Settings::default())
}

fn weightless<B: Backend>() -> B {
    B::new(Settings {
        gravity: Vec2::ZERO,
        ..Settings::default()
    })
}

fn at(x: f32, y: f32) -> Pose {
    turned(x, y, 0.0)
}

fn turned(x: f32, y: f32, radians: f32) -> Pose {
    Pose {
        position: Vec2::new(x, y),
        rotation: Vec2::from_angle(radians),
    }
}

fn a(kind: BodyKind) -> Body {
    Body {
        kind,
        ..Body::default()
    }
}

fn rectangle(width: f32, height: f32) -> Geometry {
    let (x, y) = (width / 2.0, height / 2.0);
    let corners = [(-x, -y), (x, -y), (x, y), (-x, y)];
    Geometry::Polygon {
        corners: corners.map(Vec2::from).to_vec(),
    }
}

fn circle(radius: f32) -> Geometry {
    Geometry::Circle {
        center: Vec2::ZERO,
        radius,
    }
}

fn round(corners: usize, radius: f32) -> Geometry {
    let angle = |index: usize| (index as f32 + 0.5) * TAU / corners as f32;
    Geometry::Polygon {
        corners: (0..corners)
            .map(|index| Vec2::from_angle(angle(index)) * radius)
            .collect(),
    }
}

/// A body of one shape; both have the same tag.
fn put<B: Backend>(
    world: &mut B,
    body: &Body,
    pose: Pose,
    geometry: &Geometry,
    material: Material,
    tag: u32,
) -> (B::BodyId, B::ShapeId) {
    let id = world.add_body(body, pose, tag).unwrap();
    let shape = world.add_shape(id, geometry, &material, tag).unwrap();
    (id, shape)
}

fn put_box<B: Backend>(world: &mut B, kind: BodyKind, pose: Pose, tag: u32) -> B::BodyId {
    let body = a(kind);
    put(
        world,
        &body,
        pose,
        &rectangle(1.0, 1.0),
        Material::default(),
        tag,
    )
    .0
}

/// A floor whose top is at 0.
fn put_floor<B: Backend>(world: &mut B, tag: u32) -> B::BodyId {
    let floor = rectangle(40.0, 1.0);
    let (body, pose) = (a(BodyKind::Static), at(0.0, -0.5));
    put(world, &body, pose, &floor, Material::default(), tag).0
}

fn steps<B: Backend>(world: &mut B, count: usize) -> Vec<Touch> {
    let mut touches = Vec::new();
    for _ in 0..count {
        world.step(FRAME);
        world.touches(&mut touches);
    }
    touches
}

fn secs<B: Backend>(world: &mut B, secs: f32) -> Vec<Touch> {
    steps(world, (secs / FRAME).round() as usize)
}

fn angle(pose: Pose) -> f32 {
    pose.rotation.to_angle()
}

/// Who has begun (+) and ceased (-) to touch whom.
fn drawn(touches: &[Touch]) -> Vec<String> {
    let draw = |touch: &Touch| {
        let (low, high) = (touch.one.min(touch.other), touch.one.max(touch.other));
        let (sign, kind) = (
            if touch.begins { '+' } else { '-' },
            if touch.sensor { "~" } else { "|" },
        );
        format!("{sign}{low}{kind}{high}")
    };
    touches.iter().map(draw).collect()
}

#[track_caller]
fn near(left: f32, right: f32, within: f32) {
    assert!((left - right).abs() <= within, "{left} is not {right}");
}

#[track_caller]
fn near_point(left: Vec2, right: Vec2, within: f32) {
    assert!(left.distance(right) <= within, "{left} is not {right}");
}

// ------------------------------------------------------------------- falling

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

// --------------------------------------------------------------------- poses

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

// ----------------------------------------------------------------- kinematic

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

// ------------------------------------------------------------------- dynamic

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

// ------------------------------------------------------------------ touching

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

// -------------------------------------------------------------------- shapes

fn round_shapes_rest_on_their_rims<B: Backend>() {
    let lying = Geometry::Capsule {
        from: Vec2::new(-0.5, 0.0),
        to: Vec2::new(0.5, 0.0),
        radius: 0.3,
    };
    let short = Geometry::Capsule {
        from: Vec2::new(-0.001, 0.0),
        to: Vec2::new(0.001, 0.0),
        radius: 0.4,
    };
    let flat_radius = 0.6 * (PI / 24.0).cos();
    for (shape, height) in [
        (circle(0.7), 0.7),
        (lying, 0.3),
        (short, 0.4),
        (round(24, 0.6), flat_radius),
    ] {
        let mut world: B = world();
        put_floor(&mut world, 1);
        let (id, _) = put(
            &mut world,
            &Body::default(),
            at(0.0, 1.0),
            &shape,
            Material::default(),
            2,
        );

        secs(&mut world, 4.0);

        near(world.pose(id).position.y, height, 0.02);
        assert!(world.is_asleep(id), "{shape:?}");
    }
}

fn a_polygon_of_many_corners_is_one_shape<B: Backend>() {
    let mut world: B = world();
    put_floor(&mut world, 1);
    let pushed = Body {
        velocity: Vec2::new(3.0, 0.0),
        ..Body::default()
    };
    let wheel = round(24, 0.5);
    let (id, shape) = put(
        &mut world,
        &pushed,
        at(-5.0, 0.5),
        &wheel,
        Material::default(),
        2,
    );
    let area = 12.0 * 0.25 * (TAU / 24.0).sin();
    near(world.mass(id), area, 0.01);

    let rolled = secs(&mut world, 2.0);

    let hops = drawn(&rolled);
    assert_eq!(
        hops.iter().filter(|touch| *touch == "+1|2").count(),
        hops.len().div_ceil(2)
    );
    assert!(world.pose(id).position.x > -3.0);
    assert!(angle(world.pose(id)).abs() > 0.3);
    world.remove_shape(shape);
    near(world.mass(id), 0.0, 1e-6);
    secs(&mut world, 2.0);
}

fn crooked_polygons_are_taken_or_refused<B: Backend>() {
    let mut world: B = world();
    let id = world.add_body(&Body::default(), at(0.0, 0.0), 1).unwrap();
    let polygon = |corners: &[(f32, f32)]| Geometry::Polygon {
        corners: corners.iter().copied().map(Vec2::from).collect(),
    };

    for taken in [
        // corners on an edge
        polygon(&[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]),
        // corners that are nearly the same
        polygon(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1e-6), (1.0, 1.0), (0.0, 1.0)]),
        // many of both
        polygon(&[
            (0.0, 0.0),
            (0.5, 0.0),
            (1.0, 0.0),
            (1.5, 0.0),
            (2.0, 0.0),
            (2.0, 1e-5),
            (2.0, 0.5),
            (2.0, 1.0),
            (2.0, 2.0),
            (1.0, 2.0),
            (0.0, 2.0),
        ]),
        round(8, 1.0),
        round(9, 1.0),
        round(100, 3.0),
        round(24, 0.05),
    ] {
        world
            .add_shape(id, &taken, &Material::default(), 1)
            .unwrap();
    }
    assert!(world.mass(id).is_finite());

    let point = polygon(&[(0.0, 0.0), (0.0, 0.0), (0.0, 0.0)]);
    let refused = world.add_shape(id, &point, &Material::default(), 1);
    assert_eq!(refused.unwrap_err(), Reason::Degenerate);
    steps(&mut world, 3);
}

fn a_thin_board_holds<B: Backend>() {
    let mut world: B = world();
    let board = rectangle(10.0, 0.004);
    put(
        &mut world,
        &a(BodyKind::Static),
        at(0.0, 0.0),
        &board,
        Material::default(),
        1,
    );
    let id = put_box(&mut world, BodyKind::Dynamic, at(0.0, 0.6), 2);

    secs(&mut world, 2.0);

    near(world.pose(id).position.y, 0.502, 0.02);
}

// -------------------------------------------------------------------- joints

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
    let (weak, _) = tied(&mut world, at(0.0, 0.0), &driven(0.01));

    secs(&mut world, 1.0);

    near(world.velocity(strong).angular, 3.0, 0.05);
    // torque · time / inertia
    near(world.velocity(weak).angular, 0.06, 0.01);
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

// ------------------------------------------------------------ mass and sleep

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

#[cfg(all(feature = "rapier", feature = "box2d"))]
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
