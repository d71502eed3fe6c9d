//! `cargo xtask bench`: the benches, optimised.
//!
//! A doorway and no more: which benches there are and what their arguments
//! mean is the business of `kinfolk-bench`.

use std::ffi::OsString;
use std::process::{ExitCode, ExitStatus};

use crate::cargo;
use crate::report;

const RUN: cargo::Call = cargo::Call::new("run --release --package kinfolk-bench --");

/// Runs the benches with `args` and exits as they do.
pub(crate) fn run(args: &[OsString]) -> ExitCode {
    match RUN.to_command().args(args).status() {
        Ok(status) => exit_code(status),
        Err(error) => {
            report::failed(&format_args!("could not start `{RUN}`: {error}"));
            ExitCode::from(2)
        }
    }
}

/// Our own way of ending as `status` did; a death by signal has no code, and becomes 1.
fn exit_code(status: ExitStatus) -> ExitCode {
    status
        .code()
        .and_then(|code| u8::try_from(code).ok())
        .map_or(ExitCode::FAILURE, ExitCode::from)
}
