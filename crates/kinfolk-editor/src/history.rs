//! What was done, step by step, with names.
//!
//! A step is what a person did: one gesture, maybe many edits. Every step has a serial number
//! that no other step ever has, so a state is known by the last step that is done.

use kinfolk_scene::{Edit, Text};

/// One thing that a person did.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    /// For the list of steps.
    pub(crate) name: String,
    /// How many edits it is.
    pub(crate) edits: usize,
    /// What was selected before; `None` if it was nobody's doing, then everybody's selection stays.
    pub(crate) before: Option<Vec<Text>>,
    /// What was selected after, likewise.
    pub(crate) after: Option<Vec<Text>>,
    /// The gesture that it is, as long as it may go on.
    pub(crate) gesture: Option<String>,
    /// The edits, as long as the gesture may go on.
    pub(crate) replay: Vec<Edit>,
    /// Tells it from all other steps.
    pub(crate) serial: u64,
}

/// Steps that are done, and steps that were undone.
#[derive(Debug, Default)]
pub(crate) struct History {
    done: Vec<Step>,
    /// The one to redo next is last.
    undone: Vec<Step>,
    serials: u64,
    journal: Journaled,
}

/// Whether whoever does what the journal says has the same steps.
#[derive(Debug, Clone, Copy)]
enum Journaled {
    /// Those that are done since so many were, and since this serial was the last one.
    Since(usize, u64),
    /// Others: there was something that the journal says in another way.
    Otherwise,
}

impl Default for Journaled {
    fn default() -> Self {
        Self::Since(0, 0)
    }
}

/// So many names of steps are shown.
const MOST_SHOWN: usize = 200;

impl History {
    /// Notes what has just been done; what was undone before can no longer be redone, and the gesture before it
    /// does not go on, even if this one is taken back.
    pub(crate) fn push(&mut self, mut step: Step) {
        self.close();
        self.serials += 1;
        step.serial = self.serials;
        self.done.push(step);
        self.undone.clear();
    }

    /// The newest step, if it is this gesture.
    pub(crate) fn gesture(&self, gesture: Option<&str>) -> Option<&Step> {
        let gesture = gesture?;
        let last = self.done.last().filter(|_| self.undone.is_empty())?;
        (last.gesture.as_deref() == Some(gesture)).then_some(last)
    }

    /// Forgets the newest step.
    pub(crate) fn pop(&mut self) -> Option<Step> {
        self.done.pop()
    }

    /// The gesture is over: whatever comes next is a step of its own.
    pub(crate) fn close(&mut self) {
        if let Some(last) = self.done.last_mut() {
            last.gesture = None;
            last.replay = Vec::new();
        }
    }

    /// The journal begins here: nothing of what was done so far is in it, so no gesture goes on either.
    pub(crate) fn begin_journal(&mut self) {
        self.close();
        self.journal = Journaled::Since(self.done.len(), self.serials);
    }

    /// The journal says something that leads to the same document, but by other steps, which are no gesture's.
    pub(crate) fn leave_journal(&mut self) {
        self.close();
        self.journal = Journaled::Otherwise;
    }

    /// The journal leads to these very steps, from the first on.
    pub(crate) fn follow_journal(&mut self) {
        self.journal = Journaled::default();
    }

    /// How many steps are done according to the journal when this many are; `None` if it does not know the way
    /// there from here.
    pub(crate) fn in_journal(&self, at: usize) -> Option<usize> {
        let Journaled::Since(begin, serial) = self.journal else {
            return None;
        };
        let redone = self.undone.iter().rev();
        let mut redone = redone.take(at.saturating_sub(self.at()));
        let is_known = redone.all(|step| step.serial > serial);
        at.checked_sub(begin).filter(|_| is_known)
    }

    /// Whether this many steps cannot be done, or are.
    pub(crate) fn is_nowhere_else(&self, at: usize) -> bool {
        at == self.at() || (at > self.at() && self.undone.is_empty())
    }

    /// Moves on to before the last step.
    pub(crate) fn undo(&mut self) -> Option<&Step> {
        let step = self.done.pop()?;
        self.undone.push(step);
        self.undone.last()
    }

    /// Moves on to after the next step.
    pub(crate) fn redo(&mut self) -> Option<&Step> {
        let step = self.undone.pop()?;
        self.done.push(step);
        self.done.last()
    }

    /// How many steps are done.
    pub(crate) fn at(&self) -> usize {
        self.done.len()
    }

    /// How many steps there are, done or undone.
    pub(crate) fn len(&self) -> usize {
        self.done.len() + self.undone.len()
    }

    /// The state as it is now: the serial of the last step, 0 at the beginning.
    pub(crate) fn state(&self) -> u64 {
        self.done.last().map_or(0, |step| step.serial)
    }

    /// The names of the newest steps, and how many are before them.
    pub(crate) fn names(&self) -> (usize, Vec<&str>) {
        let first = self.len().saturating_sub(MOST_SHOWN);
        // Where the present is must be shown, too.
        let first = first.min(self.at().saturating_sub(MOST_SHOWN / 2));
        let all = self.done.iter().chain(self.undone.iter().rev());
        let names = all.skip(first).take(MOST_SHOWN);
        (first, names.map(|step| step.name.as_str()).collect())
    }
}
