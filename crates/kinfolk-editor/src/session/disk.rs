//! How a session stands with its file.
//!
//! What is on disk is known as a text, the base of all unsaved edits. When it changes under us,
//! nothing is lost: without unsaved edits the document follows as one step that can be undone,
//! with unsaved edits a person decides, and what cannot be read is only told about.

use kinfolk_scene::{Conflict, Document, Editing, Favour, Includes, load_with, merge_favouring};
use serde_json::{Value, json};

use crate::merging;
use crate::problems::Problems;
use crate::protocol::Frame;
use crate::request::{Favoured, How};

use super::{Chore, Session};

/// What was seen on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum News {
    /// The file has this text.
    Text(String),
    /// There is no file.
    Gone,
    /// There is one, and it cannot be read, because of this.
    Unreadable(String),
}

/// The file as it is known.
#[derive(Debug)]
pub(super) struct Disk {
    /// The last text that could be read.
    text: String,
    /// The state of the history that this text is, if there is one.
    saved: Option<u64>,
    state: State,
    /// What is there now, if it is something else.
    theirs: Option<String>,
    /// Why it cannot be read.
    why: Option<String>,
    read_only: bool,
    /// Whether the scene makes no sense with what it includes now.
    lacks_included: bool,
    /// Whether a person decides about another text even if all edits are undone.
    has_recovered: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Fine,
    /// Nothing could be read yet.
    Broken,
    /// What is there now makes no sense.
    Invalid,
    Gone,
    /// It changed while there were unsaved edits.
    Changed,
}

impl Disk {
    pub(super) fn new(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            saved: Some(0),
            state: State::Fine,
            theirs: None,
            why: None,
            read_only: false,
            lacks_included: false,
            has_recovered: false,
        }
    }

    /// A file that has this text once more, under steps that a journal brought back.
    pub(super) fn recovered(text: &str) -> Self {
        Self {
            has_recovered: true,
            ..Self::new(text)
        }
    }

    pub(super) fn break_open(&mut self) {
        self.state = State::Broken;
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn text_on_disk(&self) -> &str {
        self.theirs.as_deref().unwrap_or(&self.text)
    }

    pub(super) fn read_only(&self) -> bool {
        self.read_only
    }

    /// The state of the history that is on disk, if one is.
    pub(super) fn saved_state(&self) -> Option<u64> {
        self.saved.filter(|_| self.state != State::Gone)
    }

    /// Whether the file makes sense, or made it when it was seen last.
    pub(super) fn is_readable(&self) -> bool {
        !matches!(self.state, State::Broken | State::Invalid)
    }

    /// For pages: the state, and what to say about it.
    pub(super) fn state(&self) -> (&'static str, Option<String>) {
        let (state, note) = match self.state {
            State::Fine if self.read_only => (
                "readOnly",
                "The file is read-only: edits can be made, and saved once it can be written.",
            ),
            State::Fine => return ("fine", None),
            State::Broken => (
                "broken",
                "The file cannot be read as a scene. It is loaded once it can.",
            ),
            State::Invalid => (
                "invalid",
                "What is on disk now cannot be read as a scene. This is its last good state.",
            ),
            State::Gone => (
                "gone",
                "The file is gone from disk. Saving writes it again.",
            ),
            State::Changed => (
                "changed",
                "The file changed on disk, and there are unsaved edits here.",
            ),
        };
        let note = match &self.why {
            Some(why) => format!("{note} ({why})"),
            None => note.to_owned(),
        };
        (state, Some(note))
    }

    /// Everything is as it is in this text, which is this state of the history.
    fn settle(&mut self, text: String, saved: Option<u64>) {
        self.text = text;
        self.saved = saved;
        self.state = State::Fine;
        self.theirs = None;
        self.why = None;
        self.has_recovered = false;
    }
}

impl Session {
    /// Somebody has looked at the file and at what it includes.
    pub fn on_disk_with(
        &mut self,
        news: News,
        includes: Includes,
        read_only: bool,
    ) -> (Vec<Frame>, Vec<Chore>) {
        self.includes = includes;
        self.on_disk(news, read_only)
    }

