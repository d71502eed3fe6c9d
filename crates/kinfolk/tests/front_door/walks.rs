//! Walks: their orders, both ends, pruning, and what stale ids have around them.

use std::iter::FusedIterator;

use kinfolk::{Forest, NodeId, Spot};

use crate::dice::Dice;
use crate::picture::{Sum, find, listed, planted};

pub(crate) const FAMILY: &str = "a(b(c d(e)) f g(h(i j(k)))) l(m) n";

pub(crate) fn family() -> (Forest<Sum>, impl Fn(&str) -> NodeId) {
    let forest = planted(FAMILY);
    let copy = forest.clone();
    (forest, move |name: &str| find(&copy, name))
}

/// A node of the forest that is not there any more.
pub(crate) fn ghost(forest: &mut Forest<Sum>) -> NodeId {
    let ghost = forest.plant(Sum::named("ghost")).unwrap();
    forest.remove(ghost).unwrap();
    ghost
}

fn ends_for_good(mut walk: impl FusedIterator) {
    while walk.next().is_some() {}
    assert!((0..3).all(|_| walk.next().is_none()));
}

#[test]
fn children_come_in_order_from_both_ends_and_meet() {
    let forest = planted("p(a b c d e)");
    let p = find(&forest, "p");

    assert_eq!(listed(&forest, forest.children(p)), "a b c d e");
    assert_eq!(listed(&forest, forest.children(p).rev()), "e d c b a");

    for from_front in 0..=5 {
        let mut walk = forest.children(p);
        let front: Vec<_> = walk.by_ref().take(from_front).collect();
        assert_eq!(walk.len(), 5 - from_front);
        let back: Vec<_> = walk.by_ref().rev().collect();
        assert_eq!((walk.len(), walk.next(), walk.next_back()), (0, None, None));
        let whole = front.into_iter().chain(back.into_iter().rev());
        assert_eq!(listed(&forest, whole), "a b c d e");
    }
    let mut zip = forest.children(p);
    let mut order = Vec::new();
    while let Some(first) = zip.next() {
        order.push(first);
        order.extend(zip.next_back());
    }
    assert_eq!(listed(&forest, order), "a e b d c");
}

#[test]
fn roots_are_children_of_nobody() {
    let (forest, id) = family();

    assert_eq!(listed(&forest, forest.roots()), "a l n");
    assert_eq!(listed(&forest, forest.roots().rev()), "n l a");
    assert_eq!((forest.roots().len(), forest.root_count()), (3, 3));
    assert_eq!(forest.parent(id("l")), None);
}

#[test]
fn siblings_leave_out_the_node_from_both_ends() {
    let forest = planted("p(a b c) q");
    let siblings = |name| {
        let node = find(&forest, name);
        let forwards = listed(&forest, forest.siblings(node));
        let backwards: Vec<_> = forest.siblings(node).rev().collect();
        assert_eq!(listed(&forest, backwards.into_iter().rev()), forwards);
        ends_for_good(forest.siblings(node));
        forwards
    };

    assert_eq!(siblings("a"), "b c");
    assert_eq!(siblings("b"), "a c");
    assert_eq!(siblings("c"), "a b");
    assert_eq!(siblings("p"), "q");
    let mut both = forest.siblings(find(&forest, "b"));
    assert_eq!(both.next(), Some(find(&forest, "a")));
    assert_eq!(both.next_back(), Some(find(&forest, "c")));
    assert_eq!((both.next(), both.next_back()), (None, None));
    let lonely = planted("only");
    assert_eq!(lonely.siblings(find(&lonely, "only")).next(), None);
}

#[test]
fn ancestors_come_nearest_first_and_know_their_number() {
    let (forest, id) = family();
    let mut walk = forest.ancestors(id("k"));

    for left in (0..=4).rev() {
        assert_eq!((walk.len(), walk.size_hint()), (left, (left, Some(left))));
        assert_eq!(walk.next().is_some(), left > 0);
    }

    assert_eq!(listed(&forest, forest.ancestors(id("k"))), "j h g a");
    assert_eq!(forest.ancestors(id("a")).len(), 0);
    ends_for_good(forest.ancestors(id("k")));
}

