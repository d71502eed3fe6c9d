//! A game that was saved as text and read again goes on as it would have gone on.

use std::path::Path;

use kinfolk_game::{Doom, Game, GameError, Placement, Setup, Tracer};
use kinfolk_physics::Velocity;

/// What happens in the next frames.
fn future(game: &mut Game, frames: usize) -> Vec<String> {
    let mut tracer = Tracer::default();
    let step = |_| {
        game.step();
        tracer.line(game)
    };
    (0..frames).map(step).collect()
}

/// Behaviors with state, tags that came and went, somebody who was spawned and somebody who is gone.
const BUSY: &str = r#"{
    "templates": {
        "drone": { "tags": ["drone"], "behaviors": [{ "type": "follow_path", "points": [[0, 0], [4, 0], [4, 3]], "speed": 2, "loop": true }],
                   "children": [{ "name": "Lamp", "localTransform": { "y": 1 } }] }
    },
    "entities": [
        { "id": "wave", "behaviors": [{ "type": "oscillate", "key": "y", "amplitude": 2, "period": 3 }] },
        { "id": "egg", "behaviors": [{ "type": "lifetime", "secs": 1 }] },
        { "id": "hen", "behaviors": [{ "type": "spawn_on_timer", "template": "drone", "every": 0.7, "count": 3 }],
          "conditionalBehaviors": [{ "when": { "hasTag": "proud" }, "behaviors": [{ "type": "rotate", "speed": 3 }] }] },
        { "id": "hat", "behaviors": [{ "type": "attach_to", "parentTag": "drone" }] }
    ],
    "rules": [{ "on": { "type": "timer", "after": 1.5 }, "do": [{ "type": "addTag", "target": "hen", "tag": "proud" }] },
              { "on": { "type": "timer", "every": 4 }, "do": [{ "type": "destroy", "target": "wave" }] }]
}"#;

#[test]
fn a_busy_game_goes_on_to_the_bit() {
    for frames in [1, 50, 100, 200] {
        let mut game: Game = Game::load(BUSY).unwrap();
        future(&mut game, frames);

        let mut again: Game = Game::load_saved(&game.save(), Setup::default()).unwrap();

        assert_eq!(again.save(), game.save(), "after {frames} frames");
        let (one, other) = (future(&mut game, 200), future(&mut again, 200));
        let parted = one.iter().zip(&other).position(|(one, other)| one != other);
        if let Some(at) = parted {
            panic!("after {frames} frames:\n{}\n{}", one[at], other[at]);
        }
    }
}

#[test]
fn every_sample_game_can_be_saved_at_any_time() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            continue; // a scene of several files
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let mut game: Game = Game::load(&text).unwrap();
        for _ in 0..3 {
            future(&mut game, 40);
            let again: Game = Game::load_saved(&game.save(), Setup::default()).unwrap();
            assert_eq!(again.save(), game.save(), "{}", path.display());
        }
    }
}

#[test]
fn what_is_no_saved_game_is_refused() {
    let refused = |text: &str| -> GameError {
        let game: Result<Game, GameError> = Game::load_saved(text, Setup::default());
        game.unwrap_err()
    };

    assert!(refused("{").to_string().contains("syntax"));
    assert!(refused("{}").to_string().contains("no saved game"));
    let game: Game = Game::load(BUSY).unwrap();
    let saved = game.save();
    assert!(matches!(
        refused(
            &saved
                .replace("\"hat\"", "\"cap\"")
                .replacen("\"cap\"", "\"hat\"", 1)
        ),
        GameError::NoEntity(_)
    ));
    assert!(
        refused(&saved.replace("\"chance\": \"", "\"chance\": \"x"))
            .to_string()
            .contains("chance")
    );
}

