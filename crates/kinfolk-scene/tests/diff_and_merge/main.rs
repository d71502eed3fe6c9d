//! Differences and merging, through the front door: examples, and what holds for documents made
//! of choices.

#[path = "../generated/choices.rs"]
#[expect(dead_code, reason = "shared with the other generated tests")]
mod choices;
mod differing;
mod edits;
mod merging;
mod properties;
