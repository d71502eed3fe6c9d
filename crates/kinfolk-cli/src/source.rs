//! Where a document comes from: a file, or standard input for `-`.

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use clap::builder::{OsStringValueParser, TypedValueParser};

use crate::error::CliError;
use crate::printable::Printable;

/// One FILE of the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    /// `-`
    Input,
    /// Anything else.
    File(PathBuf),
}

impl Source {
    /// Reads one from the command line.
    pub(crate) fn parser() -> impl TypedValueParser<Value = Self> {
        OsStringValueParser::new().map(Self::from)
    }

    /// Refuses standard input if it is named more than once.
    pub(crate) fn check(sources: &[Self]) -> Result<(), CliError> {
        let inputs = sources.iter().filter(|&source| *source == Self::Input);
        match inputs.count() {
            0 | 1 => Ok(()),
            _ => Err(CliError::InputTwice),
        }
    }

    /// The file, if it is one.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Self::Input => None,
            Self::File(path) => Some(path),
        }
    }

    /// The folder that relative paths in the document start from.
    pub(crate) fn folder(&self) -> PathBuf {
        let folder = self.path().and_then(Path::parent);
        match folder {
            Some(folder) if folder != Path::new("") => folder.to_owned(),
            _ => PathBuf::from("."),
        }
    }

    /// As it was written on the command line, for programs.
    pub(crate) fn to_argument(&self) -> String {
        match self {
            Self::Input => "-".to_owned(),
            Self::File(path) => path.to_string_lossy().into_owned(),
        }
    }

    /// Everything that is in it.
    pub(crate) fn read(&self) -> Result<Vec<u8>, CliError> {
        let bytes = match self {
            Self::Input => {
                let mut bytes = Vec::new();
                io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
            }
            Self::File(path) => fs::read(path),
        };
        bytes.map_err(|why| CliError::Read {
            source: self.clone(),
            why,
        })
    }
}

impl From<OsString> for Source {
    fn from(argument: OsString) -> Self {
        if argument == "-" {
            Self::Input
        } else {
            Self::File(argument.into())
        }
    }
}

/// For people.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input => f.write_str("<stdin>"),
            Self::File(path) => Printable(&path.to_string_lossy()).fmt(f),
        }
    }
}
