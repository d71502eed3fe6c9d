//! `{ "type": "rotate_toward", "target": "player", "speed": 2, "offset": "90deg" }`: turns its x axis
//! towards somebody, the shorter way round: an id, or else the first one with that tag.
//!
//! Without a speed it turns at once. The offset is added to the direction, in the world.

use std::f32::consts::{PI, TAU};

use glam::Vec2;
use kinfolk::NodeId;
use kinfolk_scene::{Json, Text};

use super::keep::{kept, needed_word};
use crate::about::{About, Fallback, Kind, Parameter, Range};
use crate::behavior::Behavior;
use crate::read::{angle, wrong};
use crate::stage::Stage;

#[derive(Debug, Clone)]
struct RotateToward {
    target: Text,
    /// Radians a second, of its own angle; none is at once.
    speed: Option<f32>,
    /// Cosine and sine of what is added to the direction.
    offset: Vec2,
    /// Whether it has said that there is no target.
    told: bool,
}

/// What can be told to it.
pub(super) const ABOUT: About = About {
    kind: "rotate_toward",
    doc: "Turns its x axis towards somebody, the shorter way round.",
    parameters: &[
        Parameter::needed(
            "target",
            Kind::Text,
            "An id, or else the first one with that tag",
        ),
        Parameter::optional(
            "speed",
            Kind::Angle(Range::NOT_NEGATIVE),
            "How far in a second; at once if absent",
        ),
        Parameter::or(
            "offset",
            Kind::Angle(Range::ANY),
            Fallback::Number(0.0),
            "Added to the direction, in the world",
        ),
    ],
};

pub(super) fn make(json: &Json) -> Result<Box<dyn Behavior>, String> {
    let speed = angle(json, "speed")?;
    if speed.is_some_and(|speed| speed < 0.0) {
        return Err(wrong("speed", &json["speed"], "0 or more"));
    }
    let offset = f64::from(angle(json, "offset")?.unwrap_or(0.0));
    Ok(Box::new(RotateToward {
        target: needed_word(json, "target")?,
        speed,
        offset: Vec2::new(libm::cos(offset) as f32, libm::sin(offset) as f32),
        told: false,
    }))
}

impl RotateToward {
    fn find(&self, me: NodeId, stage: &Stage<'_>) -> Option<NodeId> {
        let named = stage.entity(&self.target);
        let tagged = || stage.tagged(&self.target).find(|&node| node != me);
        named.filter(|&node| node != me).or_else(tagged)
    }
}

impl Behavior for RotateToward {
    fn act(&mut self, me: NodeId, stage: &mut Stage<'_>) -> Result<(), String> {
        let Some(target) = self.find(me, stage) else {
            if std::mem::replace(&mut self.told, true) {
                return Ok(());
            }
            let target = &self.target;
            return Err(format!("nobody has the id or the tag \"{target}\""));
        };
        let gone = "it is gone";
        let from = stage.world_position(me).ok_or(gone)?;
        let to = stage.world_position(target).ok_or(gone)?;
        let before = stage.local(me).ok_or(gone)?.rotation;
        stage.look_at(me, from + self.offset.rotate(to - from))?;
        let Some(speed) = self.speed else {
            return Ok(());
        };
        let local = stage.local(me).ok_or(gone)?;
        let turn = (local.rotation - before + PI).rem_euclid(TAU) - PI;
        let most = speed * stage.secs();
        if turn.abs() > most {
            stage.set_local(me, local.turned(before + most.copysign(turn)))?;
        }
        Ok(())
    }

    fn copy(&self) -> Box<dyn Behavior> {
        Box::new(self.clone())
    }

    fn state(&self) -> Json {
        kept([("told", self.told.into())])
    }

    fn restore(&mut self, state: &Json) {
        self.told = state["told"].as_bool().unwrap_or(self.told);
    }
}
