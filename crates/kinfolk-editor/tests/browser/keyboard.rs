//! The tree by keyboard alone: going about, moving, and the menu.

use crate::page::{Page, on_a_page};
use crate::rows::{FLEET, list_of, part};

const ALL: &str = "ship(turret(barrel) flag) dock(crane) buoy";

/// Goes to the tree by Tab, as somebody without a mouse does.
async fn tab_to_the_tree(page: &Page) {
    for _ in 0..40 {
        if page.js("document.activeElement.id").await == "tree" {
            return;
        }
        page.press("Tab").await;
    }
    panic!("Tab never came to the tree");
}

#[test]
fn arrows_go_from_row_to_row_and_open_and_close() {
    on_a_page(FLEET, async |page| {
        tab_to_the_tree(page).await;
        for (keys, on) in [
            ("ArrowDown", "ship"),
            ("ArrowDown", "turret"),
            ("ArrowRight", "barrel"),
            ("ArrowRight", "barrel"), // it has nothing below
            ("ArrowLeft", "turret"),
            ("ArrowUp", "ship"),
            ("ArrowUp", "ship"),
            ("End", "buoy"),
            ("ArrowDown", "buoy"),
            ("Home", "ship"),
        ] {
            page.press(keys).await;
            page.is_on(on).await;
            page.selects(on).await;
        }

        page.press("ArrowLeft").await;
        page.shows("ship+ dock(crane) buoy").await;
        page.is_on("ship").await;
        page.press("ArrowRight").await;
        page.shows(ALL).await;
        page.press("Enter").await;
        page.shows("ship+ dock(crane) buoy").await;
        page.write("*").await;
        page.shows(ALL).await;
        assert_eq!(page.steps().await, 0, "nothing was edited");
    });
}

#[test]
fn pages_and_ends_of_a_long_list_come_into_sight() {
    on_a_page(&list_of(300), async |page| {
        tab_to_the_tree(page).await;
        let page_of = "Math.floor(document.getElementById('tree').clientHeight / 24) - 1";
        let rows = page.js(page_of).await.as_u64().unwrap();
        page.press("Home").await;
        for (keys, on) in [
            ("PageDown", rows),
            ("PageDown", rows * 2),
            ("PageUp", rows),
            ("End", 299),
            ("PageDown", 299),
            ("PageUp", 299 - rows),
            ("Home", 0),
        ] {
            page.press(keys).await;
            page.is_on(&format!("e{on}")).await;
            let seen = format!(
                "((row, tree) => row.top >= tree.top && row.bottom <= tree.bottom)\
                 (document.querySelector('#tree .is-current').getBoundingClientRect(),\
                  document.getElementById('tree').getBoundingClientRect()) && \
                 document.querySelector('#tree .is-current').dataset.id === 'e{on}'"
            );
            page.wait_until(&seen).await;
        }
    });
}

#[test]
fn shift_selects_a_range_and_ctrl_space_one_more() {
    on_a_page(FLEET, async |page| {
        page.select("turret").await;
        page.press("Shift+ArrowDown").await;
        page.press("Shift+ArrowDown").await;
        page.selects("turret barrel flag").await;
        page.press("Shift+ArrowUp").await;
        page.selects("turret barrel").await;
        page.press("Shift+Home").await;
        page.selects("ship turret").await;
        page.press("Shift+End").await;
        page.selects("turret barrel flag dock crane buoy").await;

        page.press("Home").await;
        page.selects("ship").await;
        page.press("Control+End").await;
        page.is_on("buoy").await;
        page.selects("ship").await;
        page.press("Control+Space").await;
        page.selects("ship buoy").await;
        page.press("Control+Space").await;
        page.selects("ship").await;
        page.press("Control+a").await;
        page.selects("ship turret barrel flag dock crane buoy")
            .await;
        page.press("Escape").await;
        page.selects("").await;
    });
}

#[test]
fn letters_go_to_the_next_name_that_begins_with_them() {
    on_a_page(FLEET, async |page| {
        page.select("ship").await;
        page.write("b").await;
        page.is_on("barrel").await;
        page.write("b").await;
        page.is_on("buoy").await;
        page.write("b").await;
        page.is_on("barrel").await;
        // A word begins after a pause.
        page.js("new Promise((done) => setTimeout(done, 1100))")
            .await;
        page.write("bu").await;
        page.is_on("buoy").await;
        page.selects("buoy").await;
    });
}