#[test]
fn bodies_that_have_lost_their_room_come_back_as_they_were() {
    let text = r#"{ "entities": [
        { "id": "wall", "physics": { "bodyType": "static", "shape": "box", "width": 1, "height": 1 },
          "children": [{ "id": "door", "physics": { "shape": "box", "width": 1, "height": 1, "child": "joint" } }] },
        { "id": "ball", "transform": { "x": 9 }, "physics": { "shape": "circle", "radius": 1 } }
    ] }"#;
    let mut game: Game = Game::load(text).unwrap();
    game.detach_child("door").unwrap();
    let flat = Placement {
        scale_x: Some(0.0),
        ..Placement::default()
    };
    game.set_local_transform("ball", flat).unwrap();
    game.step();

    let mut again: Game = Game::load_saved(&game.save(), Setup::default()).unwrap();

    assert_eq!(again.save(), game.save());
    let ball = again.entity("ball").unwrap();
    assert_eq!(again.physics().pose(ball), None, "it waits");
    let round = Placement {
        scale_x: Some(1.0),
        ..Placement::default()
    };
    again.set_local_transform("ball", round).unwrap();
    again.step();
    assert!(
        again.physics().velocity(ball).unwrap().linear.y < 0.0,
        "it falls again"
    );
}

#[test]
fn a_body_that_has_come_to_rest_does_not_begin_anew_when_it_is_read() {
    let text = r#"{ "entities": [
        { "id": "ball", "physics": { "shape": "circle", "radius": 1, "gravityScale": 0, "velocity": [3, 0] } }
    ] }"#;
    let mut game: Game = Game::load(text).unwrap();
    let ball = game.entity("ball").unwrap();
    game.physics_mut()
        .set_velocity(ball, Velocity::default())
        .unwrap();
    game.step();

    let again: Game = Game::load_saved(&game.save(), Setup::default()).unwrap();

    let ball = again.entity("ball").unwrap();
    assert_eq!(again.physics().velocity(ball), Some(Velocity::default()));
}

#[test]
fn a_body_that_is_scaled_to_nothing_and_back_goes_on_as_it_did_saved_or_not() {
    let text = r#"{ "entities": [
        { "id": "ball", "physics": { "shape": "circle", "radius": 1, "gravityScale": 0, "velocity": [3, 0] } }
    ] }"#;
    let scale = |scale_x: f32| Placement {
        scale_x: Some(scale_x),
        ..Placement::default()
    };
    let mut game: Game = Game::load(text).unwrap();
    let ball = game.entity("ball").unwrap();
    let up = Velocity {
        linear: [0.0, 2.0].into(),
        angular: 0.0,
    };
    game.physics_mut().set_velocity(ball, up).unwrap();
    game.set_local_transform("ball", scale(0.0)).unwrap();

    // Before the body has lost its room, and after.
    let early: Game = Game::load_saved(&game.save(), Setup::default()).unwrap();
    assert_eq!(early.save(), game.save());
    game.step();
    let late: Game = Game::load_saved(&game.save(), Setup::default()).unwrap();
    assert_eq!(late.save(), game.save());

    for mut game in [game, early, late] {
        let ball = game.entity("ball").unwrap();
        assert_eq!(game.physics().pose(ball), None, "it waits");
        game.set_local_transform("ball", scale(1.0)).unwrap();
        game.step();
        assert_eq!(game.physics().velocity(ball), Some(up));
    }
}

#[test]
fn who_has_come_to_a_body_or_left_one_is_saved_as_it_will_move() {
    let text = r#"{ "entities": [
        { "id": "cart", "physics": { "shape": "box", "width": 4, "height": 1 } },
        { "id": "ball", "physics": { "shape": "circle", "radius": 1, "velocity": [3, 0] } },
        { "id": "cap", "parent": "cart", "localTransform": { "y": 2 }, "physics": { "shape": "circle", "radius": 1, "velocity": [3, 0] } }
    ] }"#;
    let mut game: Game = Game::load(text).unwrap();
    game.step();
    game.attach_child("cart", "ball", None).unwrap();
    game.detach_child("cap").unwrap();

    let again: Game = Game::load_saved(&game.save(), Setup::default()).unwrap();

    assert_eq!(again.save(), game.save());
}

