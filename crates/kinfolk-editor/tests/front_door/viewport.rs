//! What the picture asks for: drags, slots, and what physics makes of entities.

use kinfolk_editor::protocol::Frame;
use kinfolk_editor::{Session, respond};
use serde_json::{Value, json};

const SCENE: &str = r#"{
  "templates": { "boss": { "slots": { "left": { "x": -3, "y": 1 } } }, "giant": { "extends": "boss" } },
  "entities": [
    { "id": "boss1", "template": "giant", "transform": { "angle": "30deg", "scaleX": -2 }, "children": [
      { "id": "lamp", "localTransform": { "x": 1, "y": 2 }, "physics": { "shape": "circle", "radius": 1 } }
    ] },
    { "id": "crate", "transform": { "x": 100 }, "physics": { "shape": "box", "width": 2, "height": 2 } },
    { "id": "odd", "transform": { "x": 1 }, "physics": { "shape": "blob" } }
  ]
}
"#;

fn ask(session: &mut Session, request: &Value) -> Value {
    let answer = respond(session, &request.to_string());
    let Frame::Text(reply) = answer.reply() else {
        panic!("a reply is text");
    };
    serde_json::from_str(&reply).unwrap()
}

fn drag(id: &str, pull: Value, gesture: &str) -> Value {
    json!({ "n": 1, "do": "drag", "ids": [id], "pulls": [pull], "gesture": gesture, "name": "Move" })
}

