//! What a child takes over from its parent, and what not: `cargo run --example 02_inherit`.
#![expect(clippy::print_stdout, reason = "an example is there to be read")]

use std::f32::consts::FRAC_PI_2;

use kinfolk::{Forest, Inherits, Node2};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut forest = Forest::new();
    let knight = forest.plant(Node2::at(5.0, 0.0).with_z(10))?;

    // A sword turns with the knight, a name tag stays above his head, smoke stays where it was.
    let sword = forest.plant_at(knight, Node2::at(1.0, 0.0).with_z(2))?;
    let tag = Node2::at(0.0, 2.0).with_inherits(Inherits::POSITION);
    let tag = forest.plant_at(knight, tag)?;
    let smoke = Node2::at(4.0, 0.0).with_inherits(Inherits::TOP_LEVEL);
    let smoke = forest.plant_at(knight, smoke)?;

    forest.set_rotation(knight, FRAC_PI_2)?;
    forest.set_position(knight, [8.0, 0.0])?;
    for (name, node, at) in [
        ("sword", sword, [8.0, 1.0]),
        ("name tag", tag, [8.0, 2.0]),
        ("smoke", smoke, [4.0, 0.0]),
    ] {
        let place = forest.world_position(node).ok_or("it is gone")?;
        println!("the {name} is at {place:.1}");
        assert!(place.distance(at.into()) < 1e-4);
    }

    // Mirroring goes down the tree, and back through reparenting.
    forest.set_scale(knight, [-1.0, 1.0])?;
    let world = forest.world_transform(sword).ok_or("the sword is gone")?;
    println!("the sword's scale in the world is {:.0}", world.scale);
    forest.detach_in_place(sword)?;
    assert_eq!(
        forest.world_transform(sword).map(|now| now.scale.x),
        Some(-1.0)
    );

    // Layers add up; hiding hides everything below, and forgets nobody's own flag.
    assert_eq!(forest.effective(tag).map(|tag| tag.z()), Some(10));
    forest.set_visible(knight, false)?;
    assert_eq!(forest.effective(tag).map(|tag| tag.visible()), Some(false));
    assert_eq!(forest.value(tag).map(|tag| tag.visible), Some(true));
    Ok(())
}

#[test]
fn it_runs() {
    main().unwrap();
}
