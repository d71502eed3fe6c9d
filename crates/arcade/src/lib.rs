//! A small game in a window, most of which is a document: `cargo run --release -p kinfolk-arcade`.
//!
//! What there is, what it looks like, what it is worth and where it comes from is written in
//! `games/arcade`; the files are watched while the game runs. What is here is what no document can
//! say: nine behaviors of this game alone, the score, and how triangles come to the screen.
//!
//! - [`Arena`]: a game that is played, and its score. What was there stays there when the document changes.
//! - [`Cabinet`]: an arena and its files. A file that makes no sense is told, and the last good one goes on.
//! - [`behaviors`]: what machines do.
//! - [`Shapes`]: sprites as triangles, the same that the editor shows.
//!
//! Only `main.rs` knows of a window, so that tests can play.

mod arena;
pub mod behaviors;
mod cabinet;
mod shapes;

pub use arena::Arena;
pub use cabinet::Cabinet;
pub use shapes::{Shape, Shapes};
