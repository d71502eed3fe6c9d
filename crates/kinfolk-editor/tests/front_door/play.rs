//! A copy of the scene runs: it moves, pages see it, and the document never hears of it.

use kinfolk_editor::protocol::Frame;
use kinfolk_editor::{Session, respond};
use serde_json::{Value, json};

use crate::page::{Page, Random};

/// Everything that can happen to a tree: things come, go, change parents, tags, layers and switches.
const FAIR: &str = r##"{
  // A fair.
  "templates": {
    "spark": { "tags": ["hot"], "sprite": { "type": "circle", "radius": 0.2 },
      "behaviors": [{ "type": "translate", "y": 3 }, { "type": "lifetime", "secs": 0.4 }],
      "children": [{ "name": "Glow", "z": 1, "sprite": { "type": "circle", "radius": 0.5 } }] }
  },
  "entities": [
    { "id": "wheel", "behaviors": [{ "type": "rotate", "speed": 1 }], "children": [
      { "name": "Cabin", "localTransform": { "x": 3 }, "sprite": { "type": "rect", "width": 1, "height": 1 },
        "behaviors": [{ "type": "spawn_on_timer", "template": "spark", "every": 0.1, "attachToParent": true }] },
      { "name": "Other", "localTransform": { "x": -3 } }
    ] },
    { "id": "ball", "transform": { "y": 9 }, "sprite": { "type": "circle", "radius": 1 },
      "physics": { "bodyType": "dynamic", "shape": "circle", "radius": 1 } },
    { "id": "crowd", "children": [{ "name": "Ann" }, { "name": "Bob" }, { "name": "Cid" }] }
  ],
  "rules": [
    { "name": "swap", "on": { "type": "timer", "every": 0.3 }, "do": [{ "type": "reparent", "target": "crowd_Ann", "parent": "wheel" }] },
    { "name": "back", "on": { "type": "timer", "every": 0.7 }, "do": [{ "type": "reparent", "target": "crowd_Ann", "parent": "crowd" }] },
    { "name": "out", "on": { "type": "timer", "every": 0.5 }, "do": [{ "type": "reparent", "target": "wheel_Other" }] },
    { "name": "in", "on": { "type": "timer", "every": 1.1 }, "do": [{ "type": "reparent", "target": "wheel_Other", "parent": "wheel" }] },
    { "name": "hide", "on": { "type": "timer", "every": 0.4 }, "do": [{ "type": "setVisible", "target": "wheel", "visible": false }, { "type": "addTag", "target": "crowd_Bob", "tag": "tired" }] },
    { "name": "show", "on": { "type": "timer", "every": 0.6 }, "do": [{ "type": "setVisible", "target": "wheel", "visible": true }, { "type": "removeTag", "target": "crowd_Bob", "tag": "tired" }] },
    { "name": "gone", "on": { "type": "timer", "after": 2, "times": 1 }, "do": [{ "type": "destroy", "target": "crowd_Cid" }] },
    { "name": "jump", "on": { "type": "input", "name": "Space" }, "do": [{ "type": "addTag", "target": "ball", "tag": "jumped" }] },
    { "name": "poke", "on": { "type": "input", "name": "tap" }, "do": [{ "type": "addTag", "target": "self", "tag": "poked" }] }
  ]
}
"##;

const STEP: f32 = 1.0 / 60.0;

fn ask(session: &mut Session, request: &Value) -> (Value, Vec<Frame>) {
    let answer = respond(session, &request.to_string());
    let Frame::Text(reply) = answer.reply() else {
        unreachable!("replies are text")
    };
    (serde_json::from_str(&reply).unwrap(), answer.running)
}

fn run(session: &mut Session, verb: &str) -> Vec<Frame> {
    let (reply, frames) = ask(session, &json!({ "do": verb }));
    assert_eq!(reply["ok"], true, "{verb}: {reply}");
    frames
}

/// A page that hears of every third step always knows what a page that comes now is told.
fn is_followed(scene: &str, ticks: usize) -> Page {
    let mut session = Session::open("fair.jsonc", scene);
    let mut page = Page::new(&run(&mut session, "play"));
    let mut most = 0;
    let at_first = page.ids().len();
    for tick in 0..ticks {
        session.tick(STEP);
        if tick % 3 != 1 {
            continue; // a page that is slow is told several steps at once
        }
        page.hear(&session.running_news());
        let late = Page::new(&session.running());
        assert_eq!(page.outline(), late.outline(), "tick {tick}");
        assert_eq!(page.order, late.order, "tick {tick}");
        assert_eq!(page.play, late.play);
        most = most.max(page.ids().len());
    }
    assert!(most > at_first, "sparks came: {most}");
    page
}

#[test]
fn a_page_that_hears_every_change_of_a_game_knows_what_a_page_that_comes_now_is_told() {
    let page = is_followed(FAIR, 300);

    assert!(!page.ids().contains(&"crowd_Cid".to_owned()), "it is gone");
    let lines = page.log.iter().filter_map(|line| line["what"].as_str());
    let lines: Vec<&str> = lines.collect();
    for what in [
        "spawned",
        "destroyed",
        "tag tired added",
        "hidden",
        "attached to crowd",
    ] {
        assert!(lines.contains(&what), "{what}: {lines:?}");
    }
}

