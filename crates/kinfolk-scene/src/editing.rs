//! A document under edit, alive: edits change it, its forest follows, and everything can be undone.

mod authored;
mod hand;

use std::collections::HashMap;

use kinfolk::{Changes, Forest, Node2, NodeId, Spot};

use crate::capture;
use crate::diagnostic::Diagnostics;
use crate::document::{Document, Entity};
use crate::edit::{self, Address, Desk, Edit, EditRefused, Step};
use crate::finding::Findings;
use crate::json::Text;
use crate::plan::{NONE, Plan};
use crate::resolve;
use crate::scene::Scene;

pub use authored::Authored;
pub use hand::Wish;

/// A document, the scene that came out of it, and all that was done to them.
///
/// After every edit the document is valid, and the forest is what a fresh load of the document
/// would give, bit for bit. Nodes that an edit does not concern keep their [`NodeId`]s.
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
    /// The text that the document was read from, with all edits.
    text: Option<String>,
    /// Whether the plan no longer has its nodes in order, because some went elsewhere.
    rearranged: bool,
}

/// The way to another state, and the text there.
#[derive(Debug)]
struct Past {
    steps: Vec<Step>,
    text: Option<String>,
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
            text: None,
            rearranged: false,
        })
    }

    /// Begins with a text; edits keep its comments and its layout.
    ///
    /// # Errors
    /// What is wrong with the document.
    pub fn with_text(text: &str) -> Result<Self, Diagnostics> {
        let (document, _) = crate::load(text).into_parts()?;
        let mut editing = Self::new(document)?;
        if editing.document.to_text() != text {
            editing.text = Some(text.to_owned());
        }
        Ok(editing)
    }

    /// The text as it is now: with comments and layout if it began with a text, else in canonical
    /// form.
    #[must_use]
    pub fn text(&self) -> String {
        match &self.text {
            Some(text) if text.parse().as_ref() == Ok(&self.document) => text.clone(),
            _ => self.document.to_text(),
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

    /// Changes the document. Edits that were undone can no longer be redone.
    ///
    /// # Errors
    /// If it makes no sense or the document would not be valid; then nothing has changed.
    pub fn apply(&mut self, edit: &Edit) -> Result<(), EditRefused> {
        let (document, scene) = (&mut self.document, &self.scene);
        let text = self.text.clone();
        let (undo, text) = Desk::apply(document, scene, &mut self.forest, text, edit)?;
        let moved = match edit {
            Edit::Move { ids, .. } => self.follow_moved(ids).is_some(),
            _ => false,
        };
        if moved {
            self.forest.update();
        } else if let Err(diagnostics) = self.follow(&undo) {
            Step::take_all(undo, &mut self.document);
            return Err(EditRefused::Wrong(diagnostics));
        }
        self.undo.push(Past {
            steps: undo,
            text: std::mem::replace(&mut self.text, text),
        });
        self.redo.clear();
        Ok(())
    }

    /// Changes the document by all of these edits, or by none.
    ///
    /// # Errors
    /// The index of the first edit that is refused, and why.
    pub fn apply_all<'e>(
        &mut self,
        edits: impl IntoIterator<Item = &'e Edit>,
    ) -> Result<(), (usize, EditRefused)> {
        let redo = std::mem::take(&mut self.redo);
        for (index, edit) in edits.into_iter().enumerate() {
            if let Err(refused) = self.apply(edit) {
                for _ in 0..index {
                    self.undo();
                }
                self.redo = redo;
                return Err((index, refused));
            }
        }
        Ok(())
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
        let steps = Step::take_all(past.steps, &mut self.document).unwrap_or_default();
        let followed = self.follow(&steps);
        debug_assert!(followed.is_ok(), "the document was like this before");
        Past {
            steps,
            text: std::mem::replace(&mut self.text, past.text),
        }
    }

    /// Makes the forest what comes out of the document now, after steps that `undo` takes back.
    fn follow(&mut self, undo: &[Step]) -> Result<(), Diagnostics> {
        match self.follow_one(undo) {
            Some(followed) => followed?,
            None => self.follow_all()?,
        }
        self.forest.update();
        Ok(())
    }

    fn follow_all(&mut self) -> Result<(), Diagnostics> {
        let mut findings = Findings::default();
        let plan = resolve::resolve_into(&self.document, &mut findings);
        let Some(plan) = plan.filter(|_| !findings.has_errors()) else {
            return Err(findings.into_diagnostics(None));
        };
        self.scene
            .document
            .templates
            .clone_from(&self.document.templates);
        let nodes = self.become_plan(&plan);
        self.scene.replant(plan, nodes);
        self.rearranged = false;
        Ok(())
    }

    /// The short way, if one entity is like something else and nobody has come or gone. `None`
    /// if it is not that simple.
    fn follow_one(&mut self, undo: &[Step]) -> Option<Result<(), Diagnostics>> {
        let [Step::Change(address, old)] = undo else {
            return None;
        };
        let entity = address.find_written(&self.document)?;
        let same_one =
            entity.id == old.id && entity.name == old.name && entity.parent == old.parent;
        let in_slot = entity.fields.slot.set().is_some() || old.fields.slot.set().is_some();
        if !same_one || in_slot {
            return None;
        }
        let place = self.scene.place_at(&self.document, address)?;
        let id = self.scene.plan.id(place);
        let alone = as_root(entity, &id);
        let mut findings = Findings::default();
        let plan = resolve::resolve_entities(&self.document, &[alone], &mut findings);
        let Some(plan) = plan.filter(|_| !findings.has_errors()) else {
            return Some(Err(findings.into_diagnostics(None)));
        };
        if !self.scene.has_parts_like(place, &plan) {
            return None;
        }
        for (offset, planned) in plan.nodes.iter().enumerate() {
            let node = self.scene.nodes[place as usize + offset];
            write(&mut self.forest, node, planned.value);
        }
        self.scene.repaint(place, plan);
        Some(Ok(()))
    }

    /// The short way for entities that have other parents and are the same otherwise: they keep
    /// their ids, and so does everything below. `None` if it is not that simple.
    fn follow_moved(&mut self, ids: &[Text]) -> Option<()> {
        self.rearranged = true;
        for id in ids {
            let place = self.scene.plan.table.find(&self.scene.plan, id)?;
            let address = edit::address(&self.document, id)?;
            let entity = address.find_written(&self.document)?;
            if entity.fields.slot.set().is_some() {
                return None;
            }
            let (flat, parent) = match (&entity.parent, address.path.len()) {
                (Some(parent), _) => {
                    let parent = self.scene.plan.table.find(&self.scene.plan, parent)?;
                    (true, Some(parent))
                }
                (None, 1) => (false, None),
                (None, depth) => {
                    let above = address.above(depth - 1);
                    (false, Some(self.scene.place_at(&self.document, &above)?))
                }
            };
            let alone = as_root(entity, id);
            let mut findings = Findings::default();
            let plan = resolve::resolve_entities(&self.document, &[alone], &mut findings)?;
            if findings.has_errors() || !self.scene.has_parts_like(place, &plan) {
                return None;
            }
            let node = self.scene.nodes[place as usize];
            let spot = self.spot(&address, flat, parent)?;
            self.forest.attach(node, spot).ok()?;
            write(&mut self.forest, node, plan.nodes[0].value);
            self.scene.adopt(place, parent, flat, id);
            self.scene.repaint(place, plan);
        }
        Some(())
    }

    /// Where in the forest the entity at this address belongs.
    fn spot(&self, address: &Address, flat: bool, parent: Option<u32>) -> Option<Spot> {
        let parent = parent.map(|parent| self.scene.nodes[parent as usize]);
        if flat {
            return Some(Spot::Under(parent?)); // it was put at the end of the document
        }
        let (&index, _) = address.path.split_last()?;
        let before = (0..index).rev().find_map(|index| {
            let mut sibling = address.clone();
            *sibling.path.last_mut()? = index;
            let entity = sibling.find_written(&self.document)?;
            if address.path.len() == 1 && entity.parent.is_some() {
                return None;
            }
            let place = self.scene.place_at(&self.document, &sibling)?;
            Some(self.scene.nodes[place as usize])
        });
        let part = || {
            let mut children = self.forest.children(parent?);
            children.rfind(|&child| !self.scene.is_written(child))
        };
        Some(match (before.or_else(part), parent) {
            (Some(before), _) => Spot::After(before),
            (None, Some(parent)) => Spot::At(parent, 0),
            (None, None) => Spot::RootAt(0),
        })
    }

    /// Changes the forest as little as possible; gives back the nodes in the order of the plan.
    fn become_plan(&mut self, plan: &Plan) -> Vec<NodeId> {
        let old = &self.scene;
        let same_shape = !self.rearranged
            && old.plan.nodes.len() == plan.nodes.len()
            && old
                .plan
                .nodes
                .iter()
                .zip(&plan.nodes)
                .all(|(old, new)| old.hash == new.hash && old.parent == new.parent);
        if same_shape {
            for (index, planned) in plan.nodes.iter().enumerate() {
                let node = old.nodes[index];
                write(&mut self.forest, node, planned.value);
            }
            return old.nodes.clone();
        }
        let mut nodes: Vec<NodeId> = Vec::with_capacity(plan.nodes.len());
        let mut kept = vec![false; old.plan.nodes.len()];
        for place in 0..plan.nodes.len() as u32 {
            let planned = &plan.nodes[place as usize];
            let parent = (planned.parent != NONE).then(|| nodes[planned.parent as usize]);
            let twin = old.plan.table.find(&old.plan, &plan.id(place));
            let node = match twin {
                Some(twin) => {
                    kept[twin as usize] = true;
                    let node = old.nodes[twin as usize];
                    // Everybody above is where it belongs by now, so there is no loop.
                    let moved = self.forest.parent(node) == parent
                        || self.forest.attach(node, Spot::from(parent)).is_ok();
                    debug_assert!(moved, "plans have no loops");
                    write(&mut self.forest, node, planned.value);
                    node
                }
                None => match self.forest.plant_at(Spot::from(parent), planned.value) {
                    Ok(node) => node,
                    Err(_) => unreachable!("plans are finite, and their parents are planted"),
                },
            };
            nodes.push(node);
        }
        for (twin, kept) in kept.into_iter().enumerate() {
            if !kept && self.forest.contains(old.nodes[twin]) {
                let removed = self.forest.remove(old.nodes[twin]);
                debug_assert!(removed.is_ok(), "it is there");
            }
        }
        self.sort_siblings(plan, &nodes);
        nodes
    }

    /// Brings siblings into the order of the plan; those that are in order are not touched.
    fn sort_siblings(&mut self, plan: &Plan, nodes: &[NodeId]) {
        let mut last: HashMap<Option<NodeId>, NodeId> = HashMap::new();
        for (planned, &node) in plan.nodes.iter().zip(nodes) {
            let parent = (planned.parent != NONE).then(|| nodes[planned.parent as usize]);
            let before = last.insert(parent, node);
            if self.forest.previous_sibling(node) == before {
                continue;
            }
            let spot = match (before, parent) {
                (Some(before), _) => Spot::After(before),
                (None, Some(parent)) => Spot::At(parent, 0),
                (None, None) => Spot::RootAt(0),
            };
            let moved = self.forest.attach(node, spot);
            debug_assert!(moved.is_ok(), "a sibling can go beside a sibling");
        }
    }
}

/// What an entity is by itself: its parts come out of it wherever it hangs.
fn as_root(entity: &Entity, id: &str) -> Entity {
    Entity {
        id: Some(id.into()),
        parent: None,
        ..entity.alone()
    }
}

/// Gives a node this value, if it has another one.
fn write(forest: &mut Forest<Node2>, node: NodeId, value: Node2) {
    let has_it = forest
        .value(node)
        .is_some_and(|old| capture::same(&old, &value));
    let written = has_it || forest.set(node, value).is_ok();
    debug_assert!(written, "plans are finite");
}
