//! The file behind the page: saved, changed by others, gone, and recovered.

use std::fs;

use serde_json::json;

use crate::page::{Page, on_a_page};
use crate::steps::{named, row};

const SCENE: &str = r##"{
  // The harbour.
  "entities": [
    { "id": "ship", "transform": { "x": 1 } }, // ours
    { "id": "dock", "transform": { "x": 9 } }
  ]
}
"##;

const BROKEN: &str = "{ \"entities\": [ { \"id\": \"ship\" } { \"id\": \"dock\" } ] }\n";

async fn state_is(page: &Page, state: &str) {
    page.wait_until(&format!("document.body.dataset.state === '{state}'"))
        .await;
}

/// Somebody else writes the file.
fn overwrite(page: &Page, text: &str) {
    fs::write(page.file(), text).unwrap();
}

/// The ship is moved here, and the dock on disk; the page asks.
async fn both_change(page: &Page, theirs: &str) {
    page.select("ship").await;
    page.enter("local.x", "5").await;
    page.is_unsaved().await;
    overwrite(page, theirs);
    page.wait_until("document.querySelector('[data-testid=changed-dialog]') !== null")
        .await;
    state_is(page, "changed").await;
}

#[test]
fn what_is_unsaved_is_marked_and_both_ways_to_save_keep_comments() {
    on_a_page(SCENE, async |page| {
        let title = "document.title";
        assert_eq!(page.js(title).await, "scene.jsonc – Kinfolk");
        assert_eq!(
            page.js("document.querySelector('#save').disabled").await,
            true
        );
        page.select("ship").await;
        page.enter("local.x", "2").await;
        page.is_unsaved().await;
        assert_eq!(page.js(title).await, "● scene.jsonc – Kinfolk");

        page.click("#save").await;
        page.says("#notice", "Saved").await;
        page.wait_until("document.title === 'scene.jsonc – Kinfolk'")
            .await;
        page.wait_until("document.querySelector('#unsaved').hidden")
            .await;
        assert_eq!(page.on_disk(), SCENE.replace("\"x\": 1", "\"x\": 2"));

        page.enter("local.x", "3").await;
        assert_eq!(page.saved().await, SCENE.replace("\"x\": 1", "\"x\": 3"));
        page.press("Control+z").await;
        page.is_unsaved().await;
        page.press("Control+z").await;
        assert_eq!(page.saved().await, SCENE);
    });
}

#[test]
fn saving_gives_what_was_typed_and_not_yet_given() {
    on_a_page(SCENE, async |page| {
        page.select("ship").await;
        page.press_on(&named("local.x")).await;
        page.press("Control+a").await;
        page.write("8").await;

        page.press("Control+s").await;

        page.says("#notice", "Saved").await;
        page.wait_until("document.querySelector('#unsaved').hidden")
            .await;
        page.history_is(&["Set local x of ship"]).await;
        assert_eq!(page.on_disk(), SCENE.replace("\"x\": 1", "\"x\": 8"));
    });
}

/// Leaves the page and comes back; whether the browser was told to ask first. It would, but its
/// driver agrees at once for us.
async fn is_guarded(page: &Page) -> bool {
    page.js("addEventListener('beforeunload', event => localStorage.setItem('asked', event.defaultPrevented)) ?? null")
        .await;
    page.browser.refresh().await.unwrap();
    page.is_ready().await;
    page.js("localStorage.getItem('asked')").await == "true"
}

#[test]
fn the_page_is_not_left_unasked_while_something_is_unsaved() {
    on_a_page(SCENE, async |page| {
        assert!(!is_guarded(page).await, "nothing is unsaved");
        page.select("ship").await;
        page.enter("local.x", "2").await;
        page.is_unsaved().await;

        assert!(is_guarded(page).await, "something is unsaved");
        page.select("ship").await;
        page.field_shows("local.x", "2").await;
        page.saved().await;
        assert!(!is_guarded(page).await, "it is saved");
    });
}

