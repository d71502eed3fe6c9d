//! Findings, for people and for programs.
//!
//! People get them drawn, with the text underlined; programs get one object per finding whose
//! shape is a contract: `{code, severity, line, column, span, text, message, help}`, `null`
//! where there is nothing to say.

use std::fmt;
use std::num::NonZero;

use kinfolk_scene::{Diagnostic, Severity};
use miette::{LabeledSpan, MietteHandler, MietteHandlerOpts, ReportHandler as _};
use serde::Serialize;

use crate::excerpt::Excerpt;
use crate::printable::Printable;
use crate::scene_file::SceneFile;

/// The width for those who are no terminal.
const WIDTH: usize = 80;

/// How findings are drawn.
pub(crate) struct Pen(MietteHandler);

impl Pen {
    /// For a terminal as wide as it is, or for a file.
    pub(crate) fn new(is_terminal: bool, colours: bool) -> Self {
        let options = MietteHandlerOpts::new()
            .terminal_links(false)
            .color(colours)
            .unicode(true)
            .context_lines(1);
        Self(match is_terminal {
            true => options.build(),
            false => options.width(WIDTH).build(),
        })
    }

    /// Displays one finding of a file.
    pub(crate) fn draw<'a>(
        &'a self,
        file: &SceneFile,
        diagnostic: &Diagnostic,
    ) -> impl fmt::Display + use<'a> {
        let name = file.source.to_string();
        let place = diagnostic.place.as_ref();
        let finding = Shown {
            message: Printable(&diagnostic.message).to_string(),
            help: diagnostic.help.clone(),
            code: Some(diagnostic.code.as_str()),
            severity: match diagnostic.severity() {
                Severity::Warning => miette::Severity::Warning,
                Severity::Error => miette::Severity::Error,
            },
            excerpt: place.map(|place| Excerpt::around(place, name, file.text())),
        };
        Drawing { pen: self, finding }
    }

    /// Displays what is wrong with a foreign file.
    pub(crate) fn draw_problem<'a>(
        &'a self,
        message: &str,
        help: Option<&str>,
        excerpt: Option<Excerpt>,
    ) -> impl fmt::Display + use<'a> {
        let finding = Shown {
            message: Printable(message).to_string(),
            help: help.map(str::to_owned),
            code: None,
            severity: miette::Severity::Error,
            excerpt,
        };
        Drawing { pen: self, finding }
    }
}

/// Displays one finding.
struct Drawing<'a> {
    pen: &'a Pen,
    finding: Shown,
}

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pen.0.debug(&self.finding, f)
    }
}

/// A finding as the drawing library wants it.
#[derive(Debug)]
struct Shown {
    message: String,
    help: Option<String>,
    code: Option<&'static str>,
    severity: miette::Severity,
    excerpt: Option<Excerpt>,
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Shown {}

impl miette::Diagnostic for Shown {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let code = self.code?;
        Some(Box::new(code))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(self.severity)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let help = self.help.as_deref()?;
        Some(Box::new(Printable(help)))
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        let excerpt = self.excerpt.as_ref()?;
        Some(excerpt)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let span = self.excerpt.as_ref()?.span();
        let label = LabeledSpan::new_primary_with_span(None, span);
        Some(Box::new(std::iter::once(label)))
    }
}

/// The findings of one file, for programs.
#[derive(Debug, Serialize)]
pub(crate) struct FileFindings {
    file: String,
    diagnostics: Vec<Finding>,
    /// How many there are besides; a document can have too many to list.
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<NonZero<usize>>,
}

#[derive(Debug, Serialize)]
struct Finding {
    code: &'static str,
    severity: String,
    line: Option<u32>,
    column: Option<u32>,
    span: Option<Bytes>,
    text: Option<String>,
    message: String,
    help: Option<String>,
}

#[derive(Debug, Serialize)]
struct Bytes {
    start: u32,
    end: u32,
}

impl From<&SceneFile> for FileFindings {
    fn from(file: &SceneFile) -> Self {
        let diagnostics = &file.loaded.diagnostics;
        Self {
            file: file.source.to_argument(),
            diagnostics: diagnostics.iter().map(Finding::from).collect(),
            more: NonZero::new(diagnostics.more()),
        }
    }
}

impl From<&Diagnostic> for Finding {
    fn from(diagnostic: &Diagnostic) -> Self {
        let place = diagnostic.place.as_ref();
        Self {
            code: diagnostic.code.as_str(),
            severity: diagnostic.severity().to_string(),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            span: place.map(|place| Bytes {
                start: place.span.start,
                end: place.span.end,
            }),
            text: place.map(|place| place.text.clone()),
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
        }
    }
}
