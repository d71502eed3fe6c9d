//! A page on the game that runs, and hands that change it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use crate::page::Page;

/// A page is closed and opened again after so many rounds.
const ROUNDS: u64 = 40;

/// Visits until it is told to stop; counts what it has changed.
///
/// # Errors
/// What was refused that must not be, or that the page was cut off.
pub(crate) fn visit(address: &str, stop: &AtomicBool, edits: &AtomicU64) -> Result<(), String> {
    let mut round = 0;
    while !stop.load(Ordering::Relaxed) {
        let mut page = Page::open(address)?;
        for _ in 0..ROUNDS {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            round += 1;
            change(&mut page, round, edits)?;
            page.listen(Duration::from_millis(30))?;
        }
    }
    Ok(())
}

fn change(page: &mut Page, round: u64, edits: &AtomicU64) -> Result<(), String> {
    let x = (round % 20) as f64 - 10.0;
    let gesture = format!("drag {round}");
    let set = |key: &str, value: Value| json!({ "do": "edit", "edits": [{ "edit": "set", "id": "lamp", "key": key, "value": value }] });
    let drag = |far: f64| json!({ "do": "drag", "ids": ["lamp"], "pulls": [{ "x": x + far }], "gesture": gesture });
    let parent = if round.is_multiple_of(2) {
        json!("post")
    } else {
        Value::Null
    };
    let mut requests = vec![
        set("localTransform.x", json!(x)),
        set("tags", json!(["lit", format!("in round {round}")])),
        set("visible", json!(!round.is_multiple_of(3))),
        json!({ "do": "place", "ids": ["lamp"], "world": { "x": x, "y": 2.0 } }),
        json!({ "do": "move", "ids": ["lamp"], "parent": parent, "before": null, "keep": "world" }),
        drag(1.0),
        drag(2.0),
        drag(3.0),
    ];
    if round.is_multiple_of(2) {
        requests.push(json!({ "do": "cancel", "gesture": gesture }));
    }
    for request in requests {
        page.insist(request)?;
        edits.fetch_add(1, Ordering::Relaxed);
    }
    let added =
        page.insist(json!({ "do": "add", "parent": null, "before": null, "template": "ball" }))?;
    let id = added["select"][0].clone();
    page.insist(json!({ "do": "inspect", "ids": [id, "carousel"] }))?;
    // Rules may have been faster.
    page.ask(json!({ "do": "remove", "ids": [id], "children": "remove" }))?;
    edits.fetch_add(2, Ordering::Relaxed);
    Ok(())
}
