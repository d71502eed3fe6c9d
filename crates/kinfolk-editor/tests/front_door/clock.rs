//! A room lets time pass for what runs in it: for those who look, and not for the file.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use kinfolk_editor::Room;
use kinfolk_editor::protocol::Frame;
use serde_json::{Value, json};

use crate::page::{Page, Random};

const MILL: &str = r#"{
  // It turns.
  "templates": { "grain": { "behaviors": [{ "type": "lifetime", "secs": 0.05 }] } },
  "entities": [
    { "id": "mill", "behaviors": [{ "type": "rotate", "speed": 1 }, { "type": "spawn_on_timer", "template": "grain", "every": 0.02 }] }
  ]
}
"#;

/// A room with a file, in a folder that goes with it.
struct Place {
    folder: PathBuf,
    room: Arc<Room>,
}

impl Place {
    fn new(name: &str) -> Self {
        let folder = env::temp_dir().join(format!("kinfolk-clock-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("scene")).unwrap();
        let file = folder.join("scene/mill.jsonc");
        fs::write(&file, MILL).unwrap();
        let room = Room::open_with(&file, &folder.join("journals")).unwrap();
        Self { folder, room }
    }

    fn ask(&self, request: &Value) -> Value {
        let Frame::Text(reply) = self.room.answer(&request.to_string()) else {
            unreachable!("replies are text")
        };
        serde_json::from_str(&reply).unwrap()
    }

    /// How many frames have run, as a page that comes now is told.
    fn frame(&self) -> u64 {
        let (whole, _) = self.room.join_running();
        Page::new(&whole).play["frame"].as_u64().unwrap()
    }

    fn runs_until(&self, frame: u64) {
        let start = Instant::now();
        while self.frame() < frame {
            assert!(
                start.elapsed() < Duration::from_secs(20),
                "time stands still"
            );
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn on_disk(&self) -> String {
        fs::read_to_string(self.folder.join("scene/mill.jsonc")).unwrap()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn time_passes_for_those_who_look_and_for_nobody_else() {
    let place = Place::new("look");
    assert_eq!(place.ask(&json!({ "do": "play" }))["ok"], true);
    let elsewhere = Place::new("elsewhere");
    let (_, _watching) = elsewhere.room.join_running();
    elsewhere.ask(&json!({ "do": "play" }));
    elsewhere.runs_until(10);
    assert_eq!(place.frame(), 0, "nobody looks");

    let (whole, mut news) = place.room.join_running();
    let mut page = Page::new(&whole);
    let start = Instant::now();
    while page.play["frame"].as_u64() < Some(30) {
        page.hear(&news.blocking_recv().unwrap());
    }
    let took = start.elapsed();
    assert!(took > Duration::from_millis(300), "30 frames took {took:?}");

    assert_eq!(place.ask(&json!({ "do": "pause" }))["ok"], true);
    while page.play["state"] != "paused" {
        page.hear(&news.blocking_recv().unwrap());
    }
    let (whole, _) = place.room.join_running();
    assert_eq!(page.outline(), Page::new(&whole).outline());
}

#[test]
fn a_page_that_is_too_slow_has_missed_something_and_can_join_again() {
    let place = Place::new("slow");
    let (_, mut news) = place.room.join_running();
    place.ask(&json!({ "do": "play" }));
    place.runs_until(300);

    let missed = news.blocking_recv().is_err();

    assert!(missed, "256 bundles are remembered, no more");
    let (whole, mut news) = place.room.join_running();
    let mut page = Page::new(&whole);
    for _ in 0..5 {
        page.hear(&news.blocking_recv().unwrap());
    }
    assert!(page.ids().contains(&"mill".to_owned()));
}

#[test]
fn fifty_random_cycles_with_edits_leave_the_file_alone() {
    let place = Place::new("cycles");
    let (_, _watching) = place.room.join_running();
    let mut random = Random::new(7);
    let mut edits = 0;
    for _ in 0..50 {
        for _ in 0..4 {
            let verb = random.one_of(&["play", "pause", "step", "restart", "stop", "edit"]);
            let request = match verb {
                "edit" => json!({ "do": "edit", "edits": [
                    { "edit": "set", "id": "mill", "key": "z", "value": random.below(100) }] }),
                verb => json!({ "do": verb }),
            };
            let reply = place.ask(&request);
            edits += usize::from(verb == "edit" && reply["ok"] == true);
            std::thread::sleep(Duration::from_millis(random.below(8) as u64));
        }
        place.ask(&json!({ "do": "stop" }));
        assert_eq!(place.on_disk(), MILL);
        assert_eq!(Page::new(&place.room.join().0).steps, edits);
    }
    assert!(edits > 10);

    place.ask(&json!({ "do": "goto", "at": 0 }));
    assert!(!place.room.is_unsaved());
    place.ask(&json!({ "do": "goto", "at": edits }));
    assert_eq!(place.ask(&json!({ "do": "save" }))["ok"], true);
    let z = place.on_disk();
    assert!(z.contains("// It turns.") && z.contains("\"z\""), "{z}");
    assert!(!z.contains("grain_") && !z.contains("angle"), "{z}");
}
