//! Absolute positions under parents that only kept order.

use kinfolk_scene::{Positions, migrate};
use proptest::prelude::*;

use crate::{told, worlds};

/// Seed 0, before the RFC: the turret's place is where it is in the world.
const TANK: &str = r#"{
  "entities": [
    { "id": "tank", "transform": { "x": 100, "y": 100 } },
    // on top of the tank
    { "id": "turret", "parent": "tank", "localTransform": { "x": 100.3, "y": 80 /* down */ } },
    { "id": "flag", "parent": "turret", "name": "Flag" },
    { "id": "hatch", "parent": "turret", "localTransform": { "x": 100.3, "y": 80, "angle": "90deg" } }
  ]
}
"#;

#[test]
fn a_turret_stays_where_it_is() {
    let migration = migrate(TANK, Positions::Absolute).unwrap();

    assert_eq!(
        told(&migration),
        [
            "5:59 turret changed: x is 0.3 now, y is -20 now",
            "6:5 flag changed: x is -100.3 now, y is -80 now",
            "7:60 hatch changed: x is 0 now, y is 0 now",
        ]
    );
    assert!(migration.text.contains(
        r#"    // on top of the tank
    { "id": "turret", "parent": "tank", "localTransform": { "x": 0.3, "y": -20 /* down */ } },
    { "id": "flag", "localTransform": { "x": -100.3, "y": -80 }, "parent": "turret", "name": "Flag" },"#
    ));
    let worlds = worlds(&migration.text);
    assert_eq!(worlds["turret"][4..], [100.3, 80.0]);
    assert_eq!(worlds["flag"][4..], [0.0, 0.0]);
}

#[test]
fn a_parent_that_is_flat_is_told() {
    let flat = r#"{ "entities": [
        { "id": "wall", "transform": { "scaleX": 0 }, "children": [{ "id": "door", "localTransform": { "x": 1 } }] }
    ] }"#;

    let migration = migrate(flat, Positions::Absolute).unwrap();

    assert_eq!(migration.text, flat);
    assert_eq!(migration.notes.len(), 1);
    assert!(
        migration.notes[0]
            .what
            .starts_with("its position stays as it is")
    );
}

#[test]
fn a_long_chain_takes_no_time_and_no_stack() {
    let mut text = r#"{ "entities": [{ "id": "n0" }"#.to_owned();
    for index in 1..20_000 {
        text += &format!(
            ",\n{{ \"id\": \"n{index}\", \"parent\": \"n{}\", \"localTransform\": {{ \"x\": {index} }} }}",
            index - 1
        );
    }
    text += "] }";

    let migration = migrate(&text, Positions::Absolute).unwrap();

    assert_eq!(worlds(&migration.text)["n19999"][4], 19_999.0);
    assert_eq!(migration.notes.len(), 19_998);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn everybody_stands_where_its_numbers_were(
        nodes in prop::collection::vec(
            (0.0_f32..1.0, -800_i32..800, -800_i32..800, -30_i32..30, -3_i32..4, 0_usize..4),
            1..15,
        ),
    ) {
        let mut text = r#"{ "entities": ["#.to_owned();
        let mut wanted = Vec::new();
        for (index, &(parent, x, y, angle, scale, inherit)) in nodes.iter().enumerate() {
            let scale = if scale == 0 { 1 } else { scale };
            let (x, y, angle) = (x as f32 / 10.0, y as f32 / 10.0, angle as f32 / 10.0);
            let numbers = format!(r#"{{ "x": {x}, "y": {y}, "angle": {angle}, "scaleX": {scale} }}"#);
            let key = if index == 0 { "transform" } else { "localTransform" };
            let parent = match index {
                0 => String::new(),
                _ => format!(r#", "parent": "n{}""#, (parent * index as f32) as usize),
            };
            let inherit = [
                "\"all\"", "\"position\"", "[\"position\", \"rotation\", \"scale\", \"reflection\"]", "\"topLevel\"",
            ][inherit];
            let comma = if index == 0 { "" } else { ",\n" };
            text += &format!(
                r#"{comma}{{ "id": "n{index}", "{key}": {numbers}{parent}, "inherit": {inherit} }}"#
            );
            let transform = kinfolk::Transform2::at(x, y).turned(angle).scaled(scale as f32, 1.0);
            wanted.push(transform.to_affine().to_cols_array());
        }
        text += "] }";

        let migration = migrate(&text, Positions::Absolute).unwrap();

        let worlds = worlds(&migration.text);
        for (index, wanted) in wanted.iter().enumerate() {
            let world = worlds[&format!("n{index}")];
            let far = world.iter().zip(wanted).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            prop_assert!(far < 2e-3, "n{index} is {far} from where it was\n{}", migration.text);
        }
    }
}
