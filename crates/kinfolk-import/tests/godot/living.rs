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
        Living {
            name: scene.name(node).expect("it lives").to_owned(),
            id,
            parent: forest.parent(node).map(|parent| index[&parent]),
            world: effective.to_array(),
            z: effective.z(),
            visible: forest.value(node).expect("it lives").visible,
            visible_in_tree: effective.visible(),
        }
    });
    all.collect()
}
