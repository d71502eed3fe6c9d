//! Several threads, the same bits, the same change list in the same order.

use kinfolk::{Forest, Inherit, Node2, Node3, NodeId, Snapshot, Spot, Transform3};

use crate::dice::Dice;
use crate::portrait::{effective_values, lawful};

const MANY: usize = 100_000;

/// A forest can go to, and be read from, any thread.
const _: () = {
    const fn sendable<T: Send + Sync>() {}
    sendable::<Forest<Node2>>();
    sendable::<Forest<Transform3>>();
    sendable::<Forest<(Node2, Node3)>>();
    sendable::<Snapshot<Node2>>();
    sendable::<NodeId>();
};

fn wide(dice: &mut Dice) -> Forest<Node2> {
    let mut forest = Forest::new();
    let root = forest.plant(dice.node2()).unwrap();
    let values = (1..MANY).map(|_| dice.node2());
    forest.plant_many(root, values).unwrap();
    forest
}

/// Ten generations of the same size.
fn deep(dice: &mut Dice) -> Forest<Node2> {
    let row = MANY / 10;
    let nodes = (0..MANY).map(|index| (index.checked_sub(row), dice.node2()));
    let mut forest = Forest::new();
    forest.plant_tree(Spot::Root, nodes).unwrap();
    forest
}

fn holey(dice: &mut Dice) -> Forest<Node2> {
    let mut forest = deep(dice);
    forest.update();
    let nodes: Vec<_> = forest.walk().collect();
    for _ in 0..MANY / 30 {
        let _ = forest.remove(dice.pick(&nodes));
    }
    forest
}

fn shuffled(dice: &mut Dice) -> Forest<Node2> {
    let mut forest = deep(dice);
    let nodes: Vec<_> = forest.walk().collect();
    for _ in 0..MANY / 5 {
        // Loops are refused, and that is fine.
        let _ = forest.attach(dice.pick(&nodes), dice.pick(&nodes));
    }
    forest
}

/// Updates both ways, and asserts that nobody can tell which was which.
#[track_caller]
fn same_either_way(forest: &mut Forest<Node2>, what: &str) {
    let mut parallel = forest.clone();
    let changes = forest.update();
    assert!(
        changes == parallel.update_parallel(),
        "{what}: another list"
    );
    assert_eq!(changes.len(), parallel.changes().len());
    assert!(
        effective_values(forest) == effective_values(&parallel),
        "{what}"
    );
    assert!(!parallel.needs_update());
    lawful(&parallel);
    assert!(parallel.update_parallel().is_empty());
}

fn any_writes_are_the_same_either_way(plant: fn(&mut Dice) -> Forest<Node2>) {
    let mut dice = Dice::new(21);
    let mut forest = plant(&mut dice);
    same_either_way(&mut forest, "all new");
    let nodes: Vec<_> = forest.walk().collect();
    for writes in [1, 100, 20_000, MANY] {
        for _ in 0..writes {
            let node = dice.pick(&nodes);
            forest.set(node, dice.node2()).unwrap();
        }
        same_either_way(&mut forest, &format!("{writes} writes"));
    }
    for _ in 0..50 {
        let _ = forest.attach(dice.pick(&nodes), dice.pick(&nodes));
        let _ = forest.plant_at(dice.pick(&nodes), dice.node2());
    }
    let roots: Vec<_> = forest.roots().collect();
    for root in roots {
        forest
            .edit(root, |root| root.transform.position.x += 1.0)
            .unwrap();
    }
    same_either_way(&mut forest, "moves, new nodes and all roots");
}

#[test]
fn a_wide_forest_updates_the_same_either_way() {
    any_writes_are_the_same_either_way(wide);
}

#[test]
fn a_deep_forest_updates_the_same_either_way() {
    any_writes_are_the_same_either_way(deep);
}

#[test]
fn a_forest_full_of_holes_updates_the_same_either_way() {
    any_writes_are_the_same_either_way(holey);
}

#[test]
fn a_shuffled_forest_updates_the_same_either_way() {
    any_writes_are_the_same_either_way(shuffled);
}

#[test]
fn a_small_or_empty_forest_updates_the_same_either_way() {
    let mut dice = Dice::new(22);
    same_either_way(&mut Forest::new(), "empty");
    for nodes in [1, 2, 50, 3000] {
        same_either_way(&mut dice.forest2(nodes), "small");
    }
}

#[test]
fn a_forest_is_read_by_many_threads_at_once() {
    let mut forest = deep(&mut Dice::new(23));
    forest.update();
    let root = forest.roots().next().unwrap();
    forest.set_position(root, [3.0, 4.0]).unwrap();
    let expected = effective_values(&forest);

    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| assert!(effective_values(&forest) == expected));
        }
    });
}

/// A sum down the tree that cannot be had of some values.
#[derive(Clone, Copy, Debug)]
struct Touchy(i64);

impl Touchy {
    const POISON: i64 = -1;
}

impl Inherit for Touchy {
    type Ready = i64;
    type Effective = i64;

    fn ready(&self) -> i64 {
        self.0
    }

    fn inherit(own: &i64, parent: Option<&i64>) -> i64 {
        assert_ne!(*own, Self::POISON, "a rule that panics");
        own + parent.unwrap_or(&0)
    }

    fn same(a: &i64, b: &i64) -> bool {
        a == b
    }
}

#[test]
fn a_rule_that_panics_on_any_thread_ends_the_update_and_hangs_nobody() {
    const NODES: usize = 200_000;
    for poisoned in [1, NODES / 2, NODES - 1] {
        let mut forest = Forest::new();
        let list = (0..NODES).map(|node| (node.checked_sub(1).map(|n| n / 4), Touchy(1)));
        let ids = forest.plant_tree(Spot::Root, list).unwrap();
        forest.update();
        forest.set(ids[0], Touchy(2)).unwrap();
        forest.set(ids[poisoned], Touchy(Touchy::POISON)).unwrap();

        let update = std::panic::AssertUnwindSafe(|| forest.update_parallel().len());
        assert!(std::panic::catch_unwind(update).is_err());
    }
}
