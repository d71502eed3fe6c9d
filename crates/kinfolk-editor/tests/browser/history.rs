//! The history: every step has a name, and can be gone back to.

use crate::page::on_a_page;
use crate::steps::row;

const SCENE: &str = r##"{
  // Nothing of this comment is lost.
  "entities": [
    { "id": "ship", "children": [{ "name": "mast" }, { "name": "sail" }] },
    { "id": "dock" }
  ]
}
"##;

#[test]
fn steps_have_names_and_a_click_goes_there() {
    on_a_page(SCENE, async |page| {
        page.click("#tab-history").await;
        page.says("#history", "Opened").await;
        page.select("ship").await;
        page.enter("local.x", "1").await;
        page.field_shows("world.x", "1").await;
        page.enter("local.x", "2").await;
        page.field_shows("world.x", "2").await;
        page.enter("tag", "old").await;
        page.says("#inspector", "old").await;
        page.history_is(&[
            "Set local x of ship",
            "Set local x of ship",
            "Set tags of ship",
        ])
        .await;

        page.click("#step-1").await;
        page.field_shows("local.x", "1").await;
        page.wait_until("document.querySelector('#step-1').ariaSelected === 'true'")
            .await;
        page.wait_until("document.querySelectorAll('.step.is-undone').length === 2")
            .await;
        assert!(page.saved().await.contains(r#""x": 1"#));
        page.click("#step-3").await;
        page.field_shows("local.x", "2").await;
        page.says("#inspector", "old").await;
        page.click("#step-0").await;
        page.field_shows("local.x", "0").await;

        assert_eq!(page.saved().await, SCENE);
    });
}

#[test]
fn the_buttons_undo_and_redo_and_say_what() {
    on_a_page(SCENE, async |page| {
        let buttons = "['undo', 'redo'].map(id => document.getElementById(id)).map(one => one.disabled ? '-' : one.ariaLabel).join('|')";
        assert_eq!(page.js(buttons).await, "-|-");
        page.select("dock").await;
        page.enter("z", "4").await;
        page.wait_until(&format!("{buttons} === 'Undo Set z of dock|-'"))
            .await;

        page.click("#undo").await;
        page.wait_until(&format!("{buttons} === '-|Redo Set z of dock'"))
            .await;
        page.field_shows("z", "0").await;
        page.wait_until("document.querySelector('#unsaved').hidden")
            .await;
        page.click("#redo").await;
        page.wait_until(&format!("{buttons} === 'Undo Set z of dock|-'"))
            .await;
        page.field_shows("z", "4").await;
        assert!(page.saved().await.contains(r#""z": 4"#));

        page.press("Control+z").await;
        page.field_shows("z", "0").await;
        page.press("Control+Shift+z").await;
        page.field_shows("z", "4").await;
        page.press("Control+z").await;
        page.field_shows("z", "0").await;
        page.press("Control+y").await;
        page.field_shows("z", "4").await;
        page.press("Control+z").await;
        assert_eq!(page.saved().await, SCENE);
    });
}

#[test]
fn undoing_gives_the_selection_back() {
    on_a_page(SCENE, async |page| {
        page.select("ship_sail").await;
        page.press("Delete").await;
        page.wait_until(&format!(
            "document.querySelector('{}') === null",
            row("ship_sail")
        ))
        .await;
        page.select("dock").await;

        page.click("#undo").await;
        page.selected(&["ship_sail"]).await;
        page.field_shows("id", "ship_sail").await;

        assert_eq!(page.on_disk(), SCENE);
        page.wait_until("document.querySelector('#unsaved').hidden")
            .await;
        page.select("dock").await;
        page.press("Control+d").await;
        page.history_is(&["Duplicate dock"]).await;
        page.selected(&["dock_2"]).await;
        page.select("ship").await;
        page.click("#undo").await;
        page.selected(&["dock"]).await;
        page.click("#redo").await;
        page.selected(&["dock_2"]).await;
    });
}

#[test]
fn a_new_step_forgets_what_was_undone() {
    on_a_page(SCENE, async |page| {
        page.select("dock").await;
        page.enter("z", "4").await;
        page.history_is(&["Set z of dock"]).await;
        page.click("#undo").await;
        page.field_shows("z", "0").await;

        page.enter("name", "Pier").await;

        page.history_is(&["Set name of dock"]).await;
        assert!(page.saved().await.contains(r#""name": "Pier""#));
    });
}

#[test]
fn the_keyboard_goes_through_the_history() {
    on_a_page(SCENE, async |page| {
        page.select("dock").await;
        for z in ["1", "2", "3"] {
            page.enter("z", z).await;
            page.field_shows("z", z).await;
        }
        page.click("#tab-history").await;
        page.wait_until("document.querySelectorAll('.step').length === 4")
            .await;
        page.js("document.querySelector('#history-list').focus()")
            .await;

        page.press("ArrowUp").await;
        page.field_shows("z", "2").await;
        page.press("Home").await;
        page.field_shows("z", "0").await;
        page.press("ArrowDown").await;
        page.field_shows("z", "1").await;
        page.press("End").await;
        page.field_shows("z", "3").await;
        let active =
            "document.querySelector('#history-list').getAttribute('aria-activedescendant')";
        assert_eq!(page.js(active).await, "step-3");
    });
}
