//! An import brought to life, as a list of what is where.

use std::io;
use std::path::{Path, PathBuf};

use kinfolk::Forest;
use kinfolk_import::{Imported, Problems, godot};
use kinfolk_scene::{Scene, load};

/// A node in the world; lists of them are in tree order.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Living {
    pub(crate) name: String,
    pub(crate) id: String,
    /// The index of the parent.
    pub(crate) parent: Option<usize>,
    pub(crate) world: [f32; 6],
    pub(crate) z: i32,
    pub(crate) visible: bool,
    pub(crate) visible_in_tree: bool,
    pub(crate) y_sort: bool,
    /// In order of the alphabet.
    pub(crate) tags: Vec<String>,
}

/// The folder of Godot's fixtures.
pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/import/godot")
}

/// Imports a file of a folder, which is `res://` to it.
pub(crate) fn import_from(folder: &Path, main: &str) -> Result<Imported, Problems> {
    let mut files = |path: &str| {
        let name = path.strip_prefix("res://").unwrap_or(path);
        std::fs::read(folder.join(name)).map_err(|error| io::Error::from(error.kind()))
    };
    godot(main, &mut files)
}

/// Everything that comes out of the import.
pub(crate) fn living(imported: &Imported) -> Vec<Living> {
    let text = imported.document.to_text();
    let loaded = load(&text);
    assert!(
        !loaded.diagnostics.has_errors(),
        "{}\n{text}",
        loaded.diagnostics
    );
    let (document, plan) = loaded.into_parts().expect("it has no errors");
    assert_eq!(document.to_text(), text);
    let mut forest = Forest::new();
    let scene = Scene::instantiate(document, plan, &mut forest).expect("a plan can be planted");
    forest.update();
    let order: Vec<_> = forest.walk().collect();
    let index: std::collections::HashMap<_, _> = order
        .iter()
        .enumerate()
        .map(|(index, &node)| (node, index))
        .collect();
    let ids = scene.ids(&order);
    let all = order.iter().zip(ids).map(|(&node, id)| {
        let effective = forest.effective(node).expect("it lives");
        let value = forest.value(node).expect("it lives");
        let tags = scene.fields(node).and_then(|fields| fields.tags.set());
        let mut tags: Vec<_> = tags
            .into_iter()
            .flatten()
            .map(ToString::to_string)
            .collect();
        tags.sort();
        Living {
            name: scene.name(node).expect("it lives").to_owned(),
            id,
            parent: forest.parent(node).map(|parent| index[&parent]),
            world: effective.to_array(),
            z: effective.z(),
            visible: value.visible,
            visible_in_tree: effective.visible(),
            y_sort: value.y_sort,
            tags,
        }
    });
    all.collect()
}

/// A fixture, imported.
pub(crate) fn fixture(name: &str) -> Imported {
    let imported = import_from(&fixtures(), name);
    imported.unwrap_or_else(|problems| panic!("{problems}"))
}

/// A line for every node, indented as deep as it is: its name, where it is in the world, its
/// axes if they are not the world's, its layer if it is not 0, and whether it is hidden.
pub(crate) fn picture(imported: &Imported) -> String {
    let all = living(imported);
    let mut depths: Vec<usize> = Vec::new();
    let mut lines = Vec::new();
    for node in &all {
        let depth = node.parent.map_or(0, |parent| depths[parent] + 1);
        depths.push(depth);
        let round = |number: f32| (f64::from(number) * 1000.0).round() / 1000.0 + 0.0;
        let [a, b, c, d, x, y] = node.world.map(round);
        let mut line = format!("{}{} {x},{y}", "  ".repeat(depth), node.name);
        if [a, b, c, d] != [1.0, 0.0, 0.0, 1.0] {
            line += &format!(" [{a} {b} {c} {d}]");
        }
        if node.z != 0 {
            line += &format!(" z{}", node.z);
        }
        if !node.visible_in_tree {
            line += " hidden";
        }
        lines.push(line);
    }
    lines.join("\n")
}

/// What was lost, a line each.
pub(crate) fn losses(imported: &Imported) -> String {
    let lines = imported.losses.iter().map(|loss| format!("{loss}\n"));
    lines.collect()
}
