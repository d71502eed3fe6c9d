//! Pages that hear of every change know what a page that comes later is told at once.

use kinfolk_editor::protocol::Frame;
use kinfolk_editor::{Session, respond};

use crate::page::{Page, Random};

const SCENE: &str = r##"{
  // A yard with a crane.
  "version": 1,
  "templates": {
    "lamp": { "sprite": { "type": "circle", "radius": 1 }, "tags": ["light"],
      "slots": { "top": { "x": 0, "y": 2, "layer": 1 } },
      "children": [{ "name": "Bulb", "localTransform": { "y": 1 } }, { "name": "Cord", "z": 2 }] },
    "pole": { "children": [{ "name": "Lamp", "template": "lamp" }] }
  },
  "entities": [
    { "id": "crane", "transform": { "x": 5, "angle": "30deg" }, "children": [ // it turns
      { "name": "Arm", "localTransform": { "x": 2, "scaleX": -1 }, "sprite": { "type": "rect", "width": 4, "height": 1 } },
      { "id": "hook", "localTransform": { "y": -3 }, "tags": ["tool", "steel"] }
    ] },
    { "id": "pole1", "template": "pole", "overrides": { "Lamp/Bulb": { "visible": false } } },
    { "id": "pole2", "template": "pole", "transform": { "y": 4 } },
    { "id": "bird", "parent": "pole1_Lamp", "localTransform": { "y": 1 }, "z": 3 },
    { "id": "cat", "parent": "crane" },
  ]
}
"##;

/// One thing that a page might ask for.
fn any_request(random: &mut Random, ids: &[String], at: usize) -> String {
    let pick = |random: &mut Random| ids[random.below(ids.len())].clone();
    let some = |random: &mut Random| -> Vec<String> {
        let many = 1 + random.below(3);
        (0..many)
            .map(|_| ids[random.below(ids.len())].clone())
            .collect()
    };
    let maybe = |random: &mut Random| -> serde_json::Value {
        match random.below(3) {
            0 => serde_json::Value::Null,
            _ => ids[random.below(ids.len())].clone().into(),
        }
    };
    let number = |random: &mut Random| random.below(2000) as f32 / 100.0 - 10.0;
    if ids.is_empty() {
        return r#"{ "do": "undo" }"#.to_owned();
    }
    let request = match random.below(22) {
        0 | 1 => serde_json::json!({ "do": "edit", "edits": [{ "edit": "set", "id": pick(random),
            "key": random.one_of(&["transform.x", "transform.angle", "transform.scaleX", "z", "localTransform.y"]),
            "value": random.below(7) }] }),
        2 => serde_json::json!({ "do": "edit", "edits": [{ "edit": "set", "id": pick(random),
            "key": random.one_of(&["visible", "active", "zRelative", "ySort"]), "value": random.below(2) == 0 }] }),
        3 => serde_json::json!({ "do": "edit", "edits": [{ "edit": "set", "id": pick(random),
            "key": "sprite", "value": { "type": "circle", "radius": 1 + random.below(3) } }] }),
        4 => serde_json::json!({ "do": "edit", "edits": [{ "edit": "set", "id": pick(random),
            "key": "tags", "value": [random.one_of(&["a", "b"])] }] }),
        5 => serde_json::json!({ "do": "edit", "edits": [
            { "edit": "rename", "id": pick(random), "to": format!("name{}", random.below(20)) }] }),
        6..=9 => serde_json::json!({ "do": "move", "ids": some(random), "parent": maybe(random),
            "before": maybe(random), "keep": random.one_of(&["world", "local"]) }),
        10 => serde_json::json!({ "do": "place", "ids": some(random), "gesture": "drag",
            "world": { "x": number(random), "angle": number(random) } }),
        11 => serde_json::json!({ "do": "place", "ids": [pick(random)], "gesture": "drag",
            "world": { "scaleX": number(random), "y": number(random) } }),
        12 => serde_json::json!({ "do": "add", "parent": maybe(random), "before": maybe(random),
            "template": (random.below(2) == 0).then_some("lamp") }),
        13 => serde_json::json!({ "do": "duplicate", "ids": some(random) }),
        14 => serde_json::json!({ "do": "wrap", "ids": some(random) }),
        15 => serde_json::json!({ "do": "unwrap", "ids": [pick(random)] }),
        16 => serde_json::json!({ "do": "remove", "ids": [pick(random)],
            "children": random.one_of(&["remove", "keepWorld"]) }),
        17 => serde_json::json!({ "do": "edit", "edits": [
            { "edit": "unpack", "id": pick(random) }, { "edit": "clear", "id": pick(random), "key": "z" }] }),
        18 => serde_json::json!({ "do": "cancel", "gesture": "drag" }),
        19 => serde_json::json!({ "do": "goto", "at": at.saturating_sub(random.below(4)) }),
        20 => serde_json::json!({ "do": "undo" }),
        _ => serde_json::json!({ "do": "redo" }),
    };
    request.to_string()
}

