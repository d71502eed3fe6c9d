//! Kinfolk in shipyard through its front door: what a game can see, and nothing else.

mod components;
mod deaths;
mod guide;
#[cfg(feature = "serde")]
mod serde;
mod systems;
mod troubles;
