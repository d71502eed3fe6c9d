//! `{ "type": "shoot", "template": "shot", "slot": "muzzle", "every": 0.2, "key": "Space" }`: spawns
//! at one of its slots while the key or the mouse button is down; with a `target` and a `range`, while
//! somebody with that tag is near. It kicks back.

use glam::Vec2;
use kinfolk::{NodeId, Transform2};
use kinfolk_game::{Action, Behavior, Spawn, Stage};
use kinfolk_scene::{Document, Json, Text};

use super::drive::nearest;
use super::read::{needed, number, number_or, word};

/// How far it kicks back, along its own axis.
const KICK: f32 = 0.18;

#[derive(Debug, Clone)]
struct Shoot {
    template: Text,
    slot: Text,
    every_secs: f32,
    key: Option<Text>,
    target: Option<Text>,
    range: f32,
    /// Until it can shoot again.
    rest_secs: f32,
    /// Where it is when it does not kick.
    home: Option<Vec2>,
}

pub(super) fn make(json: &Json) -> Result<Box<dyn Behavior>, String> {
    Ok(Box::new(Shoot {
        template: needed(json, "template")?,
        slot: needed(json, "slot")?,
        every_secs: number(json, "every")?,
        key: word(json, "key")?,
        target: word(json, "target")?,
        range: number_or(json, "range", Some(f32::MAX))?,
        rest_secs: 0.0,
        home: None,
    }))
}

impl Shoot {
    fn wants_to(&self, here: Vec2, stage: &Stage<'_>) -> bool {
        let input = stage.input();
        let pressed = |key: &Text| input.is_key_down(key) || input.is_button_down(0);
        let near =
            |tag: &Text| nearest(stage, tag, here).is_some_and(|way| way.length() < self.range);
        self.key.as_ref().is_none_or(pressed) && self.target.as_ref().is_none_or(near)
    }
}

impl Behavior for Shoot {
    fn act(&mut self, me: NodeId, stage: &mut Stage<'_>) -> Result<(), String> {
        let local = stage.local(me).ok_or("it is gone")?;
        let home = *self.home.get_or_insert(local.position);
        self.rest_secs -= stage.secs();
        let world = stage.forest().effective(me).ok_or("it is gone")?;
        let (muzzle, _) = stage.slot(me, &self.slot).ok_or("it has no such slot")?;
        let muzzle = world.affine().transform_point2(muzzle);
        if self.rest_secs <= 0.0 && self.wants_to(muzzle, stage) {
            self.rest_secs = self.every_secs;
            let here = Transform2::at(muzzle.x, muzzle.y).turned(world.rotation());
            stage.wish(Action::Spawn(Spawn::new(self.template.clone(), here)));
        }
        let kick = KICK * (self.rest_secs / self.every_secs).clamp(0.0, 1.0);
        let back = Vec2::from_angle(local.rotation) * kick;
        stage.set_position(me, home - back)
    }

    fn copy(&self) -> Box<dyn Behavior> {
        Box::new(self.clone())
    }

    fn check(&self, document: &Document) -> Result<(), String> {
        let template = &self.template;
        let known = document.templates.contains_key(template);
        known
            .then_some(())
            .ok_or_else(|| format!("there is no template \"{template}\""))
    }
}
