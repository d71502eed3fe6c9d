//! `kinfolk schema`: what documents may look like, for editors and other programs.

use crate::error::CliError;
use crate::outcome::Outcome;
use crate::report;

/// Print the JSON Schema of documents
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kinfolk schema > kinfolk.schema.json
  kinfolk schema | jq '.properties | keys'")]
pub(crate) struct Args {}

pub(crate) fn run(Args {}: Args) -> Result<Outcome, CliError> {
    let schema = kinfolk_scene::schema();
    report::result(|out| {
        serde_json::to_writer_pretty(&mut *out, &schema)?;
        writeln!(out)
    })?;
    Ok(Outcome::Fine)
}
