//! Being git's external diff.
//!
//! Git names the path, then a file, a hash and a mode for each side, and for a renamed file two
//! more that are not needed here. A side that is not there is `/dev/null`, which is empty; a path
//! that is still in conflict comes alone.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};

use kinfolk_scene::{Document, diff};

use crate::error::CliError;
use crate::printable::Printable;
use crate::report;
use crate::source::Source;

pub(super) fn run(arguments: &[OsString]) -> Result<(), CliError> {
    let path = arguments.first().map(|path| path.to_string_lossy());
    let path = path.unwrap_or_default();
    let (Some(old), Some(new)) = (arguments.get(1), arguments.get(4)) else {
        return report::result(|out| writeln!(out, "* unmerged path {}", Printable(&path)));
    };
    let (old, new) = (read(old)?, read(new)?);
    report::coloured_result(|out| {
        writeln!(out, "diff --kinfolk {}", Printable(&path))?;
        match (document(&old), document(&new)) {
            (Some(old), Some(new)) => super::write(out, &diff(&old, &new)),
            _ => lines(out, &old, &new),
        }
    })
}

fn read(file: &OsStr) -> Result<Vec<u8>, CliError> {
    Source::File(file.into()).read()
}

/// The document, if it is one; nothing at all is an empty one.
fn document(bytes: &[u8]) -> Option<Document> {
    match bytes {
        [] => Some(Document::default()),
        bytes => str::from_utf8(bytes).ok()?.parse().ok(),
    }
}

/// Writes the lines between the first and the last that differ.
fn lines(out: &mut dyn Write, old: &[u8], new: &[u8]) -> io::Result<()> {
    writeln!(out, "* not a scene on both sides; by lines:")?;
    let (old, new) = (String::from_utf8_lossy(old), String::from_utf8_lossy(new));
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let same = |(old, new): &(&&str, &&str)| old == new;
    let start = old.iter().zip(&new).take_while(same).count();
    let (old, new) = (&old[start..], &new[start..]);
    let end = old
        .iter()
        .rev()
        .zip(new.iter().rev())
        .take_while(same)
        .count();
    writeln!(out, "@@ line {} @@", start + 1)?;
    for (mark, style, lines) in [('-', super::WENT, old), ('+', super::CAME, new)] {
        for line in &lines[..lines.len() - end] {
            writeln!(out, "{style}{mark}{}{style:#}", Printable(line))?;
        }
    }
    Ok(())
}
