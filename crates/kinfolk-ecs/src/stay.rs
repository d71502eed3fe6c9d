//! Staying in place: somebody gets another parent and does not move.
//!
//! The law: after the sync it is where it would have been if no link had changed. So places
//! are noted when values are known and links are still the old ones, and kept from the
//! ancestors down when links are the new ones.

use kinfolk::{InPlace, Inherit, Misfit, NodeId};

use crate::host::Host;
use crate::key::Key;
use crate::mirror::Mirror;
use crate::trouble::Trouble;
use crate::values::Newcomer;

/// Somebody who is to stay, and how an own value is found that keeps it there.
pub(crate) struct Stay<V: Inherit, E> {
    entity: E,
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
        self.stay.push(Stay {
            entity,
            in_place: V::in_place,
        });
    }
}

impl<V: Inherit, E: Key> Mirror<V, E> {
    /// Where everybody is who is to stay. Links are still the old ones.
    pub(crate) fn note_places(&mut self, newcomers: &[Newcomer<V, E>]) -> Vec<Place<V, E>> {
        let place = |Stay { entity, in_place }| {
            let wanted = match self.roster.node(entity) {
                Some(node) => self.forest.effective(node)?,
                None => {
                    let (_, value) = newcomers.iter().find(|(newcomer, _)| *newcomer == entity)?;
                    value
                        .is_finite()
                        .then(|| V::inherit(&value.ready(), None))?
                }
            };
            Some(Place {
                entity,
                wanted,
                in_place,
            })
        };
        let stay = core::mem::take(&mut self.stay);
        stay.into_iter().filter_map(place).collect()
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
