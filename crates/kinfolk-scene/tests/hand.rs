//! What a hand does becomes edits that do just that.

use kinfolk::NodeId;
use kinfolk_scene::{Editing, Keep, Text, Wish};
use proptest::prelude::*;

const YARD: &str = r#"{
  "templates": {
    "lamp": { "slots": { "top": { "x": 1, "y": 2 } }, "children": [{ "name": "Bulb", "localTransform": { "y": 1 } }] },
    "pole": { "children": [{ "name": "Lamp", "template": "lamp" }, { "name": "Foot" }] }
  },
  "entities": [
    { "id": "crane", "transform": { "x": 5, "angle": "30deg" }, "children": [
      { "name": "Arm", "localTransform": { "x": 2, "scaleX": -2 }, "children": [{ "id": "rope" }, { "id": "wire" }] },
      { "id": "hook", "localTransform": { "y": -3, "angle": "0.1turn" } },
      { "id": "cab" }
    ] },
    { "id": "pole1", "template": "pole", "children": [{ "id": "nest" }, { "id": "sign" }] },
    { "id": "bird", "parent": "pole1_Lamp", "localTransform": { "y": 1 } },
    { "id": "moth", "parent": "pole1_Lamp" },
    { "id": "cat", "parent": "crane", "localTransform": { "x": 3 } },
    { "id": "dog", "parent": "crane" },
    { "id": "yard" },
    { "id": "kite", "parent": "pole1_Lamp", "slot": "top" },
    { "id": "fox", "parent": "crane" }
  ]
}"#;

const ALL: [&str; 18] = [
    "crane",
    "crane_Arm",
    "rope",
    "wire",
    "hook",
    "cab",
    "pole1",
    "pole1_Lamp",
    "pole1_Foot",
    "pole1_Lamp_Bulb",
    "nest",
    "sign",
    "bird",
    "moth",
    "cat",
    "dog",
    "yard",
    "kite",
];

fn children(editing: &Editing, parent: Option<&str>) -> Vec<String> {
    let (scene, forest) = (editing.scene(), editing.forest());
    let nodes: Vec<NodeId> = match parent {
        Some(parent) => forest.children(scene.node(parent).unwrap()).collect(),
        None => forest.roots().collect(),
    };
    scene.ids(&nodes)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn entities_go_where_the_hand_points(
        moves in prop::collection::vec(
            (prop::collection::vec(0..ALL.len(), 1..4), prop::option::of(0..ALL.len()), prop::option::of(0..8_usize), any::<bool>()),
            1..6,
        ),
    ) {
        let mut editing = Editing::with_text(YARD).unwrap();
        for (ids, parent, before, in_place) in moves {
            let ids: Vec<Text> = ids.into_iter().map(|index| ALL[index].into()).collect();
            let ids = editing.topmost(&ids).unwrap();
            let parent = parent.map(|index| ALL[index]);
            let others: Vec<String> = children(&editing, parent)
                .into_iter()
                .filter(|id| ids.iter().all(|moved| moved != id))
                .collect();
            let parts = others.iter().filter(|id| !editing.scene().is_written(editing.scene().node(id).unwrap())).count();
            let before = before.and_then(|index| others.get(index).cloned());
            let keep = if in_place { Keep::World } else { Keep::Local };
            let edits = editing.to_move(&ids, parent, before.as_deref(), keep).unwrap();
            let places: Vec<_> = ids
                .iter()
                .map(|id| editing.forest().world_transform(editing.scene().node(id).unwrap()).unwrap())
                .collect();
            if editing.apply_all(&edits).is_err() {
                continue; // a part, or below itself
            }

            let at = before.and_then(|before| others.iter().position(|id| *id == before));
            let at = at.unwrap_or(others.len()).max(parts);
            let mut expected = others;
            expected.splice(at..at, ids.iter().map(Text::to_string));
            prop_assert_eq!(children(&editing, parent), expected);
            if in_place {
                for (id, before) in ids.iter().zip(places) {
                    let node = editing.scene().node(id).unwrap();
                    let after = editing.forest().world_transform(node).unwrap();
                    prop_assert!(after.position.distance(before.position) < 1e-3);
                }
            }
        }
    }

    #[test]
    fn entities_stand_where_the_hand_puts_them(
        who in 0..ALL.len(), x in -50.0_f32..50.0, y in prop::option::of(-50.0_f32..50.0), angle in prop::option::of(-3.0_f32..3.0),
        scale in prop::option::of(0.5_f32..4.0),
    ) {
        let mut editing = Editing::with_text(YARD).unwrap();
        let before = editing.document().clone();
        let id = ALL[who];
        let wish = Wish { x: Some(x), y, angle, scale_x: scale, ..Wish::default() };
        let edits = editing.to_place(&[id.into()], &wish).unwrap();
        prop_assert_eq!(editing.document(), &before, "asking changes nothing");
        editing.apply_all(&edits).unwrap();

        let node = editing.scene().node(id).unwrap();
        let world = editing.forest().world_transform(node).unwrap();
        prop_assert!((world.position.x - x).abs() < 1e-3);
        prop_assert!(y.is_none_or(|y| (world.position.y - y).abs() < 1e-3));
        let turn = |angle: f32| (angle - world.rotation).rem_euclid(std::f32::consts::TAU);
        let is_near = |turn: f32| !(1e-3..std::f32::consts::TAU - 1e-3).contains(&turn);
        prop_assert!(angle.is_none_or(|angle| is_near(turn(angle))), "{:?} {}", angle, world.rotation);
        prop_assert!(scale.is_none_or(|scale| (world.scale.x - scale).abs() < 1e-3));
    }
}

