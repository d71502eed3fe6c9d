//! Random changes to a document, by two people who keep out of each other's way.
//!
//! Every third entity belongs to one of them, every third to the other, and the rest to both:
//! there each has fields of their own.

use kinfolk_scene::{Document, Entity, Field, Json, Place2, Text};

use crate::choices::Choices;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Person {
    Ann,
    Ben,
}

/// One change. Entities are named by their id in the flat form.
#[derive(Debug, Clone)]
pub(crate) enum Edit {
    /// The same field of anything that is shared differs by person.
    Number(Text, Person, f32),
    Tag(Text, Person),
    SpriteKey(Text, Person, i64),
    Unknown(Text, Person, i64),
    Template(usize, Person, i64),
    Limit(Person, u32),
    Add {
        below: Text,
        id: Text,
    },
    Remove(Text),
    Move {
        id: Text,
        below: Text,
    },
}

/// Some changes of one person to this document, which is flat.
pub(crate) fn edits(choices: &mut Choices<'_>, flat: &Document, person: Person) -> Vec<Edit> {
    let ids: Vec<&Text> = flat
        .entities
        .iter()
        .filter_map(|entity| entity.id.as_ref())
        .collect();
    let turn = match person {
        Person::Ann => 0,
        Person::Ben => 1,
    };
    let own: Vec<&Text> = ids.iter().copied().skip(turn).step_by(3).collect();
    let others = ids
        .iter()
        .copied()
        .skip(1 - turn)
        .step_by(3)
        .collect::<Vec<_>>();
    let fair: Vec<&Text> = ids
        .iter()
        .copied()
        .filter(|id| !others.contains(id))
        .collect();
    let mut edits = Vec::new();
    for index in 0..choices.below(6) + 1 {
        let Some(&id) = fair.get(choices.below(fair.len().max(1))) else {
            break;
        };
        let value = choices.below(5) as i64;
        edits.push(match choices.below(9) {
            0 => Edit::Number(id.clone(), person, choices.number()),
            1 => Edit::Tag(id.clone(), person),
            2 => Edit::SpriteKey(id.clone(), person, value),
            3 => Edit::Unknown(id.clone(), person, value),
            4 => Edit::Template(choices.below(4), person, value),
            5 => Edit::Limit(person, value as u32 + 20),
            kind => {
                let Some(&id) = own.get(choices.below(own.len().max(1))) else {
                    continue;
                };
                let below = own[choices.below(own.len())].clone();
                match kind {
                    6 => Edit::Remove(id.clone()),
                    7 if below != *id => Edit::Move {
                        id: id.clone(),
                        below,
                    },
                    _ => Edit::Add {
                        below,
                        id: format!("new {person:?} {index}").into(),
                    },
                }
            }
        });
    }
    edits
}

/// Makes the change to a flat document; one that cannot be made changes nothing. What has
/// children, now or at first, is neither removed nor moved.
pub(crate) fn apply(document: &mut Document, base: &Document, edit: &Edit) {
    let is_childless = |document: &Document, id: &Text| {
        let mut named = document
            .entities
            .iter()
            .filter_map(|entity| entity.parent.as_ref());
        // Also children out of templates have no children then.
        !named.any(|parent| parent == id || parent.starts_with(&format!("{id}_")))
    };
    match edit {
        Edit::Number(id, person, number) => change(document, id, |entity| {
            if entity.transform.is_absent() {
                entity.transform = Field::Set(Place2::default());
            }
            if let Field::Set(place) = &mut entity.transform {
                match person {
                    Person::Ann => place.x = Field::Set(*number),
                    Person::Ben => place.y = Field::Set(*number),
                }
            }
        }),
        Edit::Tag(id, person) => change(document, id, |entity| {
            let tag = Text::from(format!("{person:?}"));
            match &mut entity.fields.tags {
                Field::Set(tags) if tags.contains(&tag) => {}
                Field::Set(tags) => tags.push(tag),
                tags => *tags = Field::Set(vec![tag]),
            }
        }),
        Edit::SpriteKey(id, person, value) => change(document, id, |entity| {
            if entity.fields.sprite.is_absent() {
                entity.fields.sprite = Field::Set(Json::Object(Default::default()));
            }
            if let Field::Set(Json::Object(sprite)) = &mut entity.fields.sprite {
                sprite.set(&format!("{person:?}"), Json::from(*value));
            }
        }),
        Edit::Unknown(id, person, value) => change(document, id, |entity| {
            entity
                .fields
                .extra
                .set(&format!("{person:?}"), Json::from(*value));
        }),
        Edit::Template(index, person, value) => {
            if let Some((_, template)) = document.templates.get_index_mut(*index) {
                match person {
                    Person::Ann => template.fields.z = Field::Set(*value as i32),
                    Person::Ben => template.fields.extra.set("ben", Json::from(*value)),
                }
            }
        }
        Edit::Limit(person, value) => {
            let limits = document.limits.get_or_insert_default();
            match person {
                Person::Ann => limits.max_depth = Some(*value),
                Person::Ben => limits.max_entities = Some(*value * 10_000),
            }
        }
        Edit::Add { below, id } => {
            let is_there = |wanted: &Text| {
                document
                    .entities
                    .iter()
                    .any(|entity| entity.id.as_ref() == Some(wanted))
            };
            if is_there(below) && !is_there(id) {
                document.entities.push(Entity {
                    id: Some(id.clone()),
                    parent: Some(below.clone()),
                    ..Entity::default()
                });
            }
        }
        Edit::Remove(id) if is_childless(document, id) && is_childless(base, id) => {
            document
                .entities
                .retain(|entity| entity.id.as_ref() != Some(id));
        }
        Edit::Move { id, below } if is_childless(document, id) && is_childless(base, id) => {
            let is_there = document
                .entities
                .iter()
                .any(|entity| entity.id.as_ref() == Some(below));
            let place = document
                .entities
                .iter()
                .position(|entity| entity.id.as_ref() == Some(id));
            if let (Some(place), true) = (place, is_there) {
                let mut entity = document.entities.remove(place);
                entity.parent = Some(below.clone());
                document.entities.push(entity);
            }
        }
        Edit::Remove(_) | Edit::Move { .. } => {}
    }
}

fn change(document: &mut Document, id: &Text, change: impl FnOnce(&mut Entity)) {
    let mut entities = document.entities.iter_mut();
    if let Some(entity) = entities.find(|entity| entity.id.as_ref() == Some(id)) {
        change(entity);
    }
}
