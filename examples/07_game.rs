//! Behaviors and rules as data, input, events: `cargo run --example 07_game`.
#![expect(clippy::print_stdout, reason = "an example is there to be read")]

use kinfolk_game::{Event, Game};

const TOWER: &str = r#"{
    "templates": {
        "tower": {
            "children": [{ "name": "Cannon", "behaviors": [{ "type": "rotate_toward", "target": "enemy", "speed": 4 }] }]
        },
        "goblin": {
            "tags": ["enemy"],
            "behaviors": [
                { "type": "translate", "x": -2 },
                { "type": "health", "maxHealth": 3 },
                { "type": "lifetime", "secs": 4 }
            ]
        }
    },
    "entities": [
        { "id": "tower1", "template": "tower" },
        { "id": "scout", "template": "goblin", "transform": { "x": 8, "y": 3 } }
    ],
    "rules": [
        { "on": { "type": "timer", "every": 1 }, "do": [{ "type": "spawn", "template": "goblin", "x": 8, "y": 3 }] },
        { "on": { "type": "input", "name": "fire" }, "do": [{ "type": "damage", "target": "enemy", "amount": 2 }] }
    ]
}"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game: Game = Game::load(TOWER)?;
    let (mut came, mut went) = (0, 0);
    for frame in 1..=300 {
        if frame % 100 == 0 {
            game.signal("fire");
        }
        game.step();
        for event in game.take_events() {
            match event {
                Event::Spawned(_) => came += 1,
                Event::Destroyed { .. } => went += 1,
                _ => {}
            }
        }
    }
    println!("{came} came, {went} went, {} are there", game.len());
    let cannon = game.entity("tower1_Cannon").ok_or("the cannon is gone")?;
    let aim = game.world_transform(cannon)?.rotation;
    println!("the cannon points to {:.0} degrees", aim.to_degrees());
    assert!(game.take_troubles().is_empty());

    // A game is a value: its copy goes on exactly as it does itself.
    let mut copy = game.clone();
    for _ in 0..60 {
        game.step();
        copy.step();
    }
    assert_eq!(game.save(), copy.save());
    Ok(())
}

#[test]
fn it_runs() {
    main().unwrap();
}
