//! Every behavior that comes with Kinfolk.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use kinfolk_game::{Game, Setup};

use crate::{assert_near, game, run, world};

fn angle(game: &Game, id: &str) -> f32 {
    game.local_transform(id).unwrap().rotation
}

/// One entity with one behavior, at (1, 2).
fn alone(behavior: &str) -> Game {
    let entity =
        format!(r#"{{ "id": "e", "transform": {{ "x": 1, "y": 2 }}, "behaviors": [{behavior}] }}"#);
    game("", &entity)
}

#[test]
fn health_goes_down_and_then_the_entity() {
    let mut game = game(
        "",
        r#"{ "id": "e", "behaviors": [{ "type": "health", "maxHealth": 10, "health": 6 }],
        "children": [{ "name": "Hat" }] }"#,
    );
    let entity = game.entity("e").unwrap();

    game.damage(entity, 5.0);
    game.damage(entity, f32::NAN);
    game.step();
    assert_eq!(game.len(), 2);

    game.damage(entity, -100.0);
    game.damage(entity, 9.0);
    game.step();
    assert_eq!(game.len(), 2, "healed to 10, and not to 101");

    game.damage(entity, 1.0);
    game.step();
    assert!(game.is_empty());
}

#[test]
fn rotate_turns_a_child_as_it_turns_a_root() {
    let spin = r#""behaviors": [{ "type": "rotate", "speed": "90deg" }]"#;
    let entities = format!(
        r#"{{ "id": "root", {spin} }}, {{ "id": "still", "children": [{{ "name": "Child", {spin} }}] }}"#
    );
    let mut game = game("", &entities);

    run(&mut game, 60);

    assert!((angle(&game, "root") - FRAC_PI_2).abs() < 1e-4);
    assert_eq!(angle(&game, "root"), angle(&game, "still_Child"));
}

#[test]
fn rotate_is_as_fast_after_hours_as_at_first() {
    let mut game = alone(r#"{ "type": "rotate", "speed": 6 }"#);
    run(&mut game, 500_000);
    let before = angle(&game, "e");

    run(&mut game, 10);

    assert!((angle(&game, "e") - before - 1.0).abs() < 1e-3);
}

#[test]
fn rotate_toward_aims_below_any_parent() {
    for parent in [
        r#""angle": 0.7"#,
        r#""angle": 2, "scaleX": -1"#,
        r#""angle": 2, "scaleY": -3"#,
        r#""angle": -1, "scaleX": 2, "scaleY": 0.5"#,
    ] {
        let entities = format!(
            r#"{{ "id": "base", "transform": {{ "x": 3, {parent} }}, "children": [
                {{ "name": "Gun", "localTransform": {{ "x": 1, "y": 1 }},
                  "behaviors": [{{ "type": "rotate_toward", "target": "prey" }}],
                  "children": [{{ "name": "Tip", "localTransform": {{ "x": 1 }} }}] }}] }},
              {{ "id": "someone", "tags": ["prey"], "transform": {{ "x": -4, "y": 9 }} }}"#
        );
        let mut game = game("", &entities);

        game.step();

        let gun = game.get_world_position("base_Gun").unwrap();
        let tip = game.get_world_position("base_Gun_Tip").unwrap();
        let prey = game.get_world_position("someone").unwrap();
        assert_near((tip - gun).normalize(), (prey - gun).normalize().into());
    }
}

#[test]
fn rotate_toward_turns_the_shorter_way_at_its_speed() {
    let mut game = game(
        "",
        r#"{ "id": "gun", "transform": { "angle": 3 },
             "behaviors": [{ "type": "rotate_toward", "target": "prey", "speed": 0.5 }] },
           { "id": "prey", "transform": { "x": -10, "y": -1 } }"#,
    );
    let aim = PI + 0.1_f32.atan();

    run(&mut game, 6);
    assert!(
        (angle(&game, "gun") - 3.05).abs() < 1e-4,
        "through π, not through 0"
    );

    run(&mut game, 60);
    let off = (angle(&game, "gun") - aim + PI).rem_euclid(TAU) - PI;
    assert!(off.abs() < 1e-3);
}

