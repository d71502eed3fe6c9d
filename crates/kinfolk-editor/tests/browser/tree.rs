//! The tree is shown, opened, searched and selected in.

use serde_json::{Value, json};

use crate::page::{Page, on_a_page};
use crate::rows::{FLEET, YARD, part, row};

const ALL: &str = "ship(turret(barrel) flag) dock(crane) buoy";

/// An attribute of an entity's row.
async fn attribute(page: &Page, id: &str, name: &str) -> Value {
    let row = Value::from(row(id));
    page.js(&format!(
        "document.querySelector({row}).getAttribute('{name}')"
    ))
    .await
}

/// Whether something in an entity's row has a class.
async fn has_class(page: &Page, selector: &str, class: &str) -> bool {
    let selector = Value::from(selector);
    let has = format!("document.querySelector({selector}).classList.contains('{class}')");
    page.js(&has).await == true
}

#[test]
fn rows_are_in_order_and_say_where_they_are() {
    on_a_page(FLEET, async |page| {
        page.shows(ALL).await;
        for (id, level, position, size, expanded) in [
            ("ship", "1", "1", "3", json!("true")),
            ("turret", "2", "1", "2", json!("true")),
            ("barrel", "3", "1", "1", json!(null)),
            ("flag", "2", "2", "2", json!(null)),
            ("buoy", "1", "3", "3", json!(null)),
        ] {
            assert_eq!(attribute(page, id, "role").await, "treeitem");
            assert_eq!(attribute(page, id, "aria-level").await, level, "{id}");
            assert_eq!(attribute(page, id, "aria-posinset").await, position, "{id}");
            assert_eq!(attribute(page, id, "aria-setsize").await, size, "{id}");
            assert_eq!(attribute(page, id, "aria-expanded").await, expanded, "{id}");
            assert_eq!(attribute(page, id, "aria-selected").await, "false", "{id}");
        }
        let stops = "[...document.querySelectorAll('.tree, .tree *')].filter((one) => one.tabIndex >= 0).map((one) => one.id)";
        assert_eq!(page.js(stops).await, json!(["tree"]), "one tab stop");

        page.select("flag").await;
        page.is_on("flag").await;
        let heard = page
            .devtools("Accessibility.getFullAXTree", json!({}))
            .await;
        let named = |role: &str| -> Vec<String> {
            let nodes = heard["nodes"].as_array().unwrap().iter();
            let nodes = nodes.filter(|node| node["role"]["value"] == role);
            nodes
                .map(|node| node["name"]["value"].as_str().unwrap().to_owned())
                .collect()
        };
        assert_eq!(named("tree"), ["Entities"]);
        let mut rows = named("treeitem");
        rows.sort();
        let mut expected: Vec<&str> = ALL.split([' ', '(', ')']).collect();
        expected.retain(|id| !id.is_empty());
        expected.sort_unstable();
        assert_eq!(rows, expected);
    });
}

#[test]
fn a_row_opens_and_closes_by_its_arrow_and_all_of_them_by_a_button() {
    on_a_page(FLEET, async |page| {
        page.click(&part("ship", "twisty")).await;
        page.shows("ship+ dock(crane) buoy").await;
        assert_eq!(attribute(page, "ship", "aria-expanded").await, "false");
        page.click(&part("ship", "twisty")).await;
        page.shows(ALL).await;

        page.click("#collapse-all").await;
        page.shows("ship+ dock+ buoy").await;
        page.click("#expand-all").await;
        page.shows(ALL).await;
        assert_eq!(page.steps().await, 0, "nothing was edited");
    });
}

#[test]
fn a_search_by_name_keeps_ancestors_and_esc_brings_everything_back() {
    on_a_page(FLEET, async |page| {
        page.click(&part("turret", "twisty")).await;
        page.shows("ship(turret+ flag) dock(crane) buoy").await;

        page.press("Control+f").await;
        page.write("BAR").await;
        page.shows("ship(turret(barrel))").await;
        page.speaks("1 entity found").await;
        assert!(has_class(page, &row("ship"), "is-above").await);
        assert!(!has_class(page, &row("barrel"), "is-above").await);
        page.press("Enter").await;
        page.selects("barrel").await;

        page.press("Control+f").await;
        page.press("Control+a").await;
        page.write("nobody").await;
        page.shows("").await;
        assert_eq!(page.text("#tree-empty").await, "Nothing found.");
        page.press("Escape").await;
        page.shows(ALL).await; // the selected one stays in sight
        page.selects("barrel").await;
    });
}

