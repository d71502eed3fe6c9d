//! Births: newcomers are planted where their link says, parents before children.
//!
//! Whoever's link cannot be followed yet is planted as a root; what becomes of it is decided
//! with all the other links.

use kinfolk::{Inherit, PlantError, Spot};

use crate::host::Host;
use crate::key::Key;
use crate::mirror::{Kinship, Mirror};
use crate::trouble::Trouble;
use crate::values::Newcomer;

/// The state of a newcomer in `Desk::numbers` is its place in the list plus this; 0 is nobody.
const PLACE: u32 = 1;

impl<V: Inherit, E: Key> Mirror<V, E> {
    /// Plants newcomers.
    pub(crate) fn welcome<H: Host<Entity = E, Value = V>>(
        &mut self,
        host: &H,
        newcomers: Vec<Newcomer<V, E>>,
    ) {
        if newcomers.is_empty() {
            return;
        }
        if newcomers.len() > self.forest.len() {
            self.forest.reserve(newcomers.len());
        }
        let mut guests: Vec<Guest<V, E>> = newcomers
            .into_iter()
            .map(|(entity, value)| Guest {
                entity,
                parent: host.parent(entity),
                value: Some(value),
                climbing: false,
            })
            .collect();
        // First those whose parent is there already, in the order in which the ECS has them:
        // what lies side by side there then lies side by side in the forest.
        let mut left = false;
        for guest in &mut guests {
            let above = guest
                .parent
                .map(|parent| self.roster.node(parent).is_some());
            if above.unwrap_or(true) {
                guest.enter(self);
            } else {
                left = true;
            }
        }
        if left {
            self.welcome_from_above(&mut guests);
        }
    }

    /// Plants those who are left, whatever order they came in.
    fn welcome_from_above(&mut self, guests: &mut [Guest<V, E>]) {
        self.number(guests);
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
                at = guest.parent.and_then(|parent| {
                    let above = self.guest_number(parent)?;
                    (guests[above].entity == parent).then_some(above)
                });
            }
            while let Some(index) = path.pop() {
                guests[index].enter(self);
            }
        }
        self.unnumber(guests);
    }

    /// Plants one whose parent, if that is a newcomer, was planted before.
    fn plant(&mut self, entity: E, parent: Option<E>, value: V) {
        let above = parent.and_then(|parent| self.roster.node(parent));
        if parent.is_some() && above.is_none() {
            self.desk.moved.push(entity);
        }
        let planted = match self.forest.plant_at(Spot::from(above), value.clone()) {
            Err(PlantError::TooDeep { .. }) => {
                self.desk.moved.push(entity);
                self.forest.plant(value)
            }
            planted => planted,
        };
        match planted {
            Ok(node) => {
                self.roster.add(entity, node);
                if !self.refused.is_empty() {
                    self.refused.remove(&entity);
                }
                if let (Some(parent), Some(_)) = (parent, self.forest.parent(node)) {
                    self.desk.touched.push(parent);
                    self.news.kinships.push(Kinship {
                        child: entity,
                        before: None,
                        after: Some(parent),
                    });
                }
            }
            Err(why) => {
                let trouble = Trouble::planting(entity, why);
                if self.refused.insert(entity, trouble.clone()).as_ref() != Some(&trouble) {
                    self.news.troubles.push(trouble);
                }
            }
        }
    }

    /// Makes newcomers findable by their entity.
    fn number(&mut self, guests: &[Guest<V, E>]) {
        let numbers = &mut self.desk.numbers;
        for (place, guest) in guests.iter().enumerate() {
            let index = guest.entity.index();
            if numbers.len() <= index {
                numbers.resize(index + 1, 0);
            }
            numbers[index] = place as u32 + PLACE;
        }
    }

    fn guest_number(&self, entity: E) -> Option<usize> {
        let number = self.desk.numbers.get(entity.index())?.checked_sub(PLACE)?;
        Some(number as usize)
    }

    fn unnumber(&mut self, guests: &[Guest<V, E>]) {
        for guest in guests {
            self.desk.numbers[guest.entity.index()] = 0;
        }
    }
}

/// A newcomer on the way in.
struct Guest<V, E> {
    entity: E,
    parent: Option<E>,
    /// Until it is planted.
    value: Option<V>,
    climbing: bool,
}

impl<V: Inherit, E: Key> Guest<V, E> {
    fn enter(&mut self, mirror: &mut Mirror<V, E>) {
        if let Some(value) = self.value.take() {
            mirror.plant(self.entity, self.parent, value);
        }
    }
}