#[test]
fn rotate_toward_adds_its_offset_and_tells_once_that_nobody_is_there() {
    let mut game = game(
        "",
        r#"{ "id": "gun", "behaviors": [{ "type": "rotate_toward", "target": "prey", "offset": "90deg" }] },
           { "id": "prey", "transform": { "x": 5 } }"#,
    );

    game.step();
    assert!((angle(&game, "gun") - FRAC_PI_2).abs() < 1e-5);

    game.destroy("prey").unwrap();
    run(&mut game, 10);
    let troubles = game.take_troubles();
    assert_eq!(troubles.len(), 1);
    assert_eq!(
        troubles[0].to_string(),
        "frame 1: \"gun\": nobody has the id or the tag \"prey\""
    );
}

#[test]
fn translate_moves_in_the_space_that_it_says() {
    let child = |name: &str, space: &str| {
        format!(
            r#"{{ "name": "{name}", "localTransform": {{ "angle": "90deg" }},
            "behaviors": [{{ "type": "translate", "x": 6, "y": 0{space} }}] }}"#
        )
    };
    let children = [
        child("Local", ""),
        child("Own", r#", "space": "self""#),
        child("World", r#", "space": "world""#),
    ];
    let entity = format!(
        r#"{{ "id": "p", "transform": {{ "x": 1, "angle": "90deg" }}, "children": [{}] }}"#,
        children.join(", ")
    );
    let mut game = game("", &entity);

    run(&mut game, 30);

    assert_near(world(&game, "p_Local"), [1.0, 3.0]);
    assert_near(world(&game, "p_Own"), [-2.0, 0.0]);
    assert_near(world(&game, "p_World"), [4.0, 0.0]);
}

#[test]
fn follow_path_keeps_its_speed_round_corners_and_stays_at_the_end() {
    let mut game = alone(
        r#"{ "type": "follow_path", "points": [[0, 0], { "x": 3 }, [3, 0], [3, 3]], "speed": 2 }"#,
    );
    let mut trace = Vec::new();

    for _ in 0..4 {
        run(&mut game, 60);
        trace.push(world(&game, "e"));
    }

    for (found, wanted) in trace
        .into_iter()
        .zip([[2.0, 0.0], [3.0, 1.0], [3.0, 3.0], [3.0, 3.0]])
    {
        assert_near(found, wanted);
    }
}

#[test]
fn follow_path_goes_round_or_back_and_forth_or_from_where_it_was() {
    let after_3_secs = |more: &str| {
        let path = format!(
            r#"{{ "type": "follow_path", "points": [[0, 0], [2, 0], [2, 2], [0, 2]], "speed": 3{more} }}"#
        );
        let mut game = alone(&path);
        run(&mut game, 180);
        world(&game, "e")
    };

    assert_near(after_3_secs(r#", "loop": true"#), [1.0, 0.0]);
    assert_near(after_3_secs(r#", "pingPong": true"#), [2.0, 1.0]);
    assert_near(
        after_3_secs(r#", "loop": true, "relative": true"#),
        [2.0, 2.0],
    );
    assert_near(after_3_secs(""), [0.0, 2.0]);
}

#[test]
fn a_path_of_one_point_is_a_place() {
    let mut game = alone(r#"{ "type": "follow_path", "points": [[7, 8]], "loop": true }"#);
    run(&mut game, 5);
    assert_near(world(&game, "e"), [7.0, 8.0]);
}

#[test]
fn oscillate_swings_around_where_it_was() {
    let mut game = alone(r#"{ "type": "oscillate", "key": "x", "amplitude": 2, "period": 1 }"#);
    let mut trace = Vec::new();

    for _ in 0..4 {
        run(&mut game, 15);
        trace.push(world(&game, "e")[0]);
    }

    for (found, wanted) in trace.into_iter().zip([3.0, 1.0, -1.0, 1.0]) {
        assert!((found - wanted).abs() < 1e-4, "{found} should be {wanted}");
    }
}

#[test]
fn oscillate_does_not_drift() {
    let mut game =
        alone(r#"{ "type": "oscillate", "key": "angle", "amplitude": "10deg", "period": 0.7 }"#);
    let swing = |frame: f64| {
        let turns = frame * f64::from(1.0_f32 / 60.0) / f64::from(0.7_f32);
        (10_f64.to_radians() * (turns * std::f64::consts::TAU).sin()) as f32
    };

    run(&mut game, 100_000);

    assert!((angle(&game, "e") - swing(100_000.0)).abs() < 1e-5);
}

#[test]
fn oscillate_swings_while_others_move_it() {
    let mut game = alone(
        r#"{ "type": "translate", "x": 1 },
           { "type": "oscillate", "key": "x", "amplitude": 2, "period": 1, "phase": "90deg" },
           { "type": "oscillate", "key": "scaleY", "amplitude": 0.5, "period": 2 }"#,
    );

    run(&mut game, 60);

    assert_near(world(&game, "e"), [1.0 + 1.0 + 2.0, 2.0]);
    run(&mut game, 90);
    let local = game.local_transform("e").unwrap();
    assert_near(local.scale, [1.0, 1.5]);
}

#[test]
fn a_lifetime_is_over_when_it_is_over() {
    for (secs, frames) in [(1.0 / 60.0, 60), (1.0 / 50.0, 50), (0.1, 10)] {
        let text =
            r#"{ "entities": [{ "id": "e", "behaviors": [{ "type": "lifetime", "secs": 1 }] }] }"#;
        let setup = Setup {
            secs,
            ..Setup::default()
        };
        let mut game: Game = Game::load_with(text, setup).unwrap();

        run(&mut game, frames - 1);
        assert_eq!(game.len(), 1);
        run(&mut game, 1);
        assert!(game.is_empty(), "{frames} frames of {secs} are a second");
    }
}

const MAKER: &str = r#"
    "gun": { "slots": { "muzzle": { "x": 2, "y": 0, "layer": 3 } } },
    "shot": { "behaviors": [{ "type": "translate", "x": 6, "space": "self" }] }"#;

fn maker(more: &str) -> Game {
    let entity = format!(
        r#"{{ "id": "gun", "template": "gun", "transform": {{ "x": 10, "angle": "90deg" }},
            "behaviors": [{{ "type": "spawn_on_timer", "template": "shot", "every": 0.5, {more} }}] }}"#
    );
    game(MAKER, &entity)
}

#[test]
fn spawn_on_timer_spawns_every_so_often_and_so_many() {
    let mut game = maker(r#""count": 3, "x": 1, "y": 0"#);
    let mut trace = Vec::new();

    for _ in 0..5 {
        run(&mut game, 30);
        trace.push(game.len() - 1);
    }

    assert_eq!(trace, [1, 2, 3, 3, 3]);
    // Turned as the gun is, it has flown up for two seconds, but for the frame of its birth.
    assert_near(world(&game, "shot_1"), [10.0, 1.0 + 2.0 * 6.0]);
}

#[test]
fn spawn_on_timer_makes_children_and_fills_slots() {
    let mut child = maker(r#""attachToParent": true, "x": 0, "y": 1"#);
    run(&mut child, 30);
    let born = child.get_children("gun").unwrap();
    assert_near(child.get_world_position(born[0]).unwrap(), [9.0, 0.0]);

    let mut slot = maker(r#""attachToSlot": "muzzle""#);
    run(&mut slot, 30);
    let born = slot.get_children("gun").unwrap();
    assert_near(slot.get_world_position(born[0]).unwrap(), [10.0, 2.0]);
    assert_eq!(slot.forest().effective(born[0]).unwrap().z(), 3);
}

#[test]
fn a_timer_that_rings_without_end_is_stopped_in_every_frame() {
    let mut game = game(
        r#""dust": {}"#,
        r#"{ "id": "e", "behaviors": [{ "type": "spawn_on_timer", "template": "dust", "every": 1e-30 }] }"#,
    );

    game.step();

    assert_eq!(game.len() - 1, kinfolk_game::MOST_ACTIONS);
}
