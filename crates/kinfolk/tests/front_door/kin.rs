//! Questions about one or two nodes and their kin.

use crate::picture::{find, planted};
use crate::walks::{family, ghost};

#[test]
fn neighbours_are_found_by_place() {
    let forest = planted("p(a b c d)");
    let [p, a, b, d] = ["p", "a", "b", "d"].map(|name| find(&forest, name));

    for (index, child) in forest.children(p).enumerate() {
        assert_eq!(forest.child_at(p, index), Some(child));
        assert_eq!(forest.index_among_siblings(child), Some(index));
    }
    assert_eq!(forest.child_at(p, 4), None);
    assert_eq!(forest.child_at(p, usize::MAX), None);
    assert_eq!(forest.child_count(p), 4);
    assert_eq!(
        (forest.first_child(p), forest.last_child(p)),
        (Some(a), Some(d))
    );
    assert_eq!((forest.first_child(a), forest.last_child(a)), (None, None));
    assert_eq!(
        (forest.next_sibling(a), forest.previous_sibling(b)),
        (Some(b), Some(a))
    );
    assert_eq!(
        (forest.previous_sibling(a), forest.next_sibling(d)),
        (None, None)
    );
    assert_eq!(
        (forest.previous_sibling(p), forest.next_sibling(p)),
        (None, None)
    );
}

#[test]
fn roots_have_neighbours_too() {
    let (forest, id) = family();

    assert_eq!(forest.next_sibling(id("a")), Some(id("l")));
    assert_eq!(forest.previous_sibling(id("n")), Some(id("l")));
    assert_eq!(forest.index_among_siblings(id("n")), Some(2));
}

#[test]
fn depth_and_root_follow_a_move() {
    let (mut forest, id) = family();
    assert_eq!((forest.depth(id("k")), forest.generations()), (Some(4), 5));
    assert_eq!(forest.root_of(id("k")), Some(id("a")));

    forest.attach(id("j"), id("n")).unwrap();

    assert_eq!((forest.depth(id("k")), forest.generations()), (Some(2), 4));
    assert_eq!(forest.root_of(id("k")), Some(id("n")));
    assert_eq!(forest.root_of(id("n")), Some(id("n")));
}

#[test]
fn an_ancestor_is_above_and_nobody_is_its_own() {
    let (forest, id) = family();
    let above = |ancestor, node| forest.is_ancestor_of(id(ancestor), id(node));

    assert!(above("a", "b") && above("a", "k") && above("h", "k"));
    assert!(!above("k", "a") && !above("b", "f") && !above("l", "k"));
    assert!(forest.walk().all(|node| !forest.is_ancestor_of(node, node)));
    assert!(forest.walk().all(|node| {
        let above = forest
            .walk()
            .filter(|&top| forest.is_ancestor_of(top, node));
        above.count() == forest.ancestors(node).len()
    }));
}

#[test]
fn the_nearest_ancestor_that_fits_is_found_and_the_node_is_not_asked() {
    let (forest, id) = family();
    let named = |node, names: &str| {
        forest.nearest_ancestor(node, |node| {
            names.contains(&forest.value(node).unwrap().name)
        })
    };

    assert_eq!(named(id("k"), "agk"), Some(id("g")));
    assert_eq!(named(id("k"), "k"), None);
    assert_eq!(named(id("a"), "a"), None);
}

#[test]
fn the_common_ancestor_is_the_deepest_and_may_be_one_of_the_two() {
    let (mut forest, id) = family();
    let common = |a, b| {
        let there = forest.common_ancestor(id(a), id(b));
        assert_eq!(there, forest.common_ancestor(id(b), id(a)));
        there.map(|node| forest.value(node).unwrap().name.clone())
    };

    assert_eq!(common("e", "c").as_deref(), Some("b"));
    assert_eq!(common("e", "k").as_deref(), Some("a"));
    assert_eq!(common("i", "k").as_deref(), Some("h"));
    assert_eq!(common("k", "h").as_deref(), Some("h"));
    assert_eq!(common("f", "f").as_deref(), Some("f"));
    assert_eq!(common("a", "a").as_deref(), Some("a"));
    assert_eq!(common("k", "m"), None);
    assert_eq!(common("a", "n"), None);

    let ghost = ghost(&mut forest);
    assert_eq!(forest.common_ancestor(id("a"), ghost), None);
}
