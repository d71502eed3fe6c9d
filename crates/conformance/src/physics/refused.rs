//! What makes no sense is refused by name, and nothing else is touched.

use glam::Vec2;
use kinfolk::Node2;
use kinfolk_physics::{
    Backend, Body, ChildPolicy, Joint, JointKind, Motor, Reason, Shape, Velocity,
};

use super::stage::{Stage, assert_near, block};

pub fn shapes_that_are_none<B: Backend>() {
    let mut stage = Stage::<B>::new();
    let node = stage.node(Node2::default());
    let points = |points: &[[f32; 2]]| Shape::Polygon {
        points: points.iter().copied().map(Vec2::from).collect(),
    };
    let shapes = [
        Shape::Circle { radius: -1.0 },
        Shape::Circle { radius: 0.0 },
        Shape::Circle { radius: f32::NAN },
        Shape::Circle {
            radius: f32::INFINITY,
        },
        Shape::Circle { radius: 1e-30 },
        block(0.0, 1.0),
        block(1.0, -2.0),
        block(1e30, 1e30),
        Shape::Capsule {
            width: 0.0,
            height: 1.0,
        },
        points(&[]),
        points(&[[0.0, 0.0], [1.0, 0.0]]),
        points(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]]),
        points(&[[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]),
        points(&[[0.0, 0.0], [1.0, f32::NAN], [1.0, 1.0]]),
        points(&[[0.0, 0.0], [3.0, 3.0], [3.0, 0.0], [0.0, 2.0]]),
    ];
    for shape in shapes {
        let refused = stage
            .physics
            .add(&mut stage.forest, node, Body::dynamic(shape.clone()));
        let error = refused.expect_err(&format!("{shape:?}"));
        assert_eq!(error.node, node);
        assert!(!error.to_string().is_empty());
        assert!(stage.physics.is_empty());
    }
    stage.run(3);
    stage
        .physics
        .add(&mut stage.forest, node, Body::dynamic(block(1.0, 1.0)))
        .unwrap();
    stage.run(3);
}

pub fn numbers_that_are_none<B: Backend>() {
    let mut stage = Stage::<B>::new();
    let node = stage.node(Node2::default());
    let usual = || Body::dynamic(block(1.0, 1.0));
    let material = |change: fn(&mut kinfolk_physics::Material)| {
        let mut body = usual();
        change(&mut body.parts[0].material);
        body
    };
    let bodies = [
        Body {
            velocity: Vec2::new(f32::NAN, 0.0),
            ..usual()
        },
        Body {
            spin: f32::INFINITY,
            ..usual()
        },
        Body {
            gravity_scale: f32::NAN,
            ..usual()
        },
        Body {
            damping: -1.0,
            ..usual()
        },
        material(|material| material.density = -1.0),
        material(|material| material.friction = f32::NAN),
        material(|material| material.restitution = -0.5),
    ];
    for body in bodies {
        let refused = stage.physics.add(&mut stage.forest, node, body.clone());
        assert!(refused.is_err(), "{body:?}");
        assert!(stage.physics.is_empty());
    }
    stage.physics.add(&mut stage.forest, node, usual()).unwrap();
    let twice = stage
        .physics
        .add(&mut stage.forest, node, usual())
        .unwrap_err();
    assert_eq!(twice.reason, Reason::Twice);
    stage.run(2);
    let place = stage.place(node);

    let nan = Velocity {
        linear: Vec2::NAN,
        angular: 0.0,
    };
    assert!(stage.physics.set_velocity(node, nan).is_err());
    assert!(stage.physics.shove(node, Vec2::ZERO, f32::NAN).is_err());
    stage.physics.step(f32::NAN);
    stage.physics.step(-1.0);
    stage.physics.pull(&mut stage.forest);

    assert_eq!(stage.place(node), place);
    let gone = stage.node(Node2::default());
    stage.forest.remove(gone).unwrap();
    let stale = stage
        .physics
        .add(&mut stage.forest, gone, usual())
        .unwrap_err();
    assert_eq!(stale.reason, Reason::Stale);
}

