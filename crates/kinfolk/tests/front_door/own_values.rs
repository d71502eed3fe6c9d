//! Values that a game brings along: opacity, teams, two at once, and ones that own memory.

use std::rc::Rc;

use kinfolk::{AttachError, Forest, Inherit, Misfit, Node2, NodeId, PlantError, Spot, Transform3};

use crate::picture::planted_as;
use crate::portrait::{Portrait, lawful, refused};

/// How much of a thing one can see; a ghost's sword is a ghost.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Opacity(f32);

impl Inherit for Opacity {
    type Ready = f32;
    type Effective = f32;

    fn ready(&self) -> f32 {
        self.0
    }

    fn inherit(own: &f32, parent: Option<&f32>) -> f32 {
        parent.map_or(*own, |parent| own * parent)
    }

    fn same(a: &f32, b: &f32) -> bool {
        a.to_bits() == b.to_bits()
    }

    fn is_finite(&self) -> bool {
        self.0.is_finite()
    }
}

/// Whose side one is on: one's own choice, or else the parent's.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Team(Option<u8>);

impl Inherit for Team {
    type Ready = Option<u8>;
    type Effective = Option<u8>;

    fn ready(&self) -> Option<u8> {
        self.0
    }

    fn inherit(own: &Option<u8>, parent: Option<&Option<u8>>) -> Option<u8> {
        own.or(parent.copied().flatten())
    }

    fn same(a: &Option<u8>, b: &Option<u8>) -> bool {
        a == b
    }
}

#[test]
fn a_ghosts_sword_is_a_ghost() {
    let (mut forest, names) = planted_as("ghost(sword(gem)) knight", |_| Opacity(0.5));
    assert_eq!(forest.effective(names["gem"]), Some(0.125));

    forest.attach(names["sword"], Spot::Root).unwrap();
    assert_eq!(forest.effective(names["gem"]), Some(0.25));
    forest.set(names["sword"], Opacity(1.0)).unwrap();
    assert_eq!(forest.effective(names["gem"]), Some(0.5));
    forest.update();
    lawful(&forest);
}

#[test]
fn a_rule_of_ones_own_says_what_is_not_finite() {
    let mut forest = Forest::new();
    let ghost = forest.plant(Opacity(0.5)).unwrap();

    let refusal = refused(&mut forest, |f| f.plant_at(ghost, Opacity(f32::NAN)));

    let under = Some(ghost);
    assert_eq!(refusal, PlantError::NotFinite { under, index: 0 });
}

#[test]
fn a_change_of_sides_stops_where_somebody_has_chosen() {
    let (mut forest, names) = planted_as("king(duke(knight) rebel(friend))", |name| {
        Team(match name {
            "king" => Some(1),
            "rebel" => Some(2),
            _ => None,
        })
    });
    forest.update();

    forest.set(names["king"], Team(Some(3))).unwrap();
    assert_eq!(names.sorted(forest.update()), "duke king knight");
    forest.set(names["rebel"], Team(None)).unwrap();
    assert_eq!(names.sorted(forest.update()), "friend rebel");
    assert_eq!(forest.effective(names["friend"]), Some(Some(3)));
}

type Ghostly = (Node2, Opacity);

fn ghostly(picture: &str) -> (Forest<Ghostly>, crate::picture::Names) {
    planted_as(picture, |name| {
        let node = Node2::at(name.len() as f32, 1.0)
            .turned(0.5)
            .scaled(-2.0, 1.0);
        (node, Opacity(0.5))
    })
}

#[test]
fn two_values_at_once_inherit_like_each_of_them() {
    let picture = "ghost(sword(gem)) knight(shield)";
    let (both, names) = ghostly(picture);
    let (nodes, _) = planted_as(picture, |name| {
        Node2::at(name.len() as f32, 1.0)
            .turned(0.5)
            .scaled(-2.0, 1.0)
    });

    for ((node, world), pair) in nodes
        .walk()
        .map(|node| (node, nodes.effective(node).unwrap()))
        .zip(both.walk())
    {
        let (placed, opacity) = both.effective(pair).unwrap();
        assert!(placed == world);
        assert_eq!(opacity, 0.5f32.powi(nodes.depth(node).unwrap() as i32 + 1));
    }
    assert_eq!(
        names.listed(both.walk().collect::<Vec<_>>()),
        "ghost sword gem knight shield"
    );
}

#[test]
fn a_pair_is_reported_when_either_of_the_two_changes() {
    let (mut forest, names) = ghostly("ghost(sword)");
    forest.update();

    forest.edit(names["sword"], |(node, _)| node.z = 4).unwrap();
    assert_eq!(names.listed(forest.update()), "sword");
    forest
        .edit(names["ghost"], |(_, opacity)| opacity.0 = 0.25)
        .unwrap();
    assert_eq!(names.listed(forest.update()), "ghost sword");
    forest.edit(names["ghost"], |_| ()).unwrap();
    assert!(forest.update().is_empty());
}

