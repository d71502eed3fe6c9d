//! Kinfolk in Bevy through its front door: what a game can see, and nothing else.
//!
//! Most of it needs Bevy's ECS alone, so it runs on a [`stage`] and with every set of features.

mod commands;
mod crowds;
mod disabled;
mod families;
mod fresh;
mod game;
mod in_place;
mod messages;
mod missed;
#[cfg(feature = "app")]
mod plugins;
mod reading;
#[cfg(all(feature = "reflect", feature = "app"))]
mod reflect;
#[cfg(feature = "serde")]
mod serde;
#[cfg(all(feature = "app", feature = "transform"))]
mod show_nodes;
mod sparse;
mod stage;
mod three_d;
mod values;
