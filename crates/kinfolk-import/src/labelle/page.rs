//! One file of an import, and all that there is to say about it.
//!
//! Places are looked up once, at the end, in the order of the text.

use std::borrow::Cow;
use std::ops::Range;

use crate::place::Lines;
use crate::report::{Loss, MOST_PROBLEMS, Problem};
use crate::shown::Shown;
use crate::zon::{self, Value, Zon};

/// A file that was read.
#[derive(Debug)]
pub(super) struct Page<'t> {
    file: String,
    text: Cow<'t, str>,
    /// Whether all of the file is text.
    is_whole: bool,
    problems: Vec<(Range<usize>, String, Option<String>)>,
    losses: Vec<(Range<usize>, String, String)>,
}

impl<'t> Page<'t> {
    /// The file called `file`, which contains these bytes. If they are not UTF-8, or too many,
    /// that is a problem, and there is no value.
    pub(super) fn new(file: &str, bytes: Cow<'t, [u8]>) -> Self {
        let mut page = Self {
            file: file.to_owned(),
            text: Cow::Borrowed(""),
            is_whole: false,
            problems: Vec::new(),
            losses: Vec::new(),
        };
        if u32::try_from(bytes.len()).is_err() {
            let message = "the file is longer than 4 GB";
            page.problem(0..0, message, Some("split the scene"));
            return page;
        }
        let valid = str::from_utf8(&bytes).map_or_else(|error| error.valid_up_to(), str::len);
        page.is_whole = valid == bytes.len();
        page.text = match bytes {
            Cow::Borrowed(bytes) => String::from_utf8_lossy(&bytes[..valid]),
            Cow::Owned(mut bytes) => {
                bytes.truncate(valid);
                Cow::Owned(String::from_utf8(bytes).unwrap_or_default())
            }
        };
        if !page.is_whole {
            let message = "the text is not UTF-8 from here on";
            page.problem(valid..valid, message, Some("save the file as UTF-8"));
        }
        page
    }

    /// The value that the text is; a problem otherwise.
    pub(super) fn zon(&mut self) -> Option<Zon> {
        if !self.is_whole {
            return None; // said before
        }
        match zon::read(&self.text) {
            Ok(zon) => Some(zon),
            Err(fault) => {
                self.problem(fault.part, fault.message, fault.help.as_deref());
                None
            }
        }
    }

    /// Something is wrong.
    pub(super) fn problem(
        &mut self,
        part: Range<usize>,
        message: impl Into<String>,
        help: Option<&str>,
    ) {
        if self.problems.len() < MOST_PROBLEMS {
            let help = help.map(str::to_owned);
            self.problems.push((part, message.into(), help));
        }
    }

    /// A value is of the wrong kind.
    pub(super) fn wrong_kind(&mut self, value: Value<'_>, name: &str, wanted: &str) {
        let found = value.kind().in_words();
        let message = format!("`{}` must be {wanted}, not {found}", Shown(name));
        self.problem(value.part(), message, None);
    }

    /// Something does not come along.
    pub(super) fn loss(&mut self, part: Range<usize>, node: &str, what: impl Into<String>) {
        self.losses.push((part, node.to_owned(), what.into()));
    }

    /// Whether help that takes long to find may be looked for.
    pub(super) const fn has_time_for_help(&self) -> bool {
        self.problems.len() < 100
    }

    /// All problems so far, in the order of the text.
    pub(super) fn take_problems(&mut self) -> Vec<Problem> {
        let mut problems = std::mem::take(&mut self.problems);
        if problems.is_empty() {
            return Vec::new();
        }
        problems.sort_by_key(|(part, ..)| part.start);
        let lines = Lines::new(&self.file, &self.text);
        let problem = |(part, message, help)| Problem {
            place: lines.place(part),
            message,
            help,
        };
        problems.into_iter().map(problem).collect()
    }

    /// All losses, in the order of the text.
    pub(super) fn into_losses(mut self) -> Vec<Loss> {
        if self.losses.is_empty() {
            return Vec::new();
        }
        self.losses.sort_by_key(|(part, ..)| part.start);
        let lines = Lines::new(&self.file, &self.text);
        let loss = |(part, node, what)| Loss {
            place: lines.place(part),
            node,
            what,
        };
        self.losses.into_iter().map(loss).collect()
    }
}
