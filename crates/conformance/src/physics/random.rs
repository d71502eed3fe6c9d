//! Random trees with scales, mirrors, inherit flags and policies.

use glam::Vec2;
use kinfolk::{Inherits, Node2, NodeId};
use kinfolk_physics::{Backend, Body, BodyKind, ChildPolicy, Joint, JointKind, Shape};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::stage::{FRAME, Stage, assert_near, block};

#[derive(Debug, Clone)]
struct Sprout {
    /// Which of the nodes before is the parent, as a fraction; a root if negative.
    parent: f32,
    value: Node2,
    body: Option<(BodyKind, ChildPolicy, usize)>,
}

fn sprouts() -> impl Strategy<Value = Vec<Sprout>> {
    let number = || (-80_i32..=80).prop_map(|n| n as f32 / 7.0);
    let scale = || prop_oneof![Just(1.0_f32), Just(-1.0), Just(0.5), Just(-1.5), Just(2.0)];
    let inherits = prop_oneof![
        4 => Just(Inherits::ALL),
        1 => Just(Inherits::POSITION),
        1 => Just(Inherits::POSITION | Inherits::ROTATION),
        1 => Just(Inherits::TOP_LEVEL),
    ];
    let kind = prop_oneof![
        Just(BodyKind::Dynamic),
        Just(BodyKind::Kinematic),
        Just(BodyKind::Static)
    ];
    let policy = prop_oneof![
        Just(ChildPolicy::Compound),
        Just(ChildPolicy::Follow),
        Just(ChildPolicy::Joint)
    ];
    let body = prop::option::weighted(0.7, (kind, policy, 0_usize..4));
    let value = (
        number(),
        number(),
        -3.0_f32..3.0,
        scale(),
        scale(),
        inherits,
    );
    let value = value.prop_map(|(x, y, turn, width, height, inherits)| {
        Node2::at(x, y)
            .turned(turn)
            .scaled(width, height)
            .with_inherits(inherits)
    });
    let sprout = (-0.4_f32..1.0, value, body).prop_map(|(parent, value, body)| Sprout {
        parent,
        value,
        body,
    });
    prop::collection::vec(sprout, 1..14)
}

/// Plants everything; every body is on a layer of its own, so that nobody meets anybody.
fn planted<B: Backend>(sprouts: &[Sprout]) -> (Stage<B>, Vec<NodeId>) {
    let mut stage = Stage::<B>::in_space();
    let mut nodes: Vec<NodeId> = Vec::new();
    for (index, sprout) in sprouts.iter().enumerate() {
        let parent =
            (index > 0 && sprout.parent >= 0.0).then_some((sprout.parent * index as f32) as usize);
        let node = match parent {
            Some(parent) => stage.child(nodes[parent], sprout.value),
            None => stage.node(sprout.value),
        };
        nodes.push(node);
    }
    for (index, sprout) in sprouts.iter().enumerate() {
        let Some((kind, policy, shape)) = sprout.body else {
            continue;
        };
        let shape = match shape {
            0 => block(1.0, 0.5),
            1 => Shape::Circle { radius: 0.5 },
            2 => Shape::Capsule {
                width: 0.5,
                height: 1.5,
            },
            _ => Shape::Polygon {
                points: vec![
                    Vec2::new(-0.5, -0.5),
                    Vec2::new(0.7, -0.3),
                    Vec2::new(0.0, 0.9),
                ],
            },
        };
        let mut body = Body {
            kind,
            joint: Joint {
                kind: JointKind::Fixed,
                ..Joint::default()
            },
            ..Body::dynamic(shape)
        };
        body.parts[0].material.layers = 0;
        body.parts[0].material.mask = 0;
        let body = body.as_child(policy);
        // A joint to nothing is refused, and then there is no body.
        let _ = stage.physics.add(&mut stage.forest, nodes[index], body);
    }
    (stage, nodes)
}

fn check(cases: u32, test: impl Fn(Vec<Sprout>)) {
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    let mut runner = TestRunner::new(config);
    let tested = runner.run(&sprouts(), |sprouts| {
        test(sprouts);
        Ok(())
    });
    if let Err(why) = tested {
        panic!("{why}");
    }
}

fn values<B: Backend>(stage: &Stage<B>, nodes: &[NodeId]) -> Vec<[u32; 6]> {
    let value = |node: &NodeId| {
        let transform = stage.forest.value(*node).unwrap().transform;
        let (position, scale) = (transform.position, transform.scale);
        [
            position.x,
            position.y,
            transform.rotation,
            scale.x,
            scale.y,
            transform.skew,
        ]
        .map(f32::to_bits)
    };
    nodes.iter().map(value).collect()
}

pub fn push_and_pull_without_a_step_change_no_bit<B: Backend>() {
    check(200, |sprouts| {
        let (mut stage, nodes) = planted::<B>(&sprouts);
        stage.forest.update();
        let before = values(&stage, &nodes);

        for _ in 0..3 {
            stage.physics.push(&mut stage.forest);
            stage.physics.pull(&mut stage.forest);
        }

        assert_eq!(values(&stage, &nodes), before);
    });
}

pub fn a_step_without_forces_leaves_random_trees_alone<B: Backend>() {
    check(100, |mut sprouts| {
        for sprout in &mut sprouts {
            // Joints may have something to say about what is out of place by rounding.
            if let Some((_, policy @ ChildPolicy::Joint, _)) = &mut sprout.body {
                *policy = ChildPolicy::Compound;
            }
        }
        let (mut stage, nodes) = planted::<B>(&sprouts);
        stage.forest.update();
        stage.physics.push(&mut stage.forest);
        let before = values(&stage, &nodes);

        for _ in 0..5 {
            stage.physics.push(&mut stage.forest);
            assert!(stage.forest.changes().is_empty() || stage.forest.updated() == 1);
            stage.physics.step(FRAME);
            stage.physics.pull(&mut stage.forest);
        }

        assert_eq!(values(&stage, &nodes), before);
    });
}

pub fn after_every_step_nodes_are_where_their_bodies_are<B: Backend>() {
    check(60, |sprouts| {
        let (mut stage, nodes) = planted::<B>(&sprouts);
        stage.physics.set_gravity(Vec2::new(1.0, -5.0));

        for _ in 0..10 {
            stage.physics.advance(&mut stage.forest, FRAME);
            for &node in &nodes {
                if let Some((place, turn)) = stage.physics.pose(node) {
                    let reach = 1.0 + place.abs().max_element();
                    assert_near(stage.place(node), place, 2e-4 * reach);
                    let apart = (stage.turn(node) - turn).rem_euclid(std::f32::consts::TAU);
                    let apart = apart.min(std::f32::consts::TAU - apart);
                    assert!(apart < 1e-3, "{apart}");
                }
            }
        }
    });
}
