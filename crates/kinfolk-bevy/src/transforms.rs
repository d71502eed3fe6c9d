//! Bevy's own `Transform` and `GlobalTransform`, kept by a forest.

use bevy_transform::components::{GlobalTransform, Transform};
use glam::Affine3A;
use kinfolk::{Transform3, World3};

use crate::form::Form;

/// `Transform` is what entities own, `GlobalTransform` what follows.
#[derive(Debug, Clone, Copy, Default)]
pub struct Transforms;

impl Form for Transforms {
    type Value = Transform3;
    type Own = Transform;
    type Effective = GlobalTransform;

    #[inline]
    fn value(own: &Transform) -> Transform3 {
        Transform3 {
            translation: own.translation,
            rotation: own.rotation,
            scale: own.scale,
        }
    }

    fn own(value: &Transform3) -> Transform {
        Transform {
            translation: value.translation,
            rotation: value.rotation,
            scale: value.scale,
        }
    }

    #[inline]
    fn effective(effective: &World3) -> GlobalTransform {
        let affine: Affine3A = effective.affine();
        GlobalTransform::from(affine)
    }
}
