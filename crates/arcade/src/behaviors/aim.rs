//! `{ "type": "aim", "speed": 3 }`: points at the mouse when that has moved, and turns by the arrow keys.

use glam::Vec2;
use kinfolk::NodeId;
use kinfolk_game::{Behavior, Stage};
use kinfolk_scene::Json;

use super::read::number;

#[derive(Debug, Clone)]
struct Aim {
    speed: f32,
    /// Where the mouse was on the screen when it was last followed.
    mouse: Option<Vec2>,
    follows_mouse: bool,
}

pub(super) fn make(json: &Json) -> Result<Box<dyn Behavior>, String> {
    Ok(Box::new(Aim {
        speed: number(json, "speed")?,
        mouse: None,
        follows_mouse: false,
    }))
}

impl Behavior for Aim {
    fn act(&mut self, me: NodeId, stage: &mut Stage<'_>) -> Result<(), String> {
        let down = |key| f32::from(u8::from(stage.input().is_key_down(key)));
        let turn = down("Left") - down("Right");
        let mouse = stage.input().mouse_on_screen();
        if turn != 0.0 {
            self.follows_mouse = false;
            stage.turn(me, turn * self.speed * stage.secs())?;
        } else if mouse != self.mouse {
            self.follows_mouse = true;
        }
        self.mouse = mouse;
        match stage.mouse_in_world() {
            Some(target) if self.follows_mouse => stage.look_at(me, target),
            _ => Ok(()),
        }
    }

    fn copy(&self) -> Box<dyn Behavior> {
        Box::new(self.clone())
    }
}
