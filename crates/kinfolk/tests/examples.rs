//! The examples run.

#[path = "../examples/tank.rs"]
mod tank;

#[test]
fn the_tank_drives() {
    tank::main().expect("nothing is refused");
}

#[path = "../examples/scene_graph.rs"]
mod scene_graph;

#[test]
fn the_scene_graph_is_walked_and_mourned() {
    scene_graph::main().expect("nothing is refused");
}
