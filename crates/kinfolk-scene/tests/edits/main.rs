//! Edits: what each one does, and what holds for any sequence of them.

mod any_sequence;
#[path = "../generated/choices.rs"]
mod choices;
mod in_template;
mod one_by_one;
mod oracle;
mod random_edit;
mod touched;
