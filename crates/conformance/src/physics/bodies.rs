//! Bodies by themselves: kinds, shapes, materials, and what they notice.

use glam::Vec2;
use kinfolk::Node2;
use kinfolk_physics::{Backend, Body, Contact, Material, Part, Shape, Velocity};

use super::stage::{FRAME, Stage, assert_near, block};

pub fn a_box_falls_and_rests_on_the_floor<B: Backend>() {
    let mut stage = Stage::<B>::new();
    stage.floor();
    let crate_ = stage.body(Node2::at(0.0, 3.0), Body::dynamic(block(1.0, 1.0)));

    stage.run(10);
    assert!(stage.place(crate_).y < 2.95, "it falls");
    stage.run(200);

    assert_near(stage.place(crate_), [0.0, 0.5], 0.02);
    stage.run(200);
    assert_eq!(stage.physics.is_asleep(crate_), Some(true));
}

pub fn a_kinematic_body_goes_where_its_node_goes_and_pushes<B: Backend>() {
    let mut stage = Stage::<B>::in_space();
    let ram = stage.body(Node2::at(-3.0, 0.0), Body::kinematic(block(1.0, 1.0)));
    let ball = stage.body(
        Node2::at(0.0, 0.0),
        Body::dynamic(Shape::Circle { radius: 0.5 }),
    );

    for frame in 0..120 {
        let x = -3.0 + 0.05 * frame as f32;
        stage.forest.set_position(ram, [x, 0.0]).unwrap();
        stage.run(1);
        assert_eq!(stage.place(ram), Vec2::new(x, 0.0), "nothing pushes it");
        assert_eq!(stage.body_place(ram), Vec2::new(x, 0.0));
    }

    assert!(
        stage.place(ball).x > 3.5,
        "it was pushed: {}",
        stage.place(ball)
    );
    assert!(
        stage.physics.velocity(ball).unwrap().linear.x > 2.0,
        "with the ram's speed"
    );
}

pub fn a_kinematic_body_with_a_velocity_moves_its_node<B: Backend>() {
    let mut stage = Stage::<B>::new();
    let platform = Body {
        velocity: Vec2::new(2.0, 0.0),
        ..Body::kinematic(block(3.0, 0.5))
    };
    let platform = stage.body(Node2::at(0.0, 0.0), platform);
    let lamp = stage.child(platform, Node2::at(0.0, 1.0));

    stage.run(60);

    assert_near(stage.place(platform), [2.0, 0.0], 1e-3);
    assert_near(stage.place(lamp), [2.0, 1.0], 1e-3);
}

pub fn a_static_body_stays_and_writes_nothing<B: Backend>() {
    let mut stage = Stage::<B>::new();
    let floor = stage.floor();
    stage.body(Node2::at(0.0, 3.0), Body::dynamic(block(1.0, 1.0)));
    let before = stage.forest.value(floor);

    for _ in 0..100 {
        stage.run(1);
        assert!(!stage.forest.changes().contains(floor));
    }

    assert_eq!(stage.forest.value(floor), before);
}

pub fn a_static_body_stands_still_whatever_it_is_told<B: Backend>() {
    let mut stage = Stage::<B>::new();
    let fast = Velocity {
        linear: Vec2::new(5.0, 0.0),
        angular: 3.0,
    };
    let wall = Body {
        velocity: fast.linear,
        spin: fast.angular,
        ..Body::fixed(block(4.0, 1.0))
    };
    let wall = stage.body(Node2::default(), wall);
    let ball = stage.body(Node2::at(0.0, 1.0), Body::dynamic(block(1.0, 1.0)));
    assert_eq!(stage.physics.velocity(wall), Some(Velocity::default()));

    stage.physics.set_velocity(wall, fast).unwrap();
    stage.run(60);

    assert_eq!(stage.physics.velocity(wall), Some(Velocity::default()));
    assert_eq!(stage.place(wall), Vec2::ZERO);
    let Vec2 { x, .. } = stage.place(ball);
    assert!(x.abs() < 0.01, "it was carried off to {x}");
}

pub fn every_shape_rests_at_its_height<B: Backend>() {
    let house = vec![
        Vec2::new(-0.5, -0.5),
        Vec2::new(0.5, -0.5),
        Vec2::new(0.5, 0.3),
        Vec2::new(0.0, 0.8),
        Vec2::new(-0.5, 0.3),
    ];
    // A cup, which is not convex.
    let cup: Vec<Vec2> = [
        [-1.0, -0.4],
        [1.0, -0.4],
        [1.0, 0.8],
        [0.8, 0.8],
        [0.8, -0.1],
        [-0.8, -0.1],
        [-0.8, 0.8],
        [-1.0, 0.8],
    ]
    .map(Vec2::from)
    .to_vec();
    let shapes = [
        (block(1.0, 2.0), 1.0),
        (Shape::Circle { radius: 0.75 }, 0.75),
        (
            Shape::Capsule {
                width: 0.8,
                height: 2.0,
            },
            1.0,
        ),
        (
            Shape::Capsule {
                width: 2.0,
                height: 0.8,
            },
            0.4,
        ),
        (Shape::Polygon { points: house }, 0.5),
        (Shape::Polygon { points: cup }, 0.4),
    ];
    for (shape, height) in shapes {
        let mut stage = Stage::<B>::new();
        stage.floor();
        let body = Body {
            fixed_rotation: true,
            ..Body::dynamic(shape.clone())
        };
        let body = stage.body(Node2::at(0.0, height + 0.2), body);

        stage.run(180);

        let y = stage.place(body).y;
        assert!((y - height).abs() < 0.02, "{shape:?} rests at {y}");
    }
}

