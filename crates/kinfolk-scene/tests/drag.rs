//! What handles do in the world, and what is written for it.

use kinfolk_scene::{Edit, Editing, OwnAxis, Pull, Snap};

/// A parent that is turned, one that mirrors, one that shears, one above the other, with a leaf below each.
const BENT: &str = r#"{ "entities": [
  { "id": "turned", "transform": { "x": 3, "y": -2, "angle": "33deg" }, "children": [{ "id": "in_turned", "localTransform": { "x": 1, "y": 2 } }] },
  { "id": "mirrored", "transform": { "x": -4, "scaleX": -2, "scaleY": 0.5, "angle": 0.7 },
    "children": [{ "id": "in_mirrored", "localTransform": { "x": 1, "angle": "30deg" } }] },
  { "id": "sheared", "transform": { "y": 5, "angle": "20deg", "skew": "25deg", "scaleX": 3 },
    "children": [{ "id": "in_sheared", "localTransform": { "y": 1.5, "angle": 0.4, "scaleX": 1.25 } }] },
  { "id": "plain" }
] }"#;

const LEAVES: [&str; 4] = ["in_turned", "in_mirrored", "in_sheared", "plain"];

fn grid(step: f32) -> Option<Snap> {
    Some(Snap { step, along: None })
}

fn to(x: f32, y: f32) -> Pull {
    Pull {
        x: Some(x),
        y: Some(y),
        ..Pull::default()
    }
}

/// Does it, and says what was written about whom, in short.
fn dragged(
    editing: &mut Editing,
    id: &str,
    pull: Pull,
    snap: Option<Snap>,
    grain: f32,
) -> Vec<String> {
    let edits = editing.to_drag(&[(id.into(), pull)], snap, grain).unwrap();
    editing.apply_all(&edits).unwrap();
    edits.iter().map(written).collect()
}

fn written(edit: &Edit) -> String {
    match edit {
        Edit::Set { key, value, .. } => format!("{} {value}", key.last().unwrap()),
        Edit::Clear { key, .. } => format!("no {}", key.last().unwrap()),
        _ => "something else".to_owned(),
    }
}

fn world(editing: &Editing, id: &str) -> kinfolk::Transform2 {
    let node = editing.scene().node(id).unwrap();
    editing.forest().world_transform(node).unwrap()
}

fn own(editing: &Editing, id: &str) -> kinfolk::Transform2 {
    let node = editing.scene().node(id).unwrap();
    editing.forest().value(node).unwrap().transform
}

#[test]
fn everybody_goes_where_the_hand_is_in_few_digits() {
    for id in LEAVES {
        let mut editing = Editing::with_text(BENT).unwrap();
        let lines = dragged(&mut editing, id, to(1.2345678, -3.3333333), None, 0.01);
        let at = world(&editing, id).position;
        assert!(
            at.distance([1.2345678, -3.3333333].into()) <= 0.01,
            "{id} {at}"
        );
        assert!(
            lines.iter().all(|line| line.len() <= "x -12.345".len()),
            "{lines:?}"
        );
    }
}

#[test]
fn without_grain_a_round_place_in_the_world_is_round_for_whoever_has_no_parent() {
    let mut editing = Editing::with_text(BENT).unwrap();
    assert_eq!(
        dragged(&mut editing, "plain", to(3.0, -0.3), None, 0.0),
        ["x 3", "y -0.3"]
    );
    for id in LEAVES {
        dragged(&mut editing, id, to(3.0, 2.5), None, 0.0);
        let at = world(&editing, id).position;
        assert!(at.distance([3.0, 2.5].into()) < 1e-5, "{id} {at}");
    }
}

#[test]
fn on_a_grid_own_numbers_are_round_to_the_last_bit() {
    for id in LEAVES {
        let mut editing = Editing::with_text(BENT).unwrap();
        dragged(&mut editing, id, to(2.34, 4.56), grid(0.1), 0.0);
        let at = own(&editing, id).position;
        for number in [at.x, at.y] {
            assert_eq!(
                number,
                ((number * 10.0).round() as f64 / 10.0) as f32,
                "{id} {at}"
            );
        }
        let there = world(&editing, id).position;
        assert!(there.distance([2.34, 4.56].into()) < 0.25, "{id} {there}");
    }
}

#[test]
fn along_its_own_axis_the_other_number_stays() {
    let mut editing = Editing::with_text(BENT).unwrap();
    let here = world(&editing, "in_turned");
    let (sin, cos) = here.rotation.sin_cos();
    let snap = Some(Snap {
        step: 0.5,
        along: Some(OwnAxis::X),
    });
    let pull = to(here.position.x + 1.9 * cos, here.position.y + 1.9 * sin);
    assert_eq!(dragged(&mut editing, "in_turned", pull, snap, 0.0), ["x 3"]);

    // Whoever is turned askew goes in whole steps.
    let before = own(&editing, "in_mirrored");
    let here = world(&editing, "in_mirrored");
    let pull = to(here.position.x, here.position.y + 1.3);
    dragged(&mut editing, "in_mirrored", pull, snap, 0.0);
    let far = own(&editing, "in_mirrored")
        .position
        .distance(before.position);
    assert!((far * 2.0 - (far * 2.0).round()).abs() < 1e-5, "{far}");
}

