//! Three records, key by key.
//!
//! What one side changed is as that side has it; objects are looked into, tags are sets, and
//! what both changed differently is a [`Clash`] whose place the favoured side fills.

use std::collections::HashSet;

use crate::diff::Change;
use crate::diff::compare::{self, Keys};
use crate::json::{Json, Object};

use super::{Clash, Favour, order};

/// What the keys of an object mean.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    /// The fields of an entity or a template.
    Fields,
    /// Paths of children.
    Overrides,
    /// Anything.
    Other,
}

impl Level {
    fn inside(self, key: &str) -> Self {
        match self {
            Self::Fields if key == "overrides" => Self::Overrides,
            Self::Overrides => Self::Fields,
            Self::Fields | Self::Other => Self::Other,
        }
    }
}

/// The record that has the changes of both.
pub(super) fn records(
    level: Level,
    base: &Object,
    ours: &Object,
    theirs: &Object,
    favour: Favour,
    clashes: &mut Vec<Clash>,
) -> Object {
    Blend { favour, clashes }.objects(level, Some(base), ours, theirs, "")
}

/// Lists what is different about a record that both have added. The favoured one counts.
pub(super) fn both_added(ours: &Object, theirs: &Object, clashes: &mut Vec<Clash>) {
    for change in compare::records(ours, theirs) {
        if let Change::Changed { key, before, after } = change {
            clashes.push(Clash::Changed {
                key,
                base: None,
                ours: before,
                theirs: after,
            });
        }
    }
}

struct Blend<'c> {
    favour: Favour,
    clashes: &'c mut Vec<Clash>,
}

impl Blend<'_> {
    /// As deep as values are, which is [bounded](crate::MOST_LEVELS).
    fn objects(
        &mut self,
        level: Level,
        base: Option<&Object>,
        ours: &Object,
        theirs: &Object,
        path: &str,
    ) -> Object {
        let nothing = Object::new();
        let base = base.unwrap_or(&nothing);
        let (in_base, in_ours, in_theirs) = (Keys::of(base), Keys::of(ours), Keys::of(theirs));
        let value = |keys: &Keys<'_>, key: &str| keys.find(key).map(|(_, value)| value.clone());
        let mut blended = Object::new();
        let fresh = theirs.iter().filter(|(key, _)| in_ours.find(key).is_none());
        for (key, _) in ours.iter().chain(fresh) {
            let three = [&in_base, &in_ours, &in_theirs].map(|keys| value(keys, key));
            let [base, ours, theirs] = three.each_ref().map(Option::as_ref);
            if let Some(value) = self.values(level, key, [base, ours, theirs], path) {
                blended.push(key.into(), value);
            }
        }
        let kept: HashSet<&str> = blended.iter().map(|(key, _)| key).collect();
        let [base, ours, theirs] = [base, ours, theirs].map(|object| {
            let keys = object.iter().map(|(key, _)| key);
            keys.filter(|key| kept.contains(key)).collect::<Vec<_>>()
        });
        let values = Keys::of(&blended);
        let mut ordered = Object::new();
        for key in order::merged(&base, &ours, &theirs) {
            if let Some(value) = value(&values, key) {
                ordered.push(key.into(), value);
            }
        }
        ordered
    }

    fn values(
        &mut self,
        level: Level,
        key: &str,
        [base, ours, theirs]: [Option<&Json>; 3],
        path: &str,
    ) -> Option<Json> {
        if ours == theirs || base == theirs {
            return ours.cloned();
        }
        if base == ours {
            return theirs.cloned();
        }
        if let (Some(Json::Object(ours)), Some(Json::Object(theirs))) = (ours, theirs)
            && base.is_none_or(|base| base.as_object().is_some())
        {
            let base = base.and_then(Json::as_object);
            let path = compare::joined(path, key);
            let inside = level.inside(key);
            return Some(Json::Object(
                self.objects(inside, base, ours, theirs, &path),
            ));
        }
        if level == Level::Fields
            && key == "tags"
            && let (Some(base), Some(in_ours), Some(theirs)) = (set(base), set(ours), set(theirs))
        {
            let united = unite(base, in_ours, theirs);
            return (ours.is_some() || !united.is_empty()).then_some(Json::Array(united));
        }
        self.clashes.push(Clash::Changed {
            key: compare::joined(path, key),
            base: base.cloned(),
            ours: ours.cloned(),
            theirs: theirs.cloned(),
        });
        self.favour.of(ours, theirs).cloned()
    }
}

/// The tags, if they are no `null`.
fn set(tags: Option<&Json>) -> Option<&[Json]> {
    tags.map_or(Some(&[]), Json::as_array)
}

/// Ours without what they took away, and with what they added.
fn unite(base: &[Json], ours: &[Json], theirs: &[Json]) -> Vec<Json> {
    let went = |tag: &&Json| base.contains(tag) && !theirs.contains(tag);
    let came = |tag: &&Json| !base.contains(tag) && !ours.contains(tag);
    let kept = ours.iter().filter(|tag| !went(tag));
    kept.chain(theirs.iter().filter(came)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blended(base: &str, ours: &str, theirs: &str) -> (String, Vec<String>) {
        let object = |text: &str| match text.parse() {
            Ok(Json::Object(object)) => object,
            other => panic!("{other:?}"),
        };
        let [base, ours, theirs] = [base, ours, theirs].map(object);
        let mut clashes = Vec::new();
        let level = Level::Fields;
        let blended = records(level, &base, &ours, &theirs, Favour::Ours, &mut clashes);
        let told = clashes.iter().map(ToString::to_string).collect();
        (Json::Object(blended).to_string(), told)
    }

    #[test]
    fn different_keys_of_one_object_are_no_conflict() {
        let (blended, conflicts) = blended(
            r#"{ "sprite": { "w": 1, "h": 1 } }"#,
            r#"{ "sprite": { "w": 2, "h": 1 }, "z": 1 }"#,
            r#"{ "sprite": { "w": 1, "h": 3, "glow": 1 } }"#,
        );

        assert_eq!(
            blended,
            r#"{ "sprite": { "w": 2, "h": 3, "glow": 1 }, "z": 1 }"#
        );
        assert_eq!(conflicts, [""; 0]);
    }

    #[test]
    fn one_key_with_two_values_is_a_conflict() {
        let (blended, conflicts) = blended(r#"{ "z": 1 }"#, r#"{ "z": 2 }"#, "{}");

        assert_eq!(blended, r#"{ "z": 2 }"#);
        assert_eq!(conflicts, ["z: 1 became 2 here, and was removed there"]);
    }

    #[test]
    fn tags_are_sets() {
        let (blended, conflicts) = blended(
            r#"{ "tags": ["old", "kept"] }"#,
            r#"{ "tags": ["old", "kept", "ours"] }"#,
            r#"{ "tags": ["theirs", "kept"] }"#,
        );

        assert_eq!(blended, r#"{ "tags": ["kept", "ours", "theirs"] }"#);
        assert_eq!(conflicts, [""; 0]);
    }
}
