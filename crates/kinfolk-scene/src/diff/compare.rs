//! Two records, key by key, down to the leaves.
//!
//! Objects are looked into; lists and everything else are compared as a whole. Keys are
//! joined by dots, and one with a dot in it is put in quotes.

use std::collections::HashMap;

use crate::json::{Json, Object, Text};
use crate::write;

use super::Change;

/// What has to be changed to make `after` of `before`.
pub(crate) fn records(before: &Object, after: &Object) -> Vec<Change> {
    let mut changes = Vec::new();
    objects(before, after, "", &mut changes);
    changes
}

/// `key` behind the keys that lead to it.
pub(crate) fn joined(path: &str, key: &str) -> String {
    let mut joined = String::from(path);
    if !path.is_empty() {
        joined.push('.');
    }
    if key.is_empty() || key.contains(['.', '"']) {
        write::write_string(key, &mut joined);
    } else {
        joined.push_str(key);
    }
    joined
}

/// Looks keys up in an object of any size.
pub(crate) struct Keys<'o> {
    object: &'o Object,
    places: HashMap<&'o str, (usize, &'o Json)>,
}

impl<'o> Keys<'o> {
    pub(crate) fn of(object: &'o Object) -> Self {
        let mut places = HashMap::new();
        if object.len() > 8 {
            let pairs = object.iter().enumerate();
            places.extend(pairs.map(|(place, (key, value))| (key, (place, value))));
        }
        Self { object, places }
    }

    /// The place among the keys, and the value.
    pub(crate) fn find(&self, key: &str) -> Option<(usize, &'o Json)> {
        if self.object.len() > 8 {
            return self.places.get(key).copied();
        }
        let mut pairs = self.object.iter().enumerate();
        let found = pairs.find(|(_, (other, _))| *other == key);
        found.map(|(place, (_, value))| (place, value))
    }
}

/// As deep as values are, which is [bounded](crate::MOST_LEVELS).
fn objects(before: &Object, after: &Object, path: &str, changes: &mut Vec<Change>) {
    let (old, new) = (Keys::of(before), Keys::of(after));
    for (key, value) in before.iter() {
        if new.find(key).is_none() {
            leaves(value, joined(path, key), changes, |value| {
                (Some(value), None)
            });
        }
    }
    let mut common = Vec::new();
    for (key, value) in after.iter() {
        match old.find(key) {
            None => leaves(value, joined(path, key), changes, |value| {
                (None, Some(value))
            }),
            Some((place, was)) => {
                common.push((place, key));
                if was != value {
                    values(was, value, joined(path, key), changes);
                }
            }
        }
    }
    if !common.is_sorted() {
        let names =
            |pairs: &[(usize, &str)]| pairs.iter().map(|(_, key)| Text::from(*key)).collect();
        let after = names(&common);
        common.sort_unstable();
        changes.push(Change::Reordered {
            key: path.to_owned(),
            before: names(&common),
            after,
        });
    }
}

/// Everything in a value that only one side has.
fn leaves(
    value: &Json,
    path: String,
    changes: &mut Vec<Change>,
    sides: fn(Json) -> (Option<Json>, Option<Json>),
) {
    match value {
        Json::Object(object) if !object.is_empty() => {
            for (key, value) in object.iter() {
                leaves(value, joined(&path, key), changes, sides);
            }
        }
        leaf => {
            let (before, after) = sides(leaf.clone());
            changes.push(Change::Changed {
                key: path,
                before,
                after,
            });
        }
    }
}

fn values(before: &Json, after: &Json, path: String, changes: &mut Vec<Change>) {
    match (before, after) {
        (Json::Object(before), Json::Object(after)) => objects(before, after, &path, changes),
        _ => changes.push(Change::Changed {
            key: path,
            before: Some(before.clone()),
            after: Some(after.clone()),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(before: &str, after: &str) -> Vec<String> {
        let object = |text: &str| match text.parse() {
            Ok(Json::Object(object)) => object,
            other => panic!("{other:?}"),
        };
        let changes = records(&object(before), &object(after));
        changes.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn objects_are_looked_into_and_lists_are_not() {
        let before = r#"{ "sprite": { "size": { "w": 1, "h": 2 }, "stops": [1, 2] } }"#;
        let after = r#"{ "sprite": { "size": { "w": 1, "h": 3 }, "stops": [1, 3] }, "z": 1 }"#;

        assert_eq!(
            told(before, after),
            [
                "~ sprite.size.h: 2 → 3",
                "~ sprite.stops: [1, 2] → [1, 3]",
                "+ z: 1"
            ]
        );
    }

    #[test]
    fn a_key_with_a_dot_is_no_path() {
        assert_eq!(told(r#"{ "a.b": 1 }"#, "{}"), [r#"- "a.b": 1"#]);
    }

    #[test]
    fn another_order_of_keys_is_told() {
        assert_eq!(
            told(
                r#"{ "s": { "a": 1, "b": 2 } }"#,
                r#"{ "s": { "b": 2, "a": 1 } }"#
            ),
            ["~ s: keys in another order: a, b → b, a"]
        );
    }
}