#[test]
fn what_is_static_has_no_velocity_to_be_saved_whatever_it_hung_on() {
    let text = r#"{ "entities": [
        { "id": "cart", "physics": { "shape": "box", "width": 4, "height": 1 } },
        { "id": "lid", "parent": "cart", "localTransform": { "y": 2 },
          "physics": { "bodyType": "static", "shape": "circle", "radius": 1, "velocity": [3, 0] } },
        { "id": "tail", "parent": "cart", "localTransform": { "x": 4 },
          "physics": { "bodyType": "static", "shape": "circle", "radius": 1, "child": "joint" } }
    ] }"#;
    let mut game: Game = Game::load(text).unwrap();
    for _ in 0..3 {
        game.step();
    }
    // At first the engine does not know of it, then it does.
    for child in ["lid", "tail"] {
        game.detach_child(child).unwrap();
        for _ in 0..2 {
            let again: Game = Game::load_saved(&game.save(), Setup::default()).unwrap();
            assert_eq!(again.save(), game.save(), "{child}");
            game.step();
        }
    }
}

#[test]
fn zero_is_zero_in_a_saved_game() {
    let text = r#"{ "entities": [
        { "id": "ball", "physics": { "shape": "circle", "radius": 1, "gravityScale": 0 } }
    ] }"#;
    let mut game: Game = Game::load(text).unwrap();
    let ball = game.entity("ball").unwrap();
    let velocity = Velocity {
        linear: [-0.0, 2.0].into(),
        angular: -0.0,
    };
    game.physics_mut().set_velocity(ball, velocity).unwrap();

    let saved = game.save();

    assert!(!saved.contains("-0"), "{saved}");
    let again: Game = Game::load_saved(&saved, Setup::default()).unwrap();
    assert_eq!(again.save(), saved);
}

#[test]
fn tags_come_back_in_the_order_in_which_they_came() {
    let mut game: Game =
        Game::load(r#"{ "entities": [{ "id": "door", "tags": ["shut", "oak"] }] }"#).unwrap();
    game.remove_tag("door", "shut").unwrap();
    for tag in ["red", "shut"] {
        game.add_tag("door", tag).unwrap();
    }

    let again: Game = Game::load_saved(&game.save(), Setup::default()).unwrap();

    let door = again.entity("door").unwrap();
    assert_eq!(again.tags(door), ["oak", "red", "shut"]);
    assert_eq!(again.save(), game.save());
}

#[test]
fn who_was_removed_behind_the_games_back_is_not_saved() {
    let mut game: Game = Game::load(BUSY).unwrap();
    let wave = game.entity("wave").unwrap();
    game.forest_mut().remove(wave).unwrap();

    let again: Game = Game::load_saved(&game.save(), Setup::default()).unwrap();

    assert_eq!(again.entity("wave"), None);
    assert_eq!(again.save(), game.save());
}

#[test]
fn who_is_marked_for_destruction_is_so_in_the_saved_game_and_goes_in_the_same_frame() {
    let mut game: Game =
        Game::load(r#"{ "entities": [{ "id": "crab" }, { "id": "egg" }] }"#).unwrap();
    future(&mut game, 3);
    let bang = Doom {
        effect: Some("explode".into()),
        ..Doom::default()
    };
    game.mark_for_destruction("egg", bang).unwrap();
    game.mark_for_destruction("crab", Doom::default()).unwrap();

    let mut again: Game = Game::load_saved(&game.save(), Setup::default()).unwrap();

    assert_eq!(again.save(), game.save());
    for id in ["crab", "egg"] {
        let doom = |game: &Game| game.doom(game.entity(id).unwrap()).cloned();
        assert!(doom(&game).is_some());
        assert_eq!(doom(&again), doom(&game), "{id}");
    }
    assert_eq!(future(&mut again, 1), future(&mut game, 1));
    assert_eq!(again.entity("crab"), None);
    assert_eq!(again.entity("egg"), None);
}
