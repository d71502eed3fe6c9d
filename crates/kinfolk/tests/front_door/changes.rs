//! What an update reports: exactly the nodes whose effective value is another one now.

use kinfolk::{Forest, Inherits, Node2, Transform3};

use crate::picture::{Names, Sum, find, listed, planted, planted_as};
use crate::portrait::{Portrait, lawful};

/// A 2D forest, up to date.
fn settled(picture: &str) -> (Forest<Node2>, Names) {
    let (mut forest, names) = planted_as(picture, |name| Node2::at(name.len() as f32, 1.0));
    forest.update();
    (forest, names)
}

#[test]
fn moving_three_reports_them_and_all_below_once() {
    let (mut forest, names) = settled("root(A(D(H(L) I) E) B C(F G(J(M(N)) K)))");
    for name in ["D", "E", "J"] {
        forest.set_position(names[name], [9.0, 9.0]).unwrap();
    }

    let changes = forest.update().to_vec();

    assert_eq!(names.sorted(changes.iter().copied()), "D E H I J L M N");
    for (index, &node) in changes.iter().enumerate() {
        let parent = forest.parent(node).unwrap();
        let place = changes.iter().position(|&change| change == parent);
        assert!(
            place.is_none_or(|place| place < index),
            "a child before its parent"
        );
    }
    assert_eq!(forest.changes(), changes);
}

#[test]
fn an_equal_value_is_no_change() {
    let (mut forest, names) = settled("ship(turret)");
    let value = forest.value(names["ship"]).unwrap();

    forest.set(names["ship"], value).unwrap();
    forest
        .set_position(names["ship"], value.transform.position)
        .unwrap();
    forest.edit(names["turret"], |_| ()).unwrap();

    assert!(!forest.needs_update(), "bit for bit the same");
    assert!(forest.update().is_empty());
}

#[test]
fn there_and_back_again_is_no_change() {
    let (mut forest, names) = settled("ship(turret) dock");
    forest.set_position(names["ship"], [50.0, 0.0]).unwrap();
    forest.attach(names["turret"], names["dock"]).unwrap();
    forest.set_position(names["ship"], [4.0, 1.0]).unwrap();
    forest.attach(names["turret"], names["ship"]).unwrap();

    assert!(forest.update().is_empty());
}

#[test]
fn an_update_with_nothing_pending_reports_nothing() {
    let (mut forest, names) = settled("ship(turret)");
    forest.set_position(names["ship"], [5.0, 5.0]).unwrap();
    forest.update();
    assert_eq!(names.listed(forest.changes()), "ship turret");

    assert!(!forest.needs_update());
    assert!(forest.update().is_empty());
    assert!(forest.changes().is_empty());
}

#[test]
fn whoever_was_planted_is_reported_once_whatever_its_value() {
    let (mut forest, names) = settled("ship");
    let plain = forest.plant_at(names["ship"], Node2::PLAIN).unwrap();
    let below = forest.plant_at(plain, Node2::PLAIN).unwrap();
    forest.set_position(plain, [0.0, 0.0]).unwrap();

    assert_eq!(forest.update(), [plain, below]);
    assert!(forest.update().is_empty());
}

#[test]
fn whoever_was_planted_and_moved_before_the_update_is_reported_once() {
    let (mut forest, names) = settled("ship(turret) dock");
    let flag = forest.plant_at(names["turret"], Node2::PLAIN).unwrap();
    forest.attach(flag, names["dock"]).unwrap();
    forest.detach(flag).unwrap();

    assert_eq!(forest.update(), [flag]);
}

#[test]
fn whoever_came_and_went_is_not_reported() {
    let (mut forest, names) = settled("ship(turret)");
    let shot = forest.plant_at(names["turret"], Node2::PLAIN).unwrap();
    forest.remove(shot).unwrap();

    assert!(forest.update().is_empty());
    lawful(&forest);
}

#[test]
fn a_clean_node_attached_below_a_moved_parent_is_reported() {
    let (mut forest, names) = settled("ship(turret) dock");
    forest.set_position(names["dock"], [40.0, 0.0]).unwrap();
    forest.attach(names["turret"], names["dock"]).unwrap();

    let changes = forest.update().to_vec();

    assert_eq!(names.listed(changes), "dock turret");
}

#[test]
fn hiding_reports_whoever_was_seen_and_no_further() {
    let (mut forest, names) = planted_as("1(2(3(4)))", |name| match name {
        "3" => Node2::PLAIN.hidden(),
        _ => Node2::PLAIN,
    });
    forest.update();

    forest.set_visible(names["1"], false).unwrap();
    assert_eq!(names.listed(forest.update()), "1 2");
    forest.set_visible(names["3"], true).unwrap();
    assert!(forest.update().is_empty());
    forest.set_visible(names["1"], true).unwrap();
    assert_eq!(names.listed(forest.update()), "1 2 3 4");
}

