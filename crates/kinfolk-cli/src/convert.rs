//! `kinfolk convert`: a document in canonical form, its children nested, flat, or as they are.
//!
//! Nothing is lost but comments and layout; a document with errors is refused.

use clap::ValueHint;

use crate::comments::has_comments;
use crate::error::CliError;
use crate::outcome::Outcome;
use crate::progress::Progress;
use crate::report;
use crate::scene_file::{SceneFile, report_errors};
use crate::source::Source;
use crate::target::Out;

/// Put a document into canonical form, nested or flat
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Without --nested and --flat children stay where they are. Comments are not kept.

Examples:
  kinfolk convert boss.json --write
  kinfolk convert boss.json --flat -o flat.json
  kinfolk convert - --nested < flat.json")]
pub(crate) struct Args {
    /// The document; - is standard input
    #[arg(value_name = "FILE", value_parser = Source::parser(), value_hint = ValueHint::FilePath)]
    file: Source,

    /// Put children inside their parents, where that can be
    #[arg(long, conflicts_with = "flat")]
    nested: bool,

    /// Put children beside their parents
    #[arg(long)]
    flat: bool,

    #[command(flatten)]
    out: Out,
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
    if has_comments(file.text()) {
        progress.aside(|| report::warning(&file.source, &"comments are not kept"));
    }
    progress.say(format!("converting {}", file.source));
    let document = file.loaded.document.unwrap_or_default();
    let text = match (args.nested, args.flat) {
        (true, _) => document.to_nested().to_text(),
        (_, true) => document.to_flat().to_text(),
        _ => document.to_text(),
    };
    drop(progress);
    target.take(&text)?;
    Ok(Outcome::Fine)
}
