//! A game that shows itself, in a process of its own, through its socket: what pages see of it, what they may do
//! to it, and who is let in.

use std::fs;
use std::time::{Duration, Instant};

use kinfolk_editor::protocol::Frame;
use serde_json::{Value, json};

use crate::house::{House, file_to_serve, say_url};
use crate::inspect_game;
use crate::naive;
use crate::page::{Page, opcode};

const YARD: &str = r##"{
  "templates": { "lamp": { "tags": ["light"], "children": [{ "name": "Bulb" }] } },
  "entities": [
    { "id": "mill", "transform": { "x": 4 }, "behaviors": [{ "type": "rotate", "speed": 1 }], "children": [{ "name": "Sail", "localTransform": { "x": 2 } }] },
    { "id": "cart", "transform": { "x": 1, "y": 2 }, "tags": ["old"], "children": [{ "name": "Wheel", "localTransform": { "x": 1 } }] },
    { "id": "flat", "transform": { "scaleX": 0, "scaleY": 0 } }
  ]
}"##;

/// Does nothing as a test: it is the game that others look at.
#[test]
fn plays_if_it_is_asked_to() {
    let Some(file) = file_to_serve() else {
        return;
    };
    let arguments = [file.to_str().unwrap(), "--frames", "7200"].map(str::to_owned);
    inspect_game::run(arguments.into_iter(), |url| say_url(&file, url)).unwrap();
}

/// A page that looks at a game.
struct Watcher {
    socket: Page,
    seen: naive::Page,
    asked: u64,
}

impl Watcher {
    fn new(house: &House) -> Self {
        Self {
            socket: Page::open(house).unwrap(),
            seen: naive::Page::default(),
            asked: 0,
        }
    }

