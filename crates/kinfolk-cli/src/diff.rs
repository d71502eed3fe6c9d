//! `kinfolk diff`: what is different between two documents, by meaning and not by line.
//!
//! With `--git` it is git's external diff: it takes git's own arguments, and whatever it finds
//! in the files, git goes on. A text that is no document is compared by lines then.

mod git;
mod stat;

use std::ffi::OsString;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use clap::ValueHint;
use kinfolk_scene::{Code, Diff, diff};

use crate::error::CliError;
use crate::outcome::Outcome;
use crate::printable::Printable;
use crate::progress::Progress;
use crate::report;
use crate::scene_file::SceneFile;
use crate::source::Source;

use stat::Stat;

const CAME: Style = AnsiColor::Green.on_default();
const WENT: Style = AnsiColor::Red.on_default();

/// Tell what is different between two documents
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Nested or flat, comments and layout make no difference.
Exit status: 0 the same, 1 different, 2 a document is unreadable or has errors. With --git: 0.

Examples:
  kinfolk diff old.json new.json
  kinfolk diff old.json new.json --json | jq '.differences[].id'
  git config diff.kinfolk.command 'kinfolk diff --git'")]
pub(crate) struct Args {
    /// The old document; - is standard input
    #[arg(value_name = "OLD", required_unless_present = "git", value_parser = Source::parser(), value_hint = ValueHint::FilePath)]
    old: Option<Source>,

    /// The new document
    #[arg(value_name = "NEW", required_unless_present = "git", value_parser = Source::parser(), value_hint = ValueHint::FilePath)]
    new: Option<Source>,

    /// Print the differences as JSON
    #[arg(long, conflicts_with = "stat")]
    json: bool,

    /// Only count the differences
    #[arg(long)]
    stat: bool,

    /// Be git's external diff: path, old file, hash and mode, new file, hash and mode
    #[arg(long, value_name = "ARGUMENT", num_args = 1..=9, allow_hyphen_values = true, conflicts_with_all = ["old", "new", "json", "stat"])]
    git: Option<Vec<OsString>>,
}

pub(crate) fn run(args: Args) -> Result<Outcome, CliError> {
    let (Some(old), Some(new)) = (args.old, args.new) else {
        git::run(&args.git.unwrap_or_default())?;
        return Ok(Outcome::Fine);
    };
    let sources = [old, new];
    Source::check(&sources)?;
    let progress = Progress::start();
    let files = open_good(&sources, &progress)?;
    progress.say("comparing".to_owned());
    let mut documents = files
        .into_iter()
        .map(|file| file.loaded.document.unwrap_or_default());
    let (old, new) = (
        documents.next().unwrap_or_default(),
        documents.next().unwrap_or_default(),
    );
    let diff = diff(&old, &new);
    drop(progress);
    if args.json {
        report::result(|out| writeln!(out, "{}", diff.to_json()))?;
    } else if args.stat {
        report::result(|out| write!(out, "{}", Stat::of(&diff)))?;
    } else {
        report::coloured_result(|out| write(out, &diff))?;
    }
    Ok(if diff.is_empty() {
        Outcome::Fine
    } else {
        Outcome::Findings
    })
}

/// Reads documents, all of which have to be good.
///
/// # Errors
/// What cannot be read, or has errors: these have been reported then.
pub(crate) fn open_good(
    sources: &[Source],
    progress: &Progress,
) -> Result<Vec<SceneFile>, CliError> {
    let (mut files, mut bad) = (Vec::new(), Vec::new());
    for source in sources {
        match SceneFile::open(source, progress) {
            // What git has for a file that was not there.
            Ok(file) if is_nothing(&file) => files.push(file),
            Ok(file) if file.has_errors() => {
                progress.aside(|| report::findings(&file));
                let source = source.clone();
                let why = io::Error::new(io::ErrorKind::InvalidData, "it has errors");
                bad.push(CliError::Read { source, why });
            }
            Ok(file) => files.push(file),
            Err(error) => bad.push(error),
        }
    }
    CliError::all(bad)?;
    Ok(files)
}

/// Writes the differences line by line, in colour.
fn write(out: &mut dyn Write, diff: &Diff) -> io::Result<()> {
    for line in diff.to_string().lines() {
        let style = match line.trim_start().chars().next() {
            Some('+') => CAME,
            Some('-') => WENT,
            _ => Style::new(),
        };
        writeln!(out, "{style}{}{style:#}", Printable(line))?;
    }
    Ok(())
}

/// Whether there is nothing in the file, not even a byte that is no text.
fn is_nothing(file: &SceneFile) -> bool {
    let mut codes = file.loaded.diagnostics.iter().map(|found| found.code);
    file.text().is_empty() && !codes.any(|code| code == Code::NotUtf8)
}