#[test]
fn a_search_finds_templates_and_tags() {
    on_a_page(YARD, async |page| {
        page.click("#search").await;
        page.write("template:arm").await;
        page.shows("boss1(boss1_Left)").await;
        page.press("Control+a").await;
        page.write("tag:ligh").await;
        page.shows("lamp").await;
        page.press("Control+a").await;
        page.write("tag:limb left").await;
        page.shows("boss1(boss1_Left)").await;
        page.press("Control+a").await;
        page.press("Delete").await;

        page.shows("boss1(boss1_Left(boss1_Left_Hand) boss1_Right hat) lamp")
            .await;
    });
}

#[test]
fn clicks_select_one_or_several_or_a_range() {
    on_a_page(FLEET, async |page| {
        page.select("turret").await;
        page.click_with("Control", &part("dock", "name")).await;
        page.selects("turret dock").await;
        page.click_with("Control", &part("turret", "name")).await;
        page.selects("dock").await;

        page.select("barrel").await;
        page.click_with("Shift", &part("crane", "name")).await;
        page.selects("barrel flag dock crane").await;
        page.click_with("Shift", &part("turret", "name")).await;
        page.selects("turret barrel").await;
        page.click_with("Control", &part("buoy", "name")).await;
        page.click_with("Control+Shift", &part("crane", "name"))
            .await;
        page.selects("turret barrel crane buoy").await;

        page.click(&part("barrel", "name")).await;
        page.selects("barrel").await;
        let (x, y) = page.in_row("buoy", 4.0).await;
        page.click_at((x, y), "").await;
        page.selects("").await;
        assert_eq!(page.steps().await, 0, "nothing was edited");
    });
}

#[test]
fn the_eye_hides_a_row_and_greys_those_below() {
    on_a_page(FLEET, async |page| {
        page.click(&part("ship", "visible")).await;

        page.becomes("document.querySelectorAll('#tree .is-hidden').length", 4)
            .await;
        assert!(has_class(page, &part("ship", "visible"), "is-off").await);
        for below in ["turret", "barrel", "flag"] {
            let eye = part(below, "visible");
            assert!(has_class(page, &eye, "is-inherited").await, "{below}");
            assert!(!has_class(page, &eye, "is-off").await, "its own flag");
            let spoken = attribute(page, below, "aria-label").await;
            assert_eq!(spoken, format!("{below}, hidden by its parent"));
        }
        assert_eq!(attribute(page, "ship", "aria-label").await, "ship, hidden");
        page.speaks("ship: hidden").await;
        let saved = page.saved().await;
        assert_eq!(saved.matches("\"visible\": false").count(), 1, "{saved}");

        page.click(&part("ship", "visible")).await;
        page.becomes("document.querySelectorAll('#tree .is-hidden').length", 0)
            .await;
        assert!(!page.saved().await.contains("\"visible\": false"));
    });
}

#[test]
fn the_other_switch_puts_a_row_to_sleep_and_greys_those_below() {
    on_a_page(FLEET, async |page| {
        page.click(&part("turret", "active")).await;

        page.becomes("document.querySelectorAll('#tree .is-asleep').length", 2)
            .await;
        assert!(has_class(page, &part("turret", "active"), "is-off").await);
        assert!(has_class(page, &part("barrel", "active"), "is-inherited").await);
        assert_eq!(
            attribute(page, "barrel", "aria-label").await,
            "barrel, inactive by its parent"
        );
        assert!(page.saved().await.contains("\"active\": false"));

        page.select("flag").await;
        page.click_with("Control", &part("buoy", "name")).await;
        page.click(&part("buoy", "active")).await;
        page.becomes("document.querySelectorAll('#tree .is-asleep').length", 4)
            .await;
        page.selects("flag buoy").await;
        let saved = page.saved().await;
        assert_eq!(saved.matches("\"active\": false").count(), 3, "{saved}");
        page.press("Control+z").await;
        page.becomes("document.querySelectorAll('#tree .is-asleep').length", 2)
            .await; // both at once: it was one gesture
    });
}

