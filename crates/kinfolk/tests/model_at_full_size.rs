//! The model test through the front door, with chunks and thresholds as users have them.

#[path = "model/mod.rs"]
mod model;

#[test]
fn a_lived_in_forest_agrees_with_a_naive_one() {
    model::live_through(1_500);
}

#[test]
fn what_a_fuzzer_has_found_agrees_with_a_naive_forest() {
    model::live_through_seeds();
}
