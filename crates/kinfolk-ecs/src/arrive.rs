//! Births: newcomers are planted where their link says, parents before children.
//!
//! Whoever's link cannot be followed yet is planted as a root; what becomes of it is decided
//! with all the other links.

use kinfolk::{Inherit, PlantError, Spot};

use crate::host::Host;
use crate::key::Key;
use crate::mirror::{Desk, Mirror};
use crate::relink::Links;
use crate::trouble::Trouble;
use crate::values::Newcomer;

/// A newcomer whose parent was not there when it came.
struct Guest<V, E> {
    entity: E,
    parent: E,
    /// Until it is planted.
    value: Option<V>,
    /// Whether it is on the way up from somebody who waits for it.
    climbing: bool,
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
        if newcomers.len() > self.forest.len() / 4 {
            self.forest.reserve(newcomers.len()); // a few in a large forest grow it bit by bit
        }
        self.desk.note_places(links.iter().map(|link| link.child));

        // First those whose parent is there already, in the order in which the ECS has them:
        // what lies side by side there then lies side by side in the forest.
        let mut guests = Vec::new();
        for (entity, value) in newcomers.drain(..) {
            let link = self.desk.place(entity);
            let is_its = |&place: &usize| links.get(place).is_some_and(|l| l.child == entity);
            let link = link.filter(is_its);
            let parent = match link {
                Some(link) => links[link].parent,
                None => host.parent(entity),
            };
            let Some(parent) = parent else {
                self.plant(Spot::Root, entity, value);
                continue;
            };
            if let Some(above) = self.roster.node(parent) {
                let planted = self.plant(Spot::Under(above), entity, value);
                if H::LISTS_CHILDREN {
                    self.desk.touched.push(parent);
                }
                if let Some(link) = link.filter(|_| planted) {
                    links[link].is_followed = true;
                }
            } else {
                guests.push(Guest {
                    entity,
                    parent,
                    value: Some(value),
                    climbing: false,
                });
            }
        }
        self.newcomers = newcomers;
        if !guests.is_empty() {
            self.welcome_from_above::<H>(&mut guests);
        }
    }

    /// Plants those who are left, whatever order they came in.
    fn welcome_from_above<H: Host<Entity = E, Value = V>>(&mut self, guests: &mut [Guest<V, E>]) {
        self.desk
            .note_places(guests.iter().map(|guest| guest.entity));
        let mut path: Vec<usize> = Vec::new();
        for first in 0..guests.len() {
            // Up, as long as parents are newcomers too and neither planted nor on the way,
            // which closes a loop.
            let mut at = Some(first);
            while let Some(index) = at {
                let guest = &mut guests[index];
                if guest.value.is_none() || guest.climbing {
                    break;
                }
                guest.climbing = true;
                path.push(index);
                let parent = guest.parent;
                let above = self.desk.place(parent);
                let is_it = |&place: &usize| guests.get(place).is_some_and(|g| g.entity == parent);
                at = above.filter(is_it);
            }
            while let Some(index) = path.pop() {
                let guest = &mut guests[index];
                if let Some(value) = guest.value.take() {
                    self.plant_guest::<H>(guest.entity, guest.parent, value);
                }
            }
        }
    }

    /// Plants one whose parent, if that is a newcomer, was planted before.
    fn plant_guest<H: Host<Entity = E, Value = V>>(&mut self, entity: E, parent: E, value: V) {
        match self.roster.node(parent) {
            Some(above) => {
                self.plant(Spot::Under(above), entity, value);
                if H::LISTS_CHILDREN {
                    self.desk.touched.push(parent);
                }
            }
            None => {
                self.desk.moved.push(entity);
                self.plant(Spot::Root, entity, value);
            }
        }
    }

    /// Plants one, and says whether it is at that spot.
    #[inline]
    fn plant(&mut self, spot: Spot, entity: E, value: V) -> bool {
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
    fn plant_otherwise(&mut self, why: PlantError, entity: E, value: V) {
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