    /// Somebody has looked at the file.
    pub fn on_disk(&mut self, news: News, read_only: bool) -> (Vec<Frame>, Vec<Chore>) {
        let before = self.file_frame();
        self.disk.read_only = read_only;
        let (mut frames, chores) = match news {
            News::Text(text) if self.editing.is_none() => self.open_again(text),
            News::Text(text) => self.changed_to(text),
            News::Gone => {
                if self.disk.state != State::Broken {
                    self.disk.state = State::Gone;
                    self.disk.theirs = None;
                    self.disk.why = None;
                }
                (Vec::new(), Vec::new())
            }
            News::Unreadable(why) => {
                if self.disk.state != State::Broken {
                    self.disk.state = State::Invalid;
                }
                self.disk.why = Some(why);
                (Vec::new(), Vec::new())
            }
        };
        let after = self.file_frame();
        // Whatever was told on the way did not know yet how it ends.
        if before != after || !frames.is_empty() {
            frames.push(after);
        }
        (frames, chores)
    }

    /// The file could not be read when it was opened, and is different now.
    fn open_again(&mut self, text: String) -> (Vec<Frame>, Vec<Chore>) {
        self.disk.why = None;
        match self.begin(&text) {
            Ok(()) => {
                self.disk.settle(text, Some(self.history.state()));
                (self.welcome(), Vec::new())
            }
            Err(diagnostics) => {
                self.problems = Problems::of_disk(&text, &diagnostics);
                self.disk.text = text;
                (vec![self.problems.frame()], Vec::new())
            }
        }
    }

    fn changed_to(&mut self, text: String) -> (Vec<Frame>, Vec<Chore>) {
        if text == self.disk.text {
            let (mut frames, chores) = self.same_again(text);
            frames.extend(self.include_anew());
            return (frames, chores);
        }
        let loaded = load_with(&text, &self.includes);
        if loaded.diagnostics.has_errors() {
            self.problems = Problems::of_disk(&text, &loaded.diagnostics);
            self.disk.state = State::Invalid;
            self.disk.theirs = Some(text);
            self.disk.why = None;
            return (vec![self.problems.frame()], Vec::new());
        }
        let mut frames = Vec::new();
        if !self.disk.is_readable() {
            self.problems = Problems::of_scene(&text, &loaded.diagnostics);
            frames.push(self.problems.frame());
        }
        // A file that was gone for a moment was saved all the same. What was recovered is what was there before
        // the crash, also if all of it is undone or taken back by now.
        let is_edited = self.disk.saved != Some(self.history.state());
        if (is_edited || self.disk.has_recovered) && self.text() != text {
            self.disk.state = State::Changed;
            self.disk.theirs = Some(text);
            self.disk.why = None;
            return (frames, Vec::new());
        }
        if self.text() != text {
            match self.replace(&text, "Changed on disk") {
                Ok(told) => frames.extend(told),
                Err(why) => {
                    self.disk.state = State::Invalid;
                    self.disk.why = Some(why);
                    return (frames, Vec::new());
                }
            }
        }
        self.disk.settle(text, Some(self.history.state()));
        self.history.begin_journal();
        (frames, vec![Chore::ForgetJournal])
    }

    /// Follows documents that are included, if one of them is different, as one step that can be undone. If the
    /// scene would make no sense with them, it stays as it is, and the problems say why.
    fn include_anew(&mut self) -> Vec<Frame> {
        let Some(editing) = &self.editing else {
            return Vec::new();
        };
        let is_same = *editing.includes() == self.includes;
        if is_same && !self.disk.lacks_included {
            return Vec::new();
        }
        let (text, was_unsaved) = (editing.text(), self.is_unsaved());
        let mut frames = Vec::new();
        self.disk.lacks_included = false;
        if !is_same {
            match self.replace(&text, "Included documents changed") {
                Ok(told) => frames = told,
                Err(_) => self.disk.lacks_included = true,
            }
            if !was_unsaved && !self.disk.lacks_included {
                self.disk.saved = Some(self.history.state());
            }
        }
        self.problems = Problems::find_with(&text, &self.includes);
        frames.push(self.problems.frame());
        frames
    }

