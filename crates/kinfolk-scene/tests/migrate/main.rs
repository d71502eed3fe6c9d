//! Yesterday's scenes: what stood where stands there still.

mod absolute;
mod attach_to;
mod games;

use std::collections::BTreeMap;

use kinfolk::Forest;
use kinfolk_scene::{Migration, Outcome, Positions, Scene, load, migrate};

/// Where everybody is: ids and world matrices.
fn worlds(text: &str) -> BTreeMap<String, [f32; 6]> {
    let loaded = load(text);
    assert!(!loaded.diagnostics.has_errors(), "{}", loaded.diagnostics);
    let (document, plan) = loaded.into_parts().unwrap();
    let mut forest = Forest::new();
    let scene = Scene::instantiate(document, plan, &mut forest).unwrap();
    forest.update();
    let nodes = scene.nodes().to_vec();
    nodes
        .into_iter()
        .map(|node| {
            let world = forest.world(node).unwrap();
            (scene.id(node).unwrap(), world.to_cols_array())
        })
        .collect()
}

fn migrated(text: &str) -> Migration {
    migrate(text, Positions::Local).unwrap()
}

/// `3:5 hat changed: …`
fn told(migration: &Migration) -> Vec<String> {
    migration
        .notes
        .iter()
        .map(|note| {
            let place = note.place.as_ref().unwrap();
            let outcome = match note.outcome {
                Outcome::Changed => "changed",
                Outcome::Left => "left",
            };
            let (line, column) = (place.line, place.column);
            format!("{line}:{column} {} {outcome}: {}", note.id, note.what)
        })
        .collect()
}
