//! `cargo xtask api`: what our crates offer, beside what was kept.
//!
//! The public interface of every library that can be published is kept as text in `docs/api`, so that whoever changes it shows
//! it. It is read out of what rustdoc writes as JSON, which is a form that changes with the compiler: with another compiler
//! than the one that our reader knows nothing is compared, and that is said.

use std::env;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};

use public_api::Builder;
use serde_json::Value;

use crate::cargo::{Call, workspace_root};
use crate::look::Looked;
use crate::metadata::{Metadata, Package};
use crate::report;
use crate::usage::UsageError;

/// The kept texts, from the workspace root.
const KEPT: &str = "docs/api";

/// Set for a process of ours that is to be rustdoc: see [`rustdoc`].
const AS_RUSTDOC: &str = "KINFOLK_AS_RUSTDOC";

/// The form that our reader knows.
const FORMAT: u64 = 57;

/// The same packages and features, and so the same dependencies, as in the step `docs`.
const DOC: Call = Call {
    vars: &[
        (
            "RUSTDOCFLAGS",
            "-Zunstable-options --output-format=json --cap-lints=allow",
        ),
        (AS_RUSTDOC, "1"),
    ],
    line: "doc --quiet --workspace --all-features --no-deps --lib --examples",
};

/// Marks that every type has or lacks, and that nobody looks for.
const NOISE: [&str; 4] = [
    "core::marker::Freeze",
    "core::marker::Unpin",
    "core::panic::unwind_safe::RefUnwindSafe",
    "core::panic::unwind_safe::UnwindSafe",
];

/// Compares, or keeps with `--keep`; exits with 1 when an interface is not as it was kept.
pub(crate) fn run(args: &[OsString]) -> Result<ExitCode, UsageError> {
    let ended = match args {
        [] => look(workspace_root()),
        [keep] if keep == "--keep" => keep_anew(workspace_root()),
        [keep, word, ..] if keep == "--keep" => {
            return Err(UsageError::Unexpected(word.to_string_lossy().into_owned()));
        }
        [word, ..] => return Err(UsageError::Unexpected(word.to_string_lossy().into_owned())),
    };
    Ok(match ended {
        Ok(looked) => {
            report::looked(&looked);
            match looked.findings.as_slice() {
                [] => ExitCode::SUCCESS,
                findings => {
                    report::failed(&findings.join("\n"));
                    ExitCode::FAILURE
                }
            }
        }
        Err(error) => {
            report::failed(&format_args!("could not look: {error}"));
            ExitCode::from(2)
        }
    })
}

/// Compares every interface with the kept one.
pub(crate) fn look(root: &Path) -> io::Result<Looked> {
    let mut findings = Vec::new();
    let Some(interfaces) = interfaces()? else {
        return Ok(other_compiler());
    };
    for (name, now) in &interfaces {
        let kept = fs::read_to_string(root.join(KEPT).join(format!("{name}.txt")));
        let difference = difference(&kept.unwrap_or_default(), now);
        if !difference.is_empty() {
            findings.push(format!(
                "{name} offers something else than {KEPT}/{name}.txt:\n{difference}\
                 If that is meant, keep it with `cargo xtask api --keep`."
            ));
        }
    }
    let lines: usize = interfaces
        .iter()
        .map(|(_, text)| text.lines().count())
        .sum();
    let at = format!("interfaces compared: {}, lines: {lines}", interfaces.len());
    Ok(Looked { at, findings })
}

fn keep_anew(root: &Path) -> io::Result<Looked> {
    let Some(interfaces) = interfaces()? else {
        return Ok(other_compiler());
    };
    fs::create_dir_all(root.join(KEPT))?;
    for (name, now) in &interfaces {
        fs::write(root.join(KEPT).join(format!("{name}.txt")), now)?;
    }
    Ok(Looked {
        at: format!("interfaces kept in {KEPT}: {}", interfaces.len()),
        findings: Vec::new(),
    })
}

fn other_compiler() -> Looked {
    Looked {
        at: format!("nothing compared: this rustdoc does not write form {FORMAT}, which we read"),
        findings: Vec::new(),
    }
}

/// Every published library with its interface; none if rustdoc writes what we cannot read.
fn interfaces() -> io::Result<Option<Vec<(String, String)>>> {
    let metadata = Metadata::read()?;
    let mut doc = DOC.to_command();
    doc.env("RUSTDOC", env::current_exe()?);
    if !doc.status()?.success() {
        return Err(io::Error::other(format!("`{DOC}` failed")));
    }
    let mut interfaces = Vec::new();
    for package in metadata.published() {
        let Some(library) = library(package) else {
            continue;
        };
        let written = metadata.target_folder.join(format!("doc/{library}.json"));
        let format: Value = serde_json::from_slice(&fs::read(&written)?)?;
        if format["format_version"] != FORMAT {
            return Ok(None);
        }
        interfaces.push((package.name.clone(), interface(&written)?));
    }
    Ok(Some(interfaces))
}

fn library(package: &Package) -> Option<&str> {
    package.targets("lib").next()
}

/// One item a line, in the order of paths.
fn interface(written: &Path) -> io::Result<String> {
    let api = Builder::from_rustdoc_json(written)
        .omit_blanket_impls(true)
        .build()
        .map_err(io::Error::other)?;
    let mut text = String::new();
    for item in api.items() {
        let line = item.to_string();
        if !NOISE.iter().any(|noise| line.contains(noise)) {
            text.push_str(&line);
            text.push('\n');
        }
    }
    Ok(text)
}

/// The lines that are gone, and those that are new.
fn difference(kept: &str, now: &str) -> String {
    let mut difference = String::new();
    for (sign, one, other) in [('-', kept, now), ('+', now, kept)] {
        let others: Vec<&str> = other.lines().collect();
        for line in one.lines().filter(|line| !others.contains(line)) {
            let _ = writeln!(difference, "  {sign} {line}"); // into memory
        }
    }
    difference
}

/// If cargo has called us as rustdoc: how that ended.
///
/// JSON takes a compiler that is told to try new things. Were cargo told so, it would build all dependencies anew.
pub(crate) fn rustdoc(args: &[OsString]) -> Option<ExitCode> {
    env::var_os(AS_RUSTDOC)?;
    let mut rustdoc = Command::new("rustdoc");
    rustdoc.args(args).env("RUSTC_BOOTSTRAP", "1");
    let succeeded = rustdoc.status().is_ok_and(|status| status.success());
    Some(if succeeded {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_has_what_is_gone_and_what_is_new() {
        let kept = "pub fn a()\npub fn b()\n";

        assert_eq!(difference(kept, kept), "");
        assert_eq!(
            difference(kept, "pub fn a()\npub fn b(u8)\n"),
            "  - pub fn b()\n  + pub fn b(u8)\n"
        );
    }

    #[test]
    fn what_is_kept_is_of_crates_that_are_published() {
        let metadata = Metadata::read().unwrap();
        let kept = fs::read_dir(workspace_root().join(KEPT)).unwrap();
        let mut kept: Vec<_> = kept.map(|file| file.unwrap().file_name()).collect();
        kept.sort();
        let libraries = metadata
            .published()
            .filter(|package| library(package).is_some());
        let mut libraries: Vec<_> = libraries
            .map(|package| OsString::from(format!("{}.txt", package.name)))
            .collect();
        libraries.sort();

        assert_eq!(kept, libraries);
    }
}
