//! A soak that is over soon: everything that a long one does, a few thousand frames of it.

use std::fs;
use std::path::PathBuf;

use kinfolk_soak::{Length, Outcome, Series, soak, written};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("kinfolk-short-soak-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_busy_game_with_two_pages_does_not_grow() {
    let folder = Folder::new("busy");

    let outcome: Outcome = soak(Length::Frames(2_000), &folder.0, |_| {}).unwrap();

    let grown: Vec<_> = outcome.tables.iter().filter_map(Series::growth).collect();
    assert!(grown.is_empty(), "{grown:?}\n{}", written(&outcome));
    let deeds = outcome.last.deeds;
    assert!(
        deeds.spawned > 2_000 && deeds.despawned > 2_000,
        "{deeds:?}"
    );
    assert!(deeds.reparented > 1_000, "{deeds:?}");
    assert!(outcome.checks >= 3);
    assert!(
        outcome.live_edits > 0 && outcome.file_edits > 0,
        "{outcome:?}"
    );
}
