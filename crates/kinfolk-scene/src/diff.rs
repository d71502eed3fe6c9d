//! What is different between two documents, by meaning and not by line.
//!
//! Entities are told apart by id, templates by name, their children by path. Nested or flat,
//! comments and layout make no difference; everything else does, so two documents without
//! differences have the same canonical text once both are nested. A [`Diff`] is data: it is
//! shown to people by `Display` and to programs by [`Diff::to_json`]. [`merge`](crate::merge)
//! puts the changes of two people together.

pub(crate) mod compare;
mod json;
pub(crate) mod order;
mod reach;
pub(crate) mod record;
mod show;

pub(crate) use json::name_or_null;
pub(crate) use show::{Plain, Short};

use crate::document::{Document, Entity, Template};
use crate::json::{Json, Object, Text};

use crate::family::Family;
use reach::Reach;

/// All differences between two documents, in the order of the second; see [`diff`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Diff {
    /// The head of the document first, then templates, then entities: those of the new document
    /// in its order, then what is gone, in the order of the old one.
    pub differences: Vec<Difference>,
}

/// One difference.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// What is different.
    pub subject: Subject,
    /// How many written entities it reaches, if it is about a template: those made of it, of a
    /// template that extends it, or of one that contains it.
    pub instances: Option<usize>,
    /// In which way.
    pub change: Change,
}

/// What a difference or a conflict is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Subject {
    /// Version, limits, rules, unknown keys, and the order of the templates.
    Document,
    /// A template.
    Template {
        /// Its name.
        name: Text,
    },
    /// A child in a template.
    TemplateChild {
        /// The name of the template.
        template: Text,
        /// The names that lead to the child: `LeftArm/Hand`.
        path: Text,
    },
    /// An entity.
    Entity {
        /// Its id, written or made up.
        id: Text,
    },
}

/// In which way something is different.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// Only the new document has it.
    Added {
        /// Where it is.
        to: Position,
        /// What it is, but for its children.
        content: Json,
    },
    /// Only the old document has it.
    Removed {
        /// Where it was.
        from: Position,
        /// What it was, but for its children.
        content: Json,
    },
    /// It has another parent, or another place among the siblings that stayed.
    Moved {
        /// Where it was.
        from: Position,
        /// Where it is.
        to: Position,
    },
    /// A key has another value.
    Changed {
        /// Keys joined by dots: `localTransform.x`. One with a dot in it is in quotes.
        key: String,
        /// The old value, if there was one.
        before: Option<Json>,
        /// The new value, if there is one.
        after: Option<Json>,
    },
    /// The same keys are in another order.
    Reordered {
        /// Where these keys are, as above; empty for those of the subject itself.
        key: String,
        /// The keys that both have, as they were.
        before: Vec<Text>,
        /// The keys that both have, as they are.
        after: Vec<Text>,
    },
}

/// Where something is among its kin.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Position {
    /// Its parent: an id, or a path for a template's child; none at the top.
    pub parent: Option<Text>,
    /// The sibling before it, if it is not the first.
    pub previous: Option<Text>,
}

/// Tells what is different between an old and a new document.
///
/// Takes no longer than reading them did. A document with errors can be compared, but only for
/// one without does an empty answer mean the same text.
///
/// ```
/// use kinfolk_scene::{Document, diff};
///
/// let old: Document = r#"{ "entities": [
///     { "id": "tank", "children": [{ "name": "turret", "localTransform": { "x": 1 } }] }
/// ] }"#.parse()?;
/// let new: Document = r#"{ "entities": [
///     { "id": "tank" },
///     { "id": "tank_turret", "name": "turret", "parent": "tank", "localTransform": { "x": 2 } },
///     { "id": "flag", "parent": "tank" }
/// ] }"#.parse()?;
///
/// let diff = diff(&old, &new);
///
/// assert_eq!(diff.to_string(), "\
/// ~ entity tank_turret
///     ~ localTransform.x: 1 → 2
/// + entity flag, below tank, after tank_turret
/// ");
/// # Ok::<(), kinfolk_scene::Diagnostics>(())
/// ```
#[must_use]
pub fn diff(old: &Document, new: &Document) -> Diff {
    let (old, new) = (&*old.alone(), &*new.alone());
    let mut found = Found::default();
    let changes = compare::records(&record::of_head(old), &record::of_head(new));
    found.add_all(&Subject::Document, changes);
    templates(old, new, &mut found);
    let (old, new) = (
        Family::of_entities(&old.entities),
        Family::of_entities(&new.entities),
    );
    families(
        &old,
        &new,
        &|key| Subject::Entity { id: key.clone() },
        &mut found,
    );
    Diff {
        differences: found.differences,
    }
}

impl Diff {
    /// Whether the documents are the same.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.differences.is_empty()
    }
}

/// Differences so far.
#[derive(Default)]
struct Found {
    differences: Vec<Difference>,
    /// What those about templates reach.
    instances: Option<usize>,
}

impl Found {
    fn add(&mut self, subject: Subject, change: Change) {
        self.differences.push(Difference {
            subject,
            instances: self.instances,
            change,
        });
    }

    fn add_all(&mut self, subject: &Subject, changes: Vec<Change>) {
        for change in changes {
            self.add(subject.clone(), change);
        }
    }
}

