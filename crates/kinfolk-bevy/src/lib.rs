//! Kinfolk for Bevy: a child follows its parent, in the same frame, in 2D and in 3D.
//!
//! Links are Bevy's own `ChildOf`. What an entity owns and what follows from it are components,
//! [`Own`] and [`Effective`], or Bevy's `Transform` and `GlobalTransform`. A [`Family`] is a
//! forest that follows the world; [`sync`] brings both in step, once a frame.
//!
//! # 2D nodes
//!
//! ```
//! # #[cfg(feature = "app")] {
//! use bevy_app::prelude::*;
//! use bevy_ecs::prelude::*;
//! use kinfolk::Node2;
//! use kinfolk_bevy::{Effective, KinfolkPlugin, Own};
//!
//! fn drive(mut tanks: Query<&mut Own, Without<ChildOf>>) {
//!     for mut tank in &mut tanks {
//!         tank.0.transform.position.x += 1.0;
//!     }
//! }
//!
//! let mut app = App::new();
//! app.add_plugins(KinfolkPlugin).add_systems(Update, drive);
//! let tank = app.world_mut().spawn(Own(Node2::at(0.0, 0.0))).id();
//! let turret = app.world_mut().spawn((Own(Node2::at(0.0, 2.0)), ChildOf(tank))).id();
//! app.update();
//!
//! let place = app.world().get::<Effective>(turret).unwrap();
//! assert_eq!(place.0.position().to_array(), [1.0, 2.0]);
//! # }
//! ```
//!
//! A node is more than a place: draw layer, visibility, activity, and what of its parent it
//! inherits flow down as well; see [`Node2`](kinfolk::Node2). `ShowNodesPlugin` lets Bevy draw
//! them. 3D nodes, and values of your own, are a [`Form`] away: `FormPlugin::<Native<Node3>>`.
//!
//! # Bevy's own transforms, taken over
//!
//! `KinfolkTransformPlugin` keeps `GlobalTransform` in step with `Transform`, instead of Bevy's
//! systems: add it, and every query and every order of systems stays as it is.
//!
//! # Commands
//!
//! [`KinCommands`] is for commands and for entities in the world: `attach`, `attach_in_place`,
//! `detach`, `detach_in_place`, `despawn_keep_children`. Whoever is to stay in place gets an own
//! value that keeps it there. `ChildOf` may be written by hand all the same.
//!
//! ```
//! use bevy_ecs::prelude::*;
//! use kinfolk::Node2;
//! use kinfolk_bevy::{KinCommands, Own};
//!
//! #[derive(Component)]
//! struct Barrel;
//!
//! /// A bullet is born in the barrel, and is nobody's child from then on.
//! fn fire(mut commands: Commands, barrels: Query<Entity, With<Barrel>>) {
//!     for barrel in &barrels {
//!         let bullet = (Own(Node2::at(1.0, 0.0)), ChildOf(barrel));
//!         commands.spawn(bullet).detach_in_place();
//!     }
//! }
//! # let mut world = World::new();
//! # world.spawn((Own(Node2::default()), Barrel));
//! # world.run_system_cached(fire).unwrap();
//! ```
//!
//! # Reading
//!
//! - [`Effective`], in any query: as of the last sync. `Changed<Effective>` is set for those
//!   who really changed.
//! - [`Fresh`], in any system: as of this moment, at O(depth) a read.
//! - [`Family`], a resource: parents, children, walks and the forest itself, as of the last sync.
//!
//! # Messages
//!
//! [`KinshipChanged`] tells of each new parent, [`FamilyTrouble`] of what makes no sense. Each
//! [`Trouble`] is told once, names its entities, and is logged; what is wrong at present is in
//! [`Mirror::troubles`].
//!
//! # When things happen
//!
//! In `PostStartup` and `PostUpdate`, first `KinfolkSystems::Sync`, then `KinfolkSystems::Follow`.
//! With Bevy's transforms taken over, the first is in `TransformSystems::Propagate`. Without an
//! app, [`install`] a family and run [`sync`] whenever you like; frames without it lose nothing.
//!
//! # What holds
//!
//! - **One truth.** Own values and links are components; everything else follows from them.
//! - After a sync everybody who owns something is in the forest, below the one its link names.
//!   Siblings are in the order of Bevy's `Children`.
//! - What a sync leaves behind does not depend on the order in which components were written.
//! - Nothing stops a sync: whoever is in trouble is a root meanwhile, and the rest goes on.
//! - Effective values are written if they changed, bit for bit, and only then.
//! - Whoever is `Disabled` keeps its place, and what is below follows it.
//!
//! # What differs from Bevy
//!
//! A child of somebody without a `Transform` is a root and reported; Bevy leaves it as it is. A
//! `GlobalTransform` that is missing in between stops nobody. Loops and numbers that are not
//! finite are reported; Bevy is silent, or spreads them. A write that changes nothing makes no
//! `Changed`. The README has a table, and the limits.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod commands;
mod family;
mod form;
mod fresh;
mod host;
#[cfg(feature = "app")]
mod plugin;
#[cfg(feature = "scene")]
pub mod scene;
#[cfg(all(feature = "app", feature = "transform"))]
mod takeover;
mod ticks;
#[cfg(feature = "transform")]
mod transforms;

/// The README's examples are compiled and run.
#[cfg(all(doctest, feature = "app", feature = "transform"))]
#[doc = include_str!("../README.md")]
struct Readme;

pub use commands::KinCommands;
pub use family::{Family, FamilyTrouble, KinshipChanged, install, sync};
pub use form::{Effective, Form, Native, Own};
pub use fresh::{Fresh, Fresh2};
pub use host::Columns;
pub use kinfolk_ecs::{Kinship, Mirror, Trouble};
#[cfg(feature = "app")]
pub use plugin::{FormPlugin, KinfolkPlugin, KinfolkSystems};
#[cfg(all(feature = "app", feature = "transform"))]
pub use takeover::{KinfolkTransformPlugin, ShowNodesPlugin, show_nodes};
#[cfg(feature = "transform")]
pub use transforms::Transforms;
