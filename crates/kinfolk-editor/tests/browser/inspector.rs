//! The inspector: what it shows of an entity, and what comes of changing it there.

use serde_json::{Value, json};

use crate::page::{Page, on_a_page};
use crate::steps::{PIXELS, named, row};

const FLEET: &str = r##"{
  // A ship that lies on its side, twice as large.
  "entities": [
    { "id": "ship", "transform": { "x": 10, "y": 5, "angle": "90deg", "scaleX": 2, "scaleY": 2 }, "z": 3,
      "children": [
        { "name": "turret", "localTransform": { "x": 1 }, "z": 2, "tags": ["gun", "old"] } // the gun
      ] },
    { "id": "buoy", "transform": { "x": -4 }, "sprite": { "type": "circle", "radius": 1, "color": "#ff8800" } },
    { "id": "rock", "transform": { "x": -8 } }
  ]
}
"##;

const KNIGHTS: &str = r##"{
  "templates": {
    "arm": { "sprite": { "type": "rect", "width": 1, "height": 3, "color": "#8b4513" }, "tags": ["limb"] },
    "knight": {
      "slots": { "hand": { "x": 2, "y": 1, "layer": 1 }, "belt": { "x": 0, "y": -2 } },
      "children": [{ "name": "Arm", "template": "arm", "localTransform": { "x": 1 } }]
    }
  },
  "entities": [
    { "id": "knight1", "template": "knight", "overrides": { "Arm": { "localTransform": { "x": 3 }, "z": 4, "sprite": { "height": 5 } } } },
    { "id": "torch", "parent": "knight1", "sprite": { "type": "circle", "radius": 0.5, "color": "#ffaa00" } }
  ]
}
"##;

async fn is_checked(page: &Page, field: &str, on: bool) {
    page.wait_until(&format!(
        "document.querySelector('{}').checked === {on}",
        named(field)
    ))
    .await;
}

