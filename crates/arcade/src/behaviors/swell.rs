//! `{ "type": "swell", "to": 3, "secs": 0.4 }`: grows, or shrinks, to so many times its size, fast at
//! first, and goes.

use glam::Vec2;
use kinfolk::{NodeId, Transform2};
use kinfolk_game::{Behavior, Stage};
use kinfolk_scene::Json;

use super::read::number;

#[derive(Debug, Clone)]
struct Swell {
    to: f32,
    secs: f32,
    age_secs: f32,
    /// The size that it came with.
    scale: Option<Vec2>,
}

pub(super) fn make(json: &Json) -> Result<Box<dyn Behavior>, String> {
    Ok(Box::new(Swell {
        to: number(json, "to")?,
        secs: number(json, "secs")?,
        age_secs: 0.0,
        scale: None,
    }))
}

impl Behavior for Swell {
    fn act(&mut self, me: NodeId, stage: &mut Stage<'_>) -> Result<(), String> {
        let local = stage.local(me).ok_or("it is gone")?;
        let scale = *self.scale.get_or_insert(local.scale);
        self.age_secs += stage.secs();
        let left = 1.0 - self.age_secs / self.secs;
        if left <= 0.0 {
            stage.destroy(me);
            return Ok(());
        }
        let size = self.to + (1.0 - self.to) * left * left;
        let scale = scale * size;
        stage.set_local(me, Transform2 { scale, ..local })
    }

    fn copy(&self) -> Box<dyn Behavior> {
        Box::new(self.clone())
    }
}
