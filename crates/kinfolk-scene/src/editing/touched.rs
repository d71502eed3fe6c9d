//! What an edit has done to who is there, for whoever shows a scene.

use std::collections::HashSet;

use kinfolk::{Forest, Node2, NodeId};

/// Which nodes the last edit, undo or redo has touched.
///
/// Whoever keeps a copy of a scene, as an editor's page does, is up to date once it has forgotten
/// those that are [`gone`](Self::gone), put those that have [`moved`](Self::moved) where they are now,
/// and asked anew about those that [`changed`](Self::changed). Effective values are not
/// spoken of here: [`Editing::changes`](crate::Editing::changes) lists them.
///
/// ```
/// use kinfolk_scene::Editing;
///
/// let text = r#"{ "entities": [{ "id": "ship" }, { "id": "turret" }] }"#;
/// let mut editing = Editing::with_text(text)?;
/// let turret = editing.scene().node("turret").unwrap();
///
/// let edit = r#"{ "edit": "move", "ids": ["turret"], "parent": "ship" }"#.parse()?;
/// editing.apply(&edit)?;
///
/// assert_eq!(editing.touched().moved(), [turret]);
/// assert!(editing.touched().gone().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Touched {
    pub(super) gone: Vec<NodeId>,
    pub(super) moved: Vec<NodeId>,
    pub(super) changed: Vec<NodeId>,
    /// Those of the moved that are new.
    pub(super) planted: Vec<NodeId>,
}

impl Touched {
    /// The nodes that were removed, in no particular order; their ids are stale.
    #[must_use]
    pub fn gone(&self) -> &[NodeId] {
        &self.gone
    }

    /// The nodes that are new, or have another parent or another place among their siblings:
    /// parents before their children, siblings in order. Siblings that only make room are left out.
    #[must_use]
    pub fn moved(&self) -> &[NodeId] {
        &self.moved
    }

    /// The nodes that were there before and of which something else is different now: id, name,
    /// template, fields, own value, or whether the document has an entity for them.
    #[must_use]
    pub fn changed(&self) -> &[NodeId] {
        &self.changed
    }

    /// Adds what was done next; [`settle`](Self::settle) puts it together.
    pub(super) fn then(&mut self, next: Self) {
        self.planted.extend(next.planted);
        self.moved.extend(next.moved);
        self.changed.extend(next.changed);
        self.gone.extend(next.gone);
    }

    /// Lists everybody once. Nodes that came and went in between were never there.
    pub(super) fn settle(&mut self, forest: &Forest<Node2>) {
        let planted: HashSet<NodeId> = self.planted.iter().copied().collect();
        self.gone.retain(|node| !planted.contains(node));
        let mut seen = planted;
        self.changed
            .retain(|&node| forest.contains(node) && seen.insert(node));
        seen.clear();
        self.moved
            .retain(|&node| forest.contains(node) && seen.insert(node));
        self.sort(forest);
    }

    /// Brings those that have moved into order.
    pub(super) fn sort(&mut self, forest: &Forest<Node2>) {
        if self.moved.len() < 2 {
            return;
        }
        let family = |&node: &NodeId| (forest.depth(node), forest.parent(node));
        self.moved.sort_by_cached_key(family);
        let families = self
            .moved
            .chunk_by_mut(|&a, &b| forest.parent(a) == forest.parent(b));
        for family in families.filter(|family| family.len() > 1) {
            let moved: HashSet<NodeId> = family.iter().copied().collect();
            let siblings = match forest.parent(family[0]) {
                Some(parent) => forest.children(parent),
                None => forest.roots(),
            };
            let in_order = siblings.filter(|sibling| moved.contains(sibling));
            for (place, node) in family.iter_mut().zip(in_order) {
                *place = node;
            }
        }
    }
}
