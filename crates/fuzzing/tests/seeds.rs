//! What fuzzers have found, and what they start from, goes through the targets again.
//!
//! A crash becomes a file in `fuzz/seeds`, in the folder of its target, with a name that says what was wrong.

use std::fs;
use std::path::{Path, PathBuf};

use kinfolk_fuzzing::TARGETS;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files in a folder, by name.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.is_file());
    files.sort();
    files
}

/// Puts the target's seeds through it, and says how many there are.
fn replay(name: &str) -> usize {
    let (_, target) = TARGETS.iter().find(|(known, _)| *known == name).unwrap();
    let seeds = files(&root().join("fuzz/seeds").join(name));
    for seed in &seeds {
        // Shown if it breaks.
        eprintln!("{}", seed.display());
        target(&fs::read(seed).unwrap());
    }
    seeds.len()
}

#[test]
fn seeds_of_documents_hold() {
    replay("document");
}

#[test]
fn seeds_of_edits_hold() {
    replay("edits");
}

#[test]
fn seeds_of_foreign_scenes_hold() {
    replay("zon");
    replay("tscn");
}

#[test]
fn seeds_of_forests_hold() {
    assert!(replay("forest") > 0);
}

#[test]
fn seeds_of_games_hold() {
    assert!(replay("game") > 0);
}

#[test]
fn seeds_of_editors_hold() {
    assert!(replay("editor") > 0);
}

#[test]
fn every_folder_of_seeds_belongs_to_a_target_that_is_run() {
    let list = fs::read_to_string(root().join("fuzz/Cargo.toml")).unwrap();
    for (name, _) in TARGETS {
        assert!(list.contains(&format!("name = \"{name}\"")), "{name}");
    }
    for entry in fs::read_dir(root().join("fuzz/seeds")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(TARGETS.iter().any(|(known, _)| *known == name), "{name}");
    }
}
