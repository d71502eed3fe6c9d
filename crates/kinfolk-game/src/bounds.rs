//! Upright boxes: what is on the screen, what a lasso goes around, how far a visual reaches.

use glam::Vec2;

/// An upright box from `min` to `max`, its edges included; where `min` is greater it is empty.
///
/// It says nothing about which way y goes: that is a matter of the space it is in.
///
/// ```
/// use kinfolk_game::Bounds;
///
/// // Dragged from the upper right to the lower left, it is the same lasso.
/// let lasso = Bounds::around([[4.0, 3.0].into(), [-1.0, 0.0].into()]);
///
/// assert_eq!(lasso.size().to_array(), [5.0, 3.0]);
/// assert!(lasso.contains([4.0, 0.0].into()));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// The corner with the least coordinates.
    pub min: Vec2,
    /// The corner with the greatest coordinates.
    pub max: Vec2,
}

impl Bounds {
    /// The box around nothing.
    pub const EMPTY: Self = Self {
        min: Vec2::INFINITY,
        max: Vec2::NEG_INFINITY,
    };

    /// The smallest box around these points; what is not a number adds nothing.
    #[must_use]
    pub fn around(points: impl IntoIterator<Item = Vec2>) -> Self {
        let points = points.into_iter().filter(|point| !point.is_nan());
        points.fold(Self::EMPTY, |bounds, point| Self {
            min: bounds.min.min(point),
            max: bounds.max.max(point),
        })
    }

    /// Whether there is no point inside.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let some = self.min.x <= self.max.x && self.min.y <= self.max.y; // false for NaN too
        !some
    }

    /// Width and height; an empty box has none.
    #[must_use]
    pub fn size(&self) -> Vec2 {
        if self.is_empty() {
            return Vec2::ZERO;
        }
        self.max - self.min
    }

    /// The corners, once around from `min`.
    #[must_use]
    pub const fn corners(&self) -> [Vec2; 4] {
        let Self { min, max } = *self;
        [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)]
    }

    /// Whether the point is inside or on an edge.
    #[must_use]
    pub fn contains(&self, point: Vec2) -> bool {
        self.min.cmple(point).all() && point.cmple(self.max).all()
    }

    /// Whether some point is in both.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        let meets = self.min.cmple(other.max).all() && other.min.cmple(self.max).all();
        meets && !self.is_empty() && !other.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(left: f32, bottom: f32, right: f32, top: f32) -> Bounds {
        Bounds {
            min: Vec2::new(left, bottom),
            max: Vec2::new(right, top),
        }
    }

    #[test]
    fn boxes_that_touch_overlap_and_empty_ones_never_do() {
        let unit = bounds(0.0, 0.0, 1.0, 1.0);

        assert!(unit.overlaps(&bounds(1.0, 1.0, 2.0, 2.0)));
        assert!(!unit.overlaps(&bounds(1.1, 0.0, 2.0, 1.0)));
        assert!(!unit.overlaps(&bounds(0.8, 0.0, 0.2, 1.0)));
        assert!(!unit.overlaps(&bounds(0.0, f32::NAN, 1.0, 1.0)));
        assert!(!Bounds::EMPTY.overlaps(&Bounds::EMPTY));
    }

    #[test]
    fn nothing_has_no_size_and_what_is_no_number_adds_nothing() {
        let nothing = Bounds::around([Vec2::NAN]);

        assert!(nothing.is_empty());
        assert_eq!(nothing.size(), Vec2::ZERO);
    }
}
