//! Why the program could not do what it was asked.
//!
//! An error says what, where and why; [`CliError::help`] says what to try. What is wrong inside
//! of a document is a finding and not an error.

use std::fmt;
use std::io;
use std::net::IpAddr;
use std::path::PathBuf;

use kinfolk::PlantError;
use kinfolk_picture::PictureError;

use crate::source::Source;

/// Why a subcommand could not run; files that it writes are exactly as they were.
#[derive(Debug)]
pub(crate) enum CliError {
    /// A document could not be read.
    Read {
        /// Which one.
        source: Source,
        /// What the system says.
        why: io::Error,
    },
    /// Standard input was named more than once.
    InputTwice,
    /// A document could not be put back to where it comes from.
    InputIsNoFile,
    /// A file could not be written.
    Write {
        /// Which one.
        file: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// Standard output does not take any more.
    Output(io::Error),
    /// The forest refused the scene.
    Plant {
        /// The document.
        source: Source,
        /// What the forest says.
        why: PlantError,
    },
    /// The ending of the file's name is no format of pictures.
    NoFormat(PathBuf),
    /// The ending of the file's name is no format of scenes.
    NoSceneFormat(Source),
    /// A terminal cannot show a PNG.
    PngToTerminal(Source),
    /// The picture cannot be made.
    Picture(PictureError),
    /// Standard input was to be edited.
    EditInput,
    /// The editor cannot be where it should be.
    Listen {
        /// At which address.
        host: IpAddr,
        /// At which port; `None` is any.
        port: Option<u16>,
        /// What the system says.
        why: io::Error,
    },
    /// The editor cannot go on.
    Serve(io::Error),
    /// Several errors, in the order of the command line.
    Several(Vec<Self>),
}

impl CliError {
    /// The error that stands for all of these, if there are any.
    pub(crate) fn all(mut errors: Vec<Self>) -> Result<(), Self> {
        match errors.len() {
            0 => Ok(()),
            1 => Err(errors.remove(0)),
            _ => Err(Self::Several(errors)),
        }
    }

    /// What to try.
    pub(crate) fn help(&self) -> Option<String> {
        let help = match self {
            Self::Read { why, .. } => match why.kind() {
                io::ErrorKind::NotFound => "is the name right, and the folder?",
                io::ErrorKind::IsADirectory => "it is a folder; name the files in it",
                io::ErrorKind::PermissionDenied => "may you read it?",
                _ => return None,
            },
            Self::InputTwice => "name \"-\" once; other documents can be files",
            Self::InputIsNoFile => "leave --write out to get the result on standard output",
            Self::Write { why, .. } => match why.kind() {
                io::ErrorKind::NotFound => "make the folder first",
                io::ErrorKind::PermissionDenied => "may you write to this folder?",
                io::ErrorKind::IsADirectory => "it is a folder; name a file in it",
                io::ErrorKind::StorageFull
                | io::ErrorKind::QuotaExceeded
                | io::ErrorKind::FileTooLarge => {
                    "make room, or write elsewhere; nothing was changed"
                }
                io::ErrorKind::ReadOnlyFilesystem => {
                    "this disk can only be read; write elsewhere, nothing was changed"
                }
                _ => return None,
            },
            Self::EditInput => "name a file",
            Self::Listen { why, .. } => match why.kind() {
                io::ErrorKind::AddrInUse => {
                    "another program is there; leave --port out to take any that is free"
                }
                io::ErrorKind::AddrNotAvailable => "is --host an address of this machine?",
                io::ErrorKind::PermissionDenied => "ports below 1024 are the system's; try 7777",
                _ => return None,
            },
            Self::NoSceneFormat(_) => "say --from godot, --from labelle or --from gltf",
            Self::NoFormat(_) => "end the name in .png or .svg, or say --format",
            Self::PngToTerminal(source) => {
                let picture = source.path().map(|path| path.with_extension("png"));
                let picture = picture.unwrap_or_else(|| PathBuf::from("scene.png"));
                return Some(format!(
                    "write it to a file with -o {}, pipe it on, or ask for --format svg",
                    picture.display()
                ));
            }
            Self::Output(_)
            | Self::Plant { .. }
            | Self::Picture(_)
            | Self::Serve(_)
            | Self::Several(_) => {
                return None;
            }
        };
        Some(help.to_owned())
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read { source, why } => write!(f, "cannot read {source}: {why}"),
            Self::InputTwice => f.write_str("standard input can only be read once"),
            Self::InputIsNoFile => f.write_str("cannot write to standard input"),
            Self::Write { file, why } => write!(f, "cannot write {}: {why}", file.display()),
            Self::Output(why) => write!(f, "cannot write the result: {why}"),
            Self::Plant { source, why } => write!(f, "cannot plant {source}: {why}"),
            Self::NoFormat(file) => {
                write!(f, "cannot tell a picture's format from {}", file.display())
            }
            Self::NoSceneFormat(source) => write!(f, "cannot tell what kind of scene {source} is"),
            Self::PngToTerminal(source) => {
                write!(f, "the picture of {source} would be bytes on your terminal")
            }
            Self::Picture(why) => why.fmt(f),
            Self::EditInput => f.write_str("standard input cannot be edited"),
            Self::Listen { host, port, why } => {
                let port = port.map(|port| format!(", port {port}"));
                let port = port.unwrap_or_default();
                write!(f, "cannot listen at {host}{port}: {why}")
            }
            Self::Serve(why) => write!(f, "the editor cannot go on: {why}"),
            Self::Several(errors) => {
                let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
                f.write_str(&texts.join("; "))
            }
        }
    }
}

impl std::error::Error for CliError {}
