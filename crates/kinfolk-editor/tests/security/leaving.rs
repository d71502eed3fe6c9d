//! Pages that are gone in the middle of something: a browser that crashed, a cable that was pulled.

use std::fs;

use crate::house::House;
use crate::page::{LAST, Page, opcode};

fn drag(x: usize) -> String {
    format!(
        r#"{{ "n": {x}, "do": "drag", "ids": ["ship"], "pulls": [{{ "x": {x} }}], "gesture": "g" }}"#
    )
}

fn text(house: &House) -> String {
    fs::read_to_string(house.folder.join("scene/scene.json")).unwrap()
}

#[test]
fn a_browser_that_is_gone_in_a_gesture_leaves_one_step_for_the_next_one() {
    let house = House::open();
    let before = text(&house);
    let mut page = Page::open(&house).unwrap();
    for x in 10..30 {
        page.say(&drag(x)).unwrap();
        assert_eq!(page.reply().unwrap()["ok"], true);
    }
    // The next one is on its way when the connection is cut.
    page.begin(LAST | opcode::TEXT, 80).unwrap();
    drop(page);

    let mut next = Page::open(&house).unwrap();
    next.say(r#"{ "n": 1, "do": "save" }"#).unwrap();
    assert_eq!(next.reply().unwrap()["ok"], true);
    let dragged = text(&house);
    assert!(dragged.contains("\"x\": 29"), "{dragged}");

    next.say(r#"{ "n": 2, "do": "undo" }"#).unwrap();
    assert_eq!(next.reply().unwrap()["ok"], true);
    next.say(r#"{ "n": 3, "do": "save" }"#).unwrap();
    assert_eq!(next.reply().unwrap()["ok"], true);
    assert_eq!(text(&house), before, "all of it was one step");
    house.still_answers();
}

#[test]
fn a_browser_that_is_gone_in_a_message_is_nobodys_trouble() {
    let house = House::open();
    let mut page = Page::open(&house).unwrap();
    page.begin(LAST | opcode::TEXT, 5_000).unwrap();
    drop(page);

    let mut next = Page::open(&house).unwrap();
    next.say(r#"{ "n": 1, "do": "inspect", "ids": ["ship"] }"#)
        .unwrap();

    assert_eq!(next.reply().unwrap()["entities"][0]["id"], "ship");
    house.still_answers();
}
