//! The picture: what is drawn where, and how to look around.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::input::Point;
use crate::page::{Page, on_a_page, on_a_page_in};
use crate::steps::{PIXELS, row};

const YARD: &str = r##"{
  "entities": [
    { "id": "red", "transform": { "x": 0 }, "sprite": { "type": "rect", "width": 2, "height": 2, "color": "#ff0000" } },
    { "id": "green", "transform": { "x": 6, "y": 3 }, "sprite": { "type": "rect", "width": 2, "height": 2, "color": "#00ff00" } },
    { "id": "blue", "transform": { "x": -6, "y": -3 }, "sprite": { "type": "rect", "width": 2, "height": 2, "color": "#0000ff" } }
  ]
}
"##;

const RED: [u64; 3] = [255, 0, 0];
const GREEN: [u64; 3] = [0, 255, 0];

/// Waits until everything is drawn as it is known.
pub(crate) async fn is_drawn(page: &Page) {
    page.wait_until("document.querySelector('#canvas').dataset.complete === 'yes'")
        .await;
}

/// A script that finds the pixel of the canvas that a point of the world is at.
pub(crate) fn pixel_at(x: f64, y: f64) -> String {
    format!(
        "(() => {{ const c = document.querySelector('#canvas'), k = JSON.parse(c.dataset.camera);\
         const ratio = c.width / c.getBoundingClientRect().width;\
         return [...{PIXELS}(Math.round(c.width / 2 + ({x} - k.x) * k.scale * ratio),\
           Math.round(c.height / 2 - ({y} - k.y) * k.scale * ratio), 1, 1)].slice(0, 3); }})()"
    )
}

/// Waits until a point of the world has this colour.
async fn colour_is(page: &Page, x: f64, y: f64, colour: [u64; 3]) {
    let colour = json!(colour);
    page.wait_until(&format!("'' + {} === '' + {colour}", pixel_at(x, y)))
        .await;
}

async fn colour(page: &Page, x: f64, y: f64) -> Value {
    page.js(&pixel_at(x, y)).await
}

/// Where a point of the world is in the window.
pub(crate) async fn place(page: &Page, x: f64, y: f64) -> Point {
    let at = page
        .js(&format!(
            "(() => {{ const c = document.querySelector('#canvas'), k = JSON.parse(c.dataset.camera), box = c.getBoundingClientRect();\
             return [box.left + box.width / 2 + ({x} - k.x) * k.scale, box.top + box.height / 2 - ({y} - k.y) * k.scale]; }})()"
        ))
        .await;
    (at[0].as_f64().unwrap(), at[1].as_f64().unwrap())
}

pub(crate) async fn camera(page: &Page) -> (f64, f64, f64) {
    let camera = page
        .js("JSON.parse(document.querySelector('#canvas').dataset.camera)")
        .await;
    let number = |name: &str| camera[name].as_f64().unwrap();
    (number("x"), number("y"), number("scale"))
}

pub(crate) async fn camera_moves(page: &Page, from: (f64, f64, f64)) {
    let (x, y, scale) = from;
    page.wait_until(&format!(
        "(k => k.x !== {x} || k.y !== {y} || k.scale !== {scale})(JSON.parse(document.querySelector('#canvas').dataset.camera))"
    ))
    .await;
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 0.05
}

