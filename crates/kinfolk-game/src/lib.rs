//! The game runtime of Kinfolk.

mod action;
mod behavior;
mod behaviors;
mod beings;
mod bounds;
mod deed;
mod dice;
mod doom;
mod error;
mod game;
mod groups;
mod kin;
mod life;
mod news;
mod place;
mod read;
mod rules;
mod stage;
mod step;
mod trace;
mod viewport;
mod who;

pub use action::{Action, Spawn};
pub use behavior::{Behavior, Maker, Registry};
pub use bounds::Bounds;
pub use doom::Doom;
pub use error::{GameError, Trouble};
pub use game::{Game, Setup};
pub use life::Planted;
pub use news::Event;
pub use place::Placement;
pub use stage::Stage;
pub use step::MOST_ACTIONS;
pub use trace::Tracer;
pub use viewport::{Viewport, ViewportError};
pub use who::Who;
