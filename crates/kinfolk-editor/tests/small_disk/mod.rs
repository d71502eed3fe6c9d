//! A disk of a few pages that a test fills up, or makes read-only.
//!
//! It is a file system in memory, which only root may mount; who may not is told that the test was
//! skipped. Permissions alone would not do: root may write whatever they say.

#![allow(dead_code, reason = "every test uses another part of it")]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};

/// A disk that is there until the test ends.
#[derive(Debug)]
pub(crate) struct SmallDisk(PathBuf);

impl SmallDisk {
    /// One of 64 KiB; `None` where there can be none, and then that is said.
    pub(crate) fn mount(name: &str) -> Option<Self> {
        let folder = std::env::temp_dir().join(format!("kinfolk-disk-{name}-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        let disk = Self(folder);
        if disk.is_mounted("rw,size=64k") {
            return Some(disk);
        }
        eprintln!("skipped: a small disk can only be mounted on Linux, by root");
        None
    }

    fn is_mounted(&self, options: &str) -> bool {
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", options, "tmpfs"])
            .arg(&self.0)
            .stderr(Stdio::null())
            .status();
        mounted.is_ok_and(|status| status.success())
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Leaves no room for another byte.
    pub(crate) fn fill(&self) {
        let mut filler = fs::File::create(self.filler()).unwrap();
        while filler.write_all(&[b'.'; 512]).is_ok() {}
        while filler.write_all(b".").is_ok() {}
    }

    /// Makes room again.
    pub(crate) fn empty(&self) {
        fs::remove_file(self.filler()).unwrap();
    }

    fn filler(&self) -> PathBuf {
        self.0.join("filler")
    }

    /// Lets it be written, or only be read.
    pub(crate) fn set_read_only(&self, read_only: bool) {
        let options = if read_only {
            "remount,ro"
        } else {
            "remount,rw"
        };
        let status = Command::new("mount")
            .args(["-o", options])
            .arg(&self.0)
            .status();
        assert!(status.unwrap().success(), "{options}");
    }

    /// The names of all files but the filler, in order.
    pub(crate) fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.filter(|name| name != "filler").collect();
        names.sort_unstable();
        names
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Somebody may still have a file open: it goes when that is closed.
        let _ = Command::new("umount")
            .arg("-l")
            .arg(&self.0)
            .stderr(Stdio::null())
            .status();
        let _ = fs::remove_dir(&self.0);
    }
}
