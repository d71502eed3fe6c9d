//! A running game as text: a document, and what documents do not say.
//!
//! The document is the scene as it is now. Beside it is what entities have become: their tags, the
//! state of their behaviors, how their bodies move, who was first, who is marked for destruction; and the
//! clock and chance. What
//! an engine remembers of contacts is not kept, so bodies that touch may settle a little
//! differently; a copy of a [`Game`](crate::Game) in memory keeps everything.

use kinfolk::NodeId;
use kinfolk_physics::{Backend, Velocity};
use kinfolk_scene::{Json, Object, Text};

use crate::behavior::Running;
use crate::dice::Dice;
use crate::doom::Doom;
use crate::error::GameError;
use crate::game::{Arrival, Game, Setup};

impl<B: Backend> Game<B> {
    /// The game as text, which [`load_saved`](Self::load_saved) reads.
    #[must_use]
    pub fn save(&self) -> String {
        let mut saved = Object::new();
        saved.set("kinfolkSave", Json::from(1));
        saved.set("frame", Json::from(self.frame as i64));
        saved.set(
            "chance",
            Json::from(format!("{:x}", self.dice.state()).as_str()),
        );
        let document = self.scene.capture(&self.forest).to_text();
        saved.set("document", document.parse().unwrap_or_default());
        let living = self.entities().filter(|&node| self.is_there(node));
        let entities = living.map(|node| self.saved_entity(node));
        saved.set("entities", Json::Array(entities.collect()));
        let doomed: Vec<Json> = self.saved_dooms().collect();
        if !doomed.is_empty() {
            saved.set("doomed", Json::Array(doomed));
        }
        Json::Object(saved).to_string()
    }

    /// A game that was saved.
    ///
    /// # Errors
    /// If it is none, or makes no sense (any more).
    pub fn load_saved(text: &str, setup: Setup) -> Result<Self, GameError> {
        let saved: Json = text.parse().map_err(GameError::Document)?;
        let wrong = |problem: &str| GameError::Behavior {
            entity: "saved game".to_owned(),
            problem: problem.to_owned(),
        };
        if saved["kinfolkSave"].as_f64() != Some(1.0) {
            return Err(wrong("it is no saved game of version 1"));
        }
        let mut game = Self::begin(&saved["document"].to_string(), setup, Arrival::Back)?;
        game.frame = saved["frame"].as_f64().unwrap_or(0.0).max(0.0) as u64;
        let chance = saved["chance"].as_str().unwrap_or_default();
        let Ok(chance) = u64::from_str_radix(chance, 16) else {
            return Err(wrong("\"chance\" is no number"));
        };
        game.dice = Dice::new(chance);
        let mut order = Vec::new();
        for entity in saved["entities"].as_array().unwrap_or_default() {
            let id = entity["id"].as_str().unwrap_or_default();
            let Some(node) = game.entity(id) else {
                return Err(GameError::NoEntity(id.to_owned()));
            };
            game.restore_entity(node, entity);
            order.push(node);
        }
        game.beings.set_order(&order);
        for doom in saved["doomed"].as_array().unwrap_or_default() {
            let id = doom["id"].as_str().unwrap_or_default();
            let Some(node) = game.entity(id) else {
                return Err(GameError::NoEntity(id.to_owned()));
            };
            game.beings.mark(node, read_doom(doom));
        }
        game.take_events(); // nobody has come: they were there
        game.events.take_unheard();
        Ok(game)
    }

    /// Who is marked for destruction, in the order in which they will go.
    fn saved_dooms(&self) -> impl Iterator<Item = Json> {
        let doomed = self.beings.doomed().filter(|&node| self.is_there(node));
        doomed.filter_map(|node| {
            let doom = self.doom(node)?;
            let mut saved = Object::new();
            saved.set("id", Json::from(self.called(node).as_str()));
            for (key, word) in [("effect", &doom.effect), ("color", &doom.color)] {
                if let Some(word) = word {
                    saved.set(key, Json::from(word.as_str()));
                }
            }
            saved.set("at", Json::from(doom.at as i64));
            Some(Json::Object(saved))
        })
    }

    fn saved_entity(&self, node: NodeId) -> Json {
        let mut saved = Object::new();
        saved.set("id", Json::from(self.called(node).as_str()));
        let Some(being) = self.beings.get(node) else {
            return Json::Object(saved);
        };
        let tags = being.tags.iter().map(|tag| Json::from(tag.as_str()));
        saved.set("tags", Json::Array(tags.collect()));
        let states = |running: &[Running]| {
            let states = running.iter().map(|running| running.behavior.state());
            Json::Array(states.collect())
        };
        saved.set("behaviors", states(&being.behaviors));
        saved.set("group", states(&being.groups.behaviors));
        if let Some(velocity) = self.saved_velocity(node) {
            // Engines do not tell one zero from the other.
            let numbers = [velocity.linear.x, velocity.linear.y, velocity.angular].map(|n| n + 0.0);
            let numbers = numbers.map(|number| number.to_string().parse().unwrap_or_default());
            saved.set("velocity", Json::Array(numbers.to_vec()));
        }
        Json::Object(saved)
    }

    /// How a body moves that moves by itself, unless that is how its document says it begins.
    fn saved_velocity(&self, node: NodeId) -> Option<Velocity> {
        let (velocity, body) = (self.physics.velocity(node)?, self.physics.body(node)?);
        let start = Velocity {
            linear: body.velocity,
            angular: body.spin,
        };
        let is_kept = velocity != start && self.physics.moves_by_itself(&self.forest, node);
        is_kept.then_some(velocity)
    }

    fn restore_entity(&mut self, node: NodeId, saved: &Json) {
        let tags: Vec<Text> = saved["tags"]
            .as_array()
            .unwrap_or_default()
            .iter()
            .filter_map(|tag| tag.as_str().map(Text::from))
            .collect();
        for old in self.tags(node).to_vec() {
            if !tags.contains(&old) {
                let _ = self.remove_tag(node, &old); // it is there
            }
        }
        for tag in &tags {
            let _ = self.add_tag(node, tag); // it is there
        }
        if let Some(being) = self.beings.get_mut(node) {
            let place = |tag: &Text| tags.iter().position(|other| other == tag);
            being.tags.sort_by_key(place);
            let lists = [
                (&mut being.behaviors, "behaviors"),
                (&mut being.groups.behaviors, "group"),
            ];
            for (running, key) in lists {
                let states = saved[key].as_array().unwrap_or_default();
                for (running, state) in running.iter_mut().zip(states) {
                    running.behavior.restore(state);
                }
            }
        }
        let numbers = saved["velocity"].as_array().unwrap_or_default();
        let numbers: Vec<f32> = numbers
            .iter()
            .filter_map(|number| number.as_f64().map(|number| number as f32))
            .collect();
        if let [x, y, angular] = numbers[..] {
            let velocity = Velocity {
                linear: [x, y].into(),
                angular,
            };
            let _ = self.physics.set_velocity(node, velocity); // a body may be gone by now
        }
    }
}

/// What [`Game::save`] wrote of a mark for destruction.
fn read_doom(saved: &Json) -> Doom {
    let word = |key: &str| saved[key].as_str().map(Text::from);
    Doom {
        effect: word("effect"),
        color: word("color"),
        at: saved["at"].as_f64().unwrap_or(0.0).max(0.0) as u64,
    }
}
