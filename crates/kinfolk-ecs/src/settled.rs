//! What a host writes back when a sync has settled.

use core::fmt;

use kinfolk::{Forest, Inherit, NodeId};

use crate::key::Key;
use crate::roster::Roster;

/// Entities that are looked up together.
const BLOCK: usize = 64;

/// Effective values after a sync, and who has a new one.
pub struct Settled<'a, V: Inherit, E> {
    pub(crate) forest: &'a Forest<V>,
    pub(crate) roster: &'a Roster<E>,
}

impl<V: Inherit, E: Key> Settled<'_, V, E> {
    /// How many have a new effective value.
    #[must_use]
    pub fn len(&self) -> usize {
        self.forest.changes().len()
    }

    /// Whether nobody has a new effective value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many have an effective value, new or not.
    #[must_use]
    pub fn members(&self) -> usize {
        self.roster.len()
    }

    /// Everybody with a new effective value, parents before children. Good when they are few.
    pub fn iter(&self) -> impl Iterator<Item = (E, V::Effective)> {
        let changes = self.forest.changes().iter();
        changes.filter_map(|node| Some((self.roster.entity(node)?, self.forest.effective(node)?)))
    }

    /// The same, faster, and without an iterator.
    #[inline]
    pub fn for_each(&self, mut found: impl FnMut(E, &V::Effective)) {
        let mut nodes = [None; BLOCK];
        let mut changes = self.forest.changes().iter();
        loop {
            let mut len = 0;
            for (place, node) in nodes.iter_mut().zip(&mut changes) {
                *place = Some(node);
                len += 1;
            }
            if len == 0 {
                return;
            }
            self.forest
                .changed_values(&nodes[..len], |index, effective| {
                    if let Some(entity) = nodes[index].and_then(|node| self.roster.entity(node)) {
                        found(entity, effective);
                    }
                });
        }
    }

    /// Tells which of these have a new effective value, counted from 0. Good for going
    /// through everybody.
    #[inline]
    pub fn changed(&self, entities: &[E], mut found: impl FnMut(usize, &V::Effective)) {
        let mut nodes = [None; BLOCK];
        for (block, entities) in entities.chunks(BLOCK).enumerate() {
            for (node, &entity) in nodes.iter_mut().zip(entities) {
                *node = self.roster.node(entity);
            }
            let nodes = &nodes[..entities.len()];
            let first = block * BLOCK;
            self.forest
                .changed_values(nodes, |index, effective| found(first + index, effective));
        }
    }

    /// The effective value of `entity`, new or not.
    #[inline]
    #[must_use]
    pub fn effective(&self, entity: E) -> Option<V::Effective> {
        self.forest.effective(self.roster.node(entity)?)
    }

    /// The node of `entity`.
    #[inline]
    #[must_use]
    pub fn node(&self, entity: E) -> Option<NodeId> {
        self.roster.node(entity)
    }
}

impl<V: Inherit, E> fmt::Debug for Settled<'_, V, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let changed = self.forest.changes().len();
        f.debug_struct("Settled")
            .field("changed", &changed)
            .finish_non_exhaustive()
    }
}
