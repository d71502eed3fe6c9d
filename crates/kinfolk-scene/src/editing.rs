//! A document under edit, alive: edits change it, its forest follows, and everything can be undone.

mod authored;
mod compare;
mod drag;
mod hand;
mod in_template;
mod manuscript;
mod region;
mod short_way;
mod touched;

use kinfolk::{Changes, Forest, Node2};

use crate::diagnostic::Diagnostics;
use crate::document::Document;
use crate::edit::{Desk, Edit, EditRefused, Step, Trace};
use crate::finding::Findings;
use crate::include::Includes;
use crate::load::load_with;
use crate::plan::Plan;
use crate::resolve;
use crate::scene::Scene;

use compare::Comparison;
use manuscript::Manuscript;

pub use authored::Authored;
pub use drag::{OwnAxis, Pull, Snap};
pub use hand::Wish;
pub use touched::Touched;

/// A document, the scene that came out of it, and all that was done to them.
///
/// After every edit the document is valid, and the forest is what a fresh load of the document
/// would give, bit for bit. Nodes that an edit does not concern keep their [`NodeId`](kinfolk::NodeId)s.
///
/// ```
/// use kinfolk_scene::{Document, Editing};
///
/// let document: Document = r#"{ "entities": [{ "id": "lamp", "transform": { "y": 3 } }] }"#.parse()?;
/// let mut editing = Editing::new(document)?;
/// let before = editing.document().to_text();
///
/// let edit = r#"{ "edit": "set", "id": "lamp", "key": "transform.y", "value": 5 }"#.parse()?;
/// editing.apply(&edit)?;
/// let lamp = editing.scene().node("lamp").unwrap();
/// assert_eq!(editing.forest().world_position(lamp).unwrap().y, 5.0);
///
/// editing.undo();
/// assert_eq!(editing.document().to_text(), before);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Editing {
    document: Document,
    scene: Scene,
    forest: Forest<Node2>,
    /// What takes edits back, the last edit last.
    undo: Vec<Past>,
    /// What does them again.
    redo: Vec<Past>,
    /// The text that the document was read from, unless it is in canonical form.
    manuscript: Option<Manuscript>,
    /// What it includes.
    includes: Includes,
    /// What the last edit, undo or redo has done to the nodes.
    touched: Touched,
    /// Counts how often templates may have become others.
    template_changes: u64,
}

/// The way to another state.
#[derive(Debug)]
enum Past {
    /// By these steps.
    Steps(Vec<Step>),
    /// By taking another document, with its text and what it includes.
    Whole(Box<Document>, Option<Manuscript>, Includes),
}

impl Editing {
    /// Begins with a valid document.
    ///
    /// # Errors
    /// What is wrong with the document.
    pub fn new(document: Document) -> Result<Self, Diagnostics> {
        let plan = resolve::resolve(&document)?;
        let mut forest = Forest::new();
        let shell = Document {
            templates: document.templates.clone(),
            ..Document::default()
        };
        let scene = Scene::instantiate(shell, plan, &mut forest);
        let Ok(scene) = scene else {
            unreachable!("a forest without a limit takes every plan")
        };
        forest.update();
        Ok(Self {
            document,
            scene,
            forest,
            undo: Vec::new(),
            redo: Vec::new(),
            manuscript: None,
            includes: Includes::default(),
            touched: Touched::default(),
            template_changes: 0,
        })
    }

    /// Begins with a text; edits keep its comments and its layout.
    ///
    /// # Errors
    /// What is wrong with the document.
    pub fn with_text(text: &str) -> Result<Self, Diagnostics> {
        Self::with_includes(text, Includes::default())
    }

    /// As [`with_text`](Self::with_text), with the documents that it includes. Their templates can be used, and
    /// not be changed.
    ///
    /// # Errors
    /// What is wrong with the document.
    pub fn with_includes(text: &str, includes: Includes) -> Result<Self, Diagnostics> {
        let (document, _) = load_with(text, &includes).into_parts()?;
        let mut editing = Self::new(document)?;
        editing.includes = includes;
        editing.manuscript = Manuscript::new(text, &editing.document);
        Ok(editing)
    }

