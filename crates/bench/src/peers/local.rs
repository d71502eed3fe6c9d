//! Where a 2D node is relative to its parent, for all peers that have no type of their own
//! for it. The law: they all compute the same affine, with the same shortcut.

use glam::{Affine2, Mat2, Vec2};

use crate::workload::Write;

#[derive(Clone, Copy)]
pub(crate) struct Local {
    position: Vec2,
    rotation: f32,
    scale: Vec2,
}

impl Local {
    pub(crate) fn at(position: [f32; 2]) -> Self {
        Self {
            position: position.into(),
            rotation: 0.0,
            scale: Vec2::ONE,
        }
    }

    pub(crate) fn write(&mut self, write: &Write) {
        self.position = write.position.into();
        if let Some((rotation, scale)) = write.spin {
            self.rotation = rotation;
            self.scale = Vec2::splat(scale);
        }
    }

    /// Needs sine and cosine only if the node is turned.
    pub(crate) fn parent_from_node(&self) -> Affine2 {
        if self.rotation == 0.0 {
            Affine2 {
                matrix2: Mat2::from_diagonal(self.scale),
                translation: self.position,
            }
        } else {
            Affine2::from_scale_angle_translation(self.scale, self.rotation, self.position)
        }
    }
}
