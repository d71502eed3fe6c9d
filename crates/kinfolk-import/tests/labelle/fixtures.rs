//! Files to import, and the folder where their prefabs are.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use kinfolk_import::{Imported, Problems, labelle};

/// `fixtures/import/labelle`
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/import/labelle")
}

/// Prefabs of the folder, and a few that no folder has: `locked` cannot be read, and `bomb_3` is
/// ten of `bomb_2`.
pub(crate) fn prefab(name: &str) -> io::Result<Vec<u8>> {
    if name == "locked" {
        return Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            "it is locked",
        ));
    }
    if let Some(level) = name.strip_prefix("bomb_") {
        let level: u32 = level.parse().expect("bombs are numbered");
        let inner = match level {
            0 => String::new(),
            _ => format!(".{{ .prefab = \"bomb_{}\" }}, ", level - 1).repeat(10),
        };
        return Ok(format!(".{{ .children = .{{ {inner} }} }}").into_bytes());
    }
    fs::read(folder().join("prefabs").join(format!("{name}.zon")))
}

/// Imports a file of the folder.
pub(crate) fn import(path: &str) -> Result<Imported, Problems> {
    let bytes = fs::read(folder().join(path)).expect("the fixture is there");
    let file = Path::new(path)
        .file_name()
        .expect("a file")
        .to_string_lossy();
    labelle(&file, &bytes, &mut prefab)
}

/// All `.zon` files in a part of the folder, by name.
pub(crate) fn files(part: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder().join(part)).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("it can be listed").path());
    let mut files: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "zon"))
        .collect();
    files.sort();
    files
}

/// Compares with what is beside the fixture, or writes that anew if `KINFOLK_BLESS` is set.
pub(crate) fn compare(found: &str, beside: &Path) {
    if std::env::var_os("KINFOLK_BLESS").is_some() {
        fs::write(beside, found).expect("it can be written");
    }
    let expected = fs::read_to_string(beside).unwrap_or_default();
    assert_eq!(found, expected, "{}", beside.display());
}