#[test]
fn a_clean_page_follows_the_file_as_one_step_that_can_be_undone() {
    on_a_page(SCENE, async |page| {
        page.select("dock").await;
        let theirs = SCENE
            .replace("\"x\": 9", "\"x\": 7")
            .replace("// ours", "// theirs");
        overwrite(page, &theirs);

        page.field_shows("local.x", "7").await;
        page.history_is(&["Changed on disk"]).await;
        page.selected(&["dock"]).await;
        state_is(page, "fine").await;
        page.wait_until("document.querySelector('#unsaved').hidden")
            .await;

        page.press("Control+z").await;
        page.field_shows("local.x", "9").await;
        assert_eq!(page.saved().await, SCENE);
    });
}

#[test]
fn mine_keeps_what_is_here() {
    on_a_page(SCENE, async |page| {
        both_change(page, &SCENE.replace("\"x\": 9", "\"x\": 7")).await;

        page.answer("changed-dialog", "mine").await;

        state_is(page, "fine").await;
        page.field_shows("local.x", "5").await;
        assert_eq!(page.saved().await, SCENE.replace("\"x\": 1", "\"x\": 5"));
    });
}

#[test]
fn theirs_takes_the_file_over_and_mine_stays_in_the_history() {
    on_a_page(SCENE, async |page| {
        let theirs = SCENE.replace("\"x\": 9", "\"x\": 7");
        both_change(page, &theirs).await;

        page.answer("changed-dialog", "theirs").await;

        state_is(page, "fine").await;
        page.field_shows("local.x", "1").await;
        page.wait_until("document.querySelector('#unsaved').hidden")
            .await;
        assert_eq!(page.on_disk(), theirs);
        page.history_is(&["Set local x of ship", "Take the file on disk"])
            .await;
        page.click("#undo").await;
        page.field_shows("local.x", "5").await;
        page.selected(&["ship"]).await;
    });
}

#[test]
fn merge_puts_both_together() {
    on_a_page(SCENE, async |page| {
        both_change(page, &SCENE.replace("\"x\": 9", "\"x\": 7")).await;

        page.answer("changed-dialog", "merge").await;

        state_is(page, "fine").await;
        page.field_shows("local.x", "5").await;
        page.history_is(&["Set local x of ship", "Merge with the file on disk"])
            .await;
        let file = page.saved().await;
        assert_eq!(
            file,
            SCENE
                .replace("\"x\": 9", "\"x\": 7")
                .replace("\"x\": 1", "\"x\": 5")
        );
    });
}

#[test]
fn what_clashes_is_listed_and_decided() {
    for (favour, x) in [("mine", "5"), ("theirs", "6")] {
        on_a_page(SCENE, async |page| {
            let theirs = SCENE
                .replace("\"x\": 1", "\"x\": 6")
                .replace("\"x\": 9", "\"x\": 7");
            both_change(page, &theirs).await;

            page.answer("changed-dialog", "merge").await;
            page.says("[data-testid=clashes-dialog] .clashes", "ship")
                .await;
            page.answer("clashes-dialog", favour).await;

            state_is(page, "fine").await;
            page.field_shows("local.x", x).await;
            page.select("dock").await;
            page.field_shows("local.x", "7").await;
            page.wait_until("document.querySelector('#notice').hidden === false")
                .await;
            page.press("Control+s").await;
            page.wait_until("document.querySelector('#unsaved').hidden")
                .await;
            let file = page.on_disk();
            assert!(
                file.contains(&format!("\"x\": {x}")) && file.contains("\"x\": 7"),
                "{file}"
            );
        });
    }
}

#[test]
fn a_question_that_was_put_off_can_be_asked_for_again() {
    on_a_page(SCENE, async |page| {
        both_change(page, &SCENE.replace("\"x\": 9", "\"x\": 7")).await;
        page.press("Escape").await;
        page.wait_until("document.querySelector('dialog') === null")
            .await;
        page.says("#banner", "changed on disk").await;

        page.press("Control+s").await;
        page.wait_until("document.querySelector('[data-testid=changed-dialog]') !== null")
            .await;
        page.press("Escape").await;
        page.wait_until("document.querySelector('dialog') === null")
            .await;
        page.click("#banner button").await;
        page.answer("changed-dialog", "mine").await;

        state_is(page, "fine").await;
        assert!(page.saved().await.contains("\"x\": 5"));
    });
}

