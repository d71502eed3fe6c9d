//! Planting, attaching, ordering, copying: what the family looks like afterwards.
//!
//! The laws are checked after every step.

use std::iter;
use std::panic::{AssertUnwindSafe, catch_unwind};

use kinfolk::{Forest, NodeId, PlantError, Spot};

use crate::picture::{Sum, drawn, find, listed, planted};
use crate::portrait::{Portrait, lawful, refused};

/// Finds a node of the forest by its name.
pub(crate) type Find<'a> = &'a dyn Fn(&str) -> NodeId;

/// Where to, once one can find nodes.
type Where = fn(Find<'_>) -> Spot;

/// Does `step` on the forest of `before` and draws what came of it.
#[track_caller]
pub(crate) fn after(before: &str, step: impl FnOnce(&mut Forest<Sum>, Find<'_>)) -> String {
    let mut forest = planted(before);
    forest.update();
    let copy = forest.clone();
    step(&mut forest, &|name| find(&copy, name));
    lawful(&forest);
    let pending: Vec<_> = forest.walk().map(|node| forest.effective(node)).collect();
    forest.update();
    lawful(&forest);
    assert!(
        forest.walk().map(|node| forest.effective(node)).eq(pending),
        "an update changed what was read before"
    );
    for node in forest.walk() {
        let depth = forest.ancestors(node).count();
        assert_eq!(forest.effective(node), Some(depth as i64 + 1));
        assert_eq!(forest.depth(node), Some(depth));
    }
    drawn(&forest)
}

#[test]
fn a_node_can_be_planted_at_every_kind_of_spot() {
    let plant = |spot: Where| {
        after("a(b c) d", |forest, id| {
            let new = forest.plant_at(spot(id), Sum::named("new")).unwrap();
            assert_eq!(find(forest, "new"), new);
            assert_eq!(forest.len(), 5);
        })
    };

    assert_eq!(plant(|_| Spot::Root), "a(b c) d new");
    assert_eq!(plant(|_| Spot::RootAt(0)), "new a(b c) d");
    assert_eq!(plant(|_| Spot::RootAt(1)), "a(b c) new d");
    assert_eq!(plant(|_| Spot::RootAt(2)), "a(b c) d new");
    assert_eq!(plant(|id| Spot::Under(id("a"))), "a(b c new) d");
    assert_eq!(plant(|id| Spot::Under(id("b"))), "a(b(new) c) d");
    assert_eq!(plant(|id| Spot::At(id("a"), 0)), "a(new b c) d");
    assert_eq!(plant(|id| Spot::At(id("a"), 1)), "a(b new c) d");
    assert_eq!(plant(|id| Spot::At(id("a"), 2)), "a(b c new) d");
    assert_eq!(plant(|id| Spot::At(id("d"), 0)), "a(b c) d(new)");
    assert_eq!(plant(|id| Spot::Before(id("b"))), "a(new b c) d");
    assert_eq!(plant(|id| Spot::Before(id("a"))), "new a(b c) d");
    assert_eq!(plant(|id| Spot::After(id("b"))), "a(b new c) d");
    assert_eq!(plant(|id| Spot::After(id("c"))), "a(b c new) d");
    assert_eq!(plant(|id| Spot::After(id("d"))), "a(b c) d new");
}

#[test]
fn an_id_is_a_spot_and_no_id_is_the_roots() {
    let mut forest = planted("a");
    let a = find(&forest, "a");

    forest.plant_at(a, Sum::named("under")).unwrap();
    forest.plant_at(Some(a), Sum::named("too")).unwrap();
    forest.plant_at(None, Sum::named("root")).unwrap();

    assert_eq!(drawn(&forest), "a(under too) root");
}

#[test]
fn many_are_planted_side_by_side_in_their_order() {
    let new = ["x", "y", "z"].map(Sum::named);
    let plant = |spot: Where| {
        after("a(b c) d", |forest, id| {
            let ids = forest.plant_many(spot(id), new.clone()).unwrap();
            assert_eq!(listed(forest, ids), "x y z");
        })
    };

    assert_eq!(plant(|_| Spot::Root), "a(b c) d x y z");
    assert_eq!(plant(|_| Spot::RootAt(1)), "a(b c) x y z d");
    assert_eq!(plant(|id| Spot::At(id("a"), 1)), "a(b x y z c) d");
    assert_eq!(plant(|id| Spot::Before(id("b"))), "a(x y z b c) d");
    assert_eq!(plant(|id| Spot::After(id("b"))), "a(b x y z c) d");
    assert_eq!(plant(|id| Spot::Under(id("b"))), "a(b(x y z) c) d");
}

#[test]
fn planting_nobody_changes_nothing() {
    let mut forest = planted("a(b)");
    forest.update();
    let before = Portrait::of(&forest);

    assert_eq!(forest.plant_many(Spot::Root, []), Ok(vec![]));

    assert!(Portrait::of(&forest) == before);
}

#[test]
fn a_source_that_panics_or_never_ends_plants_nobody() {
    let mut forest = planted("a(b c)");
    forest.remove(find(&forest, "b")).unwrap(); // so that there is a slot to be used again
    forest.update();
    let before = Portrait::of(&forest);

    let source = (0..9).map(|number| match number {
        0..5 => Sum::named("new"),
        _ => panic!("it runs dry"),
    });
    let planting = AssertUnwindSafe(|| forest.plant_many(Spot::Root, source));
    assert!(catch_unwind(planting).is_err());
    assert!(Portrait::of(&forest) == before);
    lawful(&forest);

    let endless = iter::repeat(Sum::named("new"));
    assert_eq!(
        forest.plant_many(Spot::Root, endless),
        Err(PlantError::Full)
    );
    assert!(Portrait::of(&forest) == before);
    lawful(&forest);
}

#[test]
fn a_tree_is_planted_from_a_list_of_parents() {
    let car = [
        (None, Sum::named("car")),
        (Some(0), Sum::named("front")),
        (Some(0), Sum::named("back")),
        (Some(1), Sum::named("tyre")),
        (None, Sum::named("key")),
        (Some(0), Sum::named("roof")),
    ];

    let drawing = after("road(tree house)", |forest, id| {
        let ids = forest.plant_tree(Spot::After(id("tree")), car).unwrap();
        assert_eq!(listed(forest, ids), "car front back tyre key roof");
    });

    assert_eq!(drawing, "road(tree car(front(tyre) back roof) key house)");
}

#[test]
fn a_list_with_one_bad_entry_plants_nothing() {
    let mut forest = planted("road(tree)");
    let tree = find(&forest, "tree");
    forest.update();
    let good = |name| (None, Sum::named(name));
    let mut plant = |list: Vec<(Option<usize>, Sum)>| {
        refused(&mut forest, |forest| forest.plant_tree(tree, list))
    };

    let itself = plant(vec![good("a"), (Some(1), Sum::named("b"))]);
    let later = plant(vec![(Some(1), Sum::named("a")), good("b")]);
    let far = plant(vec![good("a"), good("b"), (Some(9), Sum::named("c"))]);
    let infinite = plant(vec![good("a"), (Some(0), Sum::new("b", Sum::REFUSED))]);

    let before = |index, parent| PlantError::ParentNotBefore { index, parent };
    assert_eq!(
        [itself, later, far],
        [before(1, 1), before(0, 1), before(2, 9)]
    );
    let under = Some(tree);
    assert_eq!(infinite, PlantError::NotFinite { under, index: 1 });
}

#[test]
fn a_node_can_be_attached_at_every_kind_of_spot() {
    let attach = |spot: Where| {
        after("a(b(x) c) d(e)", |forest, id| {
            forest.attach(id("b"), spot(id)).unwrap();
        })
    };

    assert_eq!(attach(|_| Spot::Root), "a(c) d(e) b(x)");
    assert_eq!(attach(|_| Spot::RootAt(0)), "b(x) a(c) d(e)");
    assert_eq!(attach(|_| Spot::RootAt(1)), "a(c) b(x) d(e)");
    assert_eq!(attach(|_| Spot::RootAt(2)), "a(c) d(e) b(x)");
    assert_eq!(attach(|id| Spot::Under(id("d"))), "a(c) d(e b(x))");
    assert_eq!(attach(|id| Spot::Under(id("e"))), "a(c) d(e(b(x)))");
    assert_eq!(attach(|id| Spot::Under(id("c"))), "a(c(b(x))) d(e)");
    assert_eq!(attach(|id| Spot::At(id("d"), 0)), "a(c) d(b(x) e)");
    assert_eq!(attach(|id| Spot::At(id("d"), 1)), "a(c) d(e b(x))");
    assert_eq!(attach(|id| Spot::Before(id("e"))), "a(c) d(b(x) e)");
    assert_eq!(attach(|id| Spot::After(id("e"))), "a(c) d(e b(x))");
    assert_eq!(attach(|id| Spot::Before(id("a"))), "b(x) a(c) d(e)");
    assert_eq!(attach(|id| Spot::After(id("a"))), "a(c) b(x) d(e)");
}

#[test]
fn a_node_can_be_attached_elsewhere_among_the_same_siblings() {
    let attach = |name: &'static str, spot: Where| {
        after("p(a b c d)", |forest, id| {
            forest.attach(id(name), spot(id)).unwrap();
        })
    };

    assert_eq!(attach("b", |id| Spot::At(id("p"), 0)), "p(b a c d)");
    assert_eq!(attach("b", |id| Spot::At(id("p"), 1)), "p(a b c d)");
    assert_eq!(attach("b", |id| Spot::At(id("p"), 2)), "p(a c b d)");
    assert_eq!(attach("b", |id| Spot::At(id("p"), 3)), "p(a c d b)");
    assert_eq!(attach("a", |id| Spot::Before(id("b"))), "p(a b c d)");
    assert_eq!(attach("a", |id| Spot::Before(id("d"))), "p(b c a d)");
    assert_eq!(attach("d", |id| Spot::Before(id("a"))), "p(d a b c)");
    assert_eq!(attach("a", |id| Spot::After(id("d"))), "p(b c d a)");
    assert_eq!(attach("c", |id| Spot::After(id("a"))), "p(a c b d)");
    assert_eq!(attach("c", |id| Spot::After(id("b"))), "p(a b c d)");
}

#[test]
fn attaching_to_the_parent_it_has_already_changes_nothing() {
    let mut forest = planted("p(a b c) q");
    forest.update();
    let before = Portrait::of(&forest);

    for name in ["a", "b", "c"] {
        let (child, parent) = (find(&forest, name), find(&forest, "p"));
        forest.attach(child, parent).unwrap();
        assert!(Portrait::of(&forest) == before);
    }
    let root = find(&forest, "p");
    forest.attach(root, Spot::Root).unwrap();
    forest.detach(root).unwrap();

    assert!(Portrait::of(&forest) == before);
    assert!(forest.update().is_empty());
}

#[test]
fn a_detached_node_becomes_the_last_root_with_everything_below_it() {
    let drawing = after("ship(turret(barrel) deck) dock", |forest, id| {
        forest.detach(id("turret")).unwrap();
    });

    assert_eq!(drawing, "ship(deck) dock turret(barrel)");
}

#[test]
fn reordering_counts_the_others_and_works_for_roots_too() {
    let reorder = |name: &'static str, index| {
        after("a(x y z) b c", |forest, id| {
            forest.reorder(id(name), index).unwrap();
        })
    };

    assert_eq!(reorder("x", 0), "a(x y z) b c");
    assert_eq!(reorder("x", 1), "a(y x z) b c");
    assert_eq!(reorder("x", 2), "a(y z x) b c");
    assert_eq!(reorder("z", 0), "a(z x y) b c");
    assert_eq!(reorder("a", 2), "b c a(x y z)");
    assert_eq!(reorder("c", 0), "c a(x y z) b");
}