#[test]
fn a_new_parent_in_the_same_place_is_no_change_and_another_is() {
    let (mut forest, names) = settled("left(ship(turret)) LEFT away123");
    forest.attach(names["ship"], names["LEFT"]).unwrap();
    assert!(forest.needs_update());
    assert!(forest.update().is_empty());

    forest.attach(names["ship"], names["away123"]).unwrap();
    let changes = forest.update().to_vec();
    assert_eq!(names.listed(changes), "ship turret");
}

#[test]
fn another_depth_alone_is_no_change() {
    let (mut forest, names) = planted_as("a(b(c(d))) e", |_| Node2::PLAIN);
    forest.update();

    forest.attach(names["c"], names["e"]).unwrap();
    forest.detach(names["b"]).unwrap();

    assert!(forest.update().is_empty());
    lawful(&forest);
}

#[test]
fn reordering_is_no_change_of_values() {
    let (mut forest, names) = settled("p(a b c)");
    forest.reorder(names["c"], 0).unwrap();
    forest
        .sort_children_by_key(names["p"], |_, node| node)
        .unwrap();

    assert!(!forest.needs_update());
    assert!(forest.update().is_empty());
}

#[test]
fn a_marked_node_that_is_removed_is_not_reported_and_the_others_are() {
    let (mut forest, names) = settled("p(a(x) b(y) c)");
    for name in ["a", "b"] {
        forest.set_position(names[name], [3.0, 3.0]).unwrap();
    }
    forest.remove(names["a"]).unwrap();
    lawful(&forest);

    assert_eq!(names.listed(forest.update()), "b y");
}

#[test]
fn minus_zero_is_not_zero() {
    let (mut forest, names) = planted_as("ship(turret)", |_| Node2::PLAIN);
    forest.update();

    forest.set_position(names["ship"], [-0.0, 0.0]).unwrap();
    let changes = forest.update().to_vec();
    assert_eq!(names.listed(changes), "ship", "0 + -0 is 0 for the turret");

    forest.set_position(names["ship"], [0.0, 0.0]).unwrap();
    assert_eq!(names.listed(forest.update()), "ship");
}

#[test]
fn what_is_not_inherited_is_not_reported() {
    let (mut forest, names) = planted_as("ship(turret(barrel) flag)", |name| match name {
        "turret" => Node2::PLAIN.with_inherits(Inherits::TOP_LEVEL),
        _ => Node2::PLAIN,
    });
    forest.update();

    forest.set_position(names["ship"], [8.0, 0.0]).unwrap();

    assert_eq!(names.sorted(forest.update()), "flag ship");
}

#[test]
fn restoring_brings_back_pending_writes_and_the_change_list() {
    let (mut forest, names) = settled("ship(turret) dock");
    forest.set_position(names["dock"], [1.0, 2.0]).unwrap();
    forest.update();
    forest.set_position(names["ship"], [30.0, 0.0]).unwrap();
    let before = Portrait::of(&forest);
    let snapshot = forest.snapshot();

    forest.update();
    forest.set_position(names["ship"], [99.0, 0.0]).unwrap();
    forest.remove(names["turret"]).unwrap();
    forest.update();
    forest.restore(&snapshot);

    assert!(Portrait::of(&forest) == before);
    assert_eq!(names.listed(forest.changes()), "dock");
    assert_eq!(names.listed(forest.update()), "ship turret");
}

#[test]
fn sums_report_by_value_not_by_writing() {
    let mut forest = planted("a(b(c))");
    forest.update();
    let (a, b) = (find(&forest, "a"), find(&forest, "b"));

    // One more above and one less below: only the one between is any different.
    forest.edit(a, |a| a.own += 1).unwrap();
    forest.edit(b, |b| b.own -= 1).unwrap();

    let changes = forest.update().to_vec();
    assert_eq!(listed(&forest, changes), "a");
}

#[test]
fn a_new_name_for_the_same_sum_is_no_change() {
    let mut forest = planted("a(b)");
    forest.update();
    let a = find(&forest, "a");

    forest.set(a, Sum::named("z")).unwrap();

    assert!(forest.update().is_empty());
}

#[test]
fn to_be_put_where_one_is_needs_no_update() {
    let (mut forest, names) = settled("ship(turret)");
    let place = forest.value(names["turret"]).unwrap().transform.position;
    let mut space = Forest::new();
    let probe = space.plant(Transform3::at(1.0, 2.0, 3.0)).unwrap();
    space.update();

    forest.set_position(names["turret"], place).unwrap();
    space.set_translation(probe, [1.0, 2.0, 3.0]).unwrap();
    assert!(!forest.needs_update() && !space.needs_update());

    space.set_translation(probe, [1.0, 2.0, -3.0]).unwrap();
    assert!(space.needs_update());
    assert_eq!(space.value(probe).unwrap().translation.z, -3.0);
    assert_eq!(space.update(), [probe]);
}
