//! Edits that a crash left in the journal.
//!
//! A journal is the text that was on disk and the requests that changed something since then.
//! Answering is pure, so answering them again leads to the same document.

use serde_json::{Value, json};

use crate::protocol::Frame;
use crate::respond;

use super::{Chore, News, Session};

/// What a journal holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Left {
    /// What was on disk.
    pub base: String,
    /// The requests since then, oldest first.
    pub requests: Vec<String>,
}

impl Left {
    pub(super) fn len(&self) -> usize {
        self.requests.len()
    }
}

impl Session {
    /// A journal was found: pages ask what shall become of it.
    pub fn found_journal(&mut self, left: Left) {
        self.left = Some(left).filter(|left| !left.requests.is_empty());
    }

    /// Unsaved edits are not written down, because of this, or they are again; says it to pages if that is
    /// new.
    pub fn journal_is(&mut self, trouble: Option<String>) -> Vec<Frame> {
        if self.journal_trouble == trouble {
            return Vec::new();
        }
        self.journal_trouble = trouble;
        vec![self.file_frame()]
    }

    /// Whether a journal waits for a decision, and must not be touched.
    #[must_use]
    pub const fn has_journal(&self) -> bool {
        self.left.is_some()
    }

    /// Does what the journal says once more.
    ///
    /// # Errors
    /// Why not.
    pub(crate) fn recover(&mut self) -> Result<(Vec<Frame>, Vec<Chore>), String> {
        if self.is_unsaved() {
            return Err("there are unsaved edits by now; save or undo them first".to_owned());
        }
        let left = self.left.take().ok_or("there is nothing to recover")?;
        let on_disk = self.disk.text_on_disk().to_owned();
        let (was_open, read_only) = (self.editing.is_some(), self.disk.read_only());
        if let Err(diagnostics) = self.begin(&left.base) {
            self.left = Some(left);
            return Err(format!("the journal cannot be read: {diagnostics}"));
        }
        self.disk = super::disk::Disk::recovered(&left.base);
        for request in &left.requests {
            respond::repeat(self, request);
        }
        // Whoever does that once more has these very steps.
        self.history.follow_journal();
        // They are in the journal already, and must not be out of it for a moment.
        let mut chores = vec![Chore::ResumeJournal];
        if on_disk != left.base || !was_open {
            let (_, more) = self.on_disk(News::Text(on_disk), read_only);
            chores.extend(more);
        }
        Ok((self.welcome(), chores))
    }

    /// Forgets what the journal says.
    pub(crate) fn discard(&mut self) -> Result<(Vec<Frame>, Vec<Chore>), String> {
        self.left.take().ok_or("there is nothing to discard")?;
        Ok((vec![self.file_frame()], vec![Chore::ForgetJournal]))
    }

    /// Repeats a request that [`as_request`](Self::as_request) made.
    pub(crate) fn become_again(&mut self, request: &str) {
        let request: Value = serde_json::from_str(request).unwrap_or_default();
        if let Some(text) = request["text"].as_str() {
            // It was valid when it was written down.
            let _ = self.replace(text, "Recover");
        }
    }

    /// The request that makes the document what it is now, whatever it was.
    pub(super) fn as_request(&mut self) -> String {
        json!({ "do": "become", "text": self.text() }).to_string()
    }
}
