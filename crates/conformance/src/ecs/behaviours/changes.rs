//! Changes: worlds are written when they change, and only then.

use kinfolk::Node2;

use super::{row, sorted};
use crate::ecs::Realm;

pub fn only_what_moved_is_written<R: Realm>() {
    let mut realm = R::new();
    let [_, b, c] = row(&mut realm);
    let other = realm.spawn(Node2::default());
    realm.sync();

    realm.write(b, Node2::at(2.0, 0.0));
    realm.sync();
    assert_eq!(sorted(realm.rewritten()), sorted(vec![b, c]));

    realm.write(other, Node2::at(2.0, 0.0));
    realm.sync();
    assert_eq!(realm.rewritten(), [other]);
}

pub fn nothing_is_written_when_nothing_moved<R: Realm>() {
    let mut realm = R::new();
    let [a, ..]: [_; 3] = row(&mut realm);
    realm.sync();
    assert_eq!(realm.rewritten(), []);

    realm.write(a, Node2::at(1.0, 0.0));
    realm.sync();
    assert_eq!(realm.rewritten(), [], "the same value again");
}

pub fn newcomers_are_written<R: Realm>() {
    let mut realm = R::new();
    let [a, _] = row(&mut realm);
    // Its world is the same as that of somebody who owns nothing in particular.
    let plain = realm.spawn(Node2::default());
    let child = realm.spawn(Node2::at(1.0, 0.0));
    realm.link(child, a);
    realm.sync();

    assert!(realm.rewritten().contains(&child));
    assert_eq!(realm.world(plain).unwrap().position().to_array(), [0.0; 2]);
}

pub fn moving_elsewhere_and_back_writes_nothing<R: Realm>() {
    let mut realm = R::new();
    let [a, b, _] = row(&mut realm);
    realm.unlink(b);
    realm.link(b, a);
    realm.write(a, Node2::at(5.0, 0.0));
    realm.write(a, Node2::at(1.0, 0.0));
    realm.sync();

    assert_eq!(realm.rewritten(), []);
}

pub fn a_new_parent_moves_everybody_below<R: Realm>() {
    let mut realm = R::new();
    let [_, b, c] = row(&mut realm);
    let far = realm.spawn(Node2::at(100.0, 0.0));
    realm.sync();
    realm.link(b, far);
    realm.sync();

    assert_eq!(sorted(realm.rewritten()), sorted(vec![b, c]));
}

/// Many and few take different ways through an adapter.
pub fn many_and_few_are_written_alike<R: Realm>() {
    let mut realm = R::new();
    let roots: Vec<_> = (0..300).map(|_| realm.spawn(Node2::default())).collect();
    let leaves: Vec<_> = roots
        .iter()
        .map(|&root| {
            let leaf = realm.spawn(Node2::at(0.0, 1.0));
            realm.link(leaf, root);
            leaf
        })
        .collect();
    realm.sync();
    for moved in [1, 5, 17, 100, 300] {
        let start = realm.world(roots[0]).unwrap().position().x;
        for &root in &roots[..moved] {
            realm.write(root, Node2::at(start + 1.0, 0.0));
        }
        realm.sync();
        for &leaf in &leaves[..moved] {
            let place = realm.world(leaf).unwrap().position();
            assert_eq!(place.to_array(), [start + 1.0, 1.0]);
        }
    }
}