#[test]
fn a_page_that_hears_of_every_change_knows_everything() {
    // More of them on request, for a soak.
    let seeds = std::env::var("KINFOLK_SEEDS").ok();
    let seeds: u64 = seeds.and_then(|seeds| seeds.parse().ok()).unwrap_or(120);
    for seed in 0..seeds {
        let mut random = Random::new(seed);
        let mut session = Session::open("yard.jsonc", SCENE);
        let mut page = Page::new(&session.welcome());
        let mut granted = 0;
        for step in 0..150 {
            let ids = page.ids();
            if ids.len() > 300 {
                break;
            }
            let request = any_request(&mut random, &ids, page.at);
            let answer = respond(&mut session, &request);
            granted += usize::from(answer.is_ok());
            page.hear(&answer.everybody);
            let fresh = Page::new(&session.welcome());
            for (knows, is) in page.outline().iter().zip(fresh.outline()) {
                assert_eq!(*knows, is, "seed {seed} step {step}: {request}");
            }
            assert_eq!(
                page.ids(),
                fresh.ids(),
                "seed {seed} step {step}: {request}"
            );
            assert_eq!(
                page.templates, fresh.templates,
                "seed {seed} step {step}: {request}"
            );
            assert_eq!(
                page.order, fresh.order,
                "seed {seed} step {step}: {request}"
            );
        }
        assert!(granted > 5, "most requests of seed {seed} were refused");
    }
}

