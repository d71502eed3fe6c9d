//! Values that stand in the forest and nowhere else, for adapters that offer that: it is
//! written at once, and no ECS is asked.

use glam::Vec2;
use kinfolk::{Inherit, Node2, NodeId, WriteError};

use crate::act::ActError;
use crate::key::Key;
use crate::mirror::Mirror;

impl<V: Inherit, E: Key> Mirror<V, E> {
    /// Writes the own value of `entity` to the forest.
    ///
    /// # Errors
    /// Refuses whoever has no node, and a value that is not finite.
    #[inline(always)]
    pub fn write(&mut self, entity: E, value: V) -> Result<(), ActError<E>> {
        let node = self.kept(entity)?;
        let outcome = self.forest.set(node, value);
        self.written(entity, outcome)
    }

    /// Changes the own value of `entity` in the forest in part.
    ///
    /// # Errors
    /// Refuses whoever has no node and, whatever `change` did, a value that is not finite.
    #[inline(always)]
    pub fn rewrite(&mut self, entity: E, change: impl FnOnce(&mut V)) -> Result<(), ActError<E>> {
        let node = self.kept(entity)?;
        let outcome = self.forest.edit(node, change);
        self.written(entity, outcome)
    }

    #[inline(always)]
    fn kept(&self, entity: E) -> Result<NodeId, ActError<E>> {
        self.roster.node(entity).ok_or(ActError::NotAMember(entity))
    }

    #[inline(always)]
    fn written(&mut self, entity: E, outcome: Result<(), WriteError>) -> Result<(), ActError<E>> {
        outcome.map_err(|why| match why {
            WriteError::NotFinite(_) => ActError::NotFinite(entity),
            _ => ActError::NotAMember(entity),
        })?;
        if !self.refused.is_empty() {
            self.refused.remove(&entity);
        }
        Ok(())
    }
}

impl<E: Key> Mirror<Node2, E> {
    /// Moves `entity` relative to its parent, in the forest. The cheapest way to write.
    ///
    /// # Errors
    /// Refuses whoever has no node, and numbers that are not finite.
    #[inline(always)]
    pub fn write_position(
        &mut self,
        entity: E,
        position: impl Into<Vec2>,
    ) -> Result<(), ActError<E>> {
        let node = self.kept(entity)?;
        let outcome = self.forest.set_position(node, position);
        self.written(entity, outcome)
    }
}
