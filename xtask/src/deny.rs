//! `cargo xtask supply`: what cargo-deny says of `deny.toml`.
//!
//! Licences by their texts, crates that are there twice, sources, and what is known to be vulnerable, if the list of that can
//! be fetched or was fetched before. It is no step of a test run, since it takes minutes to install.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use crate::cargo::{Call, workspace_root};
use crate::report;
use crate::usage::UsageError;

/// The tool, from the workspace root.
const TOOL: &str = "target/tools/bin/cargo-deny";
const INSTALL: Call = Call::new("install cargo-deny --version 0.20.2 --locked --root target/tools");

/// Runs it all; exits with 1 when something is in the tree that should not be.
pub(crate) fn run(args: &[OsString]) -> Result<ExitCode, UsageError> {
    if let Some(word) = args.first() {
        return Err(UsageError::Unexpected(word.to_string_lossy().into_owned()));
    }
    Ok(match check() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            report::failed(&"cargo-deny found something, see above");
            ExitCode::FAILURE
        }
        Err(error) => {
            report::failed(&format_args!("could not look: {error}"));
            ExitCode::from(2)
        }
    })
}

/// Says whether all is well.
fn check() -> io::Result<bool> {
    if !workspace_root().join(TOOL).is_file() {
        report::progress(&format_args!("installing with `{INSTALL}`"));
        if !INSTALL.to_command().status()?.success() {
            return Err(io::Error::other(format!("`{INSTALL}` failed")));
        }
    }
    let is_fine = deny(&["check", "licenses", "bans", "sources"])?;
    // What was fetched before is better than nothing.
    if !deny(&["fetch", "db"])? && !has_list() {
        report::progress(&"the list of known vulnerabilities could not be fetched: not looked for");
        return Ok(is_fine);
    }
    Ok(deny(&["--offline", "check", "advisories"])? && is_fine)
}

/// Whether a list of vulnerabilities was fetched before, to where cargo-deny has it.
fn has_list() -> bool {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo")));
    let lists = home.and_then(|home| fs::read_dir(home.join("advisory-dbs")).ok());
    lists.is_some_and(|mut lists| lists.any(|list| list.is_ok_and(|list| list.path().is_dir())))
}

/// Says whether cargo-deny is content.
fn deny(args: &[&str]) -> io::Result<bool> {
    let mut command = Command::new(workspace_root().join(TOOL));
    let status = command.args(args).current_dir(workspace_root()).status()?;
    Ok(status.success())
}
