//! Forests as data: they come back whole, and hostile data is refused with a reason.

use kinfolk::{Forest, Inherits, Node2, Node3, NodeId, Transform2, Transform3};
use serde_json::{Value, json};

use crate::dice::Dice;
use crate::picture::planted_as;
use crate::portrait::{effective_values, family, lawful};

fn again<T: serde::Serialize + serde::de::DeserializeOwned>(value: &T) -> T {
    serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
}

#[test]
fn a_forest_comes_back_with_its_ids_order_and_values() {
    for seed in 0..20 {
        let mut dice = Dice::new(seed);
        let mut forest = dice.forest2(60);
        for _ in 0..15 {
            let (node, other) = (dice.node(&forest), dice.node(&forest));
            let _ = forest.attach(node.unwrap(), other.unwrap());
            if forest.len() > 30 && dice.one_in(2) {
                forest.remove(dice.node(&forest).unwrap()).unwrap();
            }
            if forest.is_empty() {
                forest.plant(Node2::PLAIN).unwrap();
            }
        }
        forest.set_max_depth(Some(70));

        let mut back = again(&forest);

        lawful(&back);
        assert_eq!(family(&back), family(&forest));
        assert!(effective_values(&back) == effective_values(&forest));
        assert_eq!(back.max_depth(), Some(70));
        assert_eq!(
            back.update().len(),
            forest.len(),
            "all of them are new here"
        );
        lawful(&back);
    }
}

#[test]
fn an_empty_forest_comes_back_empty() {
    let back = again(&Forest::<Node2>::new());

    assert!(back.is_empty());
    lawful(&back);
}

#[test]
fn what_was_stale_stays_stale_and_new_ids_are_new() {
    let (mut forest, names) = planted_as("ship(turret(barrel)) dock", |_| Node2::PLAIN);
    let gone = [names["turret"], names["barrel"]];
    forest.remove(names["turret"]).unwrap();

    let mut back = again(&forest);

    assert!(back.contains(names["ship"]) && back.contains(names["dock"]));
    assert!(gone.iter().all(|&node| !back.contains(node)));
    for _ in 0..4 {
        let new = back.plant(Node2::PLAIN).unwrap();
        assert!(!gone.contains(&new) && new != names["ship"] && new != names["dock"]);
    }
    assert!(gone.iter().all(|&node| !back.contains(node)));
    lawful(&back);
}

#[test]
fn ids_and_values_come_back() {
    let (_, names) = planted_as("ship(turret)", |_| Node2::PLAIN);
    let node = names["turret"];
    assert_eq!(again(&node), node);
    assert_eq!(NodeId::from_bits(node.to_bits()), Some(node));
    assert!(serde_json::from_value::<NodeId>(json!([3, 0])).is_err());

    let mut dice = Dice::new(5);
    for _ in 0..50 {
        let value = dice.node2();
        assert_eq!(again(&value), value);
    }
    let solid = Node3::new(Transform3::at(1.0, 2.0, 3.0).scaled(-1.0, 2.0, 0.1));
    assert_eq!(again(&solid), solid);
}

#[test]
fn a_3d_forest_comes_back_too() {
    let mut forest = Forest::new();
    let arm = forest.plant(Transform3::at(0.5, 1.0, 0.0)).unwrap();
    let hand = forest.plant_at(arm, Transform3::at(0.1, 0.2, 0.3)).unwrap();

    let back = again(&forest);

    assert_eq!(back.effective(hand), forest.effective(hand));
}

#[test]
fn what_is_left_out_of_a_value_is_the_default() {
    let node: Node2 = serde_json::from_value(json!({ "z": 3 })).unwrap();
    assert_eq!(node, Node2::PLAIN.with_z(3));
    let transform: Transform2 = serde_json::from_value(json!({ "rotation": 1.0 })).unwrap();
    assert_eq!(transform, Transform2::IDENTITY.turned(1.0));
}

/// A ship with a turret, as data.
fn written() -> Value {
    let (forest, _) = planted_as("ship(turret)", |_| {
        Node2::PLAIN.with_inherits(Inherits::POSITION)
    });
    serde_json::to_value(forest).unwrap()
}

/// Why a forest is refused after `spoil` has been at its data.
#[track_caller]
fn refused(spoil: impl FnOnce(&mut Value)) -> String {
    let mut data = written();
    assert!(serde_json::from_value::<Forest<Node2>>(data.clone()).is_ok());
    spoil(&mut data);
    match serde_json::from_value::<Forest<Node2>>(data) {
        Ok(_) => panic!("that should have been refused"),
        Err(reason) => reason.to_string(),
    }
}

