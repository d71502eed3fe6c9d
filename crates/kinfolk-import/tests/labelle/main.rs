//! Scenes of labelle, through the front door. Files are in `fixtures/import/labelle`.

mod fixtures;
mod generated;
mod hostile;
mod names;
mod prefabs;
mod reports;
mod seeds;

use std::io;

use kinfolk::Forest;
use kinfolk_import::{Imported, Problems, labelle};
use kinfolk_scene::{Scene, load};

/// Imports a text whose prefabs are these.
fn import_with(text: &str, prefabs: &[(&str, &str)]) -> Result<Imported, Problems> {
    let mut find = |name: &str| {
        let found = prefabs.iter().find(|(known, _)| *known == name);
        let found = found.ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, name))?;
        Ok(found.1.as_bytes().to_vec())
    };
    labelle("scene.zon", text.as_bytes(), &mut find)
}

/// Imports entities whose prefabs are these.
fn entities(entities: &str, prefabs: &[(&str, &str)]) -> Imported {
    import_with(&format!(".{{ .entities = .{{ {entities} }} }}"), prefabs).expect("can be imported")
}

/// The entities of an import in canonical form, one a line.
fn written(imported: &Imported) -> String {
    imported.document.to_text()
}

/// `id x y` of every entity of an import, in the order of the tree.
fn worlds(imported: &Imported) -> Vec<(String, [f32; 2])> {
    let loaded = load(&imported.document.to_text());
    let (document, plan) = loaded
        .into_parts()
        .expect("what was imported can be loaded");
    assert_eq!(document, imported.document);
    let mut forest = Forest::new();
    let scene = Scene::instantiate(document, plan, &mut forest).expect("it can be planted");
    forest.update();
    let place = |&node| {
        let id = scene.id(node).expect("every node has an id");
        (
            id,
            forest.world_position(node).expect("it lives").to_array(),
        )
    };
    scene.nodes().iter().map(place).collect()
}

/// `tank 100 100, turret 100 80`
fn drawn(imported: &Imported) -> String {
    let worlds = worlds(imported);
    let places: Vec<_> = worlds
        .iter()
        .map(|(id, [x, y])| format!("{id} {x} {y}"))
        .collect();
    places.join(", ")
}
