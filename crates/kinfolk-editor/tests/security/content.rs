//! What the scene itself says is data, whatever it looks like.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::house::House;
use crate::page::{Page, opcode};

const HOSTILE: [&str; 6] = [
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "\"'`;--${alert(1)}{{7*7}}",
    "javascript:alert(1)",
    "\u{202e}\u{0}\u{1b}]0;\u{7}",
    "__proto__",
];

/// The JSON of the first scene that a page is told.
fn scene(page: &mut Page) -> Value {
    loop {
        let (kind, bytes) = page.read().expect("a page is told the scene");
        if kind != opcode::BINARY {
            continue;
        }
        let (length, rest) = bytes.split_first_chunk().unwrap();
        let length = u32::from_le_bytes(*length) as usize;
        let said: Value = serde_json::from_slice(&rest[..length]).unwrap();
        if said["is"] == "scene" {
            return said;
        }
    }
}

#[test]
fn the_page_is_the_same_whatever_the_scene_says() {
    let harmless = House::open().get("/");
    let entities: Vec<Value> = (HOSTILE.iter().enumerate())
        .map(|(n, name)| json!({"id": format!("e{n}"), "name": name}))
        .collect();
    let house = House::with(&json!({ "entities": entities }).to_string(), |_| {});

    let page = house.get("/");

    assert_eq!(page.body, harmless.body);
    assert_eq!(
        page.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
}

#[test]
fn hostile_names_arrive_as_data_and_only_there() {
    let entities: Vec<Value> = (HOSTILE.iter().enumerate())
        .map(|(n, name)| json!({"id": format!("e{n}"), "name": name, "tags": [name]}))
        .collect();
    let house = House::with(&json!({ "entities": entities }).to_string(), |_| {});
    let mut page = Page::open(&house).unwrap();

    let scene = scene(&mut page);

    assert_eq!(scene["rows"]["names"], json!(HOSTILE));
    house.still_answers();
}

/// A PNG of one pixel.
fn png() -> Vec<u8> {
    let pixel = tiny_skia::Pixmap::new(1, 1).unwrap();
    pixel.encode_png().unwrap()
}

#[cfg(unix)]
fn furnish(folder: &Path) {
    use std::os::unix::fs::symlink;

    fs::write(folder.join("here.png"), png()).unwrap();
    fs::write(folder.join("../secret.png"), png()).unwrap();
    fs::write(folder.join("notes.png"), "<script>alert(1)</script>").unwrap();
    symlink("../secret.png", folder.join("away.png")).unwrap();
    symlink("..", folder.join("up")).unwrap();
    symlink("/etc/passwd", folder.join("passwd.png")).unwrap();
}

#[cfg(unix)]
#[test]
fn images_come_from_the_scenes_own_folder_only() {
    let urls = [
        "here.png",
        "away.png",
        "up/secret.png",
        "../secret.png",
        "passwd.png",
        "/etc/passwd",
        "notes.png",
        "scene.json",
    ];
    let entities: Vec<Value> = (urls.iter().enumerate())
        .map(|(n, url)| json!({"id": format!("e{n}"), "sprite": {"type": "image", "url": url}}))
        .collect();
    let house = House::with(&json!({ "entities": entities }).to_string(), furnish);
    let mut page = Page::open(&house).unwrap();

    let scene = scene(&mut page);

    let looks = scene["looks"].as_array().unwrap();
    let marks = looks
        .iter()
        .flat_map(|look| look["marks"].as_array().unwrap());
    let images: Vec<&str> = marks.filter_map(|mark| mark["image"].as_str()).collect();
    assert_eq!(images.len(), 1, "only here.png: {images:?}");
    assert!(!images[0].contains("png"), "{images:?}");
    let answer = house.get(images[0]);
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), Some("image/png"));
    assert_eq!(answer.body, png());
    for n in 0..20 {
        let answer = house.get(&format!("/image/{n}"));
        assert!(answer.status == 404 || answer.body == png(), "{n}");
    }
}
