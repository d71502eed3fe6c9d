//! Keeping a forest and going back to it: ids, order, values, pending writes, all of it.

use kinfolk::{Forest, Node2, Spot};

use crate::dice::Dice;
use crate::picture::{Sum, drawn, find, planted, planted_as};
use crate::portrait::{Portrait, lawful};

#[test]
fn going_back_brings_back_who_was_removed_under_the_same_id() {
    let mut forest = planted("ship(turret(barrel)) dock");
    let turret = find(&forest, "turret");
    let snapshot = forest.snapshot();

    forest.remove(turret).unwrap();
    assert_eq!(drawn(&forest), "ship dock");
    forest.restore(&snapshot);

    assert_eq!(drawn(&forest), "ship(turret(barrel)) dock");
    assert!(forest.contains(turret));
    lawful(&forest);
}

#[test]
fn ids_given_out_since_are_stale() {
    let mut forest = planted("ship");
    let snapshot = forest.snapshot();
    let flag = forest.plant(Sum::named("flag")).unwrap();

    forest.restore(&snapshot);

    assert!(!forest.contains(flag));
    assert_eq!(forest.value(flag), None);
}

#[test]
fn everything_visible_comes_back_after_anything() {
    for seed in 0..20 {
        let mut dice = Dice::new(seed);
        let mut forest = dice.forest2(80);
        forest.set_max_depth(Some(500));
        forest.update();
        stir(&mut forest, &mut dice);
        let before = Portrait::of(&forest);
        let snapshot = forest.snapshot();

        stir(&mut forest, &mut dice);
        forest.update();
        forest.tidy(50);
        forest.set_max_depth(None);
        stir(&mut forest, &mut dice);
        forest.restore(&snapshot);

        assert!(Portrait::of(&forest) == before, "seed {seed}");
        forest.update();
        lawful(&forest);
        forest.restore(&snapshot);
        assert!(Portrait::of(&forest) == before, "seed {seed}, again");
    }
}

fn stir(forest: &mut Forest<Node2>, dice: &mut Dice) {
    for _ in 0..30 {
        let Some(node) = dice.node(forest) else {
            return;
        };
        let other = dice.node(forest).unwrap();
        match dice.below(5) {
            0 if forest.len() > 30 => drop(forest.remove(node)),
            1 => drop(forest.attach(node, Spot::Before(other))),
            2 => drop(forest.plant_at(node, dice.node2())),
            _ => forest.set(node, dice.node2()).unwrap(),
        }
    }
}

#[test]
fn the_same_steps_after_going_back_end_in_the_same_place() {
    let mut dice = Dice::new(50);
    let mut forest = dice.forest2(60);
    let snapshot = forest.snapshot();
    stir(&mut forest, &mut Dice::new(51));
    let changes = forest.update().to_vec();
    let first = Portrait::of(&forest);

    forest.restore(&snapshot);
    stir(&mut forest, &mut Dice::new(51));

    assert_eq!(forest.update(), changes);
    assert!(Portrait::of(&forest) == first);
}

#[test]
fn a_snapshot_can_be_looked_at_and_used_again() {
    let mut forest = planted("ship(turret)");
    let mut snapshot = forest.snapshot();
    forest.plant(Sum::named("dock")).unwrap();
    assert_eq!(drawn(snapshot.forest()), "ship(turret)");

    forest.snapshot_into(&mut snapshot);
    assert_eq!(drawn(snapshot.forest()), "ship(turret) dock");

    forest.clear();
    forest.restore(&snapshot);
    assert_eq!(drawn(&forest), "ship(turret) dock");
    assert_eq!(format!("{snapshot:?}"), "Snapshot { nodes: 3, .. }");
    lawful(&forest);
}

#[test]
fn a_tidy_forest_comes_back_tidy() {
    let mut forest = planted("a(b c(d))");
    while !forest.tidy(10) {}
    let tidy = forest.snapshot();
    forest.plant(Sum::named("e")).unwrap();
    let untidy = forest.snapshot();

    forest.restore(&tidy);
    assert!(forest.is_tidy());
    forest.restore(&untidy);
    assert!(!forest.is_tidy());
    while !forest.tidy(1) {}
    lawful(&forest);
}

#[test]
fn a_sweep_of_tidying_that_was_interrupted_starts_anew() {
    let mut dice = Dice::new(70);
    let mut forest = dice.forest2(200);
    stir(&mut forest, &mut dice);
    let snapshot = forest.snapshot();
    for budget in 0..60 {
        forest.tidy(budget);
        forest.restore(&snapshot);
        lawful(&forest);
    }
    while !forest.tidy(3) {}
    lawful(&forest);
}

#[test]
fn a_clone_lives_its_own_life_with_the_same_ids() {
    let (mut forest, names) = planted_as("ship(turret)", |_| Node2::at(1.0, 0.0));
    let mut twin = forest.clone();

    forest.set_position(names["ship"], [50.0, 0.0]).unwrap();
    twin.remove(names["turret"]).unwrap();

    assert_eq!(forest.world_position(names["turret"]).unwrap().x, 51.0);
    assert_eq!(twin.world_position(names["ship"]).unwrap().x, 1.0);
    assert!(!twin.contains(names["turret"]));
    lawful(&twin);
}

#[test]
fn a_snapshot_can_be_taken_to_another_forest() {
    let forest = planted("ship(turret)");
    let turret = find(&forest, "turret");
    let mut other = planted("x(y(z))");
    let stranger = find(&other, "y");

    other.restore(&forest.snapshot());

    assert_eq!(drawn(&other), "ship(turret)");
    assert!(other.contains(turret) && !other.contains(stranger));
    lawful(&other);
}
