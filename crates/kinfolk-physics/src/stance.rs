//! A world value taken apart for a rigid body: where it stands, and how its shapes are bent.

use glam::{Affine2, Mat2, Vec2};
use kinfolk::{Transform2, World2};

use crate::backend::Pose;

/// How a node stands in the world, for a body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Stance {
    pub(crate) pose: Pose,
    /// Scale, skew and mirroring: what a rigid body cannot do, and its shapes must.
    pub(crate) bend: Mat2,
}

/// Past this engines lose themselves: what they multiply is no longer a number.
const FARTHEST: f32 = 1e12;

/// Whether an engine can count as far as this place.
pub(crate) fn is_in_reach(place: Vec2) -> bool {
    place.abs().max_element() <= FARTHEST && place.is_finite()
}

impl Stance {
    pub(crate) fn of(world: &World2) -> Self {
        let affine = world.affine();
        let scale = world.scale();
        let (x, y) = (affine.matrix2.x_axis, affine.matrix2.y_axis);
        // The x axis has the rotation, or the y axis if there is no x axis.
        let along = if scale.x == 0.0 {
            -(y / scale.y).perp()
        } else {
            x / scale.x
        };
        let rotation = along.normalize_or(Vec2::X);
        Self {
            pose: Pose {
                position: affine.translation,
                rotation,
            },
            bend: turn(rotation).transpose() * affine.matrix2,
        }
    }

    /// Where something at `affine` in the world is in the space of a body that stands here.
    pub(crate) fn to_body(self, affine: Affine2) -> Affine2 {
        to_body(self.pose, affine)
    }

    /// Whether shapes that were made for `other` fit.
    pub(crate) fn bends_like(&self, other: &Mat2) -> bool {
        let size = [self.bend, *other]
            .map(|bend| bend.to_cols_array().into_iter().map(f32::abs))
            .into_iter()
            .flatten()
            .fold(0.0, f32::max);
        let (a, b) = (self.bend.to_cols_array(), other.to_cols_array());
        a.iter()
            .zip(b)
            .all(|(a, b)| (a - b).abs() <= 1e-5 * size.max(1e-6))
    }
}

/// Where something at `affine` in the world is in the space of a body with this pose.
pub(crate) fn to_body(pose: Pose, affine: Affine2) -> Affine2 {
    let back = turn(pose.rotation).transpose();
    Affine2 {
        matrix2: back * affine.matrix2,
        translation: back * (affine.translation - pose.position),
    }
}

/// The world of a node that is bent like this and whose body stands there.
pub(crate) fn world_of(pose: Pose, bend: &Mat2, hint: &Transform2) -> Transform2 {
    let affine = Affine2 {
        matrix2: turn(pose.rotation) * *bend,
        translation: pose.position,
    };
    Transform2::from_affine_like(affine, hint)
}

/// How far the pose is turned, in radians.
pub(crate) fn angle(pose: &Pose) -> f32 {
    libm::atan2f(pose.rotation.y, pose.rotation.x)
}

/// Whether two poses are the same but for rounding.
pub(crate) fn is_near(a: &Pose, b: &Pose) -> bool {
    let reach = 1.0 + a.position.abs().max_element();
    let moved = (a.position - b.position).abs().max_element();
    let turned = (a.rotation - b.rotation).abs().max_element();
    moved <= 1e-5 * reach && turned <= 1e-5
}

fn turn(rotation: Vec2) -> Mat2 {
    Mat2::from_cols(rotation, rotation.perp())
}
