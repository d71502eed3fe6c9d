//! Kinfolk's chores, behind `cargo xtask`.
//!
//! `test` is everything that CI runs, `bench` is the benches, `fuzz` is hostile input and
//! `soak` is patience; `api`, `supply` and `package` are for those who publish. There is no
//! other place where checks are listed. This file only finds the subcommand:
//! it exits with 0 when all is well, 1 on findings, 2 when it could not start.

mod api;
mod bench;
mod browser;
mod callgrind;
mod cargo;
mod commands;
mod counts;
mod deny;
mod fuzz;
mod libfuzzer;
mod links;
mod look;
mod machine;
mod metadata;
mod package;
mod packages;
mod paths;
mod report;
mod soak;
mod steps;
mod supply;
mod test;
mod usage;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use usage::UsageError;

fn main() -> ExitCode {
    let args: Vec<OsString> = env::args_os().skip(1).collect();
    if let Some(ended) = api::rustdoc(&args) {
        return ended;
    }

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
        "api" => api::run(rest),
        "package" => package::run(rest),
        "supply" => deny::run(rest),
        "soak" => Ok(soak::run(rest)),
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
