//! Edits: what each one does, and what holds for any sequence of them.

mod any_sequence;
#[path = "../generated/choices.rs"]
mod choices;
mod one_by_one;
mod random_edit;
