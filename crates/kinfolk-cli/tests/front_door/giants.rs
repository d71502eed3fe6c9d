//! Documents that are larger than people write.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use crate::program::{file, result, said};

/// So many entities, each of which is below the one before.
fn chain(entities: usize) -> String {
    let mut text = String::from("{ \"entities\": [{ \"id\": \"e0\" }");
    for index in 1..entities {
        let above = index - 1;
        write!(
            text,
            ",\n{{ \"id\": \"e{index}\", \"parent\": \"e{above}\" }}"
        )
        .unwrap();
    }
    text + "] }"
}

#[test]
fn a_long_chain_is_a_tree_of_short_lines() {
    let file = file("chain.json", &chain(100_000));

    let tree = String::from_utf8(result(said(&["tree", &file]))).unwrap();

    assert_eq!(tree.lines().count(), 100_000);
    assert!(tree.lines().all(|line| line.chars().count() < 140));
    assert_eq!(tree.lines().last(), Some("level 99999: e99999"));
}

#[test]
fn a_long_chain_has_a_world_a_picture_and_a_nested_form() {
    let file = file("chain-too.json", &chain(20_000));

    let world = result(said(&["world", &file, "--json"]));
    assert!(serde_json::from_slice::<serde_json::Value>(&world).is_ok());
    result(said(&[
        "render",
        &file,
        "--size",
        "60x40",
        "--overlays",
        "all",
    ]));
    result(said(&["convert", &file, "--nested"]));
    result(said(&["tree", &file, "--depth", "3"]));
}

#[test]
fn many_errors_in_one_long_line_are_told_quickly() {
    let wrong = vec!["{\"id\":\"lamp\",\"template\":\"lmap\"}"; 4_000].join(",");
    let file = file("one-line.json", &format!("{{\"entities\":[{wrong}]}}"));

    let start = Instant::now();
    let output = said(&["check", &file]);

    assert_eq!(output.status.code(), Some(1));
    assert!(output.stderr.len() < 10_000_000, "{}", output.stderr.len());
    assert!(start.elapsed() < Duration::from_secs(20));
}
