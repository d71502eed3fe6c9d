//! `{ "type": "health", "maxHealth": 100, "health": 50 }`: damage lowers it, and at 0 the entity goes,
//! with everything below.

use kinfolk::NodeId;
use kinfolk_scene::Json;

use super::keep::{kept, needed, of_number, positive, to_number};
use crate::about::{About, Kind, Parameter, Range};
use crate::behavior::Behavior;
use crate::read::wrong;
use crate::stage::Stage;

#[derive(Debug, Clone)]
struct Health {
    most: f32,
    health: f32,
}

/// What can be told to it.
pub(super) const ABOUT: About = About {
    kind: "health",
    doc: "Damage lowers it, and at 0 the entity goes, with everything below.",
    parameters: &[
        Parameter::needed(
            "maxHealth",
            Kind::Number(Range::POSITIVE),
            "How much there can be",
        ),
        Parameter::optional(
            "health",
            Kind::Number(Range::POSITIVE),
            "How much there is at first: all of it if absent",
        ),
    ],
};

pub(super) fn make(json: &Json) -> Result<Box<dyn Behavior>, String> {
    let most = needed(positive(json, "maxHealth")?, "maxHealth")?;
    let health = positive(json, "health")?.unwrap_or(most);
    if health > most {
        return Err(wrong("health", &json["health"], "at most \"maxHealth\""));
    }
    Ok(Box::new(Health { most, health }))
}

impl Behavior for Health {
    fn act(&mut self, me: NodeId, stage: &mut Stage<'_>) -> Result<(), String> {
        if self.health <= 0.0 {
            stage.destroy(me);
        }
        Ok(())
    }

    fn copy(&self) -> Box<dyn Behavior> {
        Box::new(self.clone())
    }

    fn state(&self) -> Json {
        kept([("health", of_number(self.health))])
    }

    fn restore(&mut self, state: &Json) {
        if let Some(health) = to_number(&state["health"]) {
            self.health = health;
        }
    }

    /// Negative damage heals.
    fn hurt(&mut self, damage: f32) {
        self.health = (self.health - damage).clamp(0.0, self.most);
    }
}
