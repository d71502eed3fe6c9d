//! A tank drives, its turret turns to a target, its barrel follows both.
//!
//! `cargo run --release --example tank` prints the hierarchy as a tree, with places in the
//! world, before and after; and which nodes each frame changed.

use std::f32::consts::FRAC_PI_4;

use kinfolk::{Forest, Node2, NodeId, Spot};

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut forest = Forest::new();
    let names = ["tank", "turret", "barrel", "antenna", "target"];
    let nodes = forest.plant_tree(
        Spot::Root,
        [
            (None, Node2::at(0.0, 0.0)),
            (Some(0), Node2::at(0.0, 2.0).with_z(1)),
            (Some(1), Node2::at(3.0, 0.0)),
            (Some(0), Node2::at(-2.0, 1.0).turned(FRAC_PI_4)),
            (None, Node2::at(20.0, 12.0)),
        ],
    )?;
    let (tank, turret, target) = (nodes[0], nodes[1], nodes[4]);
    let name = |node: NodeId| {
        nodes
            .iter()
            .position(|&other| other == node)
            .map(|at| names[at])
    };
    forest.update();
    show(&forest, &name);

    for frame in 1..=4 {
        forest.set_position(tank, [frame as f32 * 2.0, 0.0])?;
        // Fresh at once: the target is seen from where the tank is in this very frame.
        let seen = forest.world_position(target).ok_or("the target is gone")?;
        forest.look_at(turret, seen)?;
        let changed: Vec<_> = forest.update().iter().filter_map(&name).collect();
        say(format_args!("frame {frame} changed {}", changed.join(", ")));
    }

    say(format_args!("\nthe turret jumps onto the target, in place"));
    forest.attach_in_place(turret, target)?;
    show(&forest, &name);
    Ok(())
}

fn show<'a>(forest: &Forest<Node2>, name: &impl Fn(NodeId) -> Option<&'a str>) {
    let tree = forest.draw_tree(|node, f| {
        let world = forest.world_transform(node).unwrap_or_default();
        let (place, degrees) = (world.position, world.rotation.to_degrees());
        let name = name(node).unwrap_or("?");
        write!(
            f,
            "{name}  at ({:.2}, {:.2}), turned {degrees:.1}°",
            place.x, place.y
        )
    });
    say(format_args!("{tree}"));
}

#[expect(clippy::print_stdout, reason = "an example is there to be read")]
fn say(line: std::fmt::Arguments<'_>) {
    println!("{line}");
}
