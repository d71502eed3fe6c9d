//! Yesterday's scenes as hierarchies.
//!
//! Before there were children, parts were entities of their own that an `attach_to` behavior
//! dragged along ([`attach_to`]), or had parents that only kept order, and absolute positions
//! ([`absolute`]). Both become real children that stand where they stood. What cannot be
//! migrated is left as it is, and told.

mod absolute;
mod attach_to;
mod uses;

use crate::diagnostic::{Diagnostics, Place};
use crate::finding::{self, Whereabouts};
use crate::include::Includes;
use crate::load::load_with;

/// How the positions of children are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Positions {
    /// Relative to their parents, as in any document.
    #[default]
    Local,
    /// In the world: parents only keep order.
    Absolute,
}

/// A document that has been migrated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Migration {
    /// The text; comments and layout of what has not changed are kept.
    pub text: String,
    /// What was done and what was not, in the order of the old text.
    pub notes: Vec<Note>,
}

/// What became of one entity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Whom it is about.
    pub id: String,
    /// Whether something was done.
    pub outcome: Outcome,
    /// What was done, or why not.
    pub what: String,
    /// Where in the old text.
    pub place: Option<Place>,
}

/// Whether something was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It is different now.
    Changed,
    /// It is as it was, and needs a person.
    Left,
}

/// A note on its way to its place.
struct Draft {
    id: String,
    outcome: Outcome,
    what: String,
    place: Whereabouts,
}

/// Turns `attach_to` behaviors into children, after making absolute positions local if that is
/// what they are.
///
/// An attached entity becomes a child of its target's template if that is the only entity made
/// of it and nobody mentions the old id; else it becomes a child of the target and keeps its id.
///
/// ```
/// use kinfolk_scene::{Positions, migrate};
///
/// let old = r#"{
///     "templates": {
///         "character": { "slots": { "head": { "y": 0.8 } }, "tags": ["character"] },
///         "hat": {}
///     },
///     "entities": [
///         { "id": "character", "template": "character" },
///         {
///             "id": "hat",
///             "template": "hat",
///             "behaviors": [{ "type": "attach_to", "parentTag": "character", "slotName": "head" }]
///         }
///     ]
/// }"#;
/// let migration = migrate(old, Positions::Local)?;
///
/// assert!(migration.text.contains(r#"{ "name": "Hat", "template": "hat", "slot": "head" }"#));
/// # Ok::<(), kinfolk_scene::Diagnostics>(())
/// ```
///
/// # Errors
/// What is wrong with the document.
pub fn migrate(text: &str, positions: Positions) -> Result<Migration, Diagnostics> {
    migrate_with(text, positions, &Includes::default())
}

/// As [`migrate`], with the documents that it includes.
///
/// # Errors
/// As there.
pub fn migrate_with(
    text: &str,
    positions: Positions,
    includes: &Includes,
) -> Result<Migration, Diagnostics> {
    let (document, plan) = load_with(text, includes).into_parts()?;
    let mut drafts = Vec::new();
    let localised = match positions {
        Positions::Local => text.to_owned(),
        Positions::Absolute => absolute::make_local(text, &document, &plan, &mut drafts),
    };
    let text_now = attach_to::make_children(&localised, &document, &plan, &mut drafts)?;
    Ok(Migration {
        text: text_now,
        notes: placed(drafts, text),
    })
}

/// Gives every note its place in the old text, and sorts them by it.
fn placed(drafts: Vec<Draft>, text: &str) -> Vec<Note> {
    let (places, drafts): (Vec<_>, Vec<_>) = drafts
        .into_iter()
        .map(|draft| (draft.place, (draft.id, draft.outcome, draft.what)))
        .unzip();
    let placed = finding::in_text(places.into_iter().zip(drafts), text);
    let note = |(place, (id, outcome, what))| Note {
        id,
        outcome,
        what,
        place,
    };
    placed.map(note).collect()
}
