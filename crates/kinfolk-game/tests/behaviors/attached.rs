//! `attach_to`: dragged along as if it were a child.

use kinfolk::Transform2;
use kinfolk_game::{Game, Placement};

use crate::{assert_near, game, run, world};

fn sample(name: &str) -> Game {
    let path = format!("{}/../../games/{name}", env!("CARGO_MANIFEST_DIR"));
    Game::load(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[track_caller]
fn assert_same(attached: &Game, children: &Game, pairs: &[(&str, &str)]) {
    for &(own, child) in pairs {
        let of = |game: &Game, id: &str| game.forest().effective(game.entity(id).unwrap()).unwrap();
        let (own, child) = (of(attached, own), of(children, child));
        let near = own.to_array().into_iter().zip(child.to_array());
        let off = near.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(off < 1e-4, "frame {}: {own:?} {child:?}", attached.frame());
        assert_eq!(own.z(), child.z());
    }
}

#[test]
fn the_hero_and_what_he_wears_are_the_same_either_way() {
    let (mut attached, mut children) = (sample("hero_attach_to.jsonc"), sample("hero.jsonc"));
    let pairs = [
        ("hero", "hero"),
        ("hat", "hero_Hat"),
        ("feather", "hero_Hat_Feather"),
        ("sword", "hero_Sword"),
        ("shield", "hero_Shield"),
    ];

    for frame in 0..300 {
        for game in [&mut attached, &mut children] {
            let turn = 0.01 * frame as f32;
            let place = Placement::at(5.0 + turn, 2.0 - turn).turned(turn);
            let scale_x = if frame < 200 { 1.0 } else { -2.0 };
            let scale_x = Some(scale_x);
            game.set_local_transform("hero", Placement { scale_x, ..place })
                .unwrap();
            game.step();
        }
        assert_same(&attached, &children, &pairs);
    }
}

#[test]
fn the_airship_and_what_hangs_from_it_are_the_same_either_way() {
    let (mut attached, mut children) = (sample("airship_attach_to.jsonc"), sample("airship.jsonc"));
    let pairs = [
        ("merry", "merry"),
        ("second", "second"),
        ("gondola", "gondola"),
        ("propeller", "propeller"),
        ("lantern", "gondola_Lantern"),
    ];

    for _ in 0..300 {
        attached.step();
        children.step();
        assert_same(&attached, &children, &pairs);
    }
}

const FEATHERED: &str = r#"
    "hero": { "tags": ["hero"], "slots": { "head": { "y": 2, "layer": 1 } } },
    "hat": { "tags": ["hat"], "slots": { "band": { "x": 1, "layer": 1 } },
             "behaviors": [{ "type": "attach_to", "parentTag": "hero", "slotName": "head" }] },
    "feather": { "behaviors": [{ "type": "attach_to", "parentTag": "hat", "slotName": "band" }] }"#;

#[test]
fn a_chain_is_in_place_in_one_frame_whatever_its_order() {
    let hero = r#"{ "id": "hero", "template": "hero", "z": 5, "behaviors": [{ "type": "translate", "x": 60 }] }"#;
    let hat = r#"{ "id": "hat", "template": "hat" }"#;
    let feather = r#"{ "id": "feather", "template": "feather" }"#;
    for order in [
        [hero, hat, feather],
        [feather, hat, hero],
        [hat, feather, hero],
    ] {
        let mut game = game(FEATHERED, &order.join(", "));

        run(&mut game, 3);

        assert_near(world(&game, "hat"), [3.0, 2.0]);
        assert_near(world(&game, "feather"), [4.0, 2.0]);
        let z = |id| {
            game.forest()
                .effective(game.entity(id).unwrap())
                .unwrap()
                .z()
        };
        assert_eq!((z("hat"), z("feather")), (6, 7));
    }
}

#[test]
fn a_long_snake_is_in_place_in_one_frame() {
    let parts: Vec<String> = (0..200)
        .map(|at| {
            format!(
                r#"{{ "id": "s{at}", "template": "part", "tags": ["t{at}"],
                "behaviors": [{{ "type": "attach_to", "parentTag": "t{}", "slotName": "tail" }}] }}"#,
                at + 1
            )
        })
        .collect();
    let head =
        r#"{ "id": "head", "template": "part", "tags": ["t200"], "transform": { "x": 1000 } }"#;
    let entities = format!("{}, {head}", parts.join(", "));
    let mut game = game(r#""part": { "slots": { "tail": { "x": -1 } } }"#, &entities);

    game.step();

    assert_near(world(&game, "s0"), [800.0, 0.0]);
}

#[test]
fn a_target_below_somebody_who_is_dragged_waits_for_that_one() {
    let mut game = game(
        r#""mast": { "tags": ["mast"] }"#,
        r#"{ "id": "flag", "behaviors": [{ "type": "attach_to", "parentTag": "mast" }] },
           { "id": "boat", "behaviors": [{ "type": "attach_to", "parentTag": "harbour" }],
             "children": [{ "name": "Mast", "template": "mast", "localTransform": { "y": 4 } }] },
           { "id": "harbour", "tags": ["harbour"], "transform": { "x": 9 } }"#,
    );

    game.step();

    assert_near(world(&game, "flag"), [9.0, 4.0]);
}

#[test]
fn a_circle_does_not_hang() {
    let mut game = game(
        "",
        r#"{ "id": "a", "tags": ["a"], "behaviors": [{ "type": "attach_to", "parentTag": "b" }] },
           { "id": "b", "tags": ["b"], "behaviors": [{ "type": "attach_to", "parentTag": "c" }] },
           { "id": "c", "tags": ["c"], "transform": { "x": 2 }, "behaviors": [{ "type": "attach_to", "parentTag": "a" }] }"#,
    );

    run(&mut game, 10);

    assert_eq!(world(&game, "a"), world(&game, "b"));
}

#[test]
fn somebody_with_the_tag_is_not_dragged_to_itself_or_what_is_below_it() {
    let mut game = game(
        "",
        r#"{ "id": "me", "tags": ["t"], "behaviors": [{ "type": "attach_to", "parentTag": "t" }],
             "children": [{ "name": "Below", "tags": ["t"] }] },
           { "id": "other", "tags": ["t"], "transform": { "x": 3 } }"#,
    );

    game.step();

    assert_near(world(&game, "me"), [3.0, 0.0]);
}

