//! Change lists of large forests, few writes and many, compared with looking at everybody.

use kinfolk::{Forest, Node2, NodeId, Spot, World2};

use crate::dice::Dice;
use crate::portrait::{effective_values, lawful};

const MANY: usize = 50_000;

/// Every node's world, by id.
fn brute_force(forest: &Forest<Node2>) -> Vec<(NodeId, World2)> {
    let mut worlds = effective_values(forest);
    worlds.sort_unstable_by_key(|&(node, _)| node);
    worlds
}

/// Asserts that an update after `write` reports exactly whose world is another one.
#[track_caller]
fn reports_exactly(forest: &mut Forest<Node2>, write: impl FnOnce(&mut Forest<Node2>)) -> usize {
    forest.update();
    let before = brute_force(forest);
    write(forest);
    let mut changes = forest.update().to_vec();
    let after = brute_force(forest);
    lawful(forest);
    let pairs = before.iter().zip(&after);
    let mut expected: Vec<_> = pairs
        .filter(|(before, after)| before.1 != after.1)
        .map(|(_, after)| after.0)
        .collect();
    let depths = changes.iter().map(|&node| forest.depth(node));
    assert!(depths.is_sorted(), "parents come before children");
    changes.sort_unstable();
    expected.sort_unstable();
    assert!(
        changes == expected,
        "{} of {}",
        changes.len(),
        expected.len()
    );
    changes.len()
}

#[test]
fn one_leaf_of_many_is_reported_alone() {
    let mut dice = Dice::new(1);
    let mut forest = dice.forest2(MANY);
    let leaf = forest
        .walk()
        .filter(|&node| forest.child_count(node) == 0)
        .last();

    let count = reports_exactly(&mut forest, |forest| {
        forest.set_position(leaf.unwrap(), [77.0, 77.0]).unwrap();
    });

    assert_eq!(count, 1);
}

#[test]
fn all_of_many_are_reported_when_all_move() {
    let mut dice = Dice::new(2);
    let mut forest = dice.forest2(MANY);
    let nodes: Vec<_> = forest.walk().collect();

    let count = reports_exactly(&mut forest, |forest| {
        for &node in &nodes {
            forest
                .edit(node, |node| node.transform.position.x += 1000.0)
                .unwrap();
        }
    });

    assert!(count > MANY * 9 / 10);
}

#[test]
fn few_and_many_writes_are_reported_alike() {
    let mut dice = Dice::new(3);
    let mut forest = dice.forest2(MANY);
    let nodes: Vec<_> = forest.walk().collect();
    for writes in [2, 30, 500, 3000, 9000, 30_000] {
        reports_exactly(&mut forest, |forest| {
            for _ in 0..writes {
                let value = dice.node2();
                forest.set(dice.pick(&nodes), value).unwrap();
            }
        });
    }
}

#[test]
fn a_root_with_many_children_reports_all_of_them_or_one() {
    let mut forest = Forest::new();
    let root = forest.plant(Node2::PLAIN).unwrap();
    let children = (0..MANY).map(|index| Node2::at(index as f32, 0.0));
    let children = forest.plant_many(root, children).unwrap();

    let all = reports_exactly(&mut forest, |forest| {
        forest.set_position(root, [0.0, 3.0]).unwrap();
    });
    let one = reports_exactly(&mut forest, |forest| {
        forest.set_position(children[MANY / 2], [0.0, 3.0]).unwrap();
    });
    let moved = reports_exactly(&mut forest, |forest| {
        forest.attach(children[7], Spot::Root).unwrap();
    });

    assert_eq!((all, one, moved), (MANY + 1, 1, 1));
}

#[test]
fn moves_among_many_are_reported_exactly() {
    let mut dice = Dice::new(5);
    let mut forest = dice.forest2(5000);
    let nodes: Vec<_> = forest.walk().collect();
    for moves in [1, 10, 300, 2000] {
        forest.update();
        let before: Vec<_> = nodes.iter().map(|&node| forest.effective(node)).collect();
        for _ in 0..moves {
            // Loops are refused, and that is fine.
            let _ = forest.attach(dice.pick(&nodes), dice.pick(&nodes));
        }
        let mut changes = forest.update().to_vec();
        let changed = nodes.iter().zip(&before);
        let mut expected: Vec<_> = changed
            .filter(|&(&node, before)| forest.effective(node) != *before)
            .map(|(&node, _)| node)
            .collect();
        changes.sort_unstable();
        expected.sort_unstable();
        assert!(changes == expected);
        lawful(&forest);
    }
}
