//! glTF nodes become entities: in the right place, or with a word about what is missing.

mod bad;
mod fixture;
mod random;

use std::path::{Path, PathBuf};

use kinfolk::Forest;
use kinfolk_import::{Imported, Plane, gltf};
use kinfolk_scene::{Scene, load};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/import/gltf")
}

fn read(name: &str) -> Vec<u8> {
    std::fs::read(fixtures().join(name)).unwrap()
}

fn imported(json: &[u8], plane: Plane) -> Imported {
    gltf("test.gltf", json, plane).unwrap()
}

/// The scene that an import comes to life as, through its text.
fn alive(imported: &Imported) -> (Scene, Forest<kinfolk::Node2>) {
    let loaded = load(&imported.document.to_text());
    assert!(!loaded.diagnostics.has_errors(), "{}", loaded.diagnostics);
    let (document, plan) = loaded.into_parts().unwrap();
    let mut forest = Forest::new();
    let scene = Scene::instantiate(document, plan, &mut forest).unwrap();
    forest.update();
    (scene, forest)
}

/// `json` as the only chunk of a binary file.
fn binary(json: &[u8]) -> Vec<u8> {
    let mut padded = json.to_vec();
    while !padded.len().is_multiple_of(4) {
        padded.push(b' ');
    }
    let mut bytes = b"glTF\x02\0\0\0".to_vec();
    bytes.extend((padded.len() as u32 + 20).to_le_bytes());
    bytes.extend((padded.len() as u32).to_le_bytes());
    bytes.extend(b"JSON");
    bytes.extend(padded);
    bytes
}
