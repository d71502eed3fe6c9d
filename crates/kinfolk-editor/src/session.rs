//! A document under edit: its history, what lives of it, and how it stands with its file.
//!
//! A session does no I/O. What has to be done outside is asked for as [`Chore`]s, and what
//! happened outside is told to it: the file changed, the file was written, an image was found.

mod change;
mod clipboard;
mod disk;
mod recovery;
mod running;

use kinfolk_scene::{Diagnostics, Editing, Includes, Text};
use serde_json::{Value, json};

use crate::history::History;
use crate::looks::Found;
use crate::play::Play;
use crate::problems::Problems;
use crate::protocol::Frame;
use crate::rows::{Rows, in_tree_order};
use crate::templates::Templates;
use crate::trace::Trace;

pub(crate) use change::{Done, Stamp, nothing_open};
pub use disk::News;
pub use recovery::Left;

/// A document under edit.
///
/// ```
/// use kinfolk_editor::{Session, respond};
///
/// let mut session = Session::open("lamp.jsonc", r#"{ "entities": [{ "id": "lamp" }] }"#);
/// let answer = respond(&mut session, r#"{ "n": 1, "do": "edit", "edits": [
///     { "edit": "set", "id": "lamp", "key": "transform.x", "value": 5 }
/// ] }"#);
///
/// assert!(answer.is_ok());
/// assert!(session.text().contains("5"));
/// ```
#[derive(Debug)]
pub struct Session {
    /// What the file is called.
    name: String,
    /// `None` as long as the file could not be read.
    editing: Option<Editing>,
    /// What the file includes, as it was seen last.
    includes: Includes,
    history: History,
    rows: Rows,
    templates: Templates,
    /// Counts what pages are told.
    revision: u64,
    disk: disk::Disk,
    problems: Problems,
    left: Option<Left>,
    /// Why unsaved edits are not written down, if they are not.
    journal_trouble: Option<String>,
    /// What pages must be told although the request was refused.
    unheard: Vec<Frame>,
    /// A copy that runs.
    play: Option<Play>,
}

/// What a session wants to be done for it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Chore {
    /// Write this text to the file, and tell [`Session::written`] what came of it.
    Save(String),
    /// Append this line to the journal. Before the first one, [`Session::base`] goes there.
    Journal(String),
    /// What the journal has is unsaved again: more will come behind it.
    ResumeJournal,
    /// Everything is on disk: the journal can go.
    ForgetJournal,
}

/// What a request leads to.
#[derive(Debug)]
pub struct Answer {
    /// For the page that asked.
    pub(crate) reply: Value,
    /// For all pages, also the one that asked, before the reply.
    pub everybody: Vec<Frame>,
    /// For all who are told about what runs, likewise.
    pub running: Vec<Frame>,
    /// To be done now.
    pub chores: Vec<Chore>,
}

impl Answer {
    /// Whether the request was granted.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        self.reply["ok"] == Value::Bool(true)
    }

    /// Takes the grant back: what had to be done outside could not be done.
    pub fn refuse(&mut self, why: &str) {
        let n = self.reply["n"].clone();
        self.reply = json!({ "is": "reply", "n": n, "ok": false, "why": why });
    }

    /// The reply, for the page that asked.
    #[must_use]
    pub fn reply(&self) -> Frame {
        Frame::Text(self.reply.to_string().into())
    }
}

impl Session {
    /// Opens a file that has this name and this text. A text that is no valid document is told
    /// to the pages, and loaded once it is one.
    #[must_use]
    pub fn open(name: &str, text: &str) -> Self {
        Self::open_with(name, text, Includes::default())
    }

    /// As [`open`](Self::open), with the documents that it includes.
    #[must_use]
    pub fn open_with(name: &str, text: &str, includes: Includes) -> Self {
        let mut session = Self {
            name: name.to_owned(),
            editing: None,
            includes,
            history: History::default(),
            rows: Rows::default(),
            templates: Templates::default(),
            revision: 0,
            disk: disk::Disk::new(text),
            problems: Problems::default(),
            left: None,
            journal_trouble: None,
            unheard: Vec::new(),
            play: None,
        };
        if let Err(diagnostics) = session.begin(text) {
            session.disk.break_open();
            session.problems = Problems::of_disk(text, &diagnostics);
        }
        session
    }

    /// Starts anew with a text.
    fn begin(&mut self, text: &str) -> Result<(), Diagnostics> {
        let editing = Editing::with_includes(text, self.includes.clone())?;
        self.history = History::default();
        self.rows.begin(&editing);
        self.templates.begin(&editing);
        self.problems = Problems::find_with(text, &self.includes);
        self.editing = Some(editing);
        self.revision += 1;
        Ok(())
    }

    /// Everything that a page must know at first.
    pub fn welcome(&mut self) -> Vec<Frame> {
        let mut frames = vec![
            self.file_frame(),
            self.history_frame(),
            self.problems.frame(),
        ];
        if let Some(editing) = &self.editing {
            frames.push(self.templates.frame(editing, &mut self.rows.looks));
            frames.extend(self.rows.scene(editing, self.revision));
        }
        frames
    }

    /// The document as text, with comments and layout; what is on disk if that cannot be read.
    pub fn text(&mut self) -> String {
        match &mut self.editing {
            Some(editing) => editing.text(),
            None => self.disk.text().to_owned(),
        }
    }