pub fn a_joint_to_nothing<B: Backend>() {
    let mut stage = Stage::<B>::new();
    let folder = stage.node(Node2::default());
    let child = stage.child(folder, Node2::default());
    let tied = Body::dynamic(block(1.0, 1.0)).as_child(ChildPolicy::Joint);
    let refused = stage
        .physics
        .add(&mut stage.forest, child, tied.clone())
        .unwrap_err();
    assert_eq!(
        (refused.node, refused.reason),
        (child, Reason::NothingAbove)
    );

    let post = stage.body(Node2::default(), Body::fixed(block(1.0, 1.0)));
    let rod = stage.child(post, Node2::default());
    let joints = [
        Joint {
            limits: Some([1.0, -1.0]),
            ..Joint::default()
        },
        Joint {
            limits: Some([f32::NAN, 1.0]),
            ..Joint::default()
        },
        Joint {
            kind: JointKind::Prismatic { axis: Vec2::ZERO },
            ..Joint::default()
        },
        Joint {
            motor: Some(Motor {
                speed: f32::NAN,
                strength: 1.0,
            }),
            ..Joint::default()
        },
        Joint {
            motor: Some(Motor {
                speed: 1.0,
                strength: -1.0,
            }),
            ..Joint::default()
        },
    ];
    for joint in joints {
        let body = Body {
            joint,
            ..tied.clone()
        };
        let refused = stage.physics.add(&mut stage.forest, rod, body);
        assert_eq!(refused.expect_err(&format!("{joint:?}")).node, rod);
    }
    assert_eq!(stage.physics.len(), 1);
    stage.run(2);
}

pub fn a_body_under_a_parent_that_is_scaled_to_nothing<B: Backend>() {
    let mut stage = Stage::<B>::new();
    let flat = stage.node(Node2::default().scaled(0.0, 1.0));
    let child = stage.child(flat, Node2::at(1.0, 1.0));
    let body = Body::dynamic(block(1.0, 1.0)).as_child(ChildPolicy::Follow);

    let refused = stage
        .physics
        .add(&mut stage.forest, child, body)
        .unwrap_err();

    assert_eq!((refused.node, refused.reason), (child, Reason::Degenerate));
    assert!(stage.physics.is_empty());
    stage.run(2);
}

pub fn a_scene_is_refused_as_a_whole_by_id<B: Backend>() {
    let mut stage = Stage::<B>::new();
    let scene = stage.load(
        r#"{ "entities": [
        { "id": "fine", "physics": { "shape": "box", "width": 1, "height": 1 } },
        { "id": "inside out", "physics": { "shape": "circle", "radius": -2 } },
        { "id": "shapeless", "physics": { "shape": "blob" } },
        { "id": "halved", "physics": { "shape": "box", "width": 1 } },
        { "id": "adrift", "physics": { "shape": "circle", "radius": 1, "child": "joint" } },
        { "id": "odd", "physics": { "shapes": [{ "shape": "circle", "radius": "big" }] } }
    ] }"#,
    );

    let errors = stage
        .physics
        .add_scene(&mut stage.forest, &scene)
        .unwrap_err();

    let mut told: Vec<String> = errors.iter().map(ToString::to_string).collect();
    told.sort();
    assert_eq!(
        told,
        [
            "\"adrift\": no body is above it to be tied to",
            "\"halved\": \"physics.height\" is not there, and should be a number",
            "\"inside out\": the radius of a circle is -2, and must be greater than 0",
            "\"odd\": \"physics.shapes.0.radius\" is \"big\", and should be a number",
            "\"shapeless\": \"physics.shape\" is \"blob\", and should be one of box, circle, capsule, polygon",
        ]
    );
    assert!(stage.physics.is_empty());
}

