//! Documents made of choices, and what holds for every one of them.

mod captured;
mod choices;
mod hostile;
mod model;
mod round_trip;
mod spliced;
