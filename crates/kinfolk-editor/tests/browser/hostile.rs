//! Names are text, whatever they look like.

use std::fs;

use serde_json::{Value, json};

use crate::page::{Page, on_a_page};
use crate::steps::row;

const NAMES: [&str; 5] = [
    "<img src=x onerror=alert(1)>",
    "</script><script>window.owned = 1</script>",
    "\"'`;--${window.owned = 1}{{7*7}}",
    "javascript:window.owned=1",
    "__proto__",
];

fn scene() -> String {
    let entities: Vec<Value> = (NAMES.iter().enumerate())
        .map(|(n, name)| json!({ "id": format!("e{n}"), "name": name, "tags": [name], "transform": { "x": n } }))
        .collect();
    serde_json::to_string_pretty(&json!({ "entities": entities })).unwrap()
}

/// Nothing of what a name could have made is there.
async fn is_unharmed(page: &Page) {
    let made = "document.querySelectorAll('img:not(.logo), script:not([src]), body iframe').length";
    assert_eq!(page.js(made).await, 0);
    assert_eq!(page.js("window.owned ?? null").await, Value::Null);
    assert!(page.browser.get_alert_text().await.is_err(), "no alert");
}

#[test]
fn a_hostile_name_is_text_in_tree_inspector_and_history() {
    on_a_page(&scene(), async |page| {
        for (n, name) in NAMES.iter().enumerate() {
            let id = format!("e{n}");
            page.says(&row(&id), name).await;
            page.select(&id).await;
            page.field_shows("name", name).await;
            page.says(".inspector-title", name).await;
            page.says("#inspector .tag", name).await;
            page.enter("local.y", "2").await;
            page.field_shows("world.y", "2").await;
        }
        page.click("#tab-history").await;
        for name in NAMES {
            page.says("#history", &format!("Set local y of {name}"))
                .await;
        }
        let label = page.js("document.querySelector('#undo').ariaLabel").await;
        assert_eq!(label, format!("Undo Set local y of {}", NAMES[4]));
        is_unharmed(page).await;
        let file = page.saved().await;
        let file: Value = serde_json::from_str(&file).unwrap();
        assert_eq!(file["entities"][0]["name"], NAMES[0]);
        assert_eq!(file["entities"][0]["transform"], json!({ "x": 0, "y": 2 }));
    });
}

#[test]
fn a_hostile_name_is_text_where_things_are_announced_and_asked() {
    on_a_page(&scene(), async |page| {
        page.select("e0").await;
        page.press("Alt+h").await;
        let spoken = "[0, 1].map(n => document.getElementById(`spoken-${n}`).textContent).join('')";
        let name = Value::from(NAMES[0]);
        page.wait_until(&format!("{spoken}.includes({name})")).await;
        page.wait_until(&format!(
            "document.querySelector('#canvas').ariaLabel.includes({name})"
        ))
        .await;
        page.press("Shift+F10").await;
        page.wait_until("!document.querySelector('#menu').hidden")
            .await;
        page.press("Escape").await;
        page.enter("local.x", "50").await;
        page.field_shows("world.x", "50").await;
        let theirs = page.on_disk().replace("\"x\": 0", "\"x\": 60");
        fs::write(page.file(), theirs).unwrap();
        page.answer("changed-dialog", "merge").await;
        page.says("[data-testid=clashes-dialog]", "e0").await;
        is_unharmed(page).await;
        page.answer("clashes-dialog", "mine").await;

        is_unharmed(page).await;
        page.saved().await;
    });
}

#[test]
fn hostile_text_is_text_among_the_problems_and_in_the_source() {
    let hostile = NAMES[0];
    let scene = format!(
        "{{ \"entities\": [\n  {{ \"id\": \"{hostile}\", \"{hostile}\": 1, \"transform\": {{ \"angle\": 90 }} }}\n] }}\n"
    );
    on_a_page(&scene, async |page| {
        page.says("#problems .problem", hostile).await;
        page.click("#problems .problem").await;
        page.says("#source .is-here", hostile).await;
        page.select(hostile).await;
        is_unharmed(page).await;

        // As what cannot be read, as well.
        fs::write(
            page.file(),
            format!("{{ \"entities\": [{{ \"id\": {hostile} }}] }}"),
        )
        .unwrap();
        page.wait_until("document.body.dataset.state === 'invalid'")
            .await;
        page.click("#problems .problem").await;
        page.says("#source .is-here", "onerror").await;
        is_unharmed(page).await;
    });
}
