//! Text in, everything out: the document, the plan, and all findings with their places.

use crate::diagnostic::{Code, Diagnostics, Span};
use crate::document::Document;
use crate::finding::{Findings, Whereabouts};
use crate::include::{self, Includes};
use crate::plan::Plan;
use crate::read::{self, Reading};
use crate::resolve;

/// What a text turned out to be.
#[derive(Debug)]
pub struct Loaded {
    /// The document, as far as it could be understood; `None` after a syntax error.
    pub document: Option<Document>,
    /// What would come out of it; `None` if there are errors.
    pub plan: Option<Plan>,
    /// All that there is to say, in the order of the text.
    pub diagnostics: Diagnostics,
}

impl Loaded {
    /// The document and its plan.
    ///
    /// # Errors
    /// The findings, if one of them is an error.
    pub fn into_parts(self) -> Result<(Document, Plan), Diagnostics> {
        match (self.document, self.plan) {
            (Some(document), Some(plan)) => Ok((document, plan)),
            _ => Err(self.diagnostics),
        }
    }
}

/// Reads and resolves a document, and finds everything that is wrong with it.
///
/// ```
/// let loaded = kinfolk_scene::load(
///     r#"{
///         "templates": { "bossArm": {} },
///         "entities": [{ "id": "arm", "template": "bossArn" }]
///     }"#,
/// );
///
/// assert_eq!(
///     loaded.diagnostics.to_string(),
///     r#"3:49: error[unknown-template]: no template "bossArn"; did you mean "bossArm"?"#
/// );
/// ```
#[must_use]
pub fn load(text: &str) -> Loaded {
    load_with(text, &Includes::default())
}

/// As [`load`], with the documents that it includes.
#[must_use]
pub fn load_with(text: &str, includes: &Includes) -> Loaded {
    load_after(text, |document, findings| {
        include::bring_in(document, includes, findings);
    })
}

/// As [`load`], after something has been done to the document that was read.
pub(crate) fn load_after(text: &str, prepare: impl FnOnce(&mut Document, &mut Findings)) -> Loaded {
    let Reading {
        mut document,
        mut findings,
        has_names,
    } = read::read(text);
    if let Some(document) = &mut document {
        prepare(document, &mut findings);
    }
    let plan = document
        .as_ref()
        .filter(|_| has_names)
        .and_then(|document| resolve::resolve_into(document, &mut findings));
    let plan = plan.filter(|_| !findings.has_errors());
    Loaded {
        document,
        plan,
        diagnostics: findings.into_diagnostics(Some(text)),
    }
}

/// As [`load`], for bytes that may not even be text.
#[must_use]
pub fn load_bytes(bytes: &[u8]) -> Loaded {
    match std::str::from_utf8(bytes) {
        Ok(text) => load(text),
        Err(error) => {
            let valid = &bytes[..error.valid_up_to()];
            let end = u32::try_from(valid.len()).unwrap_or(u32::MAX);
            let mut findings = Findings::default();
            findings.add(
                Whereabouts::Span(Span::new(end, end)),
                Code::NotUtf8,
                "the text is not UTF-8 from here on",
                Some("save the file as UTF-8".to_owned()),
            );
            let text = std::str::from_utf8(valid).unwrap_or_default();
            Loaded {
                document: None,
                plan: None,
                diagnostics: findings.into_diagnostics(Some(text)),
            }
        }
    }
}
