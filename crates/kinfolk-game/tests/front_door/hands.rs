//! Input through the game: where it is in the world, what it means, and what rules make of it.

use glam::Vec2;
use kinfolk::NodeId;
use kinfolk_game::{Behavior, Game, Gesture, InputEvent, Setup, Stage};

const YARD: &str = r#"{
    "entities": [
        { "id": "crate", "transform": { "x": 100, "y": 100, "angle": "45deg", "scaleX": -1 },
          "sprite": { "type": "rect", "width": 40, "height": 40 } },
        { "id": "lid", "z": 1, "transform": { "x": 300, "y": 100 }, "sprite": { "type": "circle", "radius": 20 } }
    ],
    "rules": [
        { "on": { "type": "input", "name": "tap" }, "do": [{ "type": "addTag", "target": "self", "tag": "touched" }] },
        { "on": { "type": "input", "name": "Escape" }, "do": [{ "type": "setVisible", "target": "lid", "visible": false }] }
    ]
}"#;

fn press(game: &mut Game, at: Vec2) {
    game.put_in(InputEvent::MouseMoved { at });
    game.put_in(InputEvent::MousePressed { button: 0 });
    game.step();
    game.put_in(InputEvent::MouseReleased { button: 0 });
    game.step();
}

#[test]
fn the_mouse_is_told_in_the_world_and_on_the_screen() {
    let mut game: Game = Game::load(YARD).unwrap();

    game.put_in(InputEvent::MouseMoved {
        at: Vec2::new(100.0, 500.0),
    });
    game.step();

    assert_eq!(game.get_mouse_position(), Some(Vec2::new(100.0, 100.0)));
    assert_eq!(
        game.input().mouse_on_screen(),
        Some(Vec2::new(100.0, 500.0))
    );
}

#[test]
fn whoever_is_tapped_is_self_for_rules() {
    let mut game: Game = Game::load(YARD).unwrap();

    // Near the corner of a turned box, outside of it if it were not turned.
    press(&mut game, Vec2::new(126.0, 500.0));

    assert!(
        matches!(game.gestures(), [Gesture::Tap { .. }]),
        "{:?}",
        game.gestures()
    );
    let crate_ = game.entity("crate").unwrap();
    assert_eq!(game.tags(crate_), ["touched"]);
    let lid = game.entity("lid").unwrap();
    assert!(game.tags(lid).is_empty());
}

#[test]
fn a_key_is_an_input_by_its_name() {
    let mut game: Game = Game::load(YARD).unwrap();
    assert_eq!(game.pick(Vec2::new(300.0, 100.0)), game.entity("lid"));

    game.put_in(InputEvent::KeyPressed {
        key: "Escape".to_owned(),
    });
    game.step();

    assert_eq!(game.pick(Vec2::new(300.0, 100.0)), None, "it is hidden");
    let drawn: Vec<_> = game.draw_list().iter().map(|item| item.node).collect();
    assert_eq!(drawn, [game.entity("crate").unwrap()]);
}

#[test]
fn what_is_drawn_between_steps_is_between_places() {
    let mut game: Game = Game::load(
        r#"{ "entities": [{ "id": "cart", "sprite": { "type": "rect" },
                            "behaviors": [{ "type": "translate", "x": 60 }] }] }"#,
    )
    .unwrap();
    game.step();
    game.draw_list();
    game.step();

    let halfway = game.draw_list_between(0.5);

    assert!(
        (halfway[0].world[4] - 1.5).abs() < 1e-5,
        "{:?}",
        halfway[0].world
    );
}

/// Goes where the mouse is while a key is down.
#[derive(Debug, Clone)]
struct Come;

impl Behavior for Come {
    fn act(&mut self, me: NodeId, stage: &mut Stage<'_>) -> Result<(), String> {
        match stage.mouse_in_world() {
            Some(mouse) if stage.input().is_key_down("C") => stage.set_position(me, mouse),
            _ => Ok(()),
        }
    }

    fn copy(&self) -> Box<dyn Behavior> {
        Box::new(self.clone())
    }
}

#[test]
fn a_behavior_sees_keys_and_mouse_in_the_frame_in_which_they_come() {
    let mut setup = Setup::default();
    setup.registry.add("come", |_| Ok(Box::new(Come)));
    let text = r#"{ "entities": [{ "id": "dog", "behaviors": [{ "type": "come" }] }] }"#;
    let mut game: Game = Game::load_with(text, setup).unwrap();
    let at = Vec2::new(30.0, 560.0);

    game.put_in(InputEvent::MouseMoved { at });
    game.step();
    let before = game.get_world_position("dog").unwrap();
    game.put_in(InputEvent::KeyPressed { key: "C".into() });
    game.step();
    let after = game.get_world_position("dog").unwrap();

    assert_eq!([before, after], [Vec2::ZERO, Vec2::new(30.0, 40.0)]);
}