#[test]
fn descendants_come_depth_first_without_the_node_itself() {
    let (forest, id) = family();
    let below = |name| listed(&forest, forest.descendants(id(name)));

    assert_eq!(below("a"), "b c d e f g h i j k");
    assert_eq!(below("g"), "h i j k");
    assert_eq!(below("b"), "c d e");
    assert_eq!(below("k"), "");
    assert_eq!(below("n"), "");
    ends_for_good(forest.descendants(id("a")));
}

#[test]
fn a_walk_visits_tree_after_tree() {
    let (forest, _) = family();

    let order = "a b c d e f g h i j k l m n";
    assert_eq!(listed(&forest, forest.walk()), order);
    assert_eq!(forest.walk().count(), forest.len());
    assert_eq!(Forest::<Sum>::new().walk().next(), None);
    ends_for_good(forest.walk());
}

/// The descendants of `top` by `walk`, pruned below the nodes in `cut`.
macro_rules! pruned {
    ($forest:expr, $walk:expr, $cut:expr) => {{
        let mut walk = $walk;
        let mut seen = Vec::new();
        while let Some(node) = walk.next() {
            seen.push(node);
            if $cut.contains(&$forest.value(node).unwrap().name.as_str()) {
                walk.prune();
                walk.prune();
            }
        }
        walk.prune();
        assert_eq!(walk.next(), None);
        listed(&$forest, seen)
    }};
}

#[test]
fn pruning_leaves_out_what_is_below_and_twice_is_as_good_as_once() {
    let (forest, id) = family();
    let deep = |cut: &[&str]| pruned!(forest, forest.descendants(id("a")), cut);
    let whole = |cut: &[&str]| pruned!(forest, forest.walk(), cut);

    assert_eq!(deep(&[]), "b c d e f g h i j k");
    assert_eq!(deep(&["b"]), "b f g h i j k");
    assert_eq!(deep(&["d", "h"]), "b c d f g h");
    assert_eq!(deep(&["c", "f", "k"]), "b c d e f g h i j k");
    assert_eq!(whole(&["a"]), "a l m n");
    assert_eq!(whole(&["a", "l", "n"]), "a l n");
}

#[test]
fn pruning_before_the_first_node_changes_nothing() {
    let (forest, id) = family();
    let mut deep = forest.descendants(id("a"));
    let mut broad = forest.breadth_first(id("a"));

    deep.prune();
    broad.prune();

    assert_eq!(listed(&forest, deep), "b c d e f g h i j k");
    assert_eq!(listed(&forest, broad), "b f g c d h e i j k");
}

#[test]
fn breadth_first_goes_generation_by_generation_and_can_be_pruned() {
    let (forest, id) = family();
    let broad = |cut: &[&str]| pruned!(forest, forest.breadth_first(id("a")), cut);

    assert_eq!(broad(&[]), "b f g c d h e i j k");
    assert_eq!(broad(&["g"]), "b f g c d e");
    assert_eq!(broad(&["b"]), "b f g h i j k");
    assert_eq!(broad(&["b", "f", "g"]), "b f g");
    assert_eq!(broad(&["c", "h"]), "b f g c d h e");
    ends_for_good(forest.breadth_first(id("a")));
}

#[test]
fn leaves_are_those_without_children_and_never_the_node_itself() {
    let (forest, id) = family();
    let leaves = |name| listed(&forest, forest.leaves(id(name)));

    assert_eq!(leaves("a"), "c e f i k");
    assert_eq!(leaves("l"), "m");
    assert_eq!(leaves("n"), "");
    ends_for_good(forest.leaves(id("a")));
}

