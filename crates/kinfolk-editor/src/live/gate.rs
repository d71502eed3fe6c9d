//! Between the pages' threads and the game's: what pages ask for waits here until the next frame.
//!
//! Whoever asks waits, but not for ever: a game that stands still (in a debugger, say) is told to
//! the page as such, and what was asked for is then not done later, behind everybody's back.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::broadcast;

use crate::protocol::Frame;
use crate::session::text_frame;
use crate::shown::{Bundle, Joined};

/// How long a game may take until its next frame.
const PATIENCE: Duration = Duration::from_secs(5);

/// A page that is this many frames behind is told everything anew.
const MOST_BEHIND: usize = 256;

/// What is asked of the game.
#[derive(Debug)]
pub(super) enum Asked {
    /// An answer to a request.
    Request(String, Ticket<Frame>),
    /// Everything, and what comes from then on.
    Join(Ticket<Joined<Bundle, Bundle>>),
}

/// Where an answer is waited for.
#[derive(Debug)]
pub(super) struct Ticket<T> {
    to: SyncSender<T>,
    waiting: Weak<()>,
}

impl<T> Ticket<T> {
    fn new() -> (Self, Receiver<T>, Arc<()>) {
        let (to, answer) = sync_channel(1);
        let waiting = Arc::new(());
        let ticket = Self {
            to,
            waiting: Arc::downgrade(&waiting),
        };
        (ticket, answer, waiting)
    }

    /// Whether somebody still waits.
    pub(super) fn is_awaited(&self) -> bool {
        self.waiting.strong_count() > 0
    }

    pub(super) fn answer(self, answer: T) {
        let _ = self.to.try_send(answer); // whoever asked may have gone
    }
}

/// Where pages meet the game.
#[derive(Debug)]
pub(crate) struct Gate {
    name: String,
    asked: Mutex<Vec<Asked>>,
    images: Mutex<HashMap<usize, Arc<[u8]>>>,
    everybody: broadcast::Sender<Frame>,
    running: broadcast::Sender<Bundle>,
}

impl Gate {
    pub(super) fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            asked: Mutex::default(),
            images: Mutex::default(),
            everybody: broadcast::Sender::new(1),
            running: broadcast::Sender::new(MOST_BEHIND),
        }
    }

    // ---- For pages ----

    pub(crate) fn join(&self) -> Joined<Vec<Frame>, Frame> {
        let file = json!({
            "is": "file", "name": self.name, "unsaved": false, "state": "live", "note": null, "recovery": null, "journal": null,
        });
        let history = json!({ "is": "history", "names": [], "first": 0, "at": 0 });
        let problems = json!({ "is": "problems", "list": [], "more": 0, "of": "scene" });
        let frames = [file, history, problems];
        let frames = frames.iter().map(text_frame).collect();
        (frames, self.everybody.subscribe())
    }

    /// `None` if the game does not answer.
    pub(crate) fn join_running(&self) -> Option<Joined<Bundle, Bundle>> {
        let (ticket, answer, _waiting) = Ticket::new();
        self.asked().push(Asked::Join(ticket));
        answer.recv_timeout(PATIENCE).ok()
    }

    pub(crate) fn answer(&self, request: &str) -> Frame {
        let (ticket, answer, _waiting) = Ticket::new();
        self.asked()
            .push(Asked::Request(request.to_owned(), ticket));
        answer.recv_timeout(PATIENCE).unwrap_or_else(|_| {
            let request: Value = serde_json::from_str(request).unwrap_or_default();
            let reply = json!({
                "is": "reply", "n": request["n"], "ok": false, "why": "the game does not answer",
            });
            text_frame(&reply)
        })
    }

    pub(crate) fn image(&self, opaque: &str) -> Option<Vec<u8>> {
        let number: usize = opaque.parse().ok()?;
        let images = self.images.lock().unwrap_or_else(PoisonError::into_inner);
        images.get(&number).map(|png| png.to_vec())
    }

    // ---- For the game ----

    /// What has been asked for since the last call, in order.
    pub(super) fn take(&self) -> Vec<Asked> {
        std::mem::take(&mut self.asked())
    }

    /// Whether there is a page.
    pub(super) fn is_watched(&self) -> bool {
        self.running.receiver_count() > 0
    }

    pub(super) fn tell(&self, frames: Vec<Frame>) {
        let _ = self.running.send(frames.into()); // nobody may be there
    }

    pub(super) fn subscribe(&self) -> broadcast::Receiver<Bundle> {
        self.running.subscribe()
    }

    pub(super) fn keep_image(&self, number: usize, png: Arc<[u8]>) {
        let mut images = self.images.lock().unwrap_or_else(PoisonError::into_inner);
        images.insert(number, png);
    }

    fn asked(&self) -> MutexGuard<'_, Vec<Asked>> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
