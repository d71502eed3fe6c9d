//! A document out of choices, with everything that a game can be told.
//!
//! Behaviors and rules are made of what the game says about them, so new ones take part without a word here. They shift
//! what bytes mean: a find that is to be kept is kept as the document that it showed.

use kinfolk_game::Registry;
use kinfolk_game::about::{ACTIONS, About, CONDITION, Kind, Parameter, Range, TRIGGERS};
use serde_json::{Map, Value, json};

use crate::model::Bytes;

const TEMPLATES: [&str; 3] = ["a", "b", "c"];

/// Ids, tags and words that mean something somewhere.
pub(super) const WORDS: [&str; 16] = [
    "t", "u", "e0", "e1", "e2", "self", "other", "a", "b", "top", "side", "Space", "tap", "mouse",
    "e0_K", "go",
];

pub(super) fn document(bytes: &mut Bytes<'_>) -> String {
    let mut templates = Map::new();
    for &name in &TEMPLATES[..bytes.below(4)] {
        templates.insert(name.to_owned(), template(bytes));
    }
    let entities: Vec<Value> = (0..1 + bytes.below(8))
        .map(|index| entity(bytes, index, &templates))
        .collect();
    let rules: Vec<Value> = (0..bytes.below(5)).map(|_| rule(bytes)).collect();
    let document = json!({ "templates": templates, "entities": entities, "rules": rules });
    document.to_string()
}

fn template(bytes: &mut Bytes<'_>) -> Value {
    let mut fields = fields(bytes);
    if bytes.flag() {
        let mut slot =
            || json!({ "x": finite(bytes), "y": finite(bytes), "layer": bytes.below(3) });
        fields.insert("slots".to_owned(), json!({ "top": slot(), "side": slot() }));
    }
    let children: Vec<Value> = ["K", "L", "M"][..bytes.below(4)]
        .iter()
        .map(|&name| {
            let mut child = self::fields(bytes);
            child.insert("name".to_owned(), name.into());
            if bytes.below(4) == 0 {
                child.insert("slot".to_owned(), "top".into());
            }
            if bytes.below(4) == 0 {
                child.insert("template".to_owned(), bytes.one_of(&TEMPLATES).into());
            }
            place(&mut child, "localTransform", bytes);
            child.into()
        })
        .collect();
    fields.insert("children".to_owned(), children.into());
    fields.into()
}

fn entity(bytes: &mut Bytes<'_>, index: usize, templates: &Map<String, Value>) -> Value {
    let mut entity = fields(bytes);
    entity.insert("id".to_owned(), format!("e{index}").into());
    let known: Vec<&String> = templates.keys().collect();
    if !known.is_empty() && bytes.flag() {
        entity.insert("template".to_owned(), bytes.one_of(&known).as_str().into());
    }
    let above = bytes.below(12);
    if above < index {
        entity.insert("parent".to_owned(), format!("e{above}").into());
        place(&mut entity, "localTransform", bytes);
    } else {
        place(&mut entity, "transform", bytes);
    }
    entity.into()
}

fn place(fields: &mut Map<String, Value>, key: &str, bytes: &mut Bytes<'_>) {
    let asked = bytes.byte();
    let mut transform = Map::new();
    let mut set = |bit: u8, key: &str, number: &mut dyn FnMut() -> f32| {
        if asked & bit != 0 {
            transform.insert(key.to_owned(), number().into());
        }
    };
    set(1, "x", &mut || finite(bytes));
    set(2, "y", &mut || finite(bytes));
    set(4, "angle", &mut || finite(bytes));
    set(8, "scaleX", &mut || {
        bytes.one_of(&[-1.0, 2.0, 0.5, 0.0, 1e20, 1e-20])
    });
    set(16, "scaleY", &mut || {
        bytes.one_of(&[-1.0, 2.0, 0.5, 0.0, 1e20, 1e-20])
    });
    set(32, "skew", &mut || finite(bytes));
    fields.insert(key.to_owned(), transform.into());
}

/// What templates, their children and entities have in common.
fn fields(bytes: &mut Bytes<'_>) -> Map<String, Value> {
    let (asked, more) = (bytes.byte(), bytes.byte());
    let mut fields = Map::new();
    let mut set = |is_asked: bool, key: &str, value: &mut dyn FnMut() -> Value| {
        if is_asked {
            fields.insert(key.to_owned(), value());
        }
    };
    set(asked & 1 != 0, "behaviors", &mut || behaviors(bytes));
    set(asked & 2 != 0, "tags", &mut || {
        json!([bytes.one_of(&["t", "u"])])
    });
    set(asked & 12 == 4, "physics", &mut || physics(bytes));
    set(asked & 48 == 16, "conditionalBehaviors", &mut || {
        let group = |bytes: &mut Bytes<'_>| {
            let parameter = bytes.one_of(CONDITION);
            json!({ "when": { parameter.key: value(bytes, &parameter) }, "priority": bytes.below(3),
                    "behaviors": behaviors(bytes) })
        };
        (0..1 + bytes.below(2)).map(|_| group(bytes)).collect()
    });
    set(asked & 192 == 64, "sprite", &mut || {
        bytes.one_of(&[
            r#"{"type":"circle","radius":1}"#,
            r#"[{"type":"rect","width":2,"height":1,"scaleX":-1},{"type":"circle","radius":0}]"#,
            r#"{"type":"polygon","points":[[0,0],[1,0],[0,1]],"offset":{"x":1e30,"y":0}}"#,
            r#"{"type":"text","text":"hm"}"#,
        ])
        .parse()
        .unwrap_or_default()
    });
    set(more & 7 == 1, "visible", &mut || bytes.flag().into());
    set(more & 7 == 2, "active", &mut || bytes.flag().into());
    set(more & 7 == 3, "z", &mut || {
        bytes.one_of(&[1, -1, i32::MAX, i32::MIN]).into()
    });
    set(more & 7 == 4, "ySort", &mut || true.into());
    set(more & 56 == 8, "inherit", &mut || inherit(bytes));
    set(more & 56 == 16, "zRelative", &mut || false.into());
    fields
}

