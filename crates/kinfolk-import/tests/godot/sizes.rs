//! Scenes that are deep, wide or many.

use std::fmt::Write as _;
use std::io;

use kinfolk_import::{Imported, Problems, godot};

use crate::living::living;

fn import(files: &[(&str, String)]) -> Result<Imported, Problems> {
    godot(files[0].0, &mut |path: &str| {
        let found = files.iter().find(|(name, _)| *name == path);
        let text = found.map(|(_, text)| text.clone().into_bytes());
        text.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
    })
}

/// A scene with a chain of `depth` nodes below its root.
fn chain(depth: usize) -> String {
    let mut text = "[gd_scene format=3]\n[node name=\"R\" type=\"Node2D\"]\n".to_owned();
    let mut parent = ".".to_owned();
    for _ in 0..depth {
        let _ = writeln!(
            text,
            "[node name=\"N\" type=\"Node2D\" parent=\"{parent}\"]\nposition = Vector2(1, 0)"
        );
        parent = if parent == "." {
            "N".to_owned()
        } else {
            parent + "/N"
        };
    }
    text
}

/// A scene with an instance of `path` below its root.
fn around(path: &str) -> String {
    format!(
        "[gd_scene format=3]\n[ext_resource type=\"PackedScene\" path=\"{path}\" id=\"1\"]\n\
         [node name=\"Top\" type=\"Node2D\"]\n[node name=\"I\" parent=\".\" instance=ExtResource(\"1\")]\n"
    )
}

#[test]
fn a_chain_of_thousands_is_imported() {
    let imported = import(&[("chain.tscn", chain(5000))]).expect("deep is fine");

    let last = living(&imported).pop().expect("there are nodes");

    assert_eq!(last.world[4], 5000.0);
}

#[test]
fn a_fan_of_a_hundred_thousand_is_imported() {
    let mut text = chain(0);
    for index in 0..100_000 {
        let _ = writeln!(
            text,
            "[node name=\"N{index}\" type=\"Node2D\" parent=\".\"]"
        );
    }

    let imported = import(&[("fan.tscn", text)]).expect("wide is fine");

    assert_eq!(imported.document.entities[0].children.len(), 100_000);
}

#[test]
fn a_template_says_how_deep_it_is() {
    let files = [
        ("a.tscn", around("res://b.tscn")),
        ("res://b.tscn", chain(480)),
    ];

    let imported = import(&files).expect("a document can hold it");

    let limits = imported
        .document
        .limits
        .as_ref()
        .expect("it is deeper than usual");
    assert_eq!(limits.max_depth, Some(480));
    assert_eq!(living(&imported).len(), 482);
}

#[test]
fn every_depth_of_a_template_is_held_or_refused() {
    for depth in 495..505 {
        let files = [
            ("a.tscn", around("res://b.tscn")),
            ("res://b.tscn", chain(depth)),
        ];
        match import(&files) {
            Ok(imported) => assert_eq!(living(&imported).len(), depth + 2),
            Err(problems) => assert!(problems.to_string().contains("nested deeper"), "{problems}"),
        }
    }
}

#[test]
fn many_scenes_in_each_other_are_imported() {
    let names: Vec<_> = (0..40)
        .map(|index| format!("res://s{index}.tscn"))
        .collect();
    let mut files: Vec<_> = names
        .windows(2)
        .map(|pair| (pair[0].as_str(), around(&pair[1])))
        .collect();
    files.push((&names[39], chain(1)));

    let imported = import(&files).expect("it is small");

    assert_eq!(living(&imported).len(), 41);
}

#[test]
fn too_many_scenes_that_inherit_each_other_are_refused() {
    let names: Vec<_> = (0..40)
        .map(|index| format!("res://s{index}.tscn"))
        .collect();
    let inherits = |base: &str| {
        format!(
            "[gd_scene format=3]\n[ext_resource type=\"PackedScene\" path=\"{base}\" id=\"1\"]\n\
             [node name=\"R\" instance=ExtResource(\"1\")]\n"
        )
    };
    let mut files: Vec<_> = names
        .windows(2)
        .map(|pair| (pair[0].as_str(), inherits(&pair[1])))
        .collect();
    files.push((&names[39], chain(1)));

    let problems = import(&files).expect_err("no document can say so");

    assert_eq!(
        problems.to_string(),
        "res://s7.tscn:3:1: error: more than 32 scenes inherit each other in a row"
    );
}

#[test]
fn scenes_without_end_are_refused() {
    let mut files = |path: &str| {
        let number: u64 = path.trim_start_matches("res://").parse().unwrap_or(0);
        Ok(around(&format!("res://{}", number + 1)).into_bytes())
    };

    let problems = godot("res://0", &mut files).expect_err("it would never end");

    assert!(
        problems.to_string().contains("more than 10000 files"),
        "{problems}"
    );
}

#[test]
fn much_is_lost_by_a_node_with_a_long_name_far_down() {
    let deep = vec!["N"; 2_000].join("/");
    let long = "x".repeat(100_000);
    let mut text = chain(2_000);
    let _ = writeln!(
        text,
        "[node name=\"{long}\" type=\"Node2D\" parent=\"{deep}\"]"
    );
    for index in 0..20_000 {
        let _ = writeln!(text, "key_{index} = 1");
    }

    let imported = import(&[("chain.tscn", text)]).expect("losses are fine");

    assert_eq!(imported.losses.len(), 20_000);
    let longest = imported.losses.iter().map(|loss| loss.node.len()).max();
    assert!(longest < Some(200), "{longest:?}");
    assert!(imported.losses[0].node.starts_with("…/N/N/"));
}
