//! Whole entities come out of a document: `cargo run --example 04_scene`.
#![expect(clippy::print_stdout, reason = "an example is there to be read")]

use kinfolk::{Forest, Transform2};
use kinfolk_scene::{Overrides, Scene, load};

const KNIGHTS: &str = r#"{
    "templates": {
        "knight": {
            "slots": { "hand": { "x": 0.8, "y": 0.2, "layer": 1 } },
            "children": [{ "name": "Sword", "template": "sword", "slot": "hand" }]
        },
        "sword": { "tags": ["sharp"] }
    },
    "entities": [
        { "id": "arthur", "template": "knight", "transform": { "x": 3 } },
        { "id": "flag", "parent": "arthur_Sword", "localTransform": { "y": 1 } } // on the sword
    ]
}"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Everything that is wrong with a document is told at once, with its place and what to try.
    let wrong = KNIGHTS.replace("\"slot\": \"hand\"", "\"slot\": \"hnad\"");
    println!("{}\n", load(&wrong).diagnostics);

    let (document, plan) = load(KNIGHTS).into_parts()?;
    let mut forest = Forest::new();
    let mut scene = Scene::instantiate(document, plan, &mut forest)?;

    // Another one while the game runs.
    let place = Transform2 {
        position: [9.0, 0.0].into(),
        ..Transform2::default()
    };
    let prefab = scene.instantiate_prefab(&mut forest, "knight", place, &Overrides::default())?;
    println!(
        "{} came into the world",
        scene.id(prefab.root()).unwrap_or_default()
    );
    forest.update();

    for node in forest.walk() {
        let id = scene.id(node).unwrap_or_default();
        let at = forest.world_position(node).unwrap_or_default();
        println!(
            "{:1$}{id} at {at:.1}",
            "",
            2 * forest.depth(node).unwrap_or(0)
        );
    }
    let flag = scene.node("flag").ok_or("the flag is gone")?;
    assert_eq!(
        forest.world_position(flag).map(|at| at.to_array()),
        Some([3.8, 1.2])
    );

    // What lives goes back into a file.
    forest.set_position(flag, [0.0, 2.0])?;
    let text = scene.capture(&forest).to_text();
    assert!(text.contains(r#""id": "flag""#) && text.contains(r#""y": 2"#));
    Ok(())
}

#[test]
fn it_runs() {
    main().unwrap();
}
