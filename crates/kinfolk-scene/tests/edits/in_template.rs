//! A template edited by way of its instances, and what the document says beside them.

use kinfolk_scene::{Edit, EditRefused, Editing};

const BOSSES: &str = r##"{
  "templates": {
    "boss": { // big
      "sprite": { "type": "rect" },
      "children": [
        { "name": "Arm", "template": "arm", "localTransform": { "x": 1 } }, // the left one
        { "name": "Head", "children": [{ "name": "Eye" }] }
      ]
    },
    "king": { "extends": "boss", "tags": ["royal"] },
    "arm": { "children": [{ "name": "Hand" }] }
  },
  "entities": [
    { "id": "b1", "template": "boss" },
    { "id": "b2", "template": "boss", "overrides": { "Arm": { "localTransform": { "x": 5 } } } },
    { "id": "k", "template": "king", "children": [{ "name": "Crown" }] },
    { "id": "moon" }
  ]
}
"##;

/// The edit that an edit becomes while this template is edited.
fn becomes(template: &str, edit: &str) -> Result<String, EditRefused> {
    let editing = Editing::with_text(BOSSES).unwrap();
    let edit: Edit = edit.parse().unwrap();
    let edits = editing.in_template(template, vec![edit])?;
    Ok(edits.iter().map(Edit::to_string).collect())
}

