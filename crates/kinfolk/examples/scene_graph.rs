//! A player, a thruster and its flame: a scene graph beside whatever holds the rest of a game.
//!
//! ```text
//! cargo run --example scene_graph -p kinfolk
//! ```
//!
//! The forest keeps parents, children, depths and worlds; a game's own table, here a map by
//! node, keeps everything else. Whoever is removed from the one is removed from the other.

use std::collections::BTreeMap;

use kinfolk::{Forest, Node2, NodeId};

#[expect(clippy::print_stdout, reason = "an example is there to be looked at")]
pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut graph = Forest::new();
    let mut names: BTreeMap<NodeId, &str> = BTreeMap::new();

    let player = graph.plant(Node2::at(10.0, 20.0))?;
    let thruster = graph.plant(Node2::at(0.0, -1.5))?;
    names.extend([(player, "player"), (thruster, "thruster")]);
    graph.attach(thruster, player)?;
    let flame = graph.plant_at(thruster, Node2::at(0.0, -0.5))?;
    names.insert(flame, "flame");

    // Parents before children, which is the order that worlds are made in.
    for node in graph.walk() {
        let depth = graph.depth(node).unwrap_or_default();
        let place = graph.world_position(node).unwrap_or_default();
        println!("{:depth$}{} at {place}", "", names[&node]);
    }
    assert!(graph.walk().eq([player, thruster, flame]));
    assert_eq!(graph.world_position(flame), Some([10.0, 18.0].into()));

    // The player turns: the grandchild swings round with it, in the same frame.
    graph.set_rotation(player, std::f32::consts::PI)?;
    let place = graph.world_position(flame).unwrap_or_default();
    println!("after the turn, the flame is at {place:.1}");
    assert!(place.distance([10.0, 22.0].into()) < 1e-4);

    // Off it flies: the thruster becomes a root where it is.
    graph.detach_in_place(thruster)?;
    assert_eq!(graph.parent(thruster), None);
    assert!(graph.roots().eq([player, thruster]));

    // Who dies takes its family along, and nothing dangles.
    for (gone, _) in graph.take(thruster)? {
        let name = names.remove(&gone).unwrap_or_default();
        println!("{name} is gone");
    }
    assert_eq!(names.into_values().collect::<Vec<_>>(), ["player"]);
    Ok(())
}
