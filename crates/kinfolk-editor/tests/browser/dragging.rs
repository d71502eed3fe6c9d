//! Rows are dragged with the mouse to another parent.

use kinfolk_scene::{Editing, Json};
use serde_json::{Value, json};

use crate::page::{Page, on_a_page};
use crate::rows::{FLEET, list_of, part, row, world};

const ALL: &str = "ship(turret(barrel) flag) dock(crane) buoy";

/// Where a row's name is.
async fn name(page: &Page, id: &str) -> (f64, f64) {
    page.middle(&part(id, "name")).await
}

/// Waits until this is said where the pointer is.
async fn previews(page: &Page, words: &str) {
    let chip = "document.querySelector('#drag-chip:not([hidden]) [data-testid=drop-where]')";
    page.becomes(&format!("{chip}?.textContent ?? ''"), words)
        .await;
}

/// How far the tree is scrolled.
async fn scrolled(page: &Page) -> f64 {
    let top = page.js("document.getElementById('tree').scrollTop").await;
    top.as_f64().unwrap()
}

#[test]
fn a_row_dropped_onto_another_becomes_its_child() {
    on_a_page(FLEET, async |page| {
        let (from, to) = (name(page, "buoy").await, page.in_row("dock", 0.5).await);
        page.begin_drag(from, to).await;
        previews(page, "into dock").await;
        let mark = "document.querySelector('[data-testid=drop-mark]')";
        assert_eq!(
            page.js(&format!("{mark}.classList.contains('is-onto')"))
                .await,
            true
        );
        page.drop().await;

        page.is_and_saves("ship(turret(barrel) flag) dock(crane buoy)")
            .await;
        page.selects("buoy").await;
        page.speaks("buoy moved into dock").await;
        assert_eq!(page.js(&format!("{mark}.hidden")).await, true);
    });
}

#[test]
fn a_row_dropped_on_an_upper_edge_comes_before() {
    on_a_page(FLEET, async |page| {
        let (from, to) = (name(page, "buoy").await, page.in_row("flag", 0.1).await);
        page.begin_drag(from, to).await;
        previews(page, "into ship, before flag").await;
        page.drop().await;
        page.is_and_saves("ship(turret(barrel) buoy flag) dock(crane)")
            .await;

        let (from, to) = (name(page, "dock").await, page.in_row("ship", 0.1).await);
        page.drag_between(from, to).await;
        page.is_and_saves("dock(crane) ship(turret(barrel) buoy flag)")
            .await;
    });
}

#[test]
fn a_row_dropped_on_a_lower_edge_comes_after() {
    on_a_page(FLEET, async |page| {
        let (from, to) = (name(page, "buoy").await, page.in_row("barrel", 0.9).await);
        page.drag_between(from, to).await;
        page.is_and_saves("ship(turret(barrel buoy) flag) dock(crane)")
            .await;

        // Behind an open row is its first child.
        let (from, to) = (name(page, "crane").await, page.in_row("ship", 0.9).await);
        page.drag_between(from, to).await;
        page.is_and_saves("ship(crane turret(barrel buoy) flag) dock")
            .await;
    });
}

#[test]
fn at_the_end_of_a_list_the_horizontal_position_picks_the_level() {
    on_a_page(FLEET, async |page| {
        let from = name(page, "buoy").await;
        let (right, y) = page.in_row("flag", 0.9).await;
        page.begin_drag(from, (right, y)).await;
        previews(page, "into ship").await;
        let left = "parseFloat(document.querySelector('[data-testid=drop-mark]').style.left)";
        let deep = page.js(left).await.as_f64().unwrap();
        page.hover((12.0, y)).await;
        previews(page, "root, before dock").await;
        assert!(page.js(left).await.as_f64().unwrap() < deep);
        page.drop().await;
        page.is_and_saves("ship(turret(barrel) flag) buoy dock(crane)")
            .await;

        let from = name(page, "buoy").await;
        page.drag_between(from, (right, y)).await;
        page.is_and_saves("ship(turret(barrel) flag buoy) dock(crane)")
            .await;
    });
}

#[test]
fn a_closed_row_opens_when_the_pointer_stays_on_it() {
    on_a_page(FLEET, async |page| {
        page.click(&part("ship", "twisty")).await;
        page.shows("ship+ dock(crane) buoy").await;

        let (from, to) = (name(page, "buoy").await, page.in_row("ship", 0.5).await);
        page.begin_drag(from, to).await;
        page.shows(ALL).await;
        let onto = page.in_row("barrel", 0.5).await;
        page.hover(onto).await;
        previews(page, "into barrel").await;
        page.drop().await;

        page.is_and_saves("ship(turret(barrel(buoy)) flag) dock(crane)")
            .await;
    });
}