pub fn several_shapes_are_one_body<B: Backend>() {
    let mut stage = Stage::<B>::new();
    stage.floor();
    let dumbbell = Body {
        parts: vec![
            Part::new(Shape::Circle { radius: 0.5 }).at(-1.0, 0.0),
            Part::new(block(2.0, 0.2)),
            Part::new(Shape::Circle { radius: 0.5 }).at(1.0, 0.0),
        ],
        ..Body::default()
    };
    let dumbbell = stage.body(Node2::at(0.0, 2.0), dumbbell);

    stage.run(240);

    assert_near(stage.place(dumbbell), [0.0, 0.5], 0.02);
    assert!(stage.turn(dumbbell).abs() < 0.01, "it stands on both");
}

pub fn density_makes_heavy<B: Backend>() {
    let mut stage = Stage::<B>::in_space();
    let of = |density: f32| {
        let part = Part::new(block(2.0, 3.0)).of(Material {
            density,
            ..Material::default()
        });
        Body {
            parts: vec![part],
            ..Body::default()
        }
    };
    let light = stage.body(Node2::at(-5.0, 0.0), of(1.0));
    let heavy = stage.body(Node2::at(5.0, 0.0), of(4.0));
    stage.run(1);

    let mass = |node| stage.physics.mass(node).unwrap();
    assert!((mass(light) - 6.0).abs() < 0.1, "{}", mass(light));
    assert!((mass(heavy) - 24.0).abs() < 0.4, "{}", mass(heavy));
}

pub fn friction_holds_on_a_slope<B: Backend>() {
    let mut stage = Stage::<B>::new();
    let slope = 0.3;
    stage.body(
        Node2::at(0.0, 0.0).turned(slope),
        of_friction(Body::fixed(block(60.0, 1.0)), 1.0),
    );
    let up = Vec2::from_angle(slope).perp();
    let start = |x: f32| Vec2::from_angle(slope) * x + up * 1.0;
    let rough = of_friction(Body::dynamic(block(1.0, 1.0)), 1.0);
    let smooth = of_friction(Body::dynamic(block(1.0, 1.0)), 0.0);
    let (a, b) = (start(-5.0), start(5.0));
    let rough = stage.body(Node2::at(a.x, a.y).turned(slope), rough);
    let smooth = stage.body(Node2::at(b.x, b.y).turned(slope), smooth);

    stage.run(120);

    assert_near(stage.place(rough), a, 0.1);
    assert!(
        stage.place(smooth).distance(b) > 1.0,
        "{}",
        stage.place(smooth)
    );
}

fn of_friction(mut body: Body, friction: f32) -> Body {
    for part in &mut body.parts {
        part.material.friction = friction;
    }
    body
}

pub fn restitution_bounces<B: Backend>() {
    let mut stage = Stage::<B>::new();
    stage.floor();
    let ball = |restitution: f32| {
        let material = Material {
            restitution,
            ..Material::default()
        };
        Body {
            parts: vec![Part::new(Shape::Circle { radius: 0.5 }).of(material)],
            ..Body::default()
        }
    };
    let dull = stage.body(Node2::at(-5.0, 3.0), ball(0.0));
    let lively = stage.body(Node2::at(5.0, 3.0), ball(1.0));
    let mut highest = [0.0_f32; 2];

    for frame in 0..180 {
        stage.run(1);
        if frame > 60 {
            highest[0] = highest[0].max(stage.place(dull).y);
            highest[1] = highest[1].max(stage.place(lively).y);
        }
    }

    assert!(highest[0] < 0.8, "{highest:?}");
    assert!(highest[1] > 2.0, "{highest:?}");
}

pub fn gravity_scale_and_fixed_rotation_are_heard<B: Backend>() {
    let mut stage = Stage::<B>::new();
    let balloon = Body {
        gravity_scale: -0.5,
        ..Body::dynamic(Shape::Circle { radius: 0.5 })
    };
    let balloon = stage.body(Node2::at(0.0, 0.0), balloon);
    let rod = Body {
        fixed_rotation: true,
        ..Body::dynamic(block(4.0, 0.5))
    };
    let rod = stage.body(Node2::at(10.0, 5.0), rod);
    stage.body(Node2::at(11.5, 0.0), Body::fixed(block(1.0, 1.0)));

    stage.run(60);

    assert!(stage.place(balloon).y > 2.0, "{}", stage.place(balloon));
    stage.run(60);
    assert_eq!(stage.turn(rod), 0.0, "though it fell on its end");
}

