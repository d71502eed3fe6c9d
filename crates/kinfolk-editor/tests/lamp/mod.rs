//! A scene with a lamp on a real disk, and what is asked of the room in which it is open.

use std::path::PathBuf;
use std::time::{Duration, Instant};
use std::{env, fs, process, thread};

use kinfolk_editor::Room;
use kinfolk_editor::protocol::Frame;
use serde_json::Value;

use crate::page::Page;

pub(crate) const LAMP: &str =
    "{\n  // the lamp\n  \"entities\": [{ \"id\": \"lamp\", \"transform\": { \"x\": 0 } }]\n}\n";

/// A folder of its own that goes when the test is done.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let test = env!("CARGO_CRATE_NAME");
        let folder = env::temp_dir().join(format!("kinfolk-{test}-{name}-{}", process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("scene")).unwrap();
        fs::write(folder.join("scene/lamp.jsonc"), LAMP).unwrap();
        Self(folder)
    }

    pub(crate) fn scene(&self) -> PathBuf {
        self.0.join("scene/lamp.jsonc")
    }

    pub(crate) fn journals(&self) -> PathBuf {
        self.0.join("journals")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn ask(room: &Room, request: &str) -> Value {
    let Frame::Text(reply) = room.answer(request) else {
        unreachable!("replies are text")
    };
    serde_json::from_str(&reply).unwrap()
}

#[track_caller]
pub(crate) fn set_x(room: &Room, x: usize) {
    let edit = format!(
        r#"{{ "do": "edit", "edits": [{{ "edit": "set", "id": "lamp", "key": "transform.x", "value": {x} }}] }}"#
    );
    assert_eq!(ask(room, &edit)["ok"], true);
}

/// Waits until a page would see this.
#[track_caller]
pub(crate) fn until(room: &Room, is_so: impl Fn(&Page) -> bool) {
    let start = Instant::now();
    while !is_so(&Page::new(&room.join().0)) {
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "it never happened"
        );
        thread::sleep(Duration::from_millis(10));
    }
}
