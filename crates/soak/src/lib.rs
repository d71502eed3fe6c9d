//! A game and its editors, for as long as one likes: does anything grow?
//!
//! A yard is a level in which entities come, go and change parents in every frame, with
//! physics. A page is open on it while it runs, and another one on a scene file; both talk over
//! sockets, as browsers do. [`soak`] runs all of it, checks the forest's laws every thousand frames, and
//! compares what every table holds early with what it holds late.

mod desk;
mod dice;
mod heap;
mod machine;
mod page;
mod report;
mod soak;
mod tables;
mod visitor;
mod yard;

pub use report::{progress_line, written};
pub use soak::{Length, Outcome, Progress, soak};
pub use tables::{Growth, Series};
pub use yard::Deeds;
