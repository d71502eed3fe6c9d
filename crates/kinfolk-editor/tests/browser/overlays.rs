//! What can be drawn over the scene: switched on and off, seen, and remembered.

use serde_json::json;

use crate::page::{Page, on_a_page};
use crate::picture::{is_drawn, place};
use crate::steps::PIXELS;

/// A mirrored boss with a slot and an arm, and a crane with a hinge: nothing of them is drawn, so that whatever is seen was
/// switched on. What is drawn says what is in view, in a colour that nothing else has.
const SCENE: &str = r##"{
  "templates": {
    "boss": { "slots": { "left": { "x": -3, "y": 1 } }, "physics": { "bodyType": "kinematic", "shape": "box", "width": 2, "height": 2 } }
  },
  "entities": [
    { "id": "boss1", "template": "boss", "transform": { "x": -5, "scaleX": -2 }, "children": [
      { "id": "arm", "localTransform": { "x": 2, "y": 3 }, "physics": { "child": "compound", "shape": "circle", "radius": 0.5, "offset": [0.5, 0] } }
    ] },
    { "id": "crane", "transform": { "x": 6, "y": 2 }, "physics": { "bodyType": "static", "shape": "box", "width": 1, "height": 1 }, "children": [
      { "id": "hook", "localTransform": { "y": -4 }, "physics": { "child": "joint", "shape": "circle", "radius": 0.5,
        "joint": { "type": "revolute", "anchor": [0, 2] } } }
    ] },
    { "id": "card", "transform": { "x": 2, "y": -5 }, "sprite": { "type": "rect", "width": 2, "height": 2, "color": "#c0ff00" } },
    { "id": "top", "z": 3, "transform": { "x": 2.5, "y": -5.5 }, "sprite": { "type": "rect", "width": 1, "height": 1, "color": "#c0ff00" } },
    { "id": "west", "transform": { "x": -13, "y": 6 }, "sprite": { "type": "rect", "width": 0.2, "height": 0.2, "color": "#c0ff00" } },
    { "id": "east", "transform": { "x": 9, "y": -7 }, "sprite": { "type": "rect", "width": 0.2, "height": 0.2, "color": "#c0ff00" } }
  ]
}
"##;

/// A colour of the theme, as the canvas has it.
fn colour(name: &str) -> String {
    format!(
        "(() => {{ const probe = document.querySelector('#zoom-readout'); probe.style.color = 'var(--{name})'; const found = getComputedStyle(probe).color;\
         probe.style.removeProperty('color'); return found.match(/\\d+/g).slice(0, 3).map(Number); }})()"
    )
}

/// How many pixels around a point of the world, at most `reach` away, have about a colour of the theme.
async fn seen(page: &Page, at: (f64, f64), reach: f64, name: &str) -> u64 {
    let (x, y) = place(page, at.0, at.1).await;
    let count = page
        .js(&format!(
            "(() => {{ const box = document.querySelector('#canvas').getBoundingClientRect(), [r, g, b] = {}; \
             const data = {PIXELS}(Math.round({x} - box.left - {reach}), Math.round({y} - box.top - {reach}), {reach} * 2, {reach} * 2); let found = 0; \
             for (let i = 0; i < data.length; i += 4) if (Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b) < 90) found += 1; \
             return found; }})()",
            colour(name)
        ))
        .await;
    count.as_u64().unwrap()
}

/// Waits until a colour is seen somewhere, or is not.
async fn is_seen(page: &Page, at: (f64, f64), name: &str, wanted: bool) {
    for _ in 0..100 {
        if (seen(page, at, 9.0, name).await > 2) == wanted {
            return;
        }
        page.js("new Promise((done) => requestAnimationFrame(() => done(true)))")
            .await;
    }
    panic!(
        "{name} at {at:?}: {}",
        if wanted { "never seen" } else { "still seen" }
    );
}

/// Places in the world.
type Points = &'static [(f64, f64)];

/// Where each overlay is to be seen, and in which colour.
const PLACES: [(&str, Points, &str); 8] = [
    // From the boss to its arm, halfway; the boss is mirrored and twice as wide.
    ("links", &[(-7.0, 1.5)], "link"),
    ("axes", &[(2.25, -5.0)], "axis-x"),
    ("names", &[(6.9, 2.5)], "text"),
    ("bounds", &[(1.0, -4.5)], "bounds"),
    ("subtrees", &[(6.0, 0.0)], "mark"),
    // The box of the boss, and the circle of its arm, which the mirrored boss makes an ellipse.
    (
        "colliders",
        &[(-3.0, 0.5), (-7.0, 0.5), (-11.0, 3.0), (5.5, 2.0)],
        "collider",
    ),
    // From the crane to the anchor of its hook.
    ("joints", &[(6.0, 1.0)], "joint"),
    ("order", &[(2.5, -5.5)], "accent"),
];

