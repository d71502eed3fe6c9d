//! Births: newcomers are planted where their link says, parents before children.
//!
//! Whoever's link cannot be followed yet is planted as a root; what becomes of it is decided
//! with all the other links.

use kinfolk::{Inherit, NodeId, PlantError, Spot};

use crate::host::Host;
use crate::key::Key;
use crate::mirror::{Desk, Mirror};
use crate::relink::Links;
use crate::trouble::Trouble;
use crate::values::Newcomer;

/// A newcomer whose parent was not there when it came.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Guest<E> {
    parent: E,
    /// Where it is among the newcomers.
    newcomer: u32,
    link: Place,
}

/// Where a link is among those that changed, if it is there.
#[derive(Debug, Clone, Copy)]
struct Place(u32);

impl Place {
    const NOWHERE: Self = Self(u32::MAX);
}

/// Where to look for the link of the next newcomer.
enum Search {
    /// Most hosts tell of links in the order in which they tell of values.
    From(usize),
    /// This one does not: places are noted.
    ByPlace,
}

impl<V: Inherit, E: Key> Mirror<V, E> {
    /// Plants newcomers, and strikes off the links that have been followed by that.
    pub(crate) fn welcome<H: Host<Entity = E, Value = V>>(
        &mut self,
        host: &H,
        mut newcomers: Vec<Newcomer<V, E>>,
        links: &mut Links<E>,
    ) {
        if newcomers.is_empty() {
            self.newcomers = newcomers;
            return;
        }
        self.make_room(newcomers.len());

        // First those whose parent is there already, in the order in which the ECS has them:
        // what lies side by side there then lies side by side in the forest.
        let mut guests = core::mem::take(&mut self.desk.guests);
        let mut search = Search::From(0);
        for (newcomer, (entity, value)) in newcomers.iter().enumerate() {
            let (parent, link) = self.link_of(host, *entity, links, &mut search);
            let Some(parent) = parent else {
                self.plant(Spot::Root, *entity, value);
                continue;
            };
            if !self.plant_below::<H>(parent, *entity, value, link, links) {
                guests.push(Guest {
                    parent,
                    newcomer: newcomer as u32,
                    link,
                });
            }
        }
        // Then those whose parent came after them, and then the rest, from above.
        guests.retain(|guest| {
            let (entity, value) = &newcomers[guest.newcomer as usize];
            !self.plant_below::<H>(guest.parent, *entity, value, guest.link, links)
        });
        if !guests.is_empty() {
            self.welcome_from_above::<H>(&newcomers, &guests, links);
        }
        guests.clear();
        self.desk.guests = guests;
        newcomers.clear();
        self.newcomers = newcomers;
    }

    /// Whose child a newcomer is, and where its link is among those that changed.
    #[inline]
    fn link_of<H: Host<Entity = E, Value = V>>(
        &mut self,
        host: &H,
        entity: E,
        links: &Links<E>,
        search: &mut Search,
    ) -> (Option<E>, Place) {
        if let Search::From(next) = search {
            while let Some(link) = links.get(*next) {
                if link.child == entity {
                    *next += 1;
                    return (link.parent, Place(*next as u32 - 1));
                }
                if self.roster.node(link.child).is_none() {
                    break;
                }
                *next += 1; // a member that has another parent now
            }
        }
        let parent = host.parent(entity);
        if parent.is_none() || links.is_empty() {
            return (parent, Place::NOWHERE);
        }
        if let Search::From(_) = search {
            self.desk.note_places(links.iter().map(|link| link.child));
            *search = Search::ByPlace;
        }
        let place = self.desk.place(entity);
        let is_its = |&place: &usize| links.get(place).is_some_and(|link| link.child == entity);
        let place = place.filter(is_its);
        (
            parent,
            place.map_or(Place::NOWHERE, |place| Place(place as u32)),
        )
    }

