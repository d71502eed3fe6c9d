//! Entities by id or by handle.

use kinfolk::NodeId;
use kinfolk_physics::Backend;

use crate::error::GameError;
use crate::game::Game;

/// Whoever names an entity: its string id, or its handle.
pub trait Who {
    /// The living entity.
    ///
    /// # Errors
    /// If there is none.
    fn find_in<B: Backend>(self, game: &Game<B>) -> Result<NodeId, GameError>;
}

impl Who for NodeId {
    fn find_in<B: Backend>(self, game: &Game<B>) -> Result<NodeId, GameError> {
        match game.is_there(self) {
            true => Ok(self),
            false => Err(GameError::Gone(self)),
        }
    }
}

impl Who for &str {
    fn find_in<B: Backend>(self, game: &Game<B>) -> Result<NodeId, GameError> {
        let found = game.entity(self);
        found.ok_or_else(|| GameError::NoEntity(self.to_owned()))
    }
}

impl Who for &String {
    fn find_in<B: Backend>(self, game: &Game<B>) -> Result<NodeId, GameError> {
        self.as_str().find_in(game)
    }
}
