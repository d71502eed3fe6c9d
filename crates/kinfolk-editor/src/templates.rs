//! The templates of the document, for pages: how often each is used, and what it looks like.
//!
//! Uses are counted when the scene is opened and then kept by what edits touch, however large the scene is. Pictures are
//! made anew only when templates may have changed: every template is planted once, in a forest of its own.

use std::collections::HashMap;
use std::sync::Arc;

use kinfolk::{DrawOrder, NodeId};
use kinfolk_scene::{Document, Editing, Entity, Field, Json, Limits, Template, Text};
use serde::Serialize;
use serde_json::Value;

use crate::looks::Looks;
use crate::protocol::Frame;
use crate::rows::in_tree_order;
use crate::trace::Trace;

/// More templates than this are only counted.
const MOST: usize = 2000;

/// More pieces of a picture than this are not seen in it.
const MOST_PIECES: usize = 64;

/// Templates that would plant more than this have pictures of themselves alone.
const MOST_PLANTED: u32 = 20_000;

/// A description that is longer is cut.
const MOST_LETTERS: usize = 400;

/// One look, and where it is in the picture of a template.
type Piece = (i64, [f32; 6]);

/// What pages have been told about templates.
#[derive(Debug, Default)]
pub(crate) struct Templates {
    /// By [`NodeId::index`]: who is there, and what it is made of.
    made_of: Vec<Option<(NodeId, usize)>>,
    by_name: HashMap<Text, usize>,
    /// How many are made of it, by the same index.
    counts: Vec<usize>,
    are_counts_new: bool,
    /// [`Editing::template_changes`] that the pictures were made for.
    pictured: Option<u64>,
    pictures: HashMap<Text, Vec<Piece>>,
    told: Option<Arc<str>>,
}

#[derive(Serialize)]
struct Message<'a> {
    is: &'static str,
    list: Vec<Listed<'a>>,
    /// How many are left out.
    more: usize,
    looks: Vec<&'a Value>,
}

#[derive(Serialize)]
struct Listed<'a> {
    name: &'a str,
    description: Option<String>,
    extends: Option<&'a str>,
    uses: usize,
    slots: Vec<&'a str>,
    /// Indexes into the message's looks, and six numbers.
    picture: Vec<(usize, [f32; 6])>,
}

impl Templates {
    /// Counts everything.
    pub(crate) fn begin(&mut self, editing: &Editing) {
        *self = Self::default();
        for node in in_tree_order(editing) {
            self.note(editing, node);
        }
    }

    /// Counts what edits touched.
    pub(crate) fn follow(&mut self, editing: &Editing, trace: &Trace) {
        for &node in &trace.gone {
            if let Some(known) = self.made_of.get_mut(node.index())
                && let Some((_, index)) = known.take_if(|(other, _)| *other == node)
            {
                self.counts[index] -= 1;
                self.are_counts_new = true;
            }
        }
        for &node in trace.moved.iter().chain(&trace.changed) {
            if editing.forest().contains(node) {
                self.note(editing, node);
            }
        }
    }

    /// An image was found: what shows it looks different.
    pub(crate) fn forget_pictures(&mut self) {
        self.pictured = None;
    }

    fn note(&mut self, editing: &Editing, node: NodeId) {
        let template = editing.scene().template(node);
        let now = template.map(|name| (node, self.index(name)));
        let at = node.index();
        if self.made_of.len() <= at {
            self.made_of.resize(at + 1, None);
        }
        if self.made_of[at] == now {
            return;
        }
        if let Some((_, index)) = std::mem::replace(&mut self.made_of[at], now) {
            self.counts[index] -= 1;
        }
        if let Some((_, index)) = now {
            self.counts[index] += 1;
        }
        self.are_counts_new = true;
    }

    fn index(&mut self, name: &str) -> usize {
        if let Some(&index) = self.by_name.get(name) {
            return index;
        }
        self.counts.push(0);
        self.by_name.insert(name.into(), self.counts.len() - 1);
        self.counts.len() - 1
    }

    /// The frame, if it is not what pages know.
    pub(crate) fn news(&mut self, editing: &Editing, looks: &mut Looks) -> Option<Frame> {
        let same = self.pictured == Some(editing.template_changes()) && !self.are_counts_new;
        if same && self.told.is_some() {
            return None;
        }
        let before = self.told.take();
        let frame = self.frame(editing, looks);
        (before != self.told).then_some(frame)
    }

    /// Everything about templates.
    pub(crate) fn frame(&mut self, editing: &Editing, looks: &mut Looks) -> Frame {
        if self.pictured != Some(editing.template_changes()) {
            self.pictures = pictures(editing.document(), looks);
            self.pictured = Some(editing.template_changes());
            self.told = None;
        }
        if self.are_counts_new || self.told.is_none() {
            self.are_counts_new = false;
            self.told = Some(self.written(editing.document(), looks.table()).into());
        }
        Frame::Text(self.told.clone().unwrap_or_default())
    }

