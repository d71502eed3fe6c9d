//! What cannot be imported, with the report that is beside it.

use std::fs;
use std::path::PathBuf;

use kinfolk_import::{Imported, Problems, godot};

use crate::living::{fixtures, import_from};

/// All files with this ending in a folder, in order.
fn files(folder: PathBuf, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(&folder).expect("the folder is there");
    let mut all: Vec<_> = entries
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    all.retain(|path| path.extension().is_some_and(|found| found == ending));
    all.sort();
    all
}

#[test]
fn every_bad_scene_has_its_report_beside_it() {
    let folder = fixtures().join("bad");
    let reports = files(folder.clone(), "txt");
    assert!(reports.len() > 10);
    for report in reports {
        let scene = report.with_extension("tscn");
        let name = scene
            .file_name()
            .and_then(|name| name.to_str())
            .expect("a name");

        let problems = import_from(&folder, &format!("res://{name}")).expect_err(name);

        let expected = fs::read_to_string(&report).expect("it can be read");
        assert_eq!(format!("{problems}\n"), expected, "{name}");
    }
}

#[test]
fn every_beginning_of_a_scene_is_imported_or_refused() {
    let folders = [fixtures(), fixtures().join("bad")];
    for path in folders.into_iter().flat_map(|folder| files(folder, "tscn")) {
        let folder = path.parent().expect("it is in a folder");
        let bytes = fs::read(&path).expect("it can be read");
        for end in 0..bytes.len() {
            let _: Result<Imported, Problems> = godot("main.tscn", &mut |asked: &str| match asked
                .strip_prefix("res://")
            {
                None => Ok(bytes[..end].to_vec()),
                Some(name) => fs::read(folder.join(name)),
            });
        }
    }
}
