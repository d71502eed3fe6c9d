//! Godot's scenes as documents, in the places where Godot has them.

mod living;
mod oracle;
