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
            changed(text.to_owned(), &pointer(address), &old, &new)
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
            changed(text.to_owned(), &pointer, &old, &new)
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

/// Sets what is different, key by key.
fn changed(text: String, pointer: &str, old: &Object, new: &Object) -> Result<String, SpliceError> {
    let mut text = text;
    for (key, _) in old.iter().filter(|(key, _)| new.get(key).is_none()) {
        let key = spelled(&text, pointer, key);
        text = splice::remove(&text, &format!("{pointer}/{}", escaped(&key)))?;
    }
    for (key, value) in new.iter() {
        let before = old.get(key);
        if before == Some(value) {
            continue;
        }
        let spelled = spelled(&text, pointer, key);
        let below = format!("{pointer}/{}", escaped(&spelled));
        text = match (before, value) {
            (Some(Json::Object(before)), Json::Object(value)) => {
                changed(text, &below, before, value)?
            }
            _ => splice::set(&text, &below, value)?,
        };
    }
    Ok(text)
}

/// How the author has spelled a key that has two names.
fn spelled(text: &str, pointer: &str, key: &str) -> String {
    let other = match key {
        "z" => "layer",
        "transform" => "localTransform",
        "localTransform" => "transform",
        _ => return key.to_owned(),
    };
    let has_other = splice::has(text, &format!("{pointer}/{other}"));
    if has_other { other } else { key }.to_owned()
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
