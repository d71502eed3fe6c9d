//! Between a move and the next update: everything that can be asked has the new answer.

use kinfolk::{Forest, Node2, NodeId, Spot};

use crate::dice::Dice;
use crate::picture::{Sum, drawn, find, listed, planted};
use crate::portrait::lawful;

/// A forest of sums worth 1 each: an effective value is a depth plus one.
fn depths_agree(forest: &Forest<Sum>) {
    lawful(forest);
    let mut deepest = 0;
    for node in forest.walk() {
        let depth = forest.depth(node).unwrap();
        assert_eq!(forest.effective(node), Some(depth as i64 + 1));
        assert_eq!(forest.ancestors(node).len(), depth);
        assert_eq!(forest.ancestors(node).count(), depth);
        deepest = deepest.max(depth);
    }
    assert_eq!(forest.generations(), deepest + 1);
    let by_depth: Vec<_> = forest.by_depth().collect();
    assert_eq!(by_depth.len(), forest.len());
    assert_eq!(forest.by_depth().len(), forest.len());
    assert!(by_depth.is_sorted_by_key(|&node| forest.depth(node)));
}

#[test]
fn depths_are_right_at_once() {
    let mut forest = planted("a(b(c(d e) f) g) x(y(z))");
    forest.update();
    let [b, g, z] = ["b", "g", "z"].map(|name| find(&forest, name));

    forest.attach(b, z).unwrap();
    depths_agree(&forest);
    forest.attach(g, find(&forest, "e")).unwrap();
    depths_agree(&forest);
    forest.detach(z).unwrap();
    depths_agree(&forest);

    assert_eq!(drawn(&forest), "a x(y) z(b(c(d e(g)) f))");
    forest.update();
    depths_agree(&forest);
}

#[test]
fn who_is_above_whom_is_right_at_once() {
    let mut forest = planted("a(b(c(d))) x");
    forest.update();
    let [a, c, d, x] = ["a", "c", "d", "x"].map(|name| find(&forest, name));

    forest.attach(c, x).unwrap();

    assert!(forest.is_ancestor_of(x, d) && !forest.is_ancestor_of(a, d));
    assert_eq!(forest.common_ancestor(d, x), Some(x));
    assert_eq!(forest.common_ancestor(d, a), None);
    assert!(forest.attach(x, d).is_err(), "a loop");
    assert!(forest.attach(a, d).is_ok());
    depths_agree(&forest);
}

#[test]
fn a_limit_counts_what_has_moved() {
    let mut forest = planted("a(b(c)) x(y)");
    forest.update();
    let [a, b, c, y] = ["a", "b", "c", "y"].map(|name| find(&forest, name));

    forest.attach(b, y).unwrap();
    forest.set_max_depth(Some(3));

    assert!(forest.plant_at(c, Sum::named("deep")).is_err());
    assert!(
        forest.attach(a, c).is_err(),
        "it would be four below a root"
    );
    assert!(forest.plant_at(b, Sum::named("fits")).is_ok());
    depths_agree(&forest);
}

#[test]
fn a_copy_has_the_shape_of_what_has_moved() {
    let mut forest = planted("a(b(c d(e))) x(y)");
    forest.update();
    let [b, d, y] = ["b", "d", "y"].map(|name| find(&forest, name));
    forest.attach(d, y).unwrap();
    forest.attach(b, d).unwrap();

    let copy = forest
        .clone_subtree(find(&forest, "x"), Spot::Root)
        .unwrap();

    assert_eq!(drawn(&forest), "a x(y(d(e b(c)))) x(y(d(e b(c))))");
    assert_eq!(forest.descendants(copy).count(), 5);
    depths_agree(&forest);
}

#[test]
fn a_moved_node_is_reported_once_and_with_all_below_it() {
    let mut forest = planted("a(b(c(d))) x(y)");
    forest.update();
    let [b, c, y] = ["b", "c", "y"].map(|name| find(&forest, name));
    for _ in 0..10 {
        forest.attach(c, y).unwrap();
        forest.attach(c, b).unwrap();
    }
    forest.attach(c, Spot::Root).unwrap();

    let changes = forest.update().to_vec();

    assert_eq!(listed(&forest, changes), "c d");
    lawful(&forest);
}

#[test]
fn there_and_back_again_is_no_change() {
    let mut forest = planted("a(b(c(d))) x");
    forest.update();
    let [b, a, x] = ["b", "a", "x"].map(|name| find(&forest, name));

    forest.attach(b, Spot::Root).unwrap();
    forest.attach(b, x).unwrap();
    forest.attach(b, a).unwrap();

    assert!(forest.update().is_empty());
    depths_agree(&forest);
}

#[test]
fn a_snapshot_keeps_what_has_moved() {
    let mut forest = planted("a(b(c(d))) x(y)");
    forest.update();
    let [b, y] = ["b", "y"].map(|name| find(&forest, name));
    forest.attach(b, y).unwrap();
    let snapshot = forest.snapshot();

    forest.update();
    forest.remove(b).unwrap();
    forest.restore(&snapshot);

    depths_agree(&forest);
    assert_eq!(forest.update().len(), 3);
    depths_agree(&forest);
}

#[test]
fn a_long_tail_is_moved_a_hundred_thousand_times_for_the_price_of_once() {
    let mut forest = Forest::new();
    let chain = (0..100_000_usize).map(|node| (node.checked_sub(1), Node2::at(1.0, 0.0)));
    let chain: Vec<NodeId> = forest.plant_tree(Spot::Root, chain).unwrap();
    let bases = forest.plant_many(Spot::Root, [Node2::PLAIN; 8]).unwrap();
    for pair in bases[..4].windows(2) {
        forest.attach(pair[1], pair[0]).unwrap();
    }
    forest.update();
    let mut dice = Dice::new(7);

    for _ in 0..100_000 {
        let base = bases[dice.below(bases.len())];
        forest.attach(chain[10], base).unwrap();
    }
    forest.attach(chain[10], bases[3]).unwrap();

    let end = forest.world_position(chain[99_999]).unwrap();
    assert_eq!(end.to_array(), [99_990.0, 0.0]);
    assert_eq!(forest.depth(chain[99_999]), Some(4 + 99_989));
    forest.update();
    assert_eq!(forest.world_position(chain[99_999]), Some(end));
    lawful(&forest);
}
