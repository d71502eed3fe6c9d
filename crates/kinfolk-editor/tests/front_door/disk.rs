//! How a session stands with its file: nothing is ever lost, and pages are told.

use kinfolk_editor::{Chore, Left, News, Session, respond};
use serde_json::Value;

use crate::page::Page;

const LAMP: &str = "{\n  // the lamp\n  \"entities\": [{ \"id\": \"lamp\", \"transform\": { \"x\": 1 } }, { \"id\": \"post\" }]\n}\n";

fn set_x(session: &mut Session, x: u32) -> Vec<Chore> {
    let request = format!(
        r#"{{ "do": "edit", "edits": [{{ "edit": "set", "id": "lamp", "key": "transform.x", "value": {x} }}] }}"#
    );
    let answer = respond(session, &request);
    assert!(answer.is_ok());
    answer.chores
}

fn theirs(session: &mut Session, text: &str) {
    session.on_disk(News::Text(text.to_owned()), false);
}

fn file(session: &mut Session) -> Value {
    Page::new(&session.welcome()).file
}

fn ask(session: &mut Session, request: &str) -> Value {
    let answer = respond(session, request);
    let kinfolk_editor::protocol::Frame::Text(reply) = answer.reply() else {
        unreachable!("replies are text")
    };
    serde_json::from_str(&reply).unwrap()
}

