//! `kinfolk trace-diff`: where two runs of a game part.

use clap::ValueHint;

use crate::error::CliError;
use crate::outcome::Outcome;
use crate::printable::Printable;
use crate::report;
use crate::source::Source;

/// Tell where two traces of a game part
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit status: 0 they are equal, 1 they part, 2 could not run.

Examples:
  kinfolk trace-diff monday.jsonl tuesday.jsonl
  kinfolk play boss.jsonc --trace - | kinfolk trace-diff - expected.jsonl")]
pub(crate) struct Args {
    /// One trace; - is standard input
    #[arg(value_name = "A", value_parser = Source::parser(), value_hint = ValueHint::FilePath)]
    one: Source,

    /// The other
    #[arg(value_name = "B", value_parser = Source::parser(), value_hint = ValueHint::FilePath)]
    other: Source,
}

/// So much of a line is shown.
const SHOWN: usize = 300;

pub(crate) fn run(args: Args) -> Result<Outcome, CliError> {
    Source::check(&[args.one.clone(), args.other.clone()])?;
    let (one, other) = (args.one.read()?, args.other.read()?);
    let (one, other) = (
        String::from_utf8_lossy(&one),
        String::from_utf8_lossy(&other),
    );
    let (mut ones, mut others) = (one.lines(), other.lines());
    let mut line = 0;
    loop {
        line += 1;
        match (ones.next(), others.next()) {
            (None, None) => {
                let lines = report::counted(line - 1, "line");
                report::result(|out| writeln!(out, "equal, {lines}"))?;
                return Ok(Outcome::Fine);
            }
            (one, other) if one == other => {}
            (one, other) => {
                let shown = |text: Option<&str>| match text {
                    Some(text) => {
                        let short: String = text.chars().take(SHOWN).collect();
                        Printable(&short).to_string()
                    }
                    None => "(ends here)".to_owned(),
                };
                report::result(|out| {
                    writeln!(out, "they part in line {line}:")?;
                    writeln!(out, "- {}", shown(one))?;
                    writeln!(out, "+ {}", shown(other))
                })?;
                return Ok(Outcome::Findings);
            }
        }
    }
}