#[test]
fn a_game_that_is_too_large_to_be_looked_through_is_followed_as_well() {
    let many: Vec<String> = (0..2_500)
        .map(|one| format!(r#"{{ "name": "n{one}" }}"#))
        .collect();
    let crowd = format!(r#"{{ "name": "Ann" }}, {}"#, many.join(","));
    let large = FAIR.replace(r#"{ "name": "Ann" }"#, &crowd);

    is_followed(&large, 60);
    let body = r#""physics": { "bodyType": "dynamic", "shape": "circle", "radius": 1 }"#;
    assert!(large.contains(body));
    is_followed(&large.replace(body, r#""z": 1"#), 60);
}

#[test]
fn what_has_not_changed_is_not_told() {
    let still = r#"{ "entities": [{ "id": "stone" }, { "id": "mill", "behaviors": [{ "type": "rotate", "speed": 1 }] }] }"#;
    let mut session = Session::open("mill.json", still);
    run(&mut session, "play");

    session.tick(STEP);
    let told = session.running_news();
    let Frame::Binary(bytes) = &told[0] else {
        panic!("the mill has turned: {told:?}")
    };
    let length = u32::from_le_bytes(bytes[..4].try_into().unwrap()) as usize;
    let message: Value = serde_json::from_slice(&bytes[4..4 + length]).unwrap();
    assert_eq!(message["of"], "running");
    assert_eq!(message["worlds"].as_array().unwrap().len(), 1);
    assert_eq!(told.len(), 2, "and how far it is");

    run(&mut session, "pause");
    session.tick(1.0);
    assert_eq!(session.running_news().len(), 1, "only how far it is");
}

#[test]
fn fifty_cycles_of_play_mixed_with_edits_leave_text_and_history_to_the_edits_alone() {
    for seed in 0..50 {
        let mut random = Random::new(seed);
        let mut played = Session::open("fair.jsonc", FAIR);
        let mut plain = Session::open("fair.jsonc", FAIR);
        for _ in 0..30 {
            let verb = random.one_of(&[
                "play", "pause", "step", "restart", "stop", "edit", "undo", "redo",
            ]);
            let request = match verb {
                "edit" => json!({ "do": "edit", "edits": [{ "edit": "set",
                    "id": random.one_of(&["wheel", "ball", "crowd_Ann", "wheel_Cabin"]),
                    "key": random.one_of(&["z", "visible", "tags"]),
                    "value": match random.below(3) { 0 => json!(random.below(9)), 1 => json!(false), _ => json!(["x"]) } }] }),
                verb => json!({ "do": verb }),
            };
            let (reply, _) = ask(&mut played, &request);
            if matches!(verb, "edit" | "undo" | "redo") {
                assert_eq!(ask(&mut plain, &request).0, reply);
            }
            played.tick(STEP * random.below(20) as f32);
            assert_eq!(played.text(), plain.text(), "seed {seed}");
        }
        let _ = ask(&mut played, &json!({ "do": "stop" }));

        assert_eq!(played.text(), plain.text());
        assert_eq!(played.is_unsaved(), plain.is_unsaved());
        assert_eq!(played.welcome(), plain.welcome(), "a page cannot tell");
    }
}

#[test]
fn edits_reach_what_runs_when_it_is_started_again() {
    let mut session = Session::open("fair.jsonc", FAIR);
    run(&mut session, "play");
    let hide = json!({ "do": "edit", "edits": [{ "edit": "remove", "id": "crowd" }] });
    assert_eq!(ask(&mut session, &hide).0["ok"], true);
    session.tick(STEP);
    assert!(
        Page::new(&session.running())
            .ids()
            .contains(&"crowd".to_owned())
    );

    let page = Page::new(&run(&mut session, "restart"));

    assert!(!page.ids().contains(&"crowd".to_owned()));
    assert_eq!(page.play["frame"], 0);
    assert_eq!(page.play["state"], "playing");
    assert_eq!(page.log.len(), 0, "what was said before is forgotten");
}

#[test]
fn a_step_is_one_frame_and_a_pause() {
    let mut session = Session::open("fair.jsonc", FAIR);

    let mut page = Page::new(&run(&mut session, "step"));
    assert_eq!(
        (page.play["frame"].as_u64(), &page.play["state"]),
        (Some(1), &json!("paused"))
    );
    session.tick(1.0);
    page.hear(&run(&mut session, "step"));
    assert_eq!(page.play["frame"], 2);
    run(&mut session, "play");
    session.tick(10.0 * STEP + 1e-4);
    page.hear(&run(&mut session, "pause"));
    assert_eq!(
        page.play["frame"], 10,
        "a pause is made up for by no more than eight steps"
    );
    page.hear(&run(&mut session, "stop"));
    assert_eq!(page.play["state"], "stopped");
}

#[test]
fn what_cannot_be_played_says_why() {
    let mut session = Session::open(
        "a.json",
        r#"{ "entities": [{ "id": "imp", "behaviors": [{ "type": "flie" }] }] }"#,
    );
    let (reply, frames) = ask(&mut session, &json!({ "do": "play" }));
    assert_eq!(reply["ok"], false);
    let why = reply["why"].as_str().unwrap();
    assert!(why.contains("imp") && why.contains("flie"), "{why}");
    assert!(frames.is_empty() && !session.is_playing());

    for verb in ["pause", "restart", "stop"] {
        let (reply, _) = ask(&mut session, &json!({ "do": verb }));
        assert_eq!(reply["why"], "nothing runs; press Play first");
    }
    let mut broken = Session::open("b.json", "{");
    assert_eq!(ask(&mut broken, &json!({ "do": "play" })).0["ok"], false);
}

#[test]
fn mouse_and_keyboard_reach_the_game_where_they_are_in_the_world() {
    let mut session = Session::open("fair.jsonc", FAIR);
    run(&mut session, "step");
    let tags = |session: &mut Session| {
        let ask_about = json!({ "do": "inspect", "of": "running", "ids": ["ball"] });
        ask(session, &ask_about).0["entities"][0]["tags"].clone()
    };

    // The picture is 400 by 200, shows (2, 10) in its middle, and a unit has 20 pixels: the ball at (0, 9) is at (160, 120).
    let sight = json!({ "do": "input", "screen": [400, 200], "middle": [2, 10], "zoom": 20 });
    let mut at = sight.clone();
    at["events"] = json!([
        { "type": "keyPressed", "key": "Space" }, { "type": "keyReleased", "key": "Space" },
        { "type": "mouseMoved", "x": 160, "y": 120 }, { "type": "mousePressed", "button": 0 }
    ]);
    assert_eq!(ask(&mut session, &at).0["ok"], true);
    run(&mut session, "step");
    assert_eq!(tags(&mut session), json!(["jumped"]));
    let mut up = sight.clone();
    up["events"] = json!([{ "type": "mouseReleased", "button": 0 }]);
    assert_eq!(ask(&mut session, &up).0["ok"], true);
    run(&mut session, "step");
    assert_eq!(tags(&mut session), json!(["jumped", "poked"]));
}

#[test]
fn senseless_input_is_refused_and_what_waits_is_bounded() {
    let mut session = Session::open("fair.jsonc", FAIR);
    run(&mut session, "step");
    let input = |events: Value, zoom: Value| json!({ "do": "input", "screen": [4, 4], "middle": [0, 0], "zoom": zoom, "events": events });
    for request in [
        input(json!([{ "type": "dance" }]), json!(1)),
        input(json!([]), json!(0)),
        input(json!([]), json!(null)),
        json!({ "do": "input", "events": [] }),
        input(
            json!(vec![json!({ "type": "mouseMoved", "x": 1, "y": 1 }); 257]),
            json!(1),
        ),
    ] {
        assert_eq!(ask(&mut session, &request).0["ok"], false, "{request}");
    }
    let many = input(
        json!(vec![json!({ "type": "mouseMoved", "x": 1, "y": 1 }); 250]),
        json!(1),
    );
    let granted = (0..20)
        .filter(|_| ask(&mut session, &many).0["ok"] == true)
        .count();
    assert_eq!(granted, 4, "a thousand");
}

/// 9,090 houses with ten rooms each, of which the first `turning` turn.
fn city(turning: usize) -> String {
    let houses: Vec<String> = (0..100_000 / 11)
        .map(|house| {
            let turns = match house < turning {
                true => r#", "behaviors": [{ "type": "rotate", "speed": 1 }]"#,
                false => "",
            };
            let rooms: Vec<String> = (0..10)
                .map(|room| format!(r#"{{ "name": "r{room}" }}"#))
                .collect();
            format!(
                r#"{{ "id": "h{house}"{turns}, "children": [{}] }}"#,
                rooms.join(", ")
            )
        })
        .collect();
    format!(r#"{{ "entities": [{}] }}"#, houses.join(","))
}

#[test]
fn a_frame_of_a_large_scene_is_as_small_as_what_moves_in_it() {
    let mut session = Session::open("city.json", &city(10));
    let whole = run(&mut session, "play");
    let bytes = |frames: &[Frame]| -> usize {
        let length = |frame: &Frame| match frame {
            Frame::Text(text) => text.len(),
            Frame::Binary(bytes) => bytes.len(),
        };
        frames.iter().map(length).sum()
    };
    let mut most = 0;
    let start = std::time::Instant::now();
    for _ in 0..120 {
        session.tick(STEP);
        most = most.max(bytes(&session.running_news()));
    }
    let took = start.elapsed() / 120;
    eprintln!(
        "99,990 entities of which 110 move: {took:.2?} for a step and its news; at most {most} bytes, the whole is {}",
        bytes(&whole)
    );

    assert!(most < 8_000, "{most} bytes");
}
