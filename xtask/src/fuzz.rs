//! `cargo xtask fuzz`: hostile input, for as long as one likes.
//!
//! The targets are in `fuzz`, a package of its own because it is built with
//! flags of its own. Every run starts from seeds, from fixtures and from what earlier
//! runs have found. `cargo-fuzz` is installed below `target` if it is missing; no
//! sanitizer is used, so any toolchain does. A run closes with a table of all targets.

use std::ffi::OsString;
use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use crate::cargo::{Call, workspace_root};
use crate::libfuzzer::{Heard, Line};
use crate::report;
use crate::usage::UsageError;

/// The tool, from the workspace root.
const TOOL: &str = "target/tools/bin/cargo-fuzz";
const INSTALL: Call = Call::new("install cargo-fuzz --version 0.13.2 --locked --root target/tools");

/// How long each target runs if nobody says.
const MINUTES: u32 = 10;

/// Every target, in the order in which they run.
pub(crate) static TARGETS: [Target; 7] = [
    Target {
        name: "document",
        fixtures: &["fixtures/valid", "fixtures/invalid", "games"],
        longest: 4096,
        has_words: true,
    },
    Target {
        name: "edits",
        fixtures: &["fixtures/edits"],
        longest: 4096,
        has_words: true,
    },
    Target {
        name: "zon",
        fixtures: &["fixtures/import/labelle"],
        longest: 4096,
        has_words: true,
    },
    Target {
        name: "tscn",
        fixtures: &["fixtures/import/godot"],
        longest: 4096,
        has_words: true,
    },
    Target {
        name: "forest",
        fixtures: &[],
        longest: 1024,
        has_words: false,
    },
    Target {
        name: "game",
        fixtures: &["games"],
        longest: 3072,
        has_words: true,
    },
    Target {
        name: "editor",
        fixtures: &[],
        longest: 2048,
        has_words: true,
    },
];

/// One thing that hostile input is given to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Target {
    /// As one asks for it; also of its file, its dictionary and its folder of seeds.
    pub(crate) name: &'static str,
    /// Folders with more to start from than its own seeds.
    fixtures: &'static [&'static str],
    /// Inputs are at most so many bytes: past that they say nothing new, slowly.
    longest: u32,
    /// Whether there is a dictionary. Where bytes are choices, there are no words.
    has_words: bool,
}

/// What became of a target.
#[derive(Debug)]
pub(crate) struct Ended {
    /// The target's name.
    pub(crate) name: &'static str,
    /// How many inputs were tried.
    pub(crate) executions: u64,
    /// How long that took.
    pub(crate) took: Duration,
    /// The input that broke something.
    pub(crate) found: Option<PathBuf>,
}

/// Runs the targets that `args` name, each for as many minutes as they say; exits with 1 when something was found.
pub(crate) fn run(args: &[OsString]) -> Result<ExitCode, UsageError> {
    let words: Vec<_> = args.iter().map(|arg| arg.to_string_lossy()).collect();
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    let (targets, minutes) = asked(&words)?;
    Ok(match fuzz_in_turn(targets, minutes) {
        Ok(ended) => {
            report::fuzzed(&ended);
            match ended.iter().any(|ended| ended.found.is_some()) {
                false => ExitCode::SUCCESS,
                true => ExitCode::FAILURE,
            }
        }
        Err(error) => {
            report::failed(&format_args!("could not fuzz: {error}"));
            ExitCode::from(2)
        }
    })
}

/// The targets and the minutes that `words` ask for.
fn asked(words: &[&str]) -> Result<(&'static [Target], u32), UsageError> {
    let unexpected = |word: &str| Err(UsageError::Unexpected(word.to_owned()));
    let named = |word: &str| TARGETS.iter().position(|target| target.name == word);
    let (targets, rest) = match words {
        [word, rest @ ..] if !word.starts_with("--") => match named(word) {
            Some(at) => (&TARGETS[at..=at], rest),
            None => return Err(UsageError::UnknownTarget((*word).to_owned())),
        },
        rest => (&TARGETS[..], rest),
    };
    match *rest {
        [] => Ok((targets, MINUTES)),
        ["--minutes", minutes] => match minutes.parse() {
            Ok(minutes) if minutes > 0 => Ok((targets, minutes)),
            _ => unexpected(minutes),
        },
        [word, ..] => unexpected(word),
    }
}

/// Runs all of them, whatever one finds.
fn fuzz_in_turn(targets: &[Target], minutes: u32) -> io::Result<Vec<Ended>> {
    install()?;
    for target in targets {
        report::progress(&format_args!("building `{}`", target.name));
        if !tool("build").arg(target.name).status()?.success() {
            return Err(io::Error::other(format!(
                "`{}` does not build",
                target.name
            )));
        }
    }
    let fuzz = |target: &Target| -> io::Result<Ended> {
        report::heading(target.name);
        let ended = fuzz(target, minutes)?;
        report::target_ended(&ended);
        Ok(ended)
    };
    targets.iter().map(fuzz).collect()
}

