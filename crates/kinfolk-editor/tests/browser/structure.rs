//! Entities are added, named, copied, wrapped and removed, and all of it is taken back.

use crate::page::on_a_page;
use crate::rows::{FLEET, part, row, world};

const ALL: &str = "ship(turret(barrel) flag) dock(crane) buoy";

#[test]
fn a_name_is_typed_in_its_place() {
    on_a_page(FLEET, async |page| {
        page.select("flag").await;
        page.press("F2").await;
        page.wait_until("document.activeElement.name === 'rename'")
            .await;
        page.write("pennant").await;
        page.press("Enter").await;
        page.is_and_saves("ship(turret(barrel) pennant) dock(crane) buoy")
            .await;
        page.selects("pennant").await;
        page.speaks("Renamed to pennant").await;
        page.becomes("document.activeElement.id", "tree").await;

        page.double_click(&part("buoy", "name")).await;
        page.wait_until("document.activeElement.name === 'rename'")
            .await;
        page.write("nothing").await;
        page.press("Escape").await;
        page.wait_until("document.querySelector('[name=rename]') === null")
            .await;
        page.shows("ship(turret(barrel) pennant) dock(crane) buoy")
            .await;
        assert_eq!(page.steps().await, 1);
    });
}

#[test]
fn a_name_that_is_taken_is_refused() {
    on_a_page(FLEET, async |page| {
        page.select("flag").await;
        page.press("F2").await;
        page.write("barrel").await;
        page.press("Enter").await;

        page.wait_until("!document.getElementById('notice').hidden")
            .await;
        let said = page.text("#notice").await;
        assert!(said.contains("barrel"), "{said}");
        assert_eq!(
            page.js("document.getElementById('notice').getAttribute('role')")
                .await,
            "alert"
        );
        page.shows(ALL).await;
        page.selects("flag").await;
        assert_eq!(page.steps().await, 0);
    });
}

#[test]
fn a_copy_is_made_beside_the_original() {
    on_a_page(FLEET, async |page| {
        page.select("turret").await;
        page.press("Control+d").await;

        page.is_and_saves("ship(turret(barrel) turret_2(barrel_2) flag) dock(crane) buoy")
            .await;
        page.selects("turret_2").await;
        page.speaks("turret duplicated").await;
    });
}

#[test]
fn a_row_goes_with_all_below_or_without_them() {
    on_a_page(FLEET, async |page| {
        page.select("ship").await;
        page.press("Delete").await;
        page.is_and_saves("dock(crane) buoy").await;
        page.selects("dock").await;
        page.speaks("ship deleted").await;
        page.press("Control+z").await;
        page.shows(ALL).await;
        page.selects("ship").await;

        page.click(&part("turret", "twisty")).await;
        page.shows("ship(turret+ flag) dock(crane) buoy").await;
        page.press("Delete").await;
        page.shows("dock(crane) buoy").await;
        page.press("Control+z").await;
        page.shows("ship(turret+ flag) dock(crane) buoy").await; // open or closed as it was
        page.click(&part("turret", "twisty")).await;
        page.shows(ALL).await;
        page.press("Shift+Delete").await;
        let document = page
            .is_and_saves("turret(barrel) flag dock(crane) buoy")
            .await;
        page.speaks("ship deleted, children kept").await;
        assert_eq!(
            world(&document, "turret"),
            [0.0, 2.0, -2.0, 0.0, 2.0, 0.0],
            "it is where it was"
        );
    });
}

#[test]
fn a_parent_and_its_child_go_together_and_the_others_stay() {
    on_a_page(FLEET, async |page| {
        page.select("ship").await;
        page.press("Shift+ArrowDown").await;
        page.selects("ship turret").await;
        page.press("Shift+Delete").await;

        let document = page.is_and_saves("barrel flag dock(crane) buoy").await;
        assert_eq!(
            world(&document, "barrel"),
            [0.0, 2.0, -2.0, 0.0, 2.0, 4.0],
            "it is where it was"
        );
        page.press("Control+z").await;
        page.shows(ALL).await;
        page.selects("ship turret").await;
    });
}

#[test]
fn copies_are_pasted_under_another_parent_with_ids_of_their_own() {
    on_a_page(FLEET, async |page| {
        page.select("turret").await;
        page.press("Control+c").await;
        page.speaks("1 copied").await;
        page.select("crane").await;
        page.press("Control+v").await;
        page.speaks("1 pasted into dock").await;
        page.is_and_saves("ship(turret(barrel) flag) dock(crane turret_2(barrel_2)) buoy")
            .await;
        page.selects("turret_2").await;

        page.select("buoy").await;
        page.press("Control+Shift+v").await;
        page.speaks("1 pasted into buoy").await;
        page.is_and_saves(
            "ship(turret(barrel) flag) dock(crane turret_2(barrel_2)) buoy(turret_3(barrel_3))",
        )
        .await;
    });
}

