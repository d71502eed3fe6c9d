//! The living scene as rows for pages, whole and in parts.
//!
//! A row is named by the [`index`](NodeId::index) of its node. What many rows share (templates,
//! looks, tags) is in tables that only grow; when they have much that nobody needs any more, everything
//! is told anew.

use std::collections::{HashMap, HashSet};

use kinfolk::{DrawOrder, NodeId};
use kinfolk_scene::{FieldSet, Fields, Text};
use serde::Serialize;

use crate::living::Living;
use crate::looks::Looks;
use crate::protocol::{Frame, flags};
use crate::trace::Trace;

/// What pages have been told.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    /// Which world they are of; the document's has no name.
    of: Option<&'static str>,
    strings: Vec<Text>,
    by_string: HashMap<Text, i64>,
    pub(crate) looks: Looks,
    tags: Vec<Vec<Text>>,
    by_tags: HashMap<Vec<Text>, i64>,
    /// Look and tags of fields that were seen, by where they are; they are kept so that no others
    /// can be there.
    seen: HashMap<usize, (Fields, i64, i64)>,
    /// By [`NodeId::index`]: whether it has a look.
    has_look: Vec<bool>,
    /// Parts that something is overridden about.
    overridden: HashSet<NodeId>,
    order: DrawOrder,
    /// The order that pages know.
    told: Vec<u32>,
    told_strings: usize,
    told_looks: usize,
    told_tags: usize,
}

/// Rows as columns.
#[derive(Debug, Default, Serialize)]
struct Columns<'a> {
    keys: Vec<u32>,
    parents: Vec<i64>,
    ids: Vec<String>,
    names: Vec<&'a str>,
    templates: Vec<i64>,
    looks: Vec<i64>,
    tags: Vec<i64>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Message<'a> {
    is: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<&'static str>,
    revision: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    gone: Option<Vec<u32>>,
    rows: Columns<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moved: Option<Vec<[i64; 3]>>,
    worlds: Vec<u32>,
    /// Where in the three tables the following entries begin. A page that came since the last change knows some of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<[usize; 3]>,
    strings: &'a [Text],
    looks: &'a [serde_json::Value],
    tags: &'a [Vec<Text>],
}

#[derive(Serialize)]
struct OrderMessage {
    is: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<&'static str>,
    revision: u64,
}

/// Nodes whose overrides are looked up one by one; with more, all are looked through.
const FEW: usize = 16;

/// The tables may have so many entries, and four for each entity. Entities need three at most, so that to begin
/// anew, which costs as much as there are entities, is seldom enough; a look takes more than a kilobyte, and every page
/// that is opened is told of all of them.
const MOST_SHARED: usize = 512;

/// Fields of former times that are kept before they are all forgotten.
const MOST_SEEN: usize = 256;

impl Rows {
    /// Rows of a world with a name, whose images are looked up as these were.
    pub(crate) fn of(world: &'static str, looks: Looks) -> Self {
        Self {
            of: Some(world),
            looks,
            ..Self::default()
        }
    }

