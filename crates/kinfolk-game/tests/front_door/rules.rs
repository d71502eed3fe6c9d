//! Every event and every action that rules can name, and what stops those that never end.

use kinfolk_game::{Event, Game, GameError, MOST_ACTIONS};

/// A game with these entities, templates and rules.
fn game(entities: &str, rules: &str) -> Game {
    let document = format!(
        r#"{{
        "templates": {{
            "bullet": {{ "tags": ["bullet"] }},
            "tank": {{ "tags": ["tank"], "slots": {{ "muzzle": {{ "x": 3, "y": 1, "layer": 2 }} }} }}
        }},
        "entities": [{entities}],
        "rules": [{rules}]
    }}"#
    );
    Game::load(&document).unwrap()
}

fn run(game: &mut Game, frames: usize) {
    for _ in 0..frames {
        game.step();
    }
}

const TANK: &str =
    r#"{ "id": "tank", "template": "tank", "transform": { "x": 10, "angle": "90deg" } }"#;

#[test]
fn a_game_starts_once() {
    let rule = r#"{ "on": { "type": "start" }, "do": [{ "type": "spawn", "template": "bullet", "x": 4 }] }"#;
    let mut game = game("", rule);

    run(&mut game, 10);

    assert_eq!(game.len(), 1);
    assert_eq!(game.get_world_position("bullet_1").unwrap().x, 4.0);
}

#[test]
fn a_timer_rings_every_second_so_many_times() {
    let rule = r#"{ "on": { "type": "timer", "every": 1, "times": 3 }, "do": [{ "type": "spawn", "template": "bullet" }] }"#;
    let mut game = game("", rule);
    let mut counts = Vec::new();

    for _ in 0..5 {
        run(&mut game, 60);
        counts.push(game.len());
    }

    assert_eq!(counts, [1, 2, 3, 3, 3]);
}

#[test]
fn what_is_spawned_can_be_attached_in_a_slot() {
    let rule = r#"{ "on": "start", "do": [
        { "type": "spawn", "template": "bullet", "attachToParent": "tank", "attachToSlot": "muzzle" }
    ] }"#;
    let mut game = game(TANK, rule);
    run(&mut game, 1);

    let bullet = game.tagged("bullet").next().unwrap();
    let place = game.get_world_position(bullet).unwrap();

    assert!(place.distance([9.0, 3.0].into()) < 1e-5, "{place}");
    assert_eq!(game.get_parent(bullet).unwrap(), game.entity("tank"));
    assert_eq!(game.forest().effective(bullet).unwrap().z(), 2);
}

#[test]
fn what_is_spawned_at_somebody_is_seen_from_there_and_nobodys_child() {
    let rule = r#"{ "on": "start", "do": [
        { "type": "spawn", "template": "bullet", "at": "tank", "x": 3, "angle": "-90deg" }
    ] }"#;
    let mut game = game(TANK, rule);
    run(&mut game, 1);

    let bullet = game.tagged("bullet").next().unwrap();
    let world = game.world_transform(bullet).unwrap();

    assert!(world.position.distance([10.0, 3.0].into()) < 1e-5);
    assert!(world.rotation.abs() < 1e-5, "{}", world.rotation);
    assert_eq!(game.get_parent(bullet).unwrap(), None);
}

#[test]
fn nothing_is_spawned_both_at_somebody_and_below() {
    let rule = r#"{ "on": "start", "do": [
        { "type": "spawn", "template": "bullet", "at": "tank", "attachToParent": "tank" }
    ] }"#;
    let document = format!(r#"{{ "entities": [{TANK}], "rules": [{rule}] }}"#);
    let document = document.replace(r#""template": "tank", "#, "");

    let refused = Game::<kinfolk_physics::Rapier>::load(&document).unwrap_err();

    assert!(
        refused.to_string().contains("\"at\" is for roots"),
        "{refused}"
    );
}

#[test]
fn those_who_collide_are_self_and_other() {
    let entities = r#"
        { "id": "floor", "transform": { "y": -1 }, "physics": { "bodyType": "static", "shape": "box", "width": 20, "height": 2 } },
        { "id": "egg", "tags": ["fragile"], "transform": { "y": 1 }, "physics": { "shape": "circle", "radius": 0.5 } }"#;
    let rule = r#"{ "on": { "type": "collision", "a": "fragile", "b": "floor" }, "do": [
        { "type": "mark", "target": "self", "effect": "splash", "color": "yellow" },
        { "type": "addTag", "target": "other", "tag": "dirty" }
    ] }"#;
    let mut game = game(entities, rule);

    run(&mut game, 60);

    assert_eq!(game.entity("egg"), None, "it broke");
    let floor = game.entity("floor").unwrap();
    assert_eq!(game.tags(floor), ["dirty"]);
}