    /// The text as it is now: with comments and layout if it began with a text, else in canonical
    /// form. It is put together here, once for all edits, and takes as long as reading the text.
    #[must_use]
    pub fn text(&self) -> String {
        match &self.manuscript {
            Some(manuscript) => manuscript.to_text(&self.document),
            None => self.document.to_text(),
        }
    }

    /// The document as it is now.
    #[must_use]
    pub const fn document(&self) -> &Document {
        &self.document
    }

    /// Who is who in the forest.
    #[must_use]
    pub const fn scene(&self) -> &Scene {
        &self.scene
    }

    /// What came out of the document.
    #[must_use]
    pub const fn forest(&self) -> &Forest<Node2> {
        &self.forest
    }

    /// The nodes whose values the last edit, undo or redo has changed.
    #[must_use]
    pub fn changes(&self) -> Changes<'_> {
        self.forest.changes()
    }

    /// The nodes that the last edit, undo or redo has planted, moved, removed or changed in
    /// another way than by their effective values. An edit that is refused leaves the list as it is.
    #[must_use]
    pub const fn touched(&self) -> &Touched {
        &self.touched
    }

    /// Counts how often templates may have become others: as long as it is the same number,
    /// they are the same templates.
    #[must_use]
    pub const fn template_changes(&self) -> u64 {
        self.template_changes
    }

    /// How many edits can be undone.
    #[must_use]
    pub const fn undo_len(&self) -> usize {
        self.undo.len()
    }

    /// How many edits can be redone.
    #[must_use]
    pub const fn redo_len(&self) -> usize {
        self.redo.len()
    }

    /// Forgets the edits that were undone: they can no longer be redone.
    pub fn forget_redo(&mut self) {
        self.redo.clear();
    }

    /// Changes the document. Edits that were undone can no longer be redone.
    ///
    /// # Errors
    /// If it makes no sense or the document would not be valid; then nothing has changed.
    pub fn apply(&mut self, edit: &Edit) -> Result<(), EditRefused> {
        self.touched = self.change(edit)?;
        self.forest.update();
        Ok(())
    }

    /// As [`apply`](Self::apply), before the forest is updated.
    fn change(&mut self, edit: &Edit) -> Result<Touched, EditRefused> {
        let (document, scene) = (&mut self.document, &self.scene);
        let (undo, trace) = Desk::apply(document, scene, &mut self.forest, edit)?;
        let touched = match self.follow(&trace) {
            Ok(touched) => touched,
            Err(diagnostics) => {
                Step::take_all(undo, &mut self.document);
                return Err(EditRefused::Wrong(diagnostics));
            }
        };
        if let Some(manuscript) = &mut self.manuscript {
            manuscript.remember(&undo);
        }
        self.undo.push(Past::Steps(undo));
        self.redo.clear();
        Ok(touched)
    }

    /// Makes the document what this text says, with its comments and its layout, as one change
    /// that can be undone. Nodes whose ids are in both keep their [`NodeId`](kinfolk::NodeId)s.
    ///
    /// ```
    /// use kinfolk_scene::Editing;
    ///
    /// let before = r#"{ "entities": [{ "id": "lamp" }] } // one lamp"#;
    /// let mut editing = Editing::with_text(before)?;
    ///
    /// editing.replace(r#"{ "entities": [{ "id": "lamp" }, { "id": "moth" }] } // and a moth"#)?;
    /// assert!(editing.scene().node("moth").is_some());
    ///
    /// editing.undo();
    /// assert_eq!(editing.text(), before);
    /// # Ok::<(), kinfolk_scene::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with the text; then nothing has changed.
    pub fn replace(&mut self, text: &str) -> Result<(), Diagnostics> {
        self.replace_with(text, self.includes.clone())
    }

    /// As [`replace`](Self::replace), with what it includes: other documents, or the same with other contents.
    ///
    /// # Errors
    /// As there.
    pub fn replace_with(&mut self, text: &str, includes: Includes) -> Result<(), Diagnostics> {
        let (document, plan) = load_with(text, &includes).into_parts()?;
        let manuscript = Manuscript::new(text, &document);
        let before = std::mem::replace(&mut self.document, document);
        self.touched = self.become_plan(plan);
        self.forest.update();
        let manuscript = std::mem::replace(&mut self.manuscript, manuscript);
        let includes = std::mem::replace(&mut self.includes, includes);
        self.undo
            .push(Past::Whole(Box::new(before), manuscript, includes));
        self.redo.clear();
        Ok(())
    }

    /// The documents that it includes.
    #[must_use]
    pub const fn includes(&self) -> &Includes {
        &self.includes
    }

    /// Changes the document by all of these edits, or by none. Each can be undone by itself.
    ///
    /// # Errors
    /// The index of the first edit that is refused, and why. Entities that were removed and came
    /// back then have other [`NodeId`](kinfolk::NodeId)s; [`touched`](Self::touched) lists them.
    pub fn apply_all<'e>(
        &mut self,
        edits: impl IntoIterator<Item = &'e Edit>,
    ) -> Result<(), (usize, EditRefused)> {
        let redo = std::mem::take(&mut self.redo);
        let mut touched = Touched::default();
        let mut refused = None;
        for (index, edit) in edits.into_iter().enumerate() {
            match self.change(edit) {
                Ok(next) => touched.then(next),
                Err(why) => {
                    refused = Some((index, why));
                    break;
                }
            }
        }
        if let Some((index, _)) = &refused {
            for _ in 0..*index {
                self.undo();
                touched.then(std::mem::take(&mut self.touched));
            }
            self.redo = redo;
        }
        touched.settle(&self.forest);
        self.touched = touched;
        self.forest.update();
        refused.map_or(Ok(()), Err)
    }

    /// Takes the last edit back; says whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(past) = self.undo.pop() else {
            return false;
        };
        let past = self.retrace(past);
        self.redo.push(past);
        true
    }

    /// Does the edit again that was undone last; says whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(past) = self.redo.pop() else {
            return false;
        };
        let past = self.retrace(past);
        self.undo.push(past);
        true
    }

    /// Goes there, and says how to come back.
    fn retrace(&mut self, past: Past) -> Past {
        let (back, followed) = match past {
            Past::Steps(steps) => {
                let taken = Step::take_all(steps, &mut self.document);
                let (steps, trace) = taken.unwrap_or_default();
                (Past::Steps(steps), self.follow(&trace))
            }
            Past::Whole(mut document, mut manuscript, mut includes) => {
                std::mem::swap(&mut self.document, &mut document);
                std::mem::swap(&mut self.manuscript, &mut manuscript);
                std::mem::swap(&mut self.includes, &mut includes);
                let back = Past::Whole(document, manuscript, includes);
                (back, self.follow_all())
            }
        };
        debug_assert!(followed.is_ok(), "the document was like this before");
        self.touched = followed.unwrap_or_default();
        self.forest.update();
        back
    }

    /// Makes the forest what comes out of the document now.
    fn follow(&mut self, trace: &Trace) -> Result<Touched, Diagnostics> {
        if trace.is_empty() {
            return Ok(Touched::default());
        }
        let (scene, forest) = (&mut self.scene, &mut self.forest);
        match short_way::follow(&self.document, scene, forest, trace) {
            Some(touched) => Ok(touched),
            None => self.follow_all(),
        }
    }

    fn follow_all(&mut self) -> Result<Touched, Diagnostics> {
        let mut findings = Findings::default();
        let plan = resolve::resolve_into(&self.document, &mut findings);
        match plan.filter(|_| !findings.has_errors()) {
            Some(plan) => Ok(self.become_plan(plan)),
            None => Err(findings.into_diagnostics(None)),
        }
    }

    /// Makes the forest what the plan says.
    fn become_plan(&mut self, plan: Plan) -> Touched {
        let comparison = Comparison::new(&self.scene, &plan, &mut self.forest);
        let (nodes, touched) = comparison.carry_out();
        let templates = &mut self.scene.document.templates;
        templates.clone_from(&self.document.templates);
        self.template_changes += 1;
        self.scene.replant(plan, nodes);
        touched
    }
}