    fn written(&self, document: &Document, table: &[Value]) -> String {
        let uses = self.uses(document);
        let mut looks = Vec::new();
        let mut known: HashMap<i64, usize> = HashMap::new();
        let templates = document.templates.iter().take(MOST);
        let list: Vec<Listed<'_>> = templates
            .map(|(name, template)| {
                let pieces = self.pictures.get(name).map_or(&[][..], Vec::as_slice);
                let pieces = pieces.iter().filter_map(|(look, matrix)| {
                    let value = table.get(usize::try_from(*look).ok()?)?;
                    let local = *known.entry(*look).or_insert_with(|| {
                        looks.push(value);
                        looks.len() - 1
                    });
                    Some((local, *matrix))
                });
                Listed {
                    name,
                    description: template.description.as_deref().map(cut),
                    extends: template.extends.as_deref(),
                    uses: uses.get(name.as_str()).copied().unwrap_or(0),
                    slots: template.slots.keys().map(Text::as_str).collect(),
                    picture: pieces.collect(),
                }
            })
            .collect();
        let message = Message {
            is: "templates",
            more: document.templates.len() - list.len(),
            list,
            looks,
        };
        let written = serde_json::to_string(&message);
        debug_assert!(written.is_ok(), "our own messages are JSON");
        written.unwrap_or_default()
    }

    /// How many living entities follow each template: those made of it or of a variant of it.
    fn uses<'d>(&self, document: &'d Document) -> HashMap<&'d str, usize> {
        let mut uses: HashMap<&str, usize> = HashMap::new();
        for (name, template) in &document.templates {
            let own = self
                .by_name
                .get(name)
                .map_or(0, |&index| self.counts[index]);
            if own == 0 {
                continue;
            }
            *uses.entry(name).or_default() += own;
            let mut next = template.extends.as_deref();
            // A valid document has no loops; this ends in any case.
            for _ in 0..document.templates.len() {
                let Some((base, template)) =
                    next.and_then(|next| document.templates.get_key_value(next))
                else {
                    break;
                };
                *uses.entry(base).or_default() += own;
                next = template.extends.as_deref();
            }
        }
        uses
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MOST_LETTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// What each template looks like.
fn pictures(document: &Document, looks: &mut Looks) -> HashMap<Text, Vec<Piece>> {
    let names: Vec<&Text> = document.templates.keys().take(MOST).collect();
    let one_of_each = names.iter().enumerate().map(|(index, name)| Entity {
        id: Some(index.to_string().into()),
        template: Field::Set((*name).clone()),
        ..Entity::default()
    });
    let planted = Editing::new(Document {
        templates: document.templates.clone(),
        entities: one_of_each.collect(),
        limits: Some(Limits {
            max_entities: Some(MOST_PLANTED),
            max_depth: document.limits.as_ref().and_then(|limits| limits.max_depth),
            ..Limits::default()
        }),
        ..Document::default()
    });
    let Ok(planted) = planted else {
        let alone = names
            .iter()
            .map(|&name| (name.clone(), alone(document, name, looks)));
        return alone.collect();
    };
    let (scene, forest) = (planted.scene(), planted.forest());
    let mut order = DrawOrder::new();
    order.refresh(forest);
    let mut pictures: HashMap<Text, Vec<Piece>> = HashMap::new();
    for &node in order.nodes() {
        let Some(sprite) = scene.fields(node).and_then(|fields| fields.sprite.set()) else {
            continue;
        };
        let root = forest.ancestors(node).last().unwrap_or(node);
        let Some(name) = scene.template(root) else {
            continue;
        };
        let pieces = pictures.entry(name.into()).or_default();
        if pieces.len() < MOST_PIECES
            && let Some(world) = forest.effective(node)
        {
            pieces.push((looks.of(sprite), world.to_array()));
        }
    }
    pictures
}

/// The picture of a template without its children.
fn alone(document: &Document, name: &str, looks: &mut Looks) -> Vec<Piece> {
    let mut next: Option<&Template> = document.templates.get(name);
    let mut sprite: Option<&Json> = None;
    for _ in 0..=document.templates.len() {
        let Some(template) = next.filter(|_| sprite.is_none()) else {
            break;
        };
        sprite = template.fields.sprite.set();
        next = template
            .extends
            .as_deref()
            .and_then(|base| document.templates.get(base));
    }
    let look = sprite.map(|sprite| (looks.of(sprite), [1.0, 0.0, 0.0, 1.0, 0.0, 0.0]));
    look.into_iter().collect()
}
