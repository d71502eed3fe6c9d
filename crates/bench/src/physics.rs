//! What does the physics bridge cost? A pile of bodies, each with four children to be drawn:
//! push, update and pull beside the engine's own step, in the same frames; awake, and asleep.

use std::time::Duration;

use glam::Vec2;
use kinfolk::{Forest, Node2};
use kinfolk_physics::{Body, Physics, Rapier, Settings, Shape};

use crate::measure::{Effort, Figure, figures, timed};

const BODIES: usize = 10_000;
const CHILDREN: usize = 4;
const FRAME: f32 = 1.0 / 60.0;

pub(crate) fn answer(effort: &Effort) -> Vec<Figure> {
    let mut all = race(effort, "pile awake", true);
    all.extend(race(effort, "pile asleep", false));
    all
}

fn race(effort: &Effort, shape: &str, awake: bool) -> Vec<Figure> {
    let (mut forest, mut physics) = pile(awake);
    for _ in 0..if awake { 120 } else { 900 } {
        physics.advance(&mut forest, FRAME);
    }
    let frames = effort.frames();
    let mut times: [Vec<Duration>; 2] = [Vec::new(), Vec::new()];
    for _ in 0..frames {
        let mut ours = timed(|| {
            physics.push(&mut forest);
        });
        let step = timed(|| physics.step(FRAME));
        ours += timed(|| {
            physics.pull(&mut forest);
        });
        times[0].push(ours);
        times[1].push(step);
    }
    let resting = |node| physics.is_asleep(node) == Some(true);
    let asleep = forest.roots().filter(|&node| resting(node)).count();
    eprintln!("{shape}: {asleep} of {BODIES} bodies are asleep");
    let [ours, step] = times.map(|mut times| {
        times.sort_unstable();
        times[times.len() / 2].as_secs_f64() * 1e9
    });
    figures(
        "physics",
        shape,
        BODIES,
        &[("kinfolk bridge", ours), ("rapier step", step)],
    )
}

/// Boxes that fall onto each other, or that stand on tiles of their own and fall asleep.
fn pile(awake: bool) -> (Forest<Node2>, Physics<Rapier>) {
    let mut forest = Forest::new();
    let mut physics = Physics::new(Settings::default());
    let side = (BODIES as f32).sqrt() as usize;
    let floor = forest.plant(Node2::at(0.0, -1.0)).expect("finite");
    let wide = Body::fixed(Shape::square(4.0 * side as f32, 2.0));
    physics.add(&mut forest, floor, wide).expect("a floor");
    for index in 0..BODIES {
        let (column, level) = (index % side, index / side);
        let place = if awake {
            let shift = 0.3 * (level % 2) as f32 - side as f32 / 2.0;
            Vec2::new(1.05 * column as f32 + shift, 0.5 + 1.02 * level as f32)
        } else {
            Vec2::new(1.2 * index as f32, 0.5)
        };
        let node = forest.plant(Node2::at(place.x, place.y)).expect("finite");
        let body = Body::dynamic(Shape::square(1.0, 1.0));
        if !awake {
            let tile = forest.plant(Node2::at(place.x, -1.0)).expect("finite");
            let ground = Body::fixed(Shape::square(1.2, 2.0));
            physics.add(&mut forest, tile, ground).expect("a tile");
        }
        physics.add(&mut forest, node, body).expect("a box");
        for child in 0..CHILDREN {
            let offset = Node2::at(0.2 * child as f32, 0.1);
            forest.plant_at(node, offset).expect("finite");
        }
    }
    forest.update();
    (forest, physics)
}
