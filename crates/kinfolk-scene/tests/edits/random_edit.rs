//! An edit that an author might make, or might try to.

use kinfolk_scene::{Children, Edit, Editing, Json, Keep, Text};

use crate::choices::Choices;

const KEYS: &[(&str, &[&str])] = &[
    ("transform.x", &["0", "2.5", "-7"]),
    ("localTransform.angle", &["0.5", "\"30deg\"", "\"1turn\""]),
    ("transform.scaleX", &["-1", "2"]),
    ("z", &["3", "null"]),
    ("visible", &["false", "true", "\"no\""]),
    ("tags", &["[\"new\"]", "[]"]),
    ("sprite.color", &["\"#fff\""]),
    ("inherit", &["\"position\"", "\"sideways\""]),
    ("template", &["\"arm\"", "\"hand\"", "\"nothing\""]),
    ("my.own.key", &["[1, 2]"]),
    ("slot", &["\"slot0\"", "\"slot1\""]),
    ("name", &["\"A\"", "null"]),
    (
        "overrides.A",
        &["null", "{ \"template\": \"hand\", \"z\": 1 }"],
    ),
];

/// Some id, mostly of somebody who is there.
fn id(choices: &mut Choices<'_>, editing: &Editing) -> Text {
    let nodes = editing.scene().nodes();
    if nodes.is_empty() || choices.is(20) {
        return "nobody".into();
    }
    let node = nodes[(choices.below(256) * 7 + choices.below(256)) % nodes.len()];
    editing.scene().id(node).unwrap().into()
}

fn parent(choices: &mut Choices<'_>, editing: &Editing) -> Option<Text> {
    (!choices.is(4)).then(|| id(choices, editing))
}

fn index(choices: &mut Choices<'_>) -> Option<usize> {
    choices.is(2).then(|| choices.below(4))
}

fn key(choices: &mut Choices<'_>) -> (Vec<Text>, Json) {
    let (key, values) = choices.of(KEYS);
    let value = choices.of(values).parse().unwrap();
    (key.split('.').map(Text::from).collect(), value)
}

fn template(choices: &mut Choices<'_>) -> Text {
    choices.of(&["arm", "hand", "boss", "variant"]).into()
}

/// An id that nobody has, mostly.
fn new_id(choices: &mut Choices<'_>, editing: &Editing, number: usize) -> Text {
    match choices.is(8) {
        true => id(choices, editing),
        false => format!("new{number}").into(),
    }
}

/// Somebody with children, of which one has no id and one may have that of the first.
fn family(choices: &mut Choices<'_>, number: usize) -> Json {
    let second = choices.of(&["own", "A", "B"]);
    format!(
        r#"{{ "id": "new{number}", "template": "{}", "children": [
            {{ "name": "A", "children": [{{ "name": "B", "template": "{}" }}] }},
            {{ "id": "new{number}_{second}", "slot": "slot0" }}
        ] }}"#,
        template(choices),
        template(choices),
    )
    .replace(choices.of(&[", \"slot\": \"slot0\"", "nothing"]), "")
    .parse()
    .unwrap()
}

fn child(choices: &mut Choices<'_>) -> Text {
    choices.of(&["A", "B", "C", "A/A", "A/B", "New"]).into()
}

pub(crate) fn random_edit(choices: &mut Choices<'_>, editing: &Editing, number: usize) -> Edit {
    let fresh = || Text::from(format!("new{number}"));
    match choices.below(24) {
        0 => Edit::Add {
            entity: family(choices, number),
            parent: parent(choices, editing),
            index: index(choices),
        },
        1 => Edit::Add {
            entity: format!(
                "{{ \"id\": \"{}\", \"z\": {number} }}",
                new_id(choices, editing, number)
            )
            .parse()
            .unwrap(),
            parent: parent(choices, editing),
            index: index(choices),
        },
        2 => Edit::Add {
            entity: format!(
                "{{ \"name\": \"N{number}\", \"template\": \"{}\" }}",
                template(choices)
            )
            .parse()
            .unwrap(),
            parent: parent(choices, editing),
            index: index(choices),
        },
        3 => Edit::Remove {
            id: id(choices, editing),
            children: choices.of(&[Children::Remove, Children::KeepLocal, Children::KeepWorld]),
        },
        4..=7 => Edit::Move {
            ids: (0..=choices.below(2))
                .map(|_| id(choices, editing))
                .collect(),
            parent: parent(choices, editing),
            index: index(choices),
            keep: choices.of(&[Keep::Local, Keep::World]),
        },
        8 => Edit::Rename {
            id: id(choices, editing),
            to: new_id(choices, editing, number),
        },
        9..=11 => {
            let (key, value) = key(choices);
            Edit::Set {
                id: id(choices, editing),
                key,
                value,
            }
        }
        12 => match choices.below(4) {
            0 => Edit::SetDocument {
                key: vec!["rules".into()],
                value: choices
                    .of(&["[]", "[{ \"do\": [1, 2] }]", "[{ \"do\": [2] }, 3]"])
                    .parse()
                    .unwrap(),
            },
            1 => Edit::ClearDocument {
                key: vec![choices.of(&["rules", "limits"]).into()],
            },
            _ => Edit::Clear {
                id: id(choices, editing),
                key: key(choices).0,
            },
        },
        13 => Edit::Duplicate {
            id: id(choices, editing),
            to: choices.is(2).then(|| new_id(choices, editing, number)),
        },
        14 => Edit::Wrap {
            ids: (0..=choices.below(2))
                .map(|_| id(choices, editing))
                .collect(),
            to: new_id(choices, editing, number),
        },
        15 => Edit::Unwrap {
            id: id(choices, editing),
        },
        16 => Edit::Extract {
            id: id(choices, editing),
            template: fresh(),
        },
        17 => Edit::Unpack {
            id: id(choices, editing),
        },
        18 => Edit::ApplyOverride {
            id: id(choices, editing),
        },
        19 => Edit::RevertOverride {
            id: id(choices, editing),
        },
        20 => {
            let (key, value) = key(choices);
            Edit::SetTemplate {
                template: template(choices),
                child: choices.is(2).then(|| child(choices)),
                key,
                value,
            }
        }
        21 => Edit::AddChild {
            template: template(choices),
            child: choices.is(2).then(|| child(choices)),
            entity: format!("{{ \"name\": \"C{number}\" }}").parse().unwrap(),
            index: index(choices),
        },
        22 => match choices.below(3) {
            0 => Edit::RemoveChild {
                template: template(choices),
                child: child(choices),
            },
            1 => Edit::ClearTemplate {
                template: template(choices),
                child: choices.is(2).then(|| child(choices)),
                key: key(choices).0,
            },
            _ => Edit::RenameChild {
                template: template(choices),
                child: child(choices),
                to: fresh(),
            },
        },
        _ => match choices.below(3) {
            0 => Edit::RenameTemplate {
                template: template(choices),
                to: fresh(),
            },
            1 => Edit::RemoveTemplate {
                template: template(choices),
            },
            _ => Edit::AddTemplate {
                template: fresh(),
                value: r#"{ "children": [{ "name": "X" }] }"#.parse().unwrap(),
            },
        },
    }
}
