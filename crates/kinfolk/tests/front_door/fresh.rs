//! Reading before an update is as good as reading after it, bit for bit.

use kinfolk::{Forest, Heirs, Inherit, Node2, NodeId, Spot};

use crate::dice::Dice;
use crate::picture::planted_as;
use crate::portrait::effective_values;

/// Does something to the forest that leaves work for the next update.
fn stir(forest: &mut Forest<Node2>, dice: &mut Dice) {
    let Some(node) = dice.node(forest) else {
        forest.plant(dice.node2()).unwrap();
        return;
    };
    let other = dice.node(forest).unwrap();
    // Loops and flat parents are refused, and that is fine.
    match dice.below(14) {
        0 => drop(forest.set(node, dice.node2())),
        1 => drop(forest.set_position(node, [dice.between(-5.0, 5.0), 1.0])),
        2 => drop(forest.set_rotation(node, dice.between(-3.0, 3.0))),
        3 => drop(forest.set_visible(node, dice.one_in(2))),
        4 => drop(forest.attach(node, other)),
        5 => drop(forest.attach(node, Spot::Before(other))),
        6 => drop(forest.attach_in_place(node, other)),
        7 => drop(forest.detach(node)),
        8 => drop(forest.set_world_position(node, [1.0, dice.between(-5.0, 5.0)])),
        9 => drop(forest.plant_at(node, dice.node2())),
        10 => drop(forest.plant_at(node, dice.node2())),
        11 if forest.len() > 60 => drop(forest.remove(node)),
        12 => drop(forest.remove_keep_children(node, Heirs::ToGrandparent)),
        _ => drop(forest.look_at(node, [dice.between(-5.0, 5.0), 0.0])),
    }
}

/// Computes a world without the forest's help, from the root down.
fn by_hand(forest: &Forest<Node2>, node: NodeId) -> <Node2 as Inherit>::Effective {
    let mut path: Vec<_> = forest.ancestors(node).collect();
    path.reverse();
    path.push(node);
    let mut world = None;
    for node in path {
        let ready = forest.value(node).unwrap().ready();
        world = Some(Node2::inherit(&ready, world.as_ref()));
    }
    world.unwrap()
}

#[test]
fn reads_before_and_after_an_update_are_the_same_bits() {
    for seed in 0..40 {
        let mut dice = Dice::new(seed);
        let mut forest = dice.forest2(50);
        for round in 0..30 {
            for _ in 0..=dice.below(20) {
                stir(&mut forest, &mut dice);
            }
            for node in forest.walk() {
                let fresh = forest.effective(node).unwrap();
                assert!(
                    fresh == by_hand(&forest, node),
                    "seed {seed}, round {round}"
                );
            }
            let before = effective_values(&forest);
            forest.update();
            assert!(
                before == effective_values(&forest),
                "seed {seed}, round {round}"
            );
            assert_eq!(forest.check_laws(), Ok(()));
        }
    }
}

#[test]
fn reading_does_not_change_what_an_update_reports() {
    for seed in 0..20 {
        let mut dice = Dice::new(100 + seed);
        let mut reader = dice.forest2(60);
        reader.update();
        for _ in 0..30 {
            for _ in 0..=dice.below(8) {
                stir(&mut reader, &mut dice);
            }
            let mut silent = reader.clone();
            for node in reader.walk() {
                let _ = reader.effective(node);
                let _ = reader.world_transform(node);
                let _ = reader.point_to_local(node, [1.0, 2.0]);
            }
            assert_eq!(reader.update(), silent.update());
            assert!(effective_values(&reader) == effective_values(&silent));
        }
    }
}

#[test]
fn a_write_far_above_is_seen_at_once() {
    let picture = format!("{}{}", "n(".repeat(99) + "last", ")".repeat(99));
    let (mut forest, names) = planted_as(&picture, |_| Node2::at(1.0, 0.0));
    forest.update();
    let root = forest.root_of(names["last"]).unwrap();

    forest.set_position(root, [101.0, 5.0]).unwrap();

    assert_eq!(
        forest.world_position(names["last"]).unwrap().to_array(),
        [200.0, 5.0]
    );
    assert!(forest.needs_update());
}

#[test]
fn a_new_parent_is_seen_at_once_even_if_it_is_new_itself() {
    let (mut forest, names) = planted_as("ship(turret(barrel)) dock", |_| Node2::at(1.0, 0.0));
    forest.update();
    let crane = forest
        .plant_at(names["dock"], Node2::at(10.0, 0.0))
        .unwrap();
    forest.attach(names["turret"], crane).unwrap();
    forest.set_position(names["dock"], [100.0, 0.0]).unwrap();

    let x = |node| forest.world_position(node).unwrap().x;
    assert_eq!(
        [x(crane), x(names["turret"]), x(names["barrel"])],
        [110.0, 111.0, 112.0]
    );
}

#[test]
fn what_is_not_touched_can_be_read_while_others_wait() {
    let (mut forest, names) = planted_as("ship(turret) dock(crane)", |_| Node2::at(1.0, 0.0));
    forest.update();
    let before = forest.effective(names["crane"]);

    forest.set_position(names["ship"], [50.0, 0.0]).unwrap();

    assert!(forest.effective(names["crane"]) == before);
}
