//! A scene that was played with, captured, written, read and planted again is the same scene.

use std::collections::BTreeMap;

use crate::choices::{Choices, Kind, document, loaded};
use kinfolk::{Forest, Inherits, Node2, NodeId, Transform2};
use kinfolk_scene::{Document, Overrides, Scene};
use proptest::prelude::*;

fn planted(text: &str) -> Option<(Forest<Node2>, Scene)> {
    let (document, plan) = loaded(text)?;
    let mut forest = Forest::new();
    let scene = Scene::instantiate(document, plan, &mut forest).unwrap();
    Some((forest, scene))
}

/// Every known node by id: its parent's id, its value and its fields.
fn known(forest: &Forest<Node2>, scene: &Scene) -> BTreeMap<String, String> {
    forest
        .walk()
        .filter_map(|node| {
            let id = scene.id(node)?;
            let parent = forest.parent(node).and_then(|parent| scene.id(parent));
            let value = forest.value(node)?;
            let mut fields = scene.fields(node)?.clone();
            // These follow from the value.
            fields.slot = Default::default();
            fields.slot_mode = Default::default();
            fields.inherit = Default::default();
            fields.z = Default::default();
            fields.z_relative = Default::default();
            fields.y_sort = Default::default();
            fields.visible = Default::default();
            fields.active = Default::default();
            let bits = value.transform.position.to_array().map(f32::to_bits);
            Some((
                id,
                format!("below {parent:?}: {value:?} {bits:?} {fields:?}"),
            ))
        })
        .collect()
}

/// Does something to the forest that a game might do.
fn play(choices: &mut Choices<'_>, forest: &mut Forest<Node2>, scene: &mut Scene) {
    let nodes: Vec<NodeId> = forest.walk().collect();
    let Some(&node) = nodes.get(choices.below(nodes.len().max(1))) else {
        return;
    };
    let other = nodes[choices.below(nodes.len())];
    let mut value = forest.value(node).unwrap();
    match choices.below(9) {
        0 => value.transform.position = [choices.number(), choices.number()].into(),
        1 => value.transform.rotation = choices.number(),
        2 => value.transform.scale.x = choices.number(),
        3 => value.z = choices.below(9) as i32,
        4 => value.visible = !value.visible,
        5 => value.inherits = choices.of(&[Inherits::ALL, Inherits::SCALE, Inherits::POSITION]),
        6 => drop(forest.remove(node).unwrap()),
        7 => drop(forest.attach(node, other)), // a loop is refused
        _ => {
            let transform = Transform2::at(choices.number(), 2.0);
            let template = choices.of(&["arm", "hand", "boss"]);
            // Ids made of names can collide by chance; then nothing is planted.
            drop(scene.instantiate_prefab_at(
                forest,
                node,
                template,
                transform,
                &Overrides::default(),
            ));
        }
    }
    if forest.contains(node) {
        forest.set(node, value).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6_000))]

    #[test]
    fn a_scene_that_nobody_touched_is_captured_to_the_letter(
        bytes in prop::collection::vec(any::<u8>(), 0..300),
    ) {
        let document = document(&mut Choices::new(&bytes), Kind { odd: true });
        let text = document.to_text();
        let scene = planted(&text);
        prop_assume!(scene.is_some());
        let (forest, scene) = scene.unwrap();

        prop_assert_eq!(scene.capture(&forest).to_text(), text);
    }

    #[test]
    fn what_was_played_with_comes_back(
        bytes in prop::collection::vec(any::<u8>(), 0..300),
        plays in prop::collection::vec(any::<u8>(), 0..40),
    ) {
        let document = document(&mut Choices::new(&bytes), Kind { odd: false });
        let scene = planted(&document.to_text());
        prop_assume!(scene.is_some());
        let (mut forest, mut scene) = scene.unwrap();
        let mut choices = Choices::new(&plays);
        for _ in 0..plays.len() / 4 {
            play(&mut choices, &mut forest, &mut scene);
        }

        let captured = scene.capture(&forest);

        let text = captured.to_text();
        let again = planted(&text);
        prop_assert!(again.is_some(), "{}", text);
        let (again_forest, again_scene) = again.unwrap();
        prop_assert_eq!(known(&again_forest, &again_scene), known(&forest, &scene), "{}", text);
    }
}

#[test]
fn instances_stay_instances_with_the_fewest_overrides() {
    let text = r#"{
        "templates": {
            "boss": {
                "slots": { "left": { "x": -1.5, "layer": 2 } },
                "children": [
                    { "name": "LeftArm", "template": "arm", "slot": "left" },
                    { "name": "RightArm", "template": "arm" }
                ]
            },
            "arm": { "children": [{ "name": "Hand" }] }
        },
        "entities": [
            { "id": "boss1", "template": "boss", "transform": { "angle": "45deg" } },
            { "id": "boss2", "template": "boss" }
        ]
    }"#;
    let (mut forest, scene) = planted(text).unwrap();
    let node = |id| scene.node(id).unwrap();

    forest
        .set_position(node("boss1_LeftArm"), [0.0, 3.0])
        .unwrap();
    forest
        .set_visible(node("boss1_RightArm_Hand"), false)
        .unwrap();
    forest.detach(node("boss2_RightArm")).unwrap();

    let entities = scene.capture(&forest).to_text();
    let entities = &entities[entities.find("  \"entities\"").unwrap()..];
    assert_eq!(
        entities,
        r#"  "entities": [
    {
      "id": "boss1",
      "template": "boss",
      "transform": { "angle": "45deg" },
      "overrides": {
        "LeftArm": { "slotMode": "override", "localTransform": { "x": 0, "y": 3 } },
        "RightArm/Hand": { "visible": false }
      }
    },
    { "id": "boss2", "template": "boss", "overrides": { "RightArm": null } },
    {
      "id": "boss2_RightArm",
      "name": "RightArm",
      "children": [
        { "id": "boss2_RightArm_Hand", "name": "Hand" }
      ]
    }
  ]
}
"#
    );
}

#[test]
fn nodes_that_the_game_planted_are_captured_below_their_parents() {
    let (mut forest, scene) = planted(r#"{ "entities": [{ "id": "ship" }] }"#).unwrap();
    let ship = scene.node("ship").unwrap();
    forest.plant(Node2::at(9.0, 9.0)).unwrap(); // not ours
    let spark = forest.plant_at(ship, Node2::at(1.0, 2.0)).unwrap();
    forest.plant_at(spark, Node2::PLAIN.hidden()).unwrap();

    let captured: Document = scene.capture(&forest);

    assert_eq!(captured.entities.len(), 1);
    let spark = &captured.entities[0].children[0];
    assert_eq!(spark.transform.set().unwrap().x.set(), Some(&1.0));
    assert_eq!(spark.children[0].fields.visible.set(), Some(&false));
    assert!(loaded(&captured.to_text()).is_some());
}
