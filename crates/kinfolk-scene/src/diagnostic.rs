//! What is wrong with a document, and what to try.
//!
//! A diagnostic says what, where and why. Codes are stable: tools may rely on them. All
//! errors of meaning are found in one go; only a syntax error stops at the first.

use std::fmt;
use std::ops::Range;

/// A part of the text, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    pub(crate) const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// The same as a range of indexes.
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The document works, but probably not as its author thinks.
    Warning,
    /// The document cannot be used.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

macro_rules! codes {
    ($($(#[$doc:meta])+ $name:ident $text:literal $severity:ident,)+) => {
        /// The kinds of findings. [`Display`](fmt::Display) gives the stable word.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code { $($(#[$doc])+ $name,)+ }

        impl Code {
            /// Every code, in the order of the documentation.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// The word in reports: `unknown-template`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text),+ }
            }

            /// How bad such a finding is.
            #[must_use]
            pub const fn severity(self) -> Severity {
                match self { $(Self::$name => Severity::$severity),+ }
            }
        }
    };
}

codes! {
    /// The text is not JSON with comments. Reading stops here.
    Syntax "syntax" Error,
    /// The bytes are not UTF-8.
    NotUtf8 "not-utf8" Error,
    /// The text has more bytes than spans can count.
    TooLong "too-long" Error,
    /// Objects and lists are nested deeper than the reader goes.
    TooDeep "too-deep" Error,
    /// A value of another kind was expected.
    WrongType "wrong-type" Error,
    /// The kind is right, the value is none of those that are allowed.
    BadValue "bad-value" Error,
    /// A number is not finite, or does not fit single precision.
    NotFinite "not-finite" Error,
    /// The document is of a version that this program does not know.
    UnknownVersion "unknown-version" Error,
    /// An object has a key twice.
    DuplicateKey "duplicate-key" Error,
    /// A key does not belong here.
    MisplacedKey "misplaced-key" Error,
    /// Nobody looks at this key.
    UnknownKey "unknown-key" Warning,
    /// Two keys say the same thing: `z` and `layer`, `transform` and `localTransform`.
    TwoNames "two-names" Error,
    /// `transform` on a child, or `localTransform` on a root.
    OtherName "other-name" Warning,
    /// An angle is larger than a full turn.
    LooksLikeDegrees "looks-like-degrees" Warning,
    /// An entity has no `id`, or an empty one.
    MissingId "missing-id" Error,
    /// A child has neither `name` nor `id`, or an empty name.
    MissingName "missing-name" Error,
    /// Two entities have the same id.
    DuplicateId "duplicate-id" Error,
    /// A document that is included is not there.
    UnknownInclude "unknown-include" Error,
    /// A document that is included has errors, or includes this one.
    BadInclude "bad-include" Error,
    /// Two documents have a template of this name.
    TemplateClash "template-clash" Error,
    /// No template has this name.
    UnknownTemplate "unknown-template" Error,
    /// The parent has no slot of this name.
    UnknownSlot "unknown-slot" Error,
    /// No entity has this id.
    UnknownParent "unknown-parent" Error,
    /// Entities are each other's parents.
    ParentCycle "parent-cycle" Error,
    /// Templates contain, or extend, each other.
    TemplateCycle "template-cycle" Error,
    /// An override names a child that is not there.
    UnmatchedOverride "unmatched-override" Error,
    /// Templates are nested deeper than the limit.
    DepthExceeded "depth-exceeded" Error,
    /// There would be more entities than the limit.
    BudgetExceeded "budget-exceeded" Error,
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which kind of finding.
    pub code: Code,
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
    /// What to try.
    pub help: Option<String>,
    /// Where in the text; a document that was never text has no places.
    pub place: Option<Place>,
}

impl Diagnostic {
    /// How bad it is.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        self.code.severity()
    }

    /// Whether the document cannot be used.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity() == Severity::Error
    }
}

/// `12:5: error[unknown-template]: no template "bossArn"; did you mean "bossArm"?`
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{}:{}: ", place.line, place.column)?;
        }
        write!(f, "{}[{}]: {}", self.severity(), self.code, self.message)?;
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

/// Where something is in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// In bytes.
    pub span: Span,
    /// Counted from 1.
    pub line: u32,
    /// Characters, counted from 1.
    pub column: u32,
    /// The offending text, shortened to its first line.
    pub text: String,
}

/// Findings, by their place in the text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Diagnostics {
    all: Vec<Diagnostic>,
    /// How many more there were than are kept.
    more: usize,
    /// How many are errors, also of those that are not kept.
    errors: usize,
}

/// More findings than this are only counted.
pub(crate) const MOST_FINDINGS: usize = 10_000;

impl Diagnostics {
    pub(crate) fn new(all: Vec<Diagnostic>, more: usize, errors: usize) -> Self {
        Self { all, more, errors }
    }

    /// How many findings were too many to be kept.
    #[must_use]
    pub const fn more(&self) -> usize {
        self.more
    }

    /// Whether one of them is an error.
    #[must_use]
    pub const fn has_errors(&self) -> bool {
        self.errors > 0
    }
}

impl std::ops::Deref for Diagnostics {
    type Target = [Diagnostic];

    fn deref(&self) -> &[Diagnostic] {
        &self.all
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.iter()
    }
}

/// One finding a line.
impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.all.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{diagnostic}")?;
        }
        if self.more > 0 {
            write!(f, "\n… and {} more", self.more)?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}
