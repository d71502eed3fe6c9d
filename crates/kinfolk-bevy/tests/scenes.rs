//! Documents in a world: a whole game is spawned, moves, and is refused as a whole.
#![cfg(feature = "scene")]

use bevy_ecs::prelude::*;
use kinfolk_bevy::scene::{Casting, SceneError, SceneId, spawn_scene};
use kinfolk_bevy::{Effective, Native, Own, install, sync};

const BOSS: &str = include_str!("../../../games/boss.jsonc");

#[derive(Component)]
struct Health(f64);

#[derive(Component)]
struct Picture(usize);

fn casting() -> Casting {
    Casting::new()
        .behavior("health", |json| {
            let most = json["maxHealth"].as_f64();
            Ok(Health(most.ok_or("maxHealth is missing")?))
        })
        .sprite(|json| Ok(Picture(json.as_array().map_or(1, <[_]>::len))))
}

#[test]
fn a_boss_is_spawned_with_its_parts() {
    let mut world = World::new();
    install::<Native>(&mut world);
    let spawned = spawn_scene(&mut world, &casting(), BOSS).unwrap();
    let mut schedule = Schedule::default();
    schedule.add_systems(sync::<Native>);
    schedule.run(&mut world);

    let boss = spawned.get("boss1").unwrap();
    let arm = spawned.get("boss1_LeftArm").unwrap();
    assert_eq!(world.get::<ChildOf>(arm).unwrap().parent(), boss);
    assert_eq!(world.get::<SceneId>(arm).unwrap().0, "boss1_LeftArm");
    assert_eq!(world.get::<Health>(boss).unwrap().0, 1000.0);
    assert_eq!(world.get::<Health>(arm).unwrap().0, 100.0);
    assert_eq!(world.get::<Picture>(boss).unwrap().0, 6);

    let [boss, arm] = [boss, arm].map(|entity| world.get::<Effective>(entity).unwrap().0);
    let offset = arm.position() - boss.position();
    assert_eq!(offset.to_array(), [-1.5, 0.5], "in its slot");
}

#[test]
fn what_makes_no_component_spawns_nothing() {
    let mut world = World::new();
    let casting = Casting::new().behavior("health", |_| Err::<Health, _>("no such thing".into()));
    let refused = spawn_scene(&mut world, &casting, BOSS).unwrap_err();

    assert!(matches!(&refused, SceneError::Component { what, .. } if what == "health"));
    assert!(refused.to_string().contains("no such thing"));
    assert_eq!(world.query::<&Own>().iter(&world).count(), 0);
}

#[test]
fn a_document_with_a_mistake_spawns_nothing() {
    let mut world = World::new();
    let text = BOSS.replace("\"bossCore\",", "\"bossCare\",");
    let refused = spawn_scene(&mut world, &casting(), &text).unwrap_err();

    assert!(matches!(refused, SceneError::Document(_)));
    assert!(refused.to_string().contains("bossCare"));
    assert_eq!(world.query::<&Own>().iter(&world).count(), 0);
}