#[test]
fn sorting_is_stable_and_moves_whole_families() {
    let cards = "hand(b2(x) a1 c2 d1(y) e2)";
    let rank = |forest: &Forest<Sum>, node| {
        let name = &forest.value(node).unwrap().name;
        name[1..].parse::<u8>().unwrap()
    };

    let by = after(cards, |forest, id| {
        let compare = |forest: &_, a, b| rank(forest, b).cmp(&rank(forest, a));
        forest.sort_children_by(id("hand"), compare).unwrap();
    });
    let by_key = after(cards, |forest, id| {
        forest.sort_children_by_key(id("hand"), rank).unwrap();
    });
    let roots = after("b2(x) a1 c2 d1(y) e2", |forest, _| {
        forest.sort_roots_by(|forest, a, b| rank(forest, a).cmp(&rank(forest, b)));
    });

    assert_eq!(by, "hand(b2(x) c2 e2 a1 d1(y))");
    assert_eq!(by_key, "hand(a1 d1(y) b2(x) c2 e2)");
    assert_eq!(roots, "a1 d1(y) b2(x) c2 e2");
}

#[test]
fn sorting_nobody_and_one_alone_is_fine() {
    let drawing = after("a(b)", |forest, id| {
        forest
            .sort_children_by_key(id("a"), |_, node| node)
            .unwrap();
        forest
            .sort_children_by_key(id("b"), |_, node| node)
            .unwrap();
        Forest::<Sum>::new().sort_roots_by(|_, a, b| a.cmp(&b));
    });

    assert_eq!(drawing, "a(b)");
}

