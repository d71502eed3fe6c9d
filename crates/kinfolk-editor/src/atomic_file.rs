//! Writing a file so that nobody ever sees half of it.
//!
//! The bytes go to a new file beside it, which then takes its name. Whoever reads it gets the
//! old bytes or the new ones; on an error the old ones stay. Links are followed, and what is
//! no file (a pipe, a device) is written to as it is.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process;

/// Gives `file` these bytes, and makes sure that they are on the disk.
///
/// # Errors
/// Says why not; `file` is as it was.
pub fn write_atomically(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let old = match fs::metadata(file) {
        Ok(metadata) => Some(metadata),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return fs::write(file, bytes); // refuses a folder
    }
    let target = match &old {
        Some(_) => fs::canonicalize(file)?,
        None => file.to_owned(),
    };
    let (mut fresh, beside) = create_beside(&target)?;
    let written = fresh
        .write_all(bytes)
        .and_then(|()| match old {
            Some(old) => fresh.set_permissions(old.permissions()),
            None => Ok(()),
        })
        .and_then(|()| fresh.sync_all())
        .and_then(|()| fs::rename(&beside, &target));
    if written.is_ok()
        && let Some(folder) = target.parent()
    {
        // The name is in the folder. Where folders cannot be synced, the system has to do it.
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    if written.is_err() {
        let _ = fs::remove_file(&beside); // the first error is the one to tell
    }
    written
}

/// A new file in the same folder, under a name that nobody has.
fn create_beside(target: &Path) -> io::Result<(File, PathBuf)> {
    let name = target
        .file_name()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "it has no name"))?;
    let mut attempt = 0;
    loop {
        let mut beside = OsString::from(".");
        beside.push(name);
        beside.push(format!(".{}-{attempt}.tmp", process::id()));
        let beside = target.with_file_name(beside);
        match OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&beside)
        {
            Ok(file) => return Ok((file, beside)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempt < 100 => {
                attempt += 1;
            }
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of its own, empty.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("kinfolk-atomic-{name}-{}", process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn files(folder: &Path) -> Vec<OsString> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name()).collect()
    }

    #[test]
    fn a_file_is_made_and_then_replaced_and_nothing_else_is_left() {
        let folder = folder("replace");
        let file = folder.join("scene.json");

        write_atomically(&file, b"old").unwrap();
        write_atomically(&file, b"new").unwrap();

        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(files(&folder), ["scene.json"]);
    }

    #[test]
    fn what_cannot_be_written_leaves_nothing_behind() {
        let folder = folder("refuse");
        fs::create_dir(folder.join("taken")).unwrap();

        write_atomically(&folder.join("taken"), b"new").unwrap_err();
        write_atomically(&folder.join("gone/scene.json"), b"new").unwrap_err();

        assert_eq!(files(&folder), ["taken"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};

        let folder = folder("link");
        let (file, link) = (folder.join("scene.json"), folder.join("link.json"));
        fs::write(&file, b"old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&file, &link).unwrap();

        write_atomically(&link, b"new").unwrap();

        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        let mode = fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
    }
}
