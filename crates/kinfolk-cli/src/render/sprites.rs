//! From the sprites of a scene to visuals.
//!
//! Entities that share their fields share what was read of them, and are warned about once.

use std::collections::HashMap;
use std::ptr;

use kinfolk::NodeId;
use kinfolk_picture::{SpriteError, Visual};
use kinfolk_scene::{Fields, Scene};
use serde_json::Value;

use crate::printable::Printable;
use crate::report;
use crate::source::Source;

/// More wrong sprites than this are only counted.
const MOST_WARNINGS: usize = 20;

/// The sprites that have been read.
#[derive(Debug, Default)]
pub(crate) struct Sprites {
    /// By where the fields are in the scene.
    read: HashMap<*const Fields, Vec<Visual>>,
    /// By the first entity that has them.
    wrong: Vec<(String, SpriteError)>,
}

impl Sprites {
    /// What `node` looks like; a placeholder if its sprite is wrong.
    pub(crate) fn visuals(&mut self, scene: &Scene, node: NodeId) -> Vec<Visual> {
        let Some(fields) = scene.fields(node) else {
            return Vec::new();
        };
        let Some(sprite) = fields.sprite.set() else {
            return Vec::new();
        };
        let wrong = &mut self.wrong;
        let read = self.read.entry(ptr::from_ref(fields)).or_insert_with(|| {
            Visual::all_from_json(&Value::from(sprite)).unwrap_or_else(|error| {
                wrong.push((scene.id(node).unwrap_or_default(), error));
                vec![Visual::placeholder()]
            })
        });
        read.clone()
    }

    /// Warns about those that are wrong.
    pub(crate) fn report(&self, source: &Source) {
        for (id, error) in self.wrong.iter().take(MOST_WARNINGS) {
            let (id, error) = (Printable(id), error.to_string());
            let what = format!("the sprite of \"{id}\" is wrong: {}", Printable(&error));
            report::warning(source, &what);
        }
        if self.wrong.len() > MOST_WARNINGS {
            let more = self.wrong.len() - MOST_WARNINGS;
            report::warning(source, &format!("{more} more sprites are wrong"));
        }
    }
}
