//! Removing: the whole family, one of it, everybody; and that no id ever comes back.

use kinfolk::{Heirs, Spot};

use crate::dice::Dice;
use crate::picture::{Sum, drawn, find, planted};
use crate::portrait::lawful;
use crate::structure::after;

#[test]
fn removing_takes_the_whole_family_and_counts_it() {
    let remove = |name: &'static str, count| {
        after("ship(turret(barrel flag) deck) dock", |forest, id| {
            let len = forest.len();
            assert_eq!(forest.remove(id(name)), Ok(count));
            assert_eq!(forest.len(), len - count);
            assert!(!forest.contains(id(name)));
        })
    };

    assert_eq!(remove("flag", 1), "ship(turret(barrel) deck) dock");
    assert_eq!(remove("turret", 3), "ship(deck) dock");
    assert_eq!(remove("ship", 5), "dock");
    assert_eq!(remove("dock", 1), "ship(turret(barrel flag) deck)");
}

#[test]
fn what_is_taken_comes_children_before_parents_each_once() {
    let mut forest = planted("ship(turret(barrel flag) deck(cask)) dock");
    let ship = find(&forest, "ship");

    let taken = forest.take(ship).unwrap();

    let names: Vec<_> = taken.iter().map(|(_, sum)| sum.name.as_str()).collect();
    assert_eq!(names.join(" "), "barrel flag turret cask deck ship");
    assert!(taken.iter().all(|&(node, _)| !forest.contains(node)));
    assert_eq!(drawn(&forest), "dock");
    lawful(&forest);
}

#[test]
fn the_children_of_the_removed_can_become_roots() {
    let remove = |name: &'static str| {
        after("a(b(c(d) e) f) g", |forest, id| {
            forest
                .remove_keep_children(id(name), Heirs::ToRoots)
                .unwrap();
        })
    };

    assert_eq!(remove("b"), "a(f) g c(d) e");
    assert_eq!(remove("a"), "g b(c(d) e) f");
    assert_eq!(remove("d"), "a(b(c e) f) g");
}

#[test]
fn the_children_of_the_removed_can_take_its_place() {
    let remove = |name: &'static str| {
        after("a(x b(c(d) e) f) g", |forest, id| {
            let heirs = Heirs::ToGrandparent;
            forest.remove_keep_children(id(name), heirs).unwrap();
        })
    };

    assert_eq!(remove("b"), "a(x c(d) e f) g");
    assert_eq!(remove("a"), "x b(c(d) e) f g");
    assert_eq!(remove("g"), "a(x b(c(d) e) f)");
}

#[test]
fn a_cleared_forest_is_empty_and_its_ids_are_stale() {
    let mut forest = planted("ship(turret(barrel)) dock");
    let ids: Vec<_> = forest.walk().collect();

    forest.clear();

    lawful(&forest);
    assert!(forest.is_empty() && forest.roots().next().is_none());
    assert_eq!((forest.len(), forest.generations()), (0, 0));
    assert!(ids.iter().all(|&node| forest.value(node).is_none()));
    assert!(forest.update().is_empty());
    let new = forest.plant(Sum::named("new")).unwrap();
    assert!(!ids.contains(&new));
    assert_eq!(forest.update(), [new]);
}

#[test]
fn slots_are_used_again_and_ids_are_not() {
    let mut forest = planted("keep");
    let mut seen = Vec::new();

    for life in 1..=50 {
        let node = forest.plant(Sum::named("shot")).unwrap();
        assert_eq!(format!("{node}"), format!("1v{life}"));
        forest.remove(node).unwrap();
        assert!(!forest.contains(node) && !seen.contains(&node));
        seen.push(node);
        lawful(&forest);
    }

    assert!(seen.iter().all(|&shot| forest.effective(shot).is_none()));
}

#[test]
fn a_thousand_random_steps_keep_the_laws() {
    let mut dice = Dice::new(3);
    let mut forest = planted("a(b(c) d) e");
    for step in 0..1000 {
        let node = dice.node(&forest).unwrap_or_else(|| {
            let root = forest.plant(Sum::named("r"));
            root.unwrap()
        });
        let other = dice.node(&forest).unwrap();
        match dice.below(12) {
            0 if forest.len() > 20 => drop(forest.remove(node)),
            1 => drop(forest.remove_keep_children(node, Heirs::ToGrandparent)),
            2 => drop(forest.remove_keep_children(node, Heirs::ToRoots)),
            3 => drop(forest.attach(node, Spot::Before(other))),
            4 => drop(forest.attach(node, Spot::After(other))),
            5 => drop(forest.detach(node)),
            6 => drop(forest.reorder(node, dice.below(3))),
            7 if forest.len() < 60 => drop(forest.clone_subtree(node, other)),
            8 => drop(forest.update()),
            9 => drop(forest.attach(node, other)),
            _ => drop(forest.plant_at(node, Sum::new("n", step))),
        }
        lawful(&forest);
    }
    forest.update();
    lawful(&forest);
}
