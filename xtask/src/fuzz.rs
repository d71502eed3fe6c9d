//! `cargo xtask fuzz`: hostile input, for as long as one likes.
//!
//! The targets are in `fuzz`, a package of its own because it is built with
//! flags of its own. Every run starts from the fixtures and from what earlier
//! runs have found. `cargo-fuzz` is installed below `target` if it is missing; no
//! sanitizer is used, so any toolchain does.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};

use crate::cargo::{Call, workspace_root};
use crate::report;
use crate::usage::UsageError;

/// The tool, from the workspace root.
const TOOL: &str = "target/tools/bin/cargo-fuzz";
const INSTALL: Call = Call::new("install cargo-fuzz --version 0.13.2 --locked --root target/tools");

/// What runs if nobody says.
const TARGETS: [&str; 4] = ["document", "edits", "zon", "tscn"];
const MINUTES: u32 = 10;

/// Where inputs to start from are: documents, lines of edits, and scenes of others.
const SEEDS: [&str; 11] = [
    "fixtures/valid",
    "fixtures/valid/handwritten",
    "fixtures/invalid",
    "fixtures/edits",
    "fixtures/import/labelle",
    "fixtures/import/labelle/bad",
    "fixtures/import/labelle/lossy",
    "fixtures/import/labelle/prefabs",
    "fixtures/import/godot",
    "fixtures/import/godot/bad",
    "games",
];

/// Runs the target that `args` name, for as many minutes as they say.
pub(crate) fn run(args: &[OsString]) -> Result<ExitCode, UsageError> {
    let words: Vec<_> = args.iter().map(|arg| arg.to_string_lossy()).collect();
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    let (target, minutes) = asked(&words)?;
    Ok(match fuzz(target, minutes) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            report::failed(&format_args!("`{target}` found something, see above"));
            ExitCode::FAILURE
        }
        Err(error) => {
            report::failed(&format_args!("could not fuzz: {error}"));
            ExitCode::from(2)
        }
    })
}

/// The target and the minutes that `words` ask for.
fn asked<'a>(words: &[&'a str]) -> Result<(&'a str, u32), UsageError> {
    let unexpected = |word: &str| Err(UsageError::Unexpected(word.to_owned()));
    let (target, rest) = match words {
        [target, rest @ ..] if TARGETS.contains(target) => (*target, rest),
        rest => (TARGETS[0], rest),
    };
    match *rest {
        [] => Ok((target, MINUTES)),
        ["--minutes", minutes] => match minutes.parse() {
            Ok(minutes) => Ok((target, minutes)),
            Err(_) => unexpected(minutes),
        },
        [word, ..] => unexpected(word),
    }
}

/// Says whether nothing was found.
fn fuzz(target: &str, minutes: u32) -> io::Result<bool> {
    let tool = workspace_root().join(TOOL);
    if !tool.is_file() {
        report::progress(&format_args!("installing with `{INSTALL}`"));
        if !INSTALL.to_command().status()?.success() {
            return Err(io::Error::other(format!("`{INSTALL}` failed")));
        }
    }
    let folder = workspace_root().join("fuzz");
    let corpus = folder.join("corpus").join(target);
    gather(&corpus)?;
    let dictionary = folder.join(format!("{target}.dict"));
    let status = Command::new(tool)
        .args(["run", "--sanitizer", "none", target, "--"])
        .arg(format!("-max_total_time={}", minutes * 60))
        .arg(format!("-dict={}", dictionary.display()))
        .args(["-max_len=4096", "-timeout=20", "-rss_limit_mb=4096"])
        .current_dir(folder)
        .status()?;
    Ok(status.success())
}

/// Copies the seeds to where the fuzzer keeps what it finds.
fn gather(corpus: &Path) -> io::Result<()> {
    fs::create_dir_all(corpus)?;
    for seeds in SEEDS {
        for entry in fs::read_dir(workspace_root().join(seeds))? {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                fs::copy(entry.path(), corpus.join(entry.file_name()))?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn target_and_minutes_may_be_left_out() {
        assert_eq!(asked(&[]), Ok(("document", 10)));
        assert_eq!(asked(&["document"]), Ok(("document", 10)));
        assert_eq!(asked(&["document", "--minutes", "3"]), Ok(("document", 3)));
    }

    #[test]
    fn a_target_that_does_not_exist_is_refused() {
        let unexpected = |word: &str| Err(UsageError::Unexpected(word.to_owned()));

        assert_eq!(asked(&["physics"]), unexpected("physics"));
        assert_eq!(asked(&["--minutes", "soon"]), unexpected("soon"));
    }

    #[test]
    fn every_target_has_its_files() {
        for target in TARGETS {
            let folder = workspace_root().join("fuzz");

            assert!(folder.join(format!("fuzz_targets/{target}.rs")).is_file());
            assert!(folder.join(format!("{target}.dict")).is_file());
        }
    }
}
