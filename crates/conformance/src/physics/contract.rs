//! Push and pull: who moves whom, and when.

use glam::Vec2;
use kinfolk::{Node2, NodeId};
use kinfolk_physics::{Backend, Body, ChildPolicy, Joint, JointKind, Shape};

use super::stage::{FRAME, Stage, assert_near, block};

pub fn children_are_never_behind<B: Backend>() {
    let mut stage = Stage::<B>::new();
    let ball = Body {
        spin: 3.0,
        velocity: Vec2::new(4.0, 2.0),
        ..Body::dynamic(Shape::Circle { radius: 0.5 })
    };
    let ball = stage.body(Node2::at(0.0, 20.0), ball);
    let chain = (0..10).fold(vec![ball], |mut chain, _| {
        let parent = chain[chain.len() - 1];
        chain.push(stage.child(parent, Node2::at(0.3, 0.1).turned(0.2)));
        chain
    });

    for _ in 0..60 {
        stage.physics.push(&mut stage.forest);
        stage.physics.step(FRAME);
        stage.physics.pull(&mut stage.forest);

        let (place, turn) = stage.physics.pose(ball).unwrap();
        assert_eq!(stage.place(ball), place, "the root is where its body is");
        assert!((stage.turn(ball) - turn).abs() < 1e-5);
        let mut world = stage.forest.world(ball).unwrap();
        for &node in &chain[1..] {
            world *= stage.forest.value(node).unwrap().transform.to_affine();
            assert_near(stage.place(node), world.translation, 1e-4);
        }
        assert!(stage.forest.update().is_empty(), "and all is up to date");
    }
}

pub fn scale_reaches_shapes_and_offsets<B: Backend>() {
    let mut stage = Stage::<B>::new();
    stage.floor();
    // Twice as wide, three times as high, under a parent that doubles.
    let folder = stage.node(Node2::default().scaled(2.0, 2.0));
    let crate_ = Body {
        fixed_rotation: true,
        ..Body::dynamic(block(1.0, 1.0))
    };
    let crate_ = stage.child_body(
        folder,
        Node2::at(0.0, 5.0).scaled(1.0, 1.5),
        crate_.as_child(ChildPolicy::Follow),
    );
    let foot = Body::dynamic(Shape::Circle { radius: 0.5 }).as_child(ChildPolicy::Compound);
    stage.child_body(crate_, Node2::at(0.0, -1.0).scaled(0.5, 1.0 / 3.0), foot);

    stage.run(240);

    // The box reaches 1.5 down, the foot is 3 down and 0.5 large.
    assert_near(stage.place(crate_), [0.0, 3.5], 0.03);
    assert!((stage.physics.mass(crate_).unwrap() - (6.0 + 0.785)).abs() < 0.1);
    let local = stage.forest.value(crate_).unwrap().transform;
    assert_near(local.scale, [1.0, 1.5], 1e-4);
    assert_near(local.position, [0.0, 1.75], 0.02);
}

pub fn mirroring_reaches_shapes_and_offsets<B: Backend>() {
    let mut stage = Stage::<B>::new();
    stage.floor();
    let wedge = Shape::Polygon {
        points: vec![
            Vec2::new(0.0, 0.0),
            Vec2::new(2.0, 0.0),
            Vec2::new(2.0, 1.0),
        ],
    };
    let rigid = |shape: &Shape| Body {
        fixed_rotation: true,
        ..Body::fixed(shape.clone())
    };
    stage.body(Node2::at(0.0, 0.0).scaled(-1.0, 1.0), rigid(&wedge));
    stage.body(Node2::at(10.0, 0.0), rigid(&wedge));
    let pebble = || Body {
        fixed_rotation: true,
        ..Body::dynamic(Shape::Circle { radius: 0.1 })
    };
    let of_friction = |mut body: Body| {
        body.parts[0].material.friction = 0.0;
        body
    };

    // The mirrored wedge is high on its left, the other one on its right.
    let left = stage.body(Node2::at(-1.0, 2.0), of_friction(pebble()));
    let right = stage.body(Node2::at(11.0, 2.0), of_friction(pebble()));
    stage.run(200);

    assert!(
        stage.place(left).x > 0.0,
        "slid to the right: {}",
        stage.place(left)
    );
    assert!(
        stage.place(right).x < 10.0,
        "slid to the left: {}",
        stage.place(right)
    );
}

