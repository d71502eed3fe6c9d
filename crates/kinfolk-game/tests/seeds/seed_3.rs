//! IMP-001: its unit tests and its integration tests.

use std::f32::consts::FRAC_PI_2;

use kinfolk::Transform2;
use kinfolk_game::{Event, Game, GameError, Placement};
use kinfolk_scene::Overrides;

use crate::{assert_near, game};

fn parent() -> Game {
    let templates = r#"
        "parentTemplate": { "children": [
            { "name": "Child1", "template": "part", "localTransform": { "x": 1, "y": 0 } },
            { "name": "Child2", "template": "part", "localTransform": { "x": -1, "y": 0 } } ] },
        "part": {}"#;
    let entities = r#"{ "id": "parent", "template": "parentTemplate",
        "transform": { "x": 0, "y": 0, "angle": 0, "scaleX": 1, "scaleY": 1 } }"#;
    game(templates, entities)
}

#[test]
fn should_create_child_entities_when_instantiating_parent() {
    let game = parent();

    let children = game.get_children("parent").unwrap();

    assert_eq!(children.len(), 2);
    assert_eq!(game.name(children[0]), Some("Child1"));
    assert_eq!(game.id(children[0]).unwrap(), "parent_Child1");
}

#[test]
fn should_propagate_parent_transform_to_children() {
    let mut game = parent();

    let change = Placement::at(5.0, 5.0).turned(FRAC_PI_2);
    game.set_world_transform("parent", change).unwrap();
    game.update_world_transforms("parent").unwrap();

    let child = game.get_children("parent").unwrap()[0];
    assert_near(game.get_world_position(child).unwrap(), [5.0, 6.0]);
}

#[test]
fn should_cascade_destroy_with_recursive_option() {
    let mut game = parent();

    game.destroy_entity("parent", true).unwrap();

    assert_eq!(game.entity("parent"), None);
    assert_eq!(game.entity("parent_Child1"), None);
}

#[test]
fn should_detach_children_without_recursive_option() {
    let mut game = parent();
    game.set_local_position("parent", 3.0, 2.0).unwrap();

    game.destroy_entity("parent", false).unwrap();

    assert_eq!(game.entity("parent"), None);
    assert!(game.entity("parent_Child1").is_some());
    assert_eq!(game.get_parent("parent_Child1").unwrap(), None);
    assert_near(
        game.get_world_position("parent_Child1").unwrap(),
        [4.0, 2.0],
    );
}

fn boss() -> Game {
    Game::load(include_str!("../../../../games/boss.jsonc")).unwrap()
}

const PARTS: [&str; 3] = ["boss1_LeftArm", "boss1_RightArm", "boss1_Core"];

#[test]
fn spawn_boss_with_3_parts_all_created() {
    let game = boss();

    let parts = game.get_children("boss1").unwrap();

    let ids: Vec<String> = parts.iter().filter_map(|&part| game.id(part)).collect();
    assert_eq!(ids[..3], PARTS);
    let prefab = boss().instantiate_prefab("boss", Transform2::at(1.0, 1.0), Overrides::default());
    assert_eq!(
        prefab.unwrap().children.len(),
        game.get_descendants("boss1").unwrap().len()
    );
}

#[test]
fn move_boss_parts_follow() {
    let mut game = boss();
    let before = PARTS.map(|part| game.get_world_position(part).unwrap());

    let at = game.get_world_position("boss1").unwrap();
    game.set_world_position("boss1", at.x + 7.0, at.y - 2.0)
        .unwrap();

    for (part, before) in PARTS.into_iter().zip(before) {
        let now = game.get_world_position(part).unwrap();
        assert_near(now - before, [7.0, -2.0]);
    }
}

#[test]
fn destroy_one_arm_boss_still_exists() {
    let mut game = boss();

    game.damage(game.entity("boss1_LeftArm").unwrap(), 1e6);
    game.step();

    assert_eq!(game.entity("boss1_LeftArm"), None);
    assert!(game.entity("boss1").is_some() && game.entity("boss1_RightArm").is_some());
}

#[test]
fn destroy_boss_all_parts_removed() {
    let mut game = boss();
    game.take_events();

    game.damage(game.entity("boss1").unwrap(), 1e6);
    game.step();

    assert!(PARTS.iter().all(|part| game.entity(part).is_none()));
    let gone: Vec<String> = game
        .take_events()
        .into_iter()
        .filter_map(|event| match event {
            Event::Destroyed { id, .. } => Some(id.to_string()),
            _ => None,
        })
        .collect();
    assert_eq!(
        gone.last().unwrap(),
        "boss1",
        "children are before their parents"
    );
    assert!(
        PARTS
            .iter()
            .all(|part| gone.iter().filter(|id| id == part).count() == 1)
    );
}

#[test]
fn hierarchy_queries() {
    let game = game(
        "",
        r#"{ "id": "a", "children": [
        { "name": "B", "children": [{ "name": "C" }] }, { "name": "D" }] }"#,
    );
    let ids = |nodes: Vec<_>| game.scene().ids(&nodes).join(" ");

    assert_eq!(ids(game.get_descendants("a").unwrap()), "a_B a_B_C a_D");
    assert_eq!(ids(game.get_ancestors("a_B_C").unwrap()), "a_B a");
    assert_eq!(ids(vec![game.get_root("a_B_C").unwrap()]), "a");
    assert_eq!(ids(vec![game.get_root("a").unwrap()]), "a");
    assert_eq!(game.get_parent("a_D").unwrap(), game.entity("a"));
}

#[test]
fn reparent_converts_world_to_local() {
    let mut game = game(
        "",
        r#"{ "id": "ship", "transform": { "x": 10, "angle": "90deg" } },
        { "id": "crate", "transform": { "x": 10, "y": 2 } }"#,
    );

    game.reparent("crate", "ship", None).unwrap();

    assert_near(game.get_world_position("crate").unwrap(), [10.0, 2.0]);
    assert_near(game.get_local_position("crate").unwrap(), [2.0, 0.0]);
    game.detach_child("crate").unwrap();
    assert_near(game.get_local_position("crate").unwrap(), [10.0, 2.0]);
    game.attach_child("ship", "crate", Some(Placement::at(0.0, 1.0)))
        .unwrap();
    assert_near(game.get_world_position("crate").unwrap(), [9.0, 0.0]);
}

#[test]
fn circular_templates_are_refused() {
    let text = r#"{ "templates": {
        "a": { "children": [{ "name": "B", "template": "b" }] },
        "b": { "children": [{ "name": "A", "template": "a" }] } }, "entities": [] }"#;

    let refused = Game::<kinfolk_physics::Rapier>::load(text);

    let Err(GameError::Document(why)) = refused else {
        panic!("a circle")
    };
    assert!(why.to_string().contains("a → b → a"), "{why}");
}

#[test]
fn a_turret_aims_and_its_barrel_turns_with_it() {
    let mut game: Game = Game::load(include_str!("../../../../games/tower.jsonc")).unwrap();

    game.step();

    let player = game.get_world_position("player").unwrap();
    for tower in ["tower1", "tower2"] {
        let turret = game.get_world_position(&format!("{tower}_Turret")).unwrap();
        let barrel = game
            .get_world_position(&format!("{tower}_Turret_Barrel"))
            .unwrap();
        let aim = (player - turret).normalize();
        assert_near(barrel, (turret + aim * 0.5).into());
    }
}