#[test]
fn alt_and_arrows_move_a_row_among_its_relatives() {
    on_a_page(FLEET, async |page| {
        page.select("flag").await;
        page.press("Alt+ArrowUp").await;
        page.is_and_saves("ship(flag turret(barrel)) dock(crane) buoy")
            .await;
        page.speaks("flag moved into ship, before turret").await;
        page.press("Alt+ArrowUp").await;
        page.refuses("flag is the first already.").await;
        page.press("Alt+ArrowDown").await;
        page.shows(ALL).await;
        page.press("Alt+ArrowRight").await;
        page.is_and_saves("ship(turret(barrel flag)) dock(crane) buoy")
            .await;
        page.speaks("flag moved into turret").await;
        page.press("Alt+ArrowLeft").await;
        page.shows(ALL).await;
        page.press("Alt+ArrowLeft").await;
        page.is_and_saves("ship(turret(barrel)) flag dock(crane) buoy")
            .await;
        page.speaks("flag moved to the root, before dock").await;
        page.press("Alt+ArrowLeft").await;
        page.refuses("flag is a root already.").await;
        page.selects("flag").await;
    });
}

#[test]
fn several_rows_move_together() {
    on_a_page(FLEET, async |page| {
        page.select("dock").await;
        page.click_with("Control", &part("buoy", "name")).await;
        page.press("Alt+ArrowUp").await;
        page.is_and_saves("dock(crane) buoy ship(turret(barrel) flag)")
            .await;
        page.press("Alt+ArrowDown").await;
        page.is_and_saves(ALL).await;
        page.press("Alt+ArrowRight").await;
        page.is_and_saves("ship(turret(barrel) flag dock(crane) buoy)")
            .await;
        page.selects("dock buoy").await;
        page.speaks("2 entities moved into ship").await;
    });
}

#[test]
fn a_row_gets_another_parent_by_keyboard_alone_and_it_is_spoken() {
    on_a_page(FLEET, async |page| {
        tab_to_the_tree(page).await;
        page.press("End").await;
        page.is_on("buoy").await;
        page.press("Alt+ArrowRight").await;
        page.speaks("buoy moved into dock").await;
        page.shows("ship(turret(barrel) flag) dock(crane buoy)")
            .await;
        page.press("Alt+ArrowUp").await;
        page.speaks("buoy moved into dock, before crane").await;
        page.is_on("buoy").await;
        page.is_and_saves("ship(turret(barrel) flag) dock(buoy crane)")
            .await;

        // To a parent far away: cut, go there, paste.
        page.press("Control+x").await;
        page.speaks("1 cut").await;
        page.shows("ship(turret(barrel) flag) dock(crane)").await;
        page.press("Home").await;
        page.write("tur").await;
        page.is_on("turret").await;
        page.press("Control+Shift+v").await;
        page.speaks("1 pasted into turret").await;
        page.selects("buoy").await;
        page.is_and_saves("ship(turret(barrel buoy) flag) dock(crane)")
            .await;

        let polite = "['spoken-0', 'spoken-1'].every((id) => document.getElementById(id).getAttribute('aria-live') === 'polite')";
        assert_eq!(page.js(polite).await, true);
        assert_eq!(
            page.js("document.activeElement.id").await,
            "tree",
            "the keyboard has not gone anywhere else"
        );
    });
}

#[test]
fn the_menu_opens_by_right_click_and_works_by_keyboard() {
    on_a_page(FLEET, async |page| {
        page.right_click(&part("dock", "name")).await;
        page.selects("dock").await;
        let focused = "document.activeElement.dataset.run ?? ''";
        page.becomes(focused, "add-child").await;
        page.press("ArrowDown").await;
        page.becomes(focused, "duplicate").await;
        page.press("End").await;
        page.becomes(focused, "copy-link").await;
        page.press("Home").await;
        page.becomes(focused, "add-child").await;
        page.write("w").await;
        page.becomes(focused, "wrap").await;
        page.press("Enter").await;

        page.is_and_saves("ship(turret(barrel) flag) group(dock(crane)) buoy")
            .await;
        assert_eq!(
            page.js("document.getElementById('menu').hidden").await,
            true
        );
        page.becomes("document.activeElement.id", "tree").await;
    });
}

#[test]
fn the_menu_opens_by_key_and_a_click_runs_what_it_says() {
    on_a_page(FLEET, async |page| {
        page.select("flag").await;
        page.press("Shift+F10").await;
        page.becomes("document.activeElement.dataset.run ?? ''", "add-child")
            .await;
        let inside = "(({top, bottom}) => top >= 0 && bottom <= innerHeight)(document.getElementById('menu').getBoundingClientRect())";
        assert_eq!(page.js(inside).await, true);
        page.press("Escape").await;
        page.becomes("document.activeElement.id", "tree").await;
        page.shows(ALL).await;

        page.press("Shift+F10").await;
        page.click("#menu [data-run=make-root]").await;
        page.is_and_saves("ship(turret(barrel)) dock(crane) buoy flag")
            .await;
        page.speaks("flag moved to the root").await;
    });
}
