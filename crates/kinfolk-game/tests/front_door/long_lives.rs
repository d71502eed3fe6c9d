//! Games that run for hours: entities come and go without end, and nothing grows.

use kinfolk::{NodeId, Transform2};
use kinfolk_game::{Event, Game, Spawn};

const YARD: &str = r##"{
    "templates": {
        "wagon": {
            "tags": ["wagon"],
            "sprite": { "type": "rect", "width": 2, "height": 1, "color": "#553333" },
            "behaviors": [{ "type": "rotate", "speed": 1 }],
            "children": [{ "name": "Wheel" }, { "name": "Lamp", "tags": ["lamp"] }]
        },
        "ball": { "tags": ["ball"], "physics": { "bodyType": "dynamic", "shape": "circle", "radius": 0.2 } }
    },
    "entities": [{ "id": "mill", "behaviors": [{ "type": "rotate", "speed": 1 }] }]
}"##;

fn game() -> Game {
    Game::load(YARD).unwrap()
}

fn tables(game: &Game) -> [usize; 2] {
    [game.forest().memory(), game.scene().memory()]
}

/// Lets `count` wagons come and go, a few steps in between.
fn churn(game: &mut Game, count: usize) {
    for at in 0..count {
        let wagon = Spawn::new("wagon", Transform2::at(at as f32 % 10.0, 0.0));
        let root = game.spawn(&wagon).unwrap().root;
        if at % 16 == 0 {
            let tag = format!("wagon {at}");
            assert!(game.add_tag(root, &tag).unwrap());
        }
        let wagons: Vec<NodeId> = game.tagged("wagon").take(32).collect();
        if wagons.len() == 32 {
            game.destroy(wagons[0]).unwrap();
        }
        if at % 100 == 0 {
            game.step();
            game.draw_list();
            game.take_events();
        }
    }
    game.step();
    game.take_events();
}

#[test]
fn a_million_entities_come_and_go_in_a_game_and_nothing_grows() {
    let mut game = game();
    churn(&mut game, 5_000);
    let (before, own) = (tables(&game), game.memory());

    churn(&mut game, 1_000_000 / 3);

    assert_eq!(tables(&game), before);
    // A hash table may come to need a little more room for the same.
    assert!(game.memory() < own + own / 4, "{own} {}", game.memory());
    assert!(game.scene().nodes().len() < 1_000);
    assert!(game.tags_in_use() < 100, "{}", game.tags_in_use());
    assert!(game.take_troubles().is_empty());
    game.forest().check_laws().unwrap();
}

#[test]
fn bodies_that_are_gone_before_physics_sees_them_leave_nothing_behind() {
    let mut game = game();
    for _ in 0..100 {
        let ball = game.spawn(&Spawn::new("ball", Transform2::IDENTITY));
        game.destroy(ball.unwrap().root).unwrap();
        assert!(!game.physics().is_idle(), "the engine has not heard yet");
        game.step();
        assert!(game.physics().is_idle());
    }
}

#[test]
fn who_touched_lets_go_when_the_last_body_is_gone() {
    let mut game = game();
    for _ in 0..2 {
        game.spawn(&Spawn::new("ball", Transform2::IDENTITY))
            .unwrap();
    }
    game.step();
    let touched = |event: &Event| matches!(event, Event::Contact(contact) if contact.begins);
    assert!(game.take_events().iter().any(touched));

    for ball in game.tagged("ball").collect::<Vec<_>>() {
        game.destroy(ball).unwrap();
    }
    game.step();

    let let_go = |event: &Event| matches!(event, Event::Contact(contact) if !contact.begins);
    assert!(game.take_events().iter().any(let_go));
}

#[test]
fn a_clock_that_jumps_back_or_stands_still_takes_no_step_and_owes_none() {
    let mut game = game();
    for secs in [-3_600.0, 0.0, f32::NAN, f32::NEG_INFINITY, f32::INFINITY] {
        game.advance(secs);
        assert_eq!(game.frame(), 0, "{secs}");
    }

    game.advance(1.5 / 60.0);

    assert_eq!(game.frame(), 1);
}

#[test]
fn however_many_timers_ring_at_once_only_so_many_wishes_are_kept() {
    let spawners = (0..3_000).map(|index| {
        format!(
            r#"{{ "id": "tap{index}", "behaviors": [{{ "type": "spawn_on_timer", "template": "drop", "every": 1e-30 }}] }}"#
        )
    });
    let spawners: Vec<String> = spawners.collect();
    let text = format!(
        r#"{{ "templates": {{ "drop": {{}} }}, "entities": [{}] }}"#,
        spawners.join(",")
    );
    let mut game: Game = Game::load(&text).unwrap();

    // Thirty million wishes would be gigabytes.
    game.step();

    assert_eq!(game.len(), 3_000 + kinfolk_game::MOST_ACTIONS);
    let troubles = game.take_troubles();
    assert!(
        troubles
            .iter()
            .any(|trouble| trouble.to_string().contains("more than 10000 actions")),
        "{troubles:?}"
    );
}

#[test]
fn a_game_has_no_more_entities_than_its_document_allows() {
    let text = r#"{
      "limits": { "maxEntities": 20 },
      "templates": { "pair": { "children": [{ "name": "Other" }] } },
      "entities": [
        { "id": "tap", "behaviors": [{ "type": "spawn_on_timer", "template": "pair", "every": 1e-30 }] }
      ]
    }"#;
    let mut game: Game = Game::load(text).unwrap();

    for _ in 0..3 {
        game.step();
        assert_eq!(game.len(), 19, "no half pair");
    }

    let troubles = game.take_troubles();
    assert!(
        troubles
            .iter()
            .any(|trouble| trouble.to_string().contains("20 are allowed")),
        "{troubles:?}"
    );
}