    /// Plants those who are left, whatever order they came in.
    #[cold]
    fn welcome_from_above<H: Host<Entity = E, Value = V>>(
        &mut self,
        newcomers: &[Newcomer<V, E>],
        guests: &[Guest<E>],
        links: &mut Links<E>,
    ) {
        let entity_of = |guest: &Guest<E>| newcomers[guest.newcomer as usize].0;
        self.desk.note_places(guests.iter().map(entity_of));
        let mut is_seen_to = vec![false; guests.len()];
        let mut path: Vec<usize> = Vec::new();
        for first in 0..guests.len() {
            // Up, as long as parents are newcomers too and neither planted nor on the way,
            // which closes a loop.
            let mut at = Some(first);
            while let Some(index) = at
                && !is_seen_to[index]
            {
                is_seen_to[index] = true;
                path.push(index);
                let parent = guests[index].parent;
                let is_it = |&place: &usize| guests.get(place).map(entity_of) == Some(parent);
                at = self.desk.place(parent).filter(is_it);
            }
            while let Some(index) = path.pop() {
                let guest = &guests[index];
                let (entity, value) = &newcomers[guest.newcomer as usize];
                if !self.plant_below::<H>(guest.parent, *entity, value, guest.link, links) {
                    self.desk.moved.push(*entity);
                    self.plant(Spot::Root, *entity, value);
                }
            }
        }
    }

    /// Plants one below its parent; says whether the parent is there.
    #[inline]
    fn plant_below<H: Host<Entity = E, Value = V>>(
        &mut self,
        parent: E,
        entity: E,
        value: &V,
        link: Place,
        links: &mut Links<E>,
    ) -> bool {
        let Some(above) = self.roster.node(parent) else {
            return false;
        };
        let planted = self.plant_under::<H>((parent, above), entity, value);
        if let Some(link) = links.get_mut(link.0 as usize)
            && planted
        {
            link.is_followed = true;
        }
        true
    }

    /// The same, where the parent's node is known; says whether it was planted there, and not as a root.
    #[inline]
    fn plant_under<H: Host<Entity = E, Value = V>>(
        &mut self,
        (parent, above): (E, NodeId),
        entity: E,
        value: &V,
    ) -> bool {
        if H::LISTS_CHILDREN && self.desk.touched.last() != Some(&parent) {
            self.desk.touched.push(parent);
        }
        self.plant(Spot::Under(above), entity, value)
    }

    /// Plants somebody who has just been told of, unless its parent is not there yet, or it has the index
    /// of somebody who has not left yet. The parent's node may be known, if it was there a while ago.
    #[inline]
    pub(crate) fn plant_at_once<H: Host<Entity = E, Value = V>>(
        &mut self,
        entity: E,
        value: &V,
        (parent, above): (Option<E>, Option<NodeId>),
    ) -> bool {
        if self.roster.holder(entity).is_some() {
            return false;
        }
        let Some(parent) = parent else {
            self.plant(Spot::Root, entity, value);
            return true;
        };
        let Some(above) = above.or_else(|| self.roster.node(parent)) else {
            return false;
        };
        self.plant_under::<H>((parent, above), entity, value);
        true
    }

    /// Makes room for newcomers. A few in a large forest grow it bit by bit.
    pub(crate) fn make_room(&mut self, newcomers: usize) {
        if newcomers > self.forest.len() / 4 {
            self.forest.reserve(newcomers);
        }
    }

    /// Plants one, and says whether it is at that spot.
    #[inline]
    fn plant(&mut self, spot: Spot, entity: E, value: &V) -> bool {
        match self.forest.plant_at(spot, value.clone()) {
            Ok(node) => {
                self.roster.add(entity, node);
                if !self.refused.is_empty() {
                    self.refused.remove(&entity);
                }
                true
            }
            Err(why) => {
                self.plant_otherwise(why, entity, value);
                false
            }
        }
    }

    /// Plants one as a root that would be too deep, or leaves it out.
    #[cold]
    fn plant_otherwise(&mut self, why: PlantError, entity: E, value: &V) {
        if matches!(why, PlantError::TooDeep { .. }) {
            self.desk.moved.push(entity);
            self.plant(Spot::Root, entity, value);
            return;
        }
        let trouble = Trouble::planting(entity, why);
        if self.refused.insert(entity, trouble.clone()).as_ref() != Some(&trouble) {
            self.news.troubles.push(trouble);
        }
    }
}

impl<E: Key> Desk<E> {
    /// Notes where in a list everybody is.
    fn note_places(&mut self, entities: impl Iterator<Item = E>) {
        for (place, entity) in entities.enumerate() {
            let index = entity.index();
            if self.places.len() <= index {
                self.places.resize(index + 1, 0);
            }
            self.places[index] = place as u32;
        }
    }

    /// Where in the list somebody is, if it is in it at all: nobody else's place is wiped out.
    #[inline]
    fn place(&self, entity: E) -> Option<usize> {
        let place = self.places.get(entity.index())?;
        Some(*place as usize)
    }
}
