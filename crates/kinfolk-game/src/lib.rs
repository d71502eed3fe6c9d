//! The game runtime of Kinfolk: a document comes to life.
//!
//! Behaviors move its parts, physics moves its bodies, rules change it; all of it is data. A [`Game`]
//! has one method for a frame and a value for everything else, so the same document, input and seed
//! give the same frames, bit for bit.
//!
//! ```
//! use kinfolk_game::{Event, Game, InputEvent};
//!
//! let mut game: Game = Game::load(
//!     r#"{
//!         "templates": {
//!             "ship": {
//!                 "slots": { "top": { "x": -1 } },
//!                 "children": [{ "name": "Turret", "template": "turret", "slot": "top" }]
//!             },
//!             "turret": { "behaviors": [{ "type": "rotate_toward", "target": "enemy" }] },
//!             "buoy": {
//!                 "tags": ["enemy"],
//!                 "behaviors": [{ "type": "health", "maxHealth": 2 }]
//!             }
//!         },
//!         "entities": [
//!             { "id": "ship1", "template": "ship" },
//!             { "id": "buoy1", "template": "buoy", "transform": { "x": -1, "y": 8 } }
//!         ],
//!         "rules": [{
//!             "on": { "type": "input", "name": "Space" },
//!             "do": [{ "type": "damage", "target": "enemy", "amount": 1 }]
//!         }]
//!     }"#,
//! )?;
//!
//! // A frame: the turret has turned to the buoy, in the space of its ship.
//! game.step();
//! let turret = game.entity("ship1_Turret").unwrap();
//! assert!((game.forest().effective(turret).unwrap().rotation() - 1.5708).abs() < 1e-3);
//!
//! // The player shoots twice; in the next frame the buoy is gone.
//! for _ in 0..2 {
//!     game.put_in(InputEvent::KeyPressed { key: "Space".to_owned() });
//!     game.step();
//!     game.put_in(InputEvent::KeyReleased { key: "Space".to_owned() });
//!     game.step();
//! }
//! let sunk = |event: &Event| matches!(event, Event::Destroyed { id, .. } if id == "buoy1");
//! assert!(game.take_events().iter().any(sunk));
//! # Ok::<(), kinfolk_game::GameError>(())
//! ```
//!
//! # A tour
//!
//! - **Starting**: [`Game::load`] and [`Game::load_with`] a [`Setup`]: step length, seed, gravity, includes. What
//!   is wrong with a document is told as a whole, before anything lives.
//! - **Time**: [`Game::step`], or [`Game::advance`] by a clock. [`Game::take_events`] is what has happened,
//!   [`Game::take_troubles`] what has not gone as its author wanted; the game goes on.
//! - **Entities**: by id ([`Game::entity`]) or tag ([`Game::tagged`]); [`Game::spawn`] a template, [`Game::destroy`],
//!   [`Game::reparent`] in place. Whatever takes a [`Who`] takes either.
//! - **Behaviors and rules**: those of every day come along ([`Registry::built_in`]); a [`Behavior`] of your own acts on a [`Stage`].
//!   [`about`] says what can be told to each, for forms.
//! - **Input**: [`InputEvent`]s go in ([`Game::put_in`]), a [`Viewport`] brings the screen into the world, [`Gesture`]s
//!   and [`Game::pick`] say what a finger means.
//! - **Output**: [`Game::draw_list`] and [`Game::draw_list_between`] for a renderer; [`Tracer`] for a log.
//! - **Going back**: a game is a value, so `clone` is a snapshot; [`Game::save`] writes one down.
//!
//! The guide with all keys is `docs/game.md`; a whole game in a window is `crates/arcade`.

pub mod about;
mod action;
mod behavior;
mod behaviors;
mod beings;
mod bounds;
mod deed;
mod dice;
mod doom;
mod drag;
mod draw;
mod error;
mod game;
mod gesture;
mod gizmo;
mod groups;
mod hands;
mod input;
mod input_event;
mod kin;
mod life;
mod looks;
mod news;
mod pick;
mod place;
mod read;
mod rules;
mod save;
mod stage;
mod step;
mod trace;
mod viewport;
mod visual;
mod who;

/// The README's example is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub use action::{Action, Spawn};
pub use behavior::{Behavior, Maker, Registry};
pub use bounds::Bounds;
pub use doom::Doom;
pub use draw::{DrawItem, DrawList};
pub use error::{GameError, Trouble};
pub use game::{Game, Setup};
pub use gesture::{Gesture, GestureSettings, Gestures};
pub use gizmo::{Gizmo, GizmoShape, Gizmos, PlacedGizmo};
pub use input::{Input, Touch, TouchPhase};
pub use input_event::{InputEvent, InputEventError};
pub use life::Planted;
pub use looks::Looks;
pub use news::Event;
pub use pick::{pick, pick_all, pick_in_rect};
pub use place::Placement;
pub use stage::Stage;
pub use step::MOST_ACTIONS;
pub use trace::Tracer;
pub use viewport::{Viewport, ViewportError};
pub use visual::{Silhouette, Visual};
pub use who::Who;
