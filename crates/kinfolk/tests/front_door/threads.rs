//! A forest goes to other threads, and several of them read it at once.

use std::thread;

use kinfolk::{Changes, DrawOrder, Forest, Node2, Node3, NodeId, Snapshot, World2};

use crate::dice::Dice;

#[test]
fn forests_and_all_that_belongs_to_them_can_be_sent_and_shared() {
    fn is_shared<T: Send + Sync>() {}

    is_shared::<Forest<Node2>>();
    is_shared::<Forest<Node3>>();
    is_shared::<Snapshot<Node2>>();
    is_shared::<DrawOrder>();
    is_shared::<Changes<'_>>();
    is_shared::<NodeId>();
    is_shared::<World2>();
}

/// Everything that can be read without changing anything.
fn read(forest: &Forest<Node2>) -> (Vec<[u32; 6]>, Vec<NodeId>, Vec<NodeId>, String) {
    let bits = |node| {
        let world: World2 = forest.effective(node).unwrap();
        world.to_array().map(f32::to_bits)
    };
    let walk: Vec<NodeId> = forest.walk().collect();
    let worlds = walk.iter().map(|&node| bits(node)).collect();
    let changes = forest.changes().into_iter().collect();
    (worlds, walk, changes, forest.to_string())
}

#[test]
fn reads_from_several_threads_are_those_of_one_with_or_without_pending_writes() {
    for seed in 0..10 {
        let mut dice = Dice::new(seed);
        let mut forest = dice.forest2(300);
        forest.update();
        for _ in 0..20 {
            let node = dice.node(&forest).unwrap();
            forest.set(node, dice.node2()).unwrap();
        }
        for _ in 0..2 {
            let expected = read(&forest);
            thread::scope(|scope| {
                let readers: Vec<_> = (0..4).map(|_| scope.spawn(|| read(&forest))).collect();
                for reader in readers {
                    assert!(reader.join().unwrap() == expected, "seed {seed}");
                }
            });
            forest.update();
        }
    }
}

#[test]
fn a_forest_is_updated_on_another_thread_and_comes_back_the_same() {
    let mut forest = Dice::new(3).forest2(100);
    let mut copy = forest.clone();
    forest.update();

    let copy = thread::spawn(move || {
        copy.update();
        copy
    });

    assert!(read(&copy.join().unwrap()) == read(&forest));
}
