//! Changes: applied, undone, redone, and told to the pages.

use kinfolk_scene::{Edit, EditRefused, Editing, Text};
use serde_json::json;

use crate::history::Step;
use crate::names;
use crate::protocol::Frame;
use crate::trace::Trace;

use super::{Session, living};

/// What goes with a change.
#[derive(Debug, Default)]
pub(crate) struct Stamp {
    /// What the step is called; named after its edits if `None`.
    pub(crate) name: Option<String>,
    /// Changes of one gesture are one step.
    pub(crate) gesture: Option<String>,
    /// What was selected before.
    pub(crate) before: Vec<Text>,
    /// What is selected after; the same, as far as it is still there, if `None`.
    pub(crate) after: Option<Vec<Text>>,
}

/// A gesture whose last request was taken back, and what that did.
#[derive(Debug)]
pub(crate) struct Rewound {
    step: Option<Step>,
    trace: Trace,
}

/// What came of a change: what to select, if that is to be different, and what to tell.
pub(crate) type Done = (Option<Vec<Text>>, Vec<Frame>);

impl Session {
    /// Takes back what the last request of this gesture did, so that the next one starts where the gesture
    /// began. To be followed by [`apply`](Self::apply), [`leave`](Self::leave) or [`forget`](Self::forget).
    pub(crate) fn rewind(&mut self, gesture: Option<&str>) -> Rewound {
        let mut trace = Trace::default();
        let step = self.history.gesture(gesture).cloned();
        if let (Some(step), Some(editing)) = (&step, &mut self.editing) {
            undo(editing, step.edits, &mut trace);
        }
        Rewound { step, trace }
    }

    /// The request was refused: the gesture is where it was.
    pub(crate) fn leave(&mut self, rewound: Rewound) {
        let Rewound { step, mut trace } = rewound;
        let Some(editing) = &mut self.editing else {
            return;
        };
        if let Some(step) = step {
            let restored = apply_all(editing, &step.replay, &mut trace);
            debug_assert!(restored.is_ok(), "they could be applied before");
        }
        // Nothing is different, but nodes may have new keys.
        if !trace.is_empty() {
            let frames = self.tell(trace);
            self.unheard.extend(frames);
        }
    }

    /// Nothing is left of the gesture, as if it had never been.
    pub(crate) fn forget(&mut self, rewound: Rewound) -> Done {
        let Some(step) = rewound.step else {
            return (None, Vec::new());
        };
        self.history.pop();
        if let Some(editing) = &mut self.editing {
            editing.forget_redo();
        }
        let editing = self.editing.as_ref();
        let select = step.before.zip(editing);
        let select = select.map(|(before, editing)| living(editing, before));
        (select, self.tell(rewound.trace))
    }

    /// Applies edits as one step, or none of them.
    pub(crate) fn apply(
        &mut self,
        edits: Vec<Edit>,
        stamp: Stamp,
        rewound: Rewound,
    ) -> Result<Done, EditRefused> {
        let editing = self.editing.as_mut().ok_or_else(nothing_open)?;
        let Rewound {
            step: again,
            mut trace,
        } = rewound;
        let begun = match &again {
            Some(step) => step.before.clone(),
            None => Some(stamp.before.clone()),
        };
        if let Err(refused) = apply_all(editing, &edits, &mut trace) {
            self.leave(Rewound { step: again, trace });
            return Err(refused);
        }
        for id in edits.iter().flat_map(names::ids) {
            if let Some(node) = editing.scene().node(id) {
                trace.look_at(node);
            }
        }
        let after = match stamp.after {
            Some(after) => living(editing, after),
            None => living(editing, renamed(editing, stamp.before, &edits)),
        };
        if again.is_some() {
            self.history.pop();
        }
        self.history.push(Step {
            name: stamp.name.unwrap_or_else(|| names::of_edits(&edits)),
            edits: edits.len(),
            before: begun,
            after: Some(after.clone()),
            replay: match stamp.gesture {
                Some(_) => edits,
                None => Vec::new(),
            },
            gesture: stamp.gesture,
            serial: 0,
        });
        Ok((Some(after), self.tell(trace)))
    }

