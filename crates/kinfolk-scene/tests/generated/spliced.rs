//! Edits to a text: what is meant changes, and everything else keeps its bytes.

use crate::choices::{Choices, Kind, document, json};
use kinfolk_scene::splice::{self, SpliceError};
use kinfolk_scene::{Json, Text};
use proptest::prelude::*;

const LEVEL: &str = r#"// My level.
{
    "entities": [
        // The hero comes first.
        { "id": "hero", "transform": { "x": 1, "y": 2 } }, // brave
        {
            "id": "lamp",   /* warm */
            "visible": true // for now
        },
        { "id": "last" }
    ],
    "rules": [],
}
"#;

fn parsed(text: &str) -> Json {
    match text.parse() {
        Ok(json) => json,
        Err(errors) => panic!("{errors}\n{text}"),
    }
}

/// The lines that are not in both.
fn changed(before: &str, after: &str) -> String {
    let (before, after): (Vec<_>, Vec<_>) = (before.lines().collect(), after.lines().collect());
    let gone = before
        .iter()
        .filter(|line| !after.contains(line))
        .map(|line| format!("-{line}\n"));
    let new = after
        .iter()
        .filter(|line| !before.contains(line))
        .map(|line| format!("+{line}\n"));
    gone.chain(new).collect()
}

fn set(pointer: &str, value: &str) -> String {
    let after = splice::set(LEVEL, pointer, &parsed(value)).unwrap();
    parsed(&after);
    changed(LEVEL, &after)
}

fn remove(pointer: &str) -> String {
    let after = splice::remove(LEVEL, pointer).unwrap();
    parsed(&after);
    changed(LEVEL, &after)
}

fn insert(index: usize, value: &str) -> String {
    let after = splice::insert(LEVEL, "/entities", index, &parsed(value)).unwrap();
    parsed(&after);
    changed(LEVEL, &after)
}

#[test]
fn setting_a_value_changes_its_line_only() {
    assert_eq!(
        set("/entities/0/transform/x", "7.50"),
        "-        { \"id\": \"hero\", \"transform\": { \"x\": 1, \"y\": 2 } }, // brave\n\
         +        { \"id\": \"hero\", \"transform\": { \"x\": 7.5, \"y\": 2 } }, // brave\n"
    );
    assert_eq!(
        set("/entities/1/visible", "false"),
        "-            \"visible\": true // for now\n+            \"visible\": false // for now\n"
    );
}

#[test]
fn a_new_key_goes_behind_the_last_one_and_its_comment() {
    assert_eq!(
        set("/entities/1/z", "3"),
        "-            \"visible\": true // for now\n\
         +            \"visible\": true, // for now\n\
         +            \"z\": 3\n"
    );
    assert_eq!(
        set("/entities/2/z", "3"),
        "-        { \"id\": \"last\" }\n+        { \"id\": \"last\", \"z\": 3 }\n"
    );
    assert_eq!(
        set("/limits", "{ \"maxDepth\": 3 }"),
        "+    \"limits\": { \"maxDepth\": 3 },\n"
    );
}

#[test]
fn elements_go_where_they_are_put() {
    assert_eq!(
        insert(0, "{ \"id\": \"new\" }"),
        "+        { \"id\": \"new\" },\n"
    );
    assert_eq!(
        insert(2, "{ \"id\": \"new\" }"),
        "+        { \"id\": \"new\" },\n"
    );
    assert_eq!(
        insert(3, "{ \"id\": \"new\" }"),
        "-        { \"id\": \"last\" }\n+        { \"id\": \"last\" },\n+        { \"id\": \"new\" }\n"
    );
    let rules = splice::insert(LEVEL, "/rules", 0, &parsed("1")).unwrap();
    assert_eq!(
        changed(LEVEL, &rules),
        "-    \"rules\": [],\n+    \"rules\": [1],\n"
    );
}

#[test]
fn what_is_taken_away_leaves_no_trace() {
    assert_eq!(
        remove("/entities/0"),
        "-        { \"id\": \"hero\", \"transform\": { \"x\": 1, \"y\": 2 } }, // brave\n"
    );
    assert_eq!(
        remove("/entities/1/visible"),
        "-            \"id\": \"lamp\",   /* warm */\n\
         -            \"visible\": true // for now\n\
         +            \"id\": \"lamp\"   /* warm */\n"
    );
    assert_eq!(
        remove("/entities/0/transform/y"),
        "-        { \"id\": \"hero\", \"transform\": { \"x\": 1, \"y\": 2 } }, // brave\n\
         +        { \"id\": \"hero\", \"transform\": { \"x\": 1 } }, // brave\n"
    );
    assert_eq!(
        remove("/entities/0/transform/x"),
        "-        { \"id\": \"hero\", \"transform\": { \"x\": 1, \"y\": 2 } }, // brave\n\
         +        { \"id\": \"hero\", \"transform\": { \"y\": 2 } }, // brave\n"
    );
    assert_eq!(remove("/rules"), "-    \"rules\": [],\n");
}

