//! The one file that is ever written, and what is seen of it on disk.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::atomic_file::write_atomically;
use crate::session::News;

/// A larger file is not read.
const MOST_BYTES: u64 = 512 * 1024 * 1024;

/// A scene file on disk.
#[derive(Debug)]
pub(crate) struct SceneFile {
    /// Where it is, links followed when it was opened.
    path: PathBuf,
}

impl SceneFile {
    /// # Errors
    /// If there is no such file.
    pub(crate) fn find(path: &Path) -> io::Result<Self> {
        let path = fs::canonicalize(path)?;
        if !fs::metadata(&path)?.is_file() {
            let why = "it is no file";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        }
        Ok(Self { path })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The folder that it is in, where its images are, too.
    pub(crate) fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(&self.path)
    }

    pub(crate) fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    /// What is there now, and whether it is read-only.
    pub(crate) fn look(&self) -> (News, bool) {
        let metadata = match fs::metadata(&self.path) {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return (News::Gone, false),
            Err(error) => return (News::Unreadable(error.to_string()), false),
        };
        let read_only = metadata.permissions().readonly();
        if !metadata.is_file() {
            return (
                News::Unreadable("it is no file any more".to_owned()),
                read_only,
            );
        }
        if metadata.len() > MOST_BYTES {
            let why = format!("it is larger than {} MiB", MOST_BYTES / (1024 * 1024));
            return (News::Unreadable(why), read_only);
        }
        let news = match fs::read(&self.path) {
            Ok(bytes) => match String::from_utf8(bytes) {
                Ok(text) => News::Text(text),
                Err(error) => {
                    let at = error.utf8_error().valid_up_to();
                    News::Unreadable(format!("it is no UTF-8: byte {at} is wrong"))
                }
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => News::Gone,
            Err(error) => News::Unreadable(error.to_string()),
        };
        (news, read_only)
    }

    /// Gives the file this text, as a whole or not at all.
    ///
    /// # Errors
    /// Why not; the file is as it was.
    pub(crate) fn write(&self, text: &str) -> Result<(), String> {
        let read_only =
            fs::metadata(&self.path).is_ok_and(|metadata| metadata.permissions().readonly());
        if read_only {
            return Err("the file is read-only; make it writable and save again".to_owned());
        }
        write_atomically(&self.path, text.as_bytes())
            .map_err(|error| format!("the file could not be written: {error}"))
    }
}
