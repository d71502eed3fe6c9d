//! What becomes of bodies below bodies: compound, follow, joint, reject.

use glam::Vec2;
use kinfolk::Node2;
use kinfolk_physics::{Anchor, Backend, Body, ChildPolicy, Joint, JointKind, Motor, Reason, Shape};

use super::stage::{Stage, assert_near, block};

pub fn a_compound_child_is_part_of_the_body<B: Backend>() {
    let mut stage = Stage::<B>::new();
    stage.floor();
    let table = stage.body(Node2::at(0.0, 2.3), Body::dynamic(block(4.0, 0.5)));
    let leg = |x: f32| Node2::at(x, -1.25);
    let part = || Body::dynamic(block(0.5, 2.0)).as_child(ChildPolicy::Compound);
    stage.child_body(table, leg(-1.5), part());
    let right = stage.child_body(table, leg(1.5), part());

    stage.run(240);

    assert_near(stage.place(table), [0.0, 2.25], 0.03);
    assert_near(stage.place(right), [1.5, 1.0], 0.03);
    assert!(
        (stage.physics.mass(table).unwrap() - 4.0).abs() < 0.1,
        "legs have weight"
    );
    assert_eq!(stage.physics.pose(right), None, "it has no body of its own");
}

pub fn a_compound_child_that_moves_takes_its_shape_along<B: Backend>() {
    let mut stage = Stage::<B>::new();
    stage.floor();
    let table = Body {
        fixed_rotation: true,
        ..Body::dynamic(block(4.0, 0.5))
    };
    let table = stage.body(Node2::at(0.0, 3.0), table);
    let leg = Body::dynamic(block(0.5, 2.0)).as_child(ChildPolicy::Compound);
    let leg = stage.child_body(table, Node2::at(0.0, -1.25), leg);
    stage.run(200);
    assert_near(stage.place(table), [0.0, 2.25], 0.03);

    // A telescope: the leg is pulled in.
    stage.forest.set_position(leg, [0.0, -0.75]).unwrap();
    stage.run(200);

    assert_near(stage.place(table), [0.0, 1.75], 0.03);
}

pub fn a_compound_child_is_named_in_contacts<B: Backend>() {
    let mut stage = Stage::<B>::new();
    let floor = stage.floor();
    let table = Body {
        fixed_rotation: true,
        ..Body::dynamic(block(4.0, 0.5))
    };
    let table = stage.body(Node2::at(0.0, 2.4), table);
    let leg = Body::dynamic(block(0.5, 2.0)).as_child(ChildPolicy::Compound);
    let leg = stage.child_body(table, Node2::at(0.0, -1.25), leg);

    stage.run(60);

    assert_eq!(stage.physics.touching(leg).collect::<Vec<_>>(), [floor]);
    assert_eq!(
        stage.physics.touching(table).count(),
        0,
        "it stands on its leg"
    );
}

pub fn a_follower_is_where_its_node_is<B: Backend>() {
    let mut stage = Stage::<B>::new();
    let wheel = Body {
        spin: 2.0,
        ..Body::dynamic(Shape::Circle { radius: 1.0 })
    };
    let wheel = stage.body(Node2::at(0.0, 50.0), wheel);
    let knob = Body::dynamic(block(0.2, 0.2)).as_child(ChildPolicy::Follow);
    let knob = stage.child_body(wheel, Node2::at(2.0, 0.0), knob);

    for _ in 0..90 {
        stage.run(1);
        assert_eq!(stage.body_place(knob), stage.place(knob));
        let arm = Vec2::from_angle(stage.turn(wheel)) * 2.0;
        assert_near(stage.place(knob), stage.place(wheel) + arm, 1e-3);
    }
    assert!(stage.place(wheel).y < 45.0, "it fell");
}

pub fn a_follower_pushes_and_is_not_pushed<B: Backend>() {
    let mut stage = Stage::<B>::in_space();
    let cart = stage.body(Node2::at(0.0, 0.0), Body::kinematic(block(1.0, 1.0)));
    let plough = Body::dynamic(block(0.5, 2.0)).as_child(ChildPolicy::Follow);
    let plough = stage.child_body(cart, Node2::at(1.0, 0.0), plough);
    let stone = stage.body(
        Node2::at(3.0, 0.0),
        Body::dynamic(Shape::Circle { radius: 0.5 }),
    );

    for frame in 0..120 {
        stage
            .forest
            .set_position(cart, [0.05 * frame as f32, 0.0])
            .unwrap();
        stage.run(1);
        assert_near(stage.place(plough), stage.place(cart) + Vec2::X, 1e-5);
    }

    assert!(stage.place(stone).x > 7.0, "{}", stage.place(stone));
    assert_eq!(
        stage.forest.value(plough).unwrap().transform.position,
        Vec2::X
    );
}

