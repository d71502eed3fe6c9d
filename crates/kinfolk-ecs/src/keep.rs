//! Own values, written to the forest and nowhere else: for adapters that have the component at
//! hand, and for those that leave values in the forest. No ECS is asked.

use std::fmt;

use glam::Vec2;
use kinfolk::{Inherit, Node2, NodeId, WriteError};

use crate::act::ActError;
use crate::key::Key;
use crate::mirror::Mirror;

impl<V: Inherit, E: Key> Mirror<V, E> {
    /// Writes the own value of `entity` to the forest. Says whether it has a node there; if not,
    /// nothing was written, and [`set`](Self::set) is the way.
    ///
    /// # Errors
    /// Refuses a value that is not finite.
    #[inline(always)]
    pub fn write(&mut self, entity: E, value: V) -> Result<bool, ActError<E>> {
        let Some(node) = self.roster.node(entity) else {
            return Ok(false);
        };
        let outcome = self.forest.set(node, value);
        self.written(entity, outcome)?;
        Ok(true)
    }

    /// Changes the own value of `entity` in the forest in part.
    ///
    /// # Errors
    /// Refuses whoever has no node and, whatever `change` did, a value that is not finite.
    #[inline(always)]
    pub fn rewrite(&mut self, entity: E, change: impl FnOnce(&mut V)) -> Result<(), ActError<E>> {
        let node = self.roster.node(entity);
        let node = node.ok_or(ActError::NotAMember(entity))?;
        let outcome = self.forest.edit(node, change);
        self.written(entity, outcome)
    }

    #[inline(always)]
    pub(crate) fn written(
        &mut self,
        entity: E,
        outcome: Result<(), WriteError>,
    ) -> Result<(), ActError<E>> {
        outcome.map_err(|why| match why {
            WriteError::NotFinite(_) => ActError::NotFinite(entity),
            _ => ActError::NotAMember(entity),
        })?;
        self.pardon(entity);
        Ok(())
    }

    /// What was wrong with the own value of `entity` is right again.
    #[inline]
    pub(crate) fn pardon(&mut self, entity: E) {
        if !self.refused.is_empty() {
            self.refused.remove(&entity);
        }
    }
}

impl<E: Key> Mirror<Node2, E> {
    /// Moves `entity` relative to its parent, in the forest: the cheapest way to write. Says
    /// whether it did. It does not if `entity` has no node, or if what it owns was refused, since
    /// the rest of that may not be good: then the whole value must be written.
    ///
    /// # Errors
    /// Refuses numbers that are not finite.
    #[inline(always)]
    pub fn write_position(
        &mut self,
        entity: E,
        position: impl Into<Vec2>,
    ) -> Result<bool, ActError<E>> {
        let Some(node) = self.roster.node(entity) else {
            return Ok(false);
        };
        if !self.refused.is_empty() && self.refused.contains_key(&entity) {
            return Ok(false);
        }
        let outcome = self.forest.set_position(node, position);
        outcome.map_err(|_| ActError::NotFinite(entity))?;
        Ok(true)
    }
}

/// The own values of members, by node: for loops over many entities that keep their
/// [`node`](Mirror::node) in a component of their own, and so need no lookup.
///
/// Writes go to the forest and nowhere else. A node that is gone is refused as stale, whoever has its
/// entity's index now.
pub struct OwnValues<'m, V: Inherit, E>(&'m mut Mirror<V, E>);

impl<V: Inherit, E: Key> Mirror<V, E> {
    /// Own values, to be written by node.
    #[must_use]
    pub fn own_values(&mut self) -> OwnValues<'_, V, E> {
        OwnValues(self)
    }
}

impl<V: Inherit, E: Key> OwnValues<'_, V, E> {
    /// Gives `node` this value.
    ///
    /// # Errors
    /// Refuses a stale id, and a value that is not finite.
    #[inline]
    pub fn set(&mut self, node: NodeId, value: V) -> Result<(), WriteError> {
        self.0.forest.set(node, value)?;
        self.pardon(node);
        Ok(())
    }

    /// Changes the value of `node` in part.
    ///
    /// # Errors
    /// As [`set`](Self::set), whatever `change` did.
    #[inline]
    pub fn edit(&mut self, node: NodeId, change: impl FnOnce(&mut V)) -> Result<(), WriteError> {
        self.0.forest.edit(node, change)?;
        self.pardon(node);
        Ok(())
    }

    #[inline]
    fn pardon(&mut self, node: NodeId) {
        if !self.0.refused.is_empty()
            && let Some(entity) = self.0.roster.entity(node)
        {
            self.0.refused.remove(&entity);
        }
    }
}

impl<E: Key> OwnValues<'_, Node2, E> {
    /// Moves `node` relative to its parent: the cheapest way to write.
    ///
    /// # Errors
    /// Refuses a stale id, and numbers that are not finite; also if what the entity owns was refused,
    /// since the rest of that may not be good.
    #[inline(always)]
    pub fn set_position(
        &mut self,
        node: NodeId,
        position: impl Into<Vec2>,
    ) -> Result<(), WriteError> {
        if !self.0.refused.is_empty() && self.is_refused(node) {
            return Err(WriteError::NotFinite(node));
        }
        self.0.forest.set_position(node, position)
    }

    #[cold]
    fn is_refused(&self, node: NodeId) -> bool {
        let entity = self.0.roster.entity(node);
        entity.is_some_and(|entity| self.0.refused.contains_key(&entity))
    }
}

impl<V: Inherit, E> fmt::Debug for OwnValues<'_, V, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnValues").finish_non_exhaustive()
    }
}
