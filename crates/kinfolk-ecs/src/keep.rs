//! Own values, written to the forest and nowhere else: for adapters that have the component at
//! hand, and for those that leave values in the forest. No ECS is asked.

use glam::Vec2;
use kinfolk::{Inherit, Node2, WriteError};

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
