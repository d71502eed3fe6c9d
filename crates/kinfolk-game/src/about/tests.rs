//! What is described is what is read: no more, no less, and no otherwise.

use kinfolk_scene::{Json, Number, Object, Text};

use super::*;
use crate::behavior::Registry;
use crate::deed::Deed;
use crate::rules::Rules;

/// Something that is described, how it is read, and where that is written.
struct Read {
    about: &'static About,
    /// What was read, as far as it can be seen, or why it was not.
    read: fn(&Json) -> Result<String, String>,
    source: &'static str,
}

fn everything() -> Vec<Read> {
    let behavior = |json: &Json| {
        let made = Registry::built_in().make(json);
        made.map(|behavior| format!("{behavior:?}"))
    };
    let trigger = |json: &Json| {
        let rule = object(&[("on", json.clone()), ("do", Json::Array(Vec::new()))]);
        let rules = Rules::read(Some(&Json::Array(vec![rule])));
        rules.map(|rules| format!("{rules:?}"))
    };
    let action = |json: &Json| Deed::read(json).map(|deed| format!("{deed:?}"));
    let sources = [
        include_str!("../behaviors/attach_to.rs"),
        include_str!("../behaviors/follow_path.rs"),
        include_str!("../behaviors/health.rs"),
        include_str!("../behaviors/lifetime.rs"),
        include_str!("../behaviors/oscillate.rs"),
        include_str!("../behaviors/rotate.rs"),
        include_str!("../behaviors/rotate_toward.rs"),
        include_str!("../behaviors/spawn_on_timer.rs"),
        include_str!("../behaviors/translate.rs"),
    ];
    let registry = Registry::built_in();
    assert_eq!(registry.kinds().count(), sources.len(), "all are described");
    let mut all: Vec<Read> = registry
        .abouts()
        .zip(sources)
        .map(|(about, source)| Read {
            about,
            read: behavior,
            source: function(source, "fn make("),
        })
        .collect();
    assert_eq!(all.len(), sources.len(), "all are described");
    let rules = function(include_str!("../rules.rs"), "fn trigger(");
    all.extend(TRIGGERS.iter().map(|about| Read {
        about,
        read: trigger,
        source: arm(rules, about.kind),
    }));
    let deeds = function(include_str!("../deed.rs"), "fn read(");
    all.extend(ACTIONS.iter().map(|about| Read {
        about,
        read: action,
        source: arm(deeds, about.kind),
    }));
    all
}

/// The body of a function, up to the brace that ends it.
fn function(source: &'static str, name: &str) -> &'static str {
    let start = source.find(name).unwrap();
    let indent = source[..start].rfind('\n').map_or(0, |line| {
        source[line + 1..start].len() - source[line + 1..start].trim_start().len()
    });
    let end = format!("\n{}}}\n", " ".repeat(indent));
    let rest = &source[start..];
    &rest[..rest.find(&end).unwrap()]
}

/// The arm of a match for this type.
fn arm<'s>(source: &'s str, kind: &str) -> &'s str {
    let start = source.find(&format!("\"{kind}\" =>")).unwrap();
    let rest = &source[start..];
    let next = rest[1..]
        .find("\n            \"")
        .or_else(|| rest[1..].find("\n        \""));
    let other = rest.find("other =>").unwrap_or(rest.len());
    &rest[..next.map_or(other, |next| (next + 1).min(other))]
}

/// The texts of a source that may be keys.
fn words(source: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = source;
    while let Some(start) = rest.find('"') {
        let inside = &rest[start + 1..];
        let mut end = inside.find('"').unwrap();
        while inside[..end].ends_with('\\') {
            end += 1 + inside[end + 1..].find('"').unwrap();
        }
        let word = &inside[..end];
        if !word.is_empty() && word.chars().all(char::is_alphanumeric) {
            words.push(word);
        }
        rest = &inside[end + 1..];
    }
    words
}

fn object(pairs: &[(&str, Json)]) -> Json {
    let pairs = pairs.iter();
    Json::Object(Object::from_iter(
        pairs.map(|(key, value)| (Text::from(*key), value.clone())),
    ))
}

fn number(number: f32) -> Json {
    Json::Number(Number::from_f64(f64::from(number)).unwrap())
}

fn list(values: &[Json]) -> Json {
    Json::Array(values.to_vec())
}

/// Something that fits.
fn fitting(kind: Kind) -> Json {
    match kind {
        Kind::Number(_) | Kind::Whole(_) | Kind::Angle(_) | Kind::NumberOrAngle => number(2.0),
        Kind::Text | Kind::Colour => "word".into(),
        Kind::Flag => true.into(),
        Kind::Choice(words) => words[0].into(),
        Kind::Points => list(&[
            list(&[number(0.0), number(1.0)]),
            list(&[number(2.0), number(0.5)]),
        ]),
        Kind::Inherit => "all".into(),
        Kind::Words => list(&["one".into(), "two".into()]),
    }
}

