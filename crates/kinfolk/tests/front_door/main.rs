//! Kinfolk through its front door: what a game can see, and nothing else.
//!
//! One module per topic. Forests are planted from pictures such as
//! `"ship(turret(barrel)) dock"` and drawn back, so that the picture is the assertion.

mod batch;
mod changes;
mod cost;
mod dice;
mod draw_order;
mod flat_parents;
mod fresh;
mod giants;
mod in_place;
mod inherit_flags;
mod kin;
mod many_changes;
mod moved;
mod overflow;
mod own_values;
#[cfg(feature = "rayon")]
mod parallel;
mod picture;
mod portrait;
mod print;
mod refusal_texts;
mod refusals;
mod refused_numbers;
mod removal;
#[cfg(feature = "serde")]
mod serde;
mod snapshot;
mod spaces;
mod structure;
mod threads;
mod three_d;
mod tidy;
mod walks;
mod world_setters;