#[test]
fn a_world_x_that_is_typed_moves_it_there_and_the_local_numbers_follow() {
    on_a_page(FLEET, async |page| {
        page.select("ship_turret").await;
        page.field_shows("local.x", "1").await;
        page.field_shows("world.x", "10").await;
        page.field_shows("world.y", "7").await;
        page.field_shows("world.angle", "90").await;
        page.field_shows("world.scaleX", "2").await;

        page.enter("world.x", "16").await;
        page.field_shows("local.x", "1").await;
        page.field_shows("local.y", "-3").await;
        page.enter("local.x", "2").await;
        page.field_shows("world.y", "9").await;

        page.field_shows("world.x", "16").await;
        let file = page.saved().await;
        assert!(
            file.contains(r#""localTransform": { "x": 2, "y": -3 }"#),
            "{file}"
        );
        assert!(file.contains("// the gun"), "{file}");
    });
}

#[test]
fn every_number_can_be_typed_in_both_spaces() {
    on_a_page(FLEET, async |page| {
        page.select("ship_turret").await;
        for (field, text) in [
            ("local.x", "1.5"),
            ("local.y", "-0.5"),
            ("local.angle", "30"),
            ("local.scaleX", "0.5"),
            ("local.scaleY", "3"),
            ("local.skew", "10"),
            ("world.skew", "0"),
            ("world.scaleY", "4"),
            ("world.scaleX", "8"),
            ("world.angle", "-45"),
            ("world.y", "2"),
            ("world.x", "3"),
        ] {
            page.enter(field, text).await;
            page.field_shows(field, text).await;
        }

        page.field_shows("local.angle", "-135").await;
        page.field_shows("local.scaleX", "4").await;
        page.field_shows("local.scaleY", "2").await;
        let file = page.saved().await;
        assert!(file.contains(r#""scaleX": 4"#), "{file}");
        assert!(file.contains(r#""scaleY": 2"#), "{file}");
    });
}

#[test]
fn one_switch_says_what_gizmos_use_and_it_is_remembered() {
    on_a_page(FLEET, async |page| {
        // The ship lies on its side: its own x axis goes up, the world's to the right.
        page.select("ship").await;
        page.click("#frame").await;
        let red_right = format!(
            "(() => {{ const c = document.querySelector('#canvas'), k = JSON.parse(c.dataset.camera);\
             const [x, y] = [c.width / 2 + (10 - k.x) * k.scale, c.height / 2 - (5 - k.y) * k.scale];\
             const [red, green, blue] = {PIXELS}(Math.round(x) + 30, Math.round(y), 1, 1);\
             return red > 180 && green < 130 && blue < 130; }})()"
        );
        let up = "[...document.querySelectorAll('[name=axes]')].map(one => one.checked).join()";
        assert_eq!(page.js(up).await, "true,false");
        assert_eq!(page.js(&red_right).await, false);

        page.press_on("#inspector [name=axes][value=world]").await;

        page.wait_until("document.querySelector('#axes').ariaLabel === 'Axes: world'")
            .await;
        assert_eq!(page.js(up).await, "false,true");
        page.wait_until(&red_right).await;
        page.click("#axes").await;
        page.wait_until(&format!("{up} === 'true,false'")).await;
        page.press("Alt+x").await;
        page.wait_until(&format!("{up} === 'false,true'")).await;
        assert_eq!(page.on_disk(), FLEET);
        page.browser.refresh().await.unwrap();
        page.is_ready().await;
        assert_eq!(page.js(up).await, "false,true");
    });
}

#[test]
fn an_entity_inherits_what_is_checked() {
    on_a_page(FLEET, async |page| {
        page.select("ship_turret").await;
        page.choose("inherit", "position").await;
        page.field_shows("world.angle", "0").await;
        is_checked(page, "inherit.position", true).await;
        is_checked(page, "inherit.rotation", false).await;
        let file = page.saved().await;
        assert!(file.contains(r#""inherit": "position""#), "{file}");

        page.press_on(&named("inherit.rotation")).await;
        page.field_shows("world.angle", "90").await;
        page.field_shows("world.scaleX", "1").await;
        page.field_shows("inherit", "list").await;
        let file = page.saved().await;
        assert!(
            file.contains(r#""inherit": ["position", "rotation"]"#),
            "{file}"
        );

        page.choose("inherit", "topLevel").await;
        page.field_shows("world.x", "1").await;
        page.choose("inherit", "all").await;
        page.field_shows("world.scaleX", "2").await;
        page.press_on(&named("inherit.fullOffset")).await;
        is_checked(page, "inherit.fullOffset", true).await;
        page.press_on(&named("inherit.scale")).await;
        is_checked(page, "inherit.scale", false).await;
        page.press_on(&named("inherit.reflection")).await;
        is_checked(page, "inherit.reflection", false).await;
        let file = page.saved().await;
        assert!(
            file.contains(r#""inherit": ["position", "rotation", "fullOffset"]"#),
            "{file}"
        );
    });
}

#[test]
fn the_own_and_the_effective_layer_are_shown() {
    on_a_page(FLEET, async |page| {
        page.select("ship_turret").await;
        page.field_shows("z", "2").await;
        page.says("#inspector .effective", "drawn at 5").await;

        page.enter("z", "7").await;
        page.says("#inspector .effective", "drawn at 10").await;
        page.press_on(&named("zRelative")).await;
        page.says("#inspector .effective", "drawn at 7").await;
        page.press_on(&named("ySort")).await;
        is_checked(page, "ySort", true).await;

        let file = page.saved().await;
        for written in [r#""z": 7"#, r#""zRelative": false"#, r#""ySort": true"#] {
            assert!(file.contains(written), "{written}: {file}");
        }
    });
}

#[test]
fn visible_and_active_are_switched_and_tell_what_comes_from_above() {
    on_a_page(FLEET, async |page| {
        page.select("ship").await;
        page.press_on(&named("visible")).await;
        page.press_on(&named("active")).await;
        page.wait_until("document.querySelector('#tree .row[data-id=ship]').ariaLabel.endsWith('hidden, inactive')")
            .await;

        page.select("ship_turret").await;

        page.says("#inspector", "(hidden by its parent)").await;
        page.says("#inspector", "(inactive by its parent)").await;
        is_checked(page, "visible", true).await;
        let file = page.saved().await;
        for written in [r#""visible": false"#, r#""active": false"#] {
            assert_eq!(file.matches(written).count(), 1, "{written}: {file}");
        }
    });
}

#[test]
fn a_slot_is_picked_and_the_slots_are_drawn() {
    on_a_page(KNIGHTS, async |page| {
        page.select("torch").await;
        page.wait_until("document.querySelector('#canvas').dataset.complete === 'yes'")
            .await;
        let slot = format!(
            "(wanted => {{ const c = document.querySelector('#canvas'), {{ x, y, scale }} = JSON.parse(c.dataset.camera);\
            const data = {PIXELS}(Math.round(c.width / 2 + (wanted[0] - x) * scale) - 3,\
              Math.round(c.height / 2 - (wanted[1] - y) * scale) - 6, 7, 13);\
            const probe = document.querySelector('#zoom-readout'); probe.style.color = 'var(--slot)';\
            const [R, G, B] = getComputedStyle(probe).color.match(/[0-9]+/g).map(Number); probe.style.removeProperty('color');\
            let found = 0; for (let i = 0; i < data.length; i += 4)\
              if (Math.abs(data[i] - R) + Math.abs(data[i + 1] - G) + Math.abs(data[i + 2] - B) < 40) found += 1;\
            return found; }})"
        );
        page.wait_until(&format!("{slot}([2, 1]) >= 4")).await;
        page.wait_until(&format!("{slot}([0, -2]) >= 4")).await;

        page.choose("slot", "hand").await;
        page.field_shows("local.x", "2").await;
        page.field_shows("local.y", "1").await;
        page.says("#inspector .effective", "drawn at 1").await;
        page.choose("slotMode", "offset").await;
        page.enter("local.x", "3").await;
        page.field_shows("world.x", "3").await;
        page.field_shows("slotMode", "offset").await;

        let file = page.saved().await;
        assert!(file.contains(r#""slot": "hand""#), "{file}");
        assert!(file.contains(r#""slotMode": "offset""#), "{file}");
        assert!(
            file.contains(r#"{ "x": 1 }"#),
            "one more than the slot: {file}"
        );
        page.choose("slot", "").await;
        page.field_shows("local.x", "1").await;
        assert!(!page.saved().await.contains(r#""slot":"#));
        page.select("knight1").await;
        page.says("#inspector", "The parent offers no slots.").await;
    });
}

#[test]
fn tags_are_added_and_removed() {
    on_a_page(FLEET, async |page| {
        page.select("ship_turret").await;
        page.enter("tag", "  heavy ").await;
        page.wait_until("document.querySelector('[data-tag=heavy]') !== null")
            .await;
        page.press_on("[data-tag=old] button").await;
        page.wait_until("document.querySelector('[data-tag=old]') === null")
            .await;
        let file = page.saved().await;
        assert!(file.contains(r#""tags": ["gun", "heavy"]"#), "{file}");

        page.press_on("[data-tag=gun] button").await;
        page.wait_until("document.querySelector('[data-tag=gun]') === null")
            .await;
        page.press_on("[data-tag=heavy] button").await;
        page.wait_until("document.querySelector('[data-tag=heavy]') === null")
            .await;
        assert!(!page.saved().await.contains("tags"));
    });
}

#[test]
fn sprite_behaviors_and_physics_are_json_and_mistakes_are_told() {
    on_a_page(FLEET, async |page| {
        page.select("buoy").await;
        page.press_on("[data-key=sprite] summary").await;
        page.press_on(&named("sprite")).await;
        page.press("Control+a").await;
        page.write("{ \"type\": \"circle\", \"radius\": 2, }}")
            .await;
        page.says("[data-key=sprite] .field-error", "line 1").await;
        assert_eq!(
            page.js(
                "document.querySelector('[data-key=sprite] [aria-label=\"Apply Sprite\"]').disabled"
            )
            .await,
            true
        );

        page.press("Control+a").await;
        page.write("{ \"type\": \"circle\", \"radius\": 2, \"color\": \"#00ff00\" }")
            .await;
        page.press("Control+Enter").await;
        page.wait_until("document.querySelector('[data-key=sprite] [aria-label^=Discard]').hidden")
            .await;
        for (field, label, value) in [
            (
                "behaviors",
                "Behaviors",
                json!([{ "type": "health", "maxHealth": 5 }]),
            ),
            (
                "physics",
                "Physics",
                json!({ "bodyType": "static", "shape": "box" }),
            ),
        ] {
            page.press_on(&format!("[data-key={field}] summary")).await;
            page.press_on(&named(field)).await;
            page.write(&value.to_string()).await;
            page.press_on(&format!("[aria-label='Apply {label}']"))
                .await;
            page.wait_until(&format!(
                "document.querySelector('[data-key={field}] [aria-label^=Discard]').hidden"
            ))
            .await;
        }

        page.history_is(&[
            "Set sprite of buoy",
            "Set behaviors of buoy",
            "Set physics of buoy",
        ])
        .await;
        let file = page.saved().await;
        assert!(
            file.contains(r##""radius": 2, "color": "#00ff00""##),
            "{file}"
        );
        assert!(file.contains(r#""maxHealth": 5"#), "{file}");
        assert!(file.contains(r#""bodyType": "static""#), "{file}");
    });
}

#[test]
fn json_that_makes_no_sense_is_refused_where_it_was_typed() {
    on_a_page(FLEET, async |page| {
        page.select("buoy").await;
        page.press_on("[data-key=physics] summary").await;
        page.press_on(&named("physics")).await;

        page.write("[1, 2]").await;
        page.press("Control+Enter").await;

        page.wait_until(
            "document.querySelector('[data-key=physics] .field-error').innerText.length > 8",
        )
        .await;
        assert_eq!(page.value("physics").await, "[1, 2]", "it can be mended");
        page.press("Escape").await;
        page.field_shows("physics", "").await;
        page.history_is(&[]).await;
    });
}

#[test]
fn what_is_overridden_is_marked_and_can_be_reverted_one_by_one() {
    on_a_page(KNIGHTS, async |page| {
        page.select("knight1_Arm").await;
        page.says("#inspector", "Part of a template").await;
        let marked = "[...document.querySelectorAll('#inspector .is-overridden')].map(one => one.dataset.key ?? one.dataset.axis).sort().join()";
        page.wait_until(&format!("{marked} === 'sprite,x,z'")).await;

        page.press_on("[data-axis=x] .revert").await;
        page.field_shows("local.x", "1").await;
        page.press_on("[data-key=z] .revert").await;
        page.field_shows("z", "0").await;
        page.wait_until(&format!("{marked} === 'sprite'")).await;
        let file = page.saved().await;
        assert!(
            file.contains(r#""overrides": { "Arm": { "sprite": { "height": 5 } } }"#),
            "{file}"
        );

        page.press_on("[data-key=sprite] .revert").await;
        page.wait_until(&format!("{marked} === ''")).await;
        assert!(!page.saved().await.contains("overrides"));
        page.enter("local.y", "2").await;
        page.wait_until(&format!("{marked} === 'y'")).await;
        assert!(
            page.saved()
                .await
                .contains(r#""overrides": { "Arm": { "localTransform": { "y": 2 } } }"#)
        );
    });
}

#[test]
fn with_several_selected_a_field_is_set_for_all_as_one_step() {
    on_a_page(FLEET, async |page| {
        page.select("buoy").await;
        page.click_with("Control", &format!("{} .row-name", row("rock")))
            .await;
        page.says("#inspector", "2 entities").await;
        page.wait_until(&format!(
            "document.querySelector('{}').placeholder === 'mixed'",
            named("local.x")
        ))
        .await;

        page.enter("local.y", "6").await;
        page.field_shows("local.y", "6").await;
        page.enter("world.angle", "20").await;
        page.field_shows("local.angle", "20").await;
        page.enter("local.x", "+=1").await;
        page.press_on(&named("visible")).await;
        is_checked(page, "visible", false).await;
        page.enter("tag", "sea").await;
        page.wait_until("document.querySelector('[data-tag=sea]') !== null")
            .await;

        page.wait_until("document.querySelectorAll('.step').length === 6")
            .await;
        let file = page.saved().await;
        assert_eq!(file.matches(r#""y": 6"#).count(), 2, "{file}");
        assert_eq!(file.matches(r#""visible": false"#).count(), 2, "{file}");
        assert_eq!(file.matches(r#""tags": ["sea"]"#).count(), 2, "{file}");
        assert!(
            file.contains(r#""x": -3"#) && file.contains(r#""x": -7"#),
            "{file}"
        );
        assert_eq!(file.matches("angle").count(), 3, "{file}");
    });
}

#[test]
fn several_with_different_numbers_go_equally_far_in_the_world() {
    on_a_page(FLEET, async |page| {
        page.select("buoy").await;
        page.click_with("Control", &format!("{} .row-name", row("rock")))
            .await;
        page.says("#inspector", "2 entities").await;

        page.enter("world.x", "+=2").await;

        let file = page.saved().await;
        assert!(
            file.contains(r#""x": -2"#) && file.contains(r#""x": -6"#),
            "{file}"
        );
    });
}

#[test]
fn an_entity_is_renamed_in_the_inspector() {
    on_a_page(FLEET, async |page| {
        page.select("rock").await;
        page.enter("name", "Cliff").await;
        page.says(&row("rock"), "Cliff").await;
        page.enter("id", "cliff").await;
        page.says(&row("cliff"), "Cliff").await;
        page.enter("id", "buoy").await;
        page.says("#inspector .field-error", "buoy").await;

        page.press("Escape").await;
        page.field_shows("id", "cliff").await;
        let file = page.saved().await;
        assert!(file.contains(r#"{ "id": "cliff", "#), "{file}");
        assert!(file.contains(r#""name": "Cliff""#), "{file}");
        assert_eq!(file.matches("\"buoy\"").count(), 1, "{file}");
    });
}

#[test]
fn what_is_refused_of_a_check_or_a_choice_is_told_and_shown_as_it_is() {
    on_a_page(FLEET, async |page| {
        page.select("buoy").await;
        page.enter("tag", "").await;
        assert_eq!(
            page.js("document.querySelector('#notice').hidden").await,
            true
        );
        page.stop_server().await;
        page.wait_until("document.body.dataset.line === 'lost'")
            .await;

        page.press_on(&named("visible")).await;

        page.says("#notice", "connection").await;
        is_checked(page, "visible", true).await;
        page.complaints().await; // of the browser, about the server that is gone
    });
}

#[test]
fn keys_that_kinfolk_does_not_know_are_shown() {
    let scene = r#"{ "entities": [{ "id": "ship", "crew": { "captain": "Ada" } }] }"#;
    on_a_page(scene, async |page| {
        page.select("ship").await;
        page.press_on("#inspector details:has(.extra) summary")
            .await;
        page.says("#inspector .extra", "Ada").await;
        let shown = page
            .js("document.querySelector('#inspector .extra').textContent")
            .await;
        let shown: Value = serde_json::from_str(shown.as_str().unwrap()).unwrap();
        assert_eq!(shown, json!({ "crew": { "captain": "Ada" } }));
    });
}
