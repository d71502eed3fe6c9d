//! `cargo xtask test`: runs the steps, one after the other.
//!
//! The first failing step ends the run. Either way the run closes with a table
//! of every step that was asked for, so a step that never ran is seen as well.

use std::ffi::OsString;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use crate::report;
use crate::steps::{self, Speed, Step, StepFailed};
use crate::usage::UsageError;

/// Runs the steps that `args` ask for; exits with 1 when one of them failed.
pub(crate) fn run(args: &[OsString]) -> Result<ExitCode, UsageError> {
    let words: Vec<_> = args.iter().map(|arg| arg.to_string_lossy()).collect();
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    if let ["help" | "--help" | "-h"] = words[..] {
        return Ok(report::help());
    }

    let (rows, failure) = run_in_turn(&picked(&words)?);
    report::summary(&rows);
    Ok(match failure {
        None => ExitCode::SUCCESS,
        Some((step, why)) => {
            report::failed(&format_args!("step {}: {why}", step.name));
            ExitCode::FAILURE
        }
    })
}

/// One line of the closing table.
#[derive(Debug)]
pub(crate) struct Row {
    /// The step's name.
    pub(crate) name: &'static str,
    /// What became of it.
    pub(crate) end: End,
}

/// What became of a step.
#[derive(Debug, Clone, Copy)]
pub(crate) enum End {
    /// It found nothing to complain about.
    Passed(Duration),
    /// It ended the run.
    Failed(Duration),
    /// An earlier step ended the run.
    NotRun,
}

/// The steps that `words` ask for, in the order in which they run.
fn picked(words: &[&str]) -> Result<Vec<Step>, UsageError> {
    let mut all = steps::ALL.into_iter();
    match *words {
        [] => Ok(all.collect()),
        ["--quick"] => Ok(all.filter(|step| step.speed == Speed::Quick).collect()),
        ["--only"] => Err(UsageError::NoStep),
        ["--only", name] => match all.find(|step| step.name == name) {
            Some(step) => Ok(vec![step]),
            None => Err(UsageError::UnknownStep(name.to_owned())),
        },
        ["--quick", extra, ..] | ["--only", _, extra, ..] | [extra, ..] => {
            Err(UsageError::Unexpected(extra.to_owned()))
        }
    }
}

/// Runs `steps` up to the first that fails; the rows tell of all of them.
fn run_in_turn(steps: &[Step]) -> (Vec<Row>, Option<(Step, StepFailed)>) {
    let mut failure = None;
    let mut rows = Vec::new();
    for &step in steps {
        let end = if failure.is_some() {
            End::NotRun
        } else {
            report::heading(step.name);
            let start = Instant::now();
            let result = step.run();
            let took = start.elapsed();
            report::step_ended(step.name, took);
            match result {
                Ok(()) => End::Passed(took),
                Err(why) => {
                    failure = Some((step, why));
                    End::Failed(took)
                }
            }
        };
        rows.push(Row {
            name: step.name,
            end,
        });
    }
    (rows, failure)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of the steps that `words` pick, in order.
    fn named(words: &[&str]) -> Result<String, UsageError> {
        let names: Vec<_> = picked(words)?.iter().map(|step| step.name).collect();
        Ok(names.join(" "))
    }

    #[test]
    fn a_plain_run_takes_every_step() {
        assert_eq!(
            named(&[]).unwrap(),
            "format supply packages clippy browser tests doctests docs api features paths links commands"
        );
    }

    #[test]
    fn a_quick_run_leaves_out_doctests_docs_interfaces_and_features() {
        assert_eq!(
            named(&["--quick"]).unwrap(),
            "format supply packages clippy browser tests paths links commands"
        );
    }

    #[test]
    fn a_single_step_runs_alone_even_if_slow() {
        assert_eq!(named(&["--only", "docs"]).unwrap(), "docs");
    }

    #[test]
    fn a_step_that_does_not_exist_is_refused_by_name() {
        assert_eq!(
            named(&["--only", "lint"]),
            Err(UsageError::UnknownStep("lint".to_owned())),
        );
        assert_eq!(named(&["--only"]), Err(UsageError::NoStep));
    }

    #[test]
    fn the_first_word_too_many_is_the_one_complained_about() {
        let unexpected = |word: &str| Err(UsageError::Unexpected(word.to_owned()));

        assert_eq!(named(&["--fast"]), unexpected("--fast"));
        assert_eq!(named(&["--quick", "--only", "docs"]), unexpected("--only"));
        assert_eq!(named(&["--only", "docs", "tests"]), unexpected("tests"));
    }
}
