//! A world as a scene, to be looked at.

use std::error::Error;
use std::iter::once;

use bevy_ecs::prelude::{Entity, Name, World};
use kinfolk::{Inherits, Node2};
use kinfolk_bevy::Family;
use kinfolk_scene::{Angle, Document, Entity as Being, Field, Inherit, Json, Place2};

use super::creature::Looks;

/// Everybody, below each other as the forest has them.
pub(super) fn scene(world: &World) -> Result<Document, Box<dyn Error>> {
    let family = world.resource::<Family>();
    let mut document = Document::default();
    for root in family.roots() {
        for entity in once(root).chain(family.descendants(root)) {
            let node = family.node(entity).ok_or("a member has a node")?;
            let own = family.forest().value(node).ok_or("a node has a value")?;
            let parent = family.parent(entity);
            document.entities.push(being(world, entity, parent, &own)?);
        }
    }
    Ok(document.to_nested())
}

fn being(
    world: &World,
    entity: Entity,
    parent: Option<Entity>,
    own: &Node2,
) -> Result<Being, Box<dyn Error>> {
    let id = |entity| world.get::<Name>(entity).map(|name| name.as_str().into());
    let mut being = Being {
        id: id(entity),
        parent: parent.and_then(id),
        transform: Field::Set(place(own)),
        ..Being::default()
    };
    being.fields.z = Field::Set(own.z);
    if own.inherits != Inherits::ALL {
        being.fields.inherit = Field::Set(Inherit::Parts(own.inherits));
    }
    if let Some(Looks(sprite)) = world.get(entity) {
        being.fields.sprite = Field::Set(sprite.parse::<Json>()?);
    }
    Ok(being)
}

fn place(own: &Node2) -> Place2 {
    let transform = own.transform;
    Place2 {
        x: Field::Set(transform.position.x),
        y: Field::Set(transform.position.y),
        angle: Field::Set(Angle::Radians(transform.rotation)),
        scale_x: Field::Set(transform.scale.x),
        scale_y: Field::Set(transform.scale.y),
        ..Place2::default()
    }
}
