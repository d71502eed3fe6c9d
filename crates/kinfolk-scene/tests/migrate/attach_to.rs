//! Pairs of tag and slot become children.

use kinfolk_scene::{Outcome, Positions, load, migrate};
use proptest::prelude::*;

use crate::{migrated, told, worlds};

/// Seed 3's migration guide, with the places that it leaves out.
const GUIDE: &str = r#"{
  "templates": {
    "character": { "tags": ["character"], "slots": { "head": { "x": 0, "y": 0.8 } } },
    "hat": { "sprite": { "type": "rect", "width": 1, "height": 0.3 } }
  },
  "entities": [
    { "id": "character", "template": "character", "transform": { "x": 5, "y": 2 } },
    { "id": "hat", "template": "hat", "transform": { "x": 5, "y": 2.8 }, "behaviors": [
      { "type": "attach_to", "parentTag": "character", "slotName": "head" }
    ]}
  ]
}
"#;

#[test]
fn the_guides_hat_becomes_a_child_of_the_characters_template() {
    let migration = migrated(GUIDE);

    assert_eq!(
        told(&migration),
        [
            "9:7 hat changed: it is the child \"Hat\" of the template \"character\" in the slot \"head\"; \
             its id is \"character_Hat\" now"
        ]
    );
    let worlds = worlds(&migration.text);
    assert_eq!(worlds["character_Hat"], [1., 0., 0., 1., 5., 2.8]);
    assert_eq!(worlds.len(), 2);
    assert!(
        migration
            .text
            .contains(r#""children": [{ "name": "Hat", "template": "hat", "slot": "head" }]"#),
        "{}",
        migration.text
    );
}

#[test]
fn a_name_counts_where_nobody_has_the_tag() {
    let untagged = GUIDE.replace(r#""tags": ["character"], "#, "");

    let migration = migrated(&untagged);

    assert_eq!(worlds(&migration.text)["character_Hat"][5], 2.8);
    assert!(migration.notes[0].what.ends_with("so its name counted"));
}

#[test]
fn whoever_is_mentioned_keeps_its_id() {
    let watched = GUIDE.replace(
        r#""template": "character", "transform""#,
        r#""template": "character", "behaviors": [{ "type": "rotate_toward", "target": "hat" }], "transform""#,
    );

    let migration = migrated(&watched);

    assert_eq!(
        migration.notes[0].what,
        "it is a child of \"character\" in the slot \"head\""
    );
    assert_eq!(worlds(&migration.text)["hat"][5], 2.8);
}

#[test]
fn what_cannot_be_migrated_is_left_and_told() {
    let document = r#"{
  "templates": {
    "box": { "tags": ["box"], "slots": { "lid": { "y": 1 } } },
    "doll": { "children": [{ "name": "Arm", "behaviors": [{ "type": "attach_to", "parentTag": "box" }] }] }
  },
  "entities": [
    { "id": "box", "template": "box" },
    { "id": "shelf" },
    { "id": "lid", "behaviors": [{ "type": "attach_to", "parentTag": "box", "slotName": "lit" }] },
    { "id": "ghost", "behaviors": [{ "type": "attach_to", "parentTag": "bax" }] },
    { "id": "cup", "parent": "shelf", "behaviors": [{ "type": "attach_to", "parentTag": "box" }] },
    { "id": "spring", "behaviors": [{ "type": "attach_to", "parentTag": "box", "stiffness": 3 }] },
    { "id": "twice", "behaviors": [{ "type": "attach_to", "parentTag": "box" }, { "type": "attach_to", "parentTag": "box" }] },
    { "id": "hen", "tags": ["hen"], "behaviors": [{ "type": "attach_to", "parentTag": "egg" }] },
    { "id": "egg", "tags": ["egg"], "behaviors": [{ "type": "attach_to", "parentTag": "hen" }] },
    { "id": "doll", "template": "doll" },
    { "id": "moody", "conditionalBehaviors": [{ "when": { "hasTag": "x" }, "behaviors": [{ "type": "attach_to", "parentTag": "box" }] }] }
  ]
}
"#;

    let migration = migrated(document);

    assert_eq!(
        told(&migration),
        [
            "4:28 doll_Arm left: it is a part of \"doll\", whose template would have to change for all",
            "9:34 lid left: \"box\" has no slot \"lit\"; did you mean \"lid\"?",
            "10:36 ghost left: nobody has the tag \"bax\"; did you mean \"box\"?",
            "11:53 cup left: it is a child of \"shelf\" and attached to \"box\"; keep one of them",
            "12:37 spring left: nobody knows what \"stiffness\" means to its attach_to; take it away",
            "13:36 twice left: it has several attach_to; keep one",
            "14:51 hen left: it is attached to \"egg\", which is attached to it",
            "15:51 egg left: it is attached to \"hen\", which is attached to it",
            "17:5 moody left: its attach_to depends on its tags, so it stays a behavior",
        ]
    );
}

#[test]
fn a_document_without_attach_to_stays_byte_for_byte() {
    let plain = "// mine\n{ \"entities\": [ {\"id\":\"a\"} ] }\n";

    assert_eq!(migrated(plain).text, plain);
    assert_eq!(migrated(plain).notes, []);
}

#[test]
fn a_document_with_errors_is_refused() {
    assert!(migrate("{ \"entities\": [{ }] }", Positions::Local).is_err());
    assert!(migrate("{ \"entities\": [", Positions::Absolute).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    /// Whoever is migrated stands where `attach_to` would have dragged it: at the slot.
    #[test]
    fn the_attached_stand_in_their_slots(
        followers in prop::collection::vec((0_usize..6, 0_usize..3, any::<bool>(), any::<bool>()), 1..8),
        twins in prop::collection::vec(any::<bool>(), 3),
    ) {
        let document = generated(&followers, &twins);

        let migration = migrate(&document, Positions::Local).unwrap();

        let loaded = load(&migration.text);
        prop_assert!(!loaded.diagnostics.has_errors(), "{}", loaded.diagnostics);
        let (before, after) = (worlds(&document), worlds(&migration.text));
        prop_assert_eq!(before.len(), after.len());
        for (index, &(target, slot, ..)) in followers.iter().enumerate() {
            let name = format!("f{index}");
            let note = migration.notes.iter().find(|note| note.id == name).unwrap();
            if note.outcome == Outcome::Left {
                continue;
            }
            let find = |name: &str| {
                let capital = format!("_{}", name.to_uppercase());
                let mut all = after.iter();
                all.find(|(id, _)| *id == name || id.ends_with(&capital)).unwrap().1
            };
            let target = target_name(target, index);
            let (own, other) = (find(&name), find(&target));
            let (x, y) = (slot as f32 + 1.0, -(slot as f32));
            let wanted = [
                other[0] * x + other[2] * y + other[4],
                other[1] * x + other[3] * y + other[5],
            ];
            prop_assert!((own[4] - wanted[0]).abs() < 1e-3 && (own[5] - wanted[1]).abs() < 1e-3);
        }
    }
}

/// Follower 0 follows one of three hosts; later ones may follow earlier ones.
fn target_name(target: usize, index: usize) -> String {
    if target >= 3 && target - 3 < index {
        format!("f{}", target - 3)
    } else {
        format!("h{}", target % 3)
    }
}

fn generated(followers: &[(usize, usize, bool, bool)], twins: &[bool]) -> String {
    let slots =
        r#""slots": { "s0": { "x": 1 }, "s1": { "x": 2, "y": -1 }, "s2": { "x": 3, "y": -2 } }"#;
    let mut templates = Vec::new();
    let mut entities = Vec::new();
    for (index, twin) in twins.iter().enumerate() {
        templates.push(format!(r#""th{index}": {{ {slots} }}"#));
        entities.push(format!(
            r#"{{ "id": "h{index}", "template": "th{index}", "tags": ["h{index}"],
                  "transform": {{ "x": {}, "angle": 0.{index}, "scaleX": -2 }} }}"#,
            index * 10
        ));
        if *twin {
            entities.push(format!(
                r#"{{ "id": "twin{index}", "template": "th{index}" }}"#
            ));
        }
    }
    for (index, &(target, slot, in_template, mentioned)) in followers.iter().enumerate() {
        let tag = target_name(target, index);
        let behavior = format!(
            r#""behaviors": [{{ "type": "attach_to", "parentTag": "{tag}", "slotName": "s{slot}" }}, {{ "type": "rotate" }}]"#
        );
        let (own, of_template) = if in_template {
            (String::new(), format!(", {behavior}"))
        } else {
            (format!(", {behavior}"), String::new())
        };
        templates.push(format!(
            r#""tf{index}": {{ "tags": ["f{index}"], "z": 2, {slots}{of_template} }}"#
        ));
        entities.push(format!(
            r#"{{ "id": "f{index}", "template": "tf{index}", "transform": {{ "x": 7, "angle": 0.5 }}{own} }}"#
        ));
        if mentioned {
            entities.push(format!(
                r#"{{ "id": "leaf{index}", "parent": "f{index}" }}"#
            ));
        }
    }
    format!(
        "{{ \"templates\": {{ {} }},\n\"entities\": [{}] }}",
        templates.join(",\n"),
        entities.join(",\n")
    )
}
