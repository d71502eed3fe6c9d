//! Play, pause, step, restart and stop: a copy runs and is seen, and the document does not hear of it.

use std::fs;

use serde_json::{Value, json};

use crate::page::{Page, on_a_page};
use crate::rows::row;

/// A mill that turns, a spring that bubbles, and a lamp that goes out after a while.
const POND: &str = r##"{
  // A pond.
  "templates": {
    "bubble": { "tags": ["wet"], "sprite": { "type": "circle", "radius": 0.3, "color": "#3388ff" },
      "behaviors": [{ "type": "translate", "y": 2 }, { "type": "lifetime", "secs": 1 }] }
  },
  "entities": [
    { "id": "mill", "sprite": { "type": "rect", "width": 4, "height": 1, "color": "#aa5522" },
      "behaviors": [{ "type": "rotate", "speed": 1.5 }],
      "children": [{ "name": "Sail", "localTransform": { "x": 3 }, "sprite": { "type": "rect", "width": 1, "height": 1, "color": "#ddcc99" } }] },
    { "id": "spring", "transform": { "x": -5 },
      "behaviors": [{ "type": "spawn_on_timer", "template": "bubble", "every": 0.2 }] },
    { "id": "lamp", "transform": { "x": 5, "y": 3 }, "sprite": { "type": "circle", "radius": 0.5, "color": "#ffcc00" } }
  ],
  "rules": [
    { "name": "out", "on": { "type": "timer", "after": 0.5, "times": 1 }, "do": [{ "type": "destroy", "target": "lamp" }] }
  ]
}
"##;

/// Waits until what runs is in this state.
async fn plays(page: &Page, state: &str) {
    page.wait_until(&format!("document.body.dataset.play === '{state}'"))
        .await;
}

/// Waits until this world is shown.
async fn shows(page: &Page, view: &str) {
    page.wait_until(&format!("document.body.dataset.view === '{view}'"))
        .await;
    page.wait_until(&format!(
        "document.querySelector('#view-{view}').getAttribute('aria-pressed') === 'true'"
    ))
    .await;
}

/// How many frames have run.
const FRAME: &str =
    "Number(/frame (\\d+)/.exec(document.querySelector('#play-clock').textContent)?.[1] ?? -1)";

async fn frame(page: &Page) -> i64 {
    page.js(FRAME).await.as_i64().unwrap()
}

/// Waits until something was spoken or shown.
async fn is_told(page: &Page, words: &str) {
    let words = Value::from(words);
    page.wait_until(&format!(
        "['#spoken-0', '#spoken-1', '#notice'].some(one => document.querySelector(one).textContent.includes({words}))"
    ))
    .await;
}

#[test]
fn play_shows_what_runs_and_stop_shows_the_scene_as_it_was() {
    on_a_page(POND, async |page| {
        page.select("mill").await;
        shows(page, "scene").await;

        page.click("#play").await;
        plays(page, "playing").await;
        shows(page, "running").await;
        page.selected(&["mill"]).await;
        page.wait_until(&format!("{FRAME} > 20")).await;
        page.wait_until("document.querySelectorAll('#tree .row[data-id^=bubble]').length > 0")
            .await;
        page.wait_until(&format!(
            "document.querySelector({}) === null",
            Value::from(row("lamp"))
        ))
        .await;

        page.click("#stop").await;
        plays(page, "stopped").await;
        shows(page, "scene").await;
        is_told(page, "Stopped. The scene is as it was.").await;
        page.wait_until(&format!(
            "document.querySelector({}) !== null",
            Value::from(row("lamp"))
        ))
        .await;
        assert_eq!(
            page.js("document.querySelectorAll('#tree .row').length")
                .await,
            4
        );
        page.field_shows("local.angle", "0").await;
        page.history_is(&[]).await;
        assert_eq!(
            page.js("document.querySelector('#unsaved').hidden").await,
            true
        );
        assert_eq!(page.on_disk(), POND);
    });
}

