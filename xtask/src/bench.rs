//! `cargo xtask bench`: the benches, optimised.
//!
//! A doorway and no more: which benches there are and what their arguments
//! mean is the business of `kinfolk-bench`. It runs twice, because whether
//! Bevy uses threads is decided when it is compiled: first with them, then
//! without, and the second run puts the two together. With `--counts` it is
//! [`counts`] that runs.

use std::ffi::OsString;
use std::process::ExitCode;

use crate::cargo;
use crate::counts;
use crate::report;
use crate::usage::UsageError;

const RUNS: [cargo::Call; 2] = [
    cargo::Call::new(
        "run --release --package kinfolk-bench --features bevy-threads \
         --target-dir target/bench-threads --",
    ),
    cargo::Call::new("run --release --package kinfolk-bench --"),
];

/// Runs the benches with `args`, or the counts if these are asked for, and exits as they do.
pub(crate) fn run(args: &[OsString]) -> Result<ExitCode, UsageError> {
    if args.iter().any(|arg| arg == "--counts") {
        counts::run(args)
    } else {
        Ok(run_both(args))
    }
}

fn run_both(args: &[OsString]) -> ExitCode {
    for call in RUNS {
        match call.to_command().args(args).status() {
            Ok(status) if status.success() => {}
            Ok(status) => return cargo::exit_code(status),
            Err(error) => {
                report::failed(&format_args!("could not start `{call}`: {error}"));
                return ExitCode::from(2);
            }
        }
    }
    ExitCode::SUCCESS
}
