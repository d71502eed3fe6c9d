//! What Box2D does not remember about a body.

use boxdd::BodyId;

use crate::backend::{Pose, Velocity};
use crate::body::BodyKind;

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
    /// How far its shapes reach from its origin.
    pub(super) reach: f32,
    pub(super) placed: Placed,
}

impl Member {
    /// Whether Box2D knows best how it moves.
    pub(super) fn moves_by_itself(&self) -> bool {
        self.kind == BodyKind::Dynamic && self.enabled
    }

    /// Where it is, if Box2D says that it is at `native`.
    pub(super) fn pose(&self, native: Pose) -> Pose {
        let nearly = 4.0 * f32::EPSILON;
        let far = self.placed.native.position.length() + self.reach;
        let moved = native.position.distance(self.placed.native.position);
        let turned = native.rotation.distance(self.placed.native.rotation);
        if moved <= nearly * far && turned <= nearly {
            self.placed.given
        } else {
            native
        }
    }
}

/// Where a body has been put, as said and as Box2D has understood it.
///
/// Box2D takes angles, and it rounds the pose of a body that is awake in every step. As long as a
/// body has not truly moved, its pose is the one that it was given, to the bit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placed {
    pub(super) given: Pose,
    pub(super) native: Pose,
}
