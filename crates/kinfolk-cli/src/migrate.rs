//! `kinfolk migrate`: yesterday's scenes as hierarchies.
//!
//! Says what it changed and what it could not, at their places in the old file. Comments and
//! layout of what has not changed are kept.

use clap::ValueHint;
use kinfolk_scene::{Migration, Note, Outcome as Done, Positions, migrate_with};
use serde_json::{Value, json};

use crate::error::CliError;
use crate::outcome::Outcome;
use crate::printable::Printable;
use crate::progress::Progress;
use crate::report;
use crate::scene_file::{SceneFile, report_errors};
use crate::source::Source;
use crate::target::Out;

/// Turn attach_to pairs into children, and absolute positions into local ones
#[derive(Debug, clap::Args)]
#[command(after_help = "\
An entity with an attach_to behavior becomes a child of the template of the entity that it follows, \
in the slot that it names; or, if several entities are made of that template or somebody mentions its \
id, a child of the entity itself. With --absolute, children whose parents only kept order until now \
get local positions; nobody moves. What cannot be migrated stays as it is, and is told.

Examples:
  kinfolk migrate old.json --dry-run
  kinfolk migrate old.json -o new.json
  kinfolk migrate old.json --absolute --write")]
pub(crate) struct Args {
    /// The document; - is standard input
    #[arg(value_name = "FILE", value_parser = Source::parser(), value_hint = ValueHint::FilePath)]
    file: Source,

    /// The positions of children are absolute: make them local first
    #[arg(long)]
    absolute: bool,

    #[command(flatten)]
    out: Out,

    /// Only say what would be done
    #[arg(long)]
    dry_run: bool,

    /// Print what was done as JSON, with the document if it is not written to a file
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args) -> Result<Outcome, CliError> {
    let target = args.out.target(&args.file)?;
    let progress = Progress::start();
    let file = SceneFile::open(&args.file, &progress)?;
    let files = [file];
    if !report_errors(&files, &progress) {
        return Ok(Outcome::Findings);
    }
    let [file] = files;
    progress.say(format!("migrating {}", args.file));
    let positions = if args.absolute {
        Positions::Absolute
    } else {
        Positions::Local
    };
    let Ok(migration) = migrate_with(file.text(), positions, &file.includes) else {
        return Ok(Outcome::Findings); // has been reported: it has errors
    };
    drop(progress);
    if !args.dry_run && (target.is_file() || !args.json) {
        target.take(&migration.text)?;
    }
    if args.json {
        let is_shown = !args.dry_run && !target.is_file();
        let answer = to_json(&migration, !args.dry_run, is_shown);
        report::result(|out| writeln!(out, "{answer:#}"))?;
    } else {
        tell(&migration, &args.file, args.dry_run)?;
    }
    Ok(Outcome::Fine)
}

/// To standard error; that is what a dry run results in, and so it goes to standard output.
fn tell(migration: &Migration, source: &Source, dry_run: bool) -> Result<(), CliError> {
    let line = |note: &Note| {
        let place = note.place.as_ref();
        let place = place.map(|place| format!(":{}:{}", place.line, place.column));
        let place = place.unwrap_or_default();
        let told = format!("{}: {}", note.id, note.what);
        format!("{source}{place}: {}", Printable(&told))
    };
    if !dry_run {
        for note in &migration.notes {
            report::note(word(note), note.outcome == Done::Left, &line(note));
        }
        return Ok(());
    }
    report::result(|out| {
        for note in &migration.notes {
            writeln!(out, "{}: {}", word(note), line(note))?;
        }
        if migration.notes.is_empty() {
            writeln!(out, "nothing to migrate in {source}")?;
        }
        Ok(())
    })
}

const fn word(note: &Note) -> &'static str {
    match note.outcome {
        Done::Changed => "changed",
        Done::Left => "left",
    }
}

/// `{ "changed": […], "left": […], "written": …, "document": … }`
fn to_json(migration: &Migration, written: bool, is_shown: bool) -> Value {
    let told = |outcome: Done| -> Vec<Value> {
        let notes = migration.notes.iter();
        let notes = notes.filter(|note| note.outcome == outcome);
        notes
            .map(|note| {
                let place = note.place.as_ref();
                json!({
                    "id": note.id,
                    "line": place.map(|place| place.line),
                    "column": place.map(|place| place.column),
                    "what": note.what,
                })
            })
            .collect()
    };
    let mut answer = json!({
        "changed": told(Done::Changed),
        "left": told(Done::Left),
        "written": written,
    });
    if is_shown {
        let document: Option<kinfolk_scene::Document> = migration.text.parse().ok();
        let text = document.map(|document| document.to_text());
        let value = text.and_then(|text| serde_json::from_str(&text).ok());
        answer["document"] = value.unwrap_or(Value::Null);
    }
    answer
}
