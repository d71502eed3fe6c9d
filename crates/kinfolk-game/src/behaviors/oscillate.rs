//! `{ "type": "oscillate", "key": "y", "amplitude": 0.5, "period": 2, "phase": "90deg" }`: swings one
//! number of its local transform around the value that it had.
//!
//! The wave is computed from the frames that have passed, so it does not drift. Whoever else moves
//! the number moves the middle of the wave.

use std::f64::consts::TAU;

use kinfolk::{NodeId, Transform2};
use kinfolk_scene::Json;

use super::keep::{kept, needed, needed_word, of_count, of_number, positive, to_count, to_number};
use crate::about::{About, Fallback, Kind, Parameter, Range};
use crate::behavior::Behavior;
use crate::read::{angle, number, wrong};
use crate::stage::Stage;

#[derive(Debug, Clone)]
struct Oscillate {
    key: Key,
    amplitude: f32,
    period_secs: f32,
    /// Radians.
    phase: f32,
    frames: u64,
    /// The middle of the wave, and the value that was written last.
    swing: Option<(f32, f32)>,
}

#[derive(Debug, Clone, Copy)]
enum Key {
    X,
    Y,
    Angle,
    ScaleX,
    ScaleY,
}

impl Key {
    fn of(self, transform: &mut Transform2) -> &mut f32 {
        match self {
            Self::X => &mut transform.position.x,
            Self::Y => &mut transform.position.y,
            Self::Angle => &mut transform.rotation,
            Self::ScaleX => &mut transform.scale.x,
            Self::ScaleY => &mut transform.scale.y,
        }
    }
}

/// What can be told to it.
pub(super) const ABOUT: About = About {
    kind: "oscillate",
    doc: "Swings one number of its local transform around the value that it had.",
    parameters: &[
        Parameter::needed(
            "key",
            Kind::Choice(&["x", "y", "angle", "scaleX", "scaleY"]),
            "Which number",
        ),
        Parameter::needed(
            "amplitude",
            Kind::NumberOrAngle,
            "How far, to both sides; an angle if it swings the angle",
        ),
        Parameter::needed(
            "period",
            Kind::Number(Range::POSITIVE),
            "Seconds for once to and fro",
        ),
        Parameter::or(
            "phase",
            Kind::Angle(Range::ANY),
            Fallback::Number(0.0),
            "Where in the swing it begins",
        ),
    ],
};

pub(super) fn make(json: &Json) -> Result<Box<dyn Behavior>, String> {
    let key = match needed_word(json, "key")?.as_str() {
        "x" => Key::X,
        "y" => Key::Y,
        "angle" => Key::Angle,
        "scaleX" => Key::ScaleX,
        "scaleY" => Key::ScaleY,
        _ => {
            let wanted = "\"x\", \"y\", \"angle\", \"scaleX\" or \"scaleY\"";
            return Err(wrong("key", &json["key"], wanted));
        }
    };
    let amplitude = match key {
        Key::Angle => angle(json, "amplitude")?,
        _ => number(json, "amplitude")?,
    };
    Ok(Box::new(Oscillate {
        key,
        amplitude: needed(amplitude, "amplitude")?,
        period_secs: needed(positive(json, "period")?, "period")?,
        phase: angle(json, "phase")?.unwrap_or(0.0),
        frames: 0,
        swing: None,
    }))
}

impl Behavior for Oscillate {
    fn act(&mut self, me: NodeId, stage: &mut Stage<'_>) -> Result<(), String> {
        self.frames += 1;
        let mut local = stage.local(me).ok_or("it is gone")?;
        let value = self.key.of(&mut local);
        let middle = match self.swing {
            None => *value,
            Some((middle, written)) if *value == written => middle,
            Some((middle, written)) => middle + (*value - written),
        };
        let turns = stage.secs_of(self.frames) / f64::from(self.period_secs);
        let wave = libm::sin(turns.fract() * TAU + f64::from(self.phase));
        *value = middle + self.amplitude * wave as f32;
        let written = *value;
        stage.set_local(me, local)?;
        self.swing = Some((middle, written));
        Ok(())
    }

    fn copy(&self) -> Box<dyn Behavior> {
        Box::new(self.clone())
    }

    fn state(&self) -> Json {
        let (middle, written) = self.swing.unzip();
        let number = |number: Option<f32>| number.map_or(Json::Null, of_number);
        kept([
            ("frames", of_count(self.frames)),
            ("middle", number(middle)),
            ("written", number(written)),
        ])
    }

    fn restore(&mut self, state: &Json) {
        self.frames = to_count(&state["frames"]).unwrap_or(self.frames);
        self.swing = to_number(&state["middle"]).zip(to_number(&state["written"]));
    }
}
