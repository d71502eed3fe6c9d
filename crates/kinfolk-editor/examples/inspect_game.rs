//! A game that opens the editor's page on itself.
//!
//! ```sh
//! cargo run -p kinfolk-editor --features inspect --example inspect_game
//! cargo run -p kinfolk-editor --features inspect --example inspect_game -- games/boss.jsonc
//! ```
//!
//! Open the address that it prints: what moves in the game moves there, and what is moved there moves in the game.
//! With `--frames N` it ends after so many frames.

use std::env;
use std::error::Error;
use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

use kinfolk_editor::Inspector;
use kinfolk_game::Game;

const FAIR: &str = r##"{
  "templates": {
    "spark": { "sprite": { "type": "circle", "radius": 0.15, "color": "#ffcc33" },
      "behaviors": [{ "type": "translate", "y": 2 }, { "type": "lifetime", "secs": 1.5 }] },
    "cabin": { "sprite": { "type": "rect", "width": 1, "height": 1.2, "color": "#cc4444" }, "tags": ["seat"] }
  },
  "entities": [
    { "id": "wheel", "sprite": { "type": "circle", "radius": 4, "color": "#445566" }, "behaviors": [{ "type": "rotate", "speed": 0.5 }],
      "children": [
        { "name": "North", "template": "cabin", "localTransform": { "y": 4 } },
        { "name": "East", "template": "cabin", "localTransform": { "x": 4 } },
        { "name": "South", "template": "cabin", "localTransform": { "y": -4 } },
        { "name": "West", "template": "cabin", "localTransform": { "x": -4 } }
      ] },
    { "id": "fire", "transform": { "x": 8, "y": -4 }, "sprite": { "type": "rect", "width": 2, "height": 0.4, "color": "#664422" },
      "behaviors": [{ "type": "spawn_on_timer", "template": "spark", "every": 0.25 }] },
    { "id": "sign", "transform": { "x": -8 }, "sprite": { "type": "rect", "width": 2, "height": 3, "color": "#338855" } }
  ]
}"##;

#[expect(clippy::print_stdout, reason = "it says where to look")]
fn main() -> Result<(), Box<dyn Error>> {
    run(env::args().skip(1), |address| println!("{address}"))
}

/// Runs the game, and says where it can be looked at.
pub(crate) fn run(
    mut arguments: impl Iterator<Item = String>,
    say: impl FnOnce(&str),
) -> Result<(), Box<dyn Error>> {
    let mut frames = u64::MAX;
    let mut text = FAIR.to_owned();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--frames" => frames = arguments.next().ok_or("how many frames?")?.parse()?,
            file => text = fs::read_to_string(file)?,
        }
    }

    let mut game: Game = Game::load(&text)?;
    let mut inspector = Inspector::open("127.0.0.1:0")?;
    say(inspector.address());

    let frame = Duration::from_secs(1) / 60;
    let mut next = Instant::now();
    for _ in 0..frames {
        game.step();
        inspector.frame(&mut game);
        next = Instant::now().max(next + frame);
        sleep(next.saturating_duration_since(Instant::now()));
    }
    Ok(())
}