#[test]
fn the_first_by_birth_is_followed_and_then_the_next() {
    let mut game = game(
        r#""dog": { "tags": ["dog"] }"#,
        r#"{ "id": "flea", "behaviors": [{ "type": "attach_to", "parentTag": "dog" }] }"#,
    );
    let dog = |game: &mut Game, x| {
        let planted = game.instantiate_prefab("dog", Transform2::at(x, 0.0), Default::default());
        planted.unwrap().root
    };

    let first = dog(&mut game, 1.0);
    dog(&mut game, 2.0);
    game.step();
    assert_near(world(&game, "flea"), [1.0, 0.0]);

    game.destroy(first).unwrap();
    game.step();
    assert_near(world(&game, "flea"), [2.0, 0.0]);
}

#[test]
fn a_missing_target_or_slot_is_told_once_and_the_entity_stays() {
    let mut game = game(
        r#""hook": { "tags": ["hook"] }"#,
        r#"{ "id": "hat", "transform": { "x": 4 }, "behaviors": [{ "type": "attach_to", "parentTag": "nobody" }] },
           { "id": "coat", "transform": { "x": 5 }, "behaviors": [{ "type": "attach_to", "parentTag": "hook", "slotName": "peg" }] },
           { "id": "hook", "template": "hook", "transform": { "x": 9 } }"#,
    );

    run(&mut game, 20);

    let told: Vec<String> = game
        .take_troubles()
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        told,
        [
            "frame 0: \"hat\": nobody has the tag \"nobody\"",
            "frame 0: \"coat\": \"hook\" has no slot \"peg\""
        ]
    );
    assert_near(world(&game, "hat"), [4.0, 0.0]);
    assert_near(world(&game, "coat"), [5.0, 0.0]);
}

