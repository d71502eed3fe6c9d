//! The steps of a test run: the one list of what this project checks.
//!
//! Order matters, cheap checks come first. A step keeps no state, so any one of
//! them can be run alone.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitStatus;

use crate::api;
use crate::browser::{self, NoBrowser};
use crate::cargo::{self, Call};
use crate::commands;
use crate::links;
use crate::look::Looked;
use crate::packages;
use crate::paths::{self, Dangling};
use crate::report;
use crate::supply;

/// Every step, in the order in which they run.
pub(crate) const ALL: [Step; 13] = [
    Step {
        name: "format",
        speed: Speed::Quick,
        work: Work::Cargo(&[Call::new("fmt --all --check")]),
    },
    Step {
        name: "supply",
        speed: Speed::Quick,
        work: Work::Look(supply::look),
    },
    Step {
        name: "packages",
        speed: Speed::Quick,
        work: Work::Look(packages::look),
    },
    Step {
        name: "clippy",
        speed: Speed::Quick,
        work: Work::Cargo(&[Call::new(
            "clippy --workspace --all-targets --all-features -- -D warnings",
        )]),
    },
    Step {
        name: "browser",
        speed: Speed::Quick,
        work: Work::Browser,
    },
    Step {
        name: "tests",
        speed: Speed::Quick,
        // The benches have no tests, clippy has seen them, and their peers take minutes to build.
        work: Work::Cargo(&[Call::new(
            "test --workspace --exclude kinfolk-bench --all-features --no-fail-fast --lib --bins --tests --examples",
        )]),
    },
    Step {
        name: "doctests",
        speed: Speed::Slow,
        work: Work::Cargo(&[Call::new(
            "test --workspace --exclude kinfolk-bench --all-features --doc",
        )]),
    },
    Step {
        name: "docs",
        speed: Speed::Slow,
        work: Work::Cargo(&[Call {
            vars: &[("RUSTDOCFLAGS", "-D warnings")],
            // Examples need what tests need, so nothing has to be compiled that clippy has not.
            line: "doc --workspace --all-features --no-deps --lib --bins --examples",
        }]),
    },
    Step {
        name: "api",
        speed: Speed::Slow,
        work: Work::Look(api::look),
    },
    Step {
        name: "features",
        speed: Speed::Slow,
        work: Work::Cargo(&[
            Call::new("clippy -p kinfolk --no-default-features -- -D warnings"),
            Call::new("clippy -p kinfolk --no-default-features --features std -- -D warnings"),
            Call::new("clippy -p kinfolk --no-default-features --features serde -- -D warnings"),
            Call::new("clippy -p kinfolk --no-default-features --features rayon -- -D warnings"),
            Call::new(
                "clippy -p kinfolk --no-default-features --features serde,rayon -- -D warnings",
            ),
        ]),
    },
    Step {
        name: "paths",
        speed: Speed::Quick,
        work: Work::DocumentPaths,
    },
    Step {
        name: "links",
        speed: Speed::Quick,
        work: Work::Look(links::look),
    },
    Step {
        name: "commands",
        speed: Speed::Quick,
        work: Work::Look(commands::look),
    },
];

/// One named check.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step {
    /// One word, as `--only` wants it.
    pub(crate) name: &'static str,
    /// Whether `--quick` keeps it.
    pub(crate) speed: Speed,
    work: Work,
}

/// Whether a step is worth its time between two edits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Speed {
    /// Part of every run.
    Quick,
    /// Left out by `--quick`.
    Slow,
}

#[derive(Debug, Clone, Copy)]
enum Work {
    /// These calls in turn, up to the first that fails.
    Cargo(&'static [Call]),
    /// [`browser::find`].
    Browser,
    /// [`paths::check`].
    DocumentPaths,
    /// A look at the workspace, from its root.
    Look(fn(&Path) -> io::Result<Looked>),
}

impl Step {
    /// Runs the step to its end, or to its first failing command.
    pub(crate) fn run(&self) -> Result<(), StepFailed> {
        match self.work {
            Work::Cargo(calls) => calls.iter().try_for_each(|&call| run_cargo(call)),
            Work::Browser => browser::find().map_err(StepFailed::NoBrowser),
            Work::DocumentPaths => run_paths(),
            Work::Look(look) => run_look(look),
        }
    }
}

fn run_cargo(call: Call) -> Result<(), StepFailed> {
    report::command(&call);
    match call.to_command().status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(StepFailed::Command { call, status }),
        Err(error) => Err(StepFailed::NotStarted { call, error }),
    }
}

fn run_paths() -> Result<(), StepFailed> {
    let checked = paths::check(cargo::workspace_root()).map_err(StepFailed::Unreadable)?;
    report::paths(&checked);
    if checked.dangling.is_empty() {
        Ok(())
    } else {
        Err(StepFailed::Dangling(checked.dangling))
    }
}

fn run_look(look: fn(&Path) -> io::Result<Looked>) -> Result<(), StepFailed> {
    let looked = look(cargo::workspace_root()).map_err(StepFailed::NotLooked)?;
    report::looked(&looked);
    if looked.findings.is_empty() {
        Ok(())
    } else {
        Err(StepFailed::Found(looked.findings))
    }
}

/// Why a step failed.
#[derive(Debug)]
pub(crate) enum StepFailed {
    /// This call ran and was not content.
    Command { call: Call, status: ExitStatus },
    /// This call could not even be started.
    NotStarted { call: Call, error: io::Error },
    /// The tests would not find a browser.
    NoBrowser(NoBrowser),
    /// The documents could not be read.
    Unreadable(io::Error),
    /// The documents name these paths, which do not exist.
    Dangling(Vec<Dangling>),
    /// There was nothing to look at.
    NotLooked(io::Error),
    /// This is wrong, one thing a line.
    Found(Vec<String>),
}

impl fmt::Display for StepFailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command { call, status } => write!(f, "`{call}` ended with {status}"),
            Self::NotStarted { call, error } => write!(f, "could not start `{call}`: {error}"),
            Self::NoBrowser(why) => why.fmt(f),
            Self::Unreadable(error) => write!(f, "could not read the documents: {error}"),
            Self::Dangling(dangling) => {
                write!(f, "the documents name paths that do not exist")?;
                dangling.iter().try_for_each(|path| write!(f, "\n  {path}"))
            }
            Self::NotLooked(error) => write!(f, "could not look: {error}"),
            Self::Found(findings) => {
                write!(f, "found: {}", findings.len())?;
                findings
                    .iter()
                    .try_for_each(|finding| write!(f, "\n  {finding}"))
            }
        }
    }
}

impl Error for StepFailed {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::NotStarted { error, .. } | Self::Unreadable(error) | Self::NotLooked(error) => {
                Some(error)
            }
            Self::Command { .. } | Self::NoBrowser(_) | Self::Dangling(_) | Self::Found(_) => None,
        }
    }
}