pub fn masks_let_through<B: Backend>() {
    let mut stage = Stage::<B>::new();
    stage.floor();
    let on = |layers: u32, mask: u32| {
        let mut body = Body::dynamic(block(1.0, 1.0));
        body.parts[0].material.layers = layers;
        body.parts[0].material.mask = mask;
        body
    };
    let ghost = stage.body(Node2::at(0.0, 2.0), on(0b10, 0b10));
    let shy = stage.body(Node2::at(5.0, 2.0), on(0b10, u32::MAX));
    let proud = stage.body(Node2::at(10.0, 2.0), on(0b1, 0b10));

    stage.run(120);

    assert!(stage.place(ghost).y < -2.0, "neither wants to meet");
    assert!(
        stage.place(shy).y > 0.4,
        "both do: the floor meets all layers"
    );
    assert!(stage.place(proud).y < -2.0, "one does not");
}

pub fn a_sensor_notices_and_lets_through<B: Backend>() {
    let mut stage = Stage::<B>::new();
    let mut gate = Body::fixed(block(3.0, 1.0));
    gate.parts[0].material.sensor = true;
    let gate = stage.body(Node2::at(0.0, 0.0), gate);
    let ball = stage.body(
        Node2::at(0.0, 3.0),
        Body::dynamic(Shape::Circle { radius: 0.25 }),
    );
    let mut heard = Vec::new();

    for _ in 0..120 {
        stage.run(1);
        heard.extend_from_slice(stage.physics.contacts());
    }

    let contact = |begins| Contact {
        one: gate,
        other: ball,
        begins,
        sensor: true,
    };
    assert_eq!(heard, [contact(true), contact(false)]);
    assert!(stage.place(ball).y < -5.0, "it fell on");
}

pub fn contacts_begin_and_cease_once<B: Backend>() {
    let mut stage = Stage::<B>::new();
    let floor = stage.floor();
    // Two shapes on one body are one toucher.
    let feet = Body {
        parts: vec![
            Part::new(block(0.5, 1.0)).at(-0.5, 0.0),
            Part::new(block(0.5, 1.0)).at(0.5, 0.0),
        ],
        ..Body::default()
    };
    let feet = stage.body(Node2::at(0.0, 1.5), feet);
    let mut heard = Vec::new();
    for _ in 0..90 {
        stage.run(1);
        heard.extend_from_slice(stage.physics.contacts());
    }
    assert_eq!(
        heard,
        [Contact {
            one: floor,
            other: feet,
            begins: true,
            sensor: false
        }]
    );
    assert_eq!(stage.physics.touching(feet).collect::<Vec<_>>(), [floor]);

    stage.forest.set_position(feet, [0.0, 10.0]).unwrap();
    stage.run(1);

    let contact = Contact {
        one: floor,
        other: feet,
        begins: false,
        sensor: false,
    };
    assert_eq!(stage.physics.contacts(), [contact]);
    assert_eq!(stage.physics.touching(feet).count(), 0);
}

pub fn what_is_removed_ceases_to_touch<B: Backend>() {
    let mut stage = Stage::<B>::new();
    let floor = stage.floor();
    let crate_ = stage.body(Node2::at(0.0, 0.5), Body::dynamic(block(1.0, 1.0)));
    stage.run(30);
    assert_eq!(stage.physics.touching(floor).collect::<Vec<_>>(), [crate_]);

    stage.forest.remove(crate_).unwrap();
    stage.run(1);

    let contact = Contact {
        one: floor,
        other: crate_,
        begins: false,
        sensor: false,
    };
    assert_eq!(stage.physics.contacts(), [contact]);
    assert_eq!(stage.physics.touching(floor).count(), 0);
}

pub fn an_impulse_pushes<B: Backend>() {
    let mut stage = Stage::<B>::in_space();
    let puck = stage.body(Node2::at(0.0, 0.0), Body::dynamic(block(1.0, 1.0)));
    stage.run(1);

    stage.physics.shove(puck, Vec2::new(3.0, 0.0), 0.0).unwrap();
    stage.run(60);
    assert_near(stage.place(puck), [3.0, 0.0], 0.02);

    let still = Velocity {
        linear: Vec2::ZERO,
        angular: 1.0,
    };
    stage.physics.set_velocity(puck, still).unwrap();
    stage.run(60);
    assert!((stage.turn(puck) - 60.0 * FRAME).abs() < 0.02);
}

pub fn who_is_inactive_does_not_take_part<B: Backend>() {
    let mut stage = Stage::<B>::new();
    stage.floor();
    let folder = stage.node(Node2::at(0.0, 0.0));
    let crate_ = stage.child_body(
        folder,
        Node2::at(0.0, 5.0),
        Body::dynamic(block(1.0, 1.0)).as_child(kinfolk_physics::ChildPolicy::Follow),
    );
    stage.forest.set_active(folder, false).unwrap();
    stage.run(30);
    assert_eq!(stage.place(crate_), Vec2::new(0.0, 5.0));

    stage.forest.set_active(folder, true).unwrap();
    stage.run(180);

    assert_near(stage.place(crate_), [0.0, 0.5], 0.02);
}
