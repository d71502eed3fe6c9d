//! Godot's scenes as documents, in the places where Godot has them.

mod generated;
mod living;
mod oracle;