#[test]
fn what_was_cut_is_pasted_with_its_own_ids() {
    on_a_page(FLEET, async |page| {
        page.select("flag").await;
        page.click_with("Control", &part("turret", "name")).await;
        page.press("Control+x").await;
        page.speaks("2 cut").await;
        page.is_and_saves("ship dock(crane) buoy").await;
        page.select("buoy").await;
        page.press("Control+v").await;

        page.is_and_saves("ship dock(crane) buoy turret(barrel) flag")
            .await;
        page.selects("turret flag").await;
        page.press("Control+z").await;
        page.press("Control+z").await;
        page.shows(ALL).await;
        page.selects("turret flag").await;
    });
}

#[test]
fn rows_are_wrapped_in_a_parent_and_unwrapped() {
    on_a_page(FLEET, async |page| {
        page.select("turret").await;
        page.press("Shift+ArrowDown").await;
        page.press("Shift+ArrowDown").await;
        page.press("Control+g").await;
        page.is_and_saves("ship(group(turret(barrel) flag)) dock(crane) buoy")
            .await;
        page.selects("group").await;
        page.press("Control+Shift+g").await;

        let document = page.is_and_saves(ALL).await;
        page.selects("turret flag").await;
        page.speaks("group unwrapped").await;
        assert_eq!(world(&document, "barrel"), [0.0, 2.0, -2.0, 0.0, 2.0, 4.0]);
    });
}

#[test]
fn a_row_becomes_a_root_by_key() {
    on_a_page(FLEET, async |page| {
        page.select("barrel").await;
        page.press("Alt+Home").await;

        let document = page
            .is_and_saves("ship(turret flag) dock(crane) buoy barrel")
            .await;
        page.speaks("barrel moved to the root").await;
        page.selects("barrel").await;
        assert_eq!(
            world(&document, "barrel"),
            [0.0, 2.0, -2.0, 0.0, 2.0, 4.0],
            "it is where it was"
        );
    });
}

#[test]
fn entities_are_added_below_the_selected_one_or_as_roots() {
    on_a_page(FLEET, async |page| {
        page.select("crane").await;
        page.press("Insert").await;
        page.is_and_saves("ship(turret(barrel) flag) dock(crane(entity)) buoy")
            .await;
        page.selects("entity").await;
        page.speaks("entity added to crane").await;

        page.press("Escape").await;
        page.selects("").await;
        page.press("Insert").await;
        page.is_and_saves("ship(turret(barrel) flag) dock(crane(entity)) buoy entity_2")
            .await;
        page.click("#add").await;
        page.is_and_saves("ship(turret(barrel) flag) dock(crane(entity)) buoy entity_2(entity_3)")
            .await;
    });
}

#[test]
fn undo_brings_back_the_place_among_siblings_and_the_selection() {
    on_a_page(FLEET, async |page| {
        page.select("turret").await;
        page.press("Alt+ArrowLeft").await;
        page.shows("ship(flag) turret(barrel) dock(crane) buoy")
            .await;
        page.select("dock").await;
        page.press("Delete").await;
        let last = "ship(flag) turret(barrel) buoy";
        page.shows(last).await;
        let saved = page.saved().await;
        page.select("ship").await;

        page.press("Control+z").await;
        page.shows("ship(flag) turret(barrel) dock(crane) buoy")
            .await;
        page.selects("dock").await;
        page.speaks("Undone: Delete dock").await;
        page.press("Control+z").await;
        page.shows(ALL).await;
        page.selects("turret").await;
        assert_eq!(page.saved().await, FLEET, "to the last byte");
        page.press("Control+z").await;
        page.refuses("There is nothing to undo.").await;

        page.press("Control+Shift+z").await;
        page.shows("ship(flag) turret(barrel) dock(crane) buoy")
            .await;
        page.selects("turret").await;
        page.press("Control+y").await;
        page.shows(last).await;
        page.speaks("Done again: Delete dock").await;
        assert_eq!(page.saved().await, saved);
        page.wait_until(&format!(
            "document.querySelector('{}') === null",
            row("dock")
        ))
        .await;
    });
}
