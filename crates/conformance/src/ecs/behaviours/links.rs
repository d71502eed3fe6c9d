//! Links: a child follows its parent, in the same frame.

use core::f32::consts::FRAC_PI_2;

use kinfolk::Node2;

use super::{is_sound, place, row, sorted};
use crate::ecs::Realm;

pub fn a_child_follows_its_parent<R: Realm>() {
    let mut realm = R::new();
    let tank = realm.spawn(Node2::at(100.0, 100.0));
    let turret = realm.spawn(Node2::at(0.0, 20.0));
    realm.link(turret, tank);
    realm.sync();
    assert_eq!(place(&realm, turret), [100.0, 120.0]);

    realm.write(tank, Node2::at(110.0, 100.0));
    realm.sync();
    assert_eq!(place(&realm, turret), [110.0, 120.0]);
    assert_eq!(realm.own(turret), Some(Node2::at(0.0, 20.0)));
    is_sound(&realm);
}

pub fn everything_below_follows_in_the_same_frame<R: Realm>() {
    let mut realm = R::new();
    let row: [_; 20] = row(&mut realm);
    assert_eq!(place(&realm, row[19]), [20.0, 0.0]);

    realm.write(row[0], Node2::at(1.0, 0.0).turned(FRAC_PI_2));
    realm.sync();
    for (steps, &entity) in row.iter().enumerate() {
        let [x, y] = place(&realm, entity);
        assert!((x - 1.0).abs() < 1e-5 && (y - steps as f32).abs() < 1e-5);
    }
}

pub fn links_are_ordinary_queries<R: Realm>() {
    let mut realm = R::new();
    let [a, b, c, d] = [0; 4].map(|_| realm.spawn(Node2::default()));
    realm.link(b, a);
    realm.link(c, a);
    realm.sync();

    assert_eq!(realm.parent(b), Some(a));
    assert_eq!(realm.parent(a), None);
    assert_eq!(realm.children(a), [b, c]);
    assert_eq!(realm.children(b), []);
    assert_eq!(sorted(realm.roots()), sorted(vec![a, d]));

    realm.unlink(b);
    realm.link(d, a);
    realm.sync();
    assert_eq!(realm.children(a), [c, d]);
    assert_eq!(sorted(realm.roots()), sorted(vec![a, b]));
    is_sound(&realm);
}

pub fn a_link_that_is_written_again_moves_what_is_below<R: Realm>() {
    let mut realm = R::new();
    let [a, b, c] = row(&mut realm);
    let far = realm.spawn(Node2::at(100.0, 0.0));
    realm.link(b, far);
    realm.sync();

    assert_eq!(place(&realm, c), [102.0, 0.0]);
    assert_eq!(realm.children(a), []);
    assert_eq!(realm.descendants(far), [b, c]);
    is_sound(&realm);
}

pub fn a_link_that_is_taken_away_makes_a_root<R: Realm>() {
    let mut realm = R::new();
    let [_, b, c] = row(&mut realm);
    realm.unlink(b);
    realm.sync();

    assert_eq!(place(&realm, b), [1.0, 0.0]);
    assert_eq!(place(&realm, c), [2.0, 0.0]);
    is_sound(&realm);
}

pub fn attaching_goes_to_the_end<R: Realm>() {
    let mut realm = R::new();
    let [a, b, c, d] = [0; 4].map(|_| realm.spawn(Node2::default()));
    for child in [b, c, d] {
        assert!(realm.attach(child, a));
    }
    realm.sync();
    assert_eq!(realm.children(a), [b, c, d]);

    assert!(realm.detach(b) && realm.attach(b, a));
    realm.sync();
    assert_eq!(realm.children(a), [c, d, b]);
    assert_eq!(realm.descendants(a), [c, d, b]);
}

pub fn children_can_be_sorted<R: Realm>() {
    let mut realm = R::new();
    let parent = realm.spawn(Node2::default());
    let children = [3.0, 1.0, 2.0].map(|x| realm.spawn(Node2::at(x, 0.0)));
    for child in children {
        realm.link(child, parent);
    }
    realm.sync();
    realm.sort_children_by_x(parent);
    realm.sync();

    let [three, one, two] = children;
    assert_eq!(realm.children(parent), [one, two, three]);
    assert_eq!(realm.descendants(parent), [one, two, three]);
    is_sound(&realm);
}

pub fn who_is_attached_in_place_stays<R: Realm>() {
    let mut realm = R::new();
    let hand = realm.spawn(Node2::at(5.0, 1.0).turned(0.5).scaled(-2.0, 2.0));
    let finger = realm.spawn(Node2::at(1.0, 1.0).turned(0.25));
    let coin = realm.spawn(Node2::at(6.0, 1.0).turned(0.1));
    realm.link(finger, hand);
    realm.sync();
    let before = realm.world(coin).unwrap();

    assert!(realm.attach_in_place(coin, finger));
    realm.sync();
    let held = realm.world(coin).unwrap();
    assert_eq!(realm.parent(coin), Some(finger));
    assert!(near(&before.to_array(), &held.to_array()));
    assert_ne!(realm.own(coin), Some(Node2::at(6.0, 1.0).turned(0.1)));

    assert!(realm.detach_in_place(coin));
    realm.sync();
    let after = realm.world(coin).unwrap();
    assert_eq!(realm.parent(coin), None);
    assert!(near(&before.to_array(), &after.to_array()));
    is_sound(&realm);
}

pub fn who_stays_keeps_up_with_what_is_written_in_the_same_frame<R: Realm>() {
    let mut realm = R::new();
    let [a, b] = row(&mut realm);
    let far = realm.spawn(Node2::at(100.0, 7.0).turned(1.0));
    realm.sync();

    realm.write(a, Node2::at(50.0, 0.0));
    assert!(realm.attach_in_place(b, far));
    realm.sync();
    let [x, y] = place(&realm, b);
    assert!((x - 51.0).abs() < 1e-4 && y.abs() < 1e-4, "at {x} {y}");
}

/// Those are components, so nobody checks them one by one.
pub fn parent_and_child_can_change_places_in_one_frame<R: Realm>() {
    let mut realm = R::new();
    let [a, b, c] = row(&mut realm);
    // Each in turn would close a loop with those that are still as they were.
    realm.link(b, c);
    realm.link(a, b);
    realm.unlink(c);
    realm.sync();

    assert_eq!(realm.descendants(c), [b, a]);
    assert_eq!(place(&realm, a), [3.0, 0.0]);
    is_sound(&realm);
}

pub fn a_long_chain_can_be_turned_round_in_one_frame<R: Realm>() {
    let mut realm = R::new();
    let chain: [_; 200] = row(&mut realm);
    realm.unlink(chain[199]);
    for pair in chain.windows(2) {
        realm.link(pair[0], pair[1]);
    }
    realm.sync();

    assert_eq!(place(&realm, chain[0]), [200.0, 0.0]);
    assert_eq!(realm.descendants(chain[199]).len(), 199);
    is_sound(&realm);
}

pub fn children_may_come_before_their_parents<R: Realm>() {
    let mut realm = R::new();
    let entities: Vec<_> = (0..50).map(|_| realm.spawn(Node2::at(1.0, 0.0))).collect();
    for pair in entities.windows(2) {
        realm.link(pair[0], pair[1]);
    }
    realm.sync();

    assert_eq!(place(&realm, entities[0]), [50.0, 0.0]);
    is_sound(&realm);
}

fn near(a: &[f32; 6], b: &[f32; 6]) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-4)
}
