//! `cargo xtask soak`: a game and its editors for as long as one likes, optimised.
//!
//! A doorway and no more: what is done and what is counted is the business of `kinfolk-soak`.

use std::ffi::OsString;
use std::process::ExitCode;

use crate::cargo::{self, Call};
use crate::report;

const SOAK: Call = Call::new("run --release --package kinfolk-soak --");

/// Soaks with `args`, and exits as it does: 1 if something grew.
pub(crate) fn run(args: &[OsString]) -> ExitCode {
    match SOAK.to_command().args(args).status() {
        Ok(status) => cargo::exit_code(status),
        Err(error) => {
            report::failed(&format_args!("could not start `{SOAK}`: {error}"));
            ExitCode::from(2)
        }
    }
}
