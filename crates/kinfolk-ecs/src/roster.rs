//! Who is who: entities and their nodes.
//!
//! The law: an entity is found by the whole of its key, so one that was born again under the
//! same index is somebody else.

use kinfolk::NodeId;

use crate::key::Key;

/// Entities and their nodes, both ways, in constant time.
#[derive(Debug, Clone)]
pub(crate) struct Roster<E> {
    /// By the entity's index.
    nodes: Vec<Option<(E, NodeId)>>,
    /// By the node's index.
    entities: Vec<Option<E>>,
    len: usize,
}

impl<E> Default for Roster<E> {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            entities: Vec::new(),
            len: 0,
        }
    }
}

impl<E: Key> Roster<E> {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// In bytes.
    pub(crate) fn memory(&self) -> usize {
        self.nodes.capacity() * size_of::<Option<(E, NodeId)>>()
            + self.entities.capacity() * size_of::<Option<E>>()
    }

    #[inline]
    pub(crate) fn node(&self, entity: E) -> Option<NodeId> {
        match self.nodes.get(entity.index()) {
            Some(&Some((holder, node))) if holder == entity => Some(node),
            _ => None,
        }
    }

    /// Whoever holds the index of `entity`, which may be somebody who died.
    #[inline]
    pub(crate) fn holder(&self, entity: E) -> Option<E> {
        let holder = self.nodes.get(entity.index()).copied().flatten();
        holder.map(|(holder, _)| holder)
    }

    /// The entity of a node, which must be a living node of the mirror's forest.
    #[inline]
    pub(crate) fn entity(&self, node: NodeId) -> Option<E> {
        self.entities.get(node.index()).copied().flatten()
    }

    /// All of them, by index.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (E, NodeId)> {
        self.nodes.iter().flatten().copied()
    }

    #[inline]
    pub(crate) fn add(&mut self, entity: E, node: NodeId) {
        put(&mut self.nodes, entity.index(), (entity, node));
        put(&mut self.entities, node.index(), entity);
        self.len += 1;
    }

    /// Forgets everybody.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.entities.clear();
        self.len = 0;
    }

    /// Forgets `entity`, and says which node it had.
    pub(crate) fn remove(&mut self, entity: E) -> Option<NodeId> {
        let node = self.node(entity)?;
        self.nodes[entity.index()] = None;
        self.entities[node.index()] = None;
        self.len -= 1;
        Some(node)
    }
}

#[inline]
fn put<T: Clone>(list: &mut Vec<Option<T>>, index: usize, value: T) {
    if list.len() <= index {
        list.resize(index + 1, None);
    }
    list[index] = Some(value);
}
