//! What a 2D node is in the world: a map, a layer, and what is so all the way up.
//!
//! A world says which of its axes are mirrored, which a matrix alone cannot. It is written by
//! updates and read by everybody else.

use glam::{Affine2, Vec2};

use crate::inherit::{Inherit, Misfit};
use crate::inherits::{Frame, Inherits};
use crate::lanes::{EFFECTIVE, Lanes};
use crate::linear::{Matrix, Mirror, split};
use crate::node2::Node2;
use crate::transform2::{Transform2, inverse, to_glam};

/// A 2D node in the world: what is drawn, hit and heard.
#[derive(Clone, Copy)]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect))]
#[cfg_attr(feature = "reflect", reflect(opaque, Clone, Debug, PartialEq))]
pub struct World2(pub(crate) Lanes);

impl World2 {
    /// The map from the node's space to the world: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
    #[must_use]
    pub fn affine(&self) -> Affine2 {
        to_glam(&self.matrix())
    }

    /// The map from the world to the node's space.
    ///
    /// # Errors
    /// A world that is flat, or nearly so, has none.
    pub fn inverse(&self) -> Result<Affine2, Misfit> {
        inverse(&self.matrix())
    }

    /// `[a, b, c, d, tx, ty]` of [`affine`](Self::affine).
    #[must_use]
    pub fn to_array(&self) -> [f32; 6] {
        self.matrix()
    }

    /// Where the node's origin is.
    #[must_use]
    pub fn position(&self) -> Vec2 {
        self.0.offset()
    }

    /// Position, rotation, scale and skew in the world. Mirrored axes are the ones that
    /// were mirrored on the way down.
    #[must_use]
    pub fn transform(&self) -> Transform2 {
        let (linear, place) = split(&self.matrix());
        Transform2::from_parts(linear, place, self.mirror().fitting(linear.determinant()))
    }

    /// How far the node is turned, from −π to π.
    #[must_use]
    pub fn rotation(&self) -> f32 {
        self.transform().rotation
    }

    /// How much longer the node's axes are; negative is mirrored.
    #[must_use]
    pub fn scale(&self) -> Vec2 {
        self.transform().scale
    }

    /// How much further the node's y axis is turned than its x axis.
    #[must_use]
    pub fn skew(&self) -> f32 {
        self.transform().skew
    }

    /// The draw layer.
    #[must_use]
    pub fn z(&self) -> i32 {
        self.0.z()
    }

    /// Whether the node and all its ancestors are visible.
    #[must_use]
    pub fn visible(&self) -> bool {
        self.0.flags() & HIDDEN == 0
    }

    /// Whether the node and all its ancestors are active.
    #[must_use]
    pub fn active(&self) -> bool {
        self.0.flags() & INACTIVE == 0
    }

    /// Whether the node and its children are drawn by height.
    #[must_use]
    pub fn y_sorted(&self) -> bool {
        self.0.flags() & Y_SORT != 0
    }

    pub(crate) fn mirror(&self) -> Mirror {
        mirror(self.0.flags())
    }

    pub(crate) fn matrix(&self) -> Matrix {
        self.0.matrix()
    }

    /// The frame for children that inherit this.
    pub(crate) fn frame(&self, inherits: Inherits) -> Frame {
        let (linear, origin) = split(&self.matrix());
        Frame::new(inherits, (linear, self.mirror()), origin)
    }
}

impl PartialEq for World2 {
    /// Bit for bit.
    fn eq(&self, other: &Self) -> bool {
        Node2::same(self, other)
    }
}

impl core::fmt::Debug for World2 {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("World2")
            .field("matrix", &self.matrix())
            .field("z", &self.z())
            .field("visible", &self.visible())
            .field("active", &self.active())
            .finish()
    }
}

// What a world knows besides its numbers. Above a mirrored axis there is a bit that is never
// set: see `lanes`.
pub(crate) const HIDDEN: u32 = 1;
pub(crate) const INACTIVE: u32 = 1 << 1;
pub(crate) const MIRROR_X: u32 = 1 << 2;
pub(crate) const MIRROR_Y: u32 = 1 << 4;
pub(crate) const Y_SORT: u32 = 1 << 6;
pub(crate) const MIRRORS: u32 = MIRROR_X | MIRROR_Y;
const _: () = assert!(EFFECTIVE == HIDDEN | INACTIVE | MIRRORS | Y_SORT);

pub(crate) fn mirror(flags: u32) -> Mirror {
    Mirror {
        x: flags & MIRROR_X != 0,
        y: flags & MIRROR_Y != 0,
    }
}

pub(crate) fn mirror_flags(mirror: Mirror) -> u32 {
    (u32::from(mirror.x) * MIRROR_X) | (u32::from(mirror.y) * MIRROR_Y)
}