#[test]
fn an_angle_stays_in_the_unit_of_its_author() {
    let mut editing = Editing::with_text(YARD).unwrap();
    let wish = Wish {
        angle: Some(std::f32::consts::FRAC_PI_2),
        ..Wish::default()
    };
    let edits = editing.to_place(&["crane".into()], &wish).unwrap();
    editing.apply_all(&edits).unwrap();

    assert!(editing.text().contains(r#""angle": "90deg""#));
}

#[test]
fn a_parent_and_its_child_are_both_put_where_they_shall_be() {
    let scene = r#"{ "entities": [{ "id": "ship", "transform": { "x": 4, "angle": "90deg", "scaleX": 2 },
        "children": [{ "id": "mast", "localTransform": { "x": 1 } }] }] }"#;
    let mut editing = Editing::with_text(scene).unwrap();
    let wish = |x| Wish {
        x: Some(x),
        ..Wish::default()
    };
    let wishes = [("mast".into(), wish(3.0)), ("ship".into(), wish(-2.0))];

    let edits = editing.to_place_each(&wishes).unwrap();
    editing.apply_all(&edits).unwrap();

    let x = |id: &str| {
        let node = editing.scene().node(id).unwrap();
        editing.forest().world_transform(node).unwrap().position.x
    };
    assert!((x("ship") + 2.0).abs() < 1e-5, "{}", x("ship"));
    assert!((x("mast") - 3.0).abs() < 1e-5, "{}", x("mast"));
}

#[test]
fn nothing_but_what_is_wished_for_is_written() {
    let mut editing = Editing::with_text(YARD).unwrap();
    let wish = Wish {
        y: Some(7.0),
        ..Wish::default()
    };
    let edits = editing.to_place(&["yard".into()], &wish).unwrap();

    let lines: Vec<String> = edits.iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [r#"{ "edit": "set", "id": "yard", "key": "transform.y", "value": 7 }"#]
    );
}

#[test]
fn a_child_in_a_slot_can_be_put_at_its_parents_origin() {
    let mut editing = Editing::with_text(YARD).unwrap();
    let wish = Wish {
        x: Some(0.0),
        y: Some(0.0),
        ..Wish::default()
    };
    let edits = editing.to_place(&["kite".into()], &wish).unwrap();
    editing.apply_all(&edits).unwrap();

    let kite = editing.scene().node("kite").unwrap();
    let place = editing.forest().world_position(kite).unwrap();
    assert_eq!(place.to_array(), [0.0, 0.0]);
}

#[test]
fn a_fragment_has_what_hangs_below_and_the_templates_it_needs() {
    let editing = Editing::with_text(YARD).unwrap();
    let fragment = editing.fragment(["pole1", "hook"]);

    let ids: Vec<_> = fragment
        .entities
        .iter()
        .filter_map(|entity| entity.id.as_deref())
        .collect();
    assert_eq!(ids, ["pole1", "bird", "moth", "kite", "hook"]);
    let mut templates: Vec<_> = fragment.templates.keys().map(Text::as_str).collect();
    templates.sort_unstable();
    assert_eq!(templates, ["lamp", "pole"]);
    assert!(Editing::new(fragment).is_ok());
}

#[test]
fn what_is_written_about_a_part_is_what_its_instance_overrides() {
    let mut editing = Editing::with_text(YARD).unwrap();
    let bulb = editing.scene().node("pole1_Lamp_Bulb").unwrap();
    assert!(!editing.is_overridden(bulb));
    let edit =
        r#"{ "edit": "set", "id": "pole1_Lamp_Bulb", "key": "localTransform.x", "value": 4 }"#;
    editing.apply(&edit.parse().unwrap()).unwrap();

    let authored = editing.authored("pole1_Lamp_Bulb").unwrap();
    assert_eq!(
        authored.instance,
        Some(("pole1".to_owned(), "Lamp/Bulb".to_owned()))
    );
    assert!(authored.keys.get("localTransform").is_some());
    let bulb = editing.scene().node("pole1_Lamp_Bulb").unwrap();
    assert!(editing.is_overridden(bulb));
    assert_eq!(editing.overridden(), [bulb]);
}