#[test]
fn the_scene_is_drawn_and_follows_an_edit_at_once() {
    on_a_page(YARD, async |page| {
        is_drawn(page).await;
        colour_is(page, 0.5, 0.5, RED).await;
        colour_is(page, 6.5, 3.5, GREEN).await;
        assert_ne!(colour(page, 0.5, 2.0).await, json!(RED));

        page.select("red").await;
        page.enter("local.y", "4").await;

        colour_is(page, 0.5, 4.5, RED).await;
        assert_ne!(colour(page, 0.5, -0.5).await, json!(RED));
        page.press_on("#inspector [name=visible]").await;
        page.wait_until(&format!("'' + {} !== '255,0,0'", pixel_at(0.5, 4.5)))
            .await;
        let file = page.saved().await;
        assert!(
            file.contains(r#""y": 4"#) && file.contains(r#""visible": false"#),
            "{file}"
        );
    });
}

#[test]
fn the_hand_and_the_middle_button_pan() {
    on_a_page(YARD, async |page| {
        is_drawn(page).await;
        page.click("#tool-hand").await;
        let before = camera(page).await;
        let from = place(page, 2.0, 3.0).await;

        page.drag_between(from, (from.0 + 80.0, from.1 + 40.0))
            .await;
        camera_moves(page, before).await;
        let (x, y, scale) = camera(page).await;
        assert!(near(x, before.0 - 80.0 / scale) && near(y, before.1 + 40.0 / scale));
        page.selected(&[]).await;

        // On an entity as well, with any tool, and nothing is selected by it.
        page.click("#tool-move").await;
        let on_red = place(page, 0.0, 0.0).await;
        let before = camera(page).await;
        page.drag_middle(on_red, (on_red.0 - 60.0, on_red.1 - 30.0))
            .await;
        camera_moves(page, before).await;
        let (x, _, scale) = camera(page).await;
        assert!(near(x, before.0 + 60.0 / scale));
        page.selected(&[]).await;
        assert_eq!(page.on_disk(), YARD);
    });
}

#[test]
fn escape_takes_a_pan_back_and_space_pans_over_anything() {
    on_a_page(YARD, async |page| {
        is_drawn(page).await;
        page.js("document.querySelector('#canvas').focus()").await;
        page.press("h").await;
        let before = camera(page).await;
        let on_red = place(page, 0.0, 0.0).await;
        page.begin_drag(on_red, (on_red.0 + 50.0, on_red.1)).await;
        camera_moves(page, before).await;
        page.press("Escape").await;
        let (x, y, scale) = before;
        page.wait_until(&format!(
            "document.querySelector('#canvas').dataset.camera === JSON.stringify({{ x: {x}, y: {y}, scale: {scale} }})"
        ))
        .await;
        page.drop().await;
        assert_eq!(camera(page).await, before);

        page.press("q").await;
        page.hold("Space").await;
        page.drag_between(on_red, (on_red.0 + 50.0, on_red.1)).await;
        page.let_go("Space").await;
        camera_moves(page, before).await;
        page.selected(&[]).await;
    });
}

#[test]
fn the_wheel_zooms_and_what_is_under_the_pointer_stays() {
    on_a_page(YARD, async |page| {
        is_drawn(page).await;
        let at = place(page, 6.0, 3.0).await;
        let before = camera(page).await;

        page.wheel(at, 0, -300).await;

        camera_moves(page, before).await;
        let (.., scale) = camera(page).await;
        assert!(scale > before.2 * 1.3, "{scale}");
        let now = place(page, 6.0, 3.0).await;
        assert!(
            (now.0 - at.0).abs() < 1.0 && (now.1 - at.1).abs() < 1.0,
            "{at:?} {now:?}"
        );
        let before = camera(page).await;
        page.wheel(at, 0, 300).await;
        camera_moves(page, before).await;
        let now = place(page, 6.0, 3.0).await;
        assert!(
            (now.0 - at.0).abs() < 1.0 && (now.1 - at.1).abs() < 1.0,
            "{at:?} {now:?}"
        );
    });
}

#[test]
fn the_selection_is_framed_and_everything_is_fitted() {
    on_a_page(YARD, async |page| {
        is_drawn(page).await;
        let all = camera(page).await;
        page.select("green").await;

        page.click("#frame").await;
        camera_moves(page, all).await;
        let (x, y, scale) = camera(page).await;
        assert!(
            near(x, 6.0) && near(y, 3.0) && scale > all.2,
            "{x} {y} {scale}"
        );
        page.click("#fit").await;
        page.wait_until(&format!(
            "JSON.parse(document.querySelector('#canvas').dataset.camera).scale === {}",
            all.2
        ))
        .await;

        // By keyboard, and with the buttons for zooming.
        let framed = camera(page).await;
        page.press("Control+Shift+f").await;
        camera_moves(page, framed).await;
        let framed = camera(page).await;
        page.press("Shift+1").await;
        camera_moves(page, framed).await;
        let fitted = camera(page).await;
        page.click("#zoom-in").await;
        camera_moves(page, fitted).await;
        assert!(camera(page).await.2 > fitted.2);
        let near = camera(page).await;
        page.click("#zoom-out").await;
        camera_moves(page, near).await;
        page.says("#zoom-readout", "px/unit").await;
    });
}

#[test]
fn the_keyboard_pans_zooms_frames_and_fits() {
    on_a_page(YARD, async |page| {
        is_drawn(page).await;
        page.select("blue").await;
        page.js("document.querySelector('#canvas').focus()").await;
        for key in [
            "f",
            "ArrowLeft",
            "ArrowUp",
            "=",
            "-",
            "Home",
            "ArrowRight",
            "ArrowDown",
        ] {
            let before = camera(page).await;
            page.press(key).await;
            camera_moves(page, before).await;
        }
        page.selected(&["blue"]).await;
    });
}

#[test]
fn a_click_selects_and_the_tree_follows() {
    let mut rocks = String::new();
    for n in 0..80 {
        rocks.push_str(&format!("{{ \"name\": \"rock{n}\" }}, "));
    }
    let scene = format!(
        r##"{{ "entities": [{{ "id": "sea", "children": [{rocks}
          {{ "name": "isle", "children": [{{ "id": "hut", "sprite": {{ "type": "rect", "width": 2, "height": 2, "color": "#ff0000" }} }}] }}] }},
          {{ "id": "moon", "transform": {{ "x": 8 }}, "sprite": {{ "type": "circle", "radius": 1, "color": "#00ff00" }} }}] }}"##
    );
    on_a_page(&scene, async |page| {
        is_drawn(page).await;
        page.click("#collapse-all").await;
        page.wait_until("document.querySelectorAll('#tree .row').length === 2")
            .await;

        let hut = place(page, 0.0, 0.0).await;
        page.click_at(hut, "").await;
        page.field_shows("id", "hut").await;
        page.selected(&["hut"]).await; // its row is open to be seen, and scrolled to
        let seen = format!(
            "(({{ top, bottom }}, box) => top >= box.top && bottom <= box.bottom)(document.querySelector('{}').getBoundingClientRect(), document.querySelector('#tree').getBoundingClientRect())",
            row("hut")
        );
        assert_eq!(page.js(&seen).await, true);

        let moon = place(page, 8.0, 0.0).await;
        page.click_at(moon, "Control").await;
        page.says("#inspector", "2 entities").await;
        page.click_at(hut, "Control").await;
        page.selected(&["moon"]).await;
        page.click_at(place(page, 4.0, 0.0).await, "").await;
        page.says("#inspector", "Select an entity").await;
        page.selected(&[]).await;
        assert_eq!(page.on_disk(), scene);
    });
}