#[test]
fn what_is_not_there_is_refused() {
    let not_there = |pointer: &str| Err(SpliceError::NotThere(pointer.to_owned()));

    assert_eq!(
        splice::set(LEVEL, "/entities/9/id", &Json::Null),
        not_there("/entities/9/id")
    );
    assert_eq!(splice::remove(LEVEL, "/nothing"), not_there("/nothing"));
    assert_eq!(
        splice::insert(LEVEL, "/entities", 4, &Json::Null),
        not_there("/entities/4")
    );
    assert!(matches!(
        splice::set("{", "/a", &Json::Null),
        Err(SpliceError::NotJson { .. })
    ));
    assert!(matches!(
        splice::set("{}", "a", &Json::Null),
        Err(SpliceError::NoPointer(_))
    ));
}

/// A pointer to some value, and what is there.
fn somewhere(json: &Json, choices: &mut Choices<'_>) -> Vec<Text> {
    let mut path = Vec::new();
    let mut at = json;
    loop {
        let (step, next) = match at {
            Json::Object(object) if !object.is_empty() => {
                let pairs: Vec<_> = object.iter().collect();
                let (key, value) = choices.of(&pairs);
                (Text::from(key), value)
            }
            Json::Array(array) if !array.is_empty() => {
                let index = choices.below(array.len());
                (Text::from(index.to_string()), &array[index])
            }
            _ => return path,
        };
        path.push(step);
        if choices.is(4) {
            return path;
        }
        at = next;
    }
}

fn pointer(path: &[Text]) -> String {
    path.iter()
        .map(|step| format!("/{}", step.replace('~', "~0").replace('/', "~1")))
        .collect()
}

/// The same change to the value.
fn change(json: &mut Json, path: &[Text], to: Option<&Json>) {
    let Some((step, rest)) = path.split_first() else {
        *json = to.cloned().unwrap_or_default();
        return;
    };
    match json {
        Json::Object(object) if rest.is_empty() && to.is_none() => drop(object.remove(step)),
        Json::Array(array) if rest.is_empty() && to.is_none() => {
            drop(array.remove(step.parse().unwrap()));
        }
        Json::Object(object) if object.get(step).is_none() => {
            object.set(step, to.cloned().unwrap())
        }
        Json::Object(object) => change(object.get_mut(step).unwrap(), rest, to),
        Json::Array(array) => change(&mut array[step.parse::<usize>().unwrap()], rest, to),
        _ => panic!("no way in"),
    }
}

/// Comments and odd spaces wherever they may be.
fn roughened(text: &str, choices: &mut Choices<'_>) -> String {
    let mut rough = String::new();
    let mut in_string = false;
    let mut escaped = false;
    for character in text.chars() {
        if !in_string && "{}[],:".contains(character) {
            rough.push_str(choices.of(&["", "", " ", "/* a, b */", "// c }\n", "\n\t"]));
        }
        rough.push(character);
        if !in_string && "{}[],:".contains(character) {
            rough.push_str(choices.of(&["", "", " ", "/* , */", "// ]\n", "\n"]));
        }
        in_string ^= character == '"' && !escaped;
        escaped = character == '\\' && !escaped;
    }
    rough
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn splicing_a_text_is_the_same_as_changing_its_value(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        more in prop::collection::vec(any::<u8>(), 0..400),
    ) {
        let text = document(&mut Choices::new(&bytes), Kind { odd: true }).to_text();
        let mut choices = Choices::new(&more);
        let mut expected = parsed(&text);
        let mut path = somewhere(&expected, &mut choices);
        let mut value = Some(json(&mut choices, 0));
        let what = choices.below(3);
        let text = roughened(&text, &mut choices);
        prop_assume!(!path.is_empty());

        let after = match what {
            0 => splice::set(&text, &pointer(&path), value.as_ref().unwrap()),
            1 => {
                path.pop();
                let above = pointer(&path);
                let mut at = &expected;
                for step in &path {
                    at = match at {
                        Json::Array(array) => &array[step.parse::<usize>().unwrap()],
                        other => &other[step.as_str()],
                    };
                }
                prop_assume!(at.as_object().is_some());
                path.push("brand new".into());
                splice::set(&text, &format!("{above}/brand new"), value.as_ref().unwrap())
            }
            _ => {
                value = None;
                splice::remove(&text, &pointer(&path))
            }
        };

        let after = after.unwrap();
        change(&mut expected, &path, value.as_ref());
        prop_assert_eq!(parsed(&after), expected, "{}\n=====\n{}\n{}", text, pointer(&path), after);
    }
}
