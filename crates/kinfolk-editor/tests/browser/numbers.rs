//! Fields for numbers: typed, dragged, stepped.

use crate::page::{Page, on_a_page};
use crate::steps::named;

const SCENE: &str = r#"{
  "entities": [
    { "id": "ship", "transform": { "x": 1, "angle": "90deg" }, "z": 2 }
  ]
}
"#;

/// Where the label of a field is, by which it is dragged.
async fn handle(page: &Page, field: &str) -> (f64, f64) {
    page.sight(&format!(
        "#inspector label:has(> [name='{field}']) > .number-label"
    ))
    .await
}

/// Drags the label of a field by pixels, with keys held.
async fn scrub(page: &Page, field: &str, pixels: f64, keys: &str) {
    let (x, y) = handle(page, field).await;
    page.hold(keys).await;
    page.drag_between((x, y), (x + pixels, y)).await;
    page.let_go(keys).await;
}

#[test]
fn a_number_is_dragged_by_its_label_as_one_step() {
    on_a_page(SCENE, async |page| {
        page.select("ship").await;

        scrub(page, "local.x", 40.0, "").await;
        page.field_shows("local.x", "3").await;
        page.field_shows("world.x", "3").await;
        scrub(page, "world.y", -20.0, "").await;
        page.field_shows("local.y", "-1").await;
        scrub(page, "local.angle", 60.0, "").await;
        page.field_shows("local.angle", "120").await;
        scrub(page, "z", 8.0, "").await;
        page.field_shows("z", "6").await;

        page.history_is(&[
            "Set local x of ship",
            "Set world y of ship",
            "Set local angle of ship",
            "Set z of ship",
        ])
        .await;
        let file = page.saved().await;
        assert!(file.contains(r#""x": 3"#), "{file}");
        assert!(file.contains(r#""y": -1"#), "{file}");
        assert!(file.contains(r#""z": 6"#), "{file}");
        page.press("Control+z").await;
        page.press("Control+z").await;
        page.field_shows("local.angle", "90").await;
    });
}

#[test]
fn shift_drags_ten_times_as_far_and_alt_a_tenth() {
    on_a_page(SCENE, async |page| {
        page.select("ship").await;

        scrub(page, "local.x", 40.0, "Shift").await;
        page.field_shows("local.x", "21").await;
        scrub(page, "local.y", 40.0, "Alt").await;
        page.field_shows("local.y", "0.2").await;

        let file = page.saved().await;
        assert!(file.contains(r#""x": 21"#), "{file}");
        assert!(file.contains(r#""y": 0.2"#), "{file}");
    });
}

#[test]
fn escape_takes_a_drag_back_as_if_it_had_never_been() {
    on_a_page(SCENE, async |page| {
        page.select("ship").await;
        let (x, y) = handle(page, "local.x").await;
        page.begin_drag((x, y), (x + 40.0, y)).await;
        page.field_shows("local.x", "3").await;
        page.history_is(&["Set local x of ship"]).await;

        page.press("Escape").await;

        page.field_shows("local.x", "1").await;
        page.history_is(&[]).await;
        page.drop().await;
        page.wait_until("document.querySelector('#unsaved').hidden")
            .await;
        page.field_shows("world.x", "1").await;
        page.selected(&["ship"]).await;
        assert_eq!(page.on_disk(), SCENE);
    });
}

#[test]
fn arrows_step_and_belong_to_one_step_of_the_history() {
    on_a_page(SCENE, async |page| {
        page.select("ship").await;
        page.press_on(&named("local.x")).await;

        page.press("ArrowUp").await;
        page.field_shows("local.x", "1.1").await;
        page.press("Shift+ArrowUp").await;
        page.field_shows("local.x", "2.1").await;
        page.press("Alt+ArrowDown").await;
        page.field_shows("local.x", "2.09").await;
        page.history_is(&["Set local x of ship"]).await;
        page.press_on(&named("local.angle")).await;
        page.press("ArrowDown").await;
        page.field_shows("local.angle", "89").await;
        page.press_on(&named("z")).await;
        page.press("Shift+ArrowUp").await;
        page.field_shows("z", "12").await;

        let file = page.saved().await;
        assert!(file.contains(r#""x": 2.09"#), "{file}");
        assert!(file.contains(r#""z": 12"#), "{file}");
        page.history_is(&[
            "Set local x of ship",
            "Set local angle of ship",
            "Set z of ship",
        ])
        .await;
    });
}

#[test]
fn expressions_and_units_are_worked_out() {
    on_a_page(SCENE, async |page| {
        page.select("ship").await;
        for (field, typed, shown) in [
            ("local.x", "2*pi/3", "2.0944"),
            ("local.x", "(1 + 2) * 4", "12"),
            ("local.x", "+=3", "15"),
            ("local.x", "*=2", "30"),
            ("local.y", "sqrt(16) - 2^3", "-4"),
            ("local.angle", "2*pi/3", "120"),
            ("local.angle", "45deg", "45"),
            ("local.angle", "0.25turn", "90"),
            ("local.angle", "1rad", "57.296"),
            ("local.angle", "30", "30"),
            ("z", "2.6", "3"),
        ] {
            page.enter(field, typed).await;
            page.field_shows(field, shown).await;
        }

        let file = page.saved().await;
        assert!(file.contains(r#""x": 30"#), "{file}");
        assert!(file.contains(r#""y": -4"#), "{file}");
        assert!(
            file.contains("\"30deg\"") || file.contains("0.5235988"),
            "{file}"
        );
        assert!(file.contains(r#""z": 3"#), "{file}");
    });
}

#[test]
fn a_senseless_text_is_refused_and_the_old_value_stays() {
    on_a_page(SCENE, async |page| {
        page.select("ship").await;
        for (field, typed, why) in [
            ("local.x", "2*", "a number is missing at the end"),
            ("local.x", "ship", "“ship”"),
            ("local.x", "1/0", "divided by zero"),
            ("local.x", "45deg", "this is an angle, and the field is not"),
            ("local.angle", "", "a number is missing"),
        ] {
            page.enter(field, typed).await;
            page.says("#inspector .field-error", why).await;
            assert_eq!(page.value(field).await, typed, "it can be mended");
            page.press("Escape").await;
        }

        page.field_shows("local.x", "1").await;
        page.field_shows("local.angle", "90").await;
        page.history_is(&[]).await;
        assert_eq!(page.on_disk(), SCENE);
    });
}

#[test]
fn a_number_that_the_scene_cannot_have_is_refused_with_its_reason() {
    on_a_page(SCENE, async |page| {
        page.select("ship").await;

        page.enter("z", "1e12").await;

        page.wait_until("[...document.querySelectorAll('#inspector .field-error')].some(one => one.innerText.length > 8)")
            .await;
        page.press("Escape").await;
        page.field_shows("z", "2").await;
        page.history_is(&[]).await;
    });
}

#[test]
fn what_nobody_typed_is_not_written() {
    on_a_page(SCENE, async |page| {
        page.select("ship").await;
        page.press_on(&named("local.angle")).await;
        page.press("Enter").await;
        page.press("Tab").await; // to its dial
        page.press("Tab").await;
        page.write("7").await;
        page.press("Tab").await; // leaving a field gives what was typed

        page.field_shows("world.angle", "7").await;
        page.history_is(&["Set world angle of ship"]).await;
        page.enter("local.x", "4").await;
        page.press_on(&named("local.y")).await;
        page.write("9").await;
        page.press("Escape").await;
        page.field_shows("local.y", "0").await;
        page.history_is(&["Set world angle of ship", "Set local x of ship"])
            .await;
    });
}

#[test]
fn what_is_typed_before_an_answer_came_is_meant_even_if_it_is_what_was_there() {
    on_a_page(SCENE, async |page| {
        page.select("ship").await;
        page.field_shows("world.x", "1").await;

        // At one go, so that no answer can come between.
        page.js("['local.x 5', 'world.x 1'].map((each) => {\
             const [name, text] = each.split(' ');\
             const field = document.querySelector(`#inspector [name='${name}']`);\
             field.focus();\
             field.value = text;\
             field.dispatchEvent(new InputEvent('input', { bubbles: true }));\
             field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));\
             }).length")
            .await;

        page.history_is(&["Set local x of ship", "Set world x of ship"])
            .await;
        page.field_shows("world.x", "1").await;
        page.field_shows("local.x", "1").await;

        // Whoever types what is there, and nothing is under way, changes nothing.
        page.enter("world.x", "1").await;
        page.history_is(&["Set local x of ship", "Set world x of ship"])
            .await;
    });
}