#[test]
fn a_file_that_is_broken_when_it_is_opened_is_told_about_and_loads_when_it_is_mended() {
    on_a_page(BROKEN, async |page| {
        state_is(page, "broken").await;
        page.says("#banner", "cannot be read").await;
        page.says("#problems .problem-place", "1:").await;
        page.click("#problems .problem").await;
        page.says("#source .is-here", "\"dock\"").await;
        assert_eq!(
            page.js("document.querySelector('#save').disabled").await,
            true
        );

        overwrite(page, SCENE);

        state_is(page, "fine").await;
        page.says("#problems", "No problems.").await;
        page.select("dock").await;
        page.enter("local.x", "4").await;
        assert_eq!(page.saved().await, SCENE.replace("\"x\": 9", "\"x\": 4"));
    });
}

#[test]
fn a_file_that_becomes_invalid_leaves_the_last_good_state_and_saving_asks_first() {
    on_a_page(SCENE, async |page| {
        page.select("ship").await;
        page.enter("local.x", "5").await;
        page.is_unsaved().await;
        overwrite(page, BROKEN);
        state_is(page, "invalid").await;
        page.says("#banner", "cannot be read any more").await;
        page.says("#problems .problem-place", "1:").await;
        page.field_shows("local.x", "5").await;

        page.press("Control+s").await;
        page.answer("force-dialog", "cancel").await;
        assert_eq!(page.on_disk(), BROKEN);
        page.click("#save").await;
        page.answer("force-dialog", "save").await;

        state_is(page, "fine").await;
        page.wait_until("document.querySelector('#unsaved').hidden")
            .await;
        assert_eq!(page.on_disk(), SCENE.replace("\"x\": 1", "\"x\": 5"));
    });
}

#[test]
fn a_file_that_was_invalid_for_a_while_is_followed_when_it_is_mended() {
    on_a_page(SCENE, async |page| {
        page.select("dock").await;
        overwrite(page, BROKEN);
        state_is(page, "invalid").await;

        overwrite(page, &SCENE.replace("\"x\": 9", "\"x\": 6"));

        state_is(page, "fine").await;
        page.field_shows("local.x", "6").await;
        page.says("#problems", "No problems.").await;
    });
}

#[test]
fn a_file_that_vanishes_is_told_about() {
    on_a_page(SCENE, async |page| {
        page.select("ship").await;
        fs::remove_file(page.file()).unwrap();
        state_is(page, "gone").await;
        page.says("#banner", "no longer on disk").await;
        page.field_shows("local.x", "1").await;

        page.enter("local.x", "2").await;
        page.says("#banner", "no longer on disk").await;
        page.is_unsaved().await;
        page.press("Control+s").await;

        state_is(page, "fine").await;
        page.wait_until("document.querySelector('#banner').hidden")
            .await;
        assert_eq!(page.on_disk(), SCENE.replace("\"x\": 1", "\"x\": 2"));
    });
}

#[test]
fn a_file_that_turns_read_only_is_told_about_and_loses_nothing() {
    on_a_page(SCENE, async |page| {
        let permit = |writable: bool| {
            let mut permissions = fs::metadata(page.file()).unwrap().permissions();
            permissions.set_readonly(!writable);
            fs::set_permissions(page.file(), permissions).unwrap();
        };
        page.select("ship").await;
        permit(false);
        state_is(page, "readOnly").await;
        page.says("#banner", "read-only").await;
        page.enter("local.x", "2").await;
        page.is_unsaved().await;
        page.press("Control+s").await;
        page.says("#notice", "read-only").await;
        assert_eq!(page.on_disk(), SCENE);
        page.is_unsaved().await;

        permit(true);

        state_is(page, "fine").await;
        assert_eq!(page.saved().await, SCENE.replace("\"x\": 1", "\"x\": 2"));
    });
}

/// Edits, crashes, and starts anew.
async fn crash(page: &Page) {
    page.select("ship").await;
    page.enter("local.x", "5").await;
    page.field_shows("world.x", "5").await;
    page.enter("local.y", "6").await;
    page.history_is(&["Set local x of ship", "Set local y of ship"])
        .await;
    let port = page.stop_server().await;
    page.wait_until("document.body.dataset.line === 'lost'")
        .await;
    assert_eq!(page.on_disk(), SCENE);
    let url = page.start_server(port).await;
    page.browser.goto(&url).await.unwrap();
    page.is_ready().await;
    page.complaints().await; // about the server that was gone
    page.says("[data-testid=recovery-dialog]", "2 unsaved edits")
        .await;
}