#[test]
fn a_copy_can_be_planted_anywhere_even_below_its_original() {
    let copy = |name: &'static str, spot: Where| {
        after("a(b(c) d) e", |forest, id| {
            let copy = forest.clone_subtree(id(name), spot(id)).unwrap();
            assert_ne!(copy, id(name));
            assert_eq!(forest.value(copy), forest.value(id(name)));
        })
    };

    assert_eq!(copy("b", |id| id("e").into()), "a(b(c) d) e(b(c))");
    assert_eq!(copy("b", |id| Spot::Before(id("b"))), "a(b(c) b(c) d) e");
    assert_eq!(copy("a", |_| Spot::Root), "a(b(c) d) e a(b(c) d)");
    assert_eq!(copy("a", |id| id("a").into()), "a(b(c) d a(b(c) d)) e");
    assert_eq!(copy("a", |id| id("c").into()), "a(b(c(a(b(c) d))) d) e");
    assert_eq!(copy("b", |id| Spot::At(id("b"), 0)), "a(b(b(c) c) d) e");
}

#[test]
fn a_copy_says_who_is_the_copy_of_whom() {
    let mut forest = planted("a(b(c) d) e");
    let a = find(&forest, "a");

    let pairs = forest.clone_subtree_ids(a, Spot::Root).unwrap();

    let originals = pairs.iter().map(|&(original, _)| original);
    assert_eq!(listed(&forest, originals), "a b c d");
    for &(original, copy) in &pairs {
        assert_eq!(forest.value(original), forest.value(copy));
        assert_ne!(original, copy);
    }
    let copies = pairs.iter().map(|&(_, copy)| copy);
    assert!(
        copies.eq([pairs[0].1]
            .into_iter()
            .chain(forest.descendants(pairs[0].1)))
    );
}

#[test]
fn room_that_was_reserved_is_not_asked_for_again() {
    let mut forest = Forest::with_capacity(10_000);
    let reserved = forest.memory();
    let parent = forest.plant(Sum::named("parent")).unwrap();
    for _ in 1..10_000 {
        forest.plant_at(parent, Sum::named("")).unwrap();
    }
    assert_eq!(forest.len(), 10_000);
    assert!(forest.memory() < reserved + reserved / 50);

    forest.reserve(10_000);
    let reserved = forest.memory();
    for _ in 0..10_000 {
        forest.plant(Sum::named("")).unwrap();
    }
    assert!(forest.memory() < reserved + reserved / 50);
}
