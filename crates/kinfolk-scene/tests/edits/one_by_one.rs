//! What each edit does, as a picture of the document before and after.

use kinfolk_scene::{Document, Edit, Editing};

const TANK: &str = r#"{
    "templates": {
        "tank": {
            "slots": { "top": { "y": 20 } },
            "children": [{ "name": "Turret", "template": "turret", "slot": "top" }]
        },
        "turret": { "children": [{ "name": "Barrel", "localTransform": { "x": 8 } }] }
    },
    "entities": [
        { "id": "yard", "transform": { "x": 100, "angle": "90deg" } },
        { "id": "tank1", "template": "tank", "transform": { "x": 5 }, "children": [{ "name": "Crew", "z": 1 }] },
        { "id": "flag", "parent": "tank1_Turret_Barrel" }
    ]
}"#;

fn editing() -> Editing {
    let document: Document = TANK.parse().unwrap();
    Editing::new(document).unwrap()
}

/// The entities after an edit, one a line.
fn after(edit: &str) -> String {
    let mut editing = editing();
    let edit: Edit = edit.parse().unwrap();
    if let Err(refused) = editing.apply(&edit) {
        return format!("refused: {refused}");
    }
    entities(&editing)
}

fn entities(editing: &Editing) -> String {
    let text = editing.document().to_text();
    let from = text.find("\"entities\": [\n").unwrap() + 14;
    let to = text.rfind("\n  ]").unwrap();
    text[from..to]
        .lines()
        .map(|line| format!("{}\n", &line[4..]))
        .collect()
}

#[test]
fn setting_a_field_of_a_part_overrides_it() {
    let edit =
        r#"{ "edit": "set", "id": "tank1_Turret_Barrel", "key": "transform.x", "value": 9 }"#;

    assert_eq!(
        after(edit),
        r#"{ "id": "yard", "transform": { "x": 100, "angle": "90deg" } },
{
  "id": "tank1",
  "template": "tank",
  "transform": { "x": 5 },
  "overrides": { "Turret/Barrel": { "localTransform": { "x": 9 } } },
  "children": [
    { "name": "Crew", "z": 1 }
  ]
},
{ "id": "flag", "parent": "tank1_Turret_Barrel" }
"#
    );
}

