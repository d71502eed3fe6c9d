//! Mouse and keyboard over the picture reach the game that runs, where they are in the world.

use serde_json::{Value, json};

use crate::input::Point;
use crate::page::{Page, on_a_page};
use crate::rows::row;

/// A bell that is rung by a click on it, and a door that opens with a key.
const HALL: &str = r##"{
  "entities": [
    { "id": "bell", "transform": { "x": 6, "y": 4 }, "sprite": { "type": "rect", "width": 2, "height": 2, "color": "#cc9900" } },
    { "id": "door", "transform": { "x": -6, "y": -3 }, "sprite": { "type": "rect", "width": 2, "height": 3, "color": "#775533" } }
  ],
  "rules": [
    { "name": "ring", "on": { "type": "input", "name": "tap" }, "do": [{ "type": "addTag", "target": "self", "tag": "rung" }] },
    { "name": "open", "on": { "type": "input", "name": "e" }, "do": [{ "type": "addTag", "target": "door", "tag": "open" }] },
    { "name": "jump", "on": { "type": "input", "name": "Space" }, "do": [{ "type": "addTag", "target": "door", "tag": "shaken" }] }
  ]
}
"##;

/// Where a point of the world is in the window.
async fn on_screen(page: &Page, x: f64, y: f64) -> Point {
    let at = page
        .js(&format!(
            "(canvas => {{ const box = canvas.getBoundingClientRect(); const camera = JSON.parse(canvas.dataset.camera);\
             return [box.left + box.width / 2 + ({x} - camera.x) * camera.scale, box.top + box.height / 2 - ({y} - camera.y) * camera.scale]; }})\
             (document.querySelector('#canvas'))"
        ))
        .await;
    (at[0].as_f64().unwrap(), at[1].as_f64().unwrap())
}

/// Waits until an entity of the tree has a tag, by searching for it.
async fn has_tag(page: &Page, id: &str, tag: &str) {
    let said = Value::from(format!("tag {tag} added"));
    let id = Value::from(id);
    page.wait_until(&format!(
        "[...document.querySelectorAll('.log-line')].some(one => one.querySelector('.log-id')?.textContent === {id} && one.textContent.includes({said}))"
    ))
    .await;
}

async fn play(page: &Page) {
    page.click("#tab-log").await;
    page.click("#play").await;
    page.wait_until("document.querySelector('#canvas').dataset.hands === 'game'")
        .await;
    page.wait_until("document.activeElement.id === 'canvas'")
        .await;
}

#[test]
fn a_click_and_a_key_reach_the_game_where_they_are_in_the_world() {
    on_a_page(HALL, async |page| {
        play(page).await;
        let camera = page
            .js("document.querySelector('#canvas').dataset.camera")
            .await;
        let beside = on_screen(page, 3.0, 4.0).await;
        page.click_at(beside, "").await;
        let bell = on_screen(page, 6.8, 4.8).await;
        page.click_at(bell, "").await;
        has_tag(page, "bell", "rung").await;
        page.press("e").await;
        has_tag(page, "door", "open").await;
        page.press("Space").await;
        has_tag(page, "door", "shaken").await;
        assert_eq!(
            page.js("document.querySelector('#canvas').dataset.camera")
                .await,
            camera,
            "nothing was panned"
        );
        page.selected(&[]).await;
        let taps = "[...document.querySelectorAll('.log-line')].filter(one => one.textContent.includes('rung')).length";
        assert_eq!(page.js(taps).await, 1, "only the bell was met");
    });
}

#[test]
fn the_world_is_met_after_zooming_and_panning_too() {
    on_a_page(HALL, async |page| {
        play(page).await;
        let at = on_screen(page, 6.0, 4.0).await;
        page.wheel(at, 0, -400).await;
        page.wait_until("JSON.parse(document.querySelector('#canvas').dataset.camera).scale > 60")
            .await;
        let corner = on_screen(page, 5.2, 3.2).await;
        page.click_at(corner, "").await;
        has_tag(page, "bell", "rung").await;
    });
}

#[test]
fn escape_gives_mouse_and_keyboard_back_and_a_button_or_enter_gives_them_again() {
    on_a_page(HALL, async |page| {
        play(page).await;
        page.says("#hands", "The game has mouse and keyboard").await;
        page.press("Escape").await;
        page.wait_until("document.querySelector('#canvas').dataset.hands === 'editor'")
            .await;
        page.says("#hands", "Give mouse and keyboard to the game")
            .await;

        // The picture is the editor's: a click selects, keys pan.
        let bell = on_screen(page, 6.0, 4.0).await;
        page.click_at(bell, "").await;
        page.selected(&["bell"]).await;
        page.field_shows("id", "bell").await;
        let camera = page
            .js("document.querySelector('#canvas').dataset.camera")
            .await;
        page.press("ArrowLeft").await;
        page.wait_until(&format!(
            "document.querySelector('#canvas').dataset.camera !== {camera}"
        ))
        .await;
        page.press("e").await;
        assert_eq!(
            page.js("document.querySelectorAll('.log-line').length")
                .await,
            0,
            "the game has heard nothing"
        );

        page.press("Enter").await;
        page.wait_until("document.querySelector('#canvas').dataset.hands === 'game'")
            .await;
        page.press("e").await;
        has_tag(page, "door", "open").await;
        page.click("#hands").await;
        page.wait_until("document.querySelector('#canvas').dataset.hands === 'editor'")
            .await;
        page.click("#hands").await;
        page.wait_until("document.querySelector('#canvas').dataset.hands === 'game'")
            .await;
        page.says("#hands", "The game has mouse and keyboard").await;
    });
}

#[test]
fn the_page_keeps_its_own_keys_and_what_is_held_is_let_go_when_the_focus_goes() {
    on_a_page(HALL, async |page| {
        play(page).await;
        page.hold("e").await;
        has_tag(page, "door", "open").await;
        page.press("F6").await;
        page.wait_until("document.body.dataset.play === 'paused'")
            .await;
        page.press("Tab").await;
        page.wait_until("document.activeElement.id !== 'canvas'")
            .await;
        page.says("#hands", "Click into the picture to play").await;
        page.let_go("e").await;
        page.press("F5").await;
        page.wait_until("document.activeElement.id === 'canvas'")
            .await;
        page.press("e").await;
        let pressed = "[...document.querySelectorAll('.log-line')].filter(one => one.textContent.includes('input e')).length";
        page.wait_until(&format!("{pressed} === 2")).await;
        page.click(&row("bell")).await;
        page.press("e").await; // the tree has the keyboard
        page.press("Shift+F5").await;
        page.wait_until("document.body.dataset.play === 'stopped'")
            .await;
        assert_eq!(page.js(pressed).await, json!(2));
    });
}