#[test]
fn what_is_in_front_is_met_first() {
    let scene = r##"{ "entities": [
      { "id": "front", "z": 5, "sprite": { "type": "circle", "radius": 1, "color": "#ff0000" } },
      { "id": "back", "sprite": { "type": "rect", "width": 4, "height": 4, "color": "#00ff00" } }
    ] }"##;
    on_a_page(scene, async |page| {
        is_drawn(page).await;
        colour_is(page, 0.0, 0.5, RED).await;
        page.click_at(place(page, 0.0, 0.0).await, "").await;
        page.selected(&["front"]).await;
        // Within its box and not within itself.
        page.click_at(place(page, 0.9, 0.9).await, "").await;
        page.selected(&["back"]).await;
        // The other way round, after an edit.
        page.field_shows("id", "back").await;
        page.enter("z", "9").await;
        colour_is(page, 0.5, 0.5, GREEN).await;
        page.click_at(place(page, 0.0, 0.0).await, "").await;
        page.selected(&["back"]).await;
        assert!(page.saved().await.contains(r#""z": 9"#));
    });
}

#[test]
fn on_a_fine_screen_the_canvas_has_as_many_pixels() {
    on_a_page(YARD, async |page| {
        is_drawn(page).await;
        let size = "(c => [c.width / c.clientWidth, c.height / c.clientHeight].map(Math.round).join())(document.querySelector('#canvas'))";
        assert_eq!(page.js(size).await, "1,1");

        for (ratio, width) in [(2, 1280), (1, 1200)] {
            let metrics = json!({ "width": width, "height": 800, "deviceScaleFactor": ratio, "mobile": false });
            page.devtools("Emulation.setDeviceMetricsOverride", metrics)
                .await;
            page.wait_until(&format!("{size} === '{ratio},{ratio}'"))
                .await;
            colour_is(page, 0.5, 0.5, RED).await;
            colour_is(page, 6.5, 3.5, GREEN).await;
        }
    });
}

/// A PNG of two by two pixels: white, red, green, blue, from the top left.
fn checkers() -> Vec<u8> {
    let mut pixels = tiny_skia::Pixmap::new(2, 2).unwrap();
    let colours = [[255, 255, 255], [255, 0, 0], [0, 255, 0], [0, 0, 255]];
    for (pixel, [r, g, b]) in pixels.pixels_mut().iter_mut().zip(colours) {
        *pixel = tiny_skia::PremultipliedColorU8::from_rgba(r, g, b, 255).unwrap();
    }
    pixels.encode_png().unwrap()
}

fn with_images(folder: &Path) {
    fs::write(folder.join("flag.png"), checkers()).unwrap();
    fs::write(folder.join("../secret.png"), checkers()).unwrap();
}

#[test]
fn an_image_beside_the_scene_is_shown_and_one_outside_of_it_is_not() {
    let scene = r##"{ "entities": [
      { "id": "flag", "sprite": { "type": "image", "url": "flag.png", "width": 4, "height": 4 } },
      { "id": "thief", "transform": { "x": 10 }, "sprite": { "type": "image", "url": "../secret.png", "width": 4, "height": 4 } }
    ] }"##;
    on_a_page_in(scene, with_images, async |page| {
        is_drawn(page).await;
        colour_is(page, 1.7, 1.7, RED).await;
        colour_is(page, -1.7, -1.7, GREEN).await;
        colour_is(page, -1.7, 1.7, [255, 255, 255]).await;
        for (x, y) in [(11.7, 1.7), (8.3, -1.7)] {
            let seen = colour(page, x, y).await;
            assert!(seen != json!(RED) && seen != json!(GREEN), "{seen}");
        }
        let fetched = page.js("performance.getEntriesByType('resource').map(one => one.name).filter(name => name.includes('/image/')).length").await;
        assert_eq!(fetched, 1);

        page.select("flag").await;
        page.enter("local.angle", "180").await;
        colour_is(page, -1.7, -1.7, RED).await;
        assert!(page.saved().await.contains("angle"));
    });
}

