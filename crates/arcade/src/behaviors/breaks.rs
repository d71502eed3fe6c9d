//! `{ "type": "breaks", "health": 3, "score": 50, "off": true, "leaves": ["burst"] }`: damage lowers
//! its health, and at 0 it is `debris`. One that comes `off` stays where it is in the world, a root
//! with everything below; any other one goes, and lets its parts go the same way.

use kinfolk::{NodeId, Transform2};
use kinfolk_game::{Action, Behavior, Spawn, Stage};
use kinfolk_scene::{Document, Json, Text};

use super::read::{number, number_or, words};

#[derive(Debug, Clone)]
struct Breaks {
    health: f32,
    off: bool,
    leaves: Vec<Text>,
    is_broken: bool,
}

pub(super) fn make(json: &Json) -> Result<Box<dyn Behavior>, String> {
    number_or(json, "score", Some(0.0))?; // the arena counts it
    Ok(Box::new(Breaks {
        health: number(json, "health")?,
        off: json["off"].as_bool().unwrap_or(false),
        leaves: words(json, "leaves")?,
        is_broken: false,
    }))
}

/// Lets go of whatever it is on, in place.
fn let_go(node: NodeId, stage: &mut Stage<'_>) {
    stage.wish(Action::Reparent(node, None));
    stage.add_tag(node, "debris");
}

impl Behavior for Breaks {
    fn act(&mut self, me: NodeId, stage: &mut Stage<'_>) -> Result<(), String> {
        if self.is_broken {
            if !self.off {
                stage.destroy(me);
            }
            return Ok(());
        }
        if self.health > 0.0 {
            return Ok(());
        }
        self.is_broken = true;
        let world = stage.forest().world_transform(me).ok_or("it is gone")?;
        for template in &self.leaves {
            let here = Transform2::at(world.position.x, world.position.y).turned(world.rotation);
            stage.wish(Action::Spawn(Spawn::new(template.clone(), here)));
        }
        if self.off {
            let_go(me, stage);
        } else {
            stage.add_tag(me, "debris");
            let below: Vec<NodeId> = stage.forest().descendants(me).collect();
            let is_part = |&node: &NodeId| stage.has_tag(node, "part");
            let parts: Vec<NodeId> = below.into_iter().filter(is_part).collect();
            for part in parts {
                let_go(part, stage);
            }
        }
        Ok(())
    }

    fn copy(&self) -> Box<dyn Behavior> {
        Box::new(self.clone())
    }

    fn check(&self, document: &Document) -> Result<(), String> {
        let known = |template: &&Text| !document.templates.contains_key(*template);
        match self.leaves.iter().find(known) {
            None => Ok(()),
            Some(template) => Err(format!("there is no template \"{template}\"")),
        }
    }

    fn hurt(&mut self, damage: f32) {
        self.health -= damage;
    }
}
