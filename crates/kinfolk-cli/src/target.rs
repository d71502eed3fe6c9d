//! Where a document goes: standard output, a file, or back to where it came from.

use std::path::PathBuf;

use clap::ValueHint;

use crate::atomic_file;
use crate::error::CliError;
use crate::report;
use crate::source::Source;

/// What the command line says about where the result goes.
#[derive(Debug, clap::Args)]
pub(crate) struct Out {
    /// Write to this file instead of to standard output
    #[arg(short, long, value_name = "OUT", conflicts_with = "write", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,

    /// Write back to FILE
    #[arg(long)]
    write: bool,
}

impl Out {
    /// Where the result of what was read from `source` goes.
    ///
    /// # Errors
    /// As [`Target::back_to`].
    pub(crate) fn target(&self, source: &Source) -> Result<Target, CliError> {
        Target::of(self.write, source, self.output.clone())
    }
}

/// Takes the result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Target {
    /// Standard output.
    Output,
    /// This file, which is replaced as a whole.
    File(PathBuf),
}

impl Target {
    /// What `-o OUT` says, where `-` is standard output.
    pub(crate) fn new(output: Option<PathBuf>) -> Self {
        match output {
            Some(file) if file != *"-" => Self::File(file),
            _ => Self::Output,
        }
    }

    /// The file that the document is from.
    ///
    /// # Errors
    /// Nothing can be written to standard input.
    pub(crate) fn back_to(source: &Source) -> Result<Self, CliError> {
        let file = source.path().ok_or(CliError::InputIsNoFile)?;
        Ok(Self::File(file.to_owned()))
    }

    /// Back to the file if `back`, or else as [`new`](Self::new).
    ///
    /// # Errors
    /// As [`back_to`](Self::back_to).
    pub(crate) fn of(
        back: bool,
        source: &Source,
        output: Option<PathBuf>,
    ) -> Result<Self, CliError> {
        if back {
            Self::back_to(source)
        } else {
            Ok(Self::new(output))
        }
    }

    /// Whether the result is a file.
    pub(crate) fn is_file(&self) -> bool {
        matches!(self, Self::File(_))
    }

    /// Puts the result there.
    ///
    /// # Errors
    /// What cannot be written.
    pub(crate) fn take(&self, text: &str) -> Result<(), CliError> {
        match self {
            Self::Output => report::result(|out| out.write_all(text.as_bytes())),
            Self::File(file) => atomic_file::write(file, text.as_bytes()),
        }
    }
}
