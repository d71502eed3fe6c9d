//! Bodies that come and go, and the memory that they leave behind: none.
//!
//! The allocator counts for the whole process, so there is one test in this file.

use std::alloc::System;

use cap::Cap;
use kinfolk::{Forest, Node2, NodeId, Transform2};
use kinfolk_physics::{Body, Physics, Rapier, Settings, Shape};

/// The system's allocator, counting.
#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// One ball goes and another one comes, in every frame: it gets the place that has just become free.
fn play(forest: &mut Forest<Node2>, physics: &mut Physics, balls: &mut [NodeId], frames: usize) {
    for frame in 0..frames {
        let at = frame % balls.len();
        physics.remove(balls[at]);
        forest.remove(balls[at]).unwrap();
        balls[at] = drop_ball(forest, physics, at);
        physics.push(forest);
        physics.step(1.0 / 60.0);
        physics.pull(forest);
    }
}

fn drop_ball(forest: &mut Forest<Node2>, physics: &mut Physics, at: usize) -> NodeId {
    let place = Transform2::at(at as f32 * 2.0, 0.9);
    let ball = forest.plant(Node2::from(place)).unwrap();
    let body = Body::dynamic(Shape::Circle { radius: 0.5 });
    physics.add(forest, ball, body).unwrap();
    ball
}

#[test]
fn a_floor_forgets_the_balls_that_lay_on_it() {
    let mut forest: Forest<Node2> = Forest::new();
    let mut physics: Physics<Rapier> = Physics::new(Settings::default());
    let floor = forest.plant(Node2::default()).unwrap();
    let body = Body::fixed(Shape::square(100.0, 1.0));
    physics.add(&mut forest, floor, body).unwrap();
    let mut balls: Vec<NodeId> = (0..8)
        .map(|at| drop_ball(&mut forest, &mut physics, at))
        .collect();
    play(&mut forest, &mut physics, &mut balls, 500);
    let before = ALLOCATOR.allocated();

    play(&mut forest, &mut physics, &mut balls, 10_000);

    let grown = ALLOCATOR.allocated().saturating_sub(before);
    assert!(grown < 20_000, "{grown} bytes more after 10,000 balls");
    assert_eq!(physics.backend().world().colliders.len(), 9);
}
