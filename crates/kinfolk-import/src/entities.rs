//! Entities as documents have them: nested, with names of their own, and with those numbers
//! only that are not as usual.

use std::collections::{HashMap, HashSet};

use kinfolk::Transform2;
use kinfolk_scene::{Angle, Entity, Field, Place2, Text};

/// Puts entities, which come after those that they are nested in, inside of these.
pub(crate) fn nested(entities: Vec<Entity>, above: impl Fn(usize) -> Option<usize>) -> Vec<Entity> {
    let mut inside: Vec<Vec<Entity>> = entities.iter().map(|_| Vec::new()).collect();
    let mut roots = Vec::new();
    for (index, mut entity) in entities.into_iter().enumerate().rev() {
        let mut children = std::mem::take(&mut inside[index]);
        children.reverse();
        entity.children = children;
        match above(index) {
            Some(above) => inside[above].push(entity),
            None => roots.push(entity),
        }
    }
    roots.reverse();
    roots
}

/// The numbers of a transform that are not as usual.
pub(crate) fn place(local: &Transform2) -> Field<Place2> {
    let unusual = |number: f32, usual: f32| Some(number).filter(|&number| number != usual);
    if_any(Place2 {
        x: unusual(local.position.x, 0.0).into(),
        y: unusual(local.position.y, 0.0).into(),
        angle: unusual(local.rotation, 0.0).map(Angle::Radians).into(),
        scale_x: unusual(local.scale.x, 1.0).into(),
        scale_y: unusual(local.scale.y, 1.0).into(),
        skew: unusual(local.skew, 0.0).map(Angle::Radians).into(),
        ..Place2::default()
    })
}

/// The place, if there is a number in it.
pub(crate) fn if_any(place: Place2) -> Field<Place2> {
    Some(place)
        .filter(|place| *place != Place2::default())
        .into()
}

/// Names that are in use.
#[derive(Default)]
pub(crate) struct Taken {
    all: HashSet<Text>,
    /// What was tried last for a name that was in use.
    tried: HashMap<Text, usize>,
}

impl Taken {
    /// The name, with the first number that makes it new if it is in use.
    pub(crate) fn name(&mut self, wanted: &str) -> Text {
        let wanted = Text::from(wanted);
        if self.all.insert(wanted.clone()) {
            return wanted;
        }
        let tried = self.tried.entry(wanted.clone()).or_insert(1);
        loop {
            *tried += 1;
            let name = Text::from(format!("{wanted}_{tried}"));
            if self.all.insert(name.clone()) {
                return name;
            }
        }
    }
}
