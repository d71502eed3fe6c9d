//! What the checker says, live.

use crate::page::on_a_page;
use crate::steps::row;

const SCENE: &str = r##"{
  // Two lights.
  "entities": [
    { "id": "lamp", "transform": { "x": 1 } },
    { "id": "tower", "children": [
      { "name": "mirror", "localTransform": { "angle": 1 } }
    ] }
  ]
}
"##;

#[test]
fn a_warning_appears_after_an_edit_and_goes_with_it() {
    on_a_page(SCENE, async |page| {
        page.says("#problems", "No problems.").await;
        page.select("tower_mirror").await;

        page.enter("local.angle", "90rad").await;

        page.says("#problems .problem", "looks-like-degrees").await;
        page.says("#problem-count", "1").await;
        page.wait_until("document.querySelector('#tab-problems').ariaLabel === 'Problems, 1'")
            .await;
        let file = page.saved().await;
        assert!(file.contains(r#""angle": 90"#), "{file}");
        page.press("Control+z").await;
        page.says("#problems", "No problems.").await;
        page.wait_until("document.querySelector('#problem-count').textContent === ''")
            .await;
    });
}

#[test]
fn a_click_shows_the_line_and_the_column() {
    on_a_page(SCENE, async |page| {
        page.select("tower_mirror").await;
        page.enter("local.angle", "90rad").await;
        page.says("#problems .problem-place", "6:").await;
        page.select("lamp").await;
        page.click("#collapse-all").await;

        page.click("#problems .problem").await;

        page.says("#source .is-here .source-number", "6").await;
        page.says("#source .is-here", r#""angle": 90"#).await;
        let column = page
            .js("[...document.querySelector('#source .is-here code').firstChild.textContent].length + 1")
            .await;
        page.says("#problems .problem-place", &format!("6:{column}"))
            .await;
        assert_eq!(
            page.js("document.querySelector('#source .source-mark').textContent")
                .await,
            "9"
        );
    });
}

#[test]
fn a_click_selects_the_entity() {
    on_a_page(SCENE, async |page| {
        page.select("tower_mirror").await;
        page.enter("local.angle", "90rad").await;
        page.says("#problems .problem-place", "6:").await;
        page.select("lamp").await;
        page.click("#collapse-all").await;

        page.click("#problems .problem").await;

        page.selected(&["tower_mirror"]).await;
        page.says(&row("tower_mirror"), "mirror").await;
    });
}

#[test]
fn the_keyboard_goes_through_the_problems() {
    let scene = r##"{
  "entities": [
    { "id": "lamp", "colour": 1 },
    { "id": "tower", "hight": 2 }
  ]
}
"##;
    on_a_page(scene, async |page| {
        page.says("#problem-count", "2").await;
        page.js("document.querySelector('#problem-list').focus()")
            .await;

        page.press("ArrowDown").await;
        page.says("#source .is-here", "colour").await;
        page.press("ArrowDown").await;
        page.says("#source .is-here", "hight").await;
        page.press("Home").await;
        page.says("#source .is-here", "colour").await;
        page.press("End").await;
        page.says("#source .is-here", "hight").await;
        let active =
            "document.querySelector('#problem-list').getAttribute('aria-activedescendant')";
        assert_eq!(page.js(active).await, "problem-1");
    });
}

#[test]
fn what_is_chosen_stays_chosen_while_something_else_is_edited() {
    let scene = r##"{
  "entities": [
    { "id": "lamp", "colour": 1 },
    { "id": "tower" }
  ]
}
"##;
    on_a_page(scene, async |page| {
        page.click("#problems .problem").await;
        page.says("#source .is-here", "colour").await;
        page.select("tower").await;

        page.enter("local.x", "5").await;
        page.saved().await;
        // It is checked again after a while: something else tells us that this was.
        page.enter("local.angle", "99rad").await;
        page.says("#problem-count", "2").await;

        page.says("#source .is-here", "colour").await;
    });
}
