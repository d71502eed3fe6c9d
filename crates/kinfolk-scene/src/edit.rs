//! Changes to a document, as data.
//!
//! An [`Edit`] is what an author means: move this there, call it that. It is worked out
//! against the document as it is into small steps ([`step`]) that have inverses. Ids name
//! entities, also those that come out of templates: a change to such a part is an override of
//! its instance. Edits are JSON, one a line, for `kinfolk apply` and the editor ([`line`]).

mod family;
mod line;
mod parts;
mod step;
mod templates;
mod trace;
mod work_out;

use std::fmt;

use crate::diagnostic::Diagnostics;
use crate::json::{Json, Text};

pub use line::{LineError, Lines};
pub(crate) use step::{Address, Step};
pub(crate) use trace::{Entry, Trace, id_at};
pub(crate) use work_out::{Desk, address};

/// One authoring step.
///
/// ```
/// use kinfolk_scene::Edit;
///
/// let edit: Edit = r#"{ "edit": "set", "id": "boss1", "key": "transform.x", "value": 5 }"#.parse()?;
///
/// assert_eq!(edit.to_string(), r#"{ "edit": "set", "id": "boss1", "key": "transform.x", "value": 5 }"#);
/// # Ok::<(), kinfolk_scene::LineError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Edit {
    /// Adds an entity, with all that is nested in it, below `parent`.
    Add {
        /// As it would be written in a document.
        entity: Json,
        /// The id of its parent; a root if absent.
        parent: Option<Text>,
        /// Its place among the siblings that are written; the last if absent.
        index: Option<usize>,
    },
    /// Removes an entity.
    Remove {
        /// Whom.
        id: Text,
        /// What becomes of what is below.
        children: Children,
    },
    /// Moves entities, which keep their order, below another parent or to another place.
    Move {
        /// Whom.
        ids: Vec<Text>,
        /// The id of the new parent; they become roots if absent.
        parent: Option<Text>,
        /// Where among the siblings that are written; last if absent.
        index: Option<usize>,
        /// What stays the same about them.
        keep: Keep,
    },
    /// Gives an entity another id, or, if its id is made of its name, another name. Whoever
    /// names it follows.
    Rename {
        /// Whom.
        id: Text,
        /// The new id or name.
        to: Text,
    },
    /// Sets a field: `["localTransform", "x"]`. For a part of an instance, an override.
    Set {
        /// Whose.
        id: Text,
        /// The way to the field.
        key: Vec<Text>,
        /// What it becomes.
        value: Json,
    },
    /// Takes a field away; for a part of an instance, what its override says about it.
    Clear {
        /// Whose.
        id: Text,
        /// The way to the field.
        key: Vec<Text>,
    },
    /// Copies an entity with everything below, beside it.
    Duplicate {
        /// Whom.
        id: Text,
        /// The id of the copy; one that is free if absent.
        to: Option<Text>,
    },
    /// Puts a new entity around several siblings, where the first of them is.
    Wrap {
        /// Whom.
        ids: Vec<Text>,
        /// The id of the new parent.
        to: Text,
    },
    /// Removes an entity and gives its children to its parent; they stay where they are.
    Unwrap {
        /// Whom.
        id: Text,
    },
    /// Makes a template of an entity, which becomes its first instance.
    Extract {
        /// Whom.
        id: Text,
        /// The name of the new template.
        template: Text,
    },
    /// Makes an instance independent of its template: what came out of it is written down.
    Unpack {
        /// Whom.
        id: Text,
    },
    /// Gives what is overridden about a part to the template, so that all instances have it.
    ApplyOverride {
        /// The part.
        id: Text,
    },
    /// Takes back everything that is overridden about a part.
    RevertOverride {
        /// The part.
        id: Text,
    },
    /// Adds a template.
    AddTemplate {
        /// Its name.
        template: Text,
        /// As it would be written in a document.
        value: Json,
    },
    /// Removes a template that nobody uses.
    RemoveTemplate {
        /// Its name.
        template: Text,
    },
    /// Gives a template another name. Whoever names it follows.
    RenameTemplate {
        /// Its name.
        template: Text,
        /// The new one.
        to: Text,
    },
    /// Sets a field of a template, or of one of its children.
    SetTemplate {
        /// Its name.
        template: Text,
        /// The path of the child's names; the template itself if absent.
        child: Option<Text>,
        /// The way to the field.
        key: Vec<Text>,
        /// What it becomes.
        value: Json,
    },
    /// Takes a field of a template, or of one of its children, away.
    ClearTemplate {
        /// Its name.
        template: Text,
        /// The path of the child's names; the template itself if absent.
        child: Option<Text>,
        /// The way to the field.
        key: Vec<Text>,
    },
    /// Adds a child to a template, or to one of its children.
    AddChild {
        /// The template.
        template: Text,
        /// The path of the child's names that it goes below; the template itself if absent.
        child: Option<Text>,
        /// As it would be written in a document.
        entity: Json,
        /// Its place among its siblings; the last if absent.
        index: Option<usize>,
    },
    /// Removes a child of a template.
    RemoveChild {
        /// The template.
        template: Text,
        /// The path of its names.
        child: Text,
    },
    /// Gives a child of a template another name. Overrides follow.
    RenameChild {
        /// The template.
        template: Text,
        /// The path of its names.
        child: Text,
        /// The new name.
        to: Text,
    },
    /// Sets a field of the document itself: `["rules"]`, `["limits", "maxDepth"]`, or a key that
    /// Kinfolk does not know.
    SetDocument {
        /// The way to the field.
        key: Vec<Text>,
        /// What it becomes.
        value: Json,
    },
    /// Takes a field of the document itself away.
    ClearDocument {
        /// The way to the field.
        key: Vec<Text>,
    },
}