pub fn places_and_speeds_beyond_all_measure_break_nothing<B: Backend>() {
    for far in [1e6, 1e12, 1e20, 1e30, 3e38] {
        let mut stage = Stage::<B>::new();
        let floor = stage.floor();
        let stone = stage.node(Node2::at(far, -far));
        let _ = stage
            .physics
            .add(&mut stage.forest, stone, Body::dynamic(block(1.0, 1.0)));
        let fast = Body {
            velocity: Vec2::new(far, 0.0),
            spin: far,
            ..Body::dynamic(block(1.0, 1.0))
        };
        let fast_one = stage.node(Node2::at(0.0, 5.0));
        let _ = stage.physics.add(&mut stage.forest, fast_one, fast);
        let crate_ = stage.body(Node2::at(0.0, 0.5), Body::dynamic(block(1.0, 1.0)));
        let child = stage.child(crate_, Node2::at(far, far));
        let part = Body::dynamic(block(1.0, 1.0)).as_child(ChildPolicy::Compound);
        let _ = stage.physics.add(&mut stage.forest, child, part);

        for _ in 0..30 {
            stage.physics.advance(&mut stage.forest, 1.0 / 60.0);
        }

        for node in stage.forest.walk() {
            assert!(stage.forest.world_position(node).unwrap().is_finite());
        }
        assert_eq!(stage.place(floor), Vec2::new(0.0, -1.0));
    }
}

pub fn who_is_too_far_out_is_refused_or_waits_until_it_is_nearer<B: Backend>() {
    let mut stage = Stage::<B>::new();
    let stone = stage.node(Node2::at(-2e38, 0.0));
    let body = Body::dynamic(block(1.0, 1.0));
    let refused = stage.physics.add(&mut stage.forest, stone, body.clone());
    assert_eq!(refused.unwrap_err().reason, Reason::TooFar);
    let crate_ = stage.body(Node2::at(0.0, 0.5), body);
    let up = Velocity {
        linear: Vec2::new(0.0, 2.0),
        angular: 1.0,
    };
    stage.physics.set_velocity(crate_, up).unwrap();

    stage.forest.set_position(crate_, [-2e38, 0.5]).unwrap();
    let problems = stage.physics.push(&mut stage.forest);
    let told = (problems[0].node, &problems[0].reason);
    assert_eq!((problems.len(), told), (1, (crate_, &Reason::TooFar)));
    for _ in 0..30 {
        stage.physics.advance(&mut stage.forest, 1.0 / 60.0);
    }
    assert_eq!(stage.place(crate_), Vec2::new(-2e38, 0.5));
    assert_eq!(stage.physics.velocity(crate_), Some(up));

    stage.forest.set_position(crate_, [0.0, 0.5]).unwrap();
    assert!(stage.physics.push(&mut stage.forest).is_empty());
    assert!(stage.physics.pose(crate_).is_some());
    assert_eq!(stage.physics.velocity(crate_), Some(up));
}

pub fn a_scale_of_nothing_at_run_time_is_told_and_mended<B: Backend>() {
    let mut stage = Stage::<B>::new();
    stage.floor();
    let crate_ = stage.body(Node2::at(0.0, 0.5), Body::dynamic(block(1.0, 1.0)));
    let other = stage.body(Node2::at(5.0, 3.0), Body::dynamic(block(1.0, 1.0)));
    stage.run(5);

    stage.forest.set_scale(crate_, [0.0, 1.0]).unwrap();
    let problems = stage.physics.push(&mut stage.forest);
    assert_eq!(problems.len(), 1);
    assert_eq!(
        (problems[0].node, &problems[0].reason),
        (crate_, &Reason::Degenerate)
    );
    for _ in 0..60 {
        stage.physics.advance(&mut stage.forest, 1.0 / 60.0);
    }
    assert_near(stage.place(other), [5.0, 0.5], 0.05);

    stage.forest.set_scale(crate_, [1.0, 1.0]).unwrap();
    stage.forest.set_position(crate_, [0.0, 2.0]).unwrap();
    stage.run(120);

    assert_near(stage.place(crate_), [0.0, 0.5], 0.02);
}
