//! The same document, the same seed, the same frames: the same bytes.

use std::path::Path;

use kinfolk_game::{Game, Setup, Tracer};
use kinfolk_physics::{Backend, Box2d, Rapier};

fn games() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut games: Vec<(String, String)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "jsonc"))
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path).unwrap())
        })
        .collect();
    games.sort();
    games
}

/// A tower of crates that falls over, hinges, spawning and chance: more than the samples have.
const COMMOTION: &str = r##"{
    "templates": {
        "crate": { "tags": ["crate"], "physics": { "bodyType": "dynamic", "shape": "box", "width": 1, "height": 1 } },
        "ball": { "tags": ["ball"], "physics": { "bodyType": "dynamic", "shape": "circle", "radius": 0.4, "restitution": 0.6, "velocity": [9, 2] },
                  "behaviors": [{ "type": "lifetime", "secs": 3 }] }
    },
    "entities": [
        { "id": "floor", "transform": { "y": -1 }, "physics": { "bodyType": "static", "shape": "box", "width": 60, "height": 2 } },
        { "id": "a", "template": "crate", "transform": { "y": 0.5 } },
        { "id": "b", "template": "crate", "transform": { "x": 0.4, "y": 1.6 } },
        { "id": "c", "template": "crate", "transform": { "x": 0.9, "y": 2.8, "angle": 0.3 } },
        { "id": "post", "transform": { "x": 6, "y": 6 }, "physics": { "bodyType": "static", "shape": "box", "width": 0.4, "height": 0.4 },
          "children": [{ "id": "arm", "localTransform": { "x": 1.5 },
                         "physics": { "shape": "box", "width": 3, "height": 0.3, "child": "joint",
                                      "joint": { "type": "revolute", "anchor": [-1.5, 0] } } }] },
        { "id": "cannon", "transform": { "x": -8, "y": 3 },
          "behaviors": [{ "type": "rotate", "speed": 1 }, { "type": "spawn_on_timer", "template": "ball", "every": 0.5, "x": 1 }] }
    ],
    "rules": [
        { "on": { "type": "collision", "a": "ball", "b": "crate" }, "do": [{ "type": "addTag", "target": "other", "tag": "hit" }] },
        { "on": { "type": "timer", "every": 4 }, "do": [{ "type": "spawn", "template": "crate", "x": 0, "y": 9 }] }
    ]
}"##;

fn run<B: Backend>(game: &mut Game<B>, tracer: &mut Tracer, frames: usize) -> Vec<String> {
    let step = |_| {
        game.step();
        tracer.line(game)
    };
    (0..frames).map(step).collect()
}

fn trace<B: Backend>(text: &str, frames: usize) -> Vec<String> {
    let setup = Setup {
        seed: 7,
        ..Setup::default()
    };
    let mut game: Game<B> = Game::load_with(text, setup).unwrap();
    run(&mut game, &mut Tracer::default(), frames)
}

#[test]
fn ten_thousand_frames_of_each_game_are_the_same_twice() {
    for (name, text) in games() {
        let (one, other) = (
            trace::<Rapier>(&text, 10_000),
            trace::<Rapier>(&text, 10_000),
        );
        assert!(one == other, "{name}");
    }
}

#[test]
fn a_commotion_is_the_same_twice_in_both_engines() {
    let (one, other) = (
        trace::<Rapier>(COMMOTION, 1_200),
        trace::<Rapier>(COMMOTION, 1_200),
    );
    let parted = one.iter().zip(&other).position(|(one, other)| one != other);
    assert_eq!(parted, None, "rapier");
    assert!(
        one.iter().any(|line| line.contains("tagged")),
        "somebody was hit"
    );

    let (one, other) = (
        trace::<Box2d>(COMMOTION, 1_200),
        trace::<Box2d>(COMMOTION, 1_200),
    );
    let parted = one.iter().zip(&other).position(|(one, other)| one != other);
    assert_eq!(parted, None, "Box2D");
}

#[test]
fn a_game_that_is_put_back_goes_on_as_it_went_on_before() {
    let all = games()
        .into_iter()
        .chain([("commotion".to_owned(), COMMOTION.to_owned())]);
    for (name, text) in all {
        let mut game: Game = Game::load(&text).unwrap();
        let mut tracer = Tracer::default();
        run(&mut game, &mut tracer, 300);
        let (snapshot, seen) = (game.clone(), tracer.clone());

        let first = run(&mut game, &mut tracer, 300);
        let (mut game, mut tracer) = (snapshot.clone(), seen);
        let second = run(&mut game, &mut tracer, 300);

        let parted = first
            .iter()
            .zip(&second)
            .position(|(one, other)| one != other);
        assert_eq!(parted, None, "{name}");
        drop(snapshot);
    }
}