pub fn another_scale_makes_other_shapes<B: Backend>() {
    let mut stage = Stage::<B>::new();
    stage.floor();
    let balloon = stage.body(
        Node2::at(0.0, 0.5),
        Body::dynamic(Shape::Circle { radius: 0.5 }),
    );
    stage.run(60);

    stage.forest.set_scale(balloon, [3.0, 3.0]).unwrap();
    stage.forest.set_position(balloon, [0.0, 2.0]).unwrap();
    stage.run(180);

    assert_near(stage.place(balloon), [0.0, 1.5], 0.03);
    assert_eq!(
        stage.forest.value(balloon).unwrap().transform.scale,
        Vec2::splat(3.0)
    );
}

pub fn a_person_moves_a_dynamic_body<B: Backend>() {
    let mut stage = Stage::<B>::new();
    stage.floor();
    let crate_ = stage.body(Node2::at(0.0, 0.5), Body::dynamic(block(1.0, 1.0)));
    stage.run(300);
    assert_eq!(stage.physics.is_asleep(crate_), Some(true));

    stage.forest.set_position(crate_, [7.0, 4.0]).unwrap();
    stage.physics.push(&mut stage.forest);
    assert_eq!(
        stage.body_place(crate_),
        Vec2::new(7.0, 4.0),
        "at once, and awake"
    );
    stage.run(120);

    assert_near(stage.place(crate_), [7.0, 0.5], 0.02);
}

pub fn nobody_else_moves_a_dynamic_body<B: Backend>() {
    let mut stage = Stage::<B>::new();
    let ball = stage.body(
        Node2::at(0.0, 100.0),
        Body::dynamic(Shape::Circle { radius: 0.5 }),
    );
    stage.child(ball, Node2::at(1.0, 0.0));

    // Free fall for a second, with pushes and pulls to spare.
    for _ in 0..60 {
        stage.physics.push(&mut stage.forest);
        stage.physics.push(&mut stage.forest);
        stage.physics.step(FRAME);
        stage.physics.pull(&mut stage.forest);
        stage.forest.update();
        stage.physics.pull(&mut stage.forest);
    }

    let fallen = 100.0 - stage.place(ball).y;
    assert!((fallen - 9.81 / 2.0).abs() < 0.15, "{fallen}");
}

pub fn a_step_without_forces_changes_nothing<B: Backend>() {
    let mut stage = Stage::<B>::in_space();
    let ship = stage.body(
        Node2::at(1.3, 2.7).turned(0.7).scaled(1.5, -0.5),
        Body::dynamic(block(1.0, 2.0)),
    );
    stage.child_body(
        ship,
        Node2::at(3.0, 0.4).turned(0.3),
        Body::dynamic(block(1.0, 1.0)).as_child(ChildPolicy::Compound),
    );
    let fixed = Joint {
        kind: JointKind::Fixed,
        ..Joint::default()
    };
    let pod = Body {
        joint: fixed,
        ..Body::dynamic(block(0.5, 0.5))
    };
    stage.child_body(
        ship,
        Node2::at(-3.0, 0.1),
        pod.as_child(ChildPolicy::Follow),
    );
    stage.run(1);
    let before: Vec<Node2> = stage
        .forest
        .walk()
        .map(|node| stage.forest.value(node).unwrap())
        .collect();

    for _ in 0..30 {
        stage.run(1);
        assert!(
            stage.forest.changes().is_empty(),
            "{:?}",
            stage.forest.changes()
        );
    }

    let after: Vec<Node2> = stage
        .forest
        .walk()
        .map(|node| stage.forest.value(node).unwrap())
        .collect();
    assert_eq!(before, after);
}

pub fn what_sleeps_writes_nothing<B: Backend>() {
    let mut stage = Stage::<B>::new();
    stage.floor();
    let pile: Vec<NodeId> = (0..5)
        .map(|level| {
            stage.body(
                Node2::at(0.0, 0.5 + level as f32),
                Body::dynamic(block(1.0, 1.0)),
            )
        })
        .collect();
    stage.run(600);
    assert!(
        pile.iter()
            .all(|&node| stage.physics.is_asleep(node) == Some(true))
    );

    for _ in 0..30 {
        stage.run(1);
        assert!(stage.forest.changes().is_empty());
    }
}

