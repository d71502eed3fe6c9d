//! What edits did to the living scene, for those who look at it.

use kinfolk::{Forest, Node2, NodeId};
use kinfolk_scene::Editing;

/// Nodes that one or several edits did something to.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    /// They are no longer there.
    pub(crate) gone: Vec<NodeId>,
    /// They are new, or have another parent or place among their siblings.
    pub(crate) moved: Vec<NodeId>,
    /// Their ids, names, templates, fields or own values are different.
    pub(crate) changed: Vec<NodeId>,
    /// Their worlds, layers or flags are different.
    pub(crate) worlds: Vec<NodeId>,
}

impl Trace {
    /// Adds what the last edit, undo or redo did.
    pub(crate) fn follow(&mut self, editing: &Editing) {
        let touched = editing.touched();
        self.gone.extend_from_slice(touched.gone());
        self.moved.extend_from_slice(touched.moved());
        self.changed.extend_from_slice(touched.changed());
        self.worlds.extend_from_slice(touched.moved());
        self.worlds.extend_from_slice(touched.changed());
        self.worlds.extend(editing.changes().iter());
    }

    /// Adds somebody whose row has to be looked at, too.
    pub(crate) fn look_at(&mut self, node: NodeId) {
        self.changed.push(node);
        self.worlds.push(node);
    }

    /// Each node once, and only those that are there now.
    pub(crate) fn settle(&mut self, forest: &Forest<Node2>) {
        for list in [&mut self.moved, &mut self.changed, &mut self.worlds] {
            list.sort_unstable();
            list.dedup();
            list.retain(|&node| forest.contains(node));
        }
        self.gone.sort_unstable();
        self.gone.dedup();
        self.gone.retain(|&node| !forest.contains(node));
    }

    /// Whether nothing happened.
    pub(crate) fn is_empty(&self) -> bool {
        self.gone.is_empty()
            && self.moved.is_empty()
            && self.changed.is_empty()
            && self.worlds.is_empty()
    }
}