#[test]
fn edits_that_a_crash_left_are_offered_and_recovered() {
    on_a_page(SCENE, async |page| {
        crash(page).await;

        page.answer("recovery-dialog", "recover").await;

        page.says("#notice", "Recovered").await;
        page.select("ship").await;
        page.field_shows("local.x", "5").await;
        page.field_shows("local.y", "6").await;
        page.wait_until("document.querySelector('#banner').hidden")
            .await;
        let file = page.saved().await;
        assert_eq!(file, SCENE.replace("\"x\": 1", "\"x\": 5, \"y\": 6"));
    });
}

#[test]
fn edits_that_a_crash_left_can_be_discarded() {
    on_a_page(SCENE, async |page| {
        crash(page).await;
        page.press("Escape").await; // not yet
        page.says("#banner", "unsaved edits from last time").await;
        page.click("#banner button").await;

        page.answer("recovery-dialog", "discard").await;

        page.says("#notice", "Discarded").await;
        page.select("ship").await;
        page.field_shows("local.x", "1").await;
        page.history_is(&[]).await;
        page.browser.refresh().await.unwrap();
        page.is_ready().await;
        page.wait_until("document.querySelector('#banner').hidden")
            .await;
        assert_eq!(page.on_disk(), SCENE);
        let left = fs::read_dir(page.journals()).unwrap();
        let left = left.filter(|file| {
            file.as_ref()
                .unwrap()
                .path()
                .extension()
                .is_some_and(|it| it == "jsonl")
        });
        assert_eq!(left.count(), 0);
    });
}

#[test]
fn a_connection_that_is_lost_is_told_about_and_found_again() {
    on_a_page(SCENE, async |page| {
        page.select("ship").await;
        let before = page.browser.window().await.unwrap();
        let port = page.stop_server().await;
        page.says("#banner", "connection to the editor is lost")
            .await;
        page.enter("local.x", "5").await;
        page.says("#inspector .field-error", "connection").await;
        page.press("Escape").await;
        page.field_shows("local.x", "1").await;
        assert_eq!(
            page.js("document.querySelector('#save').disabled").await,
            true
        );

        page.click("#banner button").await; // it can be tried at once
        page.says("#banner", "connection to the editor is lost")
            .await;
        // Whoever starts the editor again gets another page; the old one comes back by itself.
        let url = page.start_server(port).await;
        let other = page.browser.new_window(true).await.unwrap().handle;
        page.browser.switch_to_window(other).await.unwrap();
        page.browser.goto(&url).await.unwrap();
        page.is_ready().await;
        page.browser.switch_to_window(before).await.unwrap();

        page.wait_until("document.body.dataset.line === 'open'")
            .await;
        page.wait_until("document.querySelector('#banner').hidden")
            .await;
        page.selected(&["ship"]).await;
        page.enter("local.x", "5").await;
        assert_eq!(page.saved().await, SCENE.replace("\"x\": 1", "\"x\": 5"));
        page.complaints().await; // about the server that was gone
    });
}

#[test]
fn a_connection_that_breaks_comes_back_by_itself() {
    on_a_page(SCENE, async |page| {
        let remember = "(() => { const Real = WebSocket; window.sockets = []; window.lines = [];\
            window.WebSocket = class extends Real { constructor(...args) { super(...args); window.sockets.push(this); } };\
            new MutationObserver(() => window.lines.push(document.body.dataset.line)).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-line'] }); })()";
        page.devtools(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({ "source": remember }),
        )
        .await;
        page.browser.refresh().await.unwrap();
        page.is_ready().await;
        page.select("dock").await;

        page.js("window.sockets.at(-1).close()").await;

        page.wait_until("window.lines.join() === 'open,lost,open'")
            .await;
        page.selected(&["dock"]).await;
        page.enter("local.x", "4").await;
        assert_eq!(page.saved().await, SCENE.replace("\"x\": 9", "\"x\": 4"));
        page.says(&row("dock"), "dock").await;
    });
}