pub fn removing_a_node_removes_its_body_and_joints<B: Backend>() {
    let mut stage = Stage::<B>::new();
    let post = stage.body(Node2::at(0.0, 10.0), Body::fixed(block(0.5, 0.5)));
    let rod = Body::dynamic(block(1.0, 0.2)).as_child(ChildPolicy::Joint);
    let rod = stage.child_body(post, Node2::at(1.0, 0.0), rod);
    let hook = Body::dynamic(block(0.2, 0.2)).as_child(ChildPolicy::Compound);
    stage.child_body(rod, Node2::at(0.5, 0.0), hook);
    let ball = stage.body(
        Node2::at(5.0, 0.0),
        Body::fixed(Shape::Circle { radius: 0.5 }),
    );
    stage.run(2);
    assert_eq!(stage.physics.len(), 4);

    stage.forest.remove(rod).unwrap();
    stage.run(2);
    assert_eq!(stage.physics.len(), 2, "the rod and what was on it");
    stage.forest.remove(post).unwrap();
    stage.forest.remove(ball).unwrap();
    stage.run(2);

    assert!(stage.physics.is_empty());
}

pub fn a_part_that_leaves_its_body_becomes_one<B: Backend>() {
    let mut stage = Stage::<B>::new();
    stage.floor();
    let knight = Body {
        fixed_rotation: true,
        ..Body::dynamic(block(1.0, 2.0))
    };
    let knight = stage.body(Node2::at(0.0, 1.0), knight);
    let helmet = Body::dynamic(block(0.6, 0.6)).as_child(ChildPolicy::Compound);
    let helmet = stage.child_body(knight, Node2::at(0.0, 1.3), helmet);
    stage.run(30);
    let mass = stage.physics.mass(knight).unwrap();

    stage.forest.detach_in_place(helmet).unwrap();
    stage.forest.set_position(helmet, [5.0, 3.0]).unwrap();
    stage.run(120);

    assert_near(stage.place(helmet), [5.0, 0.3], 0.02);
    let lighter = mass - stage.physics.mass(knight).unwrap();
    assert!((lighter - 0.36).abs() < 0.01, "{lighter}");
}

pub fn updates_of_others_are_heard<B: Backend>() {
    let mut stage = Stage::<B>::new();
    let crate_ = stage.body(Node2::at(0.0, 0.0), Body::fixed(block(1.0, 1.0)));
    stage.run(1);

    stage.forest.set_position(crate_, [3.0, 0.0]).unwrap();
    stage.forest.update();
    let other = stage.node(Node2::default());
    stage.forest.update();
    stage.forest.set_position(other, [1.0, 1.0]).unwrap();
    stage.forest.update();
    stage.run(1);

    assert_eq!(stage.body_place(crate_), Vec2::new(3.0, 0.0));
}

pub fn what_a_person_moves_between_step_and_pull_is_heard<B: Backend>() {
    let mut stage = Stage::<B>::new();
    stage.floor();
    let asleep = stage.body(Node2::at(0.0, 0.5), Body::dynamic(block(1.0, 1.0)));
    stage.run(300);
    let falling = stage.body(Node2::at(9.0, 50.0), Body::dynamic(block(1.0, 1.0)));
    stage.run(1);

    stage.physics.push(&mut stage.forest);
    stage.physics.step(FRAME);
    stage.forest.set_position(asleep, [-7.0, 4.0]).unwrap();
    stage.physics.pull(&mut stage.forest);
    assert_eq!(stage.place(asleep), Vec2::new(-7.0, 4.0));
    stage.physics.push(&mut stage.forest);

    assert_eq!(stage.body_place(asleep), Vec2::new(-7.0, 4.0));
    assert!(stage.place(falling).y < 50.0);
}

pub fn a_restored_forest_takes_its_bodies_back<B: Backend>() {
    let mut stage = Stage::<B>::new();
    stage.floor();
    let crate_ = stage.body(Node2::at(0.0, 8.0), Body::dynamic(block(1.0, 1.0)));
    stage.run(1);
    let before = stage.forest.snapshot();
    let place = stage.place(crate_);
    stage.run(60);
    assert!(stage.place(crate_).y < 7.0);

    stage.forest.restore(&before);
    stage.physics.push(&mut stage.forest);

    assert_eq!(stage.body_place(crate_), place);
}
