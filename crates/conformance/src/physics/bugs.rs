//! Bugs that others have shipped, each by its number.

use glam::Vec2;
use kinfolk::Node2;
use kinfolk_physics::{Backend, Body, ChildPolicy, Shape};

use super::stage::{FRAME, Stage, assert_near, block};

/// A falling body and a child without a body: after a frame both have fallen as far.
pub fn bevy_rapier_383_a_child_one_frame_behind_its_body<B: Backend>() {
    let mut stage = Stage::<B>::new();
    let ball = stage.body(
        Node2::at(0.0, 10.0),
        Body::dynamic(Shape::Circle { radius: 0.5 }),
    );
    let hat = stage.child(ball, Node2::at(0.0, 1.0));

    for _ in 0..30 {
        stage.run(1);
        assert_near(stage.place(hat) - stage.place(ball), [0.0, 1.0], 1e-5);
    }
}

/// The world of a child is asked for between the step and the next frame.
pub fn bevy_rapier_483_a_childs_world_lags_after_the_step<B: Backend>() {
    let mut stage = Stage::<B>::new();
    let ball = stage.body(
        Node2::at(0.0, 10.0),
        Body::dynamic(Shape::Circle { radius: 0.5 }),
    );
    let hat = stage.child(ball, Node2::at(0.0, 1.0));
    let hat_body = Body::dynamic(block(0.1, 0.1)).as_child(ChildPolicy::Follow);
    stage.physics.add(&mut stage.forest, hat, hat_body).unwrap();

    for _ in 0..30 {
        stage.physics.push(&mut stage.forest);
        stage.physics.step(FRAME);
        stage.physics.pull(&mut stage.forest);
        let (place, _) = stage.physics.pose(ball).unwrap();
        assert_near(stage.place(hat), place + Vec2::Y, 1e-5);
        assert_near(stage.body_place(hat), place + Vec2::Y, 1e-5);
    }
}

/// Colliders on children of a rotating body keep their distance to it, to rounding.
pub fn avian_733_children_of_a_rotating_body_jitter<B: Backend>() {
    let mut stage = Stage::<B>::in_space();
    let hub = Body {
        spin: 5.0,
        ..Body::dynamic(Shape::Circle { radius: 0.5 })
    };
    let hub = stage.body(Node2::at(3.0, 4.0), hub);
    let rim = Body::dynamic(block(0.2, 0.2)).as_child(ChildPolicy::Follow);
    let rim = stage.child_body(hub, Node2::at(2.0, 0.0), rim);
    let mut last = stage.turn(hub);

    for _ in 0..300 {
        stage.run(1);
        let arm = stage.place(rim).distance(stage.place(hub));
        assert!((arm - 2.0).abs() < 1e-4, "{arm}");
        assert_eq!(stage.body_place(rim), stage.place(rim));
        let turn = stage.turn(hub);
        let turned = (turn - last).rem_euclid(std::f32::consts::TAU);
        assert!(
            (turned - 5.0 * FRAME).abs() < 1e-3,
            "as even as the hub: {turned}"
        );
        last = turn;
    }
}

/// The offset of a collider on a child is scaled by the parent.
pub fn bevy_rapier_396_the_parents_scale_is_lost_on_offsets<B: Backend>() {
    let mut stage = Stage::<B>::new();
    stage.floor();
    let body = Body {
        fixed_rotation: true,
        ..Body::dynamic(block(0.2, 0.2))
    };
    let body = stage.body(Node2::at(0.0, 20.0).scaled(5.0, 5.0), body);
    let foot = Body::dynamic(block(0.2, 0.2)).as_child(ChildPolicy::Compound);
    let foot = stage.child_body(body, Node2::at(0.0, -1.0), foot);

    stage.run(300);

    assert_near(stage.place(foot), [0.0, 0.5], 0.03);
    assert_near(stage.place(body), [0.0, 5.5], 0.03);
}

