//! What the notes on hierarchies for an ECS left open, each answered by a behaviour.

use kinfolk::Node2;

use super::{is_sound, place, row, sorted};
use crate::ecs::Realm;

/// Should the hierarchy follow deletions of entities? Yes, whoever deletes them.
pub fn deletions_are_followed<R: Realm>() {
    let mut realm = R::new();
    let player = realm.spawn(Node2::at(10.0, 10.0));
    let thruster = realm.spawn(Node2::at(0.0, -1.0));
    let flame = realm.spawn(Node2::at(0.0, -1.0));
    realm.link(thruster, player);
    realm.link(flame, thruster);
    realm.sync();
    realm.despawn(thruster);
    realm.sync();

    assert!(!realm.is_alive(flame));
    assert_eq!((realm.nodes(), realm.children(player)), (1, vec![]));
    is_sound(&realm);
}

/// Should local and world always be split? Yes: what is owned is never written by what follows.
pub fn local_and_world_are_always_split<R: Realm>() {
    let mut realm = R::new();
    let root = realm.spawn(Node2::at(3.0, 4.0));
    let child = realm.spawn(Node2::at(1.0, 1.0));
    realm.link(child, root);
    for step in 0..10 {
        realm.write(root, Node2::at(step as f32, 0.0));
        realm.sync();
        assert_eq!(realm.own(child), Some(Node2::at(1.0, 1.0)));
        assert_eq!(place(&realm, child), [step as f32 + 1.0, 1.0]);
        assert_eq!(place(&realm, root), [step as f32, 0.0], "roots have both");
    }
}

/// How about dirty flags and caching? What did not change is not computed or written again.
pub fn worlds_are_cached<R: Realm>() {
    let mut realm = R::new();
    let still: [_; 50] = row(&mut realm);
    let [mover, below] = row(&mut realm);
    for step in 0..5 {
        realm.write(mover, Node2::at(0.0, step as f32));
        realm.sync();
        assert_eq!(sorted(realm.rewritten()), sorted(vec![mover, below]));
    }
    assert_eq!(place(&realm, still[49]), [50.0, 0.0]);
}

/// Should the hierarchy be queryable? Yes: children and roots are told apart by a component.
pub fn the_hierarchy_is_queryable<R: Realm>() {
    let mut realm = R::new();
    let [root, middle, leaf] = row(&mut realm);
    let alone = realm.spawn(Node2::default());
    realm.sync();

    assert_eq!(sorted(realm.roots()), sorted(vec![root, alone]));
    let above: Vec<_> = [root, middle, leaf, alone]
        .iter()
        .map(|&entity| realm.parent(entity))
        .collect();
    assert_eq!(above, [None, Some(root), Some(middle), None]);
    let below: Vec<_> = [root, middle, leaf, alone]
        .iter()
        .map(|&entity| realm.children(entity))
        .collect();
    assert_eq!(below, [vec![middle], vec![leaf], vec![], vec![]]);
}
