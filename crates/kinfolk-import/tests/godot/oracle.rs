//! Real scenes, against what Godot 4.6 itself makes of them.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::living::{import_from, living};

/// Relative, as the oracle asks for.
const TOLERANCE: f64 = 2e-5;
/// The one scene with a camera that scrolls: what is in its parallax layers has moved.
const SCROLLED: &str = "2d_platformer/game_singleplayer.tscn";

#[test]
fn real_scenes_are_where_godot_has_them() {
    let oracle = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/oracle");
    let Ok(golden) = fs::read_to_string(oracle.join("golden/scenes_godot.json")) else {
        eprintln!("skipped: {} is not here", oracle.display());
        return;
    };
    let golden: Value = serde_json::from_str(&golden).expect("the oracle is JSON");
    let mut compared = 0;
    let mut placed = 0;
    let mut worst: f64 = 0.0;
    for scene in golden["scenes"].as_array().expect("a list of scenes") {
        let path = scene["scene"].as_str().expect("a path");
        let nodes = scene["nodes"].as_array().expect("a list of nodes");

        let imported = import_from(&oracle.join("scenes"), path);
        let imported = imported.unwrap_or_else(|problems| panic!("{path}: {problems}"));
        let ours = living(&imported);

        assert_eq!(ours.len(), nodes.len(), "{path}");
        let (reach, stretch) = extent(nodes);
        let mut is_scrolled = vec![false; nodes.len()];
        for (index, (ours, theirs)) in ours.iter().zip(nodes).enumerate() {
            let name = theirs[1].as_str().expect("a name");
            let parent = theirs[0]
                .as_i64()
                .and_then(|parent| usize::try_from(parent).ok());
            assert_eq!((ours.name.as_str(), ours.parent), (name, parent), "{path}");
            compared += 1;
            let parent_is_scrolled = parent.is_some_and(|parent| is_scrolled[parent]);
            let scrolls = path == SCROLLED && theirs[2] == "ParallaxLayer";
            is_scrolled[index] = parent_is_scrolled || scrolls;
            if theirs[3] != "Node2D" || theirs[9] == true || is_scrolled[index] {
                continue;
            }
            placed += 1;
            let world: Vec<f64> = numbers(&theirs[5]);
            let [a, b, c, d, x, y] = world[..] else {
                panic!("{path}: {name} has no world");
            };
            let flipped = [a, -b, -c, d, x, -y];
            for (axis, (&ours, theirs)) in ours.world.iter().zip(flipped).enumerate() {
                let size = if axis < 4 { stretch } else { reach };
                let error = (f64::from(ours) - theirs).abs() / (TOLERANCE * size);
                assert!(error <= 1.0, "{path}: {name}: {ours} and not {theirs}");
                worst = worst.max(error);
            }
            assert_eq!(
                Some(i64::from(ours.z)),
                theirs[6][2].as_i64(),
                "{path}: {name}"
            );
            assert_eq!(ours.visible, theirs[7][0] == true, "{path}: {name}");
            assert_eq!(ours.visible_in_tree, theirs[7][1] == true, "{path}: {name}");
        }
    }
    eprintln!(
        "{compared} nodes, {placed} of them with a place; the worst is {worst:.4} of the tolerance"
    );
    assert!(placed > 1000);
}

/// The largest position and the largest entry of a matrix, both at least 1.
fn extent(nodes: &[Value]) -> (f64, f64) {
    let mut reach: f64 = 1.0;
    let mut stretch: f64 = 1.0;
    for world in nodes
        .iter()
        .map(|node| numbers(&node[5]))
        .filter(|world| world.len() == 6)
    {
        stretch = world[..4]
            .iter()
            .fold(stretch, |most, entry| most.max(entry.abs()));
        reach = world[4..]
            .iter()
            .fold(reach, |most, entry| most.max(entry.abs()));
    }
    (reach, stretch)
}

fn numbers(value: &Value) -> Vec<f64> {
    let all = value.as_array().into_iter().flatten();
    all.filter_map(Value::as_f64).collect()
}
