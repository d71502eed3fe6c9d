//! Own values: what was written in the ECS is written to the forest.

use std::collections::BTreeMap;

use kinfolk::{Forest, Inherit, NodeId};

use crate::host::{Host, Written};
use crate::key::Key;
use crate::mirror::{Desk, Mirror, News};
use crate::roster::Roster;
use crate::trouble::Trouble;

/// Somebody who owns something and is not in the forest yet.
pub(crate) type Newcomer<V, E> = (E, V);

impl<V: Inherit, E: Key> Mirror<V, E> {
    /// Takes over own values that were written; gives back those of newcomers.
    pub(crate) fn read_values<H: Host<Entity = E, Value = V>>(
        &mut self,
        host: &mut H,
    ) -> Vec<Newcomer<V, E>> {
        let mut reader = Reader {
            forest: &mut self.forest,
            roster: &self.roster,
            refused: &mut self.refused,
            news: &mut self.news,
            desk: &mut self.desk,
            newcomers: core::mem::take(&mut self.newcomers),
        };
        host.written(&mut reader);
        reader.newcomers
    }

    /// All members who are not in the forest.
    pub(crate) fn find_strangers<H: Host<Entity = E, Value = V>>(
        &self,
        host: &mut H,
    ) -> Vec<Newcomer<V, E>> {
        let mut strangers = Strangers {
            roster: &self.roster,
            found: Vec::new(),
        };
        host.everybody(&mut strangers);
        strangers.found
    }
}

/// Picks out those who have no node.
struct Strangers<'a, V, E> {
    roster: &'a Roster<E>,
    found: Vec<Newcomer<V, E>>,
}

impl<V, E: Key> Written<E, V> for Strangers<'_, V, E> {
    fn take(&mut self, entities: &[E], value: impl Fn(usize) -> V) {
        for (index, &entity) in entities.iter().enumerate() {
            if self.roster.node(entity).is_none() {
                self.found.push((entity, value(index)));
            }
        }
    }
}

/// Writes to the forest what is found in the ECS.
struct Reader<'a, V: Inherit, E> {
    forest: &'a mut Forest<V>,
    roster: &'a Roster<E>,
    refused: &'a mut BTreeMap<E, Trouble<E>>,
    news: &'a mut News<E>,
    desk: &'a mut Desk<E>,
    newcomers: Vec<Newcomer<V, E>>,
}

/// Entities that are looked up together.
const BLOCK: usize = 64;

impl<V: Inherit, E: Key> Written<E, V> for Reader<'_, V, E> {
    #[inline]
    fn take(&mut self, entities: &[E], value: impl Fn(usize) -> V) {
        for (block, entities) in entities.chunks(BLOCK).enumerate() {
            let first = block * BLOCK;
            let mut nodes = [None; BLOCK];
            let mut strangers = 0_u64;
            for (index, (&entity, node)) in entities.iter().zip(&mut nodes).enumerate() {
                *node = self.roster.node(entity);
                strangers |= u64::from(node.is_none()) << index;
            }
            if !self.refused.is_empty() {
                for entity in entities {
                    self.refused.remove(entity);
                }
            }
            if strangers.count_ones() < entities.len() as u32 {
                self.write(entities, &nodes[..entities.len()], |index| {
                    value(first + index)
                });
            }
            while strangers != 0 {
                let index = strangers.trailing_zeros() as usize;
                strangers &= strangers - 1;
                self.meet(entities[index], value(first + index));
            }
        }
    }
}

impl<V: Inherit, E: Key> Reader<'_, V, E> {
    /// Writes the values of those who have a node.
    #[inline]
    fn write(&mut self, entities: &[E], nodes: &[Option<NodeId>], value: impl Fn(usize) -> V) {
        self.forest.set_each(nodes, value, |which, _| {
            let trouble = Trouble::NotFinite(entities[which]);
            self.refused.insert(entities[which], trouble.clone());
            self.news.troubles.push(trouble);
        });
    }

    /// Somebody new.
    #[inline]
    fn meet(&mut self, entity: E, value: V) {
        self.newcomers.push((entity, value));
        // Whoever had this index before is dead, or the newcomer could not have it.
        self.desk.usurped.extend(self.roster.holder(entity));
    }
}