#[test]
fn each_overlay_is_switched_on_and_off_and_seen_in_dark_and_light() {
    on_a_page(SCENE, async |page| {
        for theme in ["light", "dark"] {
            let features =
                json!({ "features": [{ "name": "prefers-color-scheme", "value": theme }] });
            page.devtools("Emulation.setEmulatedMedia", features).await;
            page.wait_until(&format!(
                "document.documentElement.dataset.theme === '{theme}'"
            ))
            .await;
            is_drawn(page).await;
            page.click("#overlays").await;
            for (name, places, colour) in PLACES {
                for at in places {
                    is_seen(page, *at, colour, false).await;
                }
                let switch = format!("#overlay-panel [name=overlay-{name}]");
                page.press_on(&switch).await;
                for at in places {
                    is_seen(page, *at, colour, true).await;
                }
                page.hears("shown").await;
                page.press_on(&switch).await;
                for at in places {
                    is_seen(page, *at, colour, false).await;
                }
            }
            page.press("Escape").await;
            page.wait_until("document.querySelector('#overlay-panel').hidden")
                .await;
        }
        page.history_is(&[]).await;
    });
}

#[test]
fn slots_are_shown_of_the_selection_or_of_all() {
    on_a_page(SCENE, async |page| {
        is_drawn(page).await;
        let slot = (1.0, 1.0); // of the boss, which is mirrored
        is_seen(page, slot, "slot", false).await;
        page.select("boss1").await;
        is_seen(page, slot, "slot", true).await;
        page.select("card").await;
        is_seen(page, slot, "slot", false).await;
        page.press("Alt+o").await;
        let radio = |which: &str| format!("#overlay-panel .segment:has([value={which}])");
        page.press_on(&radio("all")).await;
        is_seen(page, slot, "slot", true).await;
        page.press_on(&radio("none")).await;
        is_seen(page, slot, "slot", false).await;
        page.press("Escape").await;
        page.select("boss1").await;
        is_seen(page, slot, "slot", false).await;
    });
}

#[test]
fn overlays_are_switched_by_keyboard_and_remembered() {
    on_a_page(SCENE, async |page| {
        is_drawn(page).await;
        page.press("Alt+o").await;
        page.wait_until("document.activeElement.name === 'overlay-names'")
            .await;
        page.press("Space").await;
        page.hears("Names shown").await;
        page.press("Tab").await;
        page.press("Space").await;
        page.hears("Parent links shown").await;
        page.press("Escape").await;
        page.wait_until("document.activeElement.id === 'overlays' && document.querySelector('#overlay-panel').hidden")
            .await;
        is_seen(page, (-7.0, 1.5), "link", true).await;
        page.browser.refresh().await.unwrap();
        page.is_ready().await;
        is_drawn(page).await;
        is_seen(page, (-7.0, 1.5), "link", true).await;
        page.press("Alt+o").await;
        let on =
            "[...document.querySelectorAll('#overlay-panel :checked')].map(one => one.name).join()";
        assert_eq!(
            page.js(on).await,
            "overlay-names,overlay-links,overlay-slots"
        );
        // A click elsewhere closes it.
        page.click("#canvas").await;
        page.wait_until("document.querySelector('#overlay-panel').hidden")
            .await;
    });
}

#[test]
fn colliders_follow_what_is_dragged() {
    on_a_page(SCENE, async |page| {
        is_drawn(page).await;
        page.click("#overlays").await;
        page.press_on("#overlay-panel [name=overlay-colliders]")
            .await;
        page.press("Escape").await;
        is_seen(page, (5.5, 2.0), "collider", true).await;
        page.take("crane", "move").await;
        let from = page.pixel((6.0, 2.0)).await;
        let to = page.pixel((3.0, 5.0)).await;
        page.drag_and_hear(from, to, "moved to").await;
        is_seen(page, (5.5, 2.0), "collider", false).await;
        is_seen(page, (2.5, 5.0), "collider", true).await;
    });
}
