//! A sun, its planets and their moons go round, and a picture shows where they were.
//!
//! `cargo run -p kinfolk-hecs --example orrery | cargo run --release -- render - -o orrery.png`
//! draws it: the example prints a scene, as text, to be drawn by Kinfolk's command line.

use std::error::Error;
use std::io::{self, Write};

use glam::Vec2;
use hecs::{Entity, World};
use kinfolk::Node2;
use kinfolk_hecs::{ChildOf, Effective, Family, Own};
use kinfolk_scene::Document;
use serde_json::{Value, json};

/// Goes round its parent.
struct Orbit {
    radius: f32,
    /// In a frame.
    turn_radians: f32,
}

/// How it is called and how it looks.
struct Looks {
    name: &'static str,
    radius: f64,
    color: &'static str,
}

/// Where it was, frame by frame.
#[derive(Default)]
struct Trail(Vec<Vec2>);

const FRAMES: usize = 90;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut world, mut family) = (World::new(), Family::new());
    let sun = world.spawn((Own::new(Node2::default()), looks("sun", 1.2, "#f9c74f")));
    body(
        &mut world,
        sun,
        2.4,
        0.11,
        looks("mercury", 0.22, "#adb5bd"),
    );
    let earth = body(&mut world, sun, 5.0, 0.045, looks("earth", 0.45, "#3a86ff"));
    let jupiter = body(&mut world, sun, 9.5, 0.02, looks("jupiter", 0.8, "#e07a5f"));
    body(&mut world, earth, 1.1, 0.31, looks("moon", 0.16, "#8d99ae"));
    body(&mut world, jupiter, 1.5, 0.27, looks("io", 0.14, "#ffd166"));
    let callisto = body(
        &mut world,
        jupiter,
        2.4,
        -0.15,
        looks("callisto", 0.22, "#b08968"),
    );
    body(
        &mut world,
        callisto,
        0.5,
        0.6,
        looks("probe", 0.08, "#06d6a0"),
    );

    for frame in 0..FRAMES {
        go_round(&mut world, frame);
        family.sync(&mut world);
        leave_trails(&mut world);
    }
    let scene: Document = scene(&world, &family).to_string().parse()?;
    io::stdout().write_all(scene.to_text().as_bytes())?;
    Ok(())
}

const fn looks(name: &'static str, radius: f64, color: &'static str) -> Looks {
    Looks {
        name,
        radius,
        color,
    }
}

fn body(world: &mut World, parent: Entity, radius: f32, turn_radians: f32, looks: Looks) -> Entity {
    let orbit = Orbit {
        radius,
        turn_radians,
    };
    let own = Own::new(Node2::at(radius, 0.0));
    world.spawn((own, ChildOf::new(parent), orbit, looks, Trail::default()))
}

/// Writes places relative to parents; nobody thinks of grandparents.
fn go_round(world: &mut World, frame: usize) {
    for (own, orbit) in world.query_mut::<(&mut Own, &Orbit)>() {
        let angle = frame as f32 * orbit.turn_radians;
        own.transform.position = Vec2::from_angle(angle) * orbit.radius;
    }
}

/// Reads places in the world.
fn leave_trails(world: &mut World) {
    for (effective, trail) in world.query_mut::<(&Effective, &mut Trail)>() {
        trail.0.push(effective.position());
    }
}

/// Everybody as an entity of a scene, parents before children, and the trails behind them.
fn scene(world: &World, family: &Family) -> Value {
    let mut entities = Vec::new();
    let circle =
        |radius: f64, color: &str| json!({ "type": "circle", "radius": radius, "color": color });
    for (looks, trail) in &mut world.query::<(&Looks, &Trail)>() {
        for (frame, place) in trail.0.iter().enumerate() {
            entities.push(json!({
                "id": format!("{}_{frame}", looks.name),
                "transform": { "x": place.x, "y": place.y },
                "sprite": circle(0.05, looks.color),
                "z": -1,
            }));
        }
    }
    let everybody = family.roots().flat_map(|root| {
        let below = family.descendants(root);
        std::iter::once(root).chain(below)
    });
    for entity in everybody {
        let (Ok(own), Ok(looks)) = (world.get::<&Own>(entity), world.get::<&Looks>(entity)) else {
            continue;
        };
        let Vec2 { x, y } = own.transform.position;
        let mut described =
            json!({ "id": looks.name, "sprite": circle(looks.radius, looks.color) });
        let parent = family
            .parent(entity)
            .and_then(|parent| world.get::<&Looks>(parent).ok());
        let place = json!({ "x": x, "y": y });
        match parent {
            None => described["transform"] = place,
            Some(parent) => {
                described["parent"] = json!(parent.name);
                described["localTransform"] = place;
            }
        }
        entities.push(described);
    }
    json!({ "version": 1, "entities": entities })
}

#[test]
fn it_prints_a_scene() {
    main().unwrap();
}
