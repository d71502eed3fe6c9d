//! Templates of two people: by name, then by field, then their children by path.

use std::collections::HashSet;

use indexmap::IndexMap;

use crate::diff::{Subject, record, same_whole_template};
use crate::document::{Document, Entity, Overrides, Template};
use crate::family::Family;
use crate::json::{Json, Object, Text};

use super::kin::Three;
use super::value::{self, Level};
use super::{Clash, Conflict, Favour, Side, family, order};

pub(super) fn merged(
    favour: Favour,
    base: &Document,
    ours: &Document,
    theirs: &Document,
    conflicts: &mut Vec<Conflict>,
) -> IndexMap<Text, Template> {
    let mut kept: IndexMap<Text, Template> = IndexMap::new();
    let fresh = theirs.templates.keys();
    let fresh = fresh.filter(|name| !ours.templates.contains_key(*name));
    for name in ours.templates.keys().chain(fresh) {
        let [before, here, there] = [base, ours, theirs].map(|side| side.templates.get(name));
        let template = match (here, there) {
            (Some(here), Some(there)) => Some(both(favour, name, before, here, there, conflicts)),
            (Some(here), None) => one(favour, Side::Ours, name, before, here, conflicts),
            (None, Some(there)) => one(favour, Side::Theirs, name, before, there, conflicts),
            (None, None) => None,
        };
        kept.extend(template.map(|template| (name.clone(), template)));
    }
    let [base, ours, theirs] = [base, ours, theirs].map(|side| {
        let names = side.templates.keys().map(Text::as_str);
        names
            .filter(|name| kept.contains_key(*name))
            .collect::<Vec<_>>()
    });
    let order = order::merged(&base, &ours, &theirs);
    let pairs = order
        .into_iter()
        .filter_map(|name| kept.swap_remove_entry(name));
    pairs.collect()
}

fn one(
    favour: Favour,
    side: Side,
    name: &Text,
    before: Option<&Template>,
    template: &Template,
    conflicts: &mut Vec<Conflict>,
) -> Option<Template> {
    if let Some(before) = before {
        if same_whole_template(before, template) {
            return None;
        }
        let by = side.other();
        conflicts.push(conflict(name, Clash::Removed { by }));
        if favour.side() != side {
            return None;
        }
    }
    Some(template.clone())
}

fn both(
    favour: Favour,
    name: &Text,
    before: Option<&Template>,
    ours: &Template,
    theirs: &Template,
    conflicts: &mut Vec<Conflict>,
) -> Template {
    let of = record::of_template;
    let (in_ours, in_theirs) = (of(ours), of(theirs));
    let mut clashes = Vec::new();
    let nothing = Template::default();
    let blended = match before {
        None => {
            value::both_added(&in_ours, &in_theirs, &mut clashes);
            None
        }
        Some(before) => {
            let (level, base) = (Level::Fields, of(before));
            let blended = value::records(level, &base, &in_ours, &in_theirs, favour, &mut clashes);
            let read = template_of(name, blended);
            if read.is_none() {
                let message = "both changes together cannot be read".to_owned();
                clashes.push(Clash::Unfit { message });
            }
            read
        }
    };
    conflicts.extend(clashes.into_iter().map(|clash| conflict(name, clash)));
    let mut template = blended.unwrap_or_else(|| favour.of(ours, theirs).clone());
    let three = Three {
        base: Family::of_children(&before.unwrap_or(&nothing).children),
        ours: Family::of_children(&ours.children),
        theirs: Family::of_children(&theirs.children),
    };
    let child = |path: &Text| Subject::TemplateChild {
        template: name.clone(),
        path: path.clone(),
    };
    template.children = family(favour, &three, &child, false, conflicts);
    template.origin = ours.origin;
    template
}

/// Brings back templates that one side removed, if something is made of them now.
pub(super) fn keep_those_in_use(
    document: &mut Document,
    base: &Document,
    ours: &Document,
    theirs: &Document,
    conflicts: &mut Vec<Conflict>,
) {
    loop {
        let missing = {
            let mut seen = HashSet::new();
            let used = used(document).into_iter();
            let missing = used.filter(|name| !document.templates.contains_key(*name));
            missing
                .filter(|name| seen.insert(*name))
                .cloned()
                .collect::<Vec<Text>>()
        };
        let mut is_done = true;
        for name in missing {
            let sides = [(ours, Side::Theirs), (theirs, Side::Ours)];
            let kept = sides
                .into_iter()
                .find_map(|(side, by)| Some((side.templates.get(&name)?, by)));
            if let (Some((template, by)), true) = (kept, base.templates.contains_key(&name)) {
                conflicts.push(conflict(&name, Clash::TemplateInUse { by }));
                document.templates.insert(name, template.clone());
                is_done = false;
            }
        }
        if is_done {
            return;
        }
    }
}

/// All templates that are named anywhere, in order.
fn used(document: &Document) -> Vec<&Text> {
    let mut used = Vec::new();
    let mut open: Vec<&Entity> = document.entities.iter().collect();
    for template in document.templates.values() {
        used.extend(&template.extends);
        used.extend(patched(&template.overrides));
        open.extend(&template.children);
    }
    while let Some(entity) = open.pop() {
        used.extend(entity.template.set());
        used.extend(patched(&entity.overrides));
        open.extend(&entity.children);
    }
    used
}

fn patched(overrides: &Overrides) -> impl Iterator<Item = &Text> {
    let patches = overrides.values().flatten();
    patches.filter_map(|patch| patch.template.set())
}

fn conflict(name: &Text, clash: Clash) -> Conflict {
    let subject = Subject::Template { name: name.clone() };
    Conflict { subject, clash }
}

/// The template that a record is of, without children.
fn template_of(name: &Text, record: Object) -> Option<Template> {
    let mut templates = Object::new();
    templates.push(name.clone(), Json::Object(record));
    let mut document = Object::new();
    document.set("templates", Json::Object(templates));
    let text = Json::Object(document).to_string();
    let document: Document = text.parse().ok()?;
    document
        .templates
        .into_iter()
        .next()
        .map(|(_, template)| template)
}