#[test]
fn rules_hear_what_other_rules_have_done() {
    let rules = r#"
        { "on": "start", "do": [{ "type": "addTag", "target": "tank", "tag": "hot" }] },
        { "on": { "type": "tagAdded", "tag": "hot" }, "do": [
            { "type": "setVisible", "target": "self", "visible": false },
            { "type": "removeTag", "target": "self", "tag": "hot" } ] },
        { "on": { "type": "tagRemoved", "tag": "hot" }, "do": [{ "type": "destroy", "target": "self" }] },
        { "on": { "type": "destroyed", "entity": "tank" }, "do": [{ "type": "spawn", "template": "bullet" }] }"#;
    let mut game = game(TANK, rules);

    run(&mut game, 1);

    assert_eq!(game.entity("tank"), None);
    assert_eq!(game.tagged("bullet").count(), 1);
    let destroyed = game.take_events().into_iter();
    let destroyed = destroyed.filter(|event| matches!(event, Event::Destroyed { .. }));
    assert_eq!(destroyed.count(), 1);
}

#[test]
fn places_parents_and_flags_can_be_set() {
    let entities = r#"{ "id": "ship", "transform": { "x": 5 }, "children": [{ "id": "mast", "localTransform": { "y": 2 } }] },
                      { "id": "dock", "transform": { "x": -5 } }"#;
    let rules = r#"{ "on": { "type": "input", "name": "go" }, "do": [
        { "type": "setLocalTransform", "target": "ship", "y": 3 },
        { "type": "setWorldTransform", "target": "mast", "x": 0, "y": 0, "angle": "90deg" },
        { "type": "reparent", "target": "mast", "parent": "dock" },
        { "type": "setActive", "target": "ship", "active": false, "recursive": true }
    ] }"#;
    let mut game = game(entities, rules);
    run(&mut game, 3);
    assert_eq!(
        game.get_world_position("ship").unwrap().y,
        0.0,
        "nobody said go"
    );

    game.signal("go");
    run(&mut game, 1);

    assert_eq!(
        game.get_world_position("ship").unwrap().to_array(),
        [5.0, 3.0]
    );
    let mast = game.get_world_position("mast").unwrap();
    assert!(mast.length() < 1e-5, "{mast}");
    assert_eq!(game.get_parent("mast").unwrap(), game.entity("dock"));
    let ship = game.entity("ship").unwrap();
    assert!(!game.forest().effective(ship).unwrap().active());
}

#[test]
fn a_rule_that_spawns_for_ever_is_stopped_and_named() {
    let rules = r#"
        { "on": "start", "do": [{ "type": "spawn", "template": "bullet" }] },
        { "on": { "type": "spawned", "entity": "bullet" }, "do": [{ "type": "spawn", "template": "bullet" }] }"#;
    let mut game = game(TANK, rules);

    game.step();

    assert!(game.len() <= MOST_ACTIONS + 2);
    let troubles = game.take_troubles();
    assert!(
        troubles[0].what.contains("actions in a frame"),
        "{troubles:?}"
    );
    assert!(game.entity("tank").is_some());
    run(&mut game, 3);
}

#[test]
fn a_target_that_is_not_there_is_told_and_the_game_goes_on() {
    let rules = r#"{ "name": "haunt", "on": "start", "do": [
        { "type": "destroy", "target": "ghost" },
        { "type": "spawn", "template": "bullet", "attachToParent": "tank", "attachToSlot": "nowhere" },
        { "type": "spawn", "template": "bullet" }
    ] }"#;
    let mut game = game(TANK, rules);

    run(&mut game, 2);

    let troubles: Vec<String> = game
        .take_troubles()
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        troubles,
        [
            "frame 0: \"haunt\": nobody is \"ghost\" here",
            "frame 0: \"bullet\": \"tank\" has no slot \"nowhere\"",
        ]
    );
    assert_eq!(game.tagged("bullet").count(), 1);
}

#[test]
fn rules_that_make_no_sense_are_refused_by_name() {
    let refused = |rule: &str| -> String {
        let document = format!(r#"{{ "rules": [{rule}] }}"#);
        let game: Result<Game, GameError> = Game::load(&document);
        game.unwrap_err().to_string()
    };

    assert_eq!(
        refused(r#"{ "name": "dawn", "on": { "type": "sunrise" }, "do": [] }"#),
        "\"rules\": \"dawn\": nothing is called \"sunrise\"; there is start, timer, collision, spawned, destroyed, \
         tagAdded, tagRemoved, input"
    );
    assert_eq!(
        refused(r#"{ "on": "start", "do": [{ "type": "spawn" }] }"#),
        "\"rules\": \"rule 0\": \"template\" is missing"
    );
    assert_eq!(
        refused(r#"{ "on": { "type": "timer", "every": 0 }, "do": [] }"#),
        "\"rules\": \"rule 0\": a timer waits for more than 0 seconds"
    );
    assert!(refused(r#"{ "on": "start", "do": "jump" }"#).contains("a list of actions"));
}

#[test]
fn a_timer_that_rings_more_often_than_can_be_counted_is_stopped_like_all_others() {
    let mut game: Game = Game::load(
        r#"{ "entities": [{ "id": "bell" }],
             "rules": [{ "on": { "type": "timer", "every": 1e-30 }, "do": [] }] }"#,
    )
    .unwrap();

    for _ in 0..3 {
        game.step();
    }

    assert_eq!(game.frame(), 3);
}
