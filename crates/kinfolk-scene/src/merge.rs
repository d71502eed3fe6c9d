//! The changes of two people to one document, put together.
//!
//! Three documents go in: what both started from, ours, and theirs. What one side changed is
//! taken over, by entity and by field; what both changed differently is a [`Conflict`], and
//! stays as the favoured side has it. So the result is always a document that can be loaded, as
//! long as both sides can. It is written in the form of ours, nested or flat.

mod assemble;
mod kin;
mod order;
mod show;
mod templates;
mod value;

use crate::diff::{Subject, record};
use crate::document::{Document, Entity};
use crate::family::Family;
use crate::json::{Json, Text};
use crate::load::load_after;

use kin::{Council, Three};
use value::Level;

/// What became of three documents; see [`merge`].
#[derive(Debug, Clone, PartialEq)]
pub struct Merged {
    /// The document with the changes of both sides, and those of the favoured side where they
    /// cannot both be had.
    pub document: Document,
    /// Everything that cannot be had both ways: the head of the document first, then templates,
    /// then entities.
    pub conflicts: Vec<Conflict>,
}

/// Something that two people changed in different ways.
#[derive(Debug, Clone, PartialEq)]
pub struct Conflict {
    /// What it is about.
    pub subject: Subject,
    /// How they disagree.
    pub clash: Clash,
}

/// How two people disagree.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Clash {
    /// A key has different values; it is not there where there is none.
    Changed {
        /// As in [`Change::Changed`](crate::Change::Changed).
        key: String,
        /// What both started from.
        base: Option<Json>,
        /// What we made of it.
        ours: Option<Json>,
        /// What they made of it.
        theirs: Option<Json>,
    },
    /// One side removed what the other one changed.
    Removed {
        /// Who removed it.
        by: Side,
    },
    /// Both sides gave it another parent.
    Moved {
        /// The parent that it had.
        base: Option<Text>,
        /// The one that we gave it.
        ours: Option<Text>,
        /// The one that they gave it.
        theirs: Option<Text>,
    },
    /// One side removed it, and the other one put something below it.
    ParentRemoved {
        /// Who removed it.
        by: Side,
        /// What is below it now.
        child: Text,
    },
    /// One side removed the template, and the other one made something of it; it is kept.
    TemplateInUse {
        /// Who removed it.
        by: Side,
    },
    /// The moves of both sides together put these below each other.
    Cycle {
        /// Each is below the next one, and the last below the first.
        ring: Vec<Text>,
    },
    /// Both sides are fine, but do not fit together in a way that is none of the above.
    Unfit {
        /// Why.
        message: String,
    },
}

/// One of the two sides of a merge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The second document.
    Ours,
    /// The third document.
    Theirs,
}

impl Side {
    const fn other(self) -> Self {
        match self {
            Self::Ours => Self::Theirs,
            Self::Theirs => Self::Ours,
        }
    }
}

/// Which side the result has where both cannot be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Favour {
    /// The second document.
    #[default]
    Ours,
    /// The third document.
    Theirs,
}

impl Favour {
    const fn side(self) -> Side {
        match self {
            Self::Ours => Side::Ours,
            Self::Theirs => Side::Theirs,
        }
    }

    fn of<T>(self, ours: T, theirs: T) -> T {
        match self {
            Self::Ours => ours,
            Self::Theirs => theirs,
        }
    }
}

/// Puts the changes of `ours` and `theirs` to `base` together; ours counts at conflicts.
///
/// ```
/// use kinfolk_scene::{Document, merge};
///
/// let scene = |lamp: &str| format!(r#"{{ "entities": [{{ "id": "lamp", {lamp} }}] }}"#).parse();
/// let base: Document = scene(r#""z": 1, "visible": true"#)?;
/// let ours: Document = scene(r#""z": 2, "visible": true"#)?;
/// let theirs: Document = scene(r#""z": 1, "visible": false"#)?;
///
/// let merged = merge(&base, &ours, &theirs);
///
/// assert!(merged.conflicts.is_empty());
/// assert_eq!(merged.document, scene(r#""z": 2, "visible": false"#)?);
/// # Ok::<(), kinfolk_scene::Diagnostics>(())
/// ```
#[must_use]
pub fn merge(base: &Document, ours: &Document, theirs: &Document) -> Merged {
    merge_favouring(Favour::Ours, base, ours, theirs)
}