    /// Undoes or redoes until this many steps are done; says what a journal has to say about it, too.
    pub(crate) fn go_to(&mut self, at: usize) -> Result<(Done, String), EditRefused> {
        let in_journal = self.history.in_journal(at);
        let done = self.walk_to(at)?;
        let line = match in_journal {
            Some(at) => json!({ "do": "goto", "at": at }).to_string(),
            None => {
                self.history.leave_journal();
                self.as_request()
            }
        };
        Ok((done, line))
    }

    fn walk_to(&mut self, at: usize) -> Result<Done, EditRefused> {
        let editing = self.editing.as_mut().ok_or_else(nothing_open)?;
        if self.history.is_nowhere_else(at) {
            let nothing = match at < self.history.len() {
                true => "there is nothing to undo",
                false => "there is nothing to redo",
            };
            return Err(EditRefused::Senseless(nothing.to_owned()));
        }
        let mut trace = Trace::default();
        let mut select = None;
        self.history.close();
        while self.history.at() > at {
            let Some(step) = self.history.undo() else {
                break;
            };
            undo(editing, step.edits, &mut trace);
            select = step.before.clone().or(select);
        }
        while self.history.at() < at {
            let Some(step) = self.history.redo() else {
                break;
            };
            for _ in 0..step.edits {
                editing.redo();
                trace.follow(editing);
            }
            select = step.after.clone().or(select);
        }
        let select = select.map(|select| living(editing, select));
        Ok((select, self.tell(trace)))
    }

    /// Takes the last step back, or does the next one again.
    pub(crate) fn step(&mut self, forwards: bool) -> Result<(Done, String), EditRefused> {
        let at = self.history.at();
        let to = if forwards { at + 1 } else { at.wrapping_sub(1) };
        if to == usize::MAX || to > self.history.len() {
            let nothing = match forwards {
                true => "there is nothing to redo",
                false => "there is nothing to undo",
            };
            return Err(EditRefused::Senseless(nothing.to_owned()));
        }
        self.go_to(to)
    }

    /// Takes a gesture back, as if it had never been.
    pub(crate) fn cancel(&mut self, gesture: &str) -> Result<Done, EditRefused> {
        if self.editing.is_none() {
            return Err(nothing_open());
        }
        let rewound = self.rewind(Some(gesture));
        Ok(self.forget(rewound))
    }

    /// The document becomes another one, as one step.
    pub(super) fn replace(&mut self, text: &str, name: &str) -> Result<Vec<Frame>, String> {
        let Some(editing) = &mut self.editing else {
            return Err("nothing is open".to_owned());
        };
        let replaced = editing.replace_with(text, self.includes.clone());
        replaced.map_err(|diagnostics| diagnostics.to_string())?;
        self.history.leave_journal();
        let mut trace = Trace::default();
        trace.follow(editing);
        self.history.push(Step {
            name: name.to_owned(),
            edits: 1,
            before: None,
            after: None,
            replay: Vec::new(),
            gesture: None,
            serial: 0,
        });
        Ok(self.tell(trace))
    }
}

pub(crate) fn nothing_open() -> EditRefused {
    EditRefused::Senseless(
        "the file could not be read, so there is nothing to edit; mend it first".to_owned(),
    )
}

fn undo(editing: &mut Editing, edits: usize, trace: &mut Trace) {
    for _ in 0..edits {
        editing.undo();
        trace.follow(editing);
    }
}

/// Applies all edits, or none; then what was undone before can still be redone.
fn apply_all(editing: &mut Editing, edits: &[Edit], trace: &mut Trace) -> Result<(), EditRefused> {
    let applied = editing.apply_all(edits);
    trace.follow(editing);
    applied.map_err(|(_, refused)| refused)
}

/// What was selected, by the ids that they have now.
fn renamed(editing: &Editing, mut selection: Vec<Text>, edits: &[Edit]) -> Vec<Text> {
    for edit in edits {
        let Edit::Rename { id, to } = edit else {
            continue;
        };
        let by_name = || {
            let above = id.as_str().rsplit_once('_').map(|(above, _)| above)?;
            Some(Text::from(format!("{above}_{to}")))
        };
        let new = match editing.scene().node(to) {
            Some(_) => Some(to.clone()),
            None => by_name(),
        };
        if let (Some(at), Some(new)) = (selection.iter().position(|old| old == id), new) {
            selection[at] = new;
        }
    }
    selection
}
