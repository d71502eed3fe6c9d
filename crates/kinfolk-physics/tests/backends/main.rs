//! The same worlds in every physics engine: what the bridge may rely on.

#[macro_use]
mod worlds;

mod joints;
mod motion;
mod poses;
mod shapes;
mod touching;