    /// Whether there is something to save.
    #[must_use]
    pub fn is_unsaved(&self) -> bool {
        self.editing.is_some() && self.disk.saved_state() != Some(self.history.state())
    }

    /// Whether the file makes sense, or made it when it was seen last.
    pub(crate) fn is_readable(&self) -> bool {
        self.disk.is_readable()
    }

    /// The text that the journal's requests start from: what is on disk.
    #[must_use]
    pub fn base(&self) -> &str {
        self.disk.text()
    }

    /// What the file includes, as it was seen last.
    #[must_use]
    pub const fn includes(&self) -> &Includes {
        &self.includes
    }

    /// How often pages have been told something; for [`checked`](Self::checked).
    #[must_use]
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// The checker has looked at the text of this revision.
    pub fn checked(&mut self, revision: u64, problems: Problems) -> Vec<Frame> {
        if revision != self.revision || self.editing.is_none() || !self.disk.is_readable() {
            return Vec::new();
        }
        if problems == self.problems {
            return Vec::new();
        }
        self.problems = problems;
        vec![self.problems.frame()]
    }

    /// The images that somebody should look for: their names, each once.
    pub fn take_wanted_images(&mut self) -> Vec<String> {
        let mut wanted = self.rows.looks.take_wanted();
        if let Some(play) = &mut self.play {
            wanted.extend(play.take_wanted_images());
            wanted.sort_unstable();
            wanted.dedup();
        }
        wanted
    }

    /// Somebody has looked for images: where pages fetch each one, and its size in pixels.
    pub fn images_found(
        &mut self,
        images: impl IntoIterator<Item = (String, Option<(String, u32, u32)>)>,
    ) -> Vec<Frame> {
        let mut is_news = false;
        for (url, image) in images {
            is_news |= image.is_some();
            let image = image.map(|(address, width, height)| Found {
                address,
                width,
                height,
            });
            if let Some(play) = &mut self.play {
                play.image_found(&url, image.clone());
            }
            self.rows.looks.found(&url, image);
        }
        let Some(editing) = self.editing.as_ref().filter(|_| is_news) else {
            return Vec::new();
        };
        let shows_images = |node: &kinfolk::NodeId| {
            let sprite = editing.scene().fields(*node);
            sprite.is_some_and(|fields| fields.sprite.set().is_some())
        };
        let mut changed = in_tree_order(editing);
        changed.retain(shows_images);
        let trace = Trace {
            changed,
            ..Trace::default()
        };
        self.rows.forget_looks();
        self.templates.forget_pictures();
        self.revision += 1;
        let mut frames = self.rows.changed(editing, trace, self.revision);
        frames.extend(self.templates.news(editing, &mut self.rows.looks));
        frames
    }

    fn file_frame(&self) -> Frame {
        let recovery = self
            .left
            .as_ref()
            .map(|left| json!({ "edits": left.len() }));
        let (state, note) = self.disk.state();
        text_frame(&json!({
            "is": "file",
            "name": self.name,
            "unsaved": self.is_unsaved(),
            "state": state,
            "note": note,
            "recovery": recovery,
            "journal": self.journal_trouble,
        }))
    }

    fn history_frame(&self) -> Frame {
        let (first, names) = self.history.names();
        text_frame(&json!({
            "is": "history",
            "names": names,
            "first": first,
            "at": self.history.at(),
        }))
    }

    /// Tells pages what a change did.
    fn tell(&mut self, trace: Trace) -> Vec<Frame> {
        let Some(editing) = &self.editing else {
            return Vec::new();
        };
        let mut frames = Vec::new();
        if !trace.is_empty() {
            self.revision += 1;
            self.templates.follow(editing, &trace);
            frames = self.rows.changed(editing, trace, self.revision);
        }
        frames.extend(self.templates.news(editing, &mut self.rows.looks));
        frames.extend([self.history_frame(), self.file_frame()]);
        frames
    }

    /// The source around a line: the number of its first line, and the lines.
    pub(crate) fn source(&mut self, line: usize, lines: usize) -> (usize, Vec<String>) {
        let text = if self.disk.is_readable() {
            self.text()
        } else {
            self.disk.text_on_disk().to_owned()
        };
        let first = line.saturating_sub(lines / 2).max(1);
        let some = text.lines().skip(first - 1).take(lines);
        (first, some.map(shortened).collect())
    }

    pub(crate) fn editing_mut(&mut self) -> Option<&mut Editing> {
        self.editing.as_mut()
    }

    pub(crate) fn take_unheard(&mut self) -> Vec<Frame> {
        std::mem::take(&mut self.unheard)
    }

    pub(crate) fn editing(&self) -> Option<&Editing> {
        self.editing.as_ref()
    }
}

/// The ids of what is there, of these.
fn living(editing: &Editing, ids: Vec<Text>) -> Vec<Text> {
    let scene = editing.scene();
    let lives = |id: &Text| {
        let node = scene.node(id);
        node.is_some_and(|node| editing.forest().contains(node))
    };
    ids.into_iter().filter(lives).collect()
}

pub(crate) fn text_frame(json: &Value) -> Frame {
    Frame::Text(json.to_string().into())
}

/// A line that a page can show.
fn shortened(line: &str) -> String {
    const MOST: usize = 2000;
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}
