//! `{ "type": "translate", "x": 2, "y": 0, "space": "self" }`: moves, so many units a second: in its
//! parent's space (`"local"`, unless it says otherwise), along its own axes, or in the world.

use glam::Vec2;
use kinfolk::NodeId;
use kinfolk_scene::Json;

use crate::about::{About, Fallback, Kind, Parameter, Range};
use crate::behavior::Behavior;
use crate::read::{number, word, wrong};
use crate::stage::Stage;

#[derive(Debug, Clone)]
struct Translate {
    /// Units a second.
    speed: Vec2,
    space: Space,
}

#[derive(Debug, Clone, Copy)]
enum Space {
    /// The parent's.
    Local,
    /// Its own, turned and scaled as it is.
    Own,
    World,
}

/// What can be told to it.
pub(super) const ABOUT: About = About {
    kind: "translate",
    doc: "Moves.",
    parameters: &[
        Parameter::or(
            "x",
            Kind::Number(Range::ANY),
            Fallback::Number(0.0),
            "Units a second",
        ),
        Parameter::or(
            "y",
            Kind::Number(Range::ANY),
            Fallback::Number(0.0),
            "Units a second",
        ),
        Parameter::or(
            "space",
            Kind::Choice(&["local", "self", "world"]),
            Fallback::Text("local"),
            "Whose axes it moves along: its parent's, its own, or the world's",
        ),
    ],
};

pub(super) fn make(json: &Json) -> Result<Box<dyn Behavior>, String> {
    let axis = |key| Ok::<f32, String>(number(json, key)?.unwrap_or(0.0));
    let speed = Vec2::new(axis("x")?, axis("y")?);
    let space = match word(json, "space")?.as_deref() {
        None | Some("local") => Space::Local,
        Some("self") => Space::Own,
        Some("world") => Space::World,
        Some(_) => {
            let wanted = "\"local\", \"self\" or \"world\"";
            return Err(wrong("space", &json["space"], wanted));
        }
    };
    Ok(Box::new(Translate { speed, space }))
}

impl Behavior for Translate {
    fn act(&mut self, me: NodeId, stage: &mut Stage<'_>) -> Result<(), String> {
        let step = self.speed * stage.secs();
        match self.space {
            Space::Local => stage.nudge(me, step),
            Space::Own => {
                let local = stage.local(me).ok_or("it is gone")?;
                stage.nudge(me, local.to_affine().transform_vector2(step))
            }
            Space::World => stage.nudge_in_world(me, step),
        }
    }

    fn copy(&self) -> Box<dyn Behavior> {
        Box::new(self.clone())
    }
}
