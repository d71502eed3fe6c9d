//! Two games in both forms, as old as `attach_to` and as new as children.

use std::path::{Path, PathBuf};

use crate::{migrated, worlds};

fn game(name: &str) -> (PathBuf, String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../games/{name}.jsonc"));
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    (path, text)
}

/// The new form is what `kinfolk migrate` makes of the old one. `KINFOLK_BLESS=1` writes it.
fn assert_migrates(old: &str, new: &str, ids: &[(&str, &str)]) {
    let (_, old) = game(old);
    let (path, kept) = game(new);
    let migration = migrated(&old);
    if std::env::var_os("KINFOLK_BLESS").is_some() {
        std::fs::write(path, &migration.text).unwrap();
    } else {
        assert_eq!(migration.text, kept);
    }
    assert!(!migration.text.contains("\"type\": \"attach_to\""));

    let (before, after) = (worlds(&old), worlds(&migration.text));
    assert_eq!(before.len(), after.len());
    for (id, world) in &before {
        let renamed = ids.iter().find(|(old, _)| old == id);
        let now = renamed.map_or(id.as_str(), |(_, new)| new);
        let far = world.iter().zip(&after[now]);
        let far = far.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(far < 1e-5, "{id} is {far} from where it was");
    }
}

#[test]
fn the_hero_wears_what_was_attached_to_it() {
    let ids = [
        ("hat", "hero_Hat"),
        ("feather", "hero_Hat_Feather"),
        ("sword", "hero_Sword"),
        ("shield", "hero_Shield"),
    ];
    assert_migrates("hero_attach_to", "hero", &ids);
}

#[test]
fn the_airship_keeps_what_its_sister_never_had() {
    assert_migrates(
        "airship_attach_to",
        "airship",
        &[("lantern", "gondola_Lantern")],
    );
}