#[test]
fn turning_writes_an_angle_and_nothing_else() {
    for id in LEAVES {
        let mut editing = Editing::with_text(BENT).unwrap();
        let before = world(&editing, id).rotation;
        let pull = Pull {
            turn: Some(0.5),
            ..Pull::default()
        };
        let lines = dragged(&mut editing, id, pull, None, 0.01);
        assert!(
            lines.len() == 1 && lines[0].starts_with("angle "),
            "{lines:?}"
        );
        let turned = (world(&editing, id).rotation - before).rem_euclid(std::f32::consts::TAU);
        assert!((turned - 0.5).abs() < 1e-3, "{id} {turned}");

        dragged(&mut editing, id, pull, grid(15.0), 0.0);
        let degrees = f64::from(own(&editing, id).rotation).to_degrees() / 15.0;
        assert!((degrees - degrees.round()).abs() < 1e-6, "{id} {degrees}");
    }
}

#[test]
fn snapped_angles_are_whole_degrees_in_the_file() {
    let mut editing = Editing::with_text(BENT).unwrap();
    for (turn, text) in [
        (0.5, "30deg"),
        (1.55, "120deg"),
        (0.8, "165deg"),
        (0.5, "195deg"),
    ] {
        let pull = Pull {
            turn: Some(turn),
            ..Pull::default()
        };
        let lines = dragged(&mut editing, "plain", pull, grid(15.0), 0.0);
        assert_eq!(lines, [format!("angle \"{text}\"")]);
    }
}

#[test]
fn stretching_writes_a_scale_and_nothing_else() {
    for id in LEAVES {
        let mut editing = Editing::with_text(BENT).unwrap();
        let before = own(&editing, id).scale;
        let pull = Pull {
            stretch_x: Some(1.618),
            ..Pull::default()
        };
        let lines = dragged(&mut editing, id, pull, None, 0.01);
        assert!(
            lines.len() == 1 && lines[0].starts_with("scaleX "),
            "{lines:?}"
        );
        let now = own(&editing, id).scale;
        assert!((now.x / before.x - 1.618).abs() < 2e-3, "{id} {now}");

        let lines = dragged(
            &mut editing,
            id,
            Pull {
                stretch_y: Some(1.234),
                ..Pull::default()
            },
            grid(0.1),
            0.0,
        );
        assert_eq!(lines, ["scaleY 1.2"]);
        let lines = dragged(
            &mut editing,
            id,
            Pull {
                stretch_y: Some(-0.01),
                ..Pull::default()
            },
            grid(0.1),
            0.0,
        );
        assert_eq!(lines, ["scaleY -0.1"], "never to nothing");
    }
}

#[test]
fn the_others_go_as_far_as_the_first() {
    let mut editing = Editing::with_text(BENT).unwrap();
    let before = world(&editing, "in_sheared").position;
    let pulls = [
        ("plain".into(), to(2.3, 1.1)),
        ("in_sheared".into(), to(before.x + 2.3, before.y + 1.1)),
    ];
    let edits = editing.to_drag(&pulls, grid(1.0), 0.0).unwrap();
    editing.apply_all(&edits).unwrap();

    assert_eq!(own(&editing, "plain").position.to_array(), [2.0, 1.0]);
    let far = world(&editing, "in_sheared").position - before;
    assert!(far.distance([2.0, 1.0].into()) < 1e-5, "{far}");
}

#[test]
fn asking_changes_nothing_and_what_is_there_already_is_no_edit() {
    let mut editing = Editing::with_text(BENT).unwrap();
    let document = editing.document().clone();
    let here = world(&editing, "in_sheared").position;
    let pulls = [("in_sheared".into(), to(here.x, here.y))];
    assert_eq!(editing.to_drag(&pulls, None, 0.001).unwrap(), []);
    let far = [("in_sheared".into(), to(70.0, 8.0))];
    editing.to_drag(&far, None, 0.0).unwrap();
    assert_eq!(editing.document(), &document);
    assert_eq!(world(&editing, "in_sheared").position, here);
    assert!(
        editing
            .to_drag(&[("nobody".into(), to(1.0, 1.0))], None, 0.0)
            .is_err()
    );
}

const SLOTS: &str = r#"{
  "templates": { "boss": { "slots": { "left": { "x": -1.5, "y": 0.5 }, "right": { "x": 1.5, "y": 0.5 } },
    "children": [{ "name": "Arm", "localTransform": { "x": 2, "y": 2 } }] } },
  "entities": [{ "id": "boss1", "template": "boss", "children": [
    { "id": "lamp", "localTransform": { "x": 4, "y": 1, "angle": 1 } },
    { "id": "flag", "slot": "left", "slotMode": "override", "localTransform": { "x": 0 } }
  ] }]
}"#;

#[test]
fn in_a_slot_own_places_are_gone() {
    let mut editing = Editing::with_text(SLOTS).unwrap();
    for (id, slot, lines) in [
        ("lamp", "left", vec!["slot \"left\"", "no x", "no y"]),
        ("lamp", "right", vec!["slot \"right\""]),
        ("lamp", "right", vec![]),
        ("flag", "left", vec!["no x"]),
        ("boss1_Arm", "right", vec!["slot \"right\"", "x 0", "y 0"]),
    ] {
        let edits = editing.to_slot(&id.into(), slot).unwrap();
        assert_eq!(edits.iter().map(written).collect::<Vec<_>>(), lines, "{id}");
        editing.apply_all(&edits).unwrap();
        let x = if slot == "left" { -1.5 } else { 1.5 };
        assert_eq!(world(&editing, id).position.to_array(), [x, 0.5], "{id}");
    }
    assert!(editing.to_slot(&"lamp".into(), "middle").is_err());
    assert!(editing.to_slot(&"boss1".into(), "left").is_err());
}
