//! The keys of one object: what is different is set in its text, the rest stays as it is written.

use crate::json::{Json, Object};
use crate::splice::{self, SpliceError};

/// What kind of object keys are in.
#[derive(Clone, Copy)]
pub(super) enum Level {
    /// An entity, or an override of one.
    Entity,
    Template,
    Overrides,
    /// The document itself.
    Head,
    /// What Kinfolk only carries: the order of keys is the author's.
    Carried,
    /// Anything else.
    Inside,
}

/// Keys of entities and templates whose values are only carried.
const CARRIED: [&str; 4] = ["sprite", "physics", "behaviors", "conditionalBehaviors"];

impl Level {
    /// Another name of a key, if it has one here.
    fn other_name(self, key: &str) -> Option<&'static str> {
        match (self, key) {
            (Self::Entity, "transform") => Some("localTransform"),
            (Self::Entity, "localTransform") => Some("transform"),
            (Self::Entity | Self::Template, "z") => Some("layer"),
            _ => None,
        }
    }

    fn below(self, key: &str) -> Self {
        match (self, key) {
            (Self::Entity | Self::Template, "overrides") => Self::Overrides,
            (Self::Overrides, _) => Self::Entity,
            (Self::Entity | Self::Template, key) if CARRIED.contains(&key) => Self::Carried,
            (Self::Head, "limits") => Self::Inside,
            (Self::Head | Self::Carried, _) => Self::Carried,
            _ => Self::Inside,
        }
    }
}

/// The text with what is different set, key by key; `pointer` leads to the object.
///
/// # Errors
/// If the text does not have what is different.
pub(super) fn changed(
    text: String,
    pointer: &str,
    old: &Object,
    new: &Object,
    level: Level,
) -> Result<String, SpliceError> {
    let mut text = text;
    // How the author has spelled a key.
    let spelled = |text: &str, key: &str| {
        let below = format!("{pointer}/{}", escaped(key));
        match level
            .other_name(key)
            .map(|other| format!("{pointer}/{other}"))
        {
            Some(other) if !splice::has(text, &below) && splice::has(text, &other) => other,
            _ => below,
        }
    };
    for (key, _) in old.iter().filter(|(key, _)| new.get(key).is_none()) {
        text = splice::remove(&text, &spelled(&text, key))?;
    }
    for (key, value) in new.iter() {
        let before = old.get(key);
        if before == Some(value) {
            continue;
        }
        let below = spelled(&text, key);
        text = match (before, value) {
            (Some(Json::Object(before)), Json::Object(object)) => {
                let level = level.below(key);
                match matches!(level, Level::Carried) && !keeps_order(before, object) {
                    true => splice::set(&text, &below, value)?,
                    false => changed(text, &below, before, object, level)?,
                }
            }
            (Some(Json::Array(before)), Json::Array(value)) => {
                changed_list(text, &below, before, value)?
            }
            _ => splice::set(&text, &below, value)?,
        };
    }
    Ok(text)
}

/// Whether keys that are set one by one, new ones last, come to be in the new order.
fn keeps_order(old: &Object, new: &Object) -> bool {
    let stay = old.iter().filter(|(key, _)| new.get(key).is_some());
    let come = new.iter().filter(|(key, _)| old.get(key).is_none());
    let keys = stay.chain(come).map(|(key, _)| key);
    keys.eq(new.iter().map(|(key, _)| key))
}

/// Lists that are longer, or have more that is different, are written anew.
const MOST_ELEMENTS: usize = 64;

/// The text with what is different in a list set, element by element: a behavior keeps the comments
/// that stand around it when another one comes, goes or changes.
fn changed_list(
    text: String,
    pointer: &str,
    old: &[Json],
    new: &[Json],
) -> Result<String, SpliceError> {
    if old.len().max(new.len()) > MOST_ELEMENTS || old.is_empty() || new.is_empty() {
        return splice::set(&text, pointer, &Json::Array(new.to_vec()));
    }
    let mut text = text;
    let mut at = 0;
    for step in alignment(old, new) {
        let below = format!("{pointer}/{at}");
        match step {
            Aligned::Same => {}
            Aligned::Removed => {
                text = splice::remove(&text, &below)?;
                continue;
            }
            Aligned::Inserted(value) => text = splice::insert(&text, pointer, at, value)?,
            Aligned::Changed(before, value) => {
                text = match (before, value) {
                    (Json::Object(before), Json::Object(object)) if keeps_order(before, object) => {
                        changed(text, &below, before, object, Level::Carried)?
                    }
                    (Json::Array(before), Json::Array(value)) => {
                        changed_list(text, &below, before, value)?
                    }
                    _ => splice::set(&text, &below, value)?,
                };
            }
        }
        at += 1;
    }
    Ok(text)
}

/// What becomes of an element, from the first to the last.
enum Aligned<'j> {
    Same,
    Removed,
    Inserted(&'j Json),
    Changed(&'j Json, &'j Json),
}

/// The way from one list to another that leaves as many elements alone as possible.
fn alignment<'j>(old: &'j [Json], new: &'j [Json]) -> Vec<Aligned<'j>> {
    // How many can stay, from here to both ends.
    let width = new.len() + 1;
    let mut stay = vec![0_usize; (old.len() + 1) * width];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            stay[i * width + j] = if old[i] == new[j] {
                stay[(i + 1) * width + j + 1] + 1
            } else {
                stay[(i + 1) * width + j].max(stay[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut way = Vec::new();
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            way.push(Aligned::Same);
            (i, j) = (i + 1, j + 1);
            continue;
        }
        let here = stay[i * width + j];
        let both = i < old.len() && j < new.len() && stay[(i + 1) * width + j + 1] == here;
        if both && is_alike(&old[i], &new[j]) {
            way.push(Aligned::Changed(&old[i], &new[j]));
            (i, j) = (i + 1, j + 1);
        } else if i < old.len() && stay[(i + 1) * width + j] == here {
            way.push(Aligned::Removed);
            i += 1;
        } else {
            way.push(Aligned::Inserted(&new[j]));
            j += 1;
        }
    }
    way
}

/// Whether one may have become the other: objects of one type are, with other numbers.
fn is_alike(old: &Json, new: &Json) -> bool {
    match (old, new) {
        (Json::Object(_), Json::Object(_)) => old["type"] == new["type"],
        (Json::Array(_), Json::Array(_)) => true,
        (Json::Object(_) | Json::Array(_), _) | (_, Json::Object(_) | Json::Array(_)) => false,
        _ => true,
    }
}

fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}
