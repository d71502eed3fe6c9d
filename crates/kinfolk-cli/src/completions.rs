//! `kinfolk completions`: what a shell needs to finish our words.

use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::command_line::CommandLine;
use crate::error::CliError;
use crate::outcome::Outcome;
use crate::report;

/// Print completions for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kinfolk completions bash > ~/.local/share/bash-completion/completions/kinfolk
  kinfolk completions zsh > ~/.zfunc/_kinfolk
  kinfolk completions fish > ~/.config/fish/completions/kinfolk.fish")]
pub(crate) struct Args {
    /// Which shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub(crate) fn run(args: Args) -> Result<Outcome, CliError> {
    // The generators panic when a pipe closes: they write to memory first.
    let mut script = Vec::new();
    clap_complete::generate(
        args.shell,
        &mut CommandLine::command(),
        "kinfolk",
        &mut script,
    );
    report::result(|out| out.write_all(&script))?;
    Ok(Outcome::Fine)
}
