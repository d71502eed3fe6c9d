//! `world --json` against arithmetic that anybody can do.

use serde_json::Value;

use crate::program::{result, said, said_to};

fn worlds(output: std::process::Output) -> Vec<Value> {
    let all: Value = serde_json::from_slice(&result(output)).unwrap();
    all.as_array().unwrap().clone()
}

#[test]
fn every_entity_has_every_key_in_order() {
    let output = result(said(&["world", "boss.json", "--json"]));
    let text = String::from_utf8(output).unwrap();

    let keys = [
        "id",
        "name",
        "template",
        "parent",
        "depth",
        "local",
        "world",
        "worldAngle",
        "worldScale",
        "worldSkew",
        "z",
        "zOwn",
        "drawIndex",
        "visible",
        "visibleInTree",
        "active",
        "activeInTree",
        "tags",
    ];
    let lines: Vec<_> = text.lines().filter(|line| line.starts_with('{')).collect();
    assert_eq!(lines.len(), 13);
    for line in lines {
        let places: Option<Vec<_>> = keys
            .iter()
            .map(|key| line.find(&format!("\"{key}\":")))
            .collect();
        assert!(places.is_some_and(|places| places.is_sorted()), "{line}");
    }
}

#[test]
fn a_child_is_where_its_parents_matrix_puts_it() {
    for file in ["boss.json", "kinds.json"] {
        let all = worlds(said(&["world", file, "--json"]));
        let matrix = |entity: &Value| -> Vec<f64> {
            let world = entity["world"].as_array().unwrap().iter();
            world.map(|number| number.as_f64().unwrap()).collect()
        };
        for entity in &all {
            let Some(parent) = all.iter().find(|other| other["id"] == entity["parent"]) else {
                continue;
            };
            let (m, own) = (matrix(parent), matrix(entity));
            let [x, y] = ["x", "y"].map(|axis| entity["local"][axis].as_f64().unwrap());
            let expected = [m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]];
            assert!((own[4] - expected[0]).abs() < 1e-4, "{entity}");
            assert!((own[5] - expected[1]).abs() < 1e-4, "{entity}");
        }
    }
}

#[test]
fn what_is_drawn_is_numbered_without_gaps_and_what_is_hidden_is_not() {
    let all = worlds(said(&["world", "layers.json", "--json"]));

    let mut drawn = Vec::new();
    for entity in &all {
        assert_eq!(
            entity["drawIndex"].is_null(),
            entity["visibleInTree"] == false
        );
        drawn.extend(entity["drawIndex"].as_u64());
    }
    drawn.sort_unstable();
    assert!(drawn.iter().copied().eq(0..drawn.len() as u64), "{drawn:?}");
}

#[test]
fn single_precision_is_not_stretched() {
    let document = r#"{ "entities": [{ "id": "lamp", "transform": { "x": 0.1, "y": 1e-40 } }] }"#;

    let text = result(said_to(document, &["world", "-", "--json"]));

    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("\"x\":0.1,\"y\":1e-40,"), "{text}");
}

#[test]
fn the_largest_numbers_stay_numbers() {
    let far = r#""transform": { "x": 3e38, "y": -3e38, "scaleX": 3e38, "scaleY": 1e-38 }"#;
    let document = format!(
        r#"{{ "entities": [{{ "id": "a", {far} }}, {{ "id": "b", "parent": "a", {far} }}] }}"#
    );

    let all = worlds(said_to(&document, &["world", "-", "--json"]));

    for entity in &all {
        let numbers = entity["world"].as_array().unwrap().iter();
        assert!(numbers.clone().all(Value::is_number), "{entity}");
        assert!(entity["worldAngle"].is_number() && entity["worldSkew"].is_number());
    }
}

#[test]
fn an_empty_document_has_an_empty_world() {
    assert_eq!(result(said_to("{}", &["world", "-", "--json"])), b"[]\n");
    assert_eq!(result(said_to("{}", &["tree", "-"])), b"");
}
