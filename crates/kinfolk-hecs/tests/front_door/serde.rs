//! Components that games write can be kept in a file.

use hecs::{Entity, World};
use kinfolk::Node2;
use kinfolk_hecs::{ChildOf, Family, Own};

use crate::realm::{at, place};

/// An entity, as a file has it.
type Kept = (Entity, Own, Option<ChildOf>);

#[test]
fn a_hierarchy_comes_back_from_a_file() {
    let mut world = World::new();
    let ship = world.spawn((at(10.0, 0.0),));
    let sail = world.spawn((at(0.0, 5.0), ChildOf::new(ship)));
    let mut all = world.query::<(Entity, &Own, Option<&ChildOf>)>();
    let all: Vec<Kept> = all
        .iter()
        .map(|(entity, own, link)| (entity, own.clone(), link.copied()))
        .collect();
    let text = serde_json::to_string(&all).unwrap();

    let (mut world, mut family) = (World::new(), Family::new());
    for (entity, own, link) in serde_json::from_str::<Vec<Kept>>(&text).unwrap() {
        world.spawn_at(entity, (own,));
        if let Some(link) = link {
            world.insert_one(entity, link).unwrap();
        }
    }
    family.sync(&mut world);

    assert_eq!(place(&world, sail), [10.0, 5.0]);
    assert_eq!(family.parent(sail), Some(ship));
}

#[test]
fn an_own_value_is_written_as_what_is_owned() {
    let own = serde_json::to_value(at(1.0, 2.0)).unwrap();
    assert_eq!(own, serde_json::to_value(Node2::at(1.0, 2.0)).unwrap());
}
