//! The tests that the seeds write out, each under its own name.

mod seed_0;
mod seed_1;
mod seed_2;
mod seed_3;

use kinfolk_game::Game;

/// A game of these entities, and these templates.
fn game(templates: &str, entities: &str) -> Game {
    let text = format!("{{ \"templates\": {{ {templates} }}, \"entities\": [ {entities} ] }}");
    Game::load(&text).unwrap()
}

#[track_caller]
fn assert_near(found: impl Into<[f32; 2]>, wanted: [f32; 2]) {
    let found = found.into();
    let is_near = (0..2).all(|axis| (found[axis] - wanted[axis]).abs() < 1e-4);
    assert!(is_near, "{found:?} should be {wanted:?}");
}
