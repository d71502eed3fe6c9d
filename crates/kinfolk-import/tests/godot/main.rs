//! Godot's scenes as documents, in the places where Godot has them.

mod bad;
mod generated;
mod instancing;
mod living;
mod looks;
mod oracle;
mod places;
mod sizes;
