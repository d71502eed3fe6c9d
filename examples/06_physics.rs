//! Bodies and parts agree in the same frame: `cargo run --example 06_physics`.
#![expect(clippy::print_stdout, reason = "an example is there to be read")]

use kinfolk::Forest;
use kinfolk_physics::Physics;
use kinfolk_scene::{Scene, load};

const CRATE: &str = r#"{
    "templates": {
        "crate": {
            "physics": { "bodyType": "dynamic", "shape": "box", "width": 1, "height": 1 },
            "children": [
                { "name": "Lid", "localTransform": { "y": 0.5 } },
                {
                    "name": "Rope",
                    "localTransform": { "x": 0.5 },
                    "physics": { "child": "joint", "shape": "box", "width": 1, "height": 0.1, "offset": [0.5, 0] }
                }
            ]
        }
    },
    "entities": [
        { "id": "ground", "physics": { "bodyType": "static", "shape": "box", "width": 20, "height": 1 } },
        { "id": "box", "template": "crate", "transform": { "y": 5, "angle": "20deg" } }
    ]
}"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (document, plan) = load(CRATE).into_parts()?;
    let mut forest = Forest::new();
    let scene = Scene::instantiate(document, plan, &mut forest)?;
    forest.update();
    let mut physics: Physics = Physics::default();
    let added = physics.add_scene(&mut forest, &scene);
    added.map_err(|problems| format!("{problems:?}"))?;
    let node = |id| scene.node(id).ok_or("it is gone");
    let (lid, body) = (node("box_Lid")?, node("box")?);

    for frame in 0..240 {
        physics.advance(&mut forest, 1.0 / 60.0);
        // The lid has no body: it is where the crate takes it, never a frame behind.
        let crate_at = forest.world_position(body).ok_or("it is gone")?;
        let lid_at = forest.world_position(lid).ok_or("it is gone")?;
        assert!((crate_at.distance(lid_at) - 0.5).abs() < 1e-3);
        if frame % 60 == 0 {
            println!("frame {frame}: crate at {crate_at:.2}, lid at {lid_at:.2}");
        }
    }
    let rests = forest.world_position(body).ok_or("it is gone")?;
    println!("the crate rests at {rests:.2}");
    assert!((rests.y - 1.0).abs() < 0.05);
    Ok(())
}

#[test]
fn it_runs() {
    main().unwrap();
}