/// A post and a rod that hangs at it.
fn pendulum<B: Backend>(stage: &mut Stage<B>, joint: Joint) -> (kinfolk::NodeId, kinfolk::NodeId) {
    let post = stage.body(Node2::at(0.0, 10.0), Body::fixed(block(0.5, 0.5)));
    let rod = Body {
        joint,
        ..Body::dynamic(block(2.0, 0.2))
    };
    let rod = stage.child_body(post, Node2::at(1.0, 0.0), rod.as_child(ChildPolicy::Joint));
    (post, rod)
}

const AT_THE_POST: Anchor = Anchor::Child(Vec2::new(-1.0, 0.0));

pub fn a_hinge_swings_and_its_node_follows<B: Backend>() {
    let mut stage = Stage::<B>::new();
    let hinge = Joint {
        anchor: AT_THE_POST,
        ..Joint::default()
    };
    let (post, rod) = pendulum(&mut stage, hinge);
    let lamp = stage.child(rod, Node2::at(1.0, 0.0));
    let mut lowest = 10.0_f32;

    for _ in 0..120 {
        stage.run(1);
        let from_post = stage.place(rod).distance(stage.place(post));
        assert!(
            (from_post - 1.0).abs() < 0.03,
            "the hinge holds: {from_post}"
        );
        assert_near(stage.place(rod), stage.body_place(rod), 1e-4);
        let end = Vec2::from_angle(stage.turn(rod));
        assert_near(stage.place(lamp), stage.place(rod) + end, 1e-3);
        lowest = lowest.min(stage.place(rod).y);
    }

    assert!(lowest < 9.1, "it swings: {lowest}");
}

pub fn a_hinge_has_limits<B: Backend>() {
    let mut stage = Stage::<B>::new();
    let hinge = Joint {
        anchor: AT_THE_POST,
        limits: Some([-0.5, 0.5]),
        ..Joint::default()
    };
    let (_, rod) = pendulum(&mut stage, hinge);

    for _ in 0..240 {
        stage.run(1);
        assert!(stage.turn(rod) > -0.6, "{}", stage.turn(rod));
    }

    assert!((stage.turn(rod) + 0.5).abs() < 0.05, "{}", stage.turn(rod));
}

pub fn a_hinge_has_a_motor<B: Backend>() {
    let mut stage = Stage::<B>::in_space();
    let motor = Motor {
        speed: 2.0,
        strength: 1000.0,
    };
    let hinge = Joint {
        anchor: AT_THE_POST,
        motor: Some(motor),
        ..Joint::default()
    };
    let (_, rod) = pendulum(&mut stage, hinge);
    stage.run(60);
    let spin = stage.physics.velocity(rod).unwrap().angular;
    assert!((spin - 2.0).abs() < 0.1, "{spin}");

    let motor = Motor {
        speed: -1.0,
        strength: 1000.0,
    };
    stage.physics.set_motor(rod, Some(motor)).unwrap();
    stage.run(60);

    let spin = stage.physics.velocity(rod).unwrap().angular;
    assert!((spin + 1.0).abs() < 0.1, "{spin}");
}

pub fn a_slider_slides_along_its_axis<B: Backend>() {
    let mut stage = Stage::<B>::new();
    let rail = stage.body(Node2::at(0.0, 10.0), Body::fixed(block(0.5, 0.5)));
    let joint = Joint {
        kind: JointKind::Prismatic {
            axis: Vec2::new(1.0, -1.0),
        },
        limits: Some([0.0, 2.0]),
        ..Joint::default()
    };
    let sled = Body {
        joint,
        ..Body::dynamic(block(0.5, 0.5))
    };
    let sled = stage.child_body(
        rail,
        Node2::at(1.0, -1.0),
        sled.as_child(ChildPolicy::Joint),
    );

    for _ in 0..240 {
        stage.run(1);
        let place = stage.place(sled);
        assert!(
            (place.x + place.y - 10.0).abs() < 0.05,
            "{place} is off the rail"
        );
        assert!(stage.turn(sled).abs() < 0.05, "a slider does not turn");
    }

    let end = Vec2::new(1.0, 9.0) + Vec2::new(1.0, -1.0).normalize() * 2.0;
    assert_near(stage.place(sled), end, 0.05);
}

