//! Own values: what was written in the ECS is written to the forest.

use core::marker::PhantomData;

use kinfolk::{Inherit, NodeId};

use crate::host::{Host, Written};
use crate::key::Key;
use crate::mirror::Mirror;
use crate::roster::Roster;
use crate::trouble::Trouble;

/// Somebody who owns something and is not in the forest yet.
pub(crate) type Newcomer<V, E> = (E, V);

impl<V: Inherit, E: Key> Mirror<V, E> {
    /// Takes over own values that were written, and links as well, if that is to be done `at_once`. Newcomers
    /// that are not planted by then are given back.
    pub(crate) fn read_values<H: Host<Entity = E, Value = V>>(
        &mut self,
        host: &mut H,
        at_once: bool,
    ) -> Vec<Newcomer<V, E>> {
        if at_once && let Some(census) = host.census() {
            self.make_room(census.members.saturating_sub(self.roster.len()));
        }
        let mut reader = Reader {
            newcomers: core::mem::take(&mut self.newcomers),
            mirror: self,
            at_once,
            host: PhantomData::<fn(&H)>,
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
struct Reader<'a, V: Inherit, E, H> {
    mirror: &'a mut Mirror<V, E>,
    at_once: bool,
    newcomers: Vec<Newcomer<V, E>>,
    host: PhantomData<fn(&H)>,
}

/// Entities that are looked up together.
const BLOCK: usize = 64;

impl<V, E, H> Written<E, V> for Reader<'_, V, E, H>
where
    V: Inherit,
    E: Key,
    H: Host<Entity = E, Value = V>,
{
    #[inline]
    fn wants_links(&self) -> bool {
        self.at_once
    }

    #[inline]
    fn take(&mut self, entities: &[E], value: impl Fn(usize) -> V) {
        for (block, entities) in entities.chunks(BLOCK).enumerate() {
            let value = |index| value(block * BLOCK + index);
            let mut strangers = self.write_known(entities, value);
            while strangers != 0 {
                let index = strangers.trailing_zeros() as usize;
                strangers &= strangers - 1;
                self.meet(entities[index], value(index));
            }
        }
    }

    #[inline]
    fn take_linked(
        &mut self,
        entities: &[E],
        value: impl Fn(usize) -> V,
        parent: impl Fn(usize) -> Option<E>,
    ) -> u64 {
        if !self.at_once {
            self.take(entities, value);
            return 0;
        }
        let strangers = self.write_known(entities, &value);
        if strangers == 0 {
            return 0;
        }
        // Parents are looked up before the first is planted, as far as they are there by then.
        let mut parents = [(None, None); BLOCK];
        let roster = &self.mirror.roster;
        for (index, place) in parents[..entities.len()].iter_mut().enumerate() {
            let parent = parent(index);
            *place = (parent, parent.and_then(|parent| roster.node(parent)));
        }
        let mut rest = strangers;
        while rest != 0 {
            let index = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let (entity, value) = (entities[index], value(index));
            let is_planted = self
                .mirror
                .plant_at_once::<H>(entity, &value, parents[index]);
            if !is_planted {
                self.meet(entity, value);
            }
        }
        strangers
    }

    #[inline]
    fn relink(&mut self, links: &[(E, E)]) {
        // All are looked up before the first is followed, since entities are seldom in the order of their indexes.
        let mut nodes = [(None, None); BLOCK];
        let roster = &self.mirror.roster;
        for (nodes, &(child, parent)) in nodes.iter_mut().zip(links) {
            *nodes = (roster.node(child), roster.node(parent));
        }
        for (&(child, parent), nodes) in links.iter().zip(nodes) {
            self.mirror.follow_or_list::<H>(child, parent, nodes);
        }
    }
}

impl<V: Inherit, E: Key, H> Reader<'_, V, E, H> {
    /// Writes the values of those in a block who have a node; says, in bits, who has none.
    #[inline]
    fn write_known(&mut self, entities: &[E], value: impl Fn(usize) -> V) -> u64 {
        let mut nodes = [None; BLOCK];
        let mut strangers = 0_u64;
        for (index, (&entity, node)) in entities.iter().zip(&mut nodes).enumerate() {
            *node = self.mirror.roster.node(entity);
            strangers |= u64::from(node.is_none()) << index;
        }
        if !self.mirror.refused.is_empty() {
            for entity in entities {
                self.mirror.refused.remove(entity);
            }
        }
        if strangers.count_ones() < entities.len() as u32 {
            self.write(entities, &nodes[..entities.len()], value);
        }
        strangers
    }

    /// Writes the values of those who have a node.
    #[inline]
    fn write(&mut self, entities: &[E], nodes: &[Option<NodeId>], value: impl Fn(usize) -> V) {
        let Mirror {
            forest,
            refused,
            news,
            ..
        } = &mut *self.mirror;
        forest.set_each(nodes, value, |which, _| {
            let trouble = Trouble::NotFinite(entities[which]);
            refused.insert(entities[which], trouble.clone());
            news.troubles.push(trouble);
        });
    }

    /// Somebody new.
    #[inline]
    fn meet(&mut self, entity: E, value: V) {
        self.newcomers.push((entity, value));
        // Whoever had this index before is dead, or the newcomer could not have it.
        let Mirror { roster, desk, .. } = &mut *self.mirror;
        desk.usurped.extend(roster.holder(entity));
    }
}
