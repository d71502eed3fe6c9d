//! Rollback: the past is a copy of memory, and what is done again gives the same bits.
//! `cargo run --example 08_rollback`
#![expect(clippy::print_stdout, reason = "an example is there to be read")]

use std::collections::VecDeque;

use kinfolk::{Forest, Node2, NodeId, Snapshot};

/// So many frames can be taken back.
const WINDOW: usize = 8;

/// What a player did in a frame.
#[derive(Debug, Clone, Copy, Default)]
struct Input {
    turn: f32,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut forest = Forest::new();
    let ship = forest.plant(Node2::at(0.0, 0.0))?;
    let turret = forest.plant_at(ship, Node2::at(1.0, 0.0))?;
    forest.update();

    // The other player's input comes three frames late: until then it is guessed to be none.
    let truth = |frame: usize| Input {
        turn: if frame == 3 { 0.5 } else { 0.0 },
    };
    let mut past: VecDeque<Snapshot<Node2>> = VecDeque::new();
    for frame in 0..10 {
        past.push_back(forest.snapshot());
        if past.len() > WINDOW {
            past.pop_front();
        }
        step(&mut forest, ship, turret, Input::default())?;
        if frame == 6 {
            // Now it is known what happened in frame 3: back to there, and once more.
            forest.restore(&past[3]);
            past.truncate(3);
            for again in 3..=6 {
                past.push_back(forest.snapshot());
                step(&mut forest, ship, turret, truth(again))?;
            }
        }
    }

    let mut straight = Forest::new();
    let ship_there = straight.plant(Node2::at(0.0, 0.0))?;
    let turret_there = straight.plant_at(ship_there, Node2::at(1.0, 0.0))?;
    for frame in 0..10 {
        step(&mut straight, ship_there, turret_there, truth(frame))?;
    }
    let (here, there) = (forest.world(turret), straight.world(turret_there));
    println!("after rollback {here:?}");
    assert_eq!(here, there, "to the last bit");
    Ok(())
}

fn step(
    forest: &mut Forest<Node2>,
    ship: NodeId,
    turret: NodeId,
    input: Input,
) -> Result<(), kinfolk::WriteError> {
    let turned = forest
        .value(turret)
        .map_or(0.0, |turret| turret.transform.rotation);
    forest.set_rotation(turret, turned + input.turn)?;
    let at = forest
        .value(ship)
        .map_or(0.0, |ship| ship.transform.position.x);
    forest.set_position(ship, [at + 0.1, 0.0])?;
    forest.update();
    Ok(())
}

#[test]
fn it_runs() {
    main().unwrap();
}
