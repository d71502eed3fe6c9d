//! `drive` and `chase`: bodies that want to go somewhere.
//!
//! A wish is a velocity. How much of it comes true in a frame is limited by the grip, so that blows
//! and crates in the way are felt.

use std::f32::consts::{PI, TAU};

use glam::Vec2;
use kinfolk::NodeId;
use kinfolk_game::{Behavior, Stage};
use kinfolk_physics::Velocity;
use kinfolk_scene::{Json, Text};

use super::read::{needed, number, number_or};

/// Which way each key goes.
const KEYS: [(&str, Vec2); 4] = [
    ("W", Vec2::Y),
    ("A", Vec2::NEG_X),
    ("S", Vec2::NEG_Y),
    ("D", Vec2::X),
];

#[derive(Debug, Clone)]
struct Drive {
    wheels: Wheels,
}

#[derive(Debug, Clone)]
struct Chase {
    wheels: Wheels,
    target: Text,
    keep: f32,
}

/// Whatever turns a wish into a velocity.
#[derive(Debug, Clone)]
struct Wheels {
    speed: f32,
    /// Units a second a second.
    grip: f32,
    /// Radians a second.
    turn: f32,
    /// Where it was a frame ago.
    last: Option<Vec2>,
}

pub(super) fn make_drive(json: &Json) -> Result<Box<dyn Behavior>, String> {
    let wheels = Wheels::read(json)?;
    Ok(Box::new(Drive { wheels }))
}

pub(super) fn make_chase(json: &Json) -> Result<Box<dyn Behavior>, String> {
    Ok(Box::new(Chase {
        wheels: Wheels::read(json)?,
        target: needed(json, "target")?,
        keep: number_or(json, "keep", Some(0.0))?,
    }))
}

impl Behavior for Drive {
    fn act(&mut self, me: NodeId, stage: &mut Stage<'_>) -> Result<(), String> {
        let keys = KEYS.iter();
        let held = keys.filter(|(key, _)| stage.input().is_key_down(key));
        let wish: Vec2 = held.map(|(_, way)| *way).sum();
        self.wheels.roll(me, wish.normalize_or_zero(), stage)
    }

    fn copy(&self) -> Box<dyn Behavior> {
        Box::new(self.clone())
    }
}

impl Behavior for Chase {
    fn act(&mut self, me: NodeId, stage: &mut Stage<'_>) -> Result<(), String> {
        let here = stage.world_position(me).ok_or("it is gone")?;
        let wish = match nearest(stage, &self.target, here) {
            None => Vec2::ZERO,
            Some(way) if way.length() > self.keep => way.normalize_or_zero(),
            Some(way) => way.perp().normalize_or_zero() * 0.6,
        };
        self.wheels.roll(me, wish, stage)
    }

    fn copy(&self) -> Box<dyn Behavior> {
        Box::new(self.clone())
    }
}

impl Wheels {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Self {
            speed: number(json, "speed")?,
            grip: number(json, "grip")?,
            turn: number(json, "turn")?,
            last: None,
        })
    }

    /// Goes as far towards a wish, of length 1 or less, as the grip lets it.
    fn roll(&mut self, me: NodeId, wish: Vec2, stage: &mut Stage<'_>) -> Result<(), String> {
        let here = stage.world_position(me).ok_or("it is gone")?;
        let heading = stage.local(me).ok_or("it is gone")?.rotation;
        let secs = stage.secs();
        let now = self.last.map_or(Vec2::ZERO, |last| (here - last) / secs);
        self.last = Some(here);
        let change = (wish * self.speed - now).clamp_length_max(self.grip * secs);
        let off = if wish == Vec2::ZERO {
            0.0
        } else {
            (libm::atan2f(wish.y, wish.x) - heading + PI).rem_euclid(TAU) - PI
        };
        let velocity = Velocity {
            linear: now + change,
            angular: (off * 10.0).clamp(-self.turn, self.turn),
        };
        stage.set_velocity(me, velocity);
        Ok(())
    }
}

/// The way to the nearest one with a tag.
pub(super) fn nearest(stage: &Stage<'_>, tag: &str, here: Vec2) -> Option<Vec2> {
    let tagged = stage.tagged(tag);
    let ways = tagged.filter_map(|node| Some(stage.world_position(node)? - here));
    ways.min_by(|one, other| one.length_squared().total_cmp(&other.length_squared()))
}