#[test]
fn a_pair_stays_in_place_by_its_first_and_keeps_its_second() {
    let (mut forest, names) = ghostly("ghost(sword) knight");
    let place = |forest: &Forest<Ghostly>, node: NodeId| forest.effective(node).unwrap().0;
    let before = place(&forest, names["sword"]);

    forest
        .attach_in_place(names["sword"], names["knight"])
        .unwrap();

    let after = place(&forest, names["sword"]);
    assert!(after.affine().abs_diff_eq(before.affine(), 1e-5));
    assert_eq!(after.scale().signum(), before.scale().signum());
    assert_eq!(forest.value(names["sword"]).unwrap().1, Opacity(0.5));
    assert_eq!(forest.effective(names["sword"]).unwrap().1, 0.25);

    forest.detach_in_place(names["sword"]).unwrap();
    assert!(
        place(&forest, names["sword"])
            .affine()
            .abs_diff_eq(before.affine(), 1e-5)
    );
    assert_eq!(forest.effective(names["sword"]).unwrap().1, 0.5);
    lawful(&forest);
}

#[test]
fn a_pair_is_refused_for_either_of_the_two() {
    let (mut forest, names) = ghostly("ghost(sword) knight");
    let good = forest.value(names["ghost"]).unwrap();
    let bad_first = (Node2::at(f32::NAN, 0.0), good.1);
    let bad_second = (good.0, Opacity(f32::INFINITY));

    refused(&mut forest, |f| f.plant(bad_first));
    refused(&mut forest, |f| f.plant(bad_second));
    refused(&mut forest, |f| f.set(names["sword"], bad_second));
    let (child, parent) = (names["sword"], names["knight"]);
    forest
        .edit(parent, |(node, _)| node.transform.scale.x = 0.0)
        .unwrap();
    let flat = refused(&mut forest, |f| f.attach_in_place(child, parent));
    let (parent, why) = (Some(parent), Misfit::NotInvertible);
    assert_eq!(flat, AttachError::Misfit { child, parent, why });
}

#[test]
fn three_values_are_a_pair_and_one_more() {
    let (mut forest, names) = planted_as("a(b)", |_| {
        ((Transform3::at(1.0, 0.0, 0.0), Opacity(0.5)), Team(Some(3)))
    });

    forest.edit(names["b"], |(_, team)| team.0 = None).unwrap();
    let ((world, opacity), team) = forest.effective(names["b"]).unwrap();

    assert_eq!((world.position().x, opacity, team), (2.0, 0.25, Some(3)));
    forest.detach_in_place(names["b"]).unwrap();
    assert_eq!(forest.value(names["b"]).unwrap().0.0.translation.x, 2.0);
}

/// A value that somebody counts.
#[derive(Clone, Debug)]
struct Counted(#[expect(dead_code, reason = "its count is what matters")] Rc<()>);

impl Inherit for Counted {
    type Ready = ();
    type Effective = ();

    fn ready(&self) {}

    fn inherit((): &(), _: Option<&()>) {}

    fn same((): &(), (): &()) -> bool {
        true
    }
}

#[test]
fn every_value_is_dropped_once_and_in_time() {
    let shared = Rc::new(());
    let count = || Rc::strong_count(&shared) - 1;
    let (mut forest, names) = planted_as("a(b(c d) e) f", |_| Counted(shared.clone()));
    assert_eq!(count(), 6);

    forest.set(names["e"], Counted(shared.clone())).unwrap();
    assert_eq!(count(), 6);
    forest.remove(names["b"]).unwrap();
    assert_eq!(count(), 3);
    let snapshot = forest.snapshot();
    assert_eq!(count(), 6);
    let taken = forest.take(names["a"]).unwrap();
    assert_eq!((taken.len(), count()), (2, 6));
    drop(taken);
    assert_eq!(count(), 4);
    forest.restore(&snapshot);
    assert_eq!(count(), 6);
    forest.clear();
    assert_eq!(count(), 3);
    drop(snapshot);
    assert_eq!(count(), 0);
}

#[test]
fn a_value_without_numbers_changes_nobody() {
    let (mut forest, names) = planted_as("a(b)", |_| Counted(Rc::new(())));
    forest.update();
    forest.attach(names["b"], Spot::Root).unwrap();

    assert!(forest.update().is_empty());
    assert!(Portrait::of(&forest) == Portrait::of(&forest.clone()));
}
