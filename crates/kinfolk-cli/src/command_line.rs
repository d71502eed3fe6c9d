//! What can be asked of the program, as `--help` tells it.
//!
//! The arguments of a subcommand are in its own file.

use clap::Parser;

use crate::{
    apply, check, completions, convert, diff, edit, import, merge, migrate, play, render, schema,
    trace_diff, tree, world,
};

/// Check, look at, import, convert, draw and edit scenes of entity hierarchies
#[derive(Debug, Parser)]
#[command(
    name = "kinfolk",
    version,
    arg_required_else_help = true,
    subcommand_required = true,
    after_help = "\
Results go to standard output, everything else to standard error. \"-\" reads standard input.
Exit status: 0 fine, 1 something was found, 2 could not run.

Examples:
  kinfolk check levels/*.json
  kinfolk tree boss.json --world
  kinfolk render boss.json -o boss.png --overlays all
  kinfolk edit boss.json"
)]
pub(crate) struct CommandLine {
    #[command(subcommand)]
    pub(crate) subcommand: Subcommand,
}

/// One file each.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Subcommand {
    Check(check::Args),
    Tree(tree::Args),
    World(world::Args),
    Convert(convert::Args),
    Apply(apply::Args),
    Diff(diff::Args),
    Merge(merge::Args),
    Import(import::Args),
    Migrate(migrate::Args),
    Render(render::Args),
    Edit(edit::Args),
    Play(play::Args),
    TraceDiff(trace_diff::Args),
    Schema(schema::Args),
    Completions(completions::Args),
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_command_line_holds_together() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn every_subcommand_shows_examples() {
        for subcommand in CommandLine::command().get_subcommands() {
            let help = subcommand.get_after_help().unwrap_or_default().to_string();
            let examples = help.lines().filter(|line| line.starts_with("  kinfolk "));
            assert!(examples.count() >= 2, "{}", subcommand.get_name());
        }
    }
}
