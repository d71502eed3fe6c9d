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
mod messages;
mod page;
mod paths;