#[test]
fn pause_holds_it_step_is_one_frame_and_restart_begins_anew() {
    on_a_page(POND, async |page| {
        page.click("#step").await;
        plays(page, "paused").await;
        shows(page, "running").await;
        page.wait_until(&format!("{FRAME} === 1")).await;
        is_told(page, "One step, frame 1").await;
        page.click("#step").await;
        page.wait_until(&format!("{FRAME} === 2")).await;

        page.click("#play").await;
        plays(page, "playing").await;
        page.wait_until(&format!("{FRAME} > 5")).await;
        page.click("#pause").await;
        plays(page, "paused").await;
        is_told(page, "Paused at frame").await;
        let at = frame(page).await;
        page.click("#step").await;
        page.wait_until(&format!("{FRAME} === {at} + 1")).await;
        let clock = page.text("#play-clock").await;
        let secs = format!("{:.2} s", (at + 1) as f64 / 60.0);
        assert!(clock.starts_with(&secs), "{clock}");

        page.click("#restart").await;
        page.wait_until(&format!("{FRAME} === 0")).await;
        is_told(page, "Started again").await;
        plays(page, "paused").await;
        page.click("#pause").await;
        is_told(page, "It is paused already.").await;
    });
}

#[test]
fn everything_has_a_key() {
    on_a_page(POND, async |page| {
        page.press("F8").await;
        is_told(page, "Nothing runs. Press Play first.").await;
        page.press("F5").await;
        plays(page, "playing").await;
        shows(page, "running").await;
        page.press("F6").await;
        plays(page, "paused").await;
        let at = frame(page).await;
        page.press("F10").await;
        page.wait_until(&format!("{FRAME} === {at} + 1")).await;
        page.press("F8").await;
        shows(page, "scene").await;
        plays(page, "paused").await;
        page.press("F8").await;
        shows(page, "running").await;
        page.press("Control+Shift+F5").await;
        page.wait_until(&format!("{FRAME} === 0")).await;
        page.press("F5").await;
        plays(page, "playing").await;
        page.press("Shift+F5").await;
        plays(page, "stopped").await;
        shows(page, "scene").await;
        page.press("F1").await;
        page.says("[data-testid=help-dialog]", "Show what runs")
            .await;
        page.press("Escape").await;
    });
}

#[test]
fn what_runs_is_live_in_tree_picture_and_inspector_and_read_only() {
    on_a_page(POND, async |page| {
        page.click("#play").await;
        plays(page, "playing").await;
        page.press("Escape").await; // the hands are the editor's
        page.click(&format!("{} .row-name", row("mill"))).await;
        page.field_shows("id", "mill").await;
        let angle = "document.querySelector('#inspector [name=\"local.angle\"]').value";
        let before = page.js(angle).await;
        page.wait_until(&format!("{angle} !== {before}")).await;
        let camera = page
            .js("document.querySelector('#canvas').dataset.camera")
            .await;
        assert_eq!(
            page.js("document.querySelector('#inspector [name=\"local.angle\"]').readOnly")
                .await,
            true
        );
        assert_eq!(
            page.js("document.querySelector('#inspector [name=visible]').disabled")
                .await,
            true
        );

        // Every way to edit is refused with a sentence.
        for keys in [
            "Delete",
            "Control+d",
            "F2",
            "Alt+h",
            "Insert",
            "Control+z",
            "Control+g",
        ] {
            page.js("document.querySelector('#notice').hidden = true")
                .await;
            page.press(keys).await;
            page.says(
                "#notice",
                "What runs is only shown. Switch to Scene to edit.",
            )
            .await;
        }
        page.js("document.querySelector('#notice').hidden = true")
            .await;
        page.click(&format!("{} [data-part=visible]", row("mill")))
            .await;
        page.says("#notice", "only shown").await;
        page.js("document.querySelector('#notice').hidden = true")
            .await;
        page.drag(&row("mill_Sail"), &row("spring")).await;
        page.says("#notice", "only shown").await;
        page.press("Shift+F10").await;
        page.says("#menu .menu-note", "only shown").await;
        page.press("Escape").await;
        page.history_is(&[]).await;

        // The picture moves by itself, and stays where it is.
        let sum = format!(
            "{}(0, 0, 400, 300).reduce((sum, value, i) => (sum * 31 + value) % 1000003, 7)",
            crate::steps::PIXELS
        );
        let seen = page.js(&sum).await;
        page.wait_until(&format!("{sum} !== {seen}")).await;
        assert_eq!(
            page.js("document.querySelector('#canvas').dataset.camera")
                .await,
            camera
        );

        page.click("#view-scene").await;
        shows(page, "scene").await;
        page.field_shows("local.angle", "0").await;
        assert_eq!(
            page.js("document.querySelector('#inspector [name=\"local.angle\"]').readOnly")
                .await,
            false
        );
        assert_eq!(
            page.js("document.querySelector('#inspector [name=visible]').disabled")
                .await,
            false
        );
    });
}