#[test]
fn undoing_everything_gives_the_same_bytes_and_redoing_does_too() {
    for seed in 0..4 {
        let mut random = Random::new(1000 + seed);
        let mut session = Session::open("yard.jsonc", SCENE);
        let mut page = Page::new(&session.welcome());
        let mut tried = 0;
        while tried < 1000 {
            let ids = page.ids();
            let mut request = any_request(&mut random, &ids, page.at);
            while ids.len() > 150
                && ["\"add\"", "\"dupl", "\"wrap"]
                    .iter()
                    .any(|verb| request.contains(verb))
            {
                request = any_request(&mut random, &ids, page.at);
            }
            tried += 1;
            let answer = respond(&mut session, &request);
            page.hear(&answer.everybody);
        }
        let last = session.text();
        respond(&mut session, r#"{ "do": "goto", "at": 0 }"#);
        assert_eq!(session.text(), SCENE, "seed {seed}");
        assert!(!session.is_unsaved());
        respond(
            &mut session,
            &format!(r#"{{ "do": "goto", "at": {} }}"#, page.steps),
        );
        respond(
            &mut session,
            &format!(r#"{{ "do": "goto", "at": {} }}"#, page.at),
        );
        assert_eq!(session.text(), last, "seed {seed}");
    }
}

#[test]
fn tables_that_nobody_needs_any_more_are_made_anew() {
    let mut session = Session::open("yard.jsonc", SCENE);
    let mut page = Page::new(&session.welcome());
    let mut most = 0;
    for round in 0..6_000 {
        let edit = format!(
            r#"{{ "do": "edit", "edits": [{{ "edit": "set", "id": "cat", "key": "tags", "value": ["round {round}"] }}] }}"#
        );
        let answer = respond(&mut session, &edit);
        assert!(answer.is_ok());
        page.hear(&answer.everybody);
        most = most.max(page.shared());
    }

    assert!(most > 500, "they grow for a while: {most}");
    assert!(most < 1_000, "… but not for long: {most}");
    let late = Page::new(&session.welcome());
    assert_eq!(page.outline(), late.outline());
    assert_eq!(page.order, late.order);
}

#[test]
fn several_edits_of_which_the_last_is_refused_change_nothing() {
    let mut session = Session::open("yard.jsonc", SCENE);
    let mut page = Page::new(&session.welcome());
    let mut ask = |session: &mut Session, request: &str| {
        let answer = respond(session, request);
        page.hear(&answer.everybody);
        let fresh = Page::new(&session.welcome());
        assert_eq!(page.outline(), fresh.outline(), "{request}");
        answer.is_ok()
    };
    assert!(ask(
        &mut session,
        r#"{ "do": "duplicate", "ids": ["cat"] }"#
    ));
    let with_two_cats = session.text();
    assert!(ask(&mut session, r#"{ "do": "undo" }"#));

    let refused = r#"{ "do": "edit", "edits": [
        { "edit": "remove", "id": "crane_Arm" }, { "edit": "remove", "id": "nobody" }] }"#;
    assert!(!ask(&mut session, refused));

    assert_eq!(session.text(), SCENE);
    assert!(ask(&mut session, r#"{ "do": "redo" }"#));
    assert_eq!(session.text(), with_two_cats);
}

#[test]
fn a_page_that_opens_late_is_not_told_of_every_color_that_there_ever_was() {
    let lamp = r##"{ "entities": [{ "id": "lamp", "sprite": { "type": "circle", "radius": 1, "color": "#000000" } }] }"##;
    let mut session = Session::open("lamp.jsonc", lamp);
    let bytes = |frames: &[Frame]| -> usize {
        let lengths = frames.iter().map(|frame| match frame {
            Frame::Text(text) => text.len(),
            Frame::Binary(bytes) => bytes.len(),
        });
        lengths.max().unwrap_or_default()
    };
    let mut most = 0;

    for round in 0..3_000 {
        let set = |key: &str, value: String| {
            format!(r#"{{ "edit": "set", "id": "lamp", "key": "{key}", "value": {value} }}"#)
        };
        let color = set("sprite.color", format!("\"#{round:06x}\""));
        let tags = set("tags", format!("[\"of round {round}\"]"));
        let request = format!(r#"{{ "do": "edit", "edits": [{color}, {tags}] }}"#);
        assert!(respond(&mut session, &request).is_ok());
        assert!(respond(&mut session, r#"{ "do": "undo" }"#).is_ok());
        if round % 50 == 0 {
            most = most.max(bytes(&session.welcome()));
        }
    }

    assert!(most < 100_000, "a page was told {most} bytes at once");
}

#[test]
fn a_page_that_comes_after_a_template_got_its_picture_knows_what_is_told_to_all() {
    let text = r##"{
      "templates": { "lamp": { "sprite": { "type": "circle", "radius": 1 } } },
      "entities": [{ "id": "crane" }]
    }"##;
    let mut session = Session::open("yard.jsonc", text);
    let mut early = Page::new(&session.welcome());
    let mut late = Page::new(&session.welcome());

    // The template's look is in what pages are told when they come, and nobody in the scene has it.
    let sprite = r#"{ "type": "rect", "width": 4, "height": 1 }"#;
    let request = format!(
        r#"{{ "do": "edit", "edits": [{{ "edit": "set", "id": "crane", "key": "sprite", "value": {sprite} }}] }}"#
    );
    let answer = respond(&mut session, &request);
    assert!(answer.is_ok(), "{:?}", answer.reply());
    early.hear(&answer.everybody);
    late.hear(&answer.everybody);

    let fresh = Page::new(&session.welcome());
    assert_eq!(early.outline(), fresh.outline());
    assert_eq!(late.outline(), fresh.outline());
}
