//! Kinfolk in hecs through its front door: what a game can see, and nothing else.

mod deeds;
mod leak;
mod random;
mod realm;
#[cfg(feature = "serde")]
mod serde;
mod sync;
