//! Staying in place: somebody gets another parent and does not move.
//!
//! The law: after the sync it is where it would have been if no link had changed. So places
//! are noted when values are known and links are still the old ones, and kept from the
//! ancestors down when links are the new ones. Whoever is new has no old link; for it counts
//! the one it had when it was asked to stay.

use std::collections::BTreeMap;

use kinfolk::{InPlace, Inherit, Misfit, NodeId};

use crate::host::Host;
use crate::key::Key;
use crate::mirror::Mirror;
use crate::trouble::Trouble;
use crate::values::Newcomer;

/// Somebody who is to stay, and how an own value is found that keeps it there.
pub(crate) struct Stay<V: Inherit, E> {
    entity: E,
    /// Whose child it was when it was asked.
    from: Option<E>,
    in_place: KeepsPlace<V>,
}

/// [`InPlace::in_place`], for values that have it.
type KeepsPlace<V> =
    fn(&V, &<V as Inherit>::Effective, Option<&<V as Inherit>::Effective>) -> Result<V, Misfit>;

/// Where somebody is to be.
pub(crate) struct Place<V: Inherit, E> {
    entity: E,
    wanted: V::Effective,
    in_place: KeepsPlace<V>,
}

impl<V: InPlace, E: Key> Mirror<V, E> {
    /// Keeps `entity` where it is in the world through the next sync, whatever its link or
    /// its ancestors' say by then: its own value is changed for that.
    ///
    /// Where it is, is where it would be after that sync if no link had changed.
    pub fn keep_in_place(&mut self, entity: E) {
        self.keep_in_place_below(entity, None);
    }

    /// The same, for somebody who is the child of `parent` now. That counts if the next sync is
    /// the first to see it.
    pub fn keep_in_place_below(&mut self, entity: E, parent: Option<E>) {
        self.stay.push(Stay {
            entity,
            from: parent,
            in_place: V::in_place,
        });
    }
}

impl<V: Inherit, E: Key> Mirror<V, E> {
    /// Where everybody is who is to stay. Links are still the old ones.
    pub(crate) fn note_places<H: Host<Entity = E, Value = V>>(
        &mut self,
        host: &H,
        newcomers: &[Newcomer<V, E>],
    ) -> Vec<Place<V, E>> {
        let stay = core::mem::take(&mut self.stay);
        let is_new = |stay: &Stay<V, E>| self.roster.node(stay.entity).is_none();
        let mut values = BTreeMap::new();
        if stay.iter().any(is_new) {
            values.extend(newcomers.iter().map(|(entity, value)| (*entity, value)));
        }
        let place = |Stay {
                         entity,
                         from,
                         in_place,
                     }| {
            let wanted = match self.roster.node(entity) {
                Some(node) => self.forest.effective(node)?,
                None => self.place_below(host, &values, entity, from)?,
            };
            Some(Place {
                entity,
                wanted,
                in_place,
            })
        };
        // Who is asked twice stays where it was at first, so the first comes last.
        stay.into_iter().rev().filter_map(place).collect()
    }

    /// Where a newcomer would be below `parent`, which may be a newcomer too.
    fn place_below<H: Host<Entity = E, Value = V>>(
        &self,
        host: &H,
        newcomers: &BTreeMap<E, &V>,
        entity: E,
        parent: Option<E>,
    ) -> Option<V::Effective> {
        let own = newcomers.get(&entity).filter(|own| own.is_finite())?;
        let mut path = vec![own.ready()];
        let mut at = parent;
        while let Some((above, own)) = at.and_then(|at| Some((at, newcomers.get(&at)?))) {
            if !own.is_finite() || path.len() > newcomers.len() {
                return None;
            }
            path.push(own.ready());
            at = host.parent(above);
        }
        let mut above = at.and_then(|at| self.effective(at));
        for ready in path.iter().rev() {
            above = Some(V::inherit(ready, above.as_ref()));
        }
        above
    }

    /// Puts everybody back who was to stay.
    pub(crate) fn keep_places<H: Host<Entity = E, Value = V>>(
        &mut self,
        host: &mut H,
        places: Vec<Place<V, E>>,
    ) {
        let living = |place| -> Option<(usize, NodeId, Place<V, E>)> {
            let Place { entity, .. } = place;
            let node = self.roster.node(entity)?;
            Some((self.forest.depth(node)?, node, place))
        };
        let mut places: Vec<_> = places.into_iter().filter_map(living).collect();
        places.sort_by_key(|&(depth, ..)| depth);
        for (_, node, place) in places {
            self.keep_place(host, node, &place);
        }
    }

    fn keep_place<H: Host<Entity = E, Value = V>>(
        &mut self,
        host: &mut H,
        node: NodeId,
        place: &Place<V, E>,
    ) -> Option<()> {
        if V::same(&self.forest.effective(node)?, &place.wanted) {
            return None;
        }
        let parent = self.forest.parent(node);
        let above = parent.and_then(|parent| self.forest.effective(parent));
        let own = self.forest.value(node)?;
        let kept = (place.in_place)(&own, &place.wanted, above.as_ref());
        let entity = place.entity;
        match kept {
            Ok(value) if self.forest.set(node, value.clone()).is_ok() => {
                self.refused.remove(&entity);
                host.write_own(entity, &value);
            }
            other => self.news.troubles.push(Trouble::OutOfPlace {
                entity,
                why: other.err().unwrap_or(Misfit::NotFinite),
            }),
        }
        None
    }
}
