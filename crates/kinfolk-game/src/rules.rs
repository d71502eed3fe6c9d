//! Rules: when something happens, do something.

use kinfolk_physics::Backend;
use kinfolk_scene::Json;

use crate::game::Game;

/// The rules of a document.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rules {}

impl Rules {
    pub(crate) fn read(_json: Option<&Json>) -> Result<Self, String> {
        Ok(Self {})
    }
}

impl<B: Backend> Game<B> {
    pub(crate) fn follow_rules(&mut self) {}
}
