//! A guided tour: twelve stops, each a few lines that run. Ships have turrets, turrets have barrels.
//!
//! [Plant](#1-plant) · [Attach](#2-attach) · [Read](#3-read) · [Update and changes](#4-update-and-changes) ·
//! [Inherit](#5-inherit) · [Layers and visibility](#6-layers-and-visibility) · [In place](#7-in-place) ·
//! [World setters and spaces](#8-world-setters-and-spaces) · [Walk](#9-walk) · [Remove](#10-remove) ·
//! [Snapshots](#11-snapshots) · [Your own values](#12-your-own-values)
//!
//! There is nothing in this module but its documentation.
//!
//! # 1. Plant
//!
//! A [`Forest`] holds trees of nodes. [`plant`](Forest::plant) makes a root, [`plant_at`](Forest::plant_at) a
//! child, or any other [`Spot`]. You get a [`NodeId`]: small, `Copy`, and stale for ever once its node is gone.
//!
//! ```
//! use kinfolk::{Forest, Node2};
//!
//! let mut forest = Forest::new();
//! let ship = forest.plant(Node2::at(100.0, 50.0))?;
//! let turret = forest.plant_at(ship, Node2::at(-3.0, 0.0))?;
//! let barrel = forest.plant_at(turret, Node2::at(4.0, 0.0))?;
//!
//! assert_eq!(forest.parent(barrel), Some(turret));
//! assert_eq!(forest.root_of(barrel), Some(ship));
//! # Ok::<(), kinfolk::PlantError>(())
//! ```
//!
//! A [`Node2`] is what you write: a [`Transform2`] relative to the parent, and a few flags. What follows from that, all the way
//! down, is the forest's business:
//!
#![doc = include_str!("../pictures/follow.svg")]
//!
//! # 2. Attach
//!
//! [`attach`](Forest::attach) gives a node another parent, with everything below it; [`detach`](Forest::detach) makes it a root. Its own numbers stay, so
//! it comes along to where its new parent is. What would close a loop is refused, and a refused operation changes nothing.
//!
//! ```
//! use kinfolk::{AttachError, Forest, Node2, Spot};
//!
//! let mut forest = Forest::new();
//! let ship = forest.plant(Node2::at(100.0, 50.0))?;
//! let dock = forest.plant(Node2::at(0.0, 0.0))?;
//! let turret = forest.plant_at(ship, Node2::at(-3.0, 0.0))?;
//!
//! forest.attach(turret, dock)?;
//! assert_eq!(forest.world_position(turret).unwrap().to_array(), [-3.0, 0.0]);
//!
//! // Siblings have an order: behind the last one, or wherever you say.
//! let flag = forest.plant_at(Spot::Before(turret), Node2::default())?;
//! assert!(forest.children(dock).eq([flag, turret]));
//!
//! forest.attach(ship, turret)?;
//! let refused = forest.attach(dock, ship).unwrap_err();
//! assert!(matches!(refused, AttachError::Cycle { .. }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 3. Read
//!
//! What you wrote is [`value`](Forest::value). What became of it is [`effective`](Forest::effective), or a part of that such as
//! [`world_position`](Forest::world_position). It is always fresh: there is no frame to wait for, whatever was written in between.
//!
//! ```
//! use kinfolk::{Forest, Node2};
//! use std::f32::consts::FRAC_PI_2;
//!
//! let mut forest = Forest::new();
//! let ship = forest.plant(Node2::at(100.0, 50.0))?;
//! let turret = forest.plant_at(ship, Node2::at(0.0, 0.0))?;
//! let barrel = forest.plant_at(turret, Node2::at(4.0, 0.0))?;
//!
//! forest.set_rotation(turret, FRAC_PI_2)?;
//! forest.set_position(ship, [200.0, 50.0])?;
//!
//! let muzzle = forest.effective(barrel).unwrap();
//! assert!(muzzle.position().distance([200.0, 54.0].into()) < 1e-4);
//! assert!((muzzle.rotation() - FRAC_PI_2).abs() < 1e-6);
//!
//! // What is gone is `None`, never somebody else.
//! forest.remove(ship)?;
//! assert_eq!(forest.effective(barrel), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 4. Update and changes
//!
//! [`update`](Forest::update), once a frame, brings everything up to date and lists exactly the nodes whose effective value is another one now, bit for bit, parents
//! first; [`changes`](Forest::changes) has that list until the next. It costs what changed: nothing if nothing did, and a linear pass at the speed of memory if all of it
//! did. Feed sprites, sounds and your ECS from it.
//!
//! ```
//! use kinfolk::{Forest, Node2};
//!
//! let mut forest = Forest::new();
//! let ship = forest.plant(Node2::default())?;
//! let turret = forest.plant_at(ship, Node2::at(1.0, 0.0))?;
//! let barrel = forest.plant_at(turret, Node2::at(4.0, 0.0))?;
//! let buoy = forest.plant(Node2::at(9.0, 9.0))?;
//! forest.update();
//!
//! forest.set_rotation(turret, 0.5)?;
//! forest.set_position(buoy, [9.0, 9.0])?; // where it was already
//! assert_eq!(forest.update(), [turret, barrel]);
//! assert!(forest.update().is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 5. Inherit
//!
//! A child takes over its parent's position, rotation, scale and mirroring, unless its [`Inherits`] say less. The child's offset is then as little
//! turned and scaled as the child itself, but for [`FULL_OFFSET`](Inherits::FULL_OFFSET), which sends it through the whole parent. Here an arm is turned
//! and enlarged, and a flag is planted at its end:
//!
#![doc = include_str!("../pictures/inherit.svg")]
//!
//! ```
//! use kinfolk::{Forest, Inherits, Node2};
//! use std::f32::consts::FRAC_PI_2;
//!
//! let mut forest = Forest::new();
//! let arm = forest.plant(Node2::default().turned(FRAC_PI_2).scaled(2.0, 2.0))?;
//! let mut planted = |inherits| {
//!     let flag = forest.plant_at(arm, Node2::at(3.0, 0.0).with_inherits(inherits));
//!     let world = forest.effective(flag.unwrap()).unwrap();
//!     (world.position().round().to_array(), world.rotation().round())
//! };
//!
//! assert_eq!(planted(Inherits::ALL), ([0.0, 6.0], 2.0)); // π/2, rounded
//! assert_eq!(planted(Inherits::POSITION | Inherits::FULL_OFFSET), ([0.0, 6.0], 0.0));
//! assert_eq!(planted(Inherits::POSITION), ([3.0, 0.0], 0.0));
//! assert_eq!(planted(Inherits::TOP_LEVEL), ([3.0, 0.0], 0.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 6. Layers and visibility
//!
//! The layer `z` of a node is added to its parent's, `visible` and `active` hold if they hold all the way up, and own flags are never forgotten: hide the ship and show it again,
//! and its lamp is as dark as it was.
//!
#![doc = include_str!("../pictures/layers.svg")]
//!
//! ```
//! use kinfolk::{DrawOrder, Forest, Node2};
//!
//! let mut forest = Forest::new();
//! let ship = forest.plant(Node2::default().with_z(10))?;
//! let shadow = forest.plant_at(ship, Node2::default().with_z(-1))?;
//! let turret = forest.plant_at(ship, Node2::default().with_z(1))?;
//! let lamp = forest.plant_at(turret, Node2::default().with_z(1))?;
//! forest.update();
//!
//! assert_eq!(forest.effective(lamp).unwrap().z(), 12);
//! let mut order = DrawOrder::new();
//! assert_eq!(order.refresh(&forest), [shadow, ship, turret, lamp]);
//!
//! forest.set_visible(turret, false)?;
//! assert_eq!(forest.update(), [turret, lamp]);
//! assert_eq!(order.refresh(&forest), [shadow, ship]);
//! assert!(forest.value(lamp).unwrap().visible, "its own flag is as it was");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! With `y_sort` a node's children are drawn by their height in the world, as in games seen from above; see [`DrawOrder`].
//!
//! # 7. In place
//!
//! Parts that fall off, crates that are picked up: [`attach_in_place`](Forest::attach_in_place) and [`detach_in_place`](Forest::detach_in_place) keep
//! the place in the world and find the numbers for it, skew included.
//!
#![doc = include_str!("../pictures/in_place.svg")]
//!
//! ```
//! use kinfolk::{Forest, Node2};
//!
//! let mut forest = Forest::new();
//! let ship = forest.plant(Node2::at(5.0, 0.0).turned(0.5))?;
//! let cargo = forest.plant(Node2::at(6.0, -1.0))?;
//! let before = forest.world_position(cargo).unwrap();
//!
//! forest.attach_in_place(cargo, ship)?;
//! assert!(forest.world_position(cargo).unwrap().distance(before) < 1e-5);
//!
//! // Now it goes where the ship goes.
//! forest.set_position(ship, [50.0, 0.0])?;
//! assert!(forest.world_position(cargo).unwrap().x > 45.0);
//!
//! // No numbers lead into a ship that is scaled to nothing: refused, and nothing is changed.
//! let buoy = forest.plant(Node2::at(7.0, 7.0))?;
//! forest.set_scale(ship, [0.0, 1.0])?;
//! assert!(forest.attach_in_place(buoy, ship).is_err());
//! assert_eq!(forest.parent(buoy), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 8. World setters and spaces
//!
//! [`set_world_position`](Forest::set_world_position), [`set_world_rotation`](Forest::set_world_rotation) and [`look_at`](Forest::look_at) find the local numbers
//! under any parent; [`point_to_local`](Forest::point_to_local) and its sisters bring points, vectors and angles from one node to another.
//!
//! ```
//! use kinfolk::{Forest, Node2};
//!
//! let mut forest = Forest::new();
//! let ship = forest.plant(Node2::at(10.0, 0.0).turned(1.0).scaled(-2.0, 2.0))?;
//! let turret = forest.plant_at(ship, Node2::at(3.0, 0.0))?;
//!
//! forest.set_world_position(turret, [10.0, 7.0])?;
//! forest.look_at(turret, [10.0, 99.0])?;
//! let ahead = forest.point_to_world(turret, [1.0, 0.0])?;
//! assert!(ahead.distance([10.0, 9.0].into()) < 1e-4, "two units: it is scaled by two");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 9. Walk
//!
//! [`children`](Forest::children), [`ancestors`](Forest::ancestors), [`descendants`](Forest::descendants), [`walk`](Forest::walk) and more
//! yield ids, in an order that is promised. To change a forest while you walk it, collect first.
//!
//! ```
//! use kinfolk::{Forest, Node2};
//!
//! let mut forest = Forest::new();
//! let ship = forest.plant(Node2::default())?;
//! let bow = forest.plant_at(ship, Node2::default())?;
//! let gun = forest.plant_at(bow, Node2::default())?;
//! let stern = forest.plant_at(ship, Node2::default())?;
//!
//! assert!(forest.descendants(ship).eq([bow, gun, stern]));
//! assert!(forest.breadth_first(ship).eq([bow, stern, gun]));
//! assert!(forest.ancestors(gun).eq([bow, ship]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 10. Remove
//!
//! [`remove`](Forest::remove) takes a node with everything below it; [`remove_keep_children`](Forest::remove_keep_children) leaves the children to
//! somebody ([`Heirs`]), with their numbers or [in place](Forest::remove_keep_children_in_place). Nobody is ever left with a parent that is gone.
//!
//! ```
//! use kinfolk::{Forest, Heirs, Node2};
//!
//! let mut forest = Forest::new();
//! let ship = forest.plant(Node2::default())?;
//! let turret = forest.plant_at(ship, Node2::at(1.0, 0.0))?;
//! let barrel = forest.plant_at(turret, Node2::at(4.0, 0.0))?;
//!
//! forest.remove_keep_children(turret, Heirs::ToGrandparent)?;
//! assert_eq!(forest.parent(barrel), Some(ship));
//!
//! assert_eq!(forest.remove(ship)?, 2);
//! assert!(!forest.contains(barrel));
//! assert!(forest.set_position(barrel, [0.0, 0.0]).is_err(), "stale");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 11. Snapshots
//!
//! [`snapshot`](Forest::snapshot) copies a forest at the speed of copying memory, [`restore`](Forest::restore) goes back; ids of then are good again. So
//! rollback netcode is: restore, step again with the input that came late. Same input, same bits.
//!
//! ```
//! use kinfolk::{Forest, Node2};
//!
//! let mut forest = Forest::new();
//! let ship = forest.plant(Node2::default())?;
//! let turret = forest.plant_at(ship, Node2::at(1.0, 0.0))?;
//! let before = forest.snapshot();
//!
//! forest.remove(turret)?;
//! forest.restore(&before);
//! assert_eq!(forest.world_position(turret).unwrap().to_array(), [1.0, 0.0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 12. Your own values
//!
//! A forest carries any value with a rule: implement [`Inherit`], and opacity, team or the speed of time flow down with all of the above. `(Node2, Alarm)` carries both;
//! [`Node3`] and [`Transform3`] are the same in 3D.
//!
//! ```
//! use kinfolk::{Forest, Inherit};
//!
//! /// How loud an alarm is; below deck one hears the loudest of all above.
//! #[derive(Clone, Copy)]
//! struct Alarm(u8);
//!
//! impl Inherit for Alarm {
//!     type Ready = u8;
//!     type Effective = u8;
//!
//!     fn ready(&self) -> u8 {
//!         self.0
//!     }
//!     fn inherit(own: &u8, parent: Option<&u8>) -> u8 {
//!         parent.map_or(*own, |parent| *own.max(parent))
//!     }
//!     fn same(a: &u8, b: &u8) -> bool {
//!         a == b
//!     }
//! }
//!
//! let mut forest = Forest::new();
//! let ship = forest.plant(Alarm(0))?;
//! let engine = forest.plant_at(ship, Alarm(2))?;
//! let boiler = forest.plant_at(engine, Alarm(0))?;
//! forest.update();
//!
//! forest.set(ship, Alarm(1))?;
//! assert_eq!(forest.update(), [ship], "it is louder below");
//! assert_eq!(forest.effective(boiler), Some(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # From here
//!
//! Whole ships out of a file, with templates, slots and overrides: `kinfolk-scene`. Bodies below bodies: `kinfolk-physics`. Behaviors, rules, input: `kinfolk-game`.
//! The same hierarchy in an ECS: `kinfolk-bevy`, `kinfolk-hecs`, `kinfolk-shipyard`.
//!
//! The pictures here are made by `kinfolk render` of the documents in the crate's folder `pictures`.

#[cfg(doc)]
use crate::{
    DrawOrder, Forest, Heirs, Inherit, Inherits, Node2, Node3, NodeId, Spot, Transform2, Transform3,
};