/// A PNG of 64 columns, red and green in turns.
fn stripes() -> Vec<u8> {
    let mut pixels = tiny_skia::Pixmap::new(64, 64).unwrap();
    for (at, pixel) in pixels.pixels_mut().iter_mut().enumerate() {
        let [r, g] = [[255, 0], [0, 255]][at % 2];
        *pixel = tiny_skia::PremultipliedColorU8::from_rgba(r, g, 0, 255).unwrap();
    }
    pixels.encode_png().unwrap()
}

#[test]
fn an_image_has_sharp_squares_from_near_and_is_smooth_from_far() {
    let scene = r#"{ "entities": [{ "id": "flag", "sprite": { "type": "image", "url": "stripes.png", "width": 8, "height": 8 } }] }"#;
    let furnish = |folder: &Path| fs::write(folder.join("stripes.png"), stripes()).unwrap();
    on_a_page_in(scene, furnish, async |page| {
        // How many pixels along the middle of the image are neither red nor green.
        let mixed = format!(
            "(() => {{ const c = document.querySelector('#canvas'), {{ scale }} = JSON.parse(c.dataset.camera), w = Math.floor(7 * scale);\
            const data = {PIXELS}(Math.round((c.width - w) / 2), Math.round(c.height / 2 + scale), w, 1); let found = 0;\
            for (let i = 0; i < data.length; i += 4) if (Math.abs(data[i] - data[i + 1]) < 200) found += 1; return found; }})()"
        );
        let per_pixel = "JSON.parse(document.querySelector('#canvas').dataset.camera).scale / 8";
        is_drawn(page).await;
        page.wait_until(
            "performance.getEntriesByType('resource').some(one => one.name.includes('/image/'))",
        )
        .await;
        page.wait_until(&format!("{per_pixel} >= 2 && {mixed} === 0"))
            .await;

        let middle = page.middle("#canvas").await;
        for _ in 0..40 {
            if page.js(&format!("{per_pixel} < 1.9")).await == true {
                break;
            }
            let before = camera(page).await;
            page.wheel(middle, 0, 120).await;
            camera_moves(page, before).await;
        }

        is_drawn(page).await;
        page.wait_until(&format!("{mixed} > 10")).await;
    });
}
