//! `kinfolk merge`: the changes of two people to one document, put together.
//!
//! The result is always a document. What both changed differently is a conflict: it is told on
//! standard error, and the result has ours, or theirs on demand. As git's merge driver it writes
//! into ours, and git marks the file as long as there are conflicts.

use std::path::PathBuf;

use clap::ValueHint;
use kinfolk_scene::{Conflict, Favour, Json, Merged, Object, merge_favouring};

use crate::comments::has_comments;
use crate::diff::open_good;
use crate::error::CliError;
use crate::outcome::Outcome;
use crate::printable::Printable;
use crate::progress::Progress;
use crate::report::{self, counted};
use crate::scene_file::SceneFile;
use crate::source::Source;
use crate::target::Target;

/// Put the changes of two people to a document together
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Entities are merged by id, and by field. The result is written at conflicts, too, and can be loaded.
Exit status: 0 merged (with --ours or --theirs also at conflicts), 1 conflicts, 2 a document is unreadable or has errors.

Examples:
  kinfolk merge base.json mine.json yours.json -o merged.json
  kinfolk merge base.json mine.json yours.json --dry-run --json
  git config merge.kinfolk.driver 'kinfolk merge --write %O %A %B'")]
pub(crate) struct Args {
    /// What both started from; - is standard input
    #[arg(value_name = "BASE", value_parser = Source::parser(), value_hint = ValueHint::FilePath)]
    base: Source,

    /// What we made of it
    #[arg(value_name = "OURS", value_parser = Source::parser(), value_hint = ValueHint::FilePath)]
    mine: Source,

    /// What they made of it
    #[arg(value_name = "THEIRS", value_parser = Source::parser(), value_hint = ValueHint::FilePath)]
    yours: Source,

    /// Write to this file instead of to standard output
    #[arg(short, long, value_name = "OUT", conflicts_with = "write", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,

    /// Write into OURS
    #[arg(long)]
    write: bool,

    /// Settle conflicts with ours
    #[arg(long, conflicts_with = "theirs")]
    ours: bool,

    /// Settle conflicts with theirs
    #[arg(long)]
    theirs: bool,

    /// Print the conflicts as JSON, with the document if it is not written to a file
    #[arg(long)]
    json: bool,

    /// Write nothing, only tell the conflicts
    #[arg(long, conflicts_with_all = ["output", "write"])]
    dry_run: bool,
}

pub(crate) fn run(args: Args) -> Result<Outcome, CliError> {
    let target = Target::of(args.write, &args.mine, args.output)?;
    let sources = [args.base, args.mine, args.yours];
    Source::check(&sources)?;
    let progress = Progress::start();
    let files = open_good(&sources, &progress)?;
    progress.say("merging".to_owned());
    let favour = if args.theirs {
        Favour::Theirs
    } else {
        Favour::Ours
    };
    let (merged, text) = merged(favour, &files);
    if let Some(file) = files[1..].iter().find(|file| loses_comments(file, &text)) {
        progress.aside(|| report::warning(&file.source, &"comments are not kept"));
    }
    let is_settled = args.ours || args.theirs || merged.conflicts.is_empty();
    progress.aside(|| tell(&merged.conflicts, &sources[1], is_settled));
    drop(progress);
    if !args.dry_run && (target.is_file() || !args.json) {
        target.take(&text)?;
    }
    if args.json {
        let is_shown = !target.is_file() && !args.dry_run;
        let answer = to_json(&merged.conflicts, is_settled, is_shown.then_some(&text));
        report::result(|out| writeln!(out, "{answer}"))?;
    }
    Ok(if is_settled {
        Outcome::Fine
    } else {
        Outcome::Findings
    })
}

/// What comes out, and its text: that of a side if it is the same, or else the canonical one.
fn merged(favour: Favour, files: &[SceneFile]) -> (Merged, String) {
    let mut documents = files
        .iter()
        .map(|file| file.loaded.document.clone().unwrap_or_default());
    let mut next = || documents.next().unwrap_or_default();
    let (base, ours, theirs) = (next(), next(), next());
    let merged = merge_favouring(favour, &base, &ours, &theirs);
    let canonical = merged.document.to_text();
    let sides = [(&ours, &files[1]), (&theirs, &files[2])];
    let same = sides
        .into_iter()
        .find(|(side, _)| side.to_text() == canonical);
    let text = match same {
        Some((_, file)) if !file.text().is_empty() => file.text().to_owned(),
        _ => canonical,
    };
    (merged, text)
}

fn loses_comments(file: &SceneFile, text: &str) -> bool {
    file.text() != text && has_comments(file.text()) && !has_comments(text)
}

/// Tells every conflict, and what to do unless the command line has settled them.
fn tell(conflicts: &[Conflict], source: &Source, is_settled: bool) {
    for conflict in conflicts {
        let told = conflict.to_string();
        report::warning(source, &format!("conflict: {}", Printable(&told)));
    }
    if !is_settled {
        let conflicts = counted(conflicts.len(), "conflict");
        let what = format!("{conflicts}; the result has ours there");
        let help = "look at each, and change the result, or settle all with --ours or --theirs";
        report::finding(&what, &help);
    }
}

/// `{ "merged": …, "conflicts": […], "document": … }`
fn to_json(conflicts: &[Conflict], is_settled: bool, text: Option<&String>) -> Json {
    let mut answer = Object::new();
    answer.set("merged", Json::Bool(is_settled));
    let conflicts = conflicts.iter().map(Conflict::to_json);
    answer.set("conflicts", Json::Array(conflicts.collect()));
    if let Some(document) = text.and_then(|text| text.parse().ok()) {
        answer.set("document", document);
    }
    Json::Object(answer)
}
