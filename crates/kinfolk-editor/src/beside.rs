//! Documents that a scene includes, read from its folder.
//!
//! Only files inside the folder are read, links followed, and not more of them than memory allows. What
//! cannot be read has a reason, which the author is told where the document names it.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;

use kinfolk_scene::Includes;

/// All included documents together may have this many bytes.
const MOST_BYTES: u64 = 256 * 1024 * 1024;

/// Everything that a text in this folder includes.
///
/// ```no_run
/// use kinfolk_editor::includes_beside;
///
/// let text = std::fs::read_to_string("games/level.jsonc")?;
/// let includes = includes_beside(&text, "games".as_ref());
/// let loaded = kinfolk_scene::load_with(&text, &includes);
/// # Ok::<(), std::io::Error>(())
/// ```
#[must_use]
pub fn includes_beside(text: &str, folder: &Path) -> Includes {
    let mut left = MOST_BYTES;
    Includes::of(text, |path| read(folder, path, &mut left))
}

fn read(folder: &Path, path: &str, left: &mut u64) -> Result<String, String> {
    let said = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        _ => error.to_string(),
    };
    let folder = fs::canonicalize(folder).map_err(said)?;
    let file = fs::canonicalize(folder.join(path)).map_err(said)?;
    if !file.starts_with(&folder) {
        return Err("it leads out of the folder of the scene".to_owned());
    }
    if !fs::metadata(&file).map_err(said)?.is_file() {
        return Err("it is no file".to_owned());
    }
    let mut text = String::new();
    let file = File::open(file).map_err(said)?;
    let read = file.take(*left + 1).read_to_string(&mut text);
    let bytes = read.map_err(said)? as u64;
    match left.checked_sub(bytes) {
        Some(rest) => *left = rest,
        None => {
            let most = MOST_BYTES / (1024 * 1024);
            return Err(format!(
                "all included documents together are larger than {most} MiB"
            ));
        }
    }
    Ok(text)
}