pub fn a_fixed_joint_holds<B: Backend>() {
    let mut stage = Stage::<B>::new();
    let joint = Joint {
        kind: JointKind::Fixed,
        anchor: AT_THE_POST,
        ..Joint::default()
    };
    let (_, rod) = pendulum(&mut stage, joint);

    stage.run(120);

    assert_near(stage.place(rod), [1.0, 10.0], 0.05);
    assert!(stage.turn(rod).abs() < 0.05, "{}", stage.turn(rod));
}

pub fn a_joint_is_at_the_slot_that_it_names<B: Backend>() {
    let (mut stage, scene) = Stage::<B>::of(
        r#"{
        "templates": {
            "gallows": {
                "physics": { "bodyType": "static", "shape": "box", "width": 0.2, "height": 0.2 },
                "slots": { "hook": { "x": 2, "y": 3 } },
                "children": [{
                    "name": "Sign",
                    "localTransform": { "x": 4, "y": 3 },
                    "physics": {
                        "shape": "box", "width": 1, "height": 0.5, "child": "joint",
                        "joint": { "type": "revolute", "slot": "hook" }
                    }
                }]
            }
        },
        "entities": [{ "id": "gallows", "template": "gallows", "transform": { "x": 10, "scaleX": 2, "scaleY": 2 } }]
    }"#,
    );
    let sign = scene.node("gallows_Sign").unwrap();
    let hook = Vec2::new(14.0, 6.0);
    assert_near(stage.place(sign), [18.0, 6.0], 1e-4);

    let mut lowest = 6.0_f32;
    for _ in 0..120 {
        stage.run(1);
        assert!(
            (stage.place(sign).distance(hook) - 4.0).abs() < 0.05,
            "it swings around the hook"
        );
        lowest = lowest.min(stage.place(sign).y);
    }

    assert!(lowest < 3.0, "{lowest}");
}

pub fn a_child_that_says_dynamic_is_warned_about<B: Backend>() {
    let mut stage = Stage::<B>::new();
    let scene = stage.load(
        r#"{
        "templates": { "boss": { "children": [{ "name": "Arm", "template": "bossArm" }],
                                 "physics": { "bodyType": "kinematic", "shape": "box", "width": 3, "height": 4 } },
                       "bossArm": { "physics": { "bodyType": "dynamic", "shape": "box", "width": 1, "height": 2 } } },
        "entities": [{ "id": "boss1", "template": "boss" }]
    }"#,
    );

    let warnings = stage.physics.add_scene(&mut stage.forest, &scene).unwrap();

    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].id, "boss1_Arm");
    stage.run(60);
    assert_eq!(
        stage.place(scene.node("boss1_Arm").unwrap()),
        Vec2::ZERO,
        "it follows"
    );
}

pub fn a_body_on_a_child_by_code_is_refused<B: Backend>() {
    let mut stage = Stage::<B>::new();
    let tank = stage.body(Node2::at(0.0, 0.0), Body::dynamic(block(2.0, 1.0)));
    let turret = stage.child(tank, Node2::at(0.0, 1.0));

    let refused = stage
        .physics
        .add(&mut stage.forest, turret, Body::dynamic(block(1.0, 1.0)));

    let error = refused.unwrap_err();
    assert_eq!((error.node, error.reason), (turret, Reason::Rejected));
    assert_eq!(stage.physics.len(), 1);
}

pub fn grandchildren_without_bodies_come_along<B: Backend>() {
    let mut stage = Stage::<B>::new();
    stage.floor();
    let crate_ = Body {
        velocity: Vec2::new(1.0, 0.0),
        spin: 1.0,
        ..Body::dynamic(block(1.0, 1.0))
    };
    let crate_ = stage.body(Node2::at(0.0, 5.0), crate_);
    let flag = stage.child(crate_, Node2::at(0.0, 1.0).scaled(2.0, 2.0));
    let tip = stage.child(flag, Node2::at(0.5, 0.0));

    for _ in 0..100 {
        stage.run(1);
        let world = stage.forest.world(crate_).unwrap();
        assert_near(
            stage.place(tip),
            world.transform_point2(Vec2::new(1.0, 1.0)),
            1e-4,
        );
    }
}