/// Parent scale (1.1, 1.5), child at (−100, 100): it is at (−110, 150), and its local stays.
pub fn bevy_rapier_549_the_parents_scale_is_lost_on_write_back<B: Backend>() {
    let mut stage = Stage::<B>::in_space();
    let parent = stage.node(Node2::default().scaled(1.1, 1.5));
    let body = Body::dynamic(block(10.0, 10.0)).as_child(ChildPolicy::Follow);
    let child = stage.child_body(parent, Node2::at(-100.0, 100.0), body);

    for _ in 0..60 {
        stage.run(1);
        assert_near(stage.place(child), [-110.0, 150.0], 1e-4);
        assert_near(stage.body_place(child), [-110.0, 150.0], 1e-4);
        let local = stage.forest.value(child).unwrap().transform;
        assert_eq!(local.position, Vec2::new(-100.0, 100.0));
        assert_eq!(local.scale, Vec2::ONE);
    }

    // And if physics moves it, its local is what the parent makes of that.
    stage
        .physics
        .shove(child, Vec2::new(1100.0 * 1.5, 0.0) * 15.0, 0.0)
        .unwrap();
    stage.run(30);
    let moved = stage.place(child);
    assert!(moved.x > -109.0, "{moved}");
    let local = stage.forest.value(child).unwrap().transform;
    assert_near(local.position * Vec2::new(1.1, 1.5), moved, 1e-2);
    assert_near(local.scale, Vec2::ONE, 1e-4);
}

/// A body below a parent that is somewhere else does not move by that each frame.
pub fn avian_362_a_child_body_drifts_by_its_parents_transform<B: Backend>() {
    let mut stage = Stage::<B>::in_space();
    let parent = stage.node(Node2::at(5.0, 3.0).turned(0.5));
    let body = Body::dynamic(block(1.0, 1.0)).as_child(ChildPolicy::Follow);
    let child = stage.child_body(parent, Node2::at(1.0, 0.0), body);
    let place = stage.place(child);
    let local = stage.forest.value(child);

    stage.run(300);

    assert_eq!(stage.place(child), place);
    assert_eq!(stage.forest.value(child), local);
}

/// A collider goes with its node to another body.
pub fn bevy_rapier_252_reparenting_is_ignored<B: Backend>() {
    let mut stage = Stage::<B>::new();
    stage.floor();
    let rigid = || Body {
        fixed_rotation: true,
        ..Body::dynamic(block(1.0, 1.0))
    };
    let one = stage.body(Node2::at(-5.0, 3.0), rigid());
    let other = stage.body(Node2::at(5.0, 3.0), rigid());
    let stilt = Body::dynamic(block(0.5, 2.0)).as_child(ChildPolicy::Compound);
    let stilt = stage.child_body(one, Node2::at(0.0, -1.5), stilt);
    stage.run(200);
    assert_near(stage.place(one), [-5.0, 2.5], 0.03);
    assert_near(stage.place(other), [5.0, 0.5], 0.03);

    stage.forest.set_position(other, [5.0, 3.0]).unwrap();
    stage.forest.attach(stilt, other).unwrap();
    stage.run(200);

    assert_near(stage.place(one), [-5.0, 0.5], 0.03);
    assert_near(stage.place(other), [5.0, 2.5], 0.03);
    assert_near(stage.place(stilt), [5.0, 1.0], 0.03);
}

/// A person moves a parent without a body: the body below goes along, and stays with it.
pub fn wicked_1133_a_child_body_floats_away_when_its_parent_moves<B: Backend>() {
    let mut stage = Stage::<B>::in_space();
    let parent = stage.node(Node2::default());
    let body = |kind: fn(Shape) -> Body| kind(block(1.0, 1.0)).as_child(ChildPolicy::Follow);
    let dynamic = stage.child_body(parent, Node2::at(2.0, 0.0), body(Body::dynamic));
    let carried = stage.child_body(parent, Node2::at(-2.0, 0.0), body(Body::kinematic));

    for frame in 1..=60 {
        let place = Vec2::new(0.5, -0.25) * frame as f32;
        stage.forest.set_position(parent, place).unwrap();
        stage.run(1);
        assert_near(stage.place(dynamic), place + Vec2::new(2.0, 0.0), 1e-4);
        assert_near(stage.body_place(dynamic), stage.place(dynamic), 1e-4);
        assert_near(stage.body_place(carried), place - Vec2::new(2.0, 0.0), 1e-4);
    }

    stage.run(60);
    assert_near(stage.place(dynamic), [32.0, -15.0], 1e-3);
}
