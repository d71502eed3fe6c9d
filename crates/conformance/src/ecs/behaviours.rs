//! Behaviours, by subject.

#![expect(missing_docs, reason = "a behaviour's name says what it is")]

pub mod changes;
pub mod links;
pub mod lives;
pub mod questions;
pub mod troubles;

use kinfolk::Node2;

use super::Realm;

/// Where an entity is in the world.
pub(crate) fn place<R: Realm>(realm: &R, entity: R::Entity) -> [f32; 2] {
    realm.world(entity).unwrap().position().to_array()
}

/// In a row: each the child of the one before, one to the right of it.
pub(crate) fn row<R: Realm, const N: usize>(realm: &mut R) -> [R::Entity; N] {
    let row: Vec<_> = (0..N).map(|_| realm.spawn(Node2::at(1.0, 0.0))).collect();
    for pair in row.windows(2) {
        realm.link(pair[1], pair[0]);
    }
    realm.sync();
    row.try_into().unwrap()
}

/// Sorted, for lists whose order says nothing.
pub(crate) fn sorted<E: Ord>(mut list: Vec<E>) -> Vec<E> {
    list.sort();
    list
}

/// Nothing is wrong, and the laws hold.
#[track_caller]
pub(crate) fn is_sound<R: Realm>(realm: &R) {
    assert_eq!(realm.troubles(), [], "nothing is wrong");
    realm.check_laws().unwrap();
}
