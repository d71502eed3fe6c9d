//! Pictures of the main states, dark and light, to be looked at.

use std::fs;

use serde_json::json;

use crate::page::{Page, on_a_page};

const BOSS: &str = include_str!("../../../../games/boss.jsonc");
const LEVEL: &str = include_str!("../../../../games/level.jsonc");

async fn in_theme(page: &Page, theme: &str) {
    let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": theme }] });
    page.devtools("Emulation.setEmulatedMedia", features).await;
    // A window of 1280 × 800 has fewer pixels inside.
    let metrics = json!({ "width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": false });
    page.devtools("Emulation.setDeviceMetricsOverride", metrics)
        .await;
    page.wait_until(&format!(
        "document.documentElement.dataset.theme === '{theme}'"
    ))
    .await;
    page.click("#fit").await;
}

async fn shoot(page: &Page, name: &str) {
    page.wait_until("document.querySelector('#canvas').dataset.complete === 'yes'")
        .await;
    let painted = "const done = arguments[0]; requestAnimationFrame(() => setTimeout(done, 200))";
    page.browser.execute_async(painted, vec![]).await.unwrap();
    page.screenshot(name).await;
}

#[test]
fn an_entity_is_inspected() {
    for theme in ["dark", "light"] {
        for (name, scene, id) in [("boss", BOSS, "boss1_LeftArm"), ("level", LEVEL, "")] {
            on_a_page(scene, async |page| {
                in_theme(page, theme).await;
                shoot(page, &format!("editor_{name}_{theme}_none")).await;
                let id = match id {
                    "" => {
                        let row = page
                            .js("document.querySelectorAll('#tree .row')[2].dataset.id")
                            .await;
                        row.as_str().unwrap().to_owned()
                    }
                    id => id.to_owned(),
                };
                page.select(&id).await;
                page.enter("local.x", "-2").await;
                page.field_shows("local.x", "-2").await;
                page.is_unsaved().await;
                shoot(page, &format!("editor_{name}_{theme}_selected")).await;
                page.enter("local.angle", "90rad").await;
                page.says("#problem-count", "").await;
                page.click("#problems .problem").await;
                page.wait_until("!document.querySelector('#source').hidden")
                    .await;
                page.js("document.querySelector('.inspector-body').scrollTo(0, 9999)")
                    .await;
                shoot(page, &format!("editor_{name}_{theme}_problem")).await;
                page.click("#tab-history").await;
                page.press("Control+z").await;
                page.hover((640.0, 300.0)).await;
                shoot(page, &format!("editor_{name}_{theme}_history")).await;
            });
        }
    }
}

#[test]
fn questions_are_asked() {
    for theme in ["dark", "light"] {
        on_a_page(BOSS, async |page| {
            in_theme(page, theme).await;
            page.select("boss1").await;
            page.press("F1").await;
            page.wait_until("document.querySelector('dialog') !== null")
                .await;
            shoot(page, &format!("editor_{theme}_help")).await;
            page.press("Escape").await;
            page.press("Shift+F10").await;
            shoot(page, &format!("editor_{theme}_menu")).await;
            page.press("Escape").await;
            page.enter("local.x", "2*").await;
            shoot(page, &format!("editor_{theme}_refused")).await;
            page.enter("local.x", "7").await;
            page.is_unsaved().await;
            let theirs = BOSS.replacen("\"id\": \"boss1\",", "\"id\": \"boss1\", \"z\": 2,", 1);
            fs::write(page.file(), theirs).unwrap();
            page.wait_until("document.querySelector('dialog') !== null")
                .await;
            shoot(page, &format!("editor_{theme}_changed")).await;
            page.press("Escape").await;
            fs::write(page.file(), "{ \"entities\": [ oops").unwrap();
            page.wait_until("document.body.dataset.state === 'invalid'")
                .await;
            shoot(page, &format!("editor_{theme}_invalid")).await;
        });
    }
}

#[test]
fn entities_are_dragged_under_overlays() {
    for theme in ["dark", "light"] {
        on_a_page(BOSS, async |page| {
            in_theme(page, theme).await;
            for tool in ["rotate", "scale", "move"] {
                page.take("boss1_LeftArm", tool).await;
                shoot(page, &format!("viewport_{theme}_{tool}")).await;
            }
            page.click("#overlays").await;
            for name in ["names", "links", "axes", "bounds", "colliders", "order"] {
                page.press_on(&format!("#overlay-panel [name=overlay-{name}]"))
                    .await;
            }
            page.press_on("#overlay-panel .segment:has([value=all])")
                .await;
            shoot(page, &format!("viewport_{theme}_overlays")).await;
            page.press("Escape").await;
            let (x, y) = page.middle("#canvas").await;
            page.begin_drag((x - 60.0, y - 60.0), (x - 20.0, y - 30.0))
                .await;
            shoot(page, &format!("viewport_{theme}_dragged")).await;
            page.press("Escape").await;
            page.drop().await;
            page.tool("select").await;
            page.begin_drag((x - 250.0, y - 150.0), (x + 20.0, y + 60.0))
                .await;
            shoot(page, &format!("viewport_{theme}_rectangle")).await;
            page.press("Escape").await;
            page.drop().await;
        });
    }
}

#[test]
fn templates_and_forms_are_filled_in() {
    for theme in ["dark", "light"] {
        on_a_page(BOSS, async |page| {
            in_theme(page, theme).await;
            page.js("document.documentElement.style.setProperty('--bottom-height', '230px')")
                .await;
            page.click("#tab-templates").await;
            page.select("boss1_LeftArm").await;
            page.enter("local.angle", "20").await;
            page.enter("z", "2").await;
            page.field_shows("z", "2").await;
            shoot(page, &format!("editor_{theme}_overrides")).await;
            page.js("document.querySelector('#tree').focus()").await;
            page.press("Control+e").await;
            page.says("#template-banner", "Editing template").await;
            page.js("document.querySelector('#inspector [name=\"sprite.0.color\"]').scrollIntoView({ block: 'center' })")
                .await;
            shoot(page, &format!("editor_{theme}_template")).await;
            page.press("Escape").await;
            page.js("document.querySelectorAll('#inspector .data-field').forEach(one => { one.open = true; })")
                .await;
            page.js("document.querySelector('#inspector [name=\"behaviors.0.type\"]').scrollIntoView({ block: 'start' })")
                .await;
            shoot(page, &format!("editor_{theme}_forms")).await;
            page.js("document.querySelector('#inspector [name=\"physics.bodyType\"]').scrollIntoView({ block: 'start' })")
                .await;
            shoot(page, &format!("editor_{theme}_physics")).await;
            page.press("Escape").await;
            page.click("#inspector [name='rules.add']").await;
            page.field_shows("rules.0.on.type", "start").await;
            shoot(page, &format!("editor_{theme}_rules")).await;
        });
    }
}