    /// What is on disk is what it was.
    fn same_again(&mut self, text: String) -> (Vec<Frame>, Vec<Chore>) {
        let was_unreadable = !self.disk.is_readable();
        self.disk.settle(text, self.disk.saved);
        if was_unreadable {
            self.problems = Problems::find_with(&self.text(), &self.includes);
            return (vec![self.problems.frame()], Vec::new());
        }
        (Vec::new(), Vec::new())
    }

    /// The text to save, if there is something to save and it may be.
    ///
    /// # Errors
    /// Why not.
    pub(crate) fn text_to_save(&mut self, force: bool) -> Result<Option<String>, String> {
        if self.editing.is_none() {
            return Err("the file could not be read, so there is nothing to save".to_owned());
        }
        match self.disk.state {
            State::Changed => {
                Err("the file changed on disk: keep yours, take theirs, or merge first".to_owned())
            }
            State::Invalid if !force => {
                Err("what is on disk cannot be read; saving would replace it".to_owned())
            }
            State::Fine if !self.is_unsaved() => Ok(None),
            _ => Ok(Some(self.text())),
        }
    }

    /// The file was written, or could not be.
    pub fn written(&mut self, text: String, outcome: &Result<(), String>) -> Vec<Frame> {
        if outcome.is_ok() {
            let unreadable = !self.disk.is_readable();
            self.disk.settle(text, Some(self.history.state()));
            self.history.begin_journal();
            if unreadable {
                self.problems = Problems::find_with(&self.text(), &self.includes);
                return vec![self.problems.frame(), self.file_frame()];
            }
        }
        vec![self.file_frame()]
    }

    /// Decides what becomes of a file that changed on disk.
    ///
    /// # Errors
    /// Why it cannot be.
    pub(crate) fn resolve(
        &mut self,
        how: How,
        favour: Option<Favoured>,
    ) -> Result<(Value, Vec<Frame>, Vec<Chore>), String> {
        let theirs = match (&self.disk.theirs, self.disk.state) {
            (Some(theirs), State::Changed) => theirs.clone(),
            _ => return Err("there is nothing to decide".to_owned()),
        };
        let mut frames = match how {
            How::Mine => Vec::new(),
            How::Theirs => self.replace(&theirs, "Take the file on disk")?,
            How::Merge => {
                let merged = self.merged(&theirs, favour)?;
                match merged {
                    Ok(text) => self.replace(&text, "Merge with the file on disk")?,
                    Err(clashes) => {
                        return Ok((json!({ "clashes": clashes }), Vec::new(), Vec::new()));
                    }
                }
            }
        };
        let is_same = self.text() == theirs;
        let saved = is_same.then(|| self.history.state());
        self.disk.settle(theirs, saved);
        let mut chores = vec![Chore::ForgetJournal];
        self.history.begin_journal();
        if !is_same {
            self.history.leave_journal();
            chores.push(Chore::Journal(self.as_request()));
        }
        frames.push(self.file_frame());
        Ok((json!({}), frames, chores))
    }

    /// Both sides' changes in one text, or what cannot be had both ways.
    fn merged(
        &mut self,
        theirs: &str,
        favour: Option<Favoured>,
    ) -> Result<Result<String, Vec<String>>, String> {
        let read = |text: &str| -> Result<Document, String> {
            text.parse()
                .map_err(|errors: kinfolk_scene::Diagnostics| errors.to_string())
        };
        let mine = self.text();
        let (base, theirs) = (read(&self.disk.text)?, read(theirs)?);
        let Some(document) = self.editing.as_ref().map(Editing::document) else {
            return Err("nothing is open".to_owned());
        };
        let side = match favour {
            Some(Favoured::Theirs) => Favour::Theirs,
            _ => Favour::Ours,
        };
        let merged = merge_favouring(side, &base, document, &theirs);
        if favour.is_none() && !merged.conflicts.is_empty() {
            let clashes = merged.conflicts.iter().map(Conflict::to_string);
            return Ok(Err(clashes.collect()));
        }
        Ok(Ok(merging::text_of(
            &mine,
            &merged.document,
            &self.includes,
        )))
    }
}