#[test]
fn the_scene_is_edited_while_its_copy_runs_and_restart_takes_that_over() {
    on_a_page(POND, async |page| {
        page.click("#play").await;
        shows(page, "running").await;
        page.click("#view-scene").await;
        shows(page, "scene").await;
        page.select("lamp").await;
        page.enter("local.x", "9").await;
        page.history_is(&["Set local x of lamp"]).await;
        page.select("spring").await;
        page.press_on("#inspector [name=visible]").await;
        page.history_is(&["Set local x of lamp", "Set visible of spring"])
            .await;
        plays(page, "playing").await;

        page.click("#view-running").await;
        shows(page, "running").await;
        page.field_shows("local.x", "-5").await;
        assert_eq!(
            page.js("document.querySelector('#inspector [name=visible]').checked")
                .await,
            true
        );
        page.click("#restart").await;
        page.wait_until("document.querySelector('#inspector [name=visible]').checked === false")
            .await;
        page.click("#stop").await;
        shows(page, "scene").await;
        page.history_is(&["Set local x of lamp", "Set visible of spring"])
            .await;
        assert_eq!(page.on_disk(), POND);
        let saved = page.saved().await;
        assert!(
            saved.contains("\"x\": 9") && saved.contains("// A pond."),
            "{saved}"
        );
        assert!(
            !saved.contains("bubble_1") && !saved.contains("angle"),
            "{saved}"
        );
    });
}

#[test]
fn a_scene_that_cannot_be_played_says_why() {
    let scene = r#"{ "entities": [{ "id": "imp", "behaviors": [{ "type": "flie" }] }] }"#;
    on_a_page(scene, async |page| {
        page.click("#play").await;
        page.says("#notice", "this scene cannot be played").await;
        page.says("#notice", "flie").await;
        plays(page, "stopped").await;
        shows(page, "scene").await;
        page.click("#view-running").await;
        page.says("#notice", "Nothing runs. Press Play first.")
            .await;
        shows(page, "scene").await;
    });
}

