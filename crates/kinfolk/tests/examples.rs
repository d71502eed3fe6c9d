//! The examples run.

#[path = "../examples/tank.rs"]
mod tank;

#[test]
fn the_tank_drives() {
    tank::main().expect("nothing is refused");
}
