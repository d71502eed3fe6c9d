//! Parameters that make no sense are refused when the document is loaded, and name the entity.

use kinfolk_game::{Game, GameError};

fn refused(behavior: &str) -> String {
    let text = |key: &str, list: &str| {
        format!(
            r#"{{ "entities": [{{ "id": "base", "children": [{{ "name": "Gun", "{key}": {list} }}] }}] }}"#
        )
    };
    let plain = text("behaviors", &format!("[{behavior}]"));
    let group = text(
        "conditionalBehaviors",
        &format!(r#"[{{ "when": {{ "hasTag": "never" }}, "behaviors": [{behavior}] }}]"#),
    );
    let [plain, group] =
        [plain, group].map(|text| match Game::<kinfolk_physics::Rapier>::load(&text) {
            Err(GameError::Behavior { entity, problem }) => {
                assert_eq!(entity, "base_Gun");
                problem
            }
            other => panic!("{behavior}: {other:?}"),
        });
    assert_eq!(plain, group, "also what is not at work yet");
    plain
}

#[test]
fn everything_that_makes_no_sense() {
    let cases = [
        (
            r#"{ "type": "health" }"#,
            r#""health": "maxHealth" is missing"#,
        ),
        (
            r#"{ "type": "health", "maxHealth": 0 }"#,
            r#""health": "maxHealth" is 0, and should be more than 0"#,
        ),
        (
            r#"{ "type": "health", "maxHealth": 5, "health": 6 }"#,
            r#""health": "health" is 6, and should be at most "maxHealth""#,
        ),
        (
            r#"{ "type": "rotate", "speed": "fast" }"#,
            r#""rotate": "speed" is "fast", and should be radians, or "45deg""#,
        ),
        (
            r#"{ "type": "rotate_toward" }"#,
            r#""rotate_toward": "target" is missing"#,
        ),
        (
            r#"{ "type": "rotate_toward", "target": "a", "speed": -1 }"#,
            r#""rotate_toward": "speed" is -1, and should be 0 or more"#,
        ),
        (
            r#"{ "type": "translate", "x": 1, "space": "outer" }"#,
            r#""translate": "space" is "outer", and should be "local", "self" or "world""#,
        ),
        (
            r#"{ "type": "translate", "x": true }"#,
            r#""translate": "x" is true, and should be a number"#,
        ),
        (
            r#"{ "type": "follow_path", "points": [] }"#,
            r#""follow_path": "points" is [], and should be a list of points"#,
        ),
        (
            r#"{ "type": "follow_path", "points": [[1]] }"#,
            r#""follow_path": "points" is [[1]], and should be a list of points"#,
        ),
        (
            r#"{ "type": "follow_path", "points": [[1, 2]], "speed": -2 }"#,
            r#""follow_path": "speed" is -2, and should be 0 or more"#,
        ),
        (
            r#"{ "type": "oscillate", "key": "z", "amplitude": 1, "period": 1 }"#,
            r#""oscillate": "key" is "z", and should be "x", "y", "angle", "scaleX" or "scaleY""#,
        ),
        (
            r#"{ "type": "oscillate", "key": "x", "amplitude": 1, "period": 0 }"#,
            r#""oscillate": "period" is 0, and should be more than 0"#,
        ),
        (
            r#"{ "type": "oscillate", "key": "x", "period": 1 }"#,
            r#""oscillate": "amplitude" is missing"#,
        ),
        (
            r#"{ "type": "attach_to" }"#,
            r#""attach_to": "parentTag" is missing"#,
        ),
        (
            r#"{ "type": "attach_to", "parentTag": "a", "slotName": 3 }"#,
            r#""attach_to": "slotName" is 3, and should be a string"#,
        ),
        (
            r#"{ "type": "attach_to", "parentTag": "a", "inherit": ["place"] }"#,
            r#""attach_to": "inherit" is ["place"], and should be "all", "position", "topLevel" or a list of parts"#,
        ),
        (
            r#"{ "type": "lifetime", "secs": -1 }"#,
            r#""lifetime": "secs" is -1, and should be 0 or more"#,
        ),
        (
            r#"{ "type": "spawn_on_timer", "template": "shot", "every": 0 }"#,
            r#""spawn_on_timer": "every" is 0, and should be more than 0"#,
        ),
        (
            r#"{ "type": "spawn_on_timer", "template": "shot", "every": 1, "count": 1.5 }"#,
            r#""spawn_on_timer": "count" is 1.5, and should be a whole number"#,
        ),
        (
            r#"{ "type": "spawn_on_timer", "template": "shot", "every": 1 }"#,
            r#""spawn_on_timer": there is no template "shot""#,
        ),
        (r#"{ "speed": 1 }"#, r#"a behavior without a "type""#),
    ];

    for (behavior, wanted) in cases {
        assert_eq!(refused(behavior), wanted);
    }
    assert!(
        refused(r#"{ "type": "fly" }"#)
            .starts_with(r#"no behavior "fly"; there is attach_to, follow_path, "#)
    );
}

#[test]
fn a_template_that_makes_no_sense_is_refused_when_it_is_planted_and_nothing_is() {
    let text = r#"{ "templates": { "bad": { "children": [
        { "name": "Gun", "behaviors": [{ "type": "lifetime" }] }] } }, "entities": [{ "id": "e" }] }"#;
    let mut game: Game = Game::load(text).unwrap();
    game.take_events();

    let refused = game.instantiate_prefab("bad", kinfolk::Transform2::IDENTITY, Default::default());

    assert!(matches!(refused, Err(GameError::Behavior { entity, .. }) if entity == "bad_1_Gun"));
    assert_eq!((game.len(), game.forest().len()), (1, 1));
    assert!(game.take_events().is_empty());
}

#[test]
fn conditions_that_make_no_sense() {
    let cases = [
        (
            r#"{ "when": { "hasTags": "a" } }"#,
            r#"no condition "hasTags"; there is hasTag, hasAnyTag, hasAllTags, lacksTag"#,
        ),
        (
            r#"{ "when": { "hasTag": 3 } }"#,
            r#""hasTag" is a number, and should be words"#,
        ),
        (
            r#"{ "when": "always" }"#,
            r#""when" is "always", and should be an object"#,
        ),
        (
            r#"{ "when": {}, "priority": "high" }"#,
            r#""priority" is "high", and should be a number"#,
        ),
        (
            r#"{ "when": {}, "behaviors": 3 }"#,
            r#""behaviors" is a number, and should be a list"#,
        ),
    ];
    for (group, wanted) in cases {
        let text =
            format!(r#"{{ "entities": [{{ "id": "e", "conditionalBehaviors": [{group}] }}] }}"#);
        let refused = Game::<kinfolk_physics::Rapier>::load(&text).unwrap_err();
        assert_eq!(refused.to_string(), format!("\"e\": {wanted}"));
    }
}
