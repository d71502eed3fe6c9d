//! What the system says about this process. Only Linux is asked; elsewhere there is no answer.

use std::fs;

/// What the process has of the machine.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Taken {
    /// Memory that is in use, in KiB.
    pub(crate) memory_kib: u64,
    pub(crate) threads: u64,
    pub(crate) open_files: u64,
}

/// What it has now, if the system says so.
pub(crate) fn taken() -> Option<Taken> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let number = |key: &str| -> Option<u64> {
        let line = status.lines().find(|line| line.starts_with(key))?;
        line.split_whitespace().nth(1)?.parse().ok()
    };
    let open_files = fs::read_dir("/proc/self/fd").ok()?.count() as u64;
    Some(Taken {
        memory_kib: number("VmRSS:")?,
        threads: number("Threads:")?,
        open_files,
    })
}
