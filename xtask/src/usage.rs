//! What can be asked of `cargo xtask`, and how a wrong question is answered.
//!
//! Refusals happen before anything runs, so they never leave half a test run
//! behind.

use std::error::Error;
use std::fmt;

use crate::fuzz;
use crate::steps;

/// The page behind `cargo xtask help`, shown with every refusal too.
pub(crate) const USAGE: &str = "\
usage: cargo xtask <SUBCOMMAND>

  test               everything that CI runs, step by step
  test --quick       without doctests, docs, interfaces and the core's feature matrix
  test --only STEP   a single step, by its name
  bench [ARGS...]    the benches; ARGS go on to them (--quick, --only NAME)
  bench --counts     instructions of the hot paths, beside the kept ones; 2 % more fails
  bench --counts --keep
                     the same, but they are kept in crates/bench/counts.json
  fuzz [TARGET] [--minutes N]
                     hostile input for every target in turn, or for one, 10 minutes each if nobody says otherwise
  api                what our crates offer, beside the kept texts in docs/api
  api --keep         the same, but it is kept
  supply             licences, doubles, sources and advisories, by cargo-deny, which it installs
  package            makes and builds every package, installs the program and tries it
  soak [--minutes N]
                     a busy game and its editors, for 20 minutes if nobody says otherwise; growth fails
  help               this page";

/// Why the words after `cargo xtask` were refused; nothing has been run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum UsageError {
    /// There were no words at all.
    NoSubcommand,
    /// This word is no subcommand.
    UnknownSubcommand(String),
    /// `--only` came last, without a step.
    NoStep,
    /// This word came after `--only` and names no step.
    UnknownStep(String),
    /// This word names no fuzz target.
    UnknownTarget(String),
    /// This word was not expected where it stands.
    Unexpected(String),
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSubcommand => write!(f, "no subcommand given"),
            Self::UnknownSubcommand(word) => write!(f, "there is no subcommand `{word}`"),
            Self::NoStep => write!(f, "`--only` needs a step: {}", step_names()),
            Self::UnknownStep(word) => {
                write!(f, "there is no step `{word}`, only: {}", step_names())
            }
            Self::UnknownTarget(word) => {
                let names = fuzz::TARGETS.map(|target| target.name).join(", ");
                write!(f, "there is no fuzz target `{word}`, only: {names}")
            }
            Self::Unexpected(word) => write!(f, "unexpected argument `{word}`"),
        }
    }
}

impl Error for UsageError {}

/// All steps in the order in which they run, for reading.
fn step_names() -> String {
    steps::ALL.map(|step| step.name).join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_step_is_answered_with_the_names_of_all() {
        let refusal = UsageError::UnknownStep("lint".to_owned()).to_string();

        assert_eq!(
            refusal,
            "there is no step `lint`, only: \
             format, supply, packages, clippy, browser, tests, doctests, docs, api, features, \
             paths, links, commands",
        );
    }
}
