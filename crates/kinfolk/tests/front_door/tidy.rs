//! Tidying moves rows and nothing else; and memory does not grow with use.

use kinfolk::{Forest, Node2, NodeId, Spot};

use crate::dice::Dice;
use crate::portrait::{Portrait, effective_values, lawful};

/// Edits, writes and moves; the same for the same dice, whatever the rows are like.
fn stir(forest: &mut Forest<Node2>, dice: &mut Dice) {
    for _ in 0..12 {
        let nodes: Vec<_> = forest.walk().collect();
        let (node, other) = (dice.pick(&nodes), dice.pick(&nodes));
        match dice.below(8) {
            0 if forest.len() > 80 => drop(forest.remove(node)),
            1 => drop(forest.attach(node, other)),
            2 => drop(forest.attach(node, Spot::After(other))),
            3 => forest.set(node, dice.node2()).unwrap(),
            4 => drop(forest.detach(node)),
            _ => drop(forest.plant_at(node, dice.node2())),
        }
        if forest.is_empty() {
            forest.plant(dice.node2()).unwrap();
        }
    }
}

#[test]
fn tidying_changes_nothing_that_anybody_can_see() {
    for budget in [1, 7, 100] {
        let mut dice = Dice::new(budget as u64);
        let mut forest = dice.forest2(200);
        for _ in 0..60 {
            stir(&mut forest, &mut dice);
            let before = Portrait::of(&forest);
            forest.tidy(budget);
            assert!(Portrait::of(&forest) == before, "budget {budget}");
            if dice.one_in(3) {
                forest.update();
                let before = Portrait::of(&forest);
                forest.tidy(budget);
                assert!(Portrait::of(&forest) == before, "budget {budget}");
            }
        }
    }
}

#[test]
fn a_tidied_forest_lives_on_like_one_that_never_was() {
    for budget in [1, 7, 100] {
        let mut dice = Dice::new(40 + budget as u64);
        let mut plain = dice.forest2(150);
        let mut tidied = plain.clone();
        for round in 0..60 {
            stir(&mut plain, &mut Dice::new(round));
            stir(&mut tidied, &mut Dice::new(round));
            tidied.tidy(budget);
            if round % 3 == 0 {
                let mut expected = plain.update().to_vec();
                let mut changes = tidied.update().to_vec();
                expected.sort_unstable();
                changes.sort_unstable();
                assert_eq!(changes, expected, "budget {budget}, round {round}");
            }
            tidied.tidy(budget);
            assert!(effective_values(&tidied) == effective_values(&plain));
            lawful(&tidied);
        }
    }
}

#[test]
fn tidying_ends_and_says_so() {
    for budget in [1, 7, 100, usize::MAX] {
        let mut dice = Dice::new(9);
        let mut forest = dice.forest2(300);
        for _ in 0..20 {
            stir(&mut forest, &mut dice);
        }
        let mut calls = 0;
        while !forest.tidy(budget) {
            assert!(!forest.is_tidy());
            calls += 1;
            assert!(calls < 100_000, "it never ends");
        }
        assert!(forest.is_tidy());
        assert!(forest.tidy(0), "nothing left to do");
        lawful(&forest);
    }
}

#[test]
fn an_update_leaves_a_tidy_forest_tidy_and_a_move_does_not() {
    let mut dice = Dice::new(10);
    let mut forest = dice.forest2(100);
    while !forest.tidy(1000) {}

    forest.update();
    let node = forest.walk().last().unwrap();
    forest.set_position(node, [3.0, 4.0]).unwrap();
    forest.update();
    assert!(forest.is_tidy());

    forest.plant(Node2::PLAIN).unwrap();
    assert!(!forest.is_tidy());
    assert!(Forest::<Node2>::new().is_tidy());
}

#[test]
fn in_a_tidy_forest_siblings_lie_side_by_side_in_order() {
    let mut dice = Dice::new(12);
    let mut forest = dice.forest2(300);
    for _ in 0..20 {
        stir(&mut forest, &mut dice);
    }
    while !forest.tidy(50) {}

    let mut expected: Vec<NodeId> = forest.roots().collect();
    let mut next = 0;
    while next < expected.len() {
        let parent = expected[next];
        expected.extend(forest.children(parent));
        next += 1;
    }
    assert!(forest.by_depth().eq(expected));
}