/// What becomes of the children of somebody who is removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Children {
    /// They are removed as well.
    #[default]
    Remove,
    /// They go to the parent with the numbers that they have.
    KeepLocal,
    /// They go to the parent and stay where they are.
    KeepWorld,
}

/// What stays the same about an entity that is moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Keep {
    /// Its numbers.
    #[default]
    Local,
    /// Its place in the world.
    World,
}

/// Why an edit was refused; nothing has changed.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum EditRefused {
    /// No entity has this id.
    NoEntity {
        /// The id.
        id: String,
        /// What to try.
        help: Option<String>,
    },
    /// No template has this name, or it has no such child.
    NoTemplate {
        /// The name, or the name and the path.
        template: String,
        /// What to try.
        help: Option<String>,
    },
    /// This cannot be done to somebody who comes out of a template.
    IsPart {
        /// The id.
        id: String,
        /// What to try.
        help: &'static str,
    },
    /// The numbers that would keep it where it is do not exist.
    NoPlace {
        /// The id.
        id: String,
        /// Why.
        why: String,
    },
    /// It makes no sense.
    Senseless(String),
    /// The document would not be valid.
    Wrong(Diagnostics),
}

impl fmt::Display for EditRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let help = |f: &mut fmt::Formatter<'_>, help: &Option<String>| match help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        };
        match self {
            Self::NoEntity { id, help: what } => {
                write!(f, "no entity \"{id}\"")?;
                help(f, what)
            }
            Self::NoTemplate {
                template,
                help: what,
            } => {
                write!(f, "no template \"{template}\"")?;
                help(f, what)
            }
            Self::IsPart { id, help } => {
                write!(f, "\"{id}\" comes out of a template; {help}")
            }
            Self::NoPlace { id, why } => {
                write!(f, "\"{id}\" cannot stay where it is: {why}")
            }
            Self::Senseless(why) => f.write_str(why),
            Self::Wrong(diagnostics) => {
                write!(f, "the document would not be valid: {diagnostics}")
            }
        }
    }
}

impl std::error::Error for EditRefused {}
