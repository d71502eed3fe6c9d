//! What pages make forms of: the schema of documents, and what behaviors, rules and visuals can be told.
//!
//! All of it is JSON Schema with two words more: `order`, since keys of JSON have none, and `kind`, the `type`
//! that an object must have for its schema to count. It is the same for every document.

use std::sync::LazyLock;

use kinfolk_game::Registry;
use kinfolk_game::about::{ACTIONS, About, CONDITION, Fallback, Kind, Parameter, Range, TRIGGERS};
use kinfolk_picture::visual_schemas;
use kinfolk_scene::schema;
use serde_json::{Map, Value, json};

/// Definitions of the document's schema that forms refer to.
const DEFINITIONS: [&str; 13] = [
    "Angle",
    "BodyType",
    "ChildBody",
    "Finite",
    "Inherit",
    "InheritMode",
    "InheritPart",
    "Joint",
    "JointKind",
    "Limits",
    "Motor",
    "Physics",
    "Point",
];

/// … and what those refer to.
const FURTHER: [&str; 3] = ["Layers", "PhysicsShape", "ShapeKind"];

/// How people fill in a body: first what it is.
const BODY: [&str; 24] = [
    "bodyType",
    "shape",
    "width",
    "height",
    "radius",
    "points",
    "offset",
    "angle",
    "density",
    "friction",
    "restitution",
    "sensor",
    "child",
    "fixedRotation",
    "gravityScale",
    "bullet",
    "velocity",
    "spin",
    "damping",
    "spinDamping",
    "layers",
    "mask",
    "shapes",
    "joint",
];

/// See [`protocol`](crate::protocol).
pub(crate) fn forms() -> &'static Value {
    static FORMS: LazyLock<Value> = LazyLock::new(made);
    &FORMS
}

fn made() -> Value {
    let schema = schema();
    let mut definitions = Map::new();
    for name in DEFINITIONS.into_iter().chain(FURTHER) {
        let mut definition = schema["$defs"][name].clone();
        if name == "Physics" || name == "PhysicsShape" {
            definition["order"] = BODY.into_iter().collect();
        }
        definitions.insert(name.to_owned(), definition);
    }
    let registry = Registry::built_in();
    let visuals = visual_schemas().into_iter().map(|mut visual| {
        visual["kind"] = visual["properties"]["type"]["const"].clone();
        visual
    });
    json!({
        "$defs": definitions,
        "visuals": visuals.collect::<Vec<_>>(),
        "behaviors": registry.abouts().map(of_about).collect::<Vec<_>>(),
        "triggers": TRIGGERS.iter().map(of_about).collect::<Vec<_>>(),
        "actions": ACTIONS.iter().map(of_about).collect::<Vec<_>>(),
        "condition": of_parameters(CONDITION),
    })
}

fn of_about(about: &About) -> Value {
    let mut schema = of_parameters(about.parameters);
    schema["kind"] = about.kind.into();
    schema["description"] = about.doc.into();
    schema
}

fn of_parameters(parameters: &[Parameter]) -> Value {
    let mut properties = Map::new();
    for parameter in parameters {
        let mut property = of_kind(parameter.kind);
        property["description"] = parameter.doc.into();
        match parameter.default {
            Some(Fallback::Number(number)) => property["default"] = number.into(),
            Some(Fallback::Flag(flag)) => property["default"] = flag.into(),
            Some(Fallback::Text(text)) => property["default"] = text.into(),
            None => {}
        }
        properties.insert(parameter.key.to_owned(), property);
    }
    let keys = |needed: bool| {
        let some = parameters
            .iter()
            .filter(move |one| !needed || one.is_needed);
        some.map(|one| one.key).collect::<Vec<_>>()
    };
    json!({ "type": "object", "properties": properties, "required": keys(true), "order": keys(false) })
}

fn of_kind(kind: Kind) -> Value {
    let within = |mut schema: Value, range: Range| {
        if let Some(least) = range.least {
            let key = if range.is_above {
                "exclusiveMinimum"
            } else {
                "minimum"
            };
            schema[key] = least.into();
        }
        schema
    };
    match kind {
        Kind::Number(range) => within(json!({ "type": "number" }), range),
        Kind::Whole(range) => within(json!({ "type": "integer" }), range),
        Kind::Angle(range) => within(json!({ "$ref": "#/$defs/Angle" }), range),
        Kind::Flag => json!({ "type": "boolean" }),
        Kind::Choice(words) => json!({ "enum": words }),
        Kind::Colour => json!({ "type": "string", "format": "color" }),
        Kind::Points => json!({ "type": "array", "items": { "$ref": "#/$defs/Point" } }),
        Kind::Inherit => json!({ "$ref": "#/$defs/Inherit" }),
        Kind::Words => {
            json!({ "anyOf": [{ "type": "array", "items": { "type": "string" } }, { "type": "string" }] })
        }
        Kind::Text => json!({ "type": "string" }),
        // Whether it is a number or an angle depends on another key: both can be typed.
        _ => json!({ "anyOf": [{ "type": "number" }, { "type": "string" }] }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every `$ref` inside.
    fn references(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(object) => {
                if let Some(Value::String(name)) = object.get("$ref") {
                    found.push(name.clone());
                }
                object.values().for_each(|one| references(one, found));
            }
            Value::Array(list) => list.iter().for_each(|one| references(one, found)),
            _ => {}
        }
    }

    #[test]
    fn whatever_forms_refer_to_is_there() {
        let mut found = Vec::new();
        references(forms(), &mut found);

        assert!(found.len() > 30);
        for name in found {
            let name = name.strip_prefix("#/$defs/").unwrap();
            assert!(forms()["$defs"][name].is_object(), "{name}");
        }
    }

    #[test]
    fn a_body_has_all_the_keys_of_the_schema_in_order() {
        let body = &forms()["$defs"]["Physics"];
        let keys = body["properties"].as_object().unwrap().keys();
        let mut keys: Vec<&str> = keys.map(String::as_str).collect();
        let order = body["order"].as_array().unwrap().iter();
        let mut order: Vec<&str> = order.filter_map(Value::as_str).collect();

        keys.sort_unstable();
        order.sort_unstable();
        assert_eq!(order, keys);
    }
}
