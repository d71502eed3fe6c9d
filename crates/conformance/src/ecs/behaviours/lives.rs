//! Lives: whoever dies leaves, by whatever route, and nothing dangles.

use kinfolk::Node2;

use super::{is_sound, place, row, sorted};
use crate::ecs::Realm;

pub fn who_dies_leaves_the_forest<R: Realm>() {
    let mut realm = R::new();
    let [a, b, c] = row(&mut realm);
    realm.despawn(c);
    realm.sync();

    assert_eq!(realm.nodes(), 2);
    assert_eq!(realm.children(b), []);
    assert_eq!(realm.descendants(a), [b]);
    is_sound(&realm);
}

pub fn a_family_dies_with_its_head<R: Realm>() {
    let mut realm = R::new();
    let [a, b, c, d] = row(&mut realm);
    realm.despawn(b);
    realm.sync();

    assert!(realm.is_alive(a));
    assert!(![b, c, d].iter().any(|&entity| realm.is_alive(entity)));
    assert_eq!((realm.nodes(), realm.children(a)), (1, vec![]));
    is_sound(&realm);
}

pub fn a_family_can_be_ended_by_the_adapter<R: Realm>() {
    let mut realm = R::new();
    let [a, b, c, d] = row(&mut realm);
    realm.despawn_all(b);
    realm.sync();

    assert!(![b, c, d].iter().any(|&entity| realm.is_alive(entity)));
    assert_eq!((realm.nodes(), realm.children(a)), (1, vec![]));
    is_sound(&realm);
}

pub fn children_can_outlive_their_parent<R: Realm>() {
    let mut realm = R::new();
    let [a, b, c, d] = row(&mut realm);
    realm.despawn_keep_children(b);
    realm.sync();

    assert!(!realm.is_alive(b));
    assert_eq!(sorted(realm.roots()), sorted(vec![a, c]));
    assert_eq!(place(&realm, c), [3.0, 0.0]);
    assert_eq!(place(&realm, d), [4.0, 0.0]);
    is_sound(&realm);
}

pub fn who_got_away_in_time_lives_on<R: Realm>() {
    let mut realm = R::new();
    let [a, b, c, d] = row(&mut realm);
    // Out of the family, in the same frame, and before its head dies.
    realm.link(d, a);
    realm.unlink(c);
    realm.despawn(b);
    realm.sync();

    assert!(realm.is_alive(c) && realm.is_alive(d));
    assert_eq!(realm.children(a), [d]);
    assert_eq!(place(&realm, d), [2.0, 0.0]);
    assert_eq!(realm.nodes(), 3);
    is_sound(&realm);
}

pub fn who_lives_between_two_syncs_is_never_seen<R: Realm>() {
    let mut realm = R::new();
    let [a, b] = row(&mut realm);
    let brief = realm.spawn(Node2::default());
    realm.link(brief, b);
    realm.despawn(brief);
    realm.sync();

    assert_eq!(realm.nodes(), 2);
    assert_eq!(realm.descendants(a), [b]);
    is_sound(&realm);
}

pub fn numbers_that_are_used_again_are_somebody_else<R: Realm>() {
    let mut realm = R::new();
    let parent = realm.spawn(Node2::at(10.0, 0.0));
    let mut child = realm.spawn(Node2::at(1.0, 0.0));
    realm.link(child, parent);
    realm.sync();
    for round in 0..100 {
        realm.despawn(child);
        let other = realm.spawn(Node2::at(2.0, round as f32));
        if round % 3 == 0 {
            realm.link(other, parent);
        }
        realm.sync();
        assert!(!realm.is_alive(child) && realm.world(child).is_none());
        let x = if round % 3 == 0 { 12.0 } else { 2.0 };
        assert_eq!(place(&realm, other), [x, round as f32]);
        assert_eq!(realm.nodes(), 2);
        child = other;
    }
    is_sound(&realm);
}

pub fn whole_worlds_come_and_go<R: Realm>() {
    let mut realm = R::new();
    for round in 0..20 {
        let root = realm.spawn(Node2::at(1.0, 0.0));
        let mut last = root;
        for step in 0..50 {
            let next = realm.spawn(Node2::at(1.0, 0.0));
            realm.link(next, if step % 5 == 0 { root } else { last });
            last = next;
        }
        realm.sync();
        assert_eq!(realm.nodes(), 51, "round {round}");
        realm.despawn(root);
        realm.sync();
        assert_eq!((realm.nodes(), realm.roots()), (0, vec![]));
    }
    is_sound(&realm);
}

/// A million spawned and ended, and no memory is held on to for them.
pub fn nothing_leaks<R: Realm>() {
    let mut realm = R::new();
    let anchor = realm.spawn(Node2::default());
    let mut settled = 0;
    for round in 0..1_000 {
        let mut family = vec![realm.spawn(Node2::at(1.0, 0.0))];
        realm.link(family[0], anchor);
        for index in 1..1_000 {
            let child = realm.spawn(Node2::at(1.0, 0.0));
            realm.link(child, family[index / 2]);
            family.push(child);
        }
        realm.sync();
        assert_eq!(realm.nodes(), 1_001);
        realm.despawn_all(family[0]);
        realm.sync();
        assert_eq!(realm.nodes(), 1);
        match round {
            0..10 => settled = realm.memory(),
            _ => assert!(realm.memory() <= 2 * settled, "round {round}"),
        }
    }
    is_sound(&realm);
}
