//! A game that is being played: its document alive, and the score.
//!
//! Whoever gets the tag `debris` was broken by somebody, and is worth what its `breaks` says. The
//! game is over when nobody has the tag `player`.

use std::collections::BTreeMap;

use glam::Vec2;
use kinfolk::{NodeId, Transform2};
use kinfolk_game::{Event, Game, GameError, InputEvent, Setup, Spawn};
use kinfolk_physics::Settings;
use kinfolk_scene::{Includes, Json};

use crate::behaviors;

/// A game that is being played.
#[derive(Debug, Clone)]
pub struct Arena {
    game: Game,
    score: u32,
    /// How many parts have broken off whatever they were on.
    broken: u32,
    /// What can be felt of that; it wears off.
    shock: f32,
    /// Where the document has put its roots, by id.
    planted: BTreeMap<String, Transform2>,
}

impl Arena {
    /// A new game of a document.
    ///
    /// # Errors
    /// Everything that is wrong with the document.
    pub fn new(text: &str, includes: &Includes) -> Result<Self, GameError> {
        let mut setup = Setup {
            includes: includes.clone(),
            physics: Settings {
                gravity: Vec2::ZERO, // seen from above
                ..Settings::default()
            },
            ..Setup::default()
        };
        behaviors::add_to(&mut setup.registry);
        let game = Game::load_with(text, setup)?;
        let planted = roots(&game).filter_map(|root| Some((game.id(root)?, place(&game, root)?)));
        Ok(Self {
            planted: planted.collect(),
            game,
            score: 0,
            broken: 0,
            shock: 0.0,
        })
    }

    /// The same game by another document: what the author has not moved stays where it is, what was
    /// spawned is spawned again, and who is gone stays gone.
    ///
    /// # Errors
    /// As [`new`](Self::new); then nothing has changed.
    pub fn follow(&mut self, text: &str, includes: &Includes) -> Result<(), GameError> {
        let mut next = Self::new(text, includes)?;
        *next.game.viewport_mut() = *self.game.viewport();
        for (id, planted) in &self.planted {
            if self.game.entity(id).is_none() && next.planted.get(id) == Some(planted) {
                // It was in both documents, so it is there.
                let _ = next.game.destroy(id);
            }
        }
        for root in roots(&self.game) {
            let (Some(id), Some(here)) = (self.game.id(root), place(&self.game, root)) else {
                continue;
            };
            match (self.planted.get(&id), self.game.template(root)) {
                (Some(planted), _) if next.planted.get(&id) == Some(planted) => {
                    next.game.set_world_transform(&id, here.into())?;
                }
                (None, Some(template)) if !is_fleeting(&self.game, root) => {
                    // Its template may be gone, and then so is it.
                    let _ = next.game.spawn(&Spawn::new(template, here));
                }
                _ => {}
            }
        }
        next.score = self.score;
        next.broken = self.broken;
        *self = next;
        Ok(())
    }

    /// Takes note of what the player does.
    pub fn put_in(&mut self, event: InputEvent) {
        self.game.put_in(event);
    }

    /// Lets time pass; says how far the next step is under way, from 0 to 1.
    pub fn advance(&mut self, secs: f32) -> f32 {
        let alpha = self.game.advance(secs);
        self.shock *= (1.0 - 4.0 * secs).clamp(0.0, 1.0);
        for event in self.game.take_events() {
            match event {
                Event::TagAdded(node, tag) if tag == "debris" => {
                    self.score += worth(&self.game, node);
                    self.shock = (self.shock + 0.25).min(1.0);
                }
                Event::Detached { .. } => self.broken += 1,
                _ => {}
            }
        }
        alpha
    }

    /// What is alive.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// What is alive, to be drawn and touched.
    pub const fn game_mut(&mut self) -> &mut Game {
        &mut self.game
    }

    /// What was broken is worth this much.
    #[must_use]
    pub const fn score(&self) -> u32 {
        self.score
    }

    /// How many parts have come off so far.
    #[must_use]
    pub const fn broken(&self) -> u32 {
        self.broken
    }

    /// How much of the last blows can be felt, from 0 to 1.
    #[must_use]
    pub const fn shock(&self) -> f32 {
        self.shock
    }

    /// Whether the player is gone.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.game.tagged("player").next().is_none()
    }
}

fn roots(game: &Game) -> impl Iterator<Item = NodeId> + '_ {
    let forest = game.forest();
    game.entities()
        .filter(|&node| forest.parent(node).is_none())
}

fn place(game: &Game, node: NodeId) -> Option<Transform2> {
    game.forest().world_transform(node)
}

fn is_fleeting(game: &Game, node: NodeId) -> bool {
    let tags = game.tags(node);
    tags.iter().any(|tag| tag == "fleeting" || tag == "debris")
}

/// What a document says that breaking somebody is worth.
fn worth(game: &Game, node: NodeId) -> u32 {
    let fields = game.scene().fields(node);
    let behaviors = fields.and_then(|fields| fields.behaviors.set()?.as_array());
    let breaks = |json: &&Json| json["type"].as_str() == Some("breaks");
    let found = behaviors.unwrap_or_default().iter().find(breaks);
    found
        .and_then(|json| json["score"].as_f64())
        .map_or(0, |score| score as u32)
}
