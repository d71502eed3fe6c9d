//! Real scenes of Godot, imported without being told where their project is: `world --json` puts
//! every node where Godot 4.6 has it.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::{result, said, said_to};

/// Relative, as the oracle asks for.
const TOLERANCE: f64 = 2e-5;
/// The one scene with a camera that scrolls: what is in its parallax layers has moved.
const SCROLLED: &str = "2d_platformer/game_singleplayer.tscn";

fn read(file: &Path) -> Option<Value> {
    let text = fs::read_to_string(file).ok()?;
    Some(serde_json::from_str(&text).unwrap())
}

fn numbers(values: &Value) -> Vec<f64> {
    let all = values.as_array().into_iter().flatten();
    all.filter_map(Value::as_f64).collect()
}

/// The largest of these entries of all matrices, at least 1.
fn largest(nodes: &[Value], entries: std::ops::Range<usize>) -> f64 {
    let matrices = nodes.iter().map(|node| numbers(&node[5]));
    let all = matrices.flat_map(|matrix| matrix.get(entries.clone()).map_or(vec![], <[_]>::to_vec));
    all.fold(1.0, |largest, entry| entry.abs().max(largest))
}

#[test]
fn imported_scenes_are_where_godot_has_them() {
    let oracle = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/oracle");
    let index = read(&oracle.join("scenes/index.json"));
    let golden = read(&oracle.join("golden/scenes_godot.json"));
    let (Some(index), Some(golden)) = (index, golden) else {
        eprintln!("skipped: {} is not here", oracle.display());
        return;
    };
    let mut placed = 0;
    for scene in index["scenes"].as_array().unwrap() {
        let path = scene["scene"].as_str().unwrap();
        let mut answers = golden["scenes"].as_array().unwrap().iter();
        let answer = answers.find(|answer| answer["scene"] == *path);
        let nodes = answer.expect(path)["nodes"].as_array().unwrap();

        let file = oracle.join("scenes").join(path);
        let document = result(said(&["import", file.to_str().unwrap()]));
        let document = String::from_utf8(document).unwrap();
        let world = result(said_to(&document, &["world", "--json", "-"]));
        let entities: Vec<Value> = serde_json::from_slice(&world).unwrap();

        assert_eq!(entities.len(), nodes.len(), "{path}");
        let (linear, far) = (largest(nodes, 0..4), largest(nodes, 4..6));
        let mut is_scrolled = vec![false; nodes.len()];
        for (index, (entity, node)) in entities.iter().zip(nodes).enumerate() {
            let name = &node[1];
            assert_eq!(entity["name"], *name, "{path}");
            let parent = usize::try_from(node[0].as_i64().unwrap()).ok();
            let parent_id = parent.map_or(&Value::Null, |parent| &entities[parent]["id"]);
            assert_eq!(entity["parent"], *parent_id, "{path}: {name}");
            is_scrolled[index] = parent.is_some_and(|parent| is_scrolled[parent])
                || (path == SCROLLED && node[2] == "ParallaxLayer");
            if node[3] != "Node2D" || node[9] == true || is_scrolled[index] {
                continue;
            }
            placed += 1;
            let [a, b, c, d, x, y] = numbers(&node[5])[..] else {
                panic!("{path}: {name} has no world");
            };
            let theirs = [a, -b, -c, d, x, -y];
            for (entry, (ours, theirs)) in numbers(&entity["world"]).iter().zip(theirs).enumerate()
            {
                let tolerated = TOLERANCE * if entry < 4 { linear } else { far };
                let off = (ours - theirs).abs();
                assert!(off <= tolerated, "{path}: {name}: off by {off}");
            }
            assert_eq!(entity["z"], node[6][2], "{path}: {name}");
            assert_eq!(entity["visibleInTree"], node[7][1], "{path}: {name}");
        }
    }
    assert!(placed > 1_000, "only {placed} nodes");
}
