//! Shipyard, as a mirror sees it: tracking stamps tell of writes, shipyard's logs of deaths.
//!
//! The stamps are compared with the time of the last sync, not of the last run of a system, so
//! nothing is missed when the sync does not run for some frames. Where a log was cleared by
//! somebody else, the numbers of entities are not what they should be, and the mirror looks at
//! everybody.

use kinfolk_ecs::{Census, Family, Host, Settled, Written};
use shipyard::advanced::Mut;
use shipyard::advanced::tracking::{Tracking, TrackingTimestamp};
use shipyard::{
    AddComponent, Component, Delete, EntitiesViewMut, EntityId, Get, IntoIter, ViewMut,
};

use crate::components::{ChildOf, Children, Effective, Own, Value};
use crate::family::Log;

/// A world during a sync or a deed.
pub(crate) struct Dock<'a, 'v, V: Value> {
    pub(crate) entities: &'a mut EntitiesViewMut<'v>,
    pub(crate) owns: &'a mut ViewMut<'v, Own<V>>,
    pub(crate) links: &'a mut ViewMut<'v, ChildOf>,
    pub(crate) log: &'a mut Log,
    /// What is written at the end of a sync; deeds do without.
    pub(crate) stern: Option<Stern<'a, 'v, V>>,
}

/// Components that follow from the others.
pub(crate) struct Stern<'a, 'v, V: Value> {
    pub(crate) children: &'a mut ViewMut<'v, Children>,
    /// `None` if nobody reads them.
    pub(crate) effectives: Option<&'a mut ViewMut<'v, Effective<V>>>,
}

/// Components are handed over this many at a time.
const BLOCK: usize = 64;

/// One in so many must change for it to pay to go through all of them.
const FEW: usize = 8;

impl<V: Value> Dock<'_, '_, V> {
    /// Makes everything new that was stamped since the last sync, whoever looked at it since,
    /// and takes what that sync has seen out of the logs.
    pub(crate) fn open_window(&mut self, now: TrackingTimestamp) {
        let since = core::mem::replace(&mut self.log.last_sync, now);
        self.owns.override_last_insertion(since);
        self.owns.override_last_modification(since);
        self.owns.override_last_removal_or_deletion(since);
        self.links.override_last_insertion(since);
        self.links.override_last_modification(since);
        self.links.override_last_removal_or_deletion(since);
        if self.log.trims {
            let (owns, links) = (&mut *self.owns, &mut *self.links);
            owns.clear_all_removed_and_deleted_older_than_timestamp(since);
            links.clear_all_removed_and_deleted_older_than_timestamp(since);
        }
    }
}

/// Reads through a view that could also write, without a stamp.
#[inline]
fn peek<'a, T: Component>(
    view: &'a ViewMut<'_, T, impl Tracking>,
    entity: EntityId,
) -> Option<&'a T> {
    view.get(entity).ok()
}

impl<V: Value> Host for Dock<'_, '_, V> {
    type Entity = EntityId;
    type Value = V;

    const LISTS_CHILDREN: bool = true;
    const TELLS_OF_LINKS: bool = false;

    fn census(&self) -> Option<Census> {
        Some(Census {
            members: self.owns.len(),
            // Strangers who have lost their link are struck off when links are read.
            linked: self.links.len().saturating_sub(self.log.strangers.len()),
        })
    }

    fn is_alive(&self, entity: EntityId) -> bool {
        self.entities.is_alive(entity)
    }

    #[inline]
    fn is_member(&self, entity: EntityId) -> bool {
        self.owns.contains(entity)
    }

    #[inline]
    fn own(&self, entity: EntityId) -> Option<V> {
        let own = peek(self.owns, entity)?;
        Some(own.0.clone())
    }

    fn parent(&self, entity: EntityId) -> Option<EntityId> {
        peek(self.links, entity).map(|link| link.0)
    }

    fn written(&mut self, written: &mut impl Written<EntityId, V>) {
        let mut writers = [EntityId::dead(); BLOCK];
        let mut owns = Vec::with_capacity(BLOCK);
        let news = self.owns.inserted_or_modified();
        news.iter().with_id().for_each(|(entity, own)| {
            writers[owns.len()] = entity;
            owns.push(own);
            if owns.len() == BLOCK {
                written.take(&writers, |index| owns[index].0.clone());
                owns.clear();
            }
        });
        written.take(&writers[..owns.len()], |index| owns[index].0.clone());
    }

    fn everybody(&mut self, everybody: &mut impl Written<EntityId, V>) {
        for (entity, own) in self.owns.iter().with_id() {
            everybody.take(&[entity], |_| own.0.clone());
        }
    }

    fn departed(&mut self, mut found: impl FnMut(EntityId)) {
        for entity in self.owns.removed_or_deleted() {
            found(entity);
            if self.links.contains(entity) && !self.owns.contains(entity) {
                self.log.strangers.insert(entity);
            }
            if let Some(stern) = &mut self.stern
                && let Some(effectives) = &mut stern.effectives
                && !self.owns.contains(entity)
            {
                effectives.delete(entity);
            }
        }
    }

