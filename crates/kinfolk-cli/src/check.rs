//! `kinfolk check`: what is wrong with documents, all at once.

use clap::ValueHint;

use crate::error::CliError;
use crate::findings::FileFindings;
use crate::outcome::Outcome;
use crate::progress::Progress;
use crate::report;
use crate::scene_file::SceneFile;
use crate::source::Source;

/// Find everything that is wrong with documents
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit status: 0 no errors (warnings are fine), 1 errors, 2 a file could not be read.

Examples:
  kinfolk check boss.json
  kinfolk check levels/*.json --json | jq '.[].diagnostics[].message'
  generate-level | kinfolk check -")]
pub(crate) struct Args {
    /// Documents; - is standard input
    #[arg(value_name = "FILE", required = true, value_parser = Source::parser(), value_hint = ValueHint::FilePath)]
    files: Vec<Source>,

    /// Print the findings as JSON, to standard output
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args) -> Result<Outcome, CliError> {
    Source::check(&args.files)?;
    let (mut unreadable, mut read) = (Vec::new(), Vec::new());
    let (mut good, mut errors, mut warnings) = (true, 0, 0);
    let progress = Progress::start();
    for source in &args.files {
        let file = match SceneFile::open(source, &progress) {
            Ok(file) => file,
            Err(error) => {
                unreadable.push(error);
                continue;
            }
        };
        good &= !file.has_errors();
        errors += file.errors();
        warnings += file.warnings();
        if args.json {
            read.push(FileFindings::from(&file));
        } else {
            progress.aside(|| report::findings(&file));
        }
    }
    drop(progress);
    if args.json {
        report::result(|out| {
            serde_json::to_writer_pretty(&mut *out, &read)?;
            writeln!(out)
        })?;
    }
    report::summary(args.files.len() - unreadable.len(), errors, warnings);
    CliError::all(unreadable)?;
    Ok(if good {
        Outcome::Fine
    } else {
        Outcome::Findings
    })
}
