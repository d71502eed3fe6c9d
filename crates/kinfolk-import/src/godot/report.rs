//! What goes wrong and what gets lost, file by file, until all files are read.
//!
//! Places are byte ranges here; lines and columns are only looked for at the end, once per file.

use std::ops::Range;

use crate::place::{At, Lines, Place};
use crate::report::{Loss, MOST_PROBLEMS, Problem, Problems};

/// One of the files of an import, in the order in which they were asked for.
pub(super) type FileIndex = usize;

/// Where in a file something is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Spot {
    File,
    Byte(usize),
    Part(Range<usize>),
}

impl From<Range<usize>> for Spot {
    fn from(part: Range<usize>) -> Self {
        Self::Part(part)
    }
}

/// A problem, without its file.
#[derive(Debug)]
pub(super) struct Trouble {
    spot: Spot,
    message: String,
    help: Option<String>,
}

impl Trouble {
    pub(super) fn new(spot: impl Into<Spot>, message: impl Into<String>) -> Self {
        Self {
            spot: spot.into(),
            message: message.into(),
            help: None,
        }
    }

    #[must_use]
    pub(super) fn help(self, help: impl Into<String>) -> Self {
        Self {
            help: Some(help.into()),
            ..self
        }
    }
}

#[derive(PartialEq)]
struct Lost {
    file: FileIndex,
    part: Range<usize>,
    node: String,
    what: String,
}

impl Lost {
    /// By place; several about one place by what they are about.
    fn compare(&self, other: &Self) -> std::cmp::Ordering {
        let key = |lost: &Self| (lost.file, lost.part.start, lost.part.end);
        let places = key(self).cmp(&key(other));
        let nodes = || self.node.cmp(&other.node);
        places
            .then_with(nodes)
            .then_with(|| self.what.cmp(&other.what))
    }
}

/// All that there is to say about an import.
#[derive(Default)]
pub(super) struct Report {
    /// Paths and texts.
    files: Vec<(String, String)>,
    losses: Vec<Lost>,
    problems: Vec<(FileIndex, Trouble)>,
}

impl Report {
    /// Begins with a file, whose text may come later.
    pub(super) fn open(&mut self, path: &str) -> FileIndex {
        self.files.push((path.to_owned(), String::new()));
        self.files.len() - 1
    }

    /// Says what the text of a file is.
    pub(super) fn set_text(&mut self, file: FileIndex, text: String) {
        self.files[file].1 = text;
    }

    pub(super) fn path(&self, file: FileIndex) -> &str {
        &self.files[file].0
    }

    pub(super) fn file_count(&self) -> usize {
        self.files.len()
    }

    pub(super) fn problem(&mut self, file: FileIndex, trouble: Trouble) {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push((file, trouble));
        }
    }

    pub(super) fn problem_count(&self) -> usize {
        self.problems.len()
    }

    pub(super) fn loss(
        &mut self,
        file: FileIndex,
        part: Range<usize>,
        node: impl Into<String>,
        what: impl Into<String>,
    ) {
        self.losses.push(Lost {
            file,
            part,
            node: node.into(),
            what: what.into(),
        });
    }

    /// The problems if there are any, the losses otherwise; both by file and place.
    pub(super) fn finish(mut self) -> Result<Vec<Loss>, Problems> {
        let files: Vec<_> = self
            .files
            .iter()
            .map(|(path, text)| Lines::new(path, text))
            .collect();
        self.problems.sort_by_key(|(file, trouble)| {
            let at = match &trouble.spot {
                Spot::File => 0,
                Spot::Byte(byte) => *byte,
                Spot::Part(part) => part.start,
            };
            (*file, at)
        });
        let problems: Vec<_> = self
            .problems
            .into_iter()
            .map(|(file, trouble)| Problem {
                place: place(&files[file], trouble.spot),
                message: trouble.message,
                help: trouble.help,
            })
            .collect();
        self.losses.sort_by(Lost::compare);
        self.losses.dedup();
        let losses = self.losses.into_iter().map(|loss| Loss {
            place: files[loss.file].place(loss.part),
            node: loss.node,
            what: loss.what,
        });
        Problems::or(problems, losses.collect())
    }
}

fn place(lines: &Lines<'_>, spot: Spot) -> Place {
    let at = match spot {
        Spot::Part(part) => return lines.place(part),
        Spot::Byte(byte) => At::Byte(byte),
        Spot::File => At::File,
    };
    Place {
        file: lines.file().to_owned(),
        at,
    }
}
