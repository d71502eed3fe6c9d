//! `fly` and `scatter`: bodies that get a velocity once, as it points or by chance.

use std::f32::consts::TAU;

use kinfolk::NodeId;
use kinfolk_game::{Behavior, Stage};
use kinfolk_physics::Velocity;
use kinfolk_scene::Json;

use super::read::{number, number_or};

#[derive(Debug, Clone)]
struct Throw {
    speed: f32,
    /// Radians a second, at most.
    spin: f32,
    by_chance: bool,
    done: bool,
}

pub(super) fn make_fly(json: &Json) -> Result<Box<dyn Behavior>, String> {
    throw(json, false)
}

pub(super) fn make_scatter(json: &Json) -> Result<Box<dyn Behavior>, String> {
    throw(json, true)
}

fn throw(json: &Json, by_chance: bool) -> Result<Box<dyn Behavior>, String> {
    Ok(Box::new(Throw {
        speed: number(json, "speed")?,
        spin: number_or(json, "spin", Some(0.0))?,
        by_chance,
        done: false,
    }))
}

impl Behavior for Throw {
    fn act(&mut self, me: NodeId, stage: &mut Stage<'_>) -> Result<(), String> {
        if std::mem::replace(&mut self.done, true) {
            return Ok(());
        }
        let world = stage.forest().effective(me).ok_or("it is gone")?;
        let (angle, spin) = if self.by_chance {
            (stage.chance() * TAU, stage.chance() * 2.0 - 1.0)
        } else {
            (world.rotation(), 1.0)
        };
        let way = glam::Vec2::new(libm::cosf(angle), libm::sinf(angle));
        let velocity = Velocity {
            linear: way * self.speed,
            angular: spin * self.spin,
        };
        stage.set_velocity(me, velocity);
        Ok(())
    }

    fn copy(&self) -> Box<dyn Behavior> {
        Box::new(self.clone())
    }
}