#[test]
fn a_file_that_changes_without_unsaved_edits_is_followed_as_one_step() {
    let mut session = Session::open("lamp.jsonc", LAMP);
    let changed = LAMP.replace("\"x\": 1", "\"x\": 9");

    theirs(&mut session, &changed);
    assert_eq!(session.text(), changed);
    assert!(!session.is_unsaved());

    ask(&mut session, r#"{ "do": "undo" }"#);
    assert_eq!(session.text(), LAMP);
    assert!(session.is_unsaved());
}

#[test]
fn a_file_that_changes_beside_unsaved_edits_waits_for_a_decision() {
    let mut session = Session::open("lamp.jsonc", LAMP);
    set_x(&mut session, 5);
    let changed = LAMP.replace("\"post\"", "\"post\", \"z\": 3");
    theirs(&mut session, &changed);

    assert_eq!(file(&mut session)["state"], "changed");
    assert!(session.text().contains("\"x\": 5"));
    assert_eq!(ask(&mut session, r#"{ "do": "save" }"#)["ok"], false);
}

#[test]
fn mine_theirs_and_merge_do_what_they_say() {
    let changed = LAMP.replace("\"post\"", "\"post\", \"z\": 3");
    let begin = || {
        let mut session = Session::open("lamp.jsonc", LAMP);
        set_x(&mut session, 5);
        theirs(&mut session, &changed);
        session
    };

    let mut session = begin();
    assert_eq!(
        ask(&mut session, r#"{ "do": "resolve", "how": "mine" }"#)["ok"],
        true
    );
    assert_eq!(session.text(), LAMP.replace("\"x\": 1", "\"x\": 5"));
    assert!(session.is_unsaved());
    assert_eq!(file(&mut session)["state"], "fine");

    let mut session = begin();
    assert_eq!(
        ask(&mut session, r#"{ "do": "resolve", "how": "theirs" }"#)["ok"],
        true
    );
    assert_eq!(session.text(), changed);
    assert!(!session.is_unsaved());
    ask(&mut session, r#"{ "do": "undo" }"#);
    assert!(session.text().contains("\"x\": 5"), "it can be undone");

    let mut session = begin();
    assert_eq!(
        ask(&mut session, r#"{ "do": "resolve", "how": "merge" }"#)["ok"],
        true
    );
    let merged = session.text();
    assert!(
        merged.contains("\"x\": 5") && merged.contains("\"z\": 3"),
        "{merged}"
    );
    assert!(merged.contains("// the lamp"), "comments survive: {merged}");
    assert!(session.is_unsaved());
}

#[test]
fn what_clashes_is_named_and_nothing_is_done_until_somebody_decides() {
    let mut session = Session::open("lamp.jsonc", LAMP);
    set_x(&mut session, 5);
    theirs(&mut session, &LAMP.replace("\"x\": 1", "\"x\": 9"));

    let reply = ask(&mut session, r#"{ "do": "resolve", "how": "merge" }"#);
    assert_eq!(reply["clashes"].as_array().unwrap().len(), 1, "{reply}");
    assert!(session.text().contains("\"x\": 5"));
    assert_eq!(file(&mut session)["state"], "changed");

    ask(
        &mut session,
        r#"{ "do": "resolve", "how": "merge", "favour": "theirs" }"#,
    );
    assert!(session.text().contains("\"x\": 9"));
    assert_eq!(file(&mut session)["state"], "fine");
}

#[test]
fn a_file_that_becomes_invalid_keeps_the_last_good_state() {
    let mut session = Session::open("lamp.jsonc", LAMP);
    let (frames, _) = session.on_disk(News::Text("{ \"entities\": [".to_owned()), false);
    let mut page = Page::new(&session.welcome());
    page.hear(&frames);
    assert_eq!(page.file["state"], "invalid");
    assert_eq!(page.problems["of"], "disk");
    assert_eq!(page.problems["list"][0]["severity"], "error");
    assert_eq!(session.text(), LAMP);
    set_x(&mut session, 4);
    assert_eq!(ask(&mut session, r#"{ "do": "save" }"#)["ok"], false);
    assert_eq!(
        ask(&mut session, r#"{ "do": "save", "force": true }"#)["ok"],
        true
    );

    theirs(&mut session, LAMP);
    assert_eq!(file(&mut session)["state"], "fine");
    assert!(session.text().contains("\"x\": 4"));
}

#[test]
fn a_file_that_is_invalid_when_opened_is_loaded_once_it_is_not() {
    let mut session = Session::open("lamp.jsonc", "{ \"entities\": [{ \"id\": 5 }] }");
    let page = Page::new(&session.welcome());
    assert_eq!(page.file["state"], "broken");
    assert_eq!(page.problems["list"][0]["line"], 1);
    assert_eq!(ask(&mut session, r#"{ "do": "undo" }"#)["ok"], false);
    assert_eq!(ask(&mut session, r#"{ "do": "save" }"#)["ok"], false);

    let (frames, _) = session.on_disk(News::Text(LAMP.to_owned()), false);
    let mut page = page;
    page.hear(&frames);
    assert_eq!(page.file["state"], "fine");
    assert_eq!(page.ids(), ["lamp", "post"]);
}

#[test]
fn a_file_that_vanishes_is_told_about_and_written_again_by_saving() {
    let mut session = Session::open("lamp.jsonc", LAMP);
    session.on_disk(News::Gone, false);
    assert_eq!(file(&mut session)["state"], "gone");
    assert!(session.is_unsaved());

    let answer = respond(&mut session, r#"{ "do": "save" }"#);
    assert_eq!(answer.chores, [Chore::Save(LAMP.to_owned())]);
    session.written(LAMP.to_owned(), &Ok(()));
    assert_eq!(file(&mut session)["state"], "fine");
    assert!(!session.is_unsaved());
}

#[test]
fn a_file_that_was_gone_for_a_moment_is_followed_or_asked_about_as_any_other() {
    let changed = LAMP.replace("\"x\": 1", "\"x\": 9");

    let mut session = Session::open("lamp.jsonc", LAMP);
    session.on_disk(News::Gone, false);
    theirs(&mut session, &changed);
    assert_eq!(session.text(), changed);
    assert!(!session.is_unsaved());

    let mut session = Session::open("lamp.jsonc", LAMP);
    set_x(&mut session, 5);
    session.on_disk(News::Gone, false);
    theirs(&mut session, &changed);
    assert_eq!(file(&mut session)["state"], "changed");
    assert!(session.text().contains("\"x\": 5"));

    let mut session = Session::open("lamp.jsonc", LAMP);
    set_x(&mut session, 5);
    ask(&mut session, r#"{ "do": "undo" }"#);
    session.on_disk(News::Gone, false);
    theirs(&mut session, LAMP);
    assert!(!session.is_unsaved());
}

#[test]
fn a_read_only_file_is_told_about() {
    let mut session = Session::open("lamp.jsonc", LAMP);
    session.on_disk(News::Text(LAMP.to_owned()), true);
    assert_eq!(file(&mut session)["state"], "readOnly");
    session.on_disk(News::Text(LAMP.to_owned()), false);
    assert_eq!(file(&mut session)["state"], "fine");
}

#[test]
fn what_is_saved_is_not_unsaved_and_undoing_makes_it_unsaved_again() {
    let mut session = Session::open("lamp.jsonc", LAMP);
    assert_eq!(respond(&mut session, r#"{ "do": "save" }"#).chores, []);
    set_x(&mut session, 5);
    let text = session.text();
    session.written(text, &Ok(()));
    assert!(!session.is_unsaved());
    ask(&mut session, r#"{ "do": "undo" }"#);
    assert!(session.is_unsaved());
    ask(&mut session, r#"{ "do": "redo" }"#);
    assert!(!session.is_unsaved());
}

/// Edits that went to a journal before the program died.
fn crashed(base: &str) -> (Left, String) {
    let mut session = Session::open("lamp.jsonc", base);
    let mut requests = Vec::new();
    let mut chores = set_x(&mut session, 5);
    chores.extend(set_x(&mut session, 6));
    for request in [
        r#"{ "do": "duplicate", "ids": ["lamp"] }"#,
        r#"{ "do": "move", "ids": ["lamp_2"], "parent": "post", "before": null }"#,
        r#"{ "do": "undo" }"#,
        r#"{ "do": "place", "ids": ["lamp"], "world": { "y": 3 }, "gesture": "g" }"#,
        r#"{ "do": "place", "ids": ["lamp"], "world": { "y": 4 }, "gesture": "g" }"#,
    ] {
        chores.extend(respond(&mut session, request).chores);
    }
    for chore in chores {
        match chore {
            Chore::Journal(request) => requests.push(request),
            other => panic!("{other:?}"),
        }
    }
    let base = base.to_owned();
    (Left { base, requests }, session.text())
}

#[test]
fn a_journal_brings_unsaved_edits_back() {
    let (left, text) = crashed(LAMP);
    let mut session = Session::open("lamp.jsonc", LAMP);
    session.found_journal(left);
    assert_eq!(file(&mut session)["recovery"]["edits"], 7);
    assert_eq!(
        ask(&mut session, r#"{ "do": "duplicate", "ids": ["lamp"] }"#)["ok"],
        false
    );

    assert_eq!(
        ask(&mut session, r#"{ "do": "recover", "how": "recover" }"#)["ok"],
        true
    );
    assert_eq!(session.text(), text);
    assert!(session.is_unsaved());
    assert_eq!(file(&mut session)["recovery"], Value::Null);
    ask(&mut session, r#"{ "do": "goto", "at": 0 }"#);
    assert_eq!(session.text(), LAMP);
}

/// Asks for all of this, with a save before it, dies, and comes back; gives what was there before and after.
fn killed_after(requests: &[&str]) -> (String, String) {
    let mut session = Session::open("lamp.jsonc", LAMP);
    for x in 1..=3 {
        set_x(&mut session, x);
    }
    let saved = session.text();
    session.written(saved.clone(), &Ok(()));
    let mut journal = Vec::new();
    for request in requests {
        for chore in respond(&mut session, request).chores {
            match chore {
                Chore::Journal(line) => journal.push(line),
                other => panic!("{other:?}"),
            }
        }
    }

    let mut again = Session::open("lamp.jsonc", &saved);
    again.found_journal(Left {
        base: saved,
        requests: journal,
    });
    ask(&mut again, r#"{ "do": "recover", "how": "recover" }"#);
    (session.text(), again.text())
}

#[test]
fn a_journal_knows_what_was_undone_of_what_was_saved() {
    let (undo, redo) = (r#"{ "do": "undo" }"#, r#"{ "do": "redo" }"#);
    let add = r#"{ "do": "add", "name": "moth" }"#;
    for requests in [
        &[undo][..],
        &[undo, undo, redo],
        &[undo, add],
        &[add, undo, undo, redo, redo],
        &[add, add, undo],
        &[add, add, r#"{ "do": "goto", "at": 4 }"#],
        &[add, r#"{ "do": "goto", "at": 1 }"#, redo, add],
    ] {
        let (before, after) = killed_after(requests);

        assert_eq!(after, before, "{requests:?}");
    }
}

#[test]
fn a_gesture_goes_on_after_a_request_that_was_refused() {
    let mut session = Session::open("lamp.jsonc", LAMP);
    let drag = |x: u32| {
        format!(
            r#"{{ "do": "drag", "ids": ["lamp"], "pulls": [{{ "x": {x} }}], "gesture": "hand" }}"#
        )
    };
    ask(&mut session, &drag(7));

    assert_eq!(ask(&mut session, r#"{ "do": "redo" }"#)["ok"], false);
    ask(&mut session, &drag(8));

    ask(&mut session, r#"{ "do": "undo" }"#);
    assert_eq!(session.text(), LAMP);
}

#[test]
fn a_journal_of_a_file_that_changed_since_asks_for_a_decision() {
    let (left, text) = crashed(LAMP);
    let changed = LAMP.replace("\"post\"", "\"post\", \"z\": 3");
    let mut session = Session::open("lamp.jsonc", &changed);
    session.found_journal(left);

    ask(&mut session, r#"{ "do": "recover", "how": "recover" }"#);
    assert_eq!(session.text(), text);
    assert_eq!(file(&mut session)["state"], "changed");
    ask(&mut session, r#"{ "do": "resolve", "how": "merge" }"#);
    assert!(session.text().contains("\"z\": 3") && session.text().contains("\"y\": 4"));
}

#[test]
fn a_journal_whose_edits_were_all_undone_lets_them_be_redone() {
    let changed = LAMP.replace("\"post\"", "\"post\", \"z\": 3");
    let mut session = Session::open("lamp.jsonc", LAMP);
    let mut chores = set_x(&mut session, 5);
    theirs(&mut session, "{ oops");
    theirs(&mut session, &changed);
    chores.extend(respond(&mut session, r#"{ "do": "undo" }"#).chores);
    assert_eq!(session.text(), LAMP);
    let mut left = Left {
        base: LAMP.to_owned(),
        requests: Vec::new(),
    };
    for chore in chores {
        match chore {
            Chore::Journal(request) => left.requests.push(request),
            other => panic!("{other:?}"),
        }
    }

    let mut again = Session::open("lamp.jsonc", &changed);
    again.found_journal(left);
    ask(&mut again, r#"{ "do": "recover", "how": "recover" }"#);

    assert_eq!(again.text(), LAMP);
    assert_eq!(file(&mut again)["state"], "changed");
    ask(&mut again, r#"{ "do": "redo" }"#);
    assert!(again.text().contains("\"x\": 5"));
    ask(&mut again, r#"{ "do": "resolve", "how": "merge" }"#);
    assert!(again.text().contains("\"z\": 3") && again.text().contains("\"x\": 5"));
}

#[test]
fn a_journal_whose_gesture_was_taken_back_beside_another_text_leads_to_what_was_there() {
    let changed = LAMP.replace("\"post\"", "\"post\", \"z\": 3");
    let place = r#"{ "do": "place", "ids": ["lamp"], "world": { "y": 3 }, "gesture": "g" }"#;
    let left = Left {
        base: LAMP.to_owned(),
        requests: [place, r#"{ "do": "cancel", "gesture": "g" }"#]
            .map(str::to_owned)
            .into(),
    };

    let mut session = Session::open("lamp.jsonc", &changed);
    session.found_journal(left);
    ask(&mut session, r#"{ "do": "recover", "how": "recover" }"#);

    assert_eq!(session.text(), LAMP);
    assert_eq!(file(&mut session)["state"], "changed");
}

#[test]
fn a_gesture_that_was_decided_upon_is_over_and_not_taken_back_behind_the_journal() {
    let mut session = Session::open("lamp.jsonc", LAMP);
    let place = r#"{ "do": "place", "ids": ["lamp"], "world": { "y": 3 }, "gesture": "g" }"#;
    assert!(respond(&mut session, place).is_ok());
    let placed = session.text();
    theirs(&mut session, &LAMP.replace("\"x\": 1", "\"x\": 9"));
    ask(&mut session, r#"{ "do": "resolve", "how": "mine" }"#);

    ask(&mut session, r#"{ "do": "cancel", "gesture": "g" }"#);
    assert_eq!(session.text(), placed);
}

#[test]
fn a_journal_can_be_discarded() {
    let (left, _) = crashed(LAMP);
    let mut session = Session::open("lamp.jsonc", LAMP);
    session.found_journal(left);

    let answer = respond(&mut session, r#"{ "do": "recover", "how": "discard" }"#);
    assert_eq!(answer.chores, [Chore::ForgetJournal]);
    assert_eq!(session.text(), LAMP);
    assert!(!session.is_unsaved());
}
