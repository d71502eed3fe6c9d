//! What an editor shows of bodies is what a game would have.

use kinfolk::Forest;
use kinfolk_physics::{BodyKind, ChildPolicy, Geometry, Outline, Physics, Reason};
use kinfolk_scene::{Scene, load};

const YARD: &str = r#"{
  "templates": { "crane": { "slots": { "hook": { "x": 3, "y": 1 } },
    "physics": { "bodyType": "static", "shape": "box", "width": 2, "height": 1 } } },
  "entities": [
    { "id": "boss", "transform": { "x": -5, "y": 1, "scaleX": -2, "angle": "90deg" },
      "physics": { "bodyType": "kinematic", "shape": "box", "width": 2, "height": 1 }, "children": [
        { "id": "arm", "localTransform": { "x": 2 }, "physics": { "child": "compound", "shapes": [
          { "shape": "circle", "radius": 0.5 }, { "shape": "box", "width": 1, "height": 1, "sensor": true } ] } },
        { "id": "orb", "localTransform": { "y": 2 }, "physics": { "shape": "circle", "radius": 1 } }
      ] },
    { "id": "crane1", "template": "crane", "transform": { "x": 6 }, "children": [
      { "id": "load", "localTransform": { "x": 3, "y": -1 },
        "physics": { "child": "joint", "shape": "capsule", "width": 1, "height": 3, "joint": { "slot": "hook", "limits": ["-20deg", "20deg"] } } }
    ] },
    { "id": "plain" }
  ]
}"#;

fn outline(text: &str, id: &str) -> Option<Result<Outline, Reason>> {
    let (document, plan) = load(text).into_parts().unwrap();
    let mut forest = Forest::new();
    let scene = Scene::instantiate(document, plan, &mut forest).unwrap();
    forest.update();
    Outline::of(&forest, &scene, scene.node(id).unwrap())
}

fn of(id: &str) -> Outline {
    outline(YARD, id).unwrap().unwrap()
}

#[test]
fn a_box_is_where_its_mirrored_node_is() {
    let boss = of("boss");
    assert_eq!((boss.kind, boss.role), (BodyKind::Kinematic, None));
    let Geometry::Polygon { corners } = &boss.shapes[0].0 else {
        panic!("{boss:?}");
    };
    // Turned by a quarter: its width, four units, is upright.
    for corner in corners {
        let (x, y) = (corner.x + 5.0, corner.y - 1.0);
        assert!(
            (x.abs() - 0.5).abs() < 1e-5 && (y.abs() - 2.0).abs() < 1e-5,
            "{corner}"
        );
    }
}

#[test]
fn a_part_of_a_body_is_bent_where_it_is() {
    let arm = of("arm");
    assert_eq!(arm.role, Some(ChildPolicy::Compound));
    assert_eq!(arm.kind, BodyKind::Dynamic);
    let [(circle, false), (_, true)] = &arm.shapes[..] else {
        panic!("{arm:?}");
    };
    // The circle is twice as long as wide, so it is a polygon around the arm's place.
    let Geometry::Polygon { corners } = circle else {
        panic!("{circle:?}");
    };
    let middle = corners.iter().fold([0.0, 0.0], |[x, y], corner| {
        [
            x + corner.x / corners.len() as f32,
            y + corner.y / corners.len() as f32,
        ]
    });
    assert!(
        (middle[0] + 5.0).abs() < 1e-4 && (middle[1] + 3.0).abs() < 1e-4,
        "{middle:?}"
    );
    let highest = corners
        .iter()
        .map(|corner| corner.y)
        .fold(f32::MIN, f32::max);
    assert!((highest + 2.0).abs() < 0.05, "{highest}");
}

#[test]
fn what_says_nothing_follows_and_a_joint_is_where_its_slot_is() {
    let orb = of("orb");
    assert_eq!(
        (orb.kind, orb.role),
        (BodyKind::Kinematic, Some(ChildPolicy::Follow))
    );
    let tied = of("load");
    let joint = tied.joint.unwrap();
    assert_eq!(joint.anchor.to_array(), [9.0, 1.0]);
    assert_eq!(joint.body.to_array(), [6.0, 0.0]);
    assert!((joint.limits.unwrap()[1] - 20_f32.to_radians()).abs() < 1e-6);
    assert!(matches!(tied.shapes[0].0, Geometry::Capsule { .. }));
    assert!(outline(YARD, "plain").is_none());
}

#[test]
fn what_a_game_would_refuse_is_refused_here() {
    for (scene, id) in [
        (
            r#"{ "entities": [{ "id": "a", "physics": { "child": "joint", "shape": "circle", "radius": 1 } }] }"#,
            "a",
        ),
        (
            r#"{ "entities": [{ "id": "a", "physics": { "shape": "circle", "radius": -1 } }] }"#,
            "a",
        ),
        (
            r#"{ "entities": [{ "id": "a", "physics": { "shape": "blob" } }] }"#,
            "a",
        ),
        (
            r#"{ "entities": [{ "id": "a", "transform": { "scaleX": 0 }, "physics": { "shape": "box", "width": 1, "height": 1 } }] }"#,
            "a",
        ),
        (
            r#"{ "entities": [{ "id": "p", "children": [{ "id": "a", "physics": { "child": "reject", "shape": "circle", "radius": 1 } }] }] }"#,
            "a",
        ),
    ] {
        assert!(outline(scene, id).unwrap().is_err(), "{scene}");
        let (document, plan) = load(scene).into_parts().unwrap();
        let mut forest = Forest::new();
        let scene = Scene::instantiate(document, plan, &mut forest).unwrap();
        let mut physics: Physics = Physics::default();
        assert!(physics.add_scene(&mut forest, &scene).is_err());
    }
}

#[test]
fn a_polygon_that_is_scaled_to_nothing_is_no_shape_however_it_is_turned() {
    for angle in ["0", "1", "\"200deg\"", "3.8685623921825124e25"] {
        let text = format!(
            r#"{{ "entities": [{{ "id": "kite", "transform": {{ "angle": {angle}, "scaleX": 1e-20, "scaleY": 2, "skew": -16.5 }},
                "physics": {{ "shape": "polygon", "offset": [0.5, -16.75], "points": [[0, 0], [0.01, 0], [1, 1], [0, 0.01]] }} }}] }}"#
        );
        let kite = outline(&text, "kite").unwrap();
        assert_eq!(kite.unwrap_err(), Reason::Degenerate, "{angle}");
    }
}
