//! A run of a game as lines of text: the same run, the same bytes.
//!
//! A line is a frame: what is elsewhere, who has gone, what has happened. Numbers are written with
//! all their digits, so two traces are equal exactly if the runs were.

use std::fmt::Write as _;

use kinfolk::NodeId;
use kinfolk_physics::Backend;
use kinfolk_scene::Json;

use crate::error::Trouble;
use crate::game::Game;
use crate::news::Event;

/// Writes down what changes from frame to frame.
///
/// ```
/// use kinfolk_game::{Game, Tracer};
///
/// let mut game: Game = Game::load(r#"{ "entities": [{ "id": "lamp", "transform": { "y": 3 } }] }"#)?;
/// let mut tracer = Tracer::default();
///
/// game.step();
/// let line = tracer.line(&mut game);
///
/// assert_eq!(
///     line,
///     r#"{"frame":1,"changed":{"lamp":[1,0,0,1,0,3,0,true,true]},"events":["spawned lamp"]}"#
/// );
/// game.step();
/// assert_eq!(tracer.line(&mut game), r#"{"frame":2}"#);
/// # Ok::<(), kinfolk_game::GameError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Tracer {
    /// By [`NodeId::index`].
    last: Vec<Option<(NodeId, State)>>,
}

/// Matrix, layer and flags.
type State = ([u32; 6], i32, bool, bool);

impl Tracer {
    /// The line of the step that was just taken. Takes the game's events and troubles.
    pub fn line<B: Backend>(&mut self, game: &mut Game<B>) -> String {
        let (events, troubles) = (game.take_events(), game.take_troubles());
        let mut line = format!("{{\"frame\":{}", game.frame());
        let mut changed = String::new();
        for node in game.entities() {
            let Some(world) = game.forest().effective(node) else {
                continue;
            };
            let numbers = world.to_array();
            let state = (
                numbers.map(f32::to_bits),
                world.z(),
                world.visible(),
                world.active(),
            );
            if self.last.len() <= node.index() {
                self.last.resize(node.index() + 1, None);
            }
            if self.last[node.index()] == Some((node, state)) {
                continue;
            }
            self.last[node.index()] = Some((node, state));
            let comma = if changed.is_empty() { "" } else { "," };
            let id = quoted(&game.id(node).unwrap_or_default());
            let numbers: Vec<String> = numbers.iter().map(|number| shown(*number)).collect();
            let _ = write!(
                changed,
                "{comma}{id}:[{},{},{},{}]",
                numbers.join(","),
                state.1,
                state.2,
                state.3
            );
        }
        if !changed.is_empty() {
            let _ = write!(line, ",\"changed\":{{{changed}}}");
        }
        let told: Vec<String> = events.iter().map(|event| told(game, event)).collect();
        list(&mut line, "events", &told);
        let told: Vec<String> = troubles.iter().map(Trouble::to_string).collect();
        list(&mut line, "troubles", &told);
        line.push('}');
        line
    }
}

fn list(line: &mut String, key: &str, words: &[String]) {
    if !words.is_empty() {
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        let _ = write!(line, ",\"{key}\":[{}]", words.join(","));
    }
}

/// An event in words.
fn told<B: Backend>(game: &Game<B>, event: &Event) -> String {
    let id = |node: &NodeId| game.called(*node);
    match event {
        Event::Spawned(node) => format!("spawned {}", id(node)),
        Event::Attached { child, parent } => format!("attached {} to {}", id(child), id(parent)),
        Event::Detached { child, parent } => format!("detached {} from {}", id(child), id(parent)),
        Event::Destroyed { id, .. } => format!("destroyed {id}"),
        Event::Visible(node, true) => format!("shown {}", id(node)),
        Event::Visible(node, false) => format!("hidden {}", id(node)),
        Event::Active(node, true) => format!("active {}", id(node)),
        Event::Active(node, false) => format!("inactive {}", id(node)),
        Event::TagAdded(node, tag) => format!("tagged {} {tag}", id(node)),
        Event::TagRemoved(node, tag) => format!("untagged {} {tag}", id(node)),
        Event::Contact(contact) => {
            let word = if contact.begins { "touch" } else { "part" };
            format!("{word} {} {}", id(&contact.one), id(&contact.other))
        }
        Event::Timer(name) => format!("timer {name}"),
        Event::Input { name, at: None } => format!("input {name}"),
        Event::Input { name, at: Some(at) } => format!("input {name} at {}", id(at)),
        Event::Group(node, group) => match group {
            Some(group) => format!("group {} {group}", id(node)),
            None => format!("group {} none", id(node)),
        },
    }
}

/// All digits that it takes, and no −0.
fn shown(number: f32) -> String {
    (number + 0.0).to_string()
}

fn quoted(text: &str) -> String {
    Json::from(text).to_string()
}