#[test]
fn near_an_edge_the_tree_scrolls_by_itself() {
    on_a_page(&list_of(120), async |page| {
        let tree = page
            .js("(({x, y, width, height}) => [x + width / 2, y, y + height])(document.getElementById('tree').getBoundingClientRect())")
            .await;
        let at = |index: usize| tree[index].as_f64().unwrap();
        let (middle, top, bottom) = (at(0), at(1), at(2));

        let from = name(page, "e2").await;
        page.begin_drag(from, (middle, bottom - 3.0)).await;
        page.wait_until("document.getElementById('tree').scrollTop > 800")
            .await;
        page.hover((middle, top + 3.0)).await;
        let far = scrolled(page).await;
        page.wait_until(&format!(
            "document.getElementById('tree').scrollTop < {far} - 300"
        ))
        .await;
        // In the middle it rests.
        page.hover((middle, (top + bottom) / 2.0)).await;
        let there = scrolled(page).await;
        page.js("new Promise((done) => setTimeout(done, 100))")
            .await;
        assert_eq!(scrolled(page).await, there);
        page.hover((middle, bottom - 3.0)).await;
        page.wait_until(
            "(({scrollTop, scrollHeight, clientHeight}) => scrollTop >= scrollHeight - clientHeight - 1)(document.getElementById('tree'))",
        )
        .await;
        let end = page.in_row("e119", 0.9).await;
        page.hover(end).await;
        previews(page, "root").await;
        page.drop().await;

        page.speaks("e2 moved to the root").await;
        let saved = page.saved().await;
        let (last, first) = (
            saved.find("\"e2\"").unwrap(),
            saved.find("\"e119\"").unwrap(),
        );
        assert!(last > first, "it is behind the last one");
        let index = "[...document.querySelectorAll('#tree .row')].find((row) => row.dataset.id === 'e2')?.getAttribute('aria-posinset')";
        assert_eq!(page.js(index).await, "120");
    });
}

#[test]
fn esc_ends_a_drag_without_a_trace() {
    on_a_page(FLEET, async |page| {
        let (from, to) = (name(page, "buoy").await, page.in_row("dock", 0.5).await);
        page.begin_drag(from, to).await;
        page.wait_until("!document.getElementById('drag-chip').hidden")
            .await;
        page.press("Escape").await;
        page.wait_until("document.getElementById('drag-chip').hidden")
            .await;
        page.speaks("Move cancelled").await;
        page.drop().await;

        page.shows(ALL).await;
        page.selects("buoy").await;
        assert_eq!(page.steps().await, 0);
        assert_eq!(
            page.js("document.getElementById('unsaved').hidden").await,
            true
        );
    });
}

#[test]
fn dropped_on_the_empty_area_it_is_a_root() {
    on_a_page(FLEET, async |page| {
        let (from, to) = (name(page, "turret").await, page.in_row("buoy", 6.0).await);
        page.begin_drag(from, to).await;
        previews(page, "root").await;
        page.drop().await;

        page.is_and_saves("ship(flag) dock(crane) buoy turret(barrel)")
            .await;
        page.selects("turret").await;
    });
}

#[test]
fn a_row_stays_where_it_is_in_the_world_when_its_parent_becomes_another() {
    on_a_page(FLEET, async |page| {
        page.drag(&part("buoy", "name"), &row("ship")).await;
        let document = page
            .is_and_saves("ship(turret(barrel) flag buoy) dock(crane)")
            .await;

        assert_eq!(world(&document, "buoy"), [1.0, 0.0, 0.0, 1.0, 1.0, 2.0]);
        let own = local(&document, "buoy");
        let near = |key: &str, number: f64| (own[key].as_f64().unwrap() - number).abs() < 1e-6;
        assert!(near("x", 1.0) && near("y", 1.5), "{own}");
        assert!(near("scaleX", 0.5) && near("scaleY", 0.5), "{own}");
    });
}

#[test]
fn with_shift_a_row_keeps_its_own_numbers() {
    on_a_page(FLEET, async |page| {
        let (from, to) = (name(page, "buoy").await, page.in_row("ship", 0.5).await);
        page.begin_drag(from, to).await;
        page.hold("Shift").await;
        page.becomes(
            "document.querySelector('#drag-chip .chip-keep')?.textContent ?? ''",
            "keeps local numbers",
        )
        .await;
        page.drop().await;
        page.let_go("Shift").await;
        let document = page
            .is_and_saves("ship(turret(barrel) flag buoy) dock(crane)")
            .await;

        assert_eq!(world(&document, "buoy"), [0.0, 2.0, -2.0, 0.0, 0.0, 2.0]);
        let own = local(&document, "buoy");
        assert_eq!(own, json!({ "x": 1, "y": 2 }));
    });
}

#[test]
fn nobody_goes_below_itself() {
    on_a_page(FLEET, async |page| {
        let (from, to) = (name(page, "ship").await, page.in_row("barrel", 0.5).await);
        page.begin_drag(from, to).await;
        previews(page, "not into barrel, which is below ship").await;
        assert_eq!(
            page.js("document.querySelector('[data-testid=drop-mark]').hidden")
                .await,
            true
        );
        page.drop().await;

        page.refuses("Not into barrel, which is below ship").await;
        page.shows(ALL).await;
        assert_eq!(page.steps().await, 0);
    });
}

#[test]
fn several_rows_keep_their_order() {
    on_a_page(FLEET, async |page| {
        page.select("buoy").await;
        page.click_with("Control", &part("barrel", "name")).await;
        page.click_with("Control", &part("turret", "name")).await;
        page.click_with("Control", &part("flag", "name")).await;
        page.selects("turret barrel flag buoy").await;

        let (from, to) = (name(page, "flag").await, page.in_row("dock", 0.5).await);
        page.begin_drag(from, to).await;
        assert_eq!(
            page.text("#drag-chip .chip-what").await,
            "3 entities",
            "the barrel goes with its turret"
        );
        page.drop().await;

        page.is_and_saves("ship dock(crane turret(barrel) flag buoy)")
            .await;
        page.selects("turret flag buoy").await;
        page.speaks("3 entities moved into dock").await;
    });
}

/// The numbers that are written about an entity.
fn local(document: &Editing, id: &str) -> Value {
    let own = Json::Object(document.authored(id).unwrap().keys);
    let own: Value = serde_json::from_str(&own.to_string()).unwrap();
    own["localTransform"].clone()
}
