//! `kinfolk apply`: edits, one a line, applied to a document as a whole or not at all.
//!
//! Comments and layout of what is not edited stay as they are.

use clap::ValueHint;
use kinfolk_scene::{Edit, Editing, LineError, Lines};
use serde_json::{Value, json};

use crate::error::CliError;
use crate::outcome::Outcome;
use crate::progress::Progress;
use crate::report;
use crate::scene_file::{SceneFile, report_errors};
use crate::source::Source;
use crate::target::{Out, Target};

/// Apply edits to a document, all of them or none
#[derive(Debug, clap::Args)]
#[command(after_help = "\
An edit is a line of JSON; docs/format.md lists them. Empty lines and lines that start with // are skipped.

Examples:
  kinfolk apply level.jsonc edits.jsonl --write
  kinfolk apply boss.json --edit '{ \"edit\": \"set\", \"id\": \"boss1\", \"key\": \"transform.x\", \"value\": 5 }'
  make-edits | kinfolk apply level.jsonc - --dry-run")]
pub(crate) struct Args {
    /// The document; - is standard input
    #[arg(value_name = "FILE", value_parser = Source::parser(), value_hint = ValueHint::FilePath)]
    file: Source,

    /// Files with edits, one a line; - is standard input
    #[arg(value_name = "EDITS", value_parser = Source::parser(), value_hint = ValueHint::FilePath)]
    edits: Vec<Source>,

    /// An edit; may be repeated; these come after those of files
    #[arg(long = "edit", value_name = "JSON")]
    lines: Vec<String>,

    #[command(flatten)]
    out: Out,

    /// Only say what would be done
    #[arg(long)]
    dry_run: bool,

    /// Print what was done, or why it was refused, as JSON instead of the document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args) -> Result<Outcome, CliError> {
    let target = args.out.target(&args.file)?;
    let mut sources = vec![args.file.clone()];
    sources.extend(args.edits.iter().cloned());
    Source::check(&sources)?;
    let progress = Progress::start();
    let file = SceneFile::open(&args.file, &progress)?;
    let files = [file];
    if !report_errors(&files, &progress) {
        return Ok(Outcome::Findings);
    }
    let [file] = files;
    let batch = match Batch::read(&args)? {
        Ok(batch) => batch,
        Err(refusal) => return refuse(&refusal, args.json),
    };
    progress.say(format!(
        "applying {}",
        report::counted(batch.edits.len(), "edit")
    ));
    let Ok(mut editing) = Editing::with_includes(file.text(), file.includes.clone()) else {
        return Ok(Outcome::Findings); // has been reported: it has errors
    };
    if let Err((index, refused)) = editing.apply_all(batch.edits.iter().map(|(_, edit)| edit)) {
        let refusal = Refusal {
            place: batch.edits[index].0.clone(),
            why: refused.to_string(),
        };
        drop(progress);
        return refuse(&refusal, args.json);
    }
    let text = editing.text();
    drop(progress);
    finish(&args, &target, &batch, &text)
}

/// Writes the document, or says what would have been done.
fn finish(args: &Args, target: &Target, batch: &Batch, text: &str) -> Result<Outcome, CliError> {
    if !args.dry_run && (target.is_file() || !args.json) {
        target.take(text)?;
    }
    if args.json {
        let as_json = |edit: &Edit| serde_json::from_str(&edit.to_string()).unwrap_or(Value::Null);
        let edits: Vec<Value> = batch.edits.iter().map(|(_, edit)| as_json(edit)).collect();
        let done = json!({ "applied": edits, "written": !args.dry_run });
        report::result(|out| writeln!(out, "{done:#}"))?;
    } else if args.dry_run {
        let edits = report::counted(batch.edits.len(), "edit");
        report::result(|out| writeln!(out, "{edits} would be applied to {}", args.file))?;
    }
    Ok(Outcome::Fine)
}

/// Why a batch was refused as a whole.
struct Refusal {
    /// The file and the line, or the number of the argument.
    place: String,
    why: String,
}

fn refuse(refusal: &Refusal, as_json: bool) -> Result<Outcome, CliError> {
    if as_json {
        let refused = json!({ "refused": { "at": refusal.place, "why": refusal.why } });
        report::result(|out| writeln!(out, "{refused:#}"))?;
    }
    let what = format!("{}: {}", refusal.place, refusal.why);
    report::finding(&what, &"nothing has been applied");
    Ok(Outcome::Findings)
}

/// All edits, each with where it comes from.
struct Batch {
    edits: Vec<(String, Edit)>,
}

impl Batch {
    fn read(args: &Args) -> Result<Result<Self, Refusal>, CliError> {
        let mut edits = Vec::new();
        for source in &args.edits {
            let text = String::from_utf8_lossy(&source.read()?).into_owned();
            match text.parse::<Lines>() {
                Ok(Lines(lines)) => {
                    let placed = lines
                        .into_iter()
                        .map(|(line, edit)| (format!("{source}:{line}"), edit));
                    edits.extend(placed);
                }
                Err(error) => {
                    return Ok(Err(Refusal {
                        place: format!("{source}:{}", error.line),
                        why: error.message,
                    }));
                }
            }
        }
        for (index, line) in args.lines.iter().enumerate() {
            let place = format!("edit {}", index + 1);
            match line.parse() {
                Ok(edit) => edits.push((place, edit)),
                Err(error) => {
                    let error: LineError = error;
                    return Ok(Err(Refusal {
                        place,
                        why: error.message,
                    }));
                }
            }
        }
        Ok(Ok(Self { edits }))
    }
}