fn templates(old: &Document, new: &Document, found: &mut Found) {
    let common = |(name, _): &(&Text, &Template)| {
        Some((old.templates.get_index_of(*name)?, Text::clone(name)))
    };
    let mut order: Vec<(usize, Text)> = new
        .templates
        .iter()
        .filter_map(|pair| common(&pair))
        .collect();
    if !order.is_sorted_by_key(|(place, _)| *place) {
        let names = |order: &[(usize, Text)]| order.iter().map(|(_, name)| name.clone()).collect();
        let after = names(&order);
        order.sort_unstable_by_key(|(place, _)| *place);
        let change = Change::Reordered {
            key: "templates".to_owned(),
            before: names(&order),
            after,
        };
        found.add(Subject::Document, change);
    }
    let mut reach = Reach::of(new);
    for (index, (name, template)) in new.templates.iter().enumerate() {
        let start = found.differences.len();
        let subject = Subject::Template { name: name.clone() };
        let nothing = Template::default();
        let was = old.templates.get(name);
        match was {
            Some(was) if record::same_template(was, template) => {}
            Some(was) => {
                let (was, is) = (record::of_template(was), record::of_template(template));
                found.add_all(&subject, compare::records(&was, &is));
            }
            None => {
                let to = nth_template(new, index);
                let content = Json::Object(record::of_template(template));
                found.add(subject, Change::Added { to, content });
            }
        }
        children(name, was.unwrap_or(&nothing), template, found);
        if found.differences.len() > start {
            let instances = reach.instances(name);
            for difference in &mut found.differences[start..] {
                difference.instances = Some(instances);
            }
        }
    }
    let mut reach = None;
    for (index, (name, template)) in old.templates.iter().enumerate() {
        if new.templates.contains_key(name) {
            continue;
        }
        found.instances = Some(reach.get_or_insert_with(|| Reach::of(old)).instances(name));
        let from = nth_template(old, index);
        let content = Json::Object(record::of_template(template));
        let subject = Subject::Template { name: name.clone() };
        found.add(subject, Change::Removed { from, content });
        children(name, template, &Template::default(), found);
    }
    found.instances = None;
}

fn nth_template(document: &Document, index: usize) -> Position {
    let before = index.checked_sub(1);
    let previous = before.and_then(|before| document.templates.get_index(before));
    Position {
        parent: None,
        previous: previous.map(|(name, _)| name.clone()),
    }
}

fn children(name: &Text, old: &Template, new: &Template, found: &mut Found) {
    if old.children.is_empty() && new.children.is_empty() {
        return;
    }
    let child = |path: &Text| Subject::TemplateChild {
        template: name.clone(),
        path: path.clone(),
    };
    let (old, new) = (
        Family::of_children(&old.children),
        Family::of_children(&new.children),
    );
    families(&old, &new, &child, found);
}

/// Whether two templates are the same, with their children.
pub(crate) fn same_whole_template(one: &Template, other: &Template) -> bool {
    let mut found = Found::default();
    record::same_template(one, other) && {
        children(&Text::default(), one, other, &mut found);
        found.differences.is_empty()
    }
}

fn families(
    old: &Family<'_>,
    new: &Family<'_>,
    subject: &dyn Fn(&Text) -> Subject,
    found: &mut Found,
) {
    let partners: Vec<Option<usize>> = new
        .members
        .iter()
        .map(|member| old.find(&member.key))
        .collect();
    let moved = moved(old, new, &partners);
    let mut is_gone = vec![true; old.members.len()];
    for index in new.walk() {
        let member = &new.members[index];
        let Some(partner) = partners[index] else {
            let to = position(new, index);
            let content = Json::Object(record_of(member.entity, is_root(new, index)));
            found.add(subject(&member.key), Change::Added { to, content });
            continue;
        };
        is_gone[partner] = false;
        if moved[index] {
            let (from, to) = (position(old, partner), position(new, index));
            found.add(subject(&member.key), Change::Moved { from, to });
        }
        let was = old.members[partner].entity;
        if !record::same_entity(was, member.entity) {
            let is_root = is_root(old, partner) && is_root(new, index);
            let (was, is) = (record_of(was, is_root), record_of(member.entity, is_root));
            found.add_all(&subject(&member.key), compare::records(&was, &is));
        }
    }
    if is_gone.contains(&true) {
        for index in old.walk().into_iter().filter(|&index| is_gone[index]) {
            let member = &old.members[index];
            let from = position(old, index);
            let content = Json::Object(record_of(member.entity, is_root(old, index)));
            found.add(subject(&member.key), Change::Removed { from, content });
        }
    }
}

/// Who has another parent, or has to move among its siblings; as few as can be.
fn moved(old: &Family<'_>, new: &Family<'_>, partners: &[Option<usize>]) -> Vec<bool> {
    let mut moved = vec![false; new.members.len()];
    let mut stayed: Vec<(usize, usize)> = Vec::new();
    let mut ranks = Vec::new();
    let parents = (0..new.members.len()).map(Some);
    for parent in std::iter::once(None).chain(parents) {
        stayed.clear();
        for &member in new.below(parent) {
            let Some(partner) = partners[member] else {
                continue;
            };
            if old.parent(partner) != new.parent(member) {
                moved[member] = true;
            } else if old.members[partner].above.is_some() == parent.is_some() {
                stayed.push((old.members[partner].rank, member));
            }
        }
        if stayed.is_sorted() {
            continue;
        }
        ranks.clear();
        ranks.extend(stayed.iter().map(|(rank, _)| *rank));
        for (stays, (_, member)) in order::staying(&ranks).into_iter().zip(&stayed) {
            moved[*member] |= !stays;
        }
    }
    moved
}

fn position(family: &Family<'_>, member: usize) -> Position {
    Position {
        parent: family.parent(member).cloned(),
        previous: family.previous(member).cloned(),
    }
}

/// Whether it is a root of the scene, and not of a template.
pub(crate) fn is_root(family: &Family<'_>, member: usize) -> bool {
    family.parent(member).is_none() && family.members[member].entity.id.is_some()
}

fn record_of(entity: &Entity, is_root: bool) -> Object {
    let transform = if is_root {
        "transform"
    } else {
        "localTransform"
    };
    record::of_entity(entity, transform)
}
