//! What the editor refuses, tried over real sockets.
//!
//! Each probe has a sentence for a name, as a test or as a row of a table. Servers run in processes of
//! their own, so that a probe that kills one is noticed and its memory can be measured; after each probe
//! the server must still answer.

mod addresses;
mod bombs;
mod content;
mod crowds;
mod house;
#[cfg(feature = "inspect")]
#[path = "../../examples/inspect_game.rs"]
#[allow(dead_code, reason = "tests run it another way")]
mod inspect_game;
mod leaving;
#[cfg(feature = "inspect")]
mod live;
mod messages;
#[cfg(feature = "inspect")]
#[path = "../page/mod.rs"]
mod naive;
mod page;
mod paths;