    fn relinked(&mut self, mut found: impl FnMut(EntityId, Option<EntityId>)) {
        let (owns, links) = (&self.owns, &self.links);
        let strangers = &mut self.log.strangers;
        let written = links.inserted_or_modified();
        written.iter().with_id().for_each(|(entity, link)| {
            if owns.contains(entity) {
                found(entity, Some(link.0));
            } else {
                strangers.insert(entity);
            }
        });
        for entity in links.removed_or_deleted() {
            found(entity, peek(links, entity).map(|link| link.0));
        }
        strangers.retain(|&entity| links.contains(entity) && !owns.contains(entity));
    }

    fn unlinked(&mut self, _: impl FnMut(EntityId)) {
        // All links that changed are told of at once.
    }

    fn reordered(&mut self, _: impl FnMut(&[Family<'_, EntityId>])) {
        // Shipyard has no order among siblings; the forest has.
    }

    #[inline]
    fn write_own(&mut self, entity: EntityId, value: &V) {
        if let Ok(mut own) = Get::get(&mut *self.owns, entity) {
            own.0 = value.clone();
        }
    }

    fn write_link(&mut self, entity: EntityId, parent: Option<EntityId>) {
        match parent {
            Some(parent) => self.links.add_component_unchecked(entity, ChildOf(parent)),
            None => drop(self.links.delete(entity)),
        }
    }

    fn write_children(&mut self, parent: EntityId, list: &[EntityId]) {
        let Some(Stern { children, .. }) = &mut self.stern else {
            return;
        };
        if list.is_empty() {
            children.delete(parent);
        } else if let Ok(mut children) = Get::get(&mut **children, parent) {
            children.0.clear();
            children.0.extend_from_slice(list);
        } else {
            children.add_component_unchecked(parent, Children(list.to_vec()));
        }
    }

    fn write_effective(&mut self, settled: &Settled<'_, V, EntityId>) {
        let stern = self.stern.as_mut();
        let Some(effectives) = stern.and_then(|stern| stern.effectives.as_deref_mut()) else {
            return;
        };
        let written = if settled.len() < effectives.len() / FEW {
            write_few(effectives, settled)
        } else {
            write_many(effectives, settled)
        };
        // A newcomer has changed and could not be written; whoever left still has a value.
        if written != settled.len() || effectives.len() != settled.members() {
            self.take_stock(settled);
        }
    }

    fn despawn(&mut self, entity: EntityId) {
        if self.entities.delete_unchecked(entity) {
            self.owns.delete(entity);
            self.links.delete(entity);
            // What else it has goes when nobody holds a view.
            self.log.ended.push(entity);
        }
    }
}

/// Writes those that changed, one by one, and says how many could be written.
fn write_few<V: Value>(
    effectives: &mut ViewMut<'_, Effective<V>>,
    settled: &Settled<'_, V, EntityId>,
) -> usize {
    let mut count = 0;
    settled.for_each(|entity, &effective| {
        if let Ok(mut written) = Get::get(&mut *effectives, entity) {
            *written = Effective(effective);
            count += 1;
        }
    });
    count
}

/// The same in the order in which shipyard has all of them.
fn write_many<V: Value>(
    effectives: &mut ViewMut<'_, Effective<V>>,
    settled: &Settled<'_, V, EntityId>,
) -> usize {
    let mut count = 0;
    let mut entities = [EntityId::dead(); BLOCK];
    let mut block: Vec<Mut<'_, Effective<V>>> = Vec::with_capacity(BLOCK);
    effectives.iter().with_id().for_each(|(entity, written)| {
        entities[block.len()] = entity;
        block.push(written);
        if block.len() == BLOCK {
            settled.changed(&entities, |index, effective| {
                *block[index] = Effective(*effective);
                count += 1;
            });
            block.clear();
        }
    });
    settled.changed(&entities[..block.len()], |index, effective| {
        *block[index] = Effective(*effective);
        count += 1;
    });
    count
}

impl<V: Value> Dock<'_, '_, V> {
    /// Everybody in the forest gets an effective value, and nobody else keeps one.
    fn take_stock(&mut self, settled: &Settled<'_, V, EntityId>) {
        let stern = self.stern.as_mut();
        let Some(effectives) = stern.and_then(|stern| stern.effectives.as_deref_mut()) else {
            return;
        };
        let owns: &ViewMut<'_, Own<V>> = self.owns;
        let left: Vec<EntityId> = {
            let all = effectives.iter().ids();
            all.filter(|&entity| settled.node(entity).is_none())
                .collect()
        };
        for entity in left {
            effectives.delete(entity);
        }
        for entity in owns.iter().ids() {
            if !effectives.contains(entity)
                && let Some(effective) = settled.effective(entity)
            {
                effectives.add_component_unchecked(entity, Effective(effective));
            }
        }
    }
}