#[test]
fn what_comes_out_of_a_template_is_marked() {
    on_a_page(YARD, async |page| {
        let mark = async |id: &str, kind: &str| page.text(&format!("{} {kind}", row(id))).await;
        assert_eq!(mark("boss1", ".row-mark").await, "◆");
        assert_eq!(mark("boss1_Left", ".row-mark").await, "◇");
        assert_eq!(mark("hat", ".row-mark").await, "");
        assert_eq!(mark("boss1_Left", ".row-dot").await, "•");
        assert_eq!(mark("boss1_Right", ".row-dot").await, "");
        for (id, spoken) in [
            ("boss1", "boss1, made of boss"),
            (
                "boss1_Left",
                "Left boss1_Left, part of a template, overridden",
            ),
            ("boss1_Right", "Right boss1_Right, part of a template"),
            ("hat", "hat"),
        ] {
            assert_eq!(attribute(page, id, "aria-label").await, spoken);
        }

        page.click(&part("boss1_Right", "visible")).await;
        let dot = format!(
            "document.querySelector('{} .row-dot').textContent",
            row("boss1_Right")
        );
        page.becomes(&dot, "•").await;
        let saved = page.saved().await;
        assert!(
            saved.contains("\"Right\": { \"visible\": false }"),
            "{saved}"
        );
    });
}

#[test]
fn parts_cannot_be_moved_and_the_page_says_why() {
    on_a_page(YARD, async |page| {
        let why = "Left comes out of template boss and cannot be moved. Change the template, or unpack boss1 first.";
        let (from, to) = (
            page.middle(&part("boss1_Left", "name")).await,
            page.in_row("lamp", 0.5).await,
        );
        page.begin_drag(from, to).await;
        assert_eq!(page.text("[data-testid=drop-where]").await, why);
        page.drop().await;
        page.refuses(why).await;

        for keys in ["Alt+ArrowUp", "Alt+Home", "Control+d", "Control+g"] {
            page.press(keys).await;
            page.refuses(why).await;
        }
        page.press("F2").await;
        page.refuses("Left has its name from its template.").await;
        page.right_click(&part("boss1_Left", "name")).await;
        assert_eq!(page.text("#menu .menu-note").await, why);
        page.press("Escape").await;

        page.drag(&part("hat", "name"), &part("boss1_Left", "name"))
            .await;
        page.is_and_saves("boss1(boss1_Left(boss1_Left_Hand hat) boss1_Right) lamp")
            .await; // what is written may go below a part
        assert_eq!(page.steps().await, 1);
    });
}

#[test]
fn the_tree_is_seen_in_dark_and_in_light() {
    on_a_page(YARD, async |page| {
        page.click(&part("boss1_Left", "visible")).await;
        page.click(&part("lamp", "active")).await;
        page.select("boss1").await;
        page.click_with("Control", &part("hat", "name")).await;
        for scheme in ["dark", "light"] {
            let features = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
            page.devtools("Emulation.setEmulatedMedia", features).await;
            let colour = "getComputedStyle(document.querySelector('.tree-panel')).backgroundColor";
            let light = format!("{colour}.match(/\\d+/g)[0] > 128");
            page.becomes(&light, scheme == "light").await;
            page.screenshot(&format!("tree_{scheme}")).await;

            let (from, to) = (
                page.middle(&part("hat", "name")).await,
                page.in_row("lamp", 0.5).await,
            );
            page.begin_drag(from, to).await;
            page.screenshot(&format!("tree_drag_onto_{scheme}")).await;
            page.hover((to.0, to.1 + 8.0)).await;
            page.screenshot(&format!("tree_drag_after_{scheme}")).await;
            page.press("Escape").await;
            page.drop().await;
            page.right_click(&part("boss1_Right", "name")).await;
            page.screenshot(&format!("tree_menu_{scheme}")).await;
            page.press("Escape").await;
            page.press("Alt+ArrowUp").await;
            page.screenshot(&format!("tree_refused_{scheme}")).await;
            page.click("#notice button").await;
            page.press("Control+f").await;
            page.write("tag:limb").await;
            page.screenshot(&format!("tree_search_{scheme}")).await;
            page.press("Escape").await;
            page.select("hat").await;
            page.press("F2").await;
            page.screenshot(&format!("tree_rename_{scheme}")).await;
            page.press("Escape").await;
            page.select("boss1").await;
            page.click_with("Control", &part("hat", "name")).await;
        }
    });
}
