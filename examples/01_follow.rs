//! A child follows its parent, in the same frame: `cargo run --example 01_follow`.
#![expect(clippy::print_stdout, reason = "an example is there to be read")]

use std::f32::consts::FRAC_PI_2;

use kinfolk::{Forest, Node2};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut forest = Forest::new();
    let ship = forest.plant(Node2::at(10.0, 0.0))?;
    let turret = forest.plant_at(ship, Node2::at(0.0, 2.0))?;
    let barrel = forest.plant_at(turret, Node2::at(3.0, 0.0))?;
    forest.update();

    // Write what you know …
    forest.set_position(ship, [20.0, 0.0])?;
    forest.set_rotation(turret, FRAC_PI_2)?;

    // … and read what follows: at once, without waiting for an update.
    let muzzle = forest.world_position(barrel).ok_or("the barrel is gone")?;
    println!("the barrel is at {muzzle:.1}");
    assert!(muzzle.distance([20.0, 5.0].into()) < 1e-4);

    // Once a frame: bring everything up to date, and hear exactly who is somewhere else now.
    let moved = forest.update();
    println!("{} nodes have moved", moved.len());
    assert_eq!(moved, [ship, turret, barrel]);
    assert!(forest.update().is_empty());

    // To another parent: with its own numbers, or staying where it is.
    let dock = forest.plant(Node2::at(0.0, -5.0))?;
    forest.attach_in_place(turret, dock)?;
    let still = forest.world_position(barrel).ok_or("the barrel is gone")?;
    assert!(still.distance(muzzle) < 1e-4);

    // What makes no sense is refused, and nothing has changed.
    let refused = forest.attach(dock, barrel).unwrap_err();
    println!("{refused}");
    Ok(())
}

#[test]
fn it_runs() {
    main().unwrap();
}
