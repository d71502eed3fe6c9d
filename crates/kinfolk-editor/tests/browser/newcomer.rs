//! The way of somebody who has never been here, from the sample to a saved scene; and a scene of several files.

use std::fs;

use kinfolk_scene::{Editing, load};
use serde_json::Value;

use crate::handles::{own, stand};
use crate::page::{Page, on_a_page, on_a_page_in};
use crate::picture::is_drawn;
use crate::steps::named;

const BOSS: &str = include_str!("../../../../games/boss.jsonc");

/// So far from its middle the ring of the rotate tool is.
const RING: f64 = 58.0;

/// Opens a part of the inspector's data, if it is closed, and chooses what to add to it.
async fn add_visual(page: &Page, kind: &str) {
    let list = format!(
        "document.querySelector({})",
        Value::from(named("sprite.add"))
    );
    page.wait_until(&format!("{list} !== null")).await;
    page.js(&format!("{list}.closest('details').open = true"))
        .await;
    page.sight(&named("sprite.add")).await;
    page.js(&format!("{list}.focus()")).await;
    page.write(kind).await;
    page.press("Enter").await;
    page.field_shows("sprite.0.type", kind).await;
}

#[test]
fn a_newcomer_composes_plays_and_saves_a_scene() {
    on_a_page(BOSS, async |page| {
        // A child of the boss, with something to see.
        page.select("boss1").await;
        page.click("#add").await;
        page.wait_until("document.querySelectorAll('#tree .row').length === 5")
            .await;
        page.select("entity").await;
        page.press("F2").await;
        page.wait_until("document.activeElement.name === 'rename'")
            .await;
        page.write("horn").await;
        page.press("Enter").await;
        page.field_shows("id", "horn").await;
        add_visual(page, "circle").await;
        page.enter("sprite.0.radius", "0.6").await;
        page.enter("sprite.0.color", "#f2c14e").await;
        page.field_shows("sprite.0.color", "#f2c14e").await;

        // Dragged to a slot.
        page.take("horn", "move").await;
        let from = page.pixel((10.0, 5.0)).await;
        let slot = page.pixel((8.5, 5.5)).await;
        page.drag_and_hear(from, (slot.0 + 4.0, slot.1 - 3.0), "horn in slot leftArm")
            .await;
        page.field_shows("slot", "leftArm").await;

        // The parent is turned, by its ring.
        page.take("boss1", "rotate").await;
        let middle = page.pixel((10.0, 5.0)).await;
        let (sin, cos) = 20_f64.to_radians().sin_cos();
        page.drag_and_hear(
            (middle.0 + RING, middle.1),
            (middle.0 + RING * cos, middle.1 - RING * sin),
            "boss1",
        )
        .await;

        // A template, and a second instance of it.
        page.select("horn").await;
        page.click("#tab-templates").await;
        page.click("#make-template").await;
        page.wait_until("document.activeElement.name === 'template.new'")
            .await;
        page.press("Control+a").await;
        page.write("lantern").await;
        page.press("Enter").await;
        let listed = "#templates .template-row[data-template=lantern]";
        let from = page.sight(listed).await;
        let middle = page.middle("#canvas").await;
        page.begin_drag(from, (middle.0 + 210.0, middle.1 - 60.0))
            .await;
        page.says("#drag-chip", "lantern").await;
        page.drop().await;
        page.field_shows("id", "lantern").await;

        // Of another colour.
        page.enter("sprite.0.color", "#4ecdc4").await;
        page.field_shows("sprite.0.color", "#4ecdc4").await;
        is_drawn(page).await;
        page.screenshot("newcomer_composed").await;

        // Played and stopped; the scene is as it was.
        let steps = page.steps().await;
        page.click("#play").await;
        page.wait_until("document.body.dataset.play === 'playing'")
            .await;
        page.wait_until("Number(/frame (\\d+)/.exec(document.querySelector('#play-clock').textContent)?.[1] ?? 0) > 20")
            .await;
        page.screenshot("newcomer_running").await;
        page.click("#stop").await;
        page.wait_until("document.body.dataset.play === 'stopped'")
            .await;
        assert_eq!(page.steps().await, steps);

        // Saved: it is checked as `kinfolk check` does, and everything is there.
        let text = page.saved().await;
        let found = load(&text).diagnostics;
        assert!(found.is_empty(), "{found}\n{text}");
        assert!(text.contains("// mirrored: one drawing does for both arms"));
        let turned = own(&text, "boss1")[2].to_degrees();
        assert!((turned - 20.0).abs() < 3.0, "{turned}");
        let editing = Editing::with_text(&text).unwrap();
        for id in ["horn", "lantern"] {
            let node = editing.scene().node(id).unwrap();
            assert_eq!(editing.scene().template(node), Some("lantern"), "{text}");
        }
        let arm = stand(&text, "boss1_LeftArm").at;
        let horn = stand(&text, "horn").at;
        assert!((arm.0 - horn.0).hypot(arm.1 - horn.1) < 1e-4, "{text}");
    });
}

const LEVEL: &str = r##"{
  "include": ["parts/lamps.jsonc"], // not mine
  "entities": [{ "id": "lamp", "template": "lantern" }]
}
"##;
const LAMPS: &str = r##"{ "templates": { "lantern": { "sprite": { "type": "circle", "radius": 1, "color": "#f2c14e" }, "children": [{ "name": "Flame" }] } } }
"##;

#[test]
fn templates_of_an_included_document_are_used_and_left_alone() {
    let furnish = |folder: &std::path::Path| {
        fs::create_dir(folder.join("parts")).unwrap();
        fs::write(folder.join("parts/lamps.jsonc"), LAMPS).unwrap();
    };
    on_a_page_in(LEVEL, furnish, async |page| {
        page.shows("lamp(lamp_Flame)").await;
        page.click("#tab-templates").await;
        let listed = "#templates .template-row[data-template=lantern]";
        let from = page.sight(listed).await;
        let to = page.middle("#canvas").await;
        page.drag_between(from, (to.0 + 80.0, to.1)).await;
        page.selected(&["lantern"]).await;

        // What belongs to another document is not changed from here.
        page.click("#template-edit").await;
        page.says("#template-banner", "Editing template lantern")
            .await;
        page.enter("sprite.0.radius", "2").await;
        page.says("#inspector", "parts/lamps.jsonc").await;
        page.press("Escape").await;
        page.press("Escape").await;

        // What somebody else changes there is followed.
        let parts = page.file().with_file_name("parts").join("lamps.jsonc");
        fs::write(&parts, LAMPS.replace("Flame", "Wick")).unwrap();
        page.wait_until("document.querySelector('#tree .row[data-id=lamp_Wick]') !== null")
            .await;
        let text = page.saved().await;
        assert!(
            text.contains("// not mine") && text.matches("lantern").count() == 3,
            "{text}"
        );
        assert_eq!(
            fs::read_to_string(parts).unwrap(),
            LAMPS.replace("Flame", "Wick")
        );
    });
}
