//! Kinfolk beside an ECS: a [`Mirror`] keeps a forest and the components of an ECS in step.
//!
//! An adapter says how its ECS is asked and told ([`Host`]); the mirror does the rest, the
//! same way for all of them. Games use an adapter: `kinfolk-bevy`, `kinfolk-hecs` or
//! `kinfolk-shipyard`. This crate is for those who write one.
//!
//! # What holds
//!
//! - **One truth.** Own values and links are components of the ECS. Everything else follows
//!   from them: the forest, lists of children, effective values.
//! - **After a sync** the forest has exactly the entities that own something; each hangs below
//!   the one its link names; whoever died is gone, and so is what was below it, or not, as
//!   [`Orphans`] says.
//! - **Nothing stops a sync.** A loop of links, a parent that does not exist or owns nothing,
//!   a number that is not finite: each is a [`Trouble`] that names its entities. They are
//!   treated as roots until it is mended, and the rest goes on.
//! - **Ids that are used again** are somebody else.

mod act;
mod arrive;
mod host;
mod keep;
mod key;
mod leave;
mod mirror;
mod relink;
mod roster;
#[cfg(feature = "scene")]
pub mod scene;
mod settled;
mod stay;
mod sync;
mod trouble;
mod values;

pub use act::ActError;
pub use host::{Census, Family, Host, Orphans, Written};
pub use keep::OwnValues;
pub use key::Key;
pub use mirror::{Kinship, Mirror};
pub use settled::Settled;
pub use trouble::Trouble;
