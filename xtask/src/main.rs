//! Kinfolk's chores, behind `cargo xtask`.
//!
//! `test` is everything that CI runs, `bench` is the benches and `fuzz` is hostile
//! input; there is no other place where checks are listed. This file only finds the subcommand:
//! it exits with 0 when all is well, 1 on findings, 2 when it could not start.

mod bench;
mod browser;
mod callgrind;
mod cargo;
mod counts;
mod fuzz;
mod machine;
mod paths;
mod report;
mod steps;
mod test;
mod usage;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use usage::UsageError;

fn main() -> ExitCode {
    let args: Vec<OsString> = env::args_os().skip(1).collect();

    obey(&args).unwrap_or_else(|wrong| {
        report::misused(&wrong);
        ExitCode::from(2)
    })
}

/// Runs the subcommand that `args` opens with.
///
/// # Errors
///
/// When the words make no sense; nothing has been run then.
fn obey(args: &[OsString]) -> Result<ExitCode, UsageError> {
    let Some((subcommand, rest)) = args.split_first() else {
        return Err(UsageError::NoSubcommand);
    };

    match subcommand.to_string_lossy().as_ref() {
        "test" => test::run(rest),
        "bench" => bench::run(rest),
        "fuzz" => fuzz::run(rest),
        "help" | "--help" | "-h" => Ok(report::help()),
        unknown => Err(UsageError::UnknownSubcommand(unknown.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_is_no_subcommand_is_named_in_the_refusal() {
        assert_eq!(
            obey(&["tset".into()]),
            Err(UsageError::UnknownSubcommand("tset".to_owned())),
        );
    }

    #[test]
    fn saying_nothing_is_refused() {
        assert_eq!(obey(&[]), Err(UsageError::NoSubcommand));
    }
}
