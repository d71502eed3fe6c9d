//! What Box2D does not remember about a body.

use boxdd::BodyId;

use crate::backend::Velocity;
use crate::body::BodyKind;
use crate::exact::Placed;

/// A body of a world.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) id: BodyId,
    pub(super) tag: u32,
    pub(super) kind: BodyKind,
    pub(super) enabled: bool,
    /// How it moves, if it is not a dynamic body that takes part: Box2D forgets that.
    pub(super) velocity: Velocity,
    pub(super) shapes: Vec<u32>,
    pub(super) placed: Placed,
}

impl Member {
    /// Whether Box2D knows best how it moves.
    pub(super) fn moves_by_itself(&self) -> bool {
        self.kind == BodyKind::Dynamic && self.enabled
    }
}
