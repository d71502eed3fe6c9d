//! Kinfolk against answers that others computed: Godot, three.js, Spine, exact arithmetic.
//!
//! The questions and the answers are in `fixtures/oracle`. Every tree, node and step of
//! them is compared; each test says how many numbers that were, so none is left out in
//! silence. With `--nocapture` each test also says how close it came to what is tolerated.

mod draw_order;
mod flags;
mod gauge;
mod ops2d;
mod planted;
mod read;
mod read2d;
mod spine;
mod stay;
mod structure;
mod trees2d;
mod trees3d;