    /// Forgets what it knows of another scene.
    pub(crate) fn begin<'a>(&mut self, living: impl Into<Living<'a>>) {
        let living = living.into();
        let looks = std::mem::take(&mut self.looks);
        *self = Self {
            of: self.of,
            looks: looks.emptied(),
            ..Self::default()
        };
        self.overridden = living.overridden().into_iter().collect();
        let nodes = in_tree_order(living);
        self.columns(living, &nodes);
        self.order.refresh(living.forest);
        self.mark_told();
        self.told = self.drawn();
    }

    /// Everything, for a page that knows nothing.
    pub(crate) fn scene<'a>(&mut self, living: impl Into<Living<'a>>, revision: u64) -> Vec<Frame> {
        let living = living.into();
        let nodes = in_tree_order(living);
        let rows = self.columns(living, &nodes);
        let message = Message {
            is: "scene",
            of: self.of,
            revision,
            gone: None,
            worlds: rows.keys.clone(),
            rows,
            moved: None,
            from: None,
            strings: &self.strings,
            looks: self.looks.table(),
            tags: &self.tags,
        };
        let scene = frame(&message, self.worlds(living, &nodes));
        vec![scene, self.order_frame(revision, &self.told)]
    }

    /// Whether the tables have much that nobody needs any more. Whoever remembers indexes into them begins
    /// anew, as this does when something is [`changed`](Self::changed).
    pub(crate) fn has_outgrown<'a>(&self, living: impl Into<Living<'a>>) -> bool {
        let entities = living.into().forest.len();
        let shared = self.strings.len() + self.looks.table().len() + self.tags.len();
        shared > MOST_SHARED + 4 * entities
    }

    /// What is different after edits; everything, if the tables have to be made anew.
    pub(crate) fn changed<'a>(
        &mut self,
        living: impl Into<Living<'a>>,
        mut trace: Trace,
        revision: u64,
    ) -> Vec<Frame> {
        let living = living.into();
        if self.has_outgrown(living) {
            self.begin(living);
            return self.scene(living, revision);
        }
        let forest = living.forest;
        trace.settle(forest);
        self.look_for_overrides(living, &mut trace);
        let mut fresh = trace.changed.clone();
        fresh.extend_from_slice(&trace.moved);
        fresh.sort_unstable();
        fresh.dedup();
        let rows = self.columns(living, &fresh);
        let message = Message {
            is: "changed",
            of: self.of,
            revision,
            gone: Some(trace.gone.iter().map(|&node| key(node)).collect()),
            rows,
            moved: Some(moved(living, &trace.moved)),
            worlds: trace.worlds.iter().map(|&node| key(node)).collect(),
            from: Some([self.told_strings, self.told_looks, self.told_tags]),
            strings: &self.strings[self.told_strings..],
            looks: &self.looks.table()[self.told_looks..],
            tags: &self.tags[self.told_tags..],
        };
        let mut frames = vec![frame(&message, self.worlds(living, &trace.worlds))];
        self.mark_told();
        self.order.refresh(forest);
        let drawn = self.drawn();
        if drawn != self.told {
            frames.push(self.order_frame(revision, &drawn));
            self.told = drawn;
        }
        frames
    }

    /// Pages know the tables as they are now.
    fn mark_told(&mut self) {
        self.told_strings = self.strings.len();
        self.told_looks = self.looks.table().len();
        self.told_tags = self.tags.len();
    }

    /// Those whose looks have to be told anew, since an image was found.
    pub(crate) fn forget_looks(&mut self) {
        self.seen.clear();
    }

    /// Finds out about which parts something is overridden now.
    fn look_for_overrides(&mut self, living: Living<'_>, trace: &mut Trace) {
        let Some(editing) = living.editing else {
            return; // without a document there is nothing to override
        };
        let scene = editing.scene();
        let touched = trace.changed.iter().chain(&trace.moved).copied();
        let touched: Vec<NodeId> = touched.collect();
        let is_instance = |&node: &NodeId| scene.is_written(node) && scene.template(node).is_some();
        if touched.len() > FEW || touched.iter().any(is_instance) {
            let now: HashSet<NodeId> = editing.overridden().into_iter().collect();
            let different = now.symmetric_difference(&self.overridden);
            trace.worlds.extend(different.copied());
            trace.settle(editing.forest());
            self.overridden = now;
            return;
        }
        for node in touched {
            if editing.is_overridden(node) {
                self.overridden.insert(node);
            } else {
                self.overridden.remove(&node);
            }
        }
    }

    fn columns<'a>(&mut self, living: Living<'a>, nodes: &[NodeId]) -> Columns<'a> {
        let Living { scene, forest, .. } = living;
        if self.seen.len() > MOST_SEEN + forest.len() {
            self.seen.clear();
        }
        let mut columns = Columns::default();
        for &node in nodes {
            let Some(id) = scene.id(node) else { continue };
            let name = scene.name(node).unwrap_or_default();
            let template = scene.template(node).map_or(-1, |name| self.string(name));
            let fields = scene.fields(node);
            let (look, written_tags) = fields.map_or((-1, -1), |fields| self.shared(fields));
            let tags = match living.tags {
                Some(tags) => self.tag_list(tags(node)),
                None => written_tags,
            };
            let index = node.index();
            if self.has_look.len() <= index {
                self.has_look.resize(index + 1, false);
            }
            self.has_look[index] = look >= 0;
            columns.keys.push(key(node));
            columns.parents.push(optional_key(forest.parent(node)));
            columns.ids.push(id);
            columns.names.push(name);
            columns.templates.push(template);
            columns.looks.push(look);
            columns.tags.push(tags);
        }
        columns
    }

    fn string(&mut self, text: &str) -> i64 {
        if let Some(&index) = self.by_string.get(text) {
            return index;
        }
        let index = self.strings.len() as i64;
        self.strings.push(text.into());
        self.by_string.insert(text.into(), index);
        index
    }

    /// The look and the tags of these fields.
    fn shared(&mut self, fields: &Fields) -> (i64, i64) {
        let known = std::ptr::from_ref::<FieldSet>(fields).addr();
        if let Some(&(_, look, tags)) = self.seen.get(&known) {
            return (look, tags);
        }
        let look = fields
            .sprite
            .set()
            .map_or(-1, |sprite| self.looks.of(sprite));
        let tags = fields
            .tags
            .set()
            .map_or(-1, |tags| self.tag_list(tags.as_slice()));
        self.seen.insert(known, (fields.clone(), look, tags));
        (look, tags)
    }

    /// The index of a list of tags; -1 if it is empty.
    pub(crate) fn tag_list(&mut self, tags: &[Text]) -> i64 {
        if tags.is_empty() {
            return -1;
        }
        if let Some(&index) = self.by_tags.get(tags) {
            return index;
        }
        let index = self.tags.len() as i64;
        self.tags.push(tags.to_vec());
        self.by_tags.insert(tags.to_vec(), index);
        index
    }

    fn worlds(&self, living: Living<'_>, nodes: &[NodeId]) -> Vec<u8> {
        let each = nodes.iter().flat_map(|&node| self.numbers(living, node));
        each.collect()
    }

    /// What a page is told of a node's place: six numbers, a layer, flags.
    pub(crate) fn numbers(&self, living: Living<'_>, node: NodeId) -> [u8; 32] {
        let Living { scene, forest, .. } = living;
        let own = forest.value(node).unwrap_or_default();
        let (matrix, z, visible, active) = match forest.effective(node) {
            Some(world) => (world.to_array(), world.z(), world.visible(), world.active()),
            None => ([0.0; 6], 0, false, false),
        };
        // What runs is no part of anything that is written.
        let is_written = living.editing.is_none() || scene.is_written(node);
        let mut bits = 0;
        for (is, bit) in [
            (own.visible, flags::VISIBLE),
            (visible, flags::VISIBLE_IN_TREE),
            (own.active, flags::ACTIVE),
            (active, flags::ACTIVE_IN_TREE),
            (is_written, flags::WRITTEN),
            (self.overridden.contains(&node), flags::OVERRIDDEN),
            (scene.template(node).is_some(), flags::INSTANCE),
        ] {
            if is {
                bits |= bit;
            }
        }
        let mut bytes = [0; 32];
        for (place, number) in bytes.chunks_exact_mut(4).zip(matrix) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        bytes[24..28].copy_from_slice(&z.to_le_bytes());
        bytes[28..].copy_from_slice(&bits.to_le_bytes());
        bytes
    }

    /// The keys of what is drawn, first drawn first.
    fn drawn(&self) -> Vec<u32> {
        let has_look = |node: &&NodeId| self.has_look.get(node.index()).is_some_and(|&has| has);
        let nodes = self.order.nodes().iter().filter(has_look);
        nodes.map(|&node| key(node)).collect()
    }

    fn order_frame(&self, revision: u64, drawn: &[u32]) -> Frame {
        let message = OrderMessage {
            is: "order",
            of: self.of,
            revision,
        };
        let bytes = drawn.iter().flat_map(|key| key.to_le_bytes()).collect();
        frame(&message, bytes)
    }
}

