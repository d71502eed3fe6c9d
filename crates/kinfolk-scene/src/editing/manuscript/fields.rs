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
            (Some(Json::Object(before)), Json::Object(value)) => {
                changed(text, &below, before, value, level.below(key))?
            }
            _ => splice::set(&text, &below, value)?,
        };
    }
    Ok(text)
}

fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}
