//! What an update costs, counted in applications of the rule instead of in time.
//!
//! The cost is what changed plus what that affects: bounded by a small multiple of it, and
//! nothing at all when nothing changed.

use std::cell::Cell;

use kinfolk::{Forest, Inherit, NodeId};

/// A sum down the tree that counts how often it is computed.
#[derive(Clone, Copy, Debug)]
struct Counted(i64);

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

impl Inherit for Counted {
    type Ready = i64;
    type Effective = i64;

    fn ready(&self) -> i64 {
        self.0
    }

    fn inherit(own: &i64, parent: Option<&i64>) -> i64 {
        COUNT.set(COUNT.get() + 1);
        own + parent.unwrap_or(&0)
    }

    fn same(a: &i64, b: &i64) -> bool {
        a == b
    }
}

/// How often the rule is applied by an update, and how many nodes it reports.
fn cost(forest: &mut Forest<Counted>) -> (usize, usize) {
    COUNT.set(0);
    let changed = forest.update().len();
    (COUNT.get(), changed)
}

/// Each node has `arity` children; up to date.
fn bushy(nodes: usize, arity: usize) -> (Forest<Counted>, Vec<NodeId>) {
    let mut forest = Forest::new();
    let list = (0..nodes).map(|node| (node.checked_sub(1).map(|n| n / arity), Counted(1)));
    let ids = forest.plant_tree(kinfolk::Spot::Root, list).unwrap();
    forest.update();
    (forest, ids)
}

const NODES: usize = 100_000;

#[test]
fn nothing_costs_nothing() {
    let (mut forest, _) = bushy(NODES, 4);
    assert_eq!(cost(&mut forest), (0, 0));
}

#[test]
fn a_sword_costs_a_sword() {
    for arity in [1, 2, 4, NODES] {
        let (mut forest, ids) = bushy(NODES, arity);
        forest.set(ids[NODES - 1], Counted(5)).unwrap();
        assert_eq!(cost(&mut forest), (1, 1), "arity {arity}");
    }
}

#[test]
fn an_equal_value_stops_where_it_is_written() {
    let (mut forest, ids) = bushy(NODES, 2);
    forest.set(ids[0], Counted(1)).unwrap();
    assert_eq!(cost(&mut forest), (1, 0));
}

#[test]
fn a_root_costs_everybody_once() {
    for arity in [1, 2, 4, NODES] {
        let (mut forest, ids) = bushy(NODES, arity);
        forest.set(ids[0], Counted(5)).unwrap();
        assert_eq!(cost(&mut forest), (NODES, NODES), "arity {arity}");
    }
}

#[test]
fn a_subtree_costs_little_more_than_itself() {
    let (mut forest, ids) = bushy(NODES, 4);
    forest.set(ids[100], Counted(5)).unwrap();
    let (count, changed) = cost(&mut forest);
    assert_eq!(changed, 1 + forest.descendants(ids[100]).count());
    assert!(count <= changed * 2, "{count} for {changed}");
}

#[test]
fn many_leaves_cost_at_most_a_fixed_multiple() {
    for writes in [10, 100, 1_000, 10_000, 50_000] {
        let (mut forest, ids) = bushy(NODES, 4);
        for &leaf in ids.iter().rev().step_by(NODES / 2 / writes).take(writes) {
            forest.set(leaf, Counted(5)).unwrap();
        }
        let (count, changed) = cost(&mut forest);
        assert_eq!(changed, writes);
        assert!(count <= changed * 17, "{count} for {changed}");
    }
}

#[test]
fn a_leaf_in_a_wide_generation_below_a_busy_one_costs_no_scan() {
    // A few parents, one of which has nearly everybody; another one moves.
    let mut forest = Forest::new();
    let top = forest.plant(Counted(0)).unwrap();
    let parents = forest.plant_many(top, [Counted(0); 8]).unwrap();
    forest
        .plant_many(parents[0], vec![Counted(0); NODES])
        .unwrap();
    forest.plant_at(parents[1], Counted(0)).unwrap();
    forest.update();

    forest.set(parents[1], Counted(1)).unwrap();
    let (count, changed) = cost(&mut forest);

    assert_eq!(changed, 2);
    assert!(count <= 8 + 1, "{count} for {changed}");
}

#[test]
fn a_fresh_read_costs_the_way_up() {
    let (mut forest, ids) = bushy(NODES, 2);
    let leaf = ids[NODES - 1];
    COUNT.set(0);
    assert!(forest.effective(leaf).is_some());
    assert_eq!(COUNT.get(), 0, "nothing is pending");

    forest.set(ids[0], Counted(5)).unwrap();
    COUNT.set(0);
    assert!(forest.effective(leaf).is_some());
    assert_eq!(COUNT.get(), forest.depth(leaf).unwrap() + 1);
}
