//! RFC 243: transform maths, flags, z, destruction, cycles, and the facade.

use std::f32::consts::FRAC_PI_2;

use kinfolk_game::{Game, GameError, Placement};

use crate::{assert_near, game};

/// A parent at (10, 20), turned by a quarter and twice as large, and somebody at (1, 0).
fn pair() -> Game {
    let entities = r#"{ "id": "parent", "transform": { "x": 10, "y": 20, "angle": "90deg", "scaleX": 2, "scaleY": 2 } },
        { "id": "child", "transform": { "x": 1, "y": 0, "angle": 0.25 } }"#;
    game("", entities)
}

fn chain(length: usize) -> Game {
    let ids: Vec<String> = (0..length)
        .map(|at| format!("{{ \"id\": \"e{at}\" }}"))
        .collect();
    game("", &ids.join(", "))
}

#[test]
fn a_root_is_where_its_numbers_say() {
    let game = pair();
    assert_near(game.get_world_position("parent").unwrap(), [10.0, 20.0]);
    assert_near(game.get_local_position("parent").unwrap(), [10.0, 20.0]);
}

#[test]
fn a_child_is_at_its_parents_position_plus_its_own() {
    let mut game = pair();

    game.set_parent("child", "parent").unwrap();

    let world = game.world_transform("child").unwrap();
    assert_near(world.position, [11.0, 20.0]);
    assert!((world.rotation - 0.25).abs() < 1e-6, "its own alone");
    assert_near(world.scale, [1.0, 1.0]);
}

#[test]
fn inherit_rotation_turns_the_offset_and_the_child() {
    let mut game = pair();

    game.set_parent_inheriting("child", "parent", true, false)
        .unwrap();

    let world = game.world_transform("child").unwrap();
    assert_near(world.position, [10.0, 21.0]);
    assert!((world.rotation - (FRAC_PI_2 + 0.25)).abs() < 1e-6);
    assert_near(world.scale, [1.0, 1.0]);
}

#[test]
fn inherit_scale_takes_over_the_parents_scale() {
    let mut game = pair();

    game.set_parent_inheriting("child", "parent", false, true)
        .unwrap();

    let world = game.world_transform("child").unwrap();
    assert!((world.rotation - 0.25).abs() < 1e-6);
    assert_near(world.scale, [2.0, 2.0]);
}

#[test]
fn moving_a_parent_moves_all_descendants() {
    let mut game = chain(3);
    game.set_local_position("e1", 1.0, 0.0).unwrap();
    game.set_local_position("e2", 0.0, 1.0).unwrap();
    game.set_parent("e1", "e0").unwrap();
    game.set_parent("e2", "e1").unwrap();

    game.set_local_position("e0", 100.0, 50.0).unwrap();

    assert_near(game.get_world_position("e2").unwrap(), [101.0, 51.0]);
}

#[test]
fn z_10_and_2_make_12() {
    let game = game(
        "",
        r#"{ "id": "parent", "z": 10, "children": [
        { "name": "Child", "z": 2, "children": [{ "name": "Plain" }] },
        { "name": "Absolute", "z": 2, "zRelative": false }] }"#,
    );
    let z = |id| {
        game.forest()
            .effective(game.entity(id).unwrap())
            .unwrap()
            .z()
    };

    assert_eq!(z("parent_Child"), 12);
    assert_eq!(z("parent_Child_Plain"), 12);
    assert_eq!(z("parent_Absolute"), 2);
}

#[test]
fn destroying_a_parent_destroys_the_subtree() {
    let mut game = chain(3);
    game.set_parent("e1", "e0").unwrap();
    game.set_parent("e2", "e1").unwrap();

    game.destroy("e0").unwrap();

    assert!(game.is_empty());
    assert!(game.forest().is_empty());
}

#[test]
fn children_that_are_unparented_first_live_on() {
    let mut game = chain(3);
    game.set_parent("e1", "e0").unwrap();
    game.set_parent("e2", "e0").unwrap();

    for child in game.get_children("e0").unwrap() {
        game.remove_parent(child).unwrap();
    }
    game.destroy("e0").unwrap();

    assert_eq!(game.len(), 2);
    assert_eq!(game.get_parent("e1").unwrap(), None);
}

#[test]
fn nobody_is_its_own_parent() {
    let mut game = chain(1);
    let refused = game.set_parent("e0", "e0");
    assert!(matches!(refused, Err(GameError::Itself(id)) if id == "e0"));
}

#[test]
fn an_ancestor_is_not_put_below_its_descendant() {
    let mut game = chain(3);
    game.set_parent("e1", "e0").unwrap();
    game.set_parent("e2", "e1").unwrap();

    let refused = game.set_parent("e0", "e2");

    assert!(
        matches!(refused, Err(GameError::Circular { child, parent }) if child == "e0" && parent == "e2")
    );
    assert_eq!(game.get_parent("e0").unwrap(), None, "as it was");
}

#[test]
fn a_hierarchy_of_more_than_32_levels_is_too_deep() {
    let mut game = chain(34);
    for at in 1..=32 {
        game.set_parent(&format!("e{at}"), &format!("e{}", at - 1))
            .unwrap();
    }

    let refused = game.set_parent("e33", "e32");

    assert!(matches!(refused, Err(GameError::TooDeep { limit: 32, .. })));
    assert_eq!(game.get_parent("e33").unwrap(), None);
    assert!(
        matches!(
            game.set_parent("e0", "e32"),
            Err(GameError::Circular { .. })
        ),
        "a loop first"
    );
}

#[test]
fn local_and_world_positions_are_set_and_read() {
    let mut game = pair();
    game.attach_child("parent", "child", Some(Placement::at(1.0, 0.0)))
        .unwrap();
    assert_near(game.get_world_position("child").unwrap(), [10.0, 22.0]);

    game.set_world_position("child", 10.0, 26.0).unwrap();
    assert_near(game.get_local_position("child").unwrap(), [3.0, 0.0]);

    game.set_local_position("child", 0.0, 1.0).unwrap();
    assert_near(game.get_world_position("child").unwrap(), [8.0, 20.0]);
}

#[test]
fn remove_parent_keeps_the_numbers() {
    let mut game = pair();
    game.set_parent("child", "parent").unwrap();

    game.remove_parent("child").unwrap();

    assert_near(game.get_world_position("child").unwrap(), [1.0, 0.0]);
    assert!(game.get_children("parent").unwrap().is_empty());
}

#[test]
#[expect(deprecated, reason = "that they still work is the point")]
fn the_deprecated_names_are_local() {
    let mut game = pair();
    game.set_parent("child", "parent").unwrap();

    game.set_position("child", 4.0, 5.0).unwrap();

    assert_near(game.get_position("child").unwrap(), [4.0, 5.0]);
    assert_near(game.get_local_position("child").unwrap(), [4.0, 5.0]);
    assert_near(game.get_world_position("child").unwrap(), [14.0, 25.0]);
}

#[test]
fn a_mirrored_parent_mirrors_the_places_of_its_children() {
    let game: Game = Game::load(include_str!("../../../../games/mirrored_enemy.jsonc")).unwrap();
    let enemy = game.get_world_position("enemy_1").unwrap();
    let weapon = game.get_world_position("weapon_1").unwrap();
    assert_near(weapon - enemy, [-10.0, 0.0]);
}
