//! What entities do, frame by frame, through the front door.

mod attached;
mod built_in;
mod conditional;
mod lives;
mod refused;
mod restored;

use kinfolk_game::{Event, Game};

/// A game of these entities, and these templates.
fn game(templates: &str, entities: &str) -> Game {
    let text = format!("{{ \"templates\": {{ {templates} }}, \"entities\": [ {entities} ] }}");
    Game::load(&text).unwrap()
}

fn run(game: &mut Game, frames: usize) {
    for _ in 0..frames {
        game.step();
    }
}

fn world(game: &Game, id: &str) -> [f32; 2] {
    game.get_world_position(id).unwrap().into()
}

#[track_caller]
fn assert_near(found: impl Into<[f32; 2]>, wanted: [f32; 2]) {
    let found = found.into();
    let is_near = (0..2).all(|axis| (found[axis] - wanted[axis]).abs() < 1e-3);
    assert!(is_near, "{found:?} should be {wanted:?}");
}

/// The ids of those who are gone, in the order in which they went.
fn gone(events: &[Event]) -> Vec<&str> {
    let ids = events.iter().filter_map(|event| match event {
        Event::Destroyed { id, .. } => Some(id.as_str()),
        _ => None,
    });
    ids.collect()
}
