//! `{ "type": "rotate", "speed": 2 }`: turns, so many radians a second.

use kinfolk::NodeId;
use kinfolk_scene::Json;

use crate::about::{About, Fallback, Kind, Parameter, Range};
use crate::behavior::Behavior;
use crate::read::angle;
use crate::stage::Stage;

#[derive(Debug, Clone)]
struct Rotate {
    /// Radians a second.
    speed: f32,
}

/// What can be told to it.
pub(super) const ABOUT: About = About {
    kind: "rotate",
    doc: "Turns.",
    parameters: &[Parameter::or(
        "speed",
        Kind::Angle(Range::ANY),
        Fallback::Number(1.0),
        "How far in a second, counter-clockwise",
    )],
};

pub(super) fn make(json: &Json) -> Result<Box<dyn Behavior>, String> {
    let speed = angle(json, "speed")?.unwrap_or(1.0);
    Ok(Box::new(Rotate { speed }))
}

impl Behavior for Rotate {
    fn act(&mut self, me: NodeId, stage: &mut Stage<'_>) -> Result<(), String> {
        stage.turn(me, self.speed * stage.secs())
    }

    fn copy(&self) -> Box<dyn Behavior> {
        Box::new(self.clone())
    }
}