#[test]
fn removing_takes_along_what_hangs_below_however_it_is_written() {
    assert_eq!(
        after(r#"{ "edit": "remove", "id": "tank1" }"#),
        "{ \"id\": \"yard\", \"transform\": { \"x\": 100, \"angle\": \"90deg\" } }\n"
    );
    assert_eq!(
        after(r#"{ "edit": "remove", "id": "tank1_Turret" }"#),
        r#"{ "id": "yard", "transform": { "x": 100, "angle": "90deg" } },
{
  "id": "tank1",
  "template": "tank",
  "transform": { "x": 5 },
  "overrides": { "Turret": null },
  "children": [
    { "name": "Crew", "z": 1 }
  ]
}
"#
    );
}

#[test]
fn moving_can_keep_the_numbers_or_the_place() {
    assert_eq!(
        after(r#"{ "edit": "move", "ids": ["tank1_Crew"], "parent": "yard" }"#),
        r#"{
  "id": "yard",
  "transform": { "x": 100, "angle": "90deg" },
  "children": [
    { "id": "tank1_Crew", "name": "Crew", "z": 1 }
  ]
},
{ "id": "tank1", "template": "tank", "transform": { "x": 5 } },
{ "id": "flag", "parent": "tank1_Turret_Barrel" }
"#
    );
    let mut editing = editing();
    let crew = editing.scene().node("tank1_Crew").unwrap();
    let before = editing.forest().world_transform(crew).unwrap();

    let edit = r#"{ "edit": "move", "ids": ["tank1_Crew"], "parent": "yard", "keep": "world" }"#;
    editing.apply(&edit.parse().unwrap()).unwrap();

    let after = editing.forest().world_transform(crew).unwrap();
    assert!((after.position - before.position).length() < 1e-4);
    assert!((after.rotation - before.rotation).abs() < 1e-5);
}

#[test]
fn whoever_names_an_entity_follows_its_new_name() {
    assert_eq!(
        after(r#"{ "edit": "rename", "id": "tank1", "to": "panzer" }"#),
        r#"{ "id": "yard", "transform": { "x": 100, "angle": "90deg" } },
{
  "id": "panzer",
  "template": "tank",
  "transform": { "x": 5 },
  "children": [
    { "name": "Crew", "z": 1 }
  ]
},
{ "id": "flag", "parent": "panzer_Turret_Barrel" }
"#
    );
}

#[test]
fn a_copy_has_copies_of_everything_below() {
    let copied = after(r#"{ "edit": "duplicate", "id": "tank1" }"#);

    assert!(copied.contains(r#""id": "tank2""#), "{copied}");
    assert!(
        copied.contains(r#"{ "id": "flag_2", "parent": "tank2_Turret_Barrel" }"#),
        "{copied}"
    );
}

#[test]
fn what_a_wrapper_is_put_around_stays_where_it_is() {
    assert_eq!(
        after(r#"{ "edit": "wrap", "ids": ["yard"], "to": "world" }"#),
        r#"{
  "id": "world",
  "children": [
    { "id": "yard", "localTransform": { "x": 100, "angle": "90deg" } }
  ]
},
{
  "id": "tank1",
  "template": "tank",
  "transform": { "x": 5 },
  "children": [
    { "name": "Crew", "z": 1 }
  ]
},
{ "id": "flag", "parent": "tank1_Turret_Barrel" }
"#
    );
}

#[test]
fn an_unpacked_instance_is_the_same_without_its_template() {
    let mut editing = editing();
    let turret = editing.scene().node("tank1_Turret_Barrel").unwrap();
    let before = editing.forest().effective(turret);

    let edit = r#"{ "edit": "unpack", "id": "tank1" }"#.parse().unwrap();
    editing.apply(&edit).unwrap();

    assert_eq!(editing.forest().effective(turret), before);
    assert_eq!(editing.scene().template(turret), None);
    assert_eq!(editing.document().entities[1].children.len(), 2);
}

#[test]
fn every_child_of_a_copy_gets_an_id_of_its_own() {
    let text = r#"{ "entities": [{ "id": "c7", "children": [{ "id": "c7_0" }, { "id": "c7_1" }, { "id": "c7_2" }] }] }"#;
    let mut editing = Editing::with_text(text).unwrap();

    let edit = r#"{ "edit": "duplicate", "id": "c7" }"#.parse().unwrap();
    editing.apply(&edit).unwrap();

    let copy = editing.scene().node("c8").unwrap();
    let children: Vec<_> = editing.forest().children(copy).collect();
    assert_eq!(editing.scene().ids(&children), ["c7_3", "c7_4", "c7_5"]);
}

#[test]
fn whoever_is_renamed_is_the_same_node_with_all_that_is_below() {
    let mut editing = editing();
    let below = ["tank1", "tank1_Turret_Barrel", "tank1_Crew", "flag"];
    let before = below.map(|id| editing.scene().node(id).unwrap());
    let edit = r#"{ "edit": "rename", "id": "tank1", "to": "tank2" }"#;

    editing.apply(&edit.parse().unwrap()).unwrap();

    let below = ["tank2", "tank2_Turret_Barrel", "tank2_Crew", "flag"];
    assert_eq!(below.map(|id| editing.scene().node(id).unwrap()), before);
    assert!(editing.touched().gone().is_empty() && editing.touched().moved().is_empty());
    assert_eq!(editing.touched().changed().len(), 4); // the flag is called as before
}

#[test]
fn no_more_entities_are_added_than_the_document_allows() {
    let text = r#"{ "limits": { "maxEntities": 3 }, "templates": { "pair": { "children": [{ "name": "A" }] } },
        "entities": [{ "id": "one", "template": "pair" }] }"#;
    let mut editing = Editing::with_text(text).unwrap();
    let mut add = |id: &str, template: &str| {
        let line = format!(
            r#"{{ "edit": "add", "entity": {{ "id": "{id}", "template": {template} }}, "parent": "one" }}"#
        );
        editing
            .apply(&line.parse().unwrap())
            .map_err(|refused| refused.to_string())
    };

    let refused = add("two", "\"pair\"").unwrap_err();

    assert_eq!(
        refused,
        "the document would not be valid: error[budget-exceeded]: 4 entities would come out of the document, and 3 are allowed; the most come out of this one; use fewer, or raise \"limits\": { \"maxEntities\": … }"
    );
    assert_eq!(add("two", "null"), Ok(()));
    assert!(add("three", "null").is_err());
}

#[test]
fn an_extracted_template_has_its_first_instance() {
    let mut editing = editing();
    let edit = r#"{ "edit": "extract", "id": "tank1", "template": "crewed" }"#
        .parse()
        .unwrap();
    editing.apply(&edit).unwrap();

    let crewed = &editing.document().templates["crewed"];
    assert_eq!(crewed.extends.as_deref(), Some("tank"));
    assert_eq!(crewed.children[0].called(), Some("Crew"));
    assert!(editing.scene().node("tank1_Crew").is_some());
}

#[test]
fn an_override_can_be_given_to_the_template_or_taken_back() {
    let mut editing = editing();
    for line in [
        r#"{ "edit": "set", "id": "tank1_Turret_Barrel", "key": "z", "value": 4 }"#,
        r#"{ "edit": "applyOverride", "id": "tank1_Turret_Barrel" }"#,
        r#"{ "edit": "set", "id": "tank1_Turret", "key": "z", "value": 5 }"#,
        r#"{ "edit": "revertOverride", "id": "tank1_Turret" }"#,
    ] {
        editing.apply(&line.parse().unwrap()).unwrap();
    }

    let document = editing.document();
    assert!(document.entities[1].overrides.is_empty());
    let turret = &document.templates["tank"].children[0];
    let barrel = turret.overrides["Barrel"].as_ref().unwrap();
    assert_eq!(barrel.fields.z.set(), Some(&4));
}

#[test]
fn overrides_and_parents_follow_the_new_name_of_a_child() {
    let mut editing = editing();
    for line in [
        r#"{ "edit": "set", "id": "tank1_Turret_Barrel", "key": "z", "value": 4 }"#,
        r#"{ "edit": "renameChild", "template": "turret", "child": "Barrel", "to": "Gun" }"#,
    ] {
        editing.apply(&line.parse().unwrap()).unwrap();
    }

    let document = editing.document();
    assert!(document.entities[1].overrides.contains_key("Turret/Gun"));
    assert_eq!(
        document.entities[2].parent.as_deref(),
        Some("tank1_Turret_Gun")
    );
}

#[test]
fn a_change_of_a_template_changes_its_instances_and_nothing_else() {
    let mut editing = editing();
    let barrel = editing.scene().node("tank1_Turret_Barrel").unwrap();
    let flag = editing.scene().node("flag").unwrap();

    let edit = r#"{ "edit": "setTemplate", "template": "turret", "child": "Barrel", "key": "localTransform.x", "value": 9 }"#;
    editing.apply(&edit.parse().unwrap()).unwrap();

    assert_eq!(editing.changes().iter().collect::<Vec<_>>(), [barrel, flag]);
}

#[test]
fn what_makes_no_sense_is_refused_with_a_reason() {
    let refused = |edit: &str| after(edit);

    assert_eq!(
        refused(r#"{ "edit": "set", "id": "tank", "key": "z", "value": 1 }"#),
        "refused: no entity \"tank\"; did you mean \"tank1\"?"
    );
    assert_eq!(
        refused(r#"{ "edit": "move", "ids": ["tank1"], "parent": "tank1_Crew" }"#),
        "refused: \"tank1\" cannot go below itself"
    );
    assert_eq!(
        refused(r#"{ "edit": "move", "ids": ["tank1_Turret"], "parent": "yard" }"#),
        "refused: \"tank1_Turret\" comes out of a template; unpack its instance first"
    );
    assert_eq!(
        refused(r#"{ "edit": "set", "id": "yard", "key": "visible", "value": 3 }"#),
        "refused: the document would not be valid: error[wrong-type]: \"visible\" must be true or false, not a number"
    );
    assert_eq!(
        refused(r#"{ "edit": "removeTemplate", "template": "turret" }"#),
        "refused: the document would not be valid: error[unknown-template]: no template \"turret\"; there is \"tank\""
    );
}

#[test]
fn a_text_keeps_its_comments_and_undo_gives_back_its_bytes() {
    let text = r#"// My yard.
{
  "entities": [
    { "id": "lamp", "layer": 1 }, // warm
    /* the tank */ { "id": "tank", "transform": { "x": 1, /* metres */ "y": 2 } },
  ],
}
"#;
    let mut editing = Editing::with_text(text).unwrap();
    for line in [
        r#"{ "edit": "set", "id": "tank", "key": "transform.x", "value": 5 }"#,
        r#"{ "edit": "set", "id": "lamp", "key": "z", "value": 2 }"#,
        r#"{ "edit": "add", "entity": { "name": "Turret" }, "parent": "tank" }"#,
        r#"{ "edit": "add", "entity": { "id": "moon" }, "index": 0 }"#,
        r#"{ "edit": "addTemplate", "template": "star", "value": {} }"#,
    ] {
        editing.apply(&line.parse().unwrap()).unwrap();
    }

    assert_eq!(
        editing.text(),
        r#"// My yard.
{
  "entities": [
    { "id": "moon" },
    { "id": "lamp", "layer": 2 }, // warm
    /* the tank */ { "id": "tank", "transform": { "x": 5, /* metres */ "y": 2 }, "children": [{ "name": "Turret" }] },
  ],
  "templates": { "star": {} },
}
"#
    );
    while editing.undo() {}
    assert_eq!(editing.text(), text);
}

#[test]
fn a_line_that_gets_too_long_by_many_is_spread_and_one_in_another_order_is_not() {
    let ids = |names: &[&str]| {
        let entities: Vec<_> = names
            .iter()
            .map(|id| format!(r#"{{ "id": "{id}" }}"#))
            .collect();
        format!("{{ \"entities\": [{}] }}", entities.join(", "))
    };
    let mut editing = Editing::with_text(&ids(&["a", "b"])).unwrap();
    for number in 0..20 {
        let add = format!(r#"{{ "edit": "add", "entity": {{ "id": "lamp{number}" }} }}"#);
        editing.apply(&add.parse().unwrap()).unwrap();
        let text = editing.text();
        let longest = text.lines().map(str::len).max();
        assert!(longest <= Some(120), "{text}");
    }
    assert_eq!(editing.text().lines().count(), 24);

    let full = ids(&["a", "b", "c", "d", "somebody_with_a_long_name"]);
    assert!((110..=120).contains(&full.len()), "{}", full.len());
    let mut editing = Editing::with_text(&full).unwrap();
    let to_front = r#"{ "edit": "move", "ids": ["somebody_with_a_long_name"], "index": 0 }"#;
    editing.apply(&to_front.parse().unwrap()).unwrap();
    assert_eq!(
        editing.text(),
        ids(&["somebody_with_a_long_name", "a", "b", "c", "d"])
    );
}

#[test]
fn a_field_is_set_in_the_spelling_of_its_author() {
    let text = r#"{ "templates": { "t": { "layer": 1, "children": [{ "name": "A" }] } }, // comment
"entities": [{ "id": "a", "template": "t", "layer": 2, "overrides": { "A": { "layer": 3 } } }] }
"#;
    let mut editing = Editing::with_text(text).unwrap();
    for line in [
        r#"{ "edit": "setTemplate", "template": "t", "key": "z", "value": 11 }"#,
        r#"{ "edit": "set", "id": "a", "key": "z", "value": 12 }"#,
        r#"{ "edit": "set", "id": "a_A", "key": "z", "value": 13 }"#,
    ] {
        editing.apply(&line.parse().unwrap()).unwrap();
    }

    assert_eq!(
        editing.text(),
        text.replace(": 1,", ": 11,")
            .replace(": 2,", ": 12,")
            .replace(": 3 ", ": 13 ")
    );
}

#[test]
fn a_line_that_is_no_edit_says_so() {
    let wrong = |line: &str| line.parse::<Edit>().unwrap_err().message;

    assert_eq!(
        wrong(r#"{ "edit": "sett" }"#),
        "no edit \"sett\"; did you mean \"set\"?"
    );
    assert_eq!(
        wrong(r#"{ "edit": "set", "id": "a" }"#),
        "\"key\" is missing"
    );
    assert_eq!(
        wrong(r#"{ "edit": "unwrap", "id": "a", "too": "b" }"#),
        "\"unwrap\" has no \"too\""
    );
}
