//! The two engines tell the same story, within 0.05 units.

use kinfolk::{Forest, Node2};
use kinfolk_physics::{Backend, Box2d, Physics, Rapier};
use kinfolk_scene::{Scene, load};

/// A little yard: things that fall, rest, stand on each other, fly, and hang.
const YARD: &str = r#"{
    "templates": {
        "crate": { "physics": { "bodyType": "dynamic", "shape": "box", "width": 1, "height": 1 } },
        "lamp": {
            "physics": { "bodyType": "static", "shape": "box", "width": 0.5, "height": 0.5 },
            "slots": { "hook": { "y": -0.25 } },
            "children": [{
                "name": "Bulb",
                "localTransform": { "y": -1.25 },
                "physics": {
                    "shape": "circle", "radius": 0.25, "child": "joint",
                    "joint": { "type": "revolute", "slot": "hook" }
                }
            }]
        }
    },
    "entities": [
        { "id": "floor", "transform": { "y": -1 }, "physics": { "bodyType": "static", "shape": "box", "width": 200, "height": 2 } },
        { "id": "low", "template": "crate", "transform": { "x": -6, "y": 0.6 } },
        { "id": "high", "template": "crate", "transform": { "x": -6, "y": 1.7 } },
        { "id": "big", "template": "crate", "transform": { "y": 2, "scaleX": 2, "scaleY": 3 } },
        { "id": "mirrored", "template": "crate", "transform": { "x": 4, "y": 1, "scaleX": -1, "scaleY": 0.5 } },
        { "id": "ball", "transform": { "x": 8, "y": 2 }, "physics": { "shape": "circle", "radius": 0.5, "fixedRotation": true } },
        { "id": "pill", "transform": { "x": 12, "y": 1 }, "physics": { "shape": "capsule", "width": 2, "height": 0.8 } },
        { "id": "egg", "transform": { "x": 16, "y": 2, "scaleX": 2 }, "physics": { "shape": "circle", "radius": 0.5 } },
        { "id": "lamp", "template": "lamp", "transform": { "x": 20, "y": 10 } }
    ]
}"#;

/// A stone that is thrown.
const STONE: &str = r#"{ "entities": [{
    "id": "stone", "transform": { "y": 20 },
    "physics": { "shape": "polygon", "points": [[-0.5, -0.5], [0.5, -0.4], [0.2, 0.5]], "velocity": { "x": 6, "y": 4 } }
}] }"#;

/// Where everybody is after so many frames: id, x, y.
fn after<B: Backend>(document: &str, frames: usize) -> Vec<(String, [f32; 2])> {
    let (document, plan) = load(document).into_parts().unwrap();
    let mut forest = Forest::<Node2>::new();
    let scene = Scene::instantiate(document, plan, &mut forest).unwrap();
    let mut physics = Physics::<B>::default();
    physics.add_scene(&mut forest, &scene).unwrap();
    for _ in 0..frames {
        assert_eq!(physics.advance(&mut forest, 1.0 / 60.0), []);
    }
    let place = |node| forest.world_position(node).unwrap().to_array();
    let nodes = scene.nodes().iter();
    nodes
        .map(|&node| (scene.id(node).unwrap(), place(node)))
        .collect()
}

fn assert_agreement(document: &str, frames: usize) -> f32 {
    let rapier = after::<Rapier>(document, frames);
    let box2d = after::<Box2d>(document, frames);
    let mut worst = 0.0_f32;
    for ((id, one), (_, other)) in rapier.iter().zip(&box2d) {
        let apart = (one[0] - other[0]).abs().max((one[1] - other[1]).abs());
        assert!(
            apart <= 0.05,
            "{id} is at {one:?} and {other:?} after {frames} frames"
        );
        worst = worst.max(apart);
    }
    worst
}

#[test]
fn what_rests_rests_at_the_same_height() {
    let worst = assert_agreement(YARD, 300);
    eprintln!("at rest: {worst} apart at most");

    let places = after::<Rapier>(YARD, 300);
    let height = |id: &str| places.iter().find(|(other, _)| other == id).unwrap().1[1];
    for (id, wanted) in [
        ("low", 0.5),
        ("high", 1.5),
        ("big", 1.5),
        ("mirrored", 0.25),
        ("ball", 0.5),
        ("pill", 0.4),
        ("egg", 0.5),
        ("lamp_Bulb", 8.75),
    ] {
        assert!(
            (height(id) - wanted).abs() < 0.05,
            "{id} rests at {}",
            height(id)
        );
    }
}

#[test]
fn what_flies_flies_the_same_way() {
    for frames in [15, 30, 60, 120] {
        let worst = assert_agreement(STONE, frames);
        eprintln!("in flight, after {frames} frames: {worst} apart");
    }
}