    /// Hears one frame, and says that it has been shown if it is the last of several.
    fn hear(&mut self) -> Option<Value> {
        let (kind, payload) = self.socket.read().unwrap();
        if kind == opcode::BINARY {
            self.seen.hear(&[Frame::Binary(payload.into())]);
            return None;
        }
        if kind != opcode::TEXT {
            return None;
        }
        let text = String::from_utf8(payload).unwrap();
        let said: Value = serde_json::from_str(&text).unwrap();
        if said["is"] == "play" {
            self.socket.say(r#"{"do":"shown"}"#).unwrap();
        }
        self.seen.hear(&[Frame::Text(text.into())]);
        Some(said)
    }

    fn ask(&mut self, mut request: Value) -> Value {
        self.asked += 1;
        request["n"] = self.asked.into();
        self.socket.say(&request.to_string()).unwrap();
        loop {
            if let Some(said) = self.hear()
                && said["n"] == self.asked
            {
                return said;
            }
        }
    }

    fn grants(&mut self, request: Value) -> Value {
        let reply = self.ask(request.clone());
        assert_eq!(reply["ok"], true, "{request}: {reply}");
        reply
    }

    fn refuses(&mut self, request: Value) -> String {
        let reply = self.ask(request.clone());
        assert_eq!(reply["ok"], false, "{request}");
        reply["why"].as_str().unwrap().to_owned()
    }

    fn about(&mut self, id: &str) -> Value {
        let reply = self.grants(json!({ "do": "inspect", "ids": [id] }));
        reply["entities"][0].clone()
    }

    fn until(&mut self, what: &str, is_so: impl Fn(&naive::Page) -> bool) {
        let start = Instant::now();
        while !is_so(&self.seen) {
            assert!(start.elapsed() < Duration::from_secs(20), "never: {what}");
            self.hear();
        }
    }
}

fn set(id: &str, key: &str, value: Value) -> Value {
    json!({ "do": "edit", "edits": [{ "edit": "set", "id": id, "key": key, "value": value }] })
}

fn game() -> House {
    House::run("live::plays_if_it_is_asked_to", YARD, |_| {})
}

#[test]
fn a_page_sees_a_game_that_runs() {
    let house = game();
    let mut page = Watcher::new(&house);

    page.until("everybody is there", |seen| seen.ids().len() == 5);
    assert_eq!(page.seen.file["state"], "live");
    let before = page.seen.outline();
    page.until("the mill turns", |seen| seen.outline() != before);
    page.until("time passes", |seen| seen.play["frame"].as_u64() > Some(30));
    let angle = page.about("mill")["local"]["angle"].as_f64().unwrap();
    assert!(page.about("mill")["local"]["angle"].as_f64().unwrap() >= angle);
    assert_eq!(page.about("cart")["tags"], json!(["old"]));
}

#[test]
fn hands_reach_a_game_that_runs() {
    let house = game();
    let mut page = Watcher::new(&house);
    page.until("everybody is there", |seen| seen.ids().len() == 5);

    page.grants(set("cart", "transform.x", json!(7.5)));
    assert_eq!(page.about("cart")["local"]["x"], 7.5);
    page.grants(json!({ "do": "place", "ids": ["cart_Wheel"], "world": { "x": 3, "y": 3 } }));
    let wheel = page.about("cart_Wheel");
    assert_eq!(
        (&wheel["world"]["x"], &wheel["local"]["x"]),
        (&json!(3.0), &json!(-4.5))
    );
    page.grants(set("cart", "visible", json!(false)));
    assert_eq!(page.about("cart_Wheel")["visibleInTree"], false);
    page.grants(set("cart", "active", json!(false)));
    page.grants(set("cart", "z", json!(-3)));
    assert_eq!(page.about("cart")["z"], -3);
    page.grants(set("cart", "tags", json!(["new"])));
    assert_eq!(page.about("cart")["tags"], json!(["new"]));
    page.grants(json!({ "do": "move", "ids": ["cart_Wheel"], "parent": null, "before": "mill", "keep": "world" }));
    let wheel = page.about("cart_Wheel");
    assert_eq!(
        (&wheel["parent"], &wheel["local"]["x"]),
        (&Value::Null, &json!(3.0))
    );
    page.until("it is the first root", |seen| {
        seen.outline()[0].contains("cart_Wheel")
    });
    let added =
        page.grants(json!({ "do": "add", "parent": "cart", "before": null, "template": "lamp" }));
    let lamp = added["select"][0].as_str().unwrap().to_owned();
    assert_eq!(page.about(&lamp)["parent"], "cart");
    page.until("it is seen", |seen| seen.ids().contains(&lamp));
    page.grants(json!({ "do": "remove", "ids": ["cart"], "children": "keepWorld" }));
    page.until("it is gone", |seen| {
        !seen.ids().contains(&"cart".to_owned())
    });
    assert_eq!(page.about(&lamp)["parent"], Value::Null);
    page.grants(json!({ "do": "remove", "ids": [lamp], "children": "remove" }));
    page.until("it is gone", |seen| seen.ids().len() == 4);

    let mut late = Watcher::new(&house);
    late.until("the same is seen", |seen| seen.ids().len() == 4);
}

#[test]
fn what_a_game_refuses_says_why_and_changes_nothing() {
    let house = game();
    let mut page = Watcher::new(&house);
    let cart = page.about("cart");

    for (request, why) in [
        (
            json!({ "do": "move", "ids": ["cart"], "parent": "cart_Wheel", "before": null }),
            "own descendant",
        ),
        (
            json!({ "do": "move", "ids": ["cart"], "parent": "flat", "before": null }),
            "cannot place",
        ),
        (
            json!({ "do": "move", "ids": ["cart"], "parent": null, "before": "mill_Sail" }),
            "another parent",
        ),
        (
            json!({ "do": "add", "parent": null, "before": null, "template": "lmap" }),
            "lmap",
        ),
        (
            json!({ "do": "add", "parent": null, "before": null }),
            "templates",
        ),
        (set("nobody", "z", json!(1)), "no entity"),
        (set("cart", "z", json!(1.5)), "whole number"),
        (set("cart", "transform.x", json!("far")), "no number"),
        (set("cart", "name", json!("coach")), "keeps its names"),
        (
            set("cart", "sprite", json!({})),
            "cannot be changed while the game runs",
        ),
        (
            json!({ "do": "edit", "edits": [{ "edit": "rename", "id": "cart", "to": "coach" }] }),
            "keeps its ids",
        ),
        (json!({ "do": "undo" }), "no history"),
        (json!({ "do": "save" }), "no file"),
        (json!({ "do": "play" }), "by its own program"),
        (
            json!({ "do": "duplicate", "ids": ["cart"] }),
            "while the game runs",
        ),
        (json!({ "do": "dance" }), "dance"),
    ] {
        let said = page.refuses(request.clone());
        assert!(said.contains(why), "{request}: {said}");
    }
    // The first of two is taken back with the second.
    page.refuses(json!({ "do": "edit", "edits": [
        { "edit": "set", "id": "cart", "key": "transform.x", "value": 99 },
        { "edit": "set", "id": "cart", "key": "tags", "value": ["x"] },
        { "edit": "set", "id": "nobody", "key": "z", "value": 1 }
    ] }));
    assert_eq!(page.about("cart"), cart);

    // A gesture is taken back to where it began.
    for x in [2, 3, 4] {
        let mut drag = set("cart", "transform.x", json!(x));
        drag["gesture"] = "drag-1".into();
        page.grants(drag);
    }
    assert_eq!(page.about("cart")["local"]["x"], 4.0);
    page.grants(json!({ "do": "cancel", "gesture": "drag-1" }));
    assert_eq!(page.about("cart"), cart);
    let folder = house.folder.join("scene");
    let mut files: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    files.sort();
    assert_eq!(files, ["scene.json", "scene.url"], "nothing is written");
    assert_eq!(fs::read_to_string(folder.join("scene.json")).unwrap(), YARD);
}

#[test]
fn nobody_gets_to_a_game_without_its_token_or_from_elsewhere() {
    let house = game();

    house.still_answers();
    let page = house.get("/");
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'"), "{policy}");
    for probe in [
        "GET / HTTP/1.1\nHost: 127.0.0.1:PORT\nConnection: close",
        "GET /?token=wrong HTTP/1.1\nHost: 127.0.0.1:PORT\nConnection: close",
        "GET / HTTP/1.1\nHost: evil.example\nCookie: OURS\nConnection: close",
        "GET /ws HTTP/1.1\nHost: 127.0.0.1:PORT\nOrigin: http://evil.example\nCookie: OURS\nConnection: Upgrade\nUpgrade: websocket\n\
         Sec-WebSocket-Version: 13\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ] {
        house.ask(probe).is_a_refusal(probe);
    }
    assert_eq!(house.get("/image/0").status, 404);
}

#[test]
fn a_page_that_shows_nothing_is_told_little_and_then_everything_at_once() {
    let house = game();
    let mut slow = Page::open(&house).unwrap();
    let mut quick = Watcher::new(&house);
    quick.until("five seconds pass", |seen| {
        seen.play["frame"].as_u64() > Some(300)
    });

    // The slow one was told the whole and a few bundles; what it hears first when it wakes is its own reply.
    slow.say(r#"{ "n": 7, "do": "inspect", "ids": [] }"#)
        .unwrap();
    let mut bundles = 0;
    let mut last = 0;
    loop {
        let (kind, payload) = slow.read().unwrap();
        if kind != opcode::TEXT {
            continue;
        }
        let said: Value = serde_json::from_slice(&payload).unwrap();
        if said["is"] == "play" {
            bundles += 1;
            last = said["frame"].as_u64().unwrap();
        }
        if said["n"] == 7 {
            break;
        }
    }
    assert!((1..=5).contains(&bundles), "{bundles} bundles");
    for _ in 0..bundles {
        slow.say(r#"{"do":"shown"}"#).unwrap();
    }
    loop {
        let (kind, payload) = slow.read().unwrap();
        let text = String::from_utf8_lossy(&payload);
        if kind == opcode::BINARY && text.contains(r#""is":"scene""#) {
            break; // it starts anew
        }
        if kind == opcode::TEXT && text.contains(r#""is":"play""#) {
            let said: Value = serde_json::from_str(&text).unwrap();
            assert!(
                said["frame"].as_u64().unwrap() <= last + 20,
                "old news, at most"
            );
        }
    }
}
