//! What engines round, made exact again.
//!
//! Both engines round the pose of a body in every step in which it is awake, and both turn a body
//! by less than its spin says. The bridge compares poses bit for bit, and it moves bodies by
//! velocity to places that it knows: neither may be nearly right.

use crate::backend::Pose;
use crate::geometry::Geometry;

/// Where a body has been put, as said and as its engine has understood it.
///
/// As long as the body has not truly moved, its pose is the one that it was given, to the bit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Placed {
    given: Pose,
    native: Pose,
    /// How far its shapes reach from its origin.
    reach: f32,
}

impl Placed {
    pub(crate) const fn new(given: Pose) -> Self {
        Self {
            given,
            native: given,
            reach: 0.0,
        }
    }

    /// Puts it elsewhere: `native` is what the engine says about `given`.
    pub(crate) fn put(&mut self, given: Pose, native: Pose) {
        (self.given, self.native) = (given, native);
    }

    /// Takes note of another shape, which rounds places further out.
    pub(crate) fn grow(&mut self, geometry: &Geometry) {
        self.reach = self.reach.max(reach(geometry));
    }

    /// Where it is, if the engine says that it is at `native`.
    pub(crate) fn pose(&self, native: Pose) -> Pose {
        let nearly = 4.0 * f32::EPSILON;
        let moved = (native.position - self.native.position).abs().max_element();
        let turned = (native.rotation - self.native.rotation).abs().max_element();
        let far = self.native.position.abs().max_element() + self.reach;
        if moved <= nearly * far && turned <= nearly {
            self.given
        } else {
            native
        }
    }
}

/// How far a shape reaches from the origin.
fn reach(geometry: &Geometry) -> f32 {
    match geometry {
        Geometry::Circle { center, radius } => center.length() + radius,
        Geometry::Capsule { from, to, radius } => from.length().max(to.length()) + radius,
        Geometry::Polygon { corners } => {
            let lengths = corners.iter().map(|corner| corner.length());
            lengths.fold(0.0, f32::max)
        }
    }
}

/// No body turns by more than this in a sub-step; it is nearly a quarter turn.
const WIDEST_TURN: f32 = 1.5;

/// The spin that makes an engine turn a body by `spin`.
///
/// In every sub-step it turns by the angle whose tangent is its spin times the time.
pub(crate) fn spin_that_turns(spin: f32, sub_step_secs: f32) -> f32 {
    let turn = (spin * sub_step_secs).clamp(-WIDEST_TURN, WIDEST_TURN);
    if turn == 0.0 {
        spin
    } else {
        turn.tan() / sub_step_secs
    }
}
