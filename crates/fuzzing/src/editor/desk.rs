//! An editor with one page, a file and a journal, none of them real; and what holds for it at any time.

use std::thread;

use kinfolk_editor::protocol::Frame;
use kinfolk_editor::{Chore, Left, News, Session, respond};
use kinfolk_scene::{Diagnostics, Document, load};
use serde_json::Value;

use super::request;
use crate::model::Bytes;
use crate::page::Page;

const NAME: &str = "yard.jsonc";

/// A yard with a crane: comments, templates in templates, slots, overrides, bodies, behaviors and rules.
const SCENE: &str = r##"{
  // A yard with a crane.
  "version": 1,
  "templates": {
    "lamp": { "sprite": { "type": "circle", "radius": 1 }, "tags": ["light"],
      "slots": { "top": { "x": 0, "y": 2, "layer": 1 } },
      "children": [{ "name": "Bulb", "localTransform": { "y": 1 } }, { "name": "Cord", "z": 2, "slot": "top" }] },
    "pole": { "children": [{ "name": "Lamp", "template": "lamp" }] },
    "mast": { "extends": "pole", "children": [{ "name": "Flag" }] }
  },
  "entities": [
    { "id": "crane", "transform": { "x": 5, "angle": "30deg" }, "behaviors": [{ "type": "rotate", "speed": 1 }], "children": [ // it turns
      { "name": "Arm", "localTransform": { "x": 2, "scaleX": -1 }, "sprite": { "type": "rect", "width": 4, "height": 1 } },
      { "id": "hook", "localTransform": { "y": -3 }, "tags": ["tool", "steel"],
        "behaviors": [{ "type": "spawn_on_timer", "template": "lamp", "every": 0.1, "attachToParent": true }] }
    ] },
    { "id": "pole1", "template": "pole", "overrides": { "Lamp/Bulb": { "visible": false } } },
    { "id": "mast1", "template": "mast", "transform": { "y": 4 } },
    { "id": "bird", "parent": "pole1_Lamp", "localTransform": { "y": 1 }, "z": 3 },
    { "id": "cat", "parent": "crane", "physics": { "bodyType": "dynamic", "shape": "circle", "radius": 1 } },
  ],
  "rules": [{ "on": { "type": "input", "name": "tap" }, "do": [{ "type": "destroy", "target": "self" }] }]
}
"##;

/// What somebody else writes to the file.
const THEIRS: [&str; 4] = [
    r#"{ "entities": [{ "id": "crane", "transform": { "x": 6 } }, { "id": "new" }] }"#,
    r#"{ "templates": { "lamp": {} }, "entities": [{ "id": "pole1", "template": "lamp" }] }"#,
    r#"{ "entities": [] }"#,
    "{ oops",
];

pub(super) struct Desk {
    session: Session,
    page: Page,
    /// A page that looks at what runs.
    running: Page,
    on_disk: String,
    journal: Option<Left>,
    asked: Vec<String>,
}

impl Desk {
    pub(super) fn open() -> Self {
        let mut session = Session::open(NAME, SCENE);
        Self {
            page: Page::new(&session.welcome()),
            running: Page::new(&session.running()),
            session,
            on_disk: SCENE.to_owned(),
            journal: None,
            asked: Vec::new(),
        }
    }

    pub(super) const fn asked(&self) -> usize {
        self.asked.len()
    }

    /// Makes something happen that the bytes choose.
    pub(super) fn happen(&mut self, bytes: &mut Bytes<'_>) {
        match bytes.byte() {
            0..=5 => self.crash(),
            6..=11 => {
                let theirs = bytes.one_of(&THEIRS).to_owned();
                self.note(format!("on disk: {theirs}"));
                self.on_disk = theirs;
                self.look_at_disk();
            }
            12 => {
                self.note("as it was at first on disk".to_owned());
                SCENE.clone_into(&mut self.on_disk);
                self.look_at_disk();
            }
            away @ 13..=14 => {
                if away == 14 {
                    bytes.one_of(&THEIRS).clone_into(&mut self.on_disk);
                }
                self.note(format!("no file, then: {}", self.on_disk));
                let (frames, chores) = self.session.on_disk(News::Gone, false);
                self.page.hear(&frames);
                self.do_chores(chores);
                self.look_at_disk();
            }
            15..=24 => {
                let secs = bytes.one_of(&[0.02, 0.1, 1.0, 1e30]);
                self.note(format!("{secs} seconds pass"));
                self.session.tick(secs);
                let news = self.session.running_news();
                self.hear_running(&news);
            }
            _ => {
                let (ids, at) = (self.page.ids(), self.page.at);
                let request = request::any(bytes, &ids, at);
                return self.ask(&request.to_string());
            }
        }
        self.compare();
    }

