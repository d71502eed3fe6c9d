//! Findings on their way to the author.
//!
//! Whoever finds something knows a span, or the object that it is in and the keys to follow
//! from there. Places are looked up once, at the end: findings are rare, so documents carry
//! no spans but the start of each entity.

use crate::diagnostic::{Code, Diagnostic, Diagnostics, MOST_FINDINGS, Place, Span};
use crate::locate::Locator;

/// Where in a text something was written, or nowhere for what was never text.
///
/// Origins are all equal: what a document says does not depend on where it says it.
#[derive(Clone, Copy, Eq, Debug)]
pub struct Origin(u32);

impl PartialEq for Origin {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Origin {
    /// It was never text.
    pub const NOWHERE: Self = Self(u32::MAX);

    pub(crate) const fn at(start: u32) -> Self {
        Self(start)
    }

    pub(crate) const fn start(self) -> Option<u32> {
        if self.0 == Self::NOWHERE.0 {
            None
        } else {
            Some(self.0)
        }
    }
}

impl Default for Origin {
    fn default() -> Self {
        Self::NOWHERE
    }
}

/// Where a finding is.
#[derive(Clone, Debug)]
pub(crate) enum Whereabouts {
    /// Here.
    Span(Span),
    /// In the object that starts here: the value of this key, of that key in it, and so on. The
    /// last key itself instead of its value if `key`.
    Within {
        object: Origin,
        keys: Vec<String>,
        key: bool,
    },
}

impl Whereabouts {
    pub(crate) fn value<const N: usize>(object: Origin, keys: [&str; N]) -> Self {
        Self::Within {
            object,
            keys: keys.map(str::to_owned).into(),
            key: false,
        }
    }

    pub(crate) fn key<const N: usize>(object: Origin, keys: [&str; N]) -> Self {
        Self::Within {
            object,
            keys: keys.map(str::to_owned).into(),
            key: true,
        }
    }
}

/// A list of findings that does not grow without end.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    found: Vec<(Whereabouts, Code, String, Option<String>)>,
    more: usize,
    errors: usize,
}

impl Findings {
    pub(crate) fn add(
        &mut self,
        place: Whereabouts,
        code: Code,
        message: impl Into<String>,
        help: impl Into<Option<String>>,
    ) {
        self.errors += usize::from(code.severity() == crate::Severity::Error);
        if self.found.len() < MOST_FINDINGS {
            self.found.push((place, code, message.into(), help.into()));
        } else {
            self.more += 1;
        }
    }

    /// Whether help that takes long to find may be looked for.
    pub(crate) fn has_time_for_help(&self) -> bool {
        self.found.len() < 100
    }

    pub(crate) fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Gives every finding its place in `text`, in the order of the text.
    pub(crate) fn into_diagnostics(self, text: Option<&str>) -> Diagnostics {
        let found = self.found.into_iter();
        let found = found.map(|(place, code, message, help)| (place, (code, message, help)));
        let diagnostic = |(place, (code, message, help))| Diagnostic {
            code,
            message,
            help,
            place,
        };
        let all = match text {
            Some(text) => in_text(found, text).map(diagnostic).collect(),
            None => found.map(|(_, rest)| diagnostic((None, rest))).collect(),
        };
        Diagnostics::new(all, self.more, self.errors)
    }
}

/// Gives everything its place in `text`, in the order of the text.
pub(crate) fn in_text<T>(
    all: impl Iterator<Item = (Whereabouts, T)>,
    text: &str,
) -> impl Iterator<Item = (Option<Place>, T)> {
    let mut locator = Locator::new(text);
    let mut spans: Vec<(Option<Span>, T)> = all
        .map(|(whereabouts, what)| (span_of(&whereabouts, &mut locator), what))
        .collect();
    spans.sort_by_key(|(span, _)| span.map(|span| span.start));
    let mut lines = Lines::new(text);
    spans
        .into_iter()
        .map(move |(span, what)| (span.map(|span| lines.place(span)), what))
}

fn span_of(whereabouts: &Whereabouts, locator: &mut Locator<'_>) -> Option<Span> {
    match whereabouts {
        Whereabouts::Span(span) => Some(*span),
        Whereabouts::Within { object, keys, key } => {
            let start = object.start()?;
            Some(locator.within(start, keys, *key))
        }
    }
}

/// Counts lines and columns forwards, once through the text.
struct Lines<'a> {
    text: &'a str,
    line: u32,
    line_start: usize,
    /// Up to here lines have been counted.
    seen: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            line: 1,
            line_start: 0,
            seen: 0,
        }
    }

    /// The place of a span that does not start before the one asked for last.
    fn place(&mut self, span: Span) -> Place {
        let start = self.boundary(span.start as usize);
        let end = self.boundary(span.end as usize).max(start);
        for (index, _) in self.text[self.seen..start].match_indices('\n') {
            self.line += 1;
            self.line_start = self.seen + index + 1;
        }
        self.seen = start;
        let column = self.text[self.line_start..start].chars().count() + 1;
        let first_line = self.text[start..end].lines().next().unwrap_or_default();
        let mut shown: String = first_line.chars().take(60).collect();
        if shown.len() < end - start {
            shown.push('…');
        }
        Place {
            span: Span::new(start as u32, end as u32),
            line: self.line,
            column: u32::try_from(column).unwrap_or(u32::MAX),
            text: shown,
        }
    }

    /// The nearest start of a character at or before `index`.
    fn boundary(&self, index: usize) -> usize {
        let mut index = index.min(self.text.len());
        while !self.text.is_char_boundary(index) {
            index -= 1;
        }
        index
    }
}
