//! Groups of behaviors that tags choose, and tags themselves.

use kinfolk::Transform2;
use kinfolk_game::{Event, Game};

use crate::{game, run};

/// Groups that leave a mark on an axis: the first moves x, the second y.
fn two(first: &str, second: &str) -> Game {
    let entity = format!(
        r#"{{ "id": "e", "tags": ["born"], "conditionalBehaviors": [
            {{ "when": {{ {first} }}, "behaviors": [{{ "type": "translate", "x": 60 }}] }},
            {{ "when": {{ {second} }}, "behaviors": [{{ "type": "translate", "y": 60 }}] }}] }}"#
    );
    game("", &entity)
}

/// Which of them is at work.
fn at_work(game: &mut Game) -> &'static str {
    let before = game.get_local_position("e").unwrap();
    game.step();
    let moved = game.get_local_position("e").unwrap() - before;
    match (moved.x > 0.5, moved.y > 0.5) {
        (true, false) => "first",
        (false, true) => "second",
        (false, false) => "none",
        _ => "both",
    }
}

#[test]
fn has_tag() {
    let mut game = two(r#""hasTag": "a""#, r#""hasTag": "born""#);
    assert_eq!(at_work(&mut game), "second", "chosen at birth");
    game.add_tag("e", "a").unwrap();
    assert_eq!(at_work(&mut game), "first");
    game.remove_tag("e", "a").unwrap();
    assert_eq!(at_work(&mut game), "second");
}

#[test]
fn has_any_tag() {
    let mut game = two(r#""hasAnyTag": ["a", "b"]"#, r#""hasTag": "c""#);
    assert_eq!(at_work(&mut game), "none");
    game.add_tag("e", "b").unwrap();
    assert_eq!(at_work(&mut game), "first");
}

#[test]
fn has_all_tags() {
    let mut game = two(r#""hasAllTags": ["a", "b"]"#, r#""hasTag": "c""#);
    game.add_tag("e", "b").unwrap();
    assert_eq!(at_work(&mut game), "none");
    game.add_tag("e", "a").unwrap();
    assert_eq!(at_work(&mut game), "first");
}

#[test]
fn lacks_tag() {
    let mut game = two(r#""lacksTag": "born""#, r#""lacksTag": ["a", "b"]"#);
    assert_eq!(at_work(&mut game), "second");
    game.remove_tag("e", "born").unwrap();
    assert_eq!(at_work(&mut game), "first", "the first of equals");
}

#[test]
fn the_highest_priority_wins_and_ties_go_to_the_first() {
    let group = |priority: i32, key: &str| {
        format!(
            r#"{{ "when": {{}}, "priority": {priority}, "behaviors": [{{ "type": "translate", "{key}": 60 }}] }}"#
        )
    };
    for (priorities, wanted) in [
        ((0, 0), "first"),
        ((1, 2), "second"),
        ((2, 1), "first"),
        ((-2, -1), "second"),
    ] {
        let groups = [group(priorities.0, "x"), group(priorities.1, "y")].join(", ");
        let mut game = game(
            "",
            &format!(r#"{{ "id": "e", "conditionalBehaviors": [{groups}] }}"#),
        );
        assert_eq!(at_work(&mut game), wanted);
    }
}

#[test]
fn a_group_that_comes_back_starts_afresh() {
    let mut game = game(
        "",
        r#"{ "id": "e", "conditionalBehaviors": [{ "when": { "hasTag": "go" },
             "behaviors": [{ "type": "follow_path", "points": [[0, 0], [10, 0]], "speed": 1 }] }] }"#,
    );
    game.add_tag("e", "go").unwrap();
    run(&mut game, 120);
    assert!((game.get_local_position("e").unwrap().x - 2.0).abs() < 1e-3);

    game.add_tag("e", "other").unwrap();
    run(&mut game, 60);
    assert!(
        (game.get_local_position("e").unwrap().x - 3.0).abs() < 1e-3,
        "it was not disturbed"
    );

    game.remove_tag("e", "go").unwrap();
    run(&mut game, 60);
    game.add_tag("e", "go").unwrap();
    run(&mut game, 60);
    assert!((game.get_local_position("e").unwrap().x - 1.0).abs() < 1e-3);

    let entity = game.entity("e").unwrap();
    let groups: Vec<Event> = game
        .take_events()
        .into_iter()
        .filter(|event| matches!(event, Event::Group(..)))
        .collect();
    assert_eq!(
        groups,
        [Some(0), None, Some(0)].map(|group| Event::Group(entity, group))
    );
}

#[test]
fn a_group_can_drag() {
    let mut game = game(
        "",
        r#"{ "id": "coin", "conditionalBehaviors": [{ "when": { "hasTag": "taken" },
             "behaviors": [{ "type": "attach_to", "parentTag": "purse" }] }] },
           { "id": "purse", "tags": ["purse"], "transform": { "x": 8 } }"#,
    );
    game.step();
    assert_eq!(crate::world(&game, "coin"), [0.0, 0.0]);

    game.add_tag("coin", "taken").unwrap();
    game.step();
    assert_eq!(crate::world(&game, "coin"), [8.0, 0.0]);
}

#[test]
fn tags_come_from_templates_definitions_and_run_time() {
    let mut game = game(
        r#""orc": { "tags": ["enemy"], "children": [{ "name": "Axe", "template": "axe", "tags": ["sharp"] }] },
           "axe": { "tags": ["weapon"] }"#,
        r#"{ "id": "grom", "template": "orc", "tags": ["chief"] }, { "id": "cook", "template": "orc" }"#,
    );
    game.instantiate_prefab("orc", Transform2::IDENTITY, Default::default())
        .unwrap();
    let ids = |game: &Game, tag: &str| {
        let nodes: Vec<_> = game.tagged(tag).collect();
        game.scene().ids(&nodes).join(" ")
    };

    assert_eq!(ids(&game, "enemy"), "grom cook orc_1");
    assert_eq!(ids(&game, "chief"), "grom");
    assert_eq!(ids(&game, "weapon"), "grom_Axe cook_Axe orc_1_Axe");
    assert_eq!(ids(&game, "sharp"), "grom_Axe cook_Axe orc_1_Axe");

    assert!(game.add_tag("cook", "chief").unwrap());
    assert!(!game.add_tag("cook", "chief").unwrap(), "not twice");
    assert!(game.remove_tag("grom", "enemy").unwrap());
    assert_eq!(ids(&game, "chief"), "grom cook");
    assert_eq!(ids(&game, "enemy"), "cook orc_1");

    game.destroy("cook").unwrap();
    assert_eq!(ids(&game, "chief"), "grom");
    assert_eq!(ids(&game, "weapon"), "grom_Axe orc_1_Axe");
}