#[test]
fn what_the_game_says_is_in_the_log_and_leads_to_whom_it_is_about() {
    let scene = POND.replace(
        "\"do\": [{ \"type\": \"destroy\", \"target\": \"lamp\" }]",
        "\"do\": [{ \"type\": \"destroy\", \"target\": \"lamp\" }, { \"type\": \"addTag\", \"target\": \"mill\", \"tag\": \"old\" }, { \"type\": \"setLocalTransform\", \"target\": \"mill\", \"scaleX\": 1e38 }, { \"type\": \"spawn\", \"template\": \"bubble\", \"attachToParent\": \"nobody\" }]",
    );
    on_a_page(&scene, async |page| {
        page.click("#tab-log").await;
        page.says("#log", "Nothing has been said yet.").await;
        page.click("#play").await;
        page.says("#log-list", "destroyed").await;
        page.says("#log-list", "tag old added").await;
        page.click("#pause").await;
        plays(page, "paused").await;
        let of_mill = "[...document.querySelectorAll('.log-line')].find(one => one.textContent.includes('tag old added'))";
        page.wait_until(&format!("{of_mill} !== undefined")).await;
        page.js(&format!("{of_mill}.setAttribute('data-wanted', 'yes')"))
            .await;
        page.press_on(".log-line[data-wanted]").await;
        page.selected(&["mill"]).await;

        page.press("End").await;
        page.wait_until("document.querySelector('.log-line:last-child').ariaSelected === 'true'")
            .await;
        page.press("Home").await;
        page.wait_until("document.querySelector('.log-line').ariaSelected === 'true'")
            .await;
        page.press("ArrowDown").await;
        page.wait_until("document.querySelectorAll('.log-line')[1].ariaSelected === 'true'")
            .await;
        page.press("Enter").await;
        assert!(
            page.js("document.querySelectorAll('.log-line').length")
                .await
                .as_u64()
                .unwrap()
                <= 200
        );
        page.click("#restart").await;
        page.wait_until("document.querySelectorAll('.log-line').length === 0")
            .await;
    });
}

#[test]
fn two_tabs_share_what_runs() {
    on_a_page(POND, async |page| {
        let one = page.browser.window().await.unwrap();
        let other = page.browser.new_window(true).await.unwrap().handle;
        page.browser.switch_to_window(other.clone()).await.unwrap();
        page.open().await;
        page.click("#play").await;
        plays(page, "playing").await;
        page.wait_until(&format!("{FRAME} > 40")).await;

        page.browser.switch_to_window(one.clone()).await.unwrap();
        plays(page, "playing").await;
        shows(page, "scene").await; // each looks at what it likes
        page.wait_until(&format!("{FRAME} > 40")).await;
        page.click("#view-running").await;
        page.wait_until(&format!(
            "document.querySelector({}) === null",
            Value::from(row("lamp"))
        ))
        .await;
        page.wait_until("document.querySelectorAll('#tree .row[data-id^=bubble]').length > 0")
            .await;
        page.click("#stop").await;
        plays(page, "stopped").await;
        page.browser.switch_to_window(other).await.unwrap();
        plays(page, "stopped").await;
        shows(page, "scene").await;
    });
}

#[test]
fn fifty_cycles_mixed_with_edits_leave_file_and_history_to_the_edits_alone() {
    on_a_page(POND, async |page| {
        page.select("lamp").await;
        let mut edits = 0;
        let mut chance: u64 = 2026;
        for _ in 0..50 {
            for _ in 0..3 {
                chance = chance
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let verb =
                    ["play", "pause", "step", "restart", "stop"][(chance >> 33) as usize % 5];
                page.click(&format!("#{verb}")).await;
            }
            if (chance >> 40).is_multiple_of(4) {
                page.js("document.querySelector('#view-scene').click()")
                    .await;
                shows(page, "scene").await;
                page.js("document.querySelector('#tree').focus()").await;
                page.press("Alt+h").await;
                edits += 1;
                page.wait_until(&format!(
                    "document.querySelectorAll('.step').length === {edits} + 1"
                ))
                .await;
            }
            // Clicks come faster than replies; a step is always possible, and what it leads to is known.
            page.click("#step").await;
            plays(page, "paused").await;
            page.click("#stop").await;
            plays(page, "stopped").await;
            shows(page, "scene").await;
            assert_eq!(page.on_disk(), POND);
        }
        assert!(edits > 3, "{edits}");
        for _ in 0..edits {
            page.press("Control+z").await;
        }
        page.wait_until("document.querySelector('#unsaved').hidden")
            .await;
        page.wait_until(&format!(
            "document.querySelectorAll('.step.is-undone').length === {edits}"
        ))
        .await;
        assert_eq!(fs::read_to_string(page.file()).unwrap(), POND);
    });
}