#[test]
fn hostile_links_are_refused_with_a_reason() {
    let twice = refused(|data| data["nodes"][1]["slot"] = json!(0));
    let before = refused(|data| data["nodes"][0]["parent"] = json!(1));
    let missing = refused(|data| data["nodes"][1]["parent"] = json!(77));
    let itself = refused(|data| data["nodes"][1]["parent"] = json!(1));
    let range = refused(|data| data["nodes"][1]["slot"] = json!(2));
    let none = refused(|data| data["nodes"][1]["slot"] = json!(u32::MAX));
    let nowhere = refused(|data| data["nodes"][1]["parent"] = json!(u32::MAX));

    assert_eq!(twice, "node 0 comes twice");
    assert_eq!(before, "node 0: its parent does not come before it (1)");
    assert_eq!(missing, "node 1: its parent does not come before it (77)");
    assert_eq!(itself, "node 1: its parent does not come before it (1)");
    assert_eq!(range, "node 2 has no version");
    assert_eq!(none, "node 4294967295 has no version");
    assert_eq!(
        nowhere,
        "node 1: its parent does not come before it (4294967295)"
    );
}

#[test]
fn hostile_numbers_are_refused_with_a_reason() {
    let spoilt = |field: [&str; 2], number: f64| {
        refused(|data| {
            data["nodes"][1]["value"]["transform"][field[0]] = match field[1] {
                "" => json!(number),
                "x" => json!([number, 1.0]),
                _ => json!([1.0, number]),
            }
        })
    };
    for field in [
        ["position", "x"],
        ["position", "y"],
        ["rotation", ""],
        ["scale", "x"],
        ["scale", "y"],
        ["skew", ""],
    ] {
        for number in [1e39, -1e39, f64::MAX] {
            assert_eq!(spoilt(field, number), "node 1: a number is not finite");
        }
    }
    let null = refused(|data| data["nodes"][0]["value"]["transform"]["rotation"] = Value::Null);
    assert_eq!(null, "invalid type: null, expected f32");
    let z = refused(|data| data["nodes"][0]["value"]["z"] = json!(1_u64 << 40));
    assert!(z.contains("expected i32"), "{z}");
    assert!(serde_json::from_str::<Transform2>(r#"{"rotation": NaN}"#).is_err());
}

#[test]
fn hostile_versions_are_refused_with_a_reason() {
    let zero = refused(|data| data["versions"][0] = json!(0));
    let first = refused(|data| data["first_version"] = json!(0));
    let large = refused(|data| data["versions"][1] = json!(1_u64 << 32));
    let few = refused(|data| drop(data["versions"].as_array_mut().unwrap().pop()));
    let gone = refused(|data| drop(data.as_object_mut().unwrap().remove("versions")));

    assert_eq!(zero, "invalid value: integer `0`, expected a nonzero u32");
    assert_eq!(first, zero);
    assert!(large.contains("expected a nonzero u32"), "{large}");
    assert_eq!(few, "node 1 has no version");
    assert_eq!(gone, "missing field `versions`");
}

#[test]
fn unknown_fields_are_refused() {
    let forest = refused(|data| data["colour"] = json!("red"));
    let node = refused(|data| data["nodes"][0]["colour"] = json!("red"));

    assert!(forest.starts_with("unknown field `colour`"), "{forest}");
    assert!(node.starts_with("unknown field `colour`"), "{node}");
}

#[test]
fn a_misspelt_field_of_a_value_is_refused() {
    let value = refused(|data| data["nodes"][0]["value"]["visble"] = json!(false));

    assert!(value.starts_with("unknown field `visble`"), "{value}");
}

#[test]
fn versions_at_the_end_of_their_life_make_no_trouble() {
    let mut data = written();
    data["versions"] = json!([u32::MAX, u32::MAX, u32::MAX]);
    let mut forest: Forest<Node2> = serde_json::from_value(data).unwrap();

    for _ in 0..3 {
        let nodes: Vec<_> = forest.walk().collect();
        for node in nodes {
            let _ = forest.remove(node);
            assert!(!forest.contains(node));
        }
        lawful(&forest);
        let new = forest.plant(Node2::PLAIN).unwrap();
        assert!(forest.contains(new));
        lawful(&forest);
    }
}

#[test]
fn a_chain_of_a_hundred_thousand_is_flat_data() {
    let mut forest = Forest::new();
    let nodes = (0..100_000).map(|index: usize| (index.checked_sub(1), Transform3::IDENTITY));
    let nodes = forest.plant_tree(kinfolk::Spot::Root, nodes).unwrap();

    let back = again(&forest);

    assert_eq!(back.depth(nodes[99_999]), Some(99_999));
}
