//! Two pages of one file stay in step.

use fantoccini::wd::WindowHandle;

use crate::page::{Page, on_a_page};
use crate::steps::row;

const SCENE: &str = r##"{
  // For two.
  "entities": [
    { "id": "ship", "sprite": { "type": "rect", "width": 2, "height": 2, "color": "#ff0000" }, "children": [{ "name": "mast" }] },
    { "id": "dock", "transform": { "x": 9 } }
  ]
}
"##;

/// Opens the editor in another tab as well; answers both.
async fn two_tabs(page: &Page) -> (WindowHandle, WindowHandle) {
    let one = page.browser.window().await.unwrap();
    let other = page.browser.new_window(true).await.unwrap().handle;
    page.browser.switch_to_window(other.clone()).await.unwrap();
    page.open().await;
    (one, other)
}

async fn go(page: &Page, tab: &WindowHandle) {
    page.browser.switch_to_window(tab.clone()).await.unwrap();
}

#[test]
fn an_edit_in_one_tab_shows_in_the_other_and_undo_as_well() {
    on_a_page(SCENE, async |page| {
        let (one, other) = two_tabs(page).await;
        page.select("ship").await;
        go(page, &one).await;
        page.select("ship").await;

        page.enter("local.x", "3").await;
        page.enter("name", "Argo").await;
        go(page, &other).await;
        page.field_shows("local.x", "3").await;
        page.says(&row("ship"), "Argo").await;
        page.history_is(&["Set local x of ship", "Set name of ship"])
            .await;
        page.is_unsaved().await;

        page.press("Control+z").await;
        page.press("Control+z").await;
        page.field_shows("local.x", "0").await;
        go(page, &one).await;
        page.field_shows("local.x", "0").await;
        page.says(&row("ship"), "ship").await;
        page.wait_until("document.querySelector('#unsaved').hidden")
            .await;
        page.wait_until("document.querySelectorAll('.step.is-undone').length === 2")
            .await;
        assert_eq!(page.on_disk(), SCENE);
    });
}

#[test]
fn structure_changes_in_both_tabs() {
    on_a_page(SCENE, async |page| {
        let (one, other) = two_tabs(page).await;
        page.select("ship_mast").await;
        page.press("Alt+Home").await;
        page.wait_until(&format!(
            "document.querySelector('{}')?.ariaLevel === '1'",
            row("ship_mast")
        ))
        .await;

        go(page, &one).await;
        page.wait_until(&format!(
            "document.querySelector('{}')?.ariaLevel === '1'",
            row("ship_mast")
        ))
        .await;
        page.select("dock").await;
        page.press("Delete").await;
        go(page, &other).await;
        page.wait_until(&format!(
            "document.querySelector('{}') === null",
            row("dock")
        ))
        .await;
        let file = page.saved().await;
        assert!(
            !file.contains("dock") && file.contains("// For two."),
            "{file}"
        );
        go(page, &one).await;
        page.wait_until("document.querySelector('#unsaved').hidden")
            .await;
    });
}

#[test]
fn what_is_selected_is_each_ones_own() {
    on_a_page(SCENE, async |page| {
        let (one, other) = two_tabs(page).await;
        page.select("dock").await;
        go(page, &one).await;
        page.select("ship").await;
        page.enter("local.y", "2").await;
        page.field_shows("world.y", "2").await;

        go(page, &other).await;
        page.history_is(&["Set local y of ship"]).await;
        page.selected(&["dock"]).await;
        page.field_shows("id", "dock").await;
        go(page, &one).await;
        page.selected(&["ship"]).await;
        page.saved().await;
    });
}

#[test]
fn a_question_is_answered_in_one_tab_for_both() {
    on_a_page(SCENE, async |page| {
        let (one, other) = two_tabs(page).await;
        page.select("ship").await;
        page.enter("local.x", "3").await;
        page.is_unsaved().await;
        std::fs::write(page.file(), SCENE.replace("\"x\": 9", "\"x\": 8")).unwrap();
        page.wait_until("document.querySelector('[data-testid=changed-dialog]') !== null")
            .await;
        go(page, &one).await;

        page.answer("changed-dialog", "merge").await;

        page.wait_until("document.body.dataset.state === 'fine'")
            .await;
        go(page, &other).await;
        page.wait_until("document.querySelector('[data-testid=changed-dialog]') === null")
            .await;
        let file = page.saved().await;
        assert!(
            file.contains("\"x\": 8") && file.contains("\"x\": 3"),
            "{file}"
        );
    });
}