#[test]
fn what_runs_is_seen_in_dark_and_in_light() {
    for theme in ["dark", "light"] {
        on_a_page(POND, async |page| {
            let features =
                json!({ "features": [{ "name": "prefers-color-scheme", "value": theme }] });
            page.devtools("Emulation.setEmulatedMedia", features).await;
            let metrics =
                json!({ "width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": false });
            page.devtools("Emulation.setDeviceMetricsOverride", metrics)
                .await;
            page.wait_until(&format!(
                "document.documentElement.dataset.theme === '{theme}'"
            ))
            .await;
            page.click("#tab-log").await;
            page.select("mill").await;
            page.screenshot(&format!("play_{theme}_scene")).await;
            page.click("#play").await;
            page.wait_until(&format!("{FRAME} > 70")).await;
            page.wait_until("document.querySelectorAll('.log-line').length > 5")
                .await;
            assert_eq!(
                page.js(crate::access::FAINT).await,
                json!([]),
                "text stands out"
            );
            assert_eq!(
                crate::access::nameless(page).await,
                [""; 0],
                "what runs is shown"
            );
            page.screenshot(&format!("play_{theme}_running")).await;
            page.press("Escape").await;
            page.click("#pause").await;
            plays(page, "paused").await;
            assert_eq!(
                page.js(crate::access::FAINT).await,
                json!([]),
                "text stands out"
            );
            page.screenshot(&format!("play_{theme}_paused")).await;
        });
    }
}

#[test]
fn what_a_hostile_game_says_is_text() {
    let hostile = "<img src=x onerror=alert(1)>";
    let scene = json!({
        "templates": { hostile: {} },
        "entities": [{ "id": hostile, "behaviors": [{ "type": "spawn_on_timer", "template": hostile, "every": 0.1 }] }],
        "rules": [
            { "name": hostile, "on": { "type": "timer", "every": 0.1 }, "do": [{ "type": "addTag", "target": hostile, "tag": hostile }] }
        ]
    });
    on_a_page(&scene.to_string(), async |page| {
        page.click("#tab-log").await;
        page.click("#play").await;
        page.says("#log-list", &format!("tag {hostile} added"))
            .await;
        page.says(".log-id", hostile).await;
        page.says("#tree", &format!("{hostile}_1")).await;
        assert_eq!(
            page.js("document.querySelectorAll('#log img, #tree img').length")
                .await,
            0
        );
    });
}

/// A hundred thousand entities of which a thousand move: ten houses turn with all their rooms.
fn city() -> String {
    let houses: Vec<String> = (0..1000)
        .map(|house| {
            let turns = if house % 100 == 0 { ", \"behaviors\": [{ \"type\": \"rotate\", \"speed\": 1 }]" } else { "" };
            let rooms: Vec<String> = (0..99).map(|room| format!("{{ \"name\": \"r{room}\" }}")).collect();
            format!("{{ \"id\": \"h{house}\"{turns}, \"transform\": {{ \"x\": {}, \"y\": {} }}, \"children\": [{}] }}", house % 40, house / 40, rooms.join(", "))
        })
        .collect();
    format!("{{ \"entities\": [{}] }}", houses.join(",\n"))
}

#[test]
fn a_hundred_thousand_of_which_few_move_run_smoothly() {
    on_a_page(&city(), async |page| {
        page.click("#play").await;
        plays(page, "playing").await;
        shows(page, "running").await;
        page.wait_until(&format!("{FRAME} > 30")).await;
        page.js("(() => { window.paints = 0; const go = () => { window.paints += 1; requestAnimationFrame(go); }; go(); window.from = performance.now(); })()").await;
        let from = frame(page).await;
        page.wait_until("performance.now() - window.from > 3000")
            .await;
        let ran = frame(page).await - from;
        let paints = page.js("window.paints").await;
        eprintln!("100,000 entities, 1,000 of them move: {ran} frames and {paints} paints in 3 s");
        assert!(ran > 60, "{ran} frames in three seconds");
        assert!(
            page.js("document.querySelectorAll('#tree .row').length")
                .await
                .as_u64()
                .unwrap()
                <= 100
        );
        page.click("#stop").await;
        plays(page, "stopped").await;
    });
}