fn behaviors(bytes: &mut Bytes<'_>) -> Value {
    let registry = Registry::built_in();
    let abouts: Vec<&About> = registry.abouts().collect();
    (0..1 + bytes.below(2))
        .map(|_| {
            let about = bytes.one_of(&abouts);
            told(bytes, about)
        })
        .collect()
}

fn rule(bytes: &mut Bytes<'_>) -> Value {
    let trigger = bytes.one_of(TRIGGERS);
    let on = told(bytes, &trigger);
    let deeds: Vec<Value> = (0..bytes.below(3))
        .map(|_| {
            let action = bytes.one_of(ACTIONS);
            told(bytes, &action)
        })
        .collect();
    json!({ "on": on, "do": deeds })
}

/// Its `type`, what must be told, and some of what may be.
fn told(bytes: &mut Bytes<'_>, about: &About) -> Value {
    let asked = bytes.byte();
    let mut told = Map::new();
    told.insert("type".to_owned(), about.kind.into());
    for (index, parameter) in about.parameters.iter().enumerate() {
        if parameter.is_needed || asked >> (index % 8) & 1 == 1 {
            told.insert(parameter.key.to_owned(), value(bytes, parameter));
        }
    }
    told.into()
}

fn value(bytes: &mut Bytes<'_>, parameter: &Parameter) -> Value {
    match parameter.kind {
        Kind::Text if parameter.key == "template" => bytes.one_of(&TEMPLATES).into(),
        Kind::Number(range) | Kind::Angle(range) => within(bytes, range).into(),
        Kind::Whole(_) => bytes.below(9).into(),
        Kind::NumberOrAngle => finite(bytes).into(),
        Kind::Text => bytes.one_of(&WORDS).into(),
        Kind::Colour => "#ff8800".into(),
        Kind::Flag => bytes.flag().into(),
        Kind::Choice(choices) => bytes.one_of(choices).into(),
        Kind::Points => {
            let point = |bytes: &mut Bytes<'_>| json!([finite(bytes), finite(bytes)]);
            (0..1 + bytes.below(4)).map(|_| point(bytes)).collect()
        }
        Kind::Inherit => inherit(bytes),
        Kind::Words => json!([bytes.one_of(&WORDS)]),
        _ => Value::Null,
    }
}

fn within(bytes: &mut Bytes<'_>, range: Range) -> f32 {
    let number = finite(bytes);
    match (range.least, range.is_above) {
        (None, _) => number,
        (Some(_), true) if number == 0.0 => 0.25,
        (Some(_), _) => number.abs(),
    }
}

fn inherit(bytes: &mut Bytes<'_>) -> Value {
    match bytes.below(5) {
        0 => "all".into(),
        1 => "position".into(),
        2 => "topLevel".into(),
        3 => json!(["rotation", "scale"]),
        _ => json!(["position", "reflection", "fullOffset"]),
    }
}

fn physics(bytes: &mut Bytes<'_>) -> Value {
    let size = |bytes: &mut Bytes<'_>| bytes.one_of(&[1.0, 0.5, 3.0, 0.01, 1e-6, 1e6]);
    let mut body = match bytes.below(4) {
        0 => json!({ "shape": "box", "width": size(bytes), "height": size(bytes) }),
        1 => json!({ "shape": "circle", "radius": size(bytes) }),
        2 => json!({ "shape": "capsule", "radius": size(bytes), "height": size(bytes) }),
        _ => {
            json!({ "shape": "polygon", "points": [[0, 0], [size(bytes), 0], [1, 1], [0, size(bytes)]] })
        }
    };
    let asked = bytes.byte();
    body["bodyType"] = bytes.one_of(&["dynamic", "kinematic", "static"]).into();
    if asked & 1 != 0 {
        body["child"] = bytes.one_of(&["compound", "follow", "joint"]).into();
    }
    if asked & 2 != 0 {
        body["joint"] = json!({ "type": bytes.one_of(&["revolute", "prismatic", "fixed"]),
                                "anchor": [finite(bytes), finite(bytes)], "limits": [-1, finite(bytes).abs()] });
    }
    if asked & 4 != 0 {
        body["velocity"] = json!([finite(bytes), finite(bytes)]);
        body["spin"] = finite(bytes).into();
    }
    if asked & 8 != 0 {
        body["sensor"] = true.into();
    }
    if asked & 16 != 0 {
        body["density"] = size(bytes).into();
        body["restitution"] = 1.into();
    }
    if asked & 32 != 0 {
        body["offset"] = json!([finite(bytes), finite(bytes)]);
    }
    if asked & 64 != 0 {
        body["gravityScale"] = finite(bytes).into();
        body["damping"] = finite(bytes).abs().into();
    }
    body
}

/// A number that may stand in a document.
pub(super) fn finite(bytes: &mut Bytes<'_>) -> f32 {
    let number = bytes.number();
    if number.is_finite() { number } else { 0.5 }
}
