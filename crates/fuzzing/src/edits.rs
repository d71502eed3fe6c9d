//! Any lines are edits or are refused, and whatever was edited can be undone.

use kinfolk_scene::{Document, Edit, Editing, load};

const DOCUMENT: &str = r#"{
  "templates": {
    "tank": {
      "slots": { "top": { "y": 20, "layer": 1 } },
      "children": [
        { "name": "Turret", "template": "turret", "slot": "top" },
        { "name": "Wheel", "localTransform": { "x": -1 } }
      ]
    },
    "turret": { "tags": ["t"], "children": [{ "name": "Barrel", "localTransform": { "x": 8 } }] },
    "heavy": { "extends": "tank", "children": [{ "name": "Wheel", "z": 2 }, { "name": "Plate" }] }
  },
  "entities": [
    { "id": "yard", "transform": { "x": 100, "angle": "90deg", "scaleX": -2 } },
    { "id": "tank1", "template": "tank", "children": [{ "name": "Crew", "slot": "top" }, { "id": "own" }] },
    { "id": "tank2", "template": "heavy", "parent": "yard", "overrides": { "Turret/Barrel": { "z": 3 } } },
    { "id": "flag", "parent": "tank1_Turret_Barrel" }
  ]
}"#;

/// Reads the bytes as lines of edits.
pub fn edits(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let document: Document = DOCUMENT.parse().expect("a valid document");
    let mut editing = Editing::new(document).expect("a valid document");
    let mut texts = vec![editing.document().to_text()];
    for line in text.lines().take(40) {
        let Ok(edit) = line.parse::<Edit>() else {
            continue;
        };
        assert_eq!(edit.to_string().parse::<Edit>().as_ref(), Ok(&edit));
        match editing.apply(&edit) {
            Ok(()) => texts.push(editing.document().to_text()),
            Err(_) => assert_eq!(Some(&editing.document().to_text()), texts.last()),
        }
    }
    let (document, plan) = load(texts.last().expect("at least the first"))
        .into_parts()
        .expect("what was edited is valid");
    assert_eq!(&document, editing.document());
    let mut ids: Vec<String> = plan.ids().collect();
    let mut living: Vec<String> = editing.scene().ids(editing.scene().nodes());
    ids.sort();
    living.sort();
    assert_eq!(living, ids);
    editing
        .forest()
        .check_laws()
        .expect("the forest's laws hold");
    for text in texts.iter().rev().skip(1) {
        assert!(editing.undo());
        assert_eq!(&editing.document().to_text(), text);
    }
}
