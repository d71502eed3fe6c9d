//! Requests out of choices: every verb of the protocol, about entities that are there.

use serde_json::{Value, json};

use crate::model::Bytes;

const KEYS: [&str; 24] = [
    "transform.x",
    "transform.angle",
    "transform.scaleX",
    "localTransform.y",
    "localTransform.skew",
    "localTransform",
    "transform",
    "z",
    "zRelative",
    "visible",
    "active",
    "ySort",
    "inherit",
    "tags",
    "sprite",
    "sprite.radius",
    "behaviors",
    "physics",
    "slot",
    "slots",
    "slots.top.x",
    "overrides",
    "template",
    "extra.deep.key",
];

const VALUES: [&str; 20] = [
    "0",
    "1",
    "-2.5",
    "1e30",
    "1e-30",
    "true",
    "false",
    "null",
    "\"30deg\"",
    "\"top\"",
    "\"lamp\"",
    "\"topLevel\"",
    "[\"position\"]",
    "[\"a\",\"b\"]",
    "{\"x\":3}",
    "{\"type\":\"circle\",\"radius\":2}",
    "[{\"type\":\"rotate\",\"speed\":2}]",
    "{\"bodyType\":\"static\",\"shape\":\"box\",\"width\":1,\"height\":1}",
    "{\"Lamp\":{\"z\":2}}",
    "{}",
];

const TEMPLATES: [&str; 5] = ["lamp", "pole", "mast", "fresh", ""];

const PATHS: [&str; 5] = ["Bulb", "Lamp", "Lamp/Bulb", "Flag", "Cord"];

/// One thing that a page might ask for.
pub(super) fn any(bytes: &mut Bytes<'_>, ids: &[String], at: usize) -> Value {
    let mut request = verb(bytes, ids, at);
    if bytes.below(6) == 0 {
        request["within"] = bytes.one_of(&TEMPLATES).into();
    }
    if bytes.below(4) == 0 {
        request["gesture"] = bytes.one_of(&["drag", "pull"]).into();
    }
    if bytes.below(8) == 0 {
        request["selection"] = some(bytes, ids);
    }
    request
}

