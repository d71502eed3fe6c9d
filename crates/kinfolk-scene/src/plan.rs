//! A document made sense of: every entity there will be, and nothing to look up.
//!
//! Nodes are listed with parents before children and siblings in order, so planting them one
//! after the other gives the right trees. Nothing has been created yet.

use kinfolk::Node2;

use crate::document::Fields;
use crate::finding::Origin;
use crate::ids::{self, Called, IdHash, IdTable, Names};
use crate::json::Text;

/// Every entity that a document stands for, ready to be planted.
///
/// ```
/// use kinfolk_scene::{Document, resolve};
///
/// let document: Document = r#"{
///     "templates": {
///         "boss": { "children": [{ "name": "Arm", "template": "arm" }] },
///         "arm": {}
///     },
///     "entities": [{ "id": "boss1", "template": "boss" }]
/// }"#
/// .parse()?;
/// let plan = resolve(&document)?;
///
/// assert_eq!(plan.ids().collect::<Vec<_>>(), ["boss1", "boss1_Arm"]);
/// # Ok::<(), kinfolk_scene::Diagnostics>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Plan {
    pub(crate) nodes: Vec<Planned>,
    pub(crate) names: Vec<Text>,
    /// What nodes are like; the first is like nothing.
    pub(crate) looks: Vec<Fields>,
    pub(crate) templates: Vec<Text>,
    pub(crate) table: IdTable,
    /// As how many entities what was written counts.
    pub(crate) total: u64,
}

/// No parent, no template, no id of its own.
pub(crate) const NONE: u32 = u32::MAX;

/// A node to be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Planned {
    pub(crate) value: Node2,
    pub(crate) hash: IdHash,
    pub(crate) parent: u32,
    pub(crate) name: u32,
    /// Its own id, or [`NONE`].
    pub(crate) id: u32,
    pub(crate) template: u32,
    pub(crate) look: u32,
    /// Whether the document has an entity for it; the others come out of templates.
    pub(crate) written: bool,
    /// Whether its parent is named, instead of around it.
    pub(crate) flat: bool,
    /// Whether it names a template that cannot be used, so that nobody knows what it is like.
    pub(crate) doubtful: bool,
    /// Its index in the list where it is written; a hint once the document has been edited.
    pub(crate) index: u32,
    /// As how many entities it counts, at most, with all that comes out of it; 0 if it comes out
    /// of somebody else.
    pub(crate) weight: u32,
    pub(crate) origin: Origin,
}

impl Plan {
    /// How many entities there will be.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there will be none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The ids, in the order of planting.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = String> {
        (0..self.nodes.len() as u32).map(|node| self.id(node))
    }

    /// The bytes of its lists.
    pub(crate) fn memory(&self) -> usize {
        use size_of as bytes;
        self.nodes.capacity() * bytes::<Planned>()
            + (self.names.capacity() + self.templates.capacity()) * bytes::<Text>()
            + self.looks.capacity() * bytes::<Fields>()
            + self.table.memory()
    }

    pub(crate) fn id(&self, node: u32) -> String {
        let mut id = String::new();
        ids::write_id(self, node, &mut id);
        id
    }

    pub(crate) fn name(&self, node: u32) -> &str {
        &self.names[self.nodes[node as usize].name as usize]
    }

    pub(crate) fn look(&self, node: u32) -> &Fields {
        &self.looks[self.nodes[node as usize].look as usize]
    }

    pub(crate) fn template(&self, node: u32) -> Option<&str> {
        let template = self.nodes[node as usize].template;
        self.templates.get(template as usize).map(Text::as_str)
    }
}

impl Names for Plan {
    fn called(&self, node: u32) -> Called<'_> {
        called(&self.nodes, &self.names, node)
    }

    fn hash(&self, node: u32) -> IdHash {
        self.nodes[node as usize].hash
    }
}

/// Nodes and their names while the plan is being made.
pub(crate) struct Roster<'a> {
    pub(crate) nodes: &'a [Planned],
    pub(crate) names: &'a [Text],
}

impl Names for Roster<'_> {
    fn called(&self, node: u32) -> Called<'_> {
        called(self.nodes, self.names, node)
    }

    fn hash(&self, node: u32) -> IdHash {
        self.nodes[node as usize].hash
    }
}

fn called<'a>(nodes: &[Planned], names: &'a [Text], node: u32) -> Called<'a> {
    let planned = &nodes[node as usize];
    match planned.id {
        NONE => Called::Child {
            parent: planned.parent,
            name: &names[planned.name as usize],
        },
        id => Called::Id(&names[id as usize]),
    }
}
