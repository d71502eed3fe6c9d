//! Rooms on real disks: files that change, processes that die.

mod lamp;
mod page;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use kinfolk_editor::Room;
use lamp::{Folder, LAMP, ask, set_x, until};
use page::{Page, Random};
use serde_json::Value;

/// The names of what is beside the scene, and its own.
fn files(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(folder.0.join("scene")).unwrap();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

#[test]
fn saving_writes_the_file_and_nothing_else() {
    let folder = Folder::new("save");
    let room = Room::open_with(&folder.scene(), &folder.journals()).unwrap();
    set_x(&room, 7);
    assert_eq!(fs::read_to_string(folder.scene()).unwrap(), LAMP);

    assert_eq!(ask(&room, r#"{ "do": "save" }"#)["ok"], true);
    let saved = fs::read_to_string(folder.scene()).unwrap();
    assert_eq!(saved, LAMP.replace("\"x\": 0", "\"x\": 7"));
    assert_eq!(files(&folder), ["lamp.jsonc"]);
    assert!(!room.is_unsaved());
}

#[test]
fn a_file_without_changes_is_not_written() {
    let folder = Folder::new("same");
    let room = Room::open_with(&folder.scene(), &folder.journals()).unwrap();
    let before = fs::metadata(folder.scene()).unwrap().modified().unwrap();
    std::thread::sleep(Duration::from_millis(20));

    assert_eq!(ask(&room, r#"{ "do": "save" }"#)["ok"], true);
    set_x(&room, 7);
    ask(&room, r#"{ "do": "undo" }"#);
    assert_eq!(ask(&room, r#"{ "do": "save" }"#)["ok"], true);
    assert_eq!(
        fs::metadata(folder.scene()).unwrap().modified().unwrap(),
        before
    );
}

#[test]
fn documents_that_a_scene_includes_are_followed_and_never_written() {
    let folder = Folder::new("include");
    let scene = r#"{
  "include": ["parts/lamps.jsonc"], // elsewhere
  "entities": [{ "id": "lamp", "template": "lantern" }]
}
"#;
    let lamps = r#"{ "templates": { "lantern": { "z": 1 } } }"#;
    let parts = folder.0.join("scene/parts");
    fs::create_dir_all(&parts).unwrap();
    fs::write(parts.join("lamps.jsonc"), lamps).unwrap();
    fs::write(folder.scene(), scene).unwrap();
    let room = Room::open_with(&folder.scene(), &folder.journals()).unwrap();
    let z = || ask(&room, r#"{ "do": "inspect", "ids": ["lamp"] }"#)["entities"][0]["z"].clone();
    assert_eq!(z(), 1);

    fs::write(parts.join("lamps.jsonc"), lamps.replace('1', "5")).unwrap();
    until(&room, |page| page.steps == 1);
    assert_eq!(z(), 5);
    assert!(!room.is_unsaved(), "the scene's own file is as it was");
    set_x(&room, 3);
    fs::write(parts.join("lamps.jsonc"), lamps.replace('1', "6")).unwrap();
    until(&room, |page| page.steps == 3);
    assert!(room.is_unsaved());
    assert_eq!(z(), 6);

    fs::write(parts.join("lamps.jsonc"), "{}").unwrap();
    until(&room, |page| {
        page.problems["list"][0]["code"] == "unknown-template"
    });
    assert_eq!(z(), 6, "the last good state stays");
    let template = r#"{ "do": "edit", "edits": [{ "edit": "setTemplate", "template": "lantern", "key": "z", "value": 9 }] }"#;
    assert_eq!(ask(&room, template)["ok"], false);
    fs::write(parts.join("lamps.jsonc"), lamps.replace('1', "6")).unwrap();
    until(&room, |page| {
        page.problems["list"].as_array().unwrap().is_empty()
    });
    assert_eq!(z(), 6);
    fs::write(parts.join("lamps.jsonc"), lamps).unwrap();
    until(&room, |page| page.steps == 4);
    assert_eq!(z(), 1);

    assert_eq!(ask(&room, r#"{ "do": "save" }"#)["ok"], true);
    let saved = fs::read_to_string(folder.scene()).unwrap();
    assert!(saved.contains("// elsewhere") && saved.contains("\"x\": 3"));
    assert_eq!(
        fs::read_to_string(parts.join("lamps.jsonc")).unwrap(),
        lamps
    );
}

#[test]
fn what_happens_on_disk_is_noticed() {
    let folder = Folder::new("watch");
    let room = Room::open_with(&folder.scene(), &folder.journals()).unwrap();

    fs::write(folder.scene(), LAMP.replace("\"x\": 0", "\"x\": 9")).unwrap();
    until(&room, |page| page.steps == 1);
    fs::write(folder.scene(), "{").unwrap();
    until(&room, |page| page.file["state"] == "invalid");
    fs::remove_file(folder.scene()).unwrap();
    until(&room, |page| page.file["state"] == "gone");
    assert_eq!(ask(&room, r#"{ "do": "save" }"#)["ok"], true);
    assert!(
        fs::read_to_string(folder.scene())
            .unwrap()
            .contains("\"x\": 9")
    );
    let mut permissions = fs::metadata(folder.scene()).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(folder.scene(), permissions).unwrap();
    until(&room, |page| page.file["state"] == "readOnly");
    set_x(&room, 3);
    let refused = ask(&room, r#"{ "do": "save" }"#);
    assert_eq!(refused["ok"], false);
    assert!(refused["why"].as_str().unwrap().contains("read-only"));
    assert!(room.is_unsaved());
}

#[test]
fn a_change_that_was_not_noticed_yet_is_noticed_when_saving() {
    let folder = Folder::new("race");
    let room = Room::open_with(&folder.scene(), &folder.journals()).unwrap();
    set_x(&room, 7);
    let theirs = LAMP.replace("\"lamp\"", "\"torch\"");
    fs::write(folder.scene(), &theirs).unwrap();

    assert_eq!(ask(&room, r#"{ "do": "save" }"#)["ok"], false);
    assert_eq!(fs::read_to_string(folder.scene()).unwrap(), theirs);
    assert_eq!(Page::new(&room.join().0).file["state"], "changed");
}

#[test]
fn one_file_has_one_editor() {
    let folder = Folder::new("two");
    let first = Room::open_with(&folder.scene(), &folder.journals()).unwrap();
    let second = Room::open_with(&folder.scene(), &folder.journals());
    assert!(second.unwrap_err().to_string().contains("another editor"));

    drop(first);
    let start = Instant::now();
    while Room::open_with(&folder.scene(), &folder.journals()).is_err() {
        assert!(start.elapsed() < Duration::from_secs(10));
    }
}

#[test]
fn problems_are_found_in_the_background_and_name_the_place() {
    let folder = Folder::new("problems");
    let room = Room::open_with(&folder.scene(), &folder.journals()).unwrap();
    let edit = r#"{ "do": "edit", "edits": [{ "edit": "set", "id": "lamp", "key": "transform.angle", "value": 90 }] }"#;
    assert_eq!(ask(&room, edit)["ok"], true);
    until(&room, |page| page.problems["list"][0]["id"] == "lamp");
    let problem = Page::new(&room.join().0).problems["list"][0].clone();
    assert_eq!(problem["severity"], "warning");
    assert_eq!(problem["line"], 3);
}

/// The same program once more, doing something else.
fn child(what: &str, folder: &Folder) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", "the_child_of_other_tests", "--nocapture"])
        .env("KINFOLK_TEST_CHILD", what)
        .env("KINFOLK_TEST_FOLDER", &folder.0)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Not a test of its own: what the processes do that other tests kill.
#[test]
fn the_child_of_other_tests() {
    let Ok(what) = env::var("KINFOLK_TEST_CHILD") else {
        return;
    };
    let folder = PathBuf::from(env::var_os("KINFOLK_TEST_FOLDER").unwrap());
    let room = Room::open_with(&folder.join("scene/lamp.jsonc"), &folder.join("journals")).unwrap();
    for x in 1.. {
        if what == "save" {
            large_x(&room, x);
            assert_eq!(ask(&room, r#"{ "do": "save" }"#)["ok"], true);
        } else {
            set_x(&room, x);
        }
        fs::write(folder.join("progress"), x.to_string()).unwrap();
        if what == "edit" && x == 40 {
            std::thread::sleep(Duration::from_secs(60));
        }
    }
}

/// Makes the file large enough that writing it takes a while.
fn large_x(room: &Room, x: usize) {
    let note = x.to_string().repeat(200_000 / x.to_string().len());
    let edit = format!(
        r#"{{ "do": "edit", "edits": [{{ "edit": "set", "id": "lamp", "key": "note", "value": "{note}" }}] }}"#
    );
    assert_eq!(ask(room, &edit)["ok"], true);
}

fn wait_for(path: &Path, is_enough: impl Fn(usize) -> bool) {
    let start = Instant::now();
    loop {
        let read = fs::read_to_string(path)
            .ok()
            .and_then(|text| text.parse().ok());
        if read.is_some_and(&is_enough) {
            return;
        }
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "the child does nothing"
        );
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn killed_while_saving_the_file_is_the_old_one_or_the_new_one_whole() {
    let folder = Folder::new("kill");
    let mut random = Random::new(7);
    let mut states = std::collections::BTreeSet::new();
    for round in 0..200 {
        let _ = fs::remove_file(folder.0.join("progress"));
        fs::write(folder.scene(), LAMP).unwrap();
        let _ = fs::remove_dir_all(folder.journals());
        let mut child = child("save", &folder);
        let after = 1 + random.below(3);
        wait_for(&folder.0.join("progress"), |x| x >= after);
        std::thread::sleep(Duration::from_micros(random.below(4000) as u64));
        child.kill().unwrap();
        child.wait().unwrap();

        let text = fs::read_to_string(folder.scene()).unwrap();
        let editing = kinfolk_scene::Editing::with_text(&text);
        assert!(
            editing.is_ok(),
            "round {round}: half a file of {} bytes",
            text.len()
        );
        let digits = text.bytes().filter(u8::is_ascii_digit).count();
        assert!(text == LAMP || digits > 190_000, "round {round}");
        states.insert(text.len());
    }
    assert!(!states.is_empty());
}

#[test]
fn killed_with_unsaved_edits_they_are_there_on_the_next_start() {
    let folder = Folder::new("journal");
    let mut child = child("edit", &folder);
    wait_for(&folder.0.join("progress"), |x| x >= 40);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(fs::read_to_string(folder.scene()).unwrap(), LAMP);

    let room = Room::open_with(&folder.scene(), &folder.journals()).unwrap();
    let page = Page::new(&room.join().0);
    assert_eq!(page.file["recovery"]["edits"], 40);
    assert_eq!(
        ask(&room, r#"{ "do": "recover", "how": "recover" }"#)["ok"],
        true
    );
    assert!(room.is_unsaved());
    assert_eq!(ask(&room, r#"{ "do": "save" }"#)["ok"], true);
    assert!(
        fs::read_to_string(folder.scene())
            .unwrap()
            .contains("\"x\": 40")
    );

    drop(room);
    let start = Instant::now();
    let room = loop {
        match Room::open_with(&folder.scene(), &folder.journals()) {
            Ok(room) => break room,
            Err(_) => assert!(start.elapsed() < Duration::from_secs(10)),
        }
    };
    assert_eq!(Page::new(&room.join().0).file["recovery"], Value::Null);
}
