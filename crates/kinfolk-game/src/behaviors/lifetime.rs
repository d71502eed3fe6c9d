//! `{ "type": "lifetime", "secs": 3 }`: goes when its time is over, with everything below.

use kinfolk::NodeId;
use kinfolk_scene::Json;

use super::keep::{kept, needed, not_negative, of_count, to_count};
use crate::about::{About, Kind, Parameter, Range};
use crate::behavior::Behavior;
use crate::stage::Stage;

#[derive(Debug, Clone)]
struct Lifetime {
    secs: f32,
    /// Frames that it has lived through.
    frames: u64,
}

/// What can be told to it.
pub(super) const ABOUT: About = About {
    kind: "lifetime",
    doc: "Goes when its time is over, with everything below.",
    parameters: &[Parameter::needed(
        "secs",
        Kind::Number(Range::NOT_NEGATIVE),
        "How many seconds it lives",
    )],
};

pub(super) fn make(json: &Json) -> Result<Box<dyn Behavior>, String> {
    let secs = needed(not_negative(json, "secs")?, "secs")?;
    Ok(Box::new(Lifetime { secs, frames: 0 }))
}

impl Behavior for Lifetime {
    fn act(&mut self, me: NodeId, stage: &mut Stage<'_>) -> Result<(), String> {
        self.frames += 1;
        if stage.times(self.frames, self.secs) >= 1.0 {
            stage.destroy(me);
        }
        Ok(())
    }

    fn copy(&self) -> Box<dyn Behavior> {
        Box::new(self.clone())
    }

    fn state(&self) -> Json {
        kept([("frames", of_count(self.frames))])
    }

    fn restore(&mut self, state: &Json) {
        self.frames = to_count(&state["frames"]).unwrap_or(self.frames);
    }
}