/// As [`merge`], with the side that counts at conflicts.
#[must_use]
pub fn merge_favouring(
    favour: Favour,
    base: &Document,
    ours: &Document,
    theirs: &Document,
) -> Merged {
    let others = [ours, theirs];
    let [base, ours, theirs] = [base, ours, theirs].map(Document::alone);
    let [base, ours, theirs] = [&*base, &*ours, &*theirs];
    let mut conflicts = Vec::new();
    let mut document = head(favour, base, ours, theirs, &mut conflicts);
    document.templates = templates::merged(favour, base, ours, theirs, &mut conflicts);
    let three = Three {
        base: Family::of_entities(&base.entities),
        ours: Family::of_entities(&ours.entities),
        theirs: Family::of_entities(&theirs.entities),
    };
    let entity = |id: &Text| Subject::Entity { id: id.clone() };
    document.entities = family(favour, &three, &entity, true, &mut conflicts);
    templates::keep_those_in_use(&mut document, base, ours, theirs, &mut conflicts);
    document.origin = ours.origin;
    let mut merged = fit(document, conflicts, favour, others);
    for other in others {
        merged.document.put_included(&other.templates);
    }
    merged
}

fn head(
    favour: Favour,
    base: &Document,
    ours: &Document,
    theirs: &Document,
    conflicts: &mut Vec<Conflict>,
) -> Document {
    let [base, in_ours, in_theirs] = [base, ours, theirs].map(record::of_head);
    let mut clashes = Vec::new();
    let level = Level::Other;
    let record = value::records(level, &base, &in_ours, &in_theirs, favour, &mut clashes);
    let subject = Subject::Document;
    conflicts.extend(clashes.into_iter().map(|clash| Conflict {
        subject: subject.clone(),
        clash,
    }));
    let text = Json::Object(record).to_string();
    text.parse().unwrap_or_else(|_| {
        let message = "both changes together cannot be read".to_owned();
        let clash = Clash::Unfit { message };
        conflicts.push(Conflict { subject, clash });
        let favoured = favour.of(ours, theirs);
        Document {
            version: favoured.version,
            include: favoured.include.clone(),
            limits: favoured.limits.clone(),
            rules: favoured.rules.clone(),
            extra: favoured.extra.clone(),
            ..Document::default()
        }
    })
}

fn family(
    favour: Favour,
    three: &Three<'_>,
    subject: &dyn Fn(&Text) -> Subject,
    have_ids: bool,
    conflicts: &mut Vec<Conflict>,
) -> Vec<Entity> {
    let mut council = Council {
        three,
        favour,
        subject,
        conflicts,
    };
    let kept = council.decide();
    assemble::entities(&kept, three, have_ids)
}

/// Falls back to the favoured document if both sides can be loaded, and the merged one cannot.
fn fit(
    document: Document,
    mut conflicts: Vec<Conflict>,
    favour: Favour,
    [ours, theirs]: [&Document; 2],
) -> Merged {
    // What both include was read when they were; here it only has to be there.
    let load = |document: &Document| {
        load_after(&document.to_text(), |document, _| {
            document.put_included(&ours.templates);
            document.put_included(&theirs.templates);
        })
    };
    let loaded = load(&document);
    let is_good = |side: &Document| load(side).plan.is_some();
    if loaded.plan.is_some() || !is_good(ours) || !is_good(theirs) {
        return Merged {
            document,
            conflicts,
        };
    }
    let errors = loaded.diagnostics.iter().filter(|found| found.is_error());
    conflicts.extend(errors.map(|found| Conflict {
        subject: Subject::Document,
        clash: Clash::Unfit {
            message: found.message.clone(),
        },
    }));
    Merged {
        document: favour.of(ours, theirs).alone().into_owned(),
        conflicts,
    }
}
