//! Unsaved edits, written down as they are made, so that a crash loses none.
//!
//! A journal is a file of lines in a folder of its own, not beside the scene. The first line has
//! the text that was on disk, the others are the requests that changed something since then.
//! There is none when nothing is unsaved. Who has a journal's lock is the only one to edit its
//! scene.

use std::env;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::session::Left;

/// Where a scene's unsaved edits are written down.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    /// The scene's path, for people who find the file.
    scene: String,
    /// As long as it is open and locked nobody else edits the scene.
    _lock: File,
    /// Open for appending, once there is something in it.
    lines: Option<File>,
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct Head {
    kinfolk: String,
    version: u32,
    scene: String,
    base: String,
}

/// A journal with a larger file is not read.
const MOST_BYTES: u64 = 1024 * 1024 * 1024;

impl Journal {
    /// The journal of a scene, in this folder.
    ///
    /// # Errors
    /// If somebody else edits the scene ([`ResourceBusy`](io::ErrorKind::ResourceBusy)), or the folder cannot be written.
    pub(crate) fn open(folder: &Path, scene: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let scene = scene.to_string_lossy().into_owned();
        let name = format!("{:016x}", hash(scene.as_bytes()));
        let lock = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(folder.join(format!("{name}.lock")))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::new(
                    io::ErrorKind::ResourceBusy,
                    "another editor has this file open; use its page, or close it first",
                ));
            }
            // Some file systems know no locks.
            Err(TryLockError::Error(_)) => {}
        }
        Ok(Self {
            path: folder.join(format!("{name}.jsonl")),
            scene,
            _lock: lock,
            lines: None,
        })
    }

    /// What a crash left behind. A last line that is not whole is left out.
    pub(crate) fn left(&self) -> Option<Left> {
        let file = File::open(&self.path).ok()?;
        if file.metadata().ok()?.len() > MOST_BYTES {
            return None;
        }
        let mut lines = BufReader::new(file).split(b'\n');
        let head: Head = serde_json::from_slice(&lines.next()?.ok()?).ok()?;
        if head.version != 1 || head.scene != self.scene {
            return None;
        }
        let mut requests = Vec::new();
        for line in lines {
            let line = String::from_utf8(line.ok()?).ok();
            let whole =
                line.filter(|line| serde_json::from_str::<serde::de::IgnoredAny>(line).is_ok());
            let Some(line) = whole else { break };
            requests.push(line);
        }
        Some(Left {
            base: head.base,
            requests,
        })
    }

    /// Writes down a request; `base` is what is on disk, for the first one.
    ///
    /// # Errors
    /// Why it could not be written.
    pub(crate) fn append(&mut self, base: &str, request: &str) -> io::Result<()> {
        let lines = match &mut self.lines {
            Some(lines) => lines,
            none => {
                let mut fresh = File::create(&self.path)?;
                let head = Head {
                    kinfolk: "journal".to_owned(),
                    version: 1,
                    scene: self.scene.clone(),
                    base: base.to_owned(),
                };
                let mut line = serde_json::to_vec(&head)?;
                line.push(b'\n');
                fresh.write_all(&line)?;
                none.insert(fresh)
            }
        };
        let mut line = request.as_bytes().to_vec();
        line.push(b'\n');
        lines.write_all(&line)
    }

    /// Nothing is unsaved any more.
    pub(crate) fn forget(&mut self) {
        self.lines = None;
        // There may be none.
        let _ = fs::remove_file(&self.path);
    }
}

/// Where journals are kept: `KINFOLK_STATE_DIR`, or the user's folder for such things.
pub(crate) fn folder() -> PathBuf {
    let var = |name| {
        env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    var("KINFOLK_STATE_DIR")
        .or_else(|| var("XDG_STATE_HOME").map(|state| state.join("kinfolk")))
        .or_else(|| var("HOME").map(|home| home.join(".local/state/kinfolk")))
        .or_else(|| var("LOCALAPPDATA").map(|data| data.join("kinfolk")))
        .unwrap_or_else(|| env::temp_dir().join("kinfolk"))
}

/// FNV-1a: the same on every machine and in every version.
fn hash(bytes: &[u8]) -> u64 {
    let mix = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix)
}
