//! One thread draws a scene while others read it: nobody waits, and everybody sees the same.

use std::thread;

use kinfolk::{DrawOrder, Forest, Node2, NodeId};
use kinfolk_picture::{Picture, Settings, Visual, things, to_png};
use kinfolk_scene::{Scene, load};

/// A wheel of `spokes`, each with a lamp at its end, on different layers.
fn fair(spokes: usize) -> (Scene, Forest<Node2>) {
    let spoke = |index: usize| {
        format!(
            r#"{{ "name": "Spoke{index}", "template": "spoke", "localTransform": {{ "angle": {index} }}, "z": {} }}"#,
            index % 5
        )
    };
    let spokes: Vec<String> = (0..spokes).map(spoke).collect();
    let text = format!(
        r#"{{
            "templates": {{ "spoke": {{
                "sprite": {{ "type": "rect", "width": 4, "height": 0.2, "color": "teal" }},
                "children": [{{ "name": "Lamp", "localTransform": {{ "x": 4 }}, "sprite": {{ "type": "circle", "radius": 0.5, "color": "orange" }} }}]
            }} }},
            "entities": [{{ "id": "wheel", "transform": {{ "x": 3, "y": 1 }}, "children": [{}] }}]
        }}"#,
        spokes.join(", ")
    );
    let (document, plan) = load(&text).into_parts().unwrap();
    let mut forest = Forest::new();
    let scene = Scene::instantiate(document, plan, &mut forest).unwrap();
    forest.update();
    (scene, forest)
}

fn drawn(scene: &Scene, forest: &Forest<Node2>) -> Vec<u8> {
    let visuals = |scene: &Scene, node: NodeId| {
        let sprite = scene.fields(node).and_then(|fields| fields.sprite.set());
        let json = sprite.map(|sprite| serde_json::from_str(&sprite.to_string()).unwrap());
        json.map_or(Vec::new(), |json: serde_json::Value| {
            Visual::all_from_json(&json).unwrap()
        })
    };
    let picture = Picture {
        things: things(scene, forest, visuals),
    };
    to_png(&picture, &Settings::default()).unwrap()
}

/// What a reader reads: every id, the bits of every world, and the draw order.
fn read(scene: &Scene, forest: &Forest<Node2>) -> (Vec<(String, [u32; 6])>, Vec<NodeId>) {
    let worlds = scene.nodes().iter().map(|&node| {
        let world = forest.effective(node).unwrap().to_array();
        (scene.id(node).unwrap(), world.map(f32::to_bits))
    });
    (worlds.collect(), DrawOrder::new().refresh(forest).to_vec())
}

#[test]
fn several_threads_read_a_forest_while_another_draws_it() {
    let (scene, mut forest) = fair(200);
    let wheel = scene.node("wheel").unwrap();
    for frame in 0..5 {
        forest
            .edit(wheel, |wheel| wheel.transform.rotation = frame as f32 * 0.1)
            .unwrap();
        forest.update();
        let (picture, facts) = (drawn(&scene, &forest), read(&scene, &forest));

        let (scene, forest) = (&scene, &forest);
        thread::scope(|scope| {
            let painter = scope.spawn(move || drawn(scene, forest));
            let readers: Vec<_> = (0..4)
                .map(|_| scope.spawn(move || read(scene, forest)))
                .collect();
            for reader in readers {
                assert!(reader.join().unwrap() == facts, "frame {frame}");
            }
            assert!(painter.join().unwrap() == picture, "frame {frame}");
        });
    }
}
