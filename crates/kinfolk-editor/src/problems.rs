//! What the checker finds, for pages.

use kinfolk_scene::{Diagnostics, Includes, Place, Severity, entities_at, load_with};
use serde_json::{Value, json};

use crate::protocol::Frame;
use crate::session::text_frame;

/// More problems than this are only counted.
const MOST: usize = 500;

/// The problems of one text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Problems {
    list: Vec<Value>,
    more: usize,
    on_disk: bool,
}

impl Problems {
    /// Checks a text as `kinfolk check` does.
    #[must_use]
    pub fn find(text: &str) -> Self {
        Self::find_with(text, &Includes::default())
    }

    /// The same with the documents that it includes.
    #[must_use]
    pub fn find_with(text: &str, includes: &Includes) -> Self {
        Self::of_scene(text, &load_with(text, includes).diagnostics)
    }

    pub(crate) fn of_scene(text: &str, diagnostics: &Diagnostics) -> Self {
        Self::new(text, diagnostics, false)
    }

    /// Of a file that cannot be read.
    pub(crate) fn of_disk(text: &str, diagnostics: &Diagnostics) -> Self {
        Self::new(text, diagnostics, true)
    }

    fn new(text: &str, diagnostics: &Diagnostics, on_disk: bool) -> Self {
        let shown = diagnostics.iter().take(MOST);
        let start = |place: &Place| place.span.range().start;
        let bytes = shown
            .clone()
            .map(|diagnostic| diagnostic.place.as_ref().map_or(0, start));
        let ids = match diagnostics.is_empty() {
            true => Vec::new(),
            false => entities_at(text, &bytes.collect::<Vec<_>>()),
        };
        let list = shown.zip(ids).map(|(diagnostic, id)| {
            let place = diagnostic.place.as_ref();
            json!({
                "severity": match diagnostic.severity() {
                    Severity::Error => "error",
                    _ => "warning",
                },
                "code": diagnostic.code.as_str(),
                "message": diagnostic.message,
                "help": diagnostic.help,
                "line": place.map(|place| place.line),
                "column": place.map(|place| place.column),
                "text": place.map(|place| &place.text),
                "id": id,
            })
        });
        let list: Vec<Value> = list.collect();
        Self {
            more: diagnostics.len() - list.len() + diagnostics.more(),
            list,
            on_disk,
        }
    }

    pub(crate) fn frame(&self) -> Frame {
        text_frame(&json!({
            "is": "problems",
            "list": self.list,
            "more": self.more,
            "of": if self.on_disk { "disk" } else { "scene" },
        }))
    }
}
