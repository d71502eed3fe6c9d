//! Unsaved edits, written down as they are made, so that a crash loses none.
//!
//! A journal is a file of lines in a folder of its own, not beside the scene. The first line has
//! the text that was on disk, the others are the requests that changed something since then.
//! There is none when nothing is unsaved. Who has a journal's lock is the only one to edit its
//! scene. A line that cannot be written waits, and goes there with the next one that can.

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
    /// How many bytes of whole lines it has.
    whole: u64,
    /// Lines that could not be written yet.
    waiting: Vec<u8>,
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
            whole: 0,
            waiting: Vec::new(),
        })
    }

    /// What a crash left behind. A last line that is not whole is left out.
    pub(crate) fn left(&mut self) -> Option<Left> {
        let file = File::open(&self.path).ok()?;
        if file.metadata().ok()?.len() > MOST_BYTES {
            return None;
        }
        let mut file = BufReader::new(file);
        let mut next = || {
            let mut line = String::new();
            file.read_line(&mut line).ok()?;
            line.ends_with('\n').then_some(line)
        };
        let first = next()?;
        let head: Head = serde_json::from_str(&first).ok()?;
        if head.version != 1 || head.scene != self.scene {
            return None;
        }
        let mut whole = first.len() as u64;
        let mut requests = Vec::new();
        while let Some(mut line) = next() {
            if serde_json::from_str::<serde::de::IgnoredAny>(&line).is_err() {
                break;
            }
            whole += line.len() as u64;
            line.truncate(line.len() - 1);
            requests.push(line);
        }
        self.whole = whole;
        Some(Left {
            base: head.base,
            requests,
        })
    }

    /// Goes on where the edits end that were [`left`](Self::left): they are unsaved again.
    ///
    /// # Errors
    /// Why it cannot be written; what is there stays.
    pub(crate) fn resume(&mut self) -> io::Result<()> {
        let lines = OpenOptions::new().append(true).open(&self.path)?;
        lines.set_len(self.whole)?;
        self.lines = Some(lines);
        Ok(())
    }

    /// Writes down a request; `base` is what is on disk, for the first one.
    ///
    /// # Errors
    /// Why it could not be written; it waits for the next one.
    pub(crate) fn append(&mut self, base: &str, request: &str) -> io::Result<()> {
        if self.lines.is_none() && self.waiting.is_empty() {
            let head = Head {
                kinfolk: "journal".to_owned(),
                version: 1,
                scene: self.scene.clone(),
                base: base.to_owned(),
            };
            self.waiting = serde_json::to_vec(&head)?;
            self.waiting.push(b'\n');
        }
        self.waiting.extend_from_slice(request.as_bytes());
        self.waiting.push(b'\n');
        let lines = match &mut self.lines {
            Some(lines) => lines,
            none => {
                self.whole = 0;
                let mut fresh = OpenOptions::new();
                none.insert(fresh.create(true).append(true).open(&self.path)?)
            }
        };
        // Part of what did not fit may be there.
        lines.set_len(self.whole)?;
        lines.write_all(&self.waiting)?;
        self.whole += self.waiting.len() as u64;
        self.waiting.clear();
        Ok(())
    }

    /// Nothing is unsaved any more.
    pub(crate) fn forget(&mut self) {
        self.lines = None;
        self.waiting.clear();
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