#[test]
fn a_field_of_a_part_is_set_where_the_template_wrote_it() {
    let set = |template, id: &str| {
        becomes(
            template,
            &format!(r#"{{ "edit": "set", "id": "{id}", "key": "localTransform.x", "value": 2 }}"#),
        )
        .unwrap()
    };

    let arm = r#"{ "edit": "setTemplate", "template": "boss", "child": "Arm", "key": "localTransform.x", "value": 2 }"#;
    assert_eq!(set("boss", "b1_Arm"), arm);
    assert_eq!(set("boss", "b2_Arm"), arm, "an instance that overrides it");
    assert_eq!(set("boss", "k_Arm"), arm, "an instance of a variant");
    assert_eq!(
        set("boss", "b1_Head_Eye"),
        r#"{ "edit": "setTemplate", "template": "boss", "child": "Head/Eye", "key": "localTransform.x", "value": 2 }"#
    );
    assert_eq!(
        set("boss", "b1_Arm_Hand"),
        r#"{ "edit": "setTemplate", "template": "boss", "child": "Arm", "key": "overrides.Hand.localTransform.x", "value": 2 }"#
    );
    assert_eq!(
        set("king", "k_Arm_Hand"),
        r#"{ "edit": "setTemplate", "template": "king", "key": "overrides.Arm/Hand.localTransform.x", "value": 2 }"#
    );
    assert_eq!(
        set("arm", "b1_Arm_Hand"),
        r#"{ "edit": "setTemplate", "template": "arm", "child": "Hand", "key": "localTransform.x", "value": 2 }"#
    );
}

#[test]
fn an_instance_has_its_own_place_and_all_else_is_the_templates() {
    let place = r#"{ "edit": "set", "id": "b1", "key": "transform.x", "value": 2 }"#;
    let layer = r#"{ "edit": "clear", "id": "b1", "key": "z" }"#;
    let outside = r#"{ "edit": "set", "id": "moon", "key": "z", "value": 2 }"#;
    let own = r#"{ "edit": "set", "id": "k_Crown", "key": "z", "value": 2 }"#;

    assert_eq!(becomes("boss", place).unwrap(), place);
    assert_eq!(
        becomes("boss", layer).unwrap(),
        r#"{ "edit": "clearTemplate", "template": "boss", "key": "z" }"#
    );
    assert_eq!(becomes("boss", outside).unwrap(), outside);
    assert_eq!(
        becomes("boss", own).unwrap(),
        own,
        "a child of one instance"
    );
    assert_eq!(becomes("king", layer).unwrap(), layer, "no king");
}

#[test]
fn structure_is_the_templates_as_well() {
    let add = r#"{ "edit": "add", "entity": { "id": "Foot", "transform": { "x": 1 } }, "parent": "b1_Head", "index": 0 }"#;
    assert_eq!(
        becomes("boss", add).unwrap(),
        r#"{ "edit": "addChild", "template": "boss", "child": "Head", "entity": { "name": "Foot", "localTransform": { "x": 1 } } }"#
    );
    assert_eq!(
        becomes("boss", r#"{ "edit": "remove", "id": "b1_Head" }"#).unwrap(),
        r#"{ "edit": "removeChild", "template": "boss", "child": "Head" }"#
    );
    assert_eq!(
        becomes("boss", r#"{ "edit": "remove", "id": "b1_Arm_Hand" }"#).unwrap(),
        r#"{ "edit": "setTemplate", "template": "boss", "child": "Arm", "key": "overrides.Hand", "value": null }"#
    );
    for to in ["b1_Head_Eyes", "Eyes"] {
        let rename = format!(r#"{{ "edit": "rename", "id": "b1_Head_Eye", "to": "{to}" }}"#);
        let head = r#"{ "edit": "renameChild", "template": "boss", "child": "Head/Eye", "to": "#;
        assert!(becomes("boss", &rename).unwrap().starts_with(head));
    }
    let hand = becomes(
        "boss",
        r#"{ "edit": "rename", "id": "b1_Arm_Hand", "to": "Fist" }"#,
    );
    assert_eq!(
        hand.unwrap_err().to_string(),
        "\"Hand\" comes out of another template than \"boss\"; edit that one"
    );
    assert!(becomes("nobody", r#"{ "edit": "remove", "id": "moon" }"#).is_err());
}

#[test]
fn instances_follow_and_undoing_gives_the_bytes_back() {
    let mut editing = Editing::with_text(BOSSES).unwrap();
    for line in [
        r#"{ "edit": "set", "id": "b1_Arm", "key": "localTransform.x", "value": 9 }"#,
        r#"{ "edit": "set", "id": "b1_Arm_Hand", "key": "z", "value": 3 }"#,
        r#"{ "edit": "remove", "id": "b1_Head_Eye" }"#,
        r#"{ "edit": "add", "entity": { "name": "Tail" }, "parent": "b1" }"#,
    ] {
        let edits = editing.in_template("boss", vec![line.parse().unwrap()]);
        editing.apply(&edits.unwrap()[0]).unwrap();
    }

    let at = |id: &str| {
        let node = editing.scene().node(id).unwrap();
        editing.forest().world_position(node).unwrap().x
    };
    assert_eq!([at("b1_Arm"), at("b2_Arm"), at("k_Arm")], [9.0, 5.0, 9.0]);
    for id in ["b1_Tail", "b2_Tail", "k_Tail"] {
        assert!(editing.scene().node(id).is_some(), "{id}");
    }
    assert!(editing.scene().node("k_Head_Eye").is_none());
    let text = editing.text();
    assert!(
        text.contains("// big") && text.contains("// the left one"),
        "{text}"
    );
    assert!(editing.is_in_template("boss", "k_Arm_Hand"));
    assert!(!editing.is_in_template("boss", "k_Crown"));
    let hand = editing.authored_in("boss", "b1_Arm_Hand").unwrap();
    assert_eq!(
        hand.keys.get("z").and_then(kinfolk_scene::Json::as_f64),
        Some(3.0)
    );
    while editing.undo() {}
    assert_eq!(editing.text(), BOSSES);
}

const RULES: &str = r#"{
  "entities": [{ "id": "hero" }], // only one
  // What happens.
  "rules": [
    { "name": "hurt", "on": { "type": "input", "name": "h" }, "do": [] }, // ouch
    // And this
    { "name": "heal", "on": { "type": "start" }, "do": [{ "type": "damage", "amount": -1 }] }
  ]
}
"#;

fn with_rules(edits: &[&str]) -> Editing {
    let mut editing = Editing::with_text(RULES).unwrap();
    for edit in edits {
        editing.apply(&edit.parse().unwrap()).unwrap();
    }
    editing
}

#[test]
fn one_rule_is_changed_and_the_others_keep_their_comments() {
    let mut editing = with_rules(&[r#"{ "edit": "setDocument", "key": "rules", "value": [
            { "name": "hurt", "on": { "type": "input", "name": "h" }, "do": [] },
            { "name": "heal", "on": { "type": "start" }, "do": [{ "type": "damage", "amount": -5 }] } ] }"#]);

    assert_eq!(editing.text(), RULES.replace("-1", "-5"));
    assert!(editing.touched().changed().is_empty());
    editing.undo();
    assert_eq!(editing.text(), RULES);
    editing.redo();
    assert_eq!(editing.text(), RULES.replace("-1", "-5"));
}

#[test]
fn rules_come_go_and_change_places_with_their_comments() {
    let hurt = r#"{ "name": "hurt", "on": { "type": "input", "name": "h" }, "do": [] }"#;
    let heal = r#"{ "name": "heal", "on": { "type": "start" }, "do": [{ "type": "damage", "amount": -1 }] }"#;
    let new = r#"{ "on": { "type": "start" }, "do": [] }"#;
    let set =
        |rules: &str| format!(r#"{{ "edit": "setDocument", "key": "rules", "value": [{rules}] }}"#);

    let added = with_rules(&[&set(&format!("{hurt}, {new}, {heal}"))]).text();
    assert!(
        added.contains("// ouch") && added.contains("// And this") && added.contains(new),
        "{added}"
    );
    let removed = with_rules(&[&set(heal)]).text();
    assert!(
        !removed.contains("hurt") && removed.contains("// And this"),
        "{removed}"
    );
    let mut swapped = with_rules(&[&set(&format!("{heal}, {hurt}"))]);
    assert!(swapped.text().find("heal") < swapped.text().find("hurt"));
    swapped.undo();
    assert_eq!(swapped.text(), RULES);
    let gone = with_rules(&[r#"{ "edit": "clearDocument", "key": "rules" }"#]).text();
    assert!(
        !gone.contains("rules") && gone.contains("// only one"),
        "{gone}"
    );
}

#[test]
fn limits_are_set_and_those_that_do_not_fit_are_refused() {
    let mut editing = with_rules(&[
        r#"{ "edit": "setDocument", "key": "limits.maxEntities", "value": 10 }"#,
        r#"{ "edit": "setDocument", "key": "author", "value": "me" }"#,
    ]);
    assert!(
        editing
            .text()
            .contains(r#""limits": { "maxEntities": 10 }"#)
    );
    assert!(editing.text().contains(r#""author": "me""#));

    for (edit, why) in [
        (
            r#"{ "edit": "setDocument", "key": "limits.maxEntities", "value": 0 }"#,
            "would not be valid",
        ),
        (
            r#"{ "edit": "setDocument", "key": "rules", "value": 7 }"#,
            "would not be valid",
        ),
        (
            r#"{ "edit": "setDocument", "key": "entities", "value": [] }"#,
            "there are edits for what is in it",
        ),
    ] {
        let before = editing.text();
        let refused = editing.apply(&edit.parse().unwrap()).unwrap_err();
        assert!(refused.to_string().contains(why), "{refused}");
        assert_eq!(editing.text(), before);
    }
    while editing.undo() {}
    assert_eq!(editing.text(), RULES);
}

#[test]
fn one_behavior_is_changed_and_the_others_keep_their_comments() {
    let text = r#"{ "entities": [{ "id": "hero", "behaviors": [
    { "type": "rotate", "speed": 2 }, // round and round
    { "type": "health", "maxHealth": 3 /* hearts */ }
] }] }
"#;
    let mut editing = Editing::with_text(text).unwrap();
    let set = |value: &str| {
        format!(r#"{{ "edit": "set", "id": "hero", "key": "behaviors", "value": {value} }}"#)
    };
    let more = set(r#"[{ "type": "rotate", "speed": 2 }, { "type": "health", "maxHealth": 5 }]"#);
    editing.apply(&more.parse().unwrap()).unwrap();

    assert_eq!(editing.text(), text.replace("3 /*", "5 /*"));
    let one = set(r#"[{ "type": "health", "maxHealth": 5 }]"#);
    editing.apply(&one.parse().unwrap()).unwrap();
    assert!(
        editing.text().contains("5 /* hearts */"),
        "{}",
        editing.text()
    );
    assert!(!editing.text().contains("rotate"), "{}", editing.text());
    while editing.undo() {}
    assert_eq!(editing.text(), text);
}
