//! `{ "type": "fit", "template": "gun", "slots": ["left", "right"], "done": "armed" }`: puts a template
//! into each of its slots that has none, and loses the tag `done`.

use glam::Vec2;
use kinfolk::{NodeId, Transform2};
use kinfolk_game::{Action, Behavior, Spawn, Stage};
use kinfolk_scene::{Json, Text};

use super::read::{needed, words};

/// Whoever is this near to a slot is in it.
const NEAR: f32 = 0.3;

#[derive(Debug, Clone)]
struct Fit {
    template: Text,
    slots: Vec<Text>,
    done: Text,
}

pub(super) fn make(json: &Json) -> Result<Box<dyn Behavior>, String> {
    Ok(Box::new(Fit {
        template: needed(json, "template")?,
        slots: words(json, "slots")?,
        done: needed(json, "done")?,
    }))
}

impl Fit {
    fn is_taken(&self, me: NodeId, slot: Vec2, stage: &Stage<'_>) -> bool {
        stage.forest().children(me).any(|child| {
            let same = stage.scene().template(child) == Some(&self.template);
            let at = stage.local(child).map(|local| local.position);
            same && at.is_some_and(|at| at.distance(slot) < NEAR)
        })
    }
}

impl Behavior for Fit {
    fn act(&mut self, me: NodeId, stage: &mut Stage<'_>) -> Result<(), String> {
        for name in &self.slots {
            let (slot, _) = stage
                .slot(me, name)
                .ok_or_else(|| format!("it has no slot \"{name}\""))?;
            if !self.is_taken(me, slot, stage) {
                let spawn = Spawn::new(self.template.clone(), Transform2::IDENTITY);
                let spawn = spawn.under(me).in_slot(name.clone());
                stage.wish(Action::Spawn(spawn));
            }
        }
        stage.wish(Action::RemoveTag(me, self.done.clone()));
        Ok(())
    }

    fn copy(&self) -> Box<dyn Behavior> {
        Box::new(self.clone())
    }
}
