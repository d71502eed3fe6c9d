//! Documents made from trees that Godot has computed: `world --json` gives its matrices, its
//! draw order and its visibility, however the document is written.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};

use crate::program::{result, said_to};

fn oracle(name: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/oracle");
    serde_json::from_str(&fs::read_to_string(folder.join(name)).unwrap()).unwrap()
}

/// Questions with their answers: the rows of a tree, and what Godot says.
fn asked(questions: &str, answers: &str) -> Vec<(Vec<Value>, Value)> {
    let (questions, answers) = (oracle(questions), oracle(answers));
    let pairs = questions["trees"].as_array().unwrap().iter();
    pairs
        .zip(answers["trees"].as_array().unwrap())
        .map(|(question, answer)| {
            assert_eq!(question["id"], answer["id"]);
            (
                question["nodes"].as_array().unwrap().clone(),
                answer.clone(),
            )
        })
        .collect()
}

/// A flat document with an entity for every row, `n0` and so on.
fn document(rows: &[Value], describe: impl Fn(&Value, &mut Map<String, Value>, &str)) -> String {
    let entities: Vec<Value> = rows
        .iter()
        .enumerate()
        .map(|(index, row)| {
            let mut entity = Map::new();
            entity.insert("id".into(), json!(format!("n{index}")));
            let parent = row[0].as_i64().unwrap();
            if parent >= 0 {
                entity.insert("parent".into(), json!(format!("n{parent}")));
            }
            let place = if parent < 0 {
                "transform"
            } else {
                "localTransform"
            };
            describe(row, &mut entity, place);
            Value::Object(entity)
        })
        .collect();
    json!({ "version": 1, "entities": entities }).to_string()
}

/// The entities that come out, each with its number.
fn worlds(document: &str) -> Vec<(usize, Value)> {
    let said = result(said_to(document, &["world", "--json", "-"]));
    let entities: Vec<Value> = serde_json::from_slice(&said).unwrap();
    let number = |entity: &Value| entity["id"].as_str().unwrap()[1..].parse().unwrap();
    entities
        .into_iter()
        .map(|entity| (number(&entity), entity))
        .collect()
}

fn f64s(values: &Value) -> Vec<f64> {
    values
        .as_array()
        .unwrap()
        .iter()
        .map(|value| value.as_f64().unwrap())
        .collect()
}

/// Whether Godot has cut one of these layers off, which we do not.
fn is_clamped<'a>(layers: impl IntoIterator<Item = &'a Value>) -> bool {
    let mut layers = layers.into_iter();
    layers.any(|layer| layer.as_i64().unwrap().abs() >= 4096)
}

#[test]
fn worlds_are_those_of_godot() {
    let mut compared = 0;
    for (rows, answer) in asked("trees2d.json", "godot4_2d.json") {
        let text = document(&rows, |row, entity, place| {
            entity.insert(
                place.into(),
                json!({ "x": row[1], "y": row[2], "angle": row[3], "scaleX": row[4], "scaleY": row[5] }),
            );
            entity.insert("z".into(), row[6].clone());
            entity.insert("zRelative".into(), row[7].clone());
            entity.insert("visible".into(), row[8].clone());
        });
        let answers = answer["nodes"].as_array().unwrap();
        let matrix = |answer: &Value| f64s(&json!(answer.as_array().unwrap()[..6]));
        let largest = |range: std::ops::Range<usize>| {
            let numbers = answers
                .iter()
                .flat_map(|answer| matrix(answer)[range.clone()].to_vec());
            numbers.fold(1.0, |largest: f64, number| largest.max(number.abs()))
        };
        let (linear, place) = (largest(0..4), largest(4..6));
        let clamped = is_clamped(answers.iter().map(|answer| &answer[10]));

        for (index, entity) in worlds(&text) {
            let (ours, theirs) = (f64s(&entity["world"]), matrix(&answers[index]));
            for (position, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
                let tolerated = 5e-6 * if position < 4 { linear } else { place };
                let off = (ours - theirs).abs();
                assert!(
                    off <= tolerated,
                    "tree {} n{index}: off by {off}",
                    answer["id"]
                );
            }
            if !clamped {
                assert_eq!(entity["z"], answers[index][10], "tree {}", answer["id"]);
            }
            assert_eq!(entity["visibleInTree"], answers[index][11]);
            compared += 1;
        }
    }
    assert!(compared > 3_000, "only {compared} nodes");
}

#[test]
fn the_draw_order_is_that_of_godot() {
    let mut compared = 0;
    for (rows, answer) in asked("zorder_in.json", "godot4_zorder.json") {
        let clamped = is_clamped(answer["effective_z"].as_array().unwrap());
        if clamped {
            continue;
        }
        let flat = document(&rows, |row, entity, _| {
            entity.insert("z".into(), row[1].clone());
            entity.insert("zRelative".into(), row[2].clone());
            entity.insert("visible".into(), row[3].clone());
        });
        let nested = result(said_to(&flat, &["convert", "--nested", "-"]));
        let nested = String::from_utf8(nested).unwrap();
        for text in [flat, nested] {
            let worlds = worlds(&text);
            let in_tree_order: Vec<usize> = worlds.iter().map(|(index, _)| *index).collect();
            let mut drawn: Vec<(u64, usize)> = worlds
                .iter()
                .filter_map(|(index, entity)| Some((entity["drawIndex"].as_u64()?, *index)))
                .collect();
            drawn.sort_unstable();
            let drawn: Vec<usize> = drawn.into_iter().map(|(_, index)| index).collect();

            assert_eq!(json!(drawn), answer["draw_order"], "tree {}", answer["id"]);
            assert_eq!(json!(in_tree_order), answer["preorder"]);
            for (index, entity) in &worlds {
                assert_eq!(entity["visibleInTree"], answer["visible"][*index]);
                assert_eq!(entity["z"], answer["effective_z"][*index]);
            }
            compared += drawn.len();
        }
    }
    assert!(compared > 300, "only {compared} nodes");
}