/// Every node, parents before children, siblings in order.
pub(crate) fn in_tree_order<'a>(living: impl Into<Living<'a>>) -> Vec<NodeId> {
    let forest = living.into().forest;
    let mut nodes = Vec::with_capacity(forest.len());
    for root in forest.roots() {
        nodes.push(root);
        nodes.extend(forest.descendants(root));
    }
    nodes
}

/// `[key, parent, previous]` in the order in which they can be put in.
fn moved(living: Living<'_>, nodes: &[NodeId]) -> Vec<[i64; 3]> {
    let forest = living.forest;
    let set: HashSet<NodeId> = nodes.iter().copied().collect();
    let mut parents: Vec<Option<NodeId>> = nodes.iter().map(|&node| forest.parent(node)).collect();
    parents.sort_unstable();
    parents.dedup();
    let mut moved = Vec::with_capacity(nodes.len());
    for parent in parents {
        let mut previous = None;
        let mut put = |node: NodeId| {
            if set.contains(&node) {
                let places = [Some(node), parent, previous];
                moved.push(places.map(optional_key));
            }
            previous = Some(node);
        };
        match parent {
            Some(parent) => forest.children(parent).for_each(&mut put),
            None => forest.roots().for_each(&mut put),
        }
    }
    moved
}

fn key(node: NodeId) -> u32 {
    node.index() as u32
}

fn optional_key(node: Option<NodeId>) -> i64 {
    node.map_or(-1, |node| i64::from(key(node)))
}

/// JSON and numbers in one frame.
fn frame(json: &impl Serialize, numbers: Vec<u8>) -> Frame {
    let mut bytes = vec![0; 4];
    let written = serde_json::to_writer(&mut bytes, json);
    debug_assert!(written.is_ok(), "our own messages are JSON");
    let length = (bytes.len() - 4) as u32;
    bytes[..4].copy_from_slice(&length.to_le_bytes());
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    bytes.extend(numbers);
    Frame::Binary(bytes.into())
}