#[test]
fn by_depth_parents_come_before_children_even_among_holes() {
    let mut forest = planted("a(b c(d)) e(f(g))");
    let mut dice = Dice::new(7);
    for _ in 0..300 {
        let (Some(node), Some(other)) = (dice.node(&forest), dice.node(&forest)) else {
            unreachable!("the forest never dies out")
        };
        match dice.below(4) {
            0 if forest.parent(node).is_some() => drop(forest.remove(node)),
            1 => drop(forest.attach(node, other)),
            _ => drop(forest.plant_at(node, Sum::named("n"))),
        }
        let mut walk = forest.by_depth();
        let mut seen = Vec::new();
        for left in (0..forest.len()).rev() {
            let node = walk.next().unwrap();
            let parent = forest.parent(node);
            assert!(parent.is_none_or(|parent| seen.contains(&parent)));
            assert!(!seen.contains(&node));
            assert_eq!(walk.len(), left);
            seen.push(node);
        }
        assert!(seen.is_sorted_by_key(|&node| forest.depth(node)));
        assert_eq!(walk.next(), None);
        ends_for_good(walk);
    }
}

#[test]
fn a_stale_id_has_nobody_around_it() {
    let (mut forest, _) = family();
    let ghost = ghost(&mut forest);

    assert_eq!(forest.children(ghost).next(), None);
    assert_eq!(forest.siblings(ghost).next(), None);
    assert_eq!(forest.ancestors(ghost).next(), None);
    assert_eq!(forest.descendants(ghost).next(), None);
    assert_eq!(forest.breadth_first(ghost).next(), None);
    assert_eq!(forest.leaves(ghost).next(), None);
    assert_eq!(forest.parent(ghost), None);
    assert_eq!(forest.root_of(ghost), None);
    assert_eq!(forest.depth(ghost), None);
    assert_eq!(forest.child_count(ghost), 0);
    assert_eq!(forest.first_child(ghost), None);
    assert_eq!(forest.last_child(ghost), None);
    assert_eq!(forest.child_at(ghost, 0), None);
    assert_eq!(forest.next_sibling(ghost), None);
    assert_eq!(forest.previous_sibling(ghost), None);
    assert_eq!(forest.index_among_siblings(ghost), None);
    assert_eq!(forest.nearest_ancestor(ghost, |_| true), None);
    assert!((forest.value(ghost), forest.effective(ghost)) == (None, None));
}

#[test]
fn an_id_of_another_forest_has_nobody_around_it_either() {
    let (forest, id) = family();
    let twin = planted(FAMILY);
    let stranger = find(&twin, "a");

    assert_eq!(stranger.to_string(), id("a").to_string());
    assert!(!forest.contains(stranger));
    assert_eq!(forest.descendants(stranger).next(), None);
    assert_eq!(forest.value(stranger), None);
    assert_eq!(forest.common_ancestor(stranger, id("b")), None);
    assert!(!forest.is_ancestor_of(stranger, id("b")));
}

#[test]
fn values_can_be_read_on_the_way() {
    let (forest, id) = family();

    let sum: i64 = forest
        .descendants(id("b"))
        .map(|node| forest.effective(node).unwrap() + forest.value(node).unwrap().own)
        .sum();

    assert_eq!(sum, (3 + 3 + 4) + 3);
}

#[test]
fn a_walk_prints_as_what_is_left_of_it() {
    let forest = planted("a(b c)");
    let mut walk = forest.walk();
    walk.next();

    assert_eq!(format!("{walk:?}"), "[1v1, 2v1]");
    assert_eq!(format!("{:?}", forest.roots()), "[0v1]");
    assert_eq!(format!("{:?}", forest.by_depth()), "[0v1, 1v1, 2v1]");
    let mut spot = planted("x");
    let x = find(&spot, "x");
    spot.plant_at(Spot::Before(x), Sum::named("w")).unwrap();
    assert_eq!(format!("{:?}", spot.walk()), "[1v1, 0v1]");
}