/// Things that do not.
fn unfitting(kind: Kind) -> Vec<Json> {
    let mut unfitting = match kind {
        Kind::Number(_) | Kind::Angle(_) | Kind::NumberOrAngle => vec!["word".into(), true.into()],
        Kind::Whole(_) => vec![number(1.5), "word".into()],
        Kind::Text | Kind::Colour | Kind::Words => vec![number(7.0), true.into()],
        Kind::Flag => vec![number(1.0), "true".into()],
        Kind::Choice(_) | Kind::Inherit => vec!["nothing such".into(), number(7.0)],
        Kind::Points => vec![number(7.0), list(&[number(7.0)])],
    };
    if let Kind::Number(range) | Kind::Whole(range) | Kind::Angle(range) = kind
        && let Some(least) = range.least
    {
        unfitting.push(number(least - 1.0));
        if range.is_above {
            unfitting.push(number(least));
        }
    }
    unfitting
}

/// The least that must be said.
fn least(about: &About) -> Vec<(&'static str, Json)> {
    let mut pairs = vec![("type", Json::from(about.kind))];
    let needed = about.parameters.iter().filter(|one| one.is_needed);
    pairs.extend(needed.map(|one| (one.key, fitting(one.kind))));
    if about.kind == "timer" {
        pairs.push(("every", number(1.0))); // or `after`, and neither by itself
    }
    pairs
}

fn with(pairs: &[(&'static str, Json)], key: &'static str, value: Json) -> Json {
    let mut pairs = pairs.to_vec();
    pairs.retain(|(other, _)| *other != key);
    pairs.push((key, value));
    object(&pairs)
}

#[test]
fn what_is_needed_is_enough_and_needed() {
    for Read { about, read, .. } in everything() {
        let least = least(about);
        read(&object(&least)).unwrap();

        for needed in about.parameters.iter().filter(|one| one.is_needed) {
            let without: Vec<_> = least
                .iter()
                .filter(|(key, _)| *key != needed.key)
                .cloned()
                .collect();
            let why = read(&object(&without)).unwrap_err();
            assert!(why.contains(needed.key), "{} {why}", about.kind);
        }
    }
}

#[test]
fn what_fits_is_read_and_what_does_not_is_refused_by_name() {
    for Read { about, read, .. } in everything() {
        let least = least(about);
        for parameter in about.parameters {
            let said = (about.kind, parameter.key);
            let told = read(&with(&least, parameter.key, fitting(parameter.kind)));
            assert!(told.is_ok(), "{said:?} {told:?}");

            for wrong in unfitting(parameter.kind) {
                let why = read(&with(&least, parameter.key, wrong.clone()));
                let why = why.expect_err(&format!("{said:?} took {wrong}"));
                let is_named = why.contains(parameter.key) || why.contains("a timer");
                assert!(is_named, "{said:?} {why}");
            }
        }
    }
}

#[test]
fn any_number_is_read_where_no_least_is_told_and_the_least_itself() {
    for Read { about, read, .. } in everything() {
        let least = least(about);
        for parameter in about.parameters {
            let (Kind::Number(range) | Kind::Whole(range) | Kind::Angle(range)) = parameter.kind
            else {
                continue;
            };
            let value = range.least.unwrap_or(-5.0) + if range.is_above { 0.25 } else { 0.0 };
            let told = read(&with(&least, parameter.key, number(value)));
            assert!(told.is_ok(), "{} {}: {told:?}", about.kind, parameter.key);
        }
    }
}

#[test]
fn an_angle_may_have_a_unit() {
    for Read { about, read, .. } in everything() {
        let least = least(about);
        for parameter in about.parameters {
            if let Kind::Angle(_) = parameter.kind {
                read(&with(&least, parameter.key, "45deg".into())).unwrap();
            }
        }
    }
}

#[test]
fn what_holds_if_a_key_is_absent_is_what_is_told() {
    for Read { about, read, .. } in everything() {
        let least = least(about);
        let absent = read(&object(&least)).unwrap();
        for parameter in about.parameters {
            let value = match parameter.default {
                None => continue,
                Some(Fallback::Number(value)) => number(value),
                Some(Fallback::Flag(value)) => value.into(),
                Some(Fallback::Text(value)) => value.into(),
            };
            let told = read(&with(&least, parameter.key, value)).unwrap();
            assert_eq!(told, absent, "{} {}", about.kind, parameter.key);
        }
    }
}

#[test]
fn every_key_that_is_read_is_described() {
    for Read { about, source, .. } in everything() {
        let mut known = vec!["type", about.kind, "word", "recursive", "target"];
        for parameter in about.parameters {
            known.push(parameter.key);
            if let Kind::Choice(words) = parameter.kind {
                known.extend(words);
            }
        }
        for word in words(source) {
            assert!(known.contains(&word), "{} reads \"{word}\"", about.kind);
        }
    }
}

#[test]
fn conditions_are_read_as_they_are_described() {
    let read = |when: Json| {
        let group = object(&[("when", when), ("behaviors", Json::Array(Vec::new()))]);
        let document = kinfolk_scene::Document::default();
        let groups = Json::Array(vec![group]);
        crate::groups::Groups::read(&groups, &Registry::built_in(), &document).map(drop)
    };
    for parameter in CONDITION {
        read(object(&[(parameter.key, fitting(parameter.kind))])).unwrap();
        for wrong in unfitting(parameter.kind) {
            assert!(read(object(&[(parameter.key, wrong)])).is_err());
        }
    }
    assert!(read(object(&[("isGreen", "leaf".into())])).is_err());
}
