//! The `kinfolk` program: check, look at, import, convert, draw and edit scenes.
//!
//! Meaning lives in the libraries. Each subcommand is one file with one `run`; this one parses
//! the command line, calls it, reports what went wrong, and exits: 0 fine, 1 findings, 2 could
//! not run. Results go to standard output, talk to standard error.

mod apply;
mod atomic_file;
mod check;
mod command_line;
mod comments;
mod completions;
mod convert;
mod diff;
mod edit;
mod error;
mod excerpt;
mod figures;
mod findings;
mod foreign_files;
mod import;
mod merge;
mod migrate;
mod outcome;
mod pattern;
mod play;
mod printable;
mod progress;
mod render;
mod report;
mod scene_file;
mod schema;
mod source;
mod target;
mod trace_diff;
mod tree;
mod world;

use std::process::ExitCode;

use clap::Parser as _;

use command_line::{CommandLine, Subcommand};
use error::CliError;
use outcome::Outcome;

fn main() -> ExitCode {
    let CommandLine { subcommand } = CommandLine::parse();
    match run(subcommand) {
        Ok(outcome) => outcome.into(),
        Err(error) => {
            report::error(&error);
            ExitCode::from(2)
        }
    }
}

fn run(subcommand: Subcommand) -> Result<Outcome, CliError> {
    match subcommand {
        Subcommand::Check(args) => check::run(args),
        Subcommand::Tree(args) => tree::run(args),
        Subcommand::World(args) => world::run(args),
        Subcommand::Convert(args) => convert::run(args),
        Subcommand::Diff(args) => diff::run(args),
        Subcommand::Merge(args) => merge::run(args),
        Subcommand::Import(args) => import::run(args),
        Subcommand::Migrate(args) => migrate::run(args),
        Subcommand::Apply(args) => apply::run(args),
        Subcommand::Render(args) => render::run(args),
        Subcommand::Edit(args) => edit::run(args),
        Subcommand::Play(args) => play::run(args),
        Subcommand::TraceDiff(args) => trace_diff::run(args),
        Subcommand::Schema(args) => schema::run(args),
        Subcommand::Completions(args) => completions::run(args),
    }
}
