//! What can be told to visuals, as JSON Schemas: editors make forms of them.
//!
//! They say what the [reader](crate::sprite_json) reads, type by type. Keys that it does not know are allowed,
//! as they are there.

use serde_json::{Map, Value, json};

/// Keys, each with what may stand there.
type Keys = Vec<(&'static str, Value)>;

/// A JSON Schema for each type of visual, with its keys in the order of importance under `order`. Colours
/// have the format `color`, points are `#/$defs/Point`, and what is absent is `default`.
///
/// ```
/// let schemas = kinfolk_picture::visual_schemas();
///
/// assert_eq!(schemas[0]["properties"]["type"]["const"], "rect");
/// ```
#[must_use]
pub fn visual_schemas() -> Vec<Value> {
    let length = |default: f64, what: &str| json!({ "type": "number", "default": default, "description": what });
    let points = json!({ "type": "array", "items": { "$ref": "#/$defs/Point" }, "description": "Its corners, around" });
    let mut way = points.clone();
    way["description"] = "From where to where".into();
    let own: [(&str, &str, Keys); 6] = [
        (
            "rect",
            "A box",
            vec![
                ("width", length(1.0, "Its extent in x")),
                ("height", length(1.0, "Its extent in y")),
            ],
        ),
        (
            "circle",
            "A circle",
            vec![("radius", length(0.5, "Its radius"))],
        ),
        ("polygon", "A closed shape", vec![("points", points)]),
        (
            "line",
            "An open line",
            vec![
                ("points", way),
                (
                    "lineWidth",
                    json!({ "type": "number", "description": "How thick; thin at any distance if absent" }),
                ),
            ],
        ),
        (
            "text",
            "Letters",
            vec![
                (
                    "text",
                    json!({ "type": "string", "default": "", "description": "What it says" }),
                ),
                ("size", length(1.0, "The height of a capital")),
            ],
        ),
        (
            "image",
            "A PNG file of the scene's folder",
            vec![
                (
                    "url",
                    json!({ "type": "string", "default": "", "description": "Where the file is" }),
                ),
                (
                    "width",
                    json!({ "type": "number", "description": "Its extent in x; follows from the height, or is 1, if absent" }),
                ),
                (
                    "height",
                    json!({ "type": "number", "description": "Its extent in y; follows from the width if absent" }),
                ),
            ],
        ),
    ];
    own.into_iter()
        .map(|(kind, what, own)| schema(kind, what, own))
        .collect()
}

fn schema(kind: &str, what: &str, own: Keys) -> Value {
    let flag = |what: &str| json!({ "type": "boolean", "default": false, "description": what });
    let factor = |what: &str| json!({ "type": "number", "default": 1.0, "description": what });
    let colour = |what: &str| json!({ "type": "string", "format": "color", "description": what });
    let mut fill = colour("Of the area, of a line, of the letters");
    fill["default"] = "#8a8f98".into();
    let shared = [
        ("color", fill),
        (
            "opacity",
            json!({ "type": "number", "minimum": 0, "maximum": 1, "default": 1.0, "description": "How much of it is seen" }),
        ),
        ("stroke", colour("Of the line around it; none if absent")),
        (
            "strokeWidth",
            json!({ "type": "number", "description": "How thick that line is; thin at any distance if absent" }),
        ),
        (
            "offset",
            json!({ "$ref": "#/$defs/Point", "description": "Where it is, from the entity's origin" }),
        ),
        ("flipX", flag("Whether left and right are swapped")),
        ("flipY", flag("Whether up and down are swapped")),
        ("scaleX", factor("How many times as wide")),
        ("scaleY", factor("How many times as high")),
    ];
    let all = own.into_iter().chain(shared);
    let mut properties = Map::new();
    let mut order = Vec::new();
    properties.insert("type".to_owned(), json!({ "const": kind }));
    for (key, value) in all {
        order.push(Value::from(key));
        properties.insert(key.to_owned(), value);
    }
    json!({ "type": "object", "description": what, "properties": properties, "required": ["type"], "order": order })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::visual::{Kind, Visual};

    fn properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
        let properties = schema["properties"].as_object().unwrap();
        properties.iter().filter(|(key, _)| *key != "type")
    }

    fn kind(schema: &Value) -> &Value {
        &schema["properties"]["type"]["const"]
    }

    #[test]
    fn every_type_is_known_to_the_reader() {
        for schema in visual_schemas() {
            let read = Visual::from_json(&json!({ "type": kind(&schema) })).unwrap();
            assert!(!matches!(read.kind, Kind::Unknown { .. }), "{schema}");
        }
    }

    #[test]
    fn what_is_described_is_read_and_what_does_not_fit_is_refused() {
        for schema in visual_schemas() {
            for (key, about) in properties(&schema) {
                let (fits, wrong) = match (about["type"].as_str(), about["format"].as_str()) {
                    (Some("number"), _) => (json!(0.25), json!("0.25")),
                    (Some("boolean"), _) => (json!(true), json!(1)),
                    (Some("string"), Some("color")) => (json!("#123456"), json!("blurple")),
                    (Some("string"), _) => (json!("tank.png"), json!(7)),
                    (Some("array"), _) => (json!([[0, 0], { "x": 1 }]), json!({})),
                    _ => (json!({ "x": 1, "y": 2 }), json!(7)),
                };
                let plain = json!({ "type": kind(&schema) });
                let with = |value: &Value| {
                    let mut visual = plain.clone();
                    visual[key] = value.clone();
                    Visual::from_json(&visual)
                };
                let read = with(&fits).unwrap();
                if key != "strokeWidth" {
                    assert_ne!(read, Visual::from_json(&plain).unwrap(), "{key} is read");
                }
                let why = with(&wrong).unwrap_err();
                assert!(why.at.contains(key.as_str()), "{key}: {why}");
                if let Some(default) = about.get("default") {
                    let absent = Visual::from_json(&plain).unwrap();
                    assert_eq!(with(default).unwrap(), absent, "{key}");
                }
            }
        }
    }
}