/// The memory after some rounds of removing and planting, and after five times as many.
fn churned(mut between: impl FnMut(&mut Forest<Node2>)) -> [usize; 2] {
    let mut dice = Dice::new(77);
    let mut forest = Forest::new();
    let roots: Vec<_> = (0..20)
        .map(|_| forest.plant(Node2::PLAIN).unwrap())
        .collect();
    let grow = |forest: &mut Forest<Node2>, dice: &mut Dice| {
        let mut parent = dice.pick(&roots);
        for _ in 0..20 {
            parent = forest.plant_at(parent, Node2::PLAIN).unwrap();
            for _ in 0..dice.below(20) {
                forest.plant_at(parent, Node2::PLAIN).unwrap();
            }
        }
    };
    for _ in 0..20 {
        grow(&mut forest, &mut dice);
    }
    forest.update();
    let mut memory = [0; 2];
    for round in 1..=1000 {
        while forest.len() > 4000 {
            let branches: Vec<_> = roots
                .iter()
                .flat_map(|&root| forest.children(root))
                .collect();
            forest.remove(dice.pick(&branches)).unwrap();
        }
        grow(&mut forest, &mut dice);
        between(&mut forest);
        if round == 200 {
            memory[0] = forest.memory();
        }
    }
    lawful(&forest);
    memory[1] = forest.memory();
    memory
}

#[test]
fn churn_does_not_grow_memory() {
    let [early, late] = churned(|forest| {
        forest.update();
    });

    assert!(late <= early + early / 20, "{early} bytes became {late}");
}

#[test]
fn churn_with_tidying_does_not_grow_memory() {
    let [early, late] = churned(|forest| {
        forest.update();
        forest.tidy(500);
    });

    assert!(late <= early + early / 20, "{early} bytes became {late}");
}

#[test]
fn one_shot_after_the_other_does_not_grow_memory() {
    let mut forest = Forest::new();
    let gun = forest.plant(Node2::PLAIN).unwrap();
    forest.plant_many(gun, [Node2::PLAIN; 1000]).unwrap();
    forest.update();
    let before = forest.memory();

    for _ in 0..100_000 {
        let shot = forest.plant_at(gun, Node2::PLAIN).unwrap();
        forest.update();
        forest.remove(shot).unwrap();
    }

    let after = forest.memory();
    assert!(after <= before * 2, "{before} bytes became {after}");
}

#[test]
fn nor_does_it_when_nobody_asks_for_an_update() {
    let mut forest = Forest::new();
    let gun = forest.plant(Node2::PLAIN).unwrap();
    forest.plant_many(gun, [Node2::PLAIN; 1000]).unwrap();
    forest.update();
    let before = forest.memory();

    for _ in 0..100_000 {
        let shot = forest.plant_at(gun, Node2::PLAIN).unwrap();
        assert!(forest.world_position(shot).is_some());
        forest.remove(shot).unwrap();
    }

    let after = forest.memory();
    assert!(after <= before * 2, "{before} bytes became {after}");
}

#[test]
fn nor_does_it_when_a_marked_node_goes_to_and_fro() {
    let mut forest = Forest::new();
    let [left, right] = [(); 2].map(|()| forest.plant(Node2::PLAIN).unwrap());
    forest.plant_many(left, [Node2::PLAIN; 1000]).unwrap();
    let deep = forest.plant_many(right, [Node2::PLAIN; 1000]).unwrap()[0];
    forest.plant_many(deep, [Node2::PLAIN; 1000]).unwrap();
    forest.update();
    let before = forest.memory();

    let ball = forest.plant_at(left, Node2::PLAIN).unwrap();
    for _ in 0..50_000 {
        forest.attach(ball, deep).unwrap();
        forest.attach(ball, left).unwrap();
    }

    let after = forest.memory();
    assert!(after <= before * 2, "{before} bytes became {after}");
}