#[test]
fn a_gesture_asks_from_where_it_began() {
    let mut session = Session::open("a.jsonc", SCENE);
    // Were the second one worked out from the first, its x would be no change, and be lost.
    for (x, y) in [(5.0, 7.0), (5.0, 8.0), (5.0, 9.0)] {
        let reply = ask(&mut session, &drag("crate", json!({ "x": x, "y": y }), "g"));
        assert_eq!(reply["ok"], true, "{reply}");
    }
    assert!(
        session.text().contains(r#""x": 5, "y": 9"#),
        "{}",
        session.text()
    );
    // Turns add up from the beginning, not from the last request.
    for turn in [0.5, 1.0, std::f64::consts::FRAC_PI_2] {
        ask(
            &mut session,
            &drag("crate", json!({ "turn": turn }), "turn"),
        );
    }
    assert!(
        session.text().contains(r#""angle": "90deg""#),
        "{}",
        session.text()
    );
    ask(&mut session, &json!({ "n": 2, "do": "undo" }));
    ask(&mut session, &json!({ "n": 3, "do": "undo" }));
    assert_eq!(session.text(), SCENE);
    assert!(!session.is_unsaved());
}

#[test]
fn a_place_of_a_gesture_is_worked_out_from_where_it_began_as_well() {
    let mut session = Session::open("a.jsonc", SCENE);
    for (x, y) in [(5.0, 7.0), (5.0, 8.0)] {
        let request = json!({ "n": 1, "do": "place", "ids": ["crate"], "world": { "x": x, "y": y }, "gesture": "g" });
        assert_eq!(ask(&mut session, &request)["ok"], true);
    }
    assert!(
        session.text().contains(r#""x": 5, "y": 8"#),
        "{}",
        session.text()
    );
}

#[test]
fn what_is_back_where_it_was_is_no_step() {
    let mut session = Session::open("a.jsonc", SCENE);
    ask(&mut session, &drag("crate", json!({ "x": 5 }), "g"));
    assert!(session.is_unsaved());
    let reply = ask(
        &mut session,
        &drag("crate", json!({ "x": 100, "y": 0 }), "g"),
    );
    assert_eq!(reply["ok"], true);
    assert!(!session.is_unsaved());
    assert_eq!(
        ask(&mut session, &json!({ "n": 1, "do": "undo" }))["ok"],
        false
    );
    assert_eq!(session.text(), SCENE);
}

#[test]
fn a_refusal_leaves_the_gesture_where_it_was() {
    let mut session = Session::open("a.jsonc", SCENE);
    ask(&mut session, &drag("crate", json!({ "x": 5 }), "g"));
    let before = session.text();
    for pull in [
        json!({ "x": 1e39 }),
        json!({ "stretchX": 1e39 }),
        json!("no"),
    ] {
        assert_eq!(ask(&mut session, &drag("crate", pull, "g"))["ok"], false);
    }
    for request in [
        json!({ "n": 1, "do": "drag", "ids": ["crate"], "pulls": [] }),
        json!({ "n": 1, "do": "drag", "ids": [], "pulls": [] }),
        json!({ "n": 1, "do": "drag", "ids": ["nobody"], "pulls": [{ "x": 1 }], "gesture": "g" }),
        json!({ "n": 1, "do": "drag", "ids": ["crate"], "pulls": [{}], "slot": "left", "gesture": "g" }),
        json!({ "n": 1, "do": "colliders" }),
        json!({ "n": 1, "do": "colliders", "view": [0, 1] }),
    ] {
        assert_eq!(ask(&mut session, &request)["ok"], false, "{request}");
    }
    assert_eq!(session.text(), before);
    // Steps that are no steps are no trouble.
    let odd = json!({ "n": 1, "do": "drag", "ids": ["crate"], "pulls": [{ "x": 7.3 }], "snap": { "step": -1 }, "grain": -5, "gesture": "g" });
    assert_eq!(ask(&mut session, &odd)["ok"], true);
}

#[test]
fn one_goes_into_a_slot_as_one_step() {
    let mut session = Session::open("a.jsonc", SCENE);
    ask(&mut session, &drag("lamp", json!({ "x": 4, "y": 4 }), "g"));
    let mut request = drag("lamp", json!({}), "g");
    request["slot"] = "left".into();
    assert_eq!(ask(&mut session, &request)["ok"], true);
    let text = session.text();
    assert!(
        text.contains(r#""slot": "left""#) && !text.contains(r#""localTransform""#),
        "{text}"
    );
    ask(&mut session, &json!({ "n": 3, "do": "undo" }));
    assert_eq!(session.text(), SCENE);
}

#[test]
fn slots_are_told_by_template() {
    let mut session = Session::open("a.jsonc", SCENE);
    let reply = ask(&mut session, &json!({ "n": 1, "do": "slots" }));
    let left = json!({ "left": { "x": -3.0, "y": 1.0, "layer": 0 } });
    assert_eq!(reply["slots"], json!({ "boss": left, "giant": left }));
}

#[test]
fn bodies_are_told_of_what_is_in_view() {
    let mut session = Session::open("a.jsonc", SCENE);
    let mut bodies = |view: [f32; 4]| {
        ask(
            &mut session,
            &json!({ "n": 1, "do": "colliders", "view": view }),
        )["bodies"]
            .clone()
    };
    let near = bodies([-20.0, -20.0, 20.0, 20.0]);
    assert_eq!(near.as_array().unwrap().len(), 2);
    let lamp = &near[0];
    // The parent stretches it, so it is no circle any more.
    assert_eq!(
        (&lamp["kind"], &lamp["role"]),
        (&json!("dynamic"), &json!("free"))
    );
    assert!(lamp["shapes"][0]["polygon"].as_array().unwrap().len() > 20);
    assert!(near[1]["wrong"].as_str().unwrap().contains("blob"));
    let far = bodies([90.0, -5.0, 110.0, 5.0]);
    assert_eq!(
        far[0]["shapes"][0]["polygon"],
        json!([99.0, -1.0, 101.0, -1.0, 101.0, 1.0, 99.0, 1.0])
    );
    assert_eq!(bodies([40.0, 0.0, 50.0, 1.0]), json!([]));
}

#[test]
fn of_very_many_bodies_only_some_are_told() {
    let one = |n: usize| {
        format!(r#"{{ "id": "e{n}", "physics": {{ "shape": "circle", "radius": 1 }} }}"#)
    };
    let all: Vec<String> = (0..2500).map(one).collect();
    let mut session = Session::open(
        "a.jsonc",
        &format!(r#"{{ "entities": [{}] }}"#, all.join(",")),
    );
    let reply = ask(
        &mut session,
        &json!({ "n": 1, "do": "colliders", "view": [-5, -5, 5, 5] }),
    );
    assert_eq!(reply["bodies"].as_array().unwrap().len(), 2000);
    assert_eq!(reply["more"], 500);
}
