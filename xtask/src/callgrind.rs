//! Counting instructions: finding the tools, running them, reading what they say.
//!
//! The benches are built to call gungraun's runner, which runs each of them in
//! Valgrind. What is missing is installed: the runner below `target`, Valgrind
//! only by root and with apt.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};

use serde_json::Value;

use crate::cargo::{Call, workspace_root};
use crate::counts::Counts;
use crate::machine;
use crate::report;

/// The runner, from the workspace root; its version is that of the library.
const RUNNER: &str = "target/tools/bin/gungraun-runner";
const INSTALL: Call =
    Call::new("install gungraun-runner --version 0.20.0 --locked --root target/tools");

const COUNT: Call =
    Call::new("bench --package kinfolk-bench --bench counts -- --output-format=json");

/// Counts everything, with tools that are installed if need be.
pub(crate) fn count() -> Result<Counts, NotCounted> {
    find_valgrind()?;
    let runner = find_runner()?;
    report::progress(&format_args!("counting with `{COUNT}`"));
    let mut command = COUNT.to_command();
    command.env("GUNGRAUN_RUNNER", runner);
    command.stderr(Stdio::inherit());
    let output = command
        .output()
        .map_err(|error| NotCounted::NotStarted { call: COUNT, error })?;
    if !output.status.success() {
        return Err(NotCounted::Failed {
            call: COUNT,
            status: output.status,
        });
    }
    read_summaries(&String::from_utf8_lossy(&output.stdout))
}

/// The counts in what gungraun says: a summary a line, of which we read name and instructions.
fn read_summaries(text: &str) -> Result<Counts, NotCounted> {
    let lines = text.lines().filter(|line| line.starts_with('{'));
    let counts: Counts = lines
        .map(|line| read_summary(line).ok_or_else(|| NotCounted::NoCount(line.to_owned())))
        .collect::<Result<_, _>>()?;
    if counts.is_empty() {
        return Err(NotCounted::NoCount(text.to_owned()));
    }
    Ok(counts)
}

fn read_summary(line: &str) -> Option<(String, u64)> {
    let summary: Value = serde_json::from_str(line).ok()?;
    let name = format!(
        "{}.{}",
        summary["function_name"].as_str()?,
        summary["id"].as_str()?
    );
    let metrics = &summary["profiles"][0]["data"]["total"]["metrics"];
    Some((name, metrics["Ir"]["values"]["new"].as_u64()?))
}

/// The runner's path, installed if it is not there.
fn find_runner() -> Result<PathBuf, NotCounted> {
    let runner = workspace_root().join(RUNNER);
    if !runner.is_file() {
        report::progress(&format_args!("installing with `{INSTALL}`"));
        let status = INSTALL.to_command().status();
        let status = status.map_err(|error| NotCounted::NotStarted {
            call: INSTALL,
            error,
        })?;
        if !status.success() {
            return Err(NotCounted::Failed {
                call: INSTALL,
                status,
            });
        }
    }
    Ok(runner)
}

/// Sees to it that Valgrind runs.
fn find_valgrind() -> Result<(), NotCounted> {
    if !machine::has("valgrind") {
        machine::install(&["valgrind"]);
    }
    let found = machine::has("valgrind");
    found.then_some(()).ok_or(NotCounted::NoValgrind)
}

/// Why there are no counts.
#[derive(Debug)]
pub(crate) enum NotCounted {
    /// Valgrind does not run, and we cannot install it.
    NoValgrind,
    /// This call could not even be started.
    NotStarted { call: Call, error: io::Error },
    /// This call ran and was not content.
    Failed { call: Call, status: ExitStatus },
    /// Gungraun said this, which has no name or no instructions.
    NoCount(String),
}

impl fmt::Display for NotCounted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoValgrind => write!(
                f,
                "`valgrind --version` does not run; install Valgrind, \
                 for example with `apt-get install valgrind` as root"
            ),
            Self::NotStarted { call, error } => write!(f, "could not start `{call}`: {error}"),
            Self::Failed { call, status } => write!(f, "`{call}` ended with {status}"),
            Self::NoCount(text) => write!(f, "gungraun said something without a count: {text:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_summary_is_read_for_its_name_and_instructions() {
        let total = r#"{"metrics":{"Ir":{"values":{"new":634,"old":640}}}}"#;
        let profile = format!(r#"{{"tool":"Callgrind","data":{{"total":{total}}}}}"#);
        let line = format!(r#"{{"function_name":"update","id":"leaf","profiles":[{profile}]}}"#);

        let read = read_summaries(&format!("{line}\n"));

        assert_eq!(
            read.unwrap(),
            Counts::from([("update.leaf".to_owned(), 634)])
        );
    }

    #[test]
    fn silence_and_a_summary_without_instructions_are_no_counts() {
        let without = r#"{"function_name":"update","id":"leaf","profiles":[]}"#;

        for text in ["", without, "{"] {
            assert!(matches!(read_summaries(text), Err(NotCounted::NoCount(_))));
        }
    }

    #[test]
    fn the_runner_has_the_version_of_the_library() {
        let manifest = fs::read_to_string(workspace_root().join("Cargo.toml")).unwrap();
        let (_, rest) = INSTALL.line.split_once("--version ").unwrap();
        let version = rest.split(' ').next().unwrap();

        assert!(manifest.contains(&format!("gungraun = \"={version}\"")));
    }
}
