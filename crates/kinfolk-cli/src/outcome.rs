//! How a run that could run ended.

use std::process::ExitCode;

/// What a script learns from the exit status; what could not run is an error instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// All is well, but for warnings perhaps.
    Fine,
    /// Something was found, and has been reported.
    Findings,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Fine => Self::SUCCESS,
            Outcome::Findings => Self::from(1),
        }
    }
}