#[test]
fn what_is_inherited_can_be_chosen() {
    let sign = |name: &str, inherit: &str| {
        format!(
            r#"{{ "id": "{name}", "transform": {{ "angle": 0.5 }}, "behaviors": [
            {{ "type": "attach_to", "parentTag": "pole", "slotName": "top", "inherit": {inherit} }}] }}"#
        )
    };
    let entities = [
        r#"{ "id": "pole", "template": "pole", "transform": { "x": 1, "angle": "90deg", "scaleX": 2 } }"#.to_owned(),
        sign("all", r#""all""#),
        sign("position", r#""position""#),
        sign("turned", r#"["position", "rotation"]"#),
    ];
    let template = r#""pole": { "tags": ["pole"], "slots": { "top": { "x": 3 } } }"#;
    let mut game = game(template, &entities.join(", "));

    run(&mut game, 2);

    assert_near(world(&game, "all"), [1.0, 6.0]);
    assert_near(world(&game, "position"), [4.0, 0.0]);
    assert_near(world(&game, "turned"), [1.0, 3.0]);
    let angle = |id| game.world_transform(id).unwrap().rotation;
    assert!((angle("position") - 0.5).abs() < 1e-5);
    assert!((angle("turned") - 0.5 - std::f32::consts::FRAC_PI_2).abs() < 1e-5);
}

#[test]
fn a_child_of_somebody_else_is_dragged_to_its_place_in_the_world() {
    let mut game = game(
        r#""hand": { "tags": ["hand"], "slots": { "palm": { "x": 1 } } }"#,
        r#"{ "id": "belt", "transform": { "x": 5, "angle": 1, "scaleX": 3 }, "children": [
             { "name": "Knife", "behaviors": [{ "type": "attach_to", "parentTag": "hand", "slotName": "palm" }] }] },
           { "id": "hand", "template": "hand", "transform": { "x": -7, "y": 2 }, "behaviors": [{ "type": "rotate", "speed": 1 }] }"#,
    );

    run(&mut game, 60);

    assert_near(
        world(&game, "belt_Knife"),
        [-7.0 + 1_f32.cos(), 2.0 + 1_f32.sin()],
    );
}

/// Everybody depends on those with smaller numbers: as a child, by `attach_to`, or both.
fn tangle(seed: u64) -> String {
    let mut state = seed;
    let mut roll = move |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % below
    };
    let mut entities = Vec::new();
    for at in 0..16 {
        let mut parts = vec![format!(
            r#""id": "e{at}", "template": "part", "tags": ["t{at}"]"#
        )];
        let place = format!(
            r#"{{ "x": {at}, "angle": 0.{at}, "scaleX": {} }}"#,
            1 - 2 * (at as i32 % 2)
        );
        if at > 0 && roll(2) == 0 {
            parts.push(format!(
                r#""parent": "e{}", "localTransform": {place}"#,
                roll(at)
            ));
        } else {
            parts.push(format!(r#""transform": {place}"#));
        }
        if at > 0 && roll(3) > 0 {
            let target = roll(at);
            parts.push(format!(
                r#""behaviors": [{{ "type": "attach_to", "parentTag": "t{target}", "slotName": "s" }}]"#
            ));
        }
        let before = roll(entities.len() + 1);
        entities.insert(before, format!("{{ {} }}", parts.join(", ")));
    }
    entities.join(", ")
}

#[test]
fn whatever_hangs_from_whatever_is_in_place_after_one_frame() {
    for seed in 0..300 {
        let template = r#""part": { "slots": { "s": { "x": 1, "y": 2, "layer": 1 } } }"#;
        let mut game = game(template, &tangle(seed));
        let worlds = |game: &Game| -> Vec<_> {
            let nodes = game.entities();
            let worlds = nodes.filter_map(|node| game.forest().effective(node));
            worlds.map(|world| (world.position(), world.z())).collect()
        };

        game.step();
        let once = worlds(&game);
        game.step();

        for (at, (once, twice)) in once.into_iter().zip(worlds(&game)).enumerate() {
            assert_near(once.0, twice.0.into());
            assert_eq!(once.1, twice.1, "seed {seed}, the {at}th");
        }
    }
}