fn verb(bytes: &mut Bytes<'_>, ids: &[String], at: usize) -> Value {
    match bytes.below(40) {
        0..=9 => {
            let edits: Vec<Value> = (0..1 + bytes.below(3)).map(|_| edit(bytes, ids)).collect();
            json!({ "do": "edit", "edits": edits })
        }
        10..=13 => json!({ "do": "move", "ids": some(bytes, ids), "parent": maybe(bytes, ids),
            "before": maybe(bytes, ids), "keep": bytes.one_of(&["world", "local"]) }),
        14..=15 => json!({ "do": "place", "ids": some(bytes, ids), "world": numbers(bytes,
            &["x", "y", "angle", "scaleX", "scaleY", "skew"]) }),
        16..=18 => {
            let ids = some(bytes, ids);
            let each = 0..ids.as_array().map_or(0, Vec::len);
            let pulls: Vec<Value> = each
                .map(|_| numbers(bytes, &["x", "y", "turn", "stretchX", "stretchY"]))
                .collect();
            let mut drag =
                json!({ "do": "drag", "ids": ids, "pulls": pulls, "grain": number(bytes) });
            if bytes.flag() {
                drag["snap"] = json!({ "step": number(bytes), "along": bytes.one_of(&[None, Some("x"), Some("y")]) });
            }
            if bytes.below(4) == 0 {
                drag["slot"] = bytes.one_of(&["top", "none"]).into();
            }
            drag
        }
        19..=20 => json!({ "do": "add", "parent": maybe(bytes, ids), "before": maybe(bytes, ids),
            "template": bytes.one_of(&[None, Some("lamp"), Some("mast")]), "name": bytes.one_of(&[None, Some("Bulb"), Some("x")]),
            "world": numbers(bytes, &["x", "y"]) }),
        21 => json!({ "do": "duplicate", "ids": some(bytes, ids) }),
        22 => json!({ "do": "wrap", "ids": some(bytes, ids) }),
        23 => json!({ "do": "unwrap", "ids": some(bytes, ids) }),
        24 => json!({ "do": "remove", "ids": some(bytes, ids),
            "children": bytes.one_of(&["remove", "keepWorld", "keepLocal"]) }),
        25 => json!({ "do": bytes.one_of(&["copy", "cut"]), "ids": some(bytes, ids) }),
        26 => {
            json!({ "do": "paste", "parent": maybe(bytes, ids), "before": maybe(bytes, ids), "text": bytes.one_of(&[
            r#"{ "entities": [{ "id": "crane", "children": [{ "name": "Arm" }] }] }"#,
            r#"{ "templates": { "lamp": { "z": 1 } }, "entities": [{ "id": "l", "template": "lamp" }, { "id": "m", "parent": "l_Bulb" }] }"#,
            "{}", "oops"]) })
        }
        27..=28 => json!({ "do": "undo" }),
        29 => json!({ "do": "redo" }),
        30 => json!({ "do": "goto", "at": at.saturating_sub(bytes.below(6)) }),
        31 => json!({ "do": "cancel", "gesture": bytes.one_of(&["drag", "pull"]) }),
        32 => {
            json!({ "do": "inspect", "ids": some(bytes, ids), "of": bytes.one_of(&[None, Some("running")]) })
        }
        33 => match bytes.below(5) {
            0 => {
                json!({ "do": "colliders", "view": [number(bytes), number(bytes), number(bytes), number(bytes)] })
            }
            1 => json!({ "do": "slots" }),
            2 => json!({ "do": "head" }),
            3 => json!({ "do": "forms" }),
            _ => json!({ "do": "source", "line": bytes.below(60), "lines": bytes.below(256) }),
        },
        34 => json!({ "do": "save", "force": bytes.flag() }),
        35 => json!({ "do": "resolve", "how": bytes.one_of(&["mine", "theirs", "merge"]),
            "favour": bytes.one_of(&[None, Some("mine"), Some("theirs")]) }),
        36..=37 => {
            json!({ "do": bytes.one_of(&["play", "step", "play", "pause", "restart", "stop"]) })
        }
        _ => {
            json!({ "do": "input", "screen": [800, number(bytes).abs()], "middle": [number(bytes), number(bytes)],
            "zoom": number(bytes).abs(), "events": [{ "type": "mouseMoved", "x": number(bytes), "y": number(bytes) },
                { "type": "mousePressed", "button": 0 }, { "type": "mouseReleased", "button": 0 },
                { "type": "keyPressed", "key": "Space" }] })
        }
    }
}

