//! What is told about two documents, picture by picture.

use kinfolk_scene::{Document, diff};

fn told(old: &str, new: &str) -> String {
    let [old, new] = [old, new].map(|text| text.parse::<Document>().unwrap());
    diff(&old, &new).to_string()
}

/// A document of these entities.
fn entities(list: &str) -> String {
    format!("{{ \"entities\": [{list}] }}")
}

#[test]
fn entities_come_go_and_change() {
    let old = entities(r#"{ "id": "tank", "transform": { "x": 1 } }, { "id": "gull", "z": 2 }"#);
    let new = entities(
        r#"{ "id": "tank", "transform": { "x": 2 }, "tags": ["big"] },
           { "id": "lamp", "parent": "tank", "localTransform": { "y": 3 } }"#,
    );

    assert_eq!(
        told(&old, &new),
        "\
~ entity tank
    ~ transform.x: 1 → 2
    + tags: [\"big\"]
+ entity lamp, below tank
    + localTransform: { \"y\": 3 }
- entity gull, after tank
    - z: 2
"
    );
}

#[test]
fn as_few_as_can_be_have_moved() {
    let list = |ids: &str| {
        let ids = ids.chars().map(|id| format!("{{ \"id\": \"{id}\" }}"));
        entities(&ids.collect::<Vec<_>>().join(", "))
    };

    assert_eq!(
        told(&list("abcdef"), &list("fabxcd")),
        "\
~ entity f
    ~ moved among its siblings: after e → first
+ entity x, after b
- entity e, after d
"
    );
}

#[test]
fn another_parent_is_a_move_and_its_transform_stays() {
    let old =
        entities(r#"{ "id": "a", "children": [{ "id": "b", "localTransform": { "x": 1 } }] }"#);
    let new = entities(r#"{ "id": "a" }, { "id": "b", "transform": { "x": 1 } }"#);

    assert_eq!(
        told(&old, &new),
        "~ entity b\n    ~ moved: below a → a root\n"
    );
}

#[test]
fn form_comments_and_layout_are_no_difference() {
    let nested = entities(r#"{ "id": "a", "children": [{ "name": "b", "z": 1.0 }] } // said"#);
    let nested = nested.replace("// said", "/* said */");
    let flat = entities(r#"{ "z": 1, "name": "b", "id": "a_b", "parent": "a" }, { "id": "a" }"#);

    assert_eq!(told(&nested, &flat), "");
}

#[test]
fn overrides_and_tags_are_told_by_their_parts() {
    let old = entities(
        r#"{ "id": "a", "tags": ["x", "y"], "overrides": { "Arm": { "visible": true }, "Leg": null } }"#,
    );
    let new = entities(
        r#"{ "id": "a", "tags": ["y", "z"], "overrides": { "Arm": { "visible": false } } }"#,
    );

    assert_eq!(
        told(&old, &new),
        "\
~ entity a
    ~ tags: +\"z\" -\"x\"
    - overrides.Leg: null
    ~ overrides.Arm.visible: true → false
"
    );
}

#[test]
fn a_template_tells_how_many_entities_it_reaches() {
    let scene = |arm: &str, more: &str| {
        format!(
            r#"{{ "templates": {{
                "arm": {{ {arm} }},
                "boss": {{ "children": [{{ "name": "Arm", "template": "arm"{more} }}] }},
                "chief": {{ "extends": "boss" }},
                "rock": {{}}
            }}, "entities": [
                {{ "id": "a", "template": "chief" }}, {{ "id": "b", "template": "boss" }},
                {{ "id": "c", "template": "arm" }}, {{ "id": "d", "template": "rock" }}
            ] }}"#
        )
    };

    assert_eq!(
        told(&scene(r#""z": 1"#, ""), &scene(r#""z": 2"#, r#", "z": 5"#)),
        "\
~ template arm (3 entities)
    ~ z: 1 → 2
~ child Arm of template boss (2 entities)
    + z: 5
"
    );
}

#[test]
fn the_head_of_a_document_counts() {
    assert_eq!(
        told(
            r#"{ "limits": { "maxDepth": 3 }, "camera": { "zoom": 1 } }"#,
            r#"{ "version": 1, "limits": { "maxDepth": 4 }, "camera": { "zoom": 2 }, "rules": [1] }"#
        ),
        "\
~ document
    + version: 1
    ~ limits.maxDepth: 3 → 4
    + rules: [1]
    ~ camera.zoom: 1 → 2
"
    );
}

#[test]
fn programs_get_the_same_as_data() {
    let old = entities(r#"{ "id": "a", "z": 1 }, { "id": "b" }"#)
        .parse()
        .unwrap();
    let new = entities(r#"{ "id": "a", "z": null }, { "id": "b", "parent": "a" }"#)
        .parse()
        .unwrap();

    let json = diff(&old, &new).to_json();

    assert_eq!(json["same"].as_bool(), Some(false));
    let told: Vec<String> = json["differences"]
        .as_array()
        .unwrap()
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        told,
        [
            r#"{ "what": "changed", "kind": "entity", "id": "a", "key": "z", "before": 1, "after": null }"#,
            "{\n  \"what\": \"moved\",\n  \"kind\": \"entity\",\n  \"id\": \"b\",\n  \
             \"from\": { \"parent\": null, \"previous\": \"a\" },\n  \
             \"to\": { \"parent\": \"a\", \"previous\": null }\n}",
        ]
    );
}