fn install() -> io::Result<()> {
    if !workspace_root().join(TOOL).is_file() {
        report::progress(&format_args!("installing with `{INSTALL}`"));
        if !INSTALL.to_command().status()?.success() {
            return Err(io::Error::other(format!("`{INSTALL}` failed")));
        }
    }
    Ok(())
}

/// A call of the tool, in the folder that it is for.
fn tool(verb: &str) -> Command {
    let mut command = Command::new(workspace_root().join(TOOL));
    command
        .args([verb, "--sanitizer", "none"])
        .current_dir(workspace_root().join("fuzz"));
    command
}

/// Runs one target to its end, or to its first find.
fn fuzz(target: &Target, minutes: u32) -> io::Result<Ended> {
    let folder = workspace_root().join("fuzz");
    // What is new goes to the first folder; the others are only read.
    let corpus = folder.join("corpus").join(target.name);
    fs::create_dir_all(&corpus)?;
    let seeds = folder.join("seeds").join(target.name);
    let fixtures = target.fixtures.iter();
    let fixtures = fixtures.map(|fixtures| workspace_root().join(fixtures));
    let mut command = tool("run");
    command.arg(target.name).arg(corpus);
    command.args(Some(seeds).filter(|seeds| seeds.is_dir()));
    command.args(fixtures).arg("--");
    command.arg(format!("-max_total_time={}", minutes * 60));
    command.arg(format!("-max_len={}", target.longest));
    if target.has_words {
        let words = folder.join(format!("{}.dict", target.name));
        command.arg(format!("-dict={}", words.display()));
    }
    // Long inputs are tried from the start: short ones do not say much.
    command.args(["-len_control=0", "-timeout=20", "-rss_limit_mb=4096"]);
    command.arg("-print_final_stats=1");

    let start = Instant::now();
    let mut child = command.stderr(Stdio::piped()).spawn()?;
    let mut heard = Heard::default();
    if let Some(talk) = child.stderr.take() {
        for line in BufReader::new(talk).split(b'\n') {
            let line = String::from_utf8_lossy(&line?).into_owned();
            match heard.hear(&line) {
                Line::Progress => report::fuzzing(target.name, start.elapsed(), &heard),
                Line::Word => report::fuzzer_says(&line),
                Line::Chatter => {}
            }
        }
    }
    let status = child.wait()?;
    report::fuzzing_is_over();
    if !status.success() && heard.found.is_none() {
        return Err(io::Error::other(format!(
            "`{}` ended with {status}",
            target.name
        )));
    }
    Ok(Ended {
        name: target.name,
        executions: heard.executions,
        took: heard.secs.map_or(start.elapsed(), Duration::from_secs),
        found: heard.found,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of the targets, and the minutes, that `words` ask for.
    fn named(words: &[&str]) -> Result<(String, u32), UsageError> {
        let (targets, minutes) = asked(words)?;
        let names: Vec<_> = targets.iter().map(|target| target.name).collect();
        Ok((names.join(" "), minutes))
    }

    #[test]
    fn target_and_minutes_may_be_left_out() {
        let all = "document edits zon tscn forest game editor".to_owned();

        assert_eq!(named(&[]), Ok((all.clone(), 10)));
        assert_eq!(named(&["--minutes", "2"]), Ok((all, 2)));
        assert_eq!(named(&["forest"]), Ok(("forest".to_owned(), 10)));
        assert_eq!(named(&["zon", "--minutes", "3"]), Ok(("zon".to_owned(), 3)));
    }

    #[test]
    fn a_target_that_does_not_exist_is_refused_by_name() {
        let unknown = Err(UsageError::UnknownTarget("physics".to_owned()));
        let unexpected = |word: &str| Err(UsageError::Unexpected(word.to_owned()));

        assert_eq!(named(&["physics"]), unknown);
        assert_eq!(named(&["--minutes", "soon"]), unexpected("soon"));
        assert_eq!(named(&["--minutes", "0"]), unexpected("0"));
        assert_eq!(named(&["zon", "tscn"]), unexpected("tscn"));
    }

    #[test]
    fn every_target_has_its_files() {
        let (root, fuzz) = (workspace_root(), workspace_root().join("fuzz"));
        for target in TARGETS {
            let (name, has_words) = (target.name, target.has_words);

            assert!(fuzz.join(format!("fuzz_targets/{name}.rs")).is_file());
            assert_eq!(fuzz.join(format!("{name}.dict")).is_file(), has_words);
            for folder in target.fixtures {
                assert!(root.join(folder).is_dir(), "{folder}");
            }
            let has_seeds = fuzz.join("seeds").join(name).is_dir();
            assert!(
                has_seeds || !target.fixtures.is_empty(),
                "{name} starts from nothing"
            );
        }
    }
}
