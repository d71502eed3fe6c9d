//! Troubles: what makes no sense is named, and the rest goes on. Only where links are
//! components, since a forest refuses all of this at once.

use kinfolk::Node2;
use kinfolk_ecs::Trouble;

use super::{is_sound, place, row};
use crate::ecs::Realm;

pub fn a_loop_is_named_and_the_rest_goes_on<R: Realm>() {
    let mut realm = R::new();
    let [a, b, c, below] = row(&mut realm);
    let other = realm.spawn(Node2::at(7.0, 0.0));
    realm.link(a, c);
    realm.write(other, Node2::at(8.0, 0.0));
    realm.sync();

    let mut named = match &realm.new_troubles()[..] {
        [Trouble::Loop(entities)] => entities.clone(),
        others => panic!("{others:?}"),
    };
    named.sort();
    let mut on_it = vec![a, b, c];
    on_it.sort();
    assert_eq!(named, on_it);
    for entity in [a, b, c] {
        assert_eq!(place(&realm, entity), [1.0, 0.0], "as a root");
    }
    assert_eq!(place(&realm, below), [2.0, 0.0], "below a root");
    assert_eq!(place(&realm, other), [8.0, 0.0], "the rest goes on");

    realm.sync();
    assert_eq!(realm.new_troubles(), [], "it is reported once");
    assert_eq!(realm.troubles().len(), 1, "and known as long as it lasts");

    realm.unlink(b);
    realm.sync();
    assert_eq!(place(&realm, a), [3.0, 0.0], "b, c, a are a row now");
    is_sound(&realm);
}

pub fn newcomers_on_a_loop_are_named<R: Realm>() {
    let mut realm = R::new();
    let [a, b, c] = [0; 3].map(|_| realm.spawn(Node2::at(1.0, 0.0)));
    realm.link(a, b);
    realm.link(b, a);
    realm.link(c, a);
    realm.sync();

    assert!(matches!(&realm.new_troubles()[..], [Trouble::Loop(two)] if two.len() == 2));
    assert_eq!(place(&realm, a), [1.0, 0.0]);
    assert_eq!(place(&realm, c), [2.0, 0.0]);

    realm.unlink(a);
    realm.sync();
    assert_eq!(place(&realm, b), [2.0, 0.0]);
    is_sound(&realm);
}

pub fn a_parent_that_owns_nothing_is_named<R: Realm>() {
    let mut realm = R::new();
    let stranger = realm.spawn_stranger();
    let child = realm.spawn(Node2::at(1.0, 0.0));
    realm.link(child, stranger);
    realm.sync();
    let trouble = Trouble::ParentOwnsNothing {
        child,
        parent: stranger,
    };
    assert_eq!(realm.new_troubles(), [trouble]);
    assert_eq!(place(&realm, child), [1.0, 0.0]);

    realm.write(stranger, Node2::at(10.0, 0.0));
    realm.sync();
    assert_eq!(place(&realm, child), [11.0, 0.0]);
    is_sound(&realm);
}

pub fn a_parent_that_loses_what_it_owns_is_named<R: Realm>() {
    let mut realm = R::new();
    let [a, b, c] = row(&mut realm);
    realm.disown(b);
    realm.sync();
    assert!(matches!(
        realm.new_troubles()[..],
        [Trouble::ParentOwnsNothing { child, parent }] if (child, parent) == (c, b)
    ));
    assert_eq!(place(&realm, c), [1.0, 0.0]);
    assert_eq!(realm.nodes(), 2);

    realm.write(b, Node2::at(5.0, 0.0));
    realm.sync();
    assert_eq!(place(&realm, c), [7.0, 0.0]);
    assert_eq!(realm.descendants(a), [b, c]);
    is_sound(&realm);
}

pub fn a_parent_that_is_gone_is_named<R: Realm>() {
    let mut realm = R::new();
    let [a, child] = [0; 2].map(|_| realm.spawn(Node2::at(1.0, 0.0)));
    let gone = realm.spawn(Node2::default());
    realm.despawn(gone);
    realm.sync();
    let attached = realm.attach(child, gone);
    realm.sync();
    let named = matches!(
        realm.new_troubles()[..],
        [Trouble::NoSuchParent { child: c, parent }] if (c, parent) == (child, gone)
    );
    assert!(!attached, "it did not, and said so");
    assert!(R::REFUSES_LOOPS || named, "by a refusal or a report");
    assert_eq!(place(&realm, child), [1.0, 0.0]);

    // Written as a component.
    realm.link(child, gone);
    realm.sync();
    assert_eq!(place(&realm, child), [1.0, 0.0]);
    realm.link(child, a);
    realm.sync();
    assert_eq!(place(&realm, child), [2.0, 0.0]);
    is_sound(&realm);
}

pub fn a_number_that_is_not_finite_is_named<R: Realm>() {
    let mut realm = R::new();
    let [_, b, c] = row(&mut realm);
    realm.write(b, Node2::at(f32::NAN, 0.0));
    realm.sync();
    assert_eq!(realm.new_troubles(), [Trouble::NotFinite(b)]);
    assert_eq!(place(&realm, c), [3.0, 0.0], "the last good value counts");

    realm.sync();
    assert_eq!(realm.troubles(), [Trouble::NotFinite(b)]);
    realm.write(b, Node2::at(5.0, 0.0));
    realm.sync();
    assert_eq!(place(&realm, c), [7.0, 0.0]);
    is_sound(&realm);
}

pub fn a_newcomer_that_is_not_finite_is_left_out<R: Realm>() {
    let mut realm = R::new();
    let bad = realm.spawn(Node2::at(0.0, f32::INFINITY));
    let child = realm.spawn(Node2::at(1.0, 0.0));
    realm.link(child, bad);
    realm.sync();
    assert_eq!(realm.nodes(), 1);
    assert!(realm.new_troubles().contains(&Trouble::NotFinite(bad)));
    assert_eq!(place(&realm, child), [1.0, 0.0]);

    realm.write(bad, Node2::at(10.0, 0.0));
    realm.sync();
    assert_eq!(place(&realm, child), [11.0, 0.0]);
    is_sound(&realm);

    let bad = realm.spawn(Node2::at(0.0, f32::INFINITY));
    realm.sync();
    realm.despawn(bad);
    realm.sync();
    is_sound(&realm);
}

pub fn an_adapter_does_not_close_loops_silently<R: Realm>() {
    let mut realm = R::new();
    let [a, b, c] = row(&mut realm);
    let attached = realm.attach(a, c);
    realm.sync();
    assert_eq!(attached, !R::REFUSES_LOOPS);
    let on_a_loop = matches!(&realm.new_troubles()[..], [Trouble::Loop(three)] if three.len() == 3);
    assert_eq!(on_a_loop, !R::REFUSES_LOOPS);
    if R::REFUSES_LOOPS {
        assert_eq!(realm.descendants(a), [b, c], "as it was");
    }
}

pub fn who_cannot_stay_is_not_moved_about<R: Realm>() {
    let mut realm = R::new();
    let flat = realm.spawn(Node2::default().scaled(0.0, 0.0));
    let child = realm.spawn(Node2::at(3.0, 0.0));
    realm.sync();
    let attached = realm.attach_in_place(child, flat);
    realm.sync();

    let said =
        matches!(realm.new_troubles()[..], [Trouble::OutOfPlace { entity, .. }] if entity == child);
    assert!(!attached || said, "refused or reported");
    assert_eq!(
        realm.own(child),
        Some(Node2::at(3.0, 0.0)),
        "its own value stays"
    );
}
