//! What a game says while it runs: its events and its troubles, as lines for pages.
//!
//! Only the last lines are kept, and of a frame that says very much only the first are told: how many
//! were left out is told instead.

use std::collections::VecDeque;

use kinfolk_game::{Event, Game, Trouble};
use kinfolk_physics::Backend;
use serde_json::{Value, json};

use crate::protocol::Frame;
use crate::session::text_frame;

/// So many lines are kept for pages that come later.
const KEPT: usize = 200;

/// So many are told at once.
const MOST_AT_ONCE: usize = 50;

/// The last lines, and those that have not been told.
#[derive(Debug, Default)]
pub(crate) struct Log {
    kept: VecDeque<Value>,
    new: Vec<Value>,
    left_out: usize,
}

impl Log {
    /// Takes note of what has happened in a game up to its last frame.
    pub(crate) fn note<B: Backend>(
        &mut self,
        game: &Game<B>,
        events: &[Event],
        troubles: &[Trouble],
    ) {
        let frame = game.frame();
        for trouble in troubles {
            let Trouble { entity, what, .. } = trouble;
            self.push(
                || json!({ "frame": trouble.frame, "kind": "trouble", "id": entity, "what": what }),
            );
        }
        for event in events {
            self.push(|| {
                let (id, what) = told(game, event);
                json!({ "frame": frame, "kind": "event", "id": id, "what": what })
            });
        }
    }

    fn push(&mut self, line: impl FnOnce() -> Value) {
        if self.new.len() < MOST_AT_ONCE {
            self.new.push(line());
        } else {
            self.left_out += 1;
        }
    }

    /// What has not been told yet, if there is something.
    pub(crate) fn news(&mut self) -> Option<Frame> {
        if self.new.is_empty() {
            return None;
        }
        let lines = std::mem::take(&mut self.new);
        let left_out = std::mem::take(&mut self.left_out);
        let told = frame(&lines, left_out, false);
        self.kept.extend(lines);
        let spare = self.kept.len().saturating_sub(KEPT);
        self.kept.drain(..spare);
        Some(told)
    }

    /// All that is kept, for a page that knows nothing.
    pub(crate) fn whole(&self) -> Frame {
        let lines: Vec<Value> = self.kept.iter().cloned().collect();
        frame(&lines, 0, true)
    }
}

fn frame(lines: &[Value], left_out: usize, anew: bool) -> Frame {
    text_frame(&json!({ "is": "log", "lines": lines, "leftOut": left_out, "anew": anew }))
}

/// Whom an event is about, and what it says.
fn told<B: Backend>(game: &Game<B>, event: &Event) -> (Option<String>, String) {
    let id = |node: kinfolk::NodeId| game.id(node).unwrap_or_else(|| format!("{node:?}"));
    let about = |node: kinfolk::NodeId, what: String| (Some(id(node)), what);
    match event {
        Event::Spawned(node) => about(*node, "spawned".to_owned()),
        Event::Attached { child, parent } => about(*child, format!("attached to {}", id(*parent))),
        Event::Detached { child, parent } => {
            about(*child, format!("detached from {}", id(*parent)))
        }
        Event::Destroyed { id, .. } => (Some(id.to_string()), "destroyed".to_owned()),
        Event::Visible(node, is) => about(*node, either(*is, "visible", "hidden")),
        Event::Active(node, is) => about(*node, either(*is, "active", "inactive")),
        Event::TagAdded(node, tag) => about(*node, format!("tag {tag} added")),
        Event::TagRemoved(node, tag) => about(*node, format!("tag {tag} removed")),
        Event::Contact(contact) => {
            let touches = either(contact.begins, "touches", "lets go of");
            about(contact.one, format!("{touches} {}", id(contact.other)))
        }
        Event::Timer(name) => (None, format!("timer {name}")),
        Event::Input { name, at } => (at.map(id), format!("input {name}")),
        Event::Group(node, group) => match group {
            Some(group) => about(*node, format!("behaves as in group {group}")),
            None => about(*node, "behaves as in no group".to_owned()),
        },
        other => (None, format!("{other:?}")),
    }
}

fn either(is: bool, yes: &str, no: &str) -> String {
    if is { yes } else { no }.to_owned()
}
