//! Steps as changes to the text that the document was read from.
//!
//! Only what a step is about is written anew; comments and layout of everything else stay.

use crate::document::{Document, Entity};
use crate::json::{Json, Object};
use crate::splice::{self, SpliceError};
use crate::write;

use super::step::{Address, Home, Step};
use super::work_out::Desk;

/// The text after a step; `before` is the document before it.
pub(super) fn spliced(text: &str, before: &Document, step: &Step) -> Result<String, SpliceError> {
    match step {
        Step::Put(address, entity) => put(text, address, entity),
        Step::Take(address) => splice::remove(text, &pointer(address)),
        Step::Change(address, entity) => {
            let Some(old) = address.find(before) else {
                return Err(SpliceError::NotThere(pointer(address)));
            };
            let is_top = address.home == Home::Entities && address.path.len() == 1;
            let (old, new) = (Desk::as_json(old, is_top), Desk::as_json(entity, is_top));
            changed(
                text.to_owned(),
                &pointer(address),
                &old,
                &new,
                Level::Entity,
            )
        }
        Step::PutTemplate(_, name, template) => {
            let value = parsed(&write::whole_template_to_string(template));
            let pointer = format!("/templates/{}", escaped(name));
            match splice::set(text, &pointer, &value) {
                Err(SpliceError::NotThere(_)) => {
                    let mut templates = Object::new();
                    templates.set(name, value);
                    splice::set(text, "/templates", &Json::Object(templates))
                }
                done => done,
            }
        }
        Step::TakeTemplate(name) => splice::remove(text, &format!("/templates/{}", escaped(name))),
        Step::ChangeTemplate(name, to, template) => {
            if name != to {
                // Under its new name it comes last; order among templates means nothing.
                let mut whole = (**template).clone();
                whole.children = before
                    .templates
                    .get(name)
                    .map(|old| old.children.clone())
                    .unwrap_or_default();
                let text = splice::remove(text, &format!("/templates/{}", escaped(name)))?;
                return spliced(
                    &text,
                    before,
                    &Step::PutTemplate(0, to.clone(), Box::new(whole)),
                );
            }
            let Some(old) = before.templates.get(name) else {
                return Err(SpliceError::NotThere(name.to_string()));
            };
            let old = object(&write::template_to_string(old));
            let new = object(&write::template_to_string(template));
            let pointer = format!("/templates/{}", escaped(name));
            changed(text.to_owned(), &pointer, &old, &new, Level::Template)
        }
    }
}

fn put(text: &str, address: &Address, entity: &Entity) -> Result<String, SpliceError> {
    let Some((&index, above)) = address.path.split_last() else {
        return Err(SpliceError::NotThere(String::new()));
    };
    let list = list_pointer(&address.home, above);
    let is_top = address.home == Home::Entities && above.is_empty();
    let value = parsed(&write::whole_entity_to_string(entity, is_top));
    match splice::insert(text, &list, index, &value) {
        Err(SpliceError::NotThere(_)) if index == 0 => {
            splice::set(text, &list, &Json::Array(vec![value]))
        }
        done => done,
    }
}

/// What kind of object keys are in.
#[derive(Clone, Copy)]
enum Level {
    /// An entity, or an override of one.
    Entity,
    Template,
    Overrides,
    /// Anything else.
    Inside,
}

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
            _ => Self::Inside,
        }
    }
}

/// Sets what is different, key by key.
fn changed(
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
            (Some(Json::Object(before)), Json::Object(value)) => {
                changed(text, &below, before, value, level.below(key))?
            }
            _ => splice::set(&text, &below, value)?,
        };
    }
    Ok(text)
}

fn pointer(address: &Address) -> String {
    match address.path.split_last() {
        Some((index, above)) => format!("{}/{index}", list_pointer(&address.home, above)),
        None => String::new(),
    }
}

fn list_pointer(home: &Home, above: &[usize]) -> String {
    let mut pointer = match home {
        Home::Entities => "/entities".to_owned(),
        Home::Template(name) => format!("/templates/{}/children", escaped(name)),
    };
    for index in above {
        pointer.push_str(&format!("/{index}/children"));
    }
    pointer
}

fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

fn parsed(text: &str) -> Json {
    text.parse().unwrap_or_default()
}

fn object(text: &str) -> Object {
    match parsed(text) {
        Json::Object(object) => object,
        _ => Object::new(),
    }
}