fn edit(bytes: &mut Bytes<'_>, ids: &[String]) -> Value {
    let template = |bytes: &mut Bytes<'_>| bytes.one_of(&TEMPLATES);
    let child = |bytes: &mut Bytes<'_>| bytes.flag().then(|| bytes.one_of(&PATHS));
    match bytes.below(32) {
        0..=7 => {
            json!({ "edit": "set", "id": pick(bytes, ids), "key": bytes.one_of(&KEYS), "value": value(bytes) })
        }
        8..=9 => json!({ "edit": "clear", "id": pick(bytes, ids), "key": bytes.one_of(&KEYS) }),
        10 => {
            json!({ "edit": "add", "entity": { "id": bytes.one_of(&["new", "crane", "a_b"]), "z": 1, "template": bytes.one_of(&[None, Some("lamp")]) },
            "parent": maybe(bytes, ids), "index": bytes.below(4) })
        }
        11 => {
            json!({ "edit": "add", "entity": { "name": bytes.one_of(&["Lamp", "Arm", "New"]) }, "parent": maybe(bytes, ids) })
        }
        12..=13 => {
            json!({ "edit": "rename", "id": pick(bytes, ids), "to": bytes.one_of(&["name", "crane", "Lamp", "a_b", "", "ü"]) })
        }
        14 => {
            json!({ "edit": "move", "ids": some(bytes, ids), "parent": maybe(bytes, ids), "index": bytes.below(4),
            "keep": bytes.one_of(&["world", "local"]) })
        }
        15 => {
            json!({ "edit": "remove", "id": pick(bytes, ids), "children": bytes.one_of(&["remove", "keepWorld", "keepLocal"]) })
        }
        16 => {
            json!({ "edit": "duplicate", "id": pick(bytes, ids), "to": bytes.one_of(&[None, Some("twin")]) })
        }
        17 => json!({ "edit": "wrap", "ids": some(bytes, ids), "to": "group" }),
        18 => json!({ "edit": "unwrap", "id": pick(bytes, ids) }),
        19 => json!({ "edit": "extract", "id": pick(bytes, ids), "template": template(bytes) }),
        20 => json!({ "edit": "unpack", "id": pick(bytes, ids) }),
        21 => json!({ "edit": "applyOverride", "id": pick(bytes, ids) }),
        22 => json!({ "edit": "revertOverride", "id": pick(bytes, ids) }),
        23 => {
            json!({ "edit": "addTemplate", "template": template(bytes), "value": { "children": [{ "name": "Ray" }] } })
        }
        24 => json!({ "edit": "removeTemplate", "template": template(bytes) }),
        25 => {
            json!({ "edit": "renameTemplate", "template": template(bytes), "to": template(bytes) })
        }
        26 => {
            json!({ "edit": "setTemplate", "template": template(bytes), "child": child(bytes), "key": bytes.one_of(&KEYS), "value": value(bytes) })
        }
        27 => {
            json!({ "edit": "clearTemplate", "template": template(bytes), "child": child(bytes), "key": bytes.one_of(&KEYS) })
        }
        28 => {
            json!({ "edit": "addChild", "template": template(bytes), "child": child(bytes), "entity": { "name": "Kid", "template": bytes.one_of(&[None, Some("lamp"), Some("pole")]) } })
        }
        29 => {
            json!({ "edit": "removeChild", "template": template(bytes), "child": bytes.one_of(&PATHS) })
        }
        30 => {
            json!({ "edit": "renameChild", "template": template(bytes), "child": bytes.one_of(&PATHS), "to": bytes.one_of(&["Kid", "Bulb", "x/y"]) })
        }
        _ => match bytes.flag() {
            true => {
                json!({ "edit": "setDocument", "key": bytes.one_of(&["rules", "limits.maxDepth", "limits", "version", "mine"]), "value": value(bytes) })
            }
            false => {
                json!({ "edit": "clearDocument", "key": bytes.one_of(&["rules", "limits", "mine"]) })
            }
        },
    }
}

/// Nulls are as good as nothing, and `bytes` has numbers that JSON has not.
fn number(bytes: &mut Bytes<'_>) -> f32 {
    let number = bytes.number();
    if number.is_finite() { number } else { 0.1 }
}

fn numbers(bytes: &mut Bytes<'_>, keys: &[&str]) -> Value {
    let asked = bytes.byte();
    let mut numbers = json!({});
    for (index, &key) in keys.iter().enumerate() {
        if asked >> index & 1 == 1 {
            numbers[key] = number(bytes).into();
        }
    }
    numbers
}

fn value(bytes: &mut Bytes<'_>) -> Value {
    bytes.one_of(&VALUES).parse().unwrap_or_default()
}

fn pick(bytes: &mut Bytes<'_>, ids: &[String]) -> String {
    let number = bytes.below(256);
    match ids.get(number % ids.len().max(1)) {
        Some(id) if number < 250 => id.clone(),
        _ => "nobody".to_owned(),
    }
}

fn some(bytes: &mut Bytes<'_>, ids: &[String]) -> Value {
    (0..1 + bytes.below(3)).map(|_| pick(bytes, ids)).collect()
}

fn maybe(bytes: &mut Bytes<'_>, ids: &[String]) -> Option<String> {
    bytes.below(3).checked_sub(1).map(|_| pick(bytes, ids))
}