    /// Asks, and sees that the answer holds.
    pub(super) fn ask(&mut self, request: &str) {
        self.note(request.to_owned());
        let before = self.session.text();
        let answer = respond(&mut self.session, request);
        let Frame::Text(reply) = answer.reply() else {
            panic!("replies are text")
        };
        let reply: Value = serde_json::from_str(&reply).expect("replies are JSON");
        assert_eq!(reply["is"], "reply");
        self.page.hear(&answer.everybody);
        self.hear_running(&answer.running);
        if !answer.is_ok() {
            assert!(reply["why"].as_str().is_some_and(|why| !why.is_empty()));
            assert_eq!(
                self.session.text(),
                before,
                "what is refused changes nothing"
            );
            assert!(answer.chores.is_empty());
        }
        let is_news = !answer.everybody.is_empty() || !answer.running.is_empty();
        let is_same = answer.chores.is_empty() && !is_news;
        self.do_chores(answer.chores);
        if !is_same {
            self.compare();
        }
    }

    fn do_chores(&mut self, chores: Vec<Chore>) {
        for chore in chores {
            match chore {
                Chore::Save(text) => {
                    assert_eq!(text, self.session.text());
                    self.on_disk.clone_from(&text);
                    let frames = self.session.written(text, &Ok(()));
                    self.page.hear(&frames);
                    self.journal = None;
                    assert!(!self.session.is_unsaved());
                }
                Chore::Journal(request) => {
                    assert!(!request.contains('\n'), "a journal has lines");
                    let base = self.session.base().to_owned();
                    let fresh = || Left {
                        base,
                        requests: Vec::new(),
                    };
                    let journal = self.journal.get_or_insert_with(fresh);
                    journal.requests.push(request);
                }
                Chore::ResumeJournal => assert!(self.journal.is_some(), "it was found"),
                Chore::ForgetJournal => self.journal = None,
                other => panic!("nobody knows {other:?}"),
            }
        }
    }

    fn look_at_disk(&mut self) {
        let news = News::Text(self.on_disk.clone());
        let (frames, chores) = self.session.on_disk(news, false);
        self.page.hear(&frames);
        self.do_chores(chores);
    }

    fn hear_running(&mut self, frames: &[Frame]) {
        self.running.hear(frames);
        if self.running.play["state"] == "stopped" {
            self.running = Page::new(&self.session.running());
        }
    }

    /// The program dies, and comes back with what is on disk and in the journal.
    fn crash(&mut self) {
        self.note("the program dies".to_owned());
        if self.journal.is_none() && load(&self.on_disk).diagnostics.has_errors() {
            return; // then the scene lives on nowhere
        }
        let before = self.session.text();
        self.session = Session::open(NAME, &self.on_disk);
        if let Some(left) = self.journal.clone() {
            self.session.found_journal(left);
            let answer = respond(
                &mut self.session,
                r#"{ "do": "recover", "how": "recover" }"#,
            );
            assert!(answer.is_ok(), "{:?}", answer.reply());
            self.do_chores(answer.chores);
        }
        assert_eq!(
            said(&self.session.text()),
            said(&before),
            "a crash loses nothing"
        );
        self.page = Page::new(&self.session.welcome());
        self.running = Page::new(&self.session.running());
    }

    /// Everything taken back is the text that was there, and everything done again the last one.
    pub(super) fn close(&mut self) {
        let (last, at, steps) = (self.session.text(), self.page.at, self.page.steps);
        assert!(!load(&last).diagnostics.has_errors(), "{last}");
        respond(&mut self.session, r#"{ "do": "goto", "at": 0 }"#);
        let first = self.session.text();
        assert!(!load(&first).diagnostics.has_errors(), "{first}");
        for at in [steps, 0, steps, at] {
            respond(
                &mut self.session,
                &format!(r#"{{ "do": "goto", "at": {at} }}"#),
            );
            if at == 0 {
                assert_eq!(self.session.text(), first, "undone");
            }
        }
        assert_eq!(self.session.text(), last, "redone");
    }

    /// Pages that hear of every change know what a page that comes later is told at once.
    fn compare(&mut self) {
        let fresh = Page::new(&self.session.welcome());
        assert_eq!(self.page.outline(), fresh.outline());
        assert_eq!(self.page.ids(), fresh.ids());
        assert_eq!(self.page.templates, fresh.templates);
        assert_eq!(self.page.order, fresh.order);
        assert_eq!(self.page.file, fresh.file);
        assert_eq!((self.page.at, self.page.steps), (fresh.at, fresh.steps));
        if self.running.play["state"] == "stopped" {
            return;
        }
        let fresh = Page::new(&self.session.running());
        assert_eq!(self.running.outline(), fresh.outline());
        assert_eq!(self.running.order, fresh.order);
        assert_eq!(self.running.play, fresh.play);
    }

    fn note(&mut self, what: String) {
        self.asked.push(what);
    }
}

/// What a text says, and its comments. Its layout, and in which order keys are, follow from what was opened:
/// after a crash that is what was saved last.
fn said(text: &str) -> (Result<Document, Diagnostics>, Vec<&str>) {
    let comment = |line| Some(str::split_once(line, "//")?.1.trim());
    let mut comments: Vec<_> = text.lines().filter_map(comment).collect();
    comments.sort_unstable();
    (text.parse(), comments)
}

/// Shows what was tried, if it came to nothing good.
impl Drop for Desk {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("{}", self.asked.join("\n"));
        }
    }
}
