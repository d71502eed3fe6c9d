//! Points, maps and boxes of the plane, in double precision.
//!
//! Worlds come in single precision and may be as large as it goes; products of such numbers
//! still fit here, so nothing overflows before it is cut to the picture.

use std::ops::Mul;

/// A point or a vector; the name of the variable says in which space.
pub(crate) type Point = [f64; 2];

/// A map of the plane: `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Affine {
    /// Where the x axis goes: `[a, b]`.
    pub(crate) x: Point,
    /// Where the y axis goes: `[c, d]`.
    pub(crate) y: Point,
    /// Where the origin goes: `[tx, ty]`.
    pub(crate) origin: Point,
}

/// Less than this share of its length in the other direction, and a map counts as flat.
const FLAT: f64 = 1e-9;

impl Affine {
    /// Moves nothing.
    pub(crate) const IDENTITY: Self = Self::scaled(1.0, 1.0, [0.0, 0.0]);

    /// The map of `a, b, c, d, tx, ty`.
    pub(crate) fn from_row(row: [f32; 6]) -> Self {
        let [a, b, c, d, tx, ty] = row.map(f64::from);
        Self {
            x: [a, b],
            y: [c, d],
            origin: [tx, ty],
        }
    }

    /// Scales, then moves the origin to `origin`.
    pub(crate) const fn scaled(x: f64, y: f64, origin: Point) -> Self {
        Self {
            x: [x, 0.0],
            y: [0.0, y],
            origin,
        }
    }

    /// Where `point` goes.
    pub(crate) fn apply(&self, point: Point) -> Point {
        [
            self.x[0] * point[0] + self.y[0] * point[1] + self.origin[0],
            self.x[1] * point[0] + self.y[1] * point[1] + self.origin[1],
        ]
    }

    /// The same without the move.
    pub(crate) fn linear(&self) -> Self {
        Self {
            origin: [0.0, 0.0],
            ..*self
        }
    }

    /// The most and the least that a unit vector is stretched.
    pub(crate) fn stretch(&self) -> (f64, f64) {
        let ([a, b], [c, d]) = (self.x, self.y);
        let together = (a + d).hypot(b - c);
        let apart = (a - d).hypot(b + c);
        ((together + apart) / 2.0, ((together - apart) / 2.0).abs())
    }

    /// How much longer things become on the average of the directions: √|determinant|.
    pub(crate) fn mean_stretch(&self) -> f64 {
        let (most, least) = self.stretch();
        most.sqrt() * least.sqrt()
    }

    /// Whether areas become lines or points.
    pub(crate) fn is_flat(&self) -> bool {
        let (most, least) = self.stretch();
        let thick = least > most * FLAT; // false for NaN too
        !thick
    }

    /// Whether all six numbers are.
    pub(crate) fn is_finite(&self) -> bool {
        is_finite(self.x) && is_finite(self.y) && is_finite(self.origin)
    }
}

/// `c_from_b * b_from_a` is `c_from_a`.
impl Mul for Affine {
    type Output = Self;

    fn mul(self, inner: Self) -> Self {
        let linear = self.linear();
        Self {
            x: linear.apply(inner.x),
            y: linear.apply(inner.y),
            origin: self.apply(inner.origin),
        }
    }
}

/// An upright box, or nothing at all.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Bounds {
    /// The corner with the least coordinates.
    pub(crate) min: Point,
    /// The corner with the greatest coordinates.
    pub(crate) max: Point,
}

impl Bounds {
    /// The box around nothing.
    pub(crate) const EMPTY: Self = Self {
        min: [f64::INFINITY; 2],
        max: [f64::NEG_INFINITY; 2],
    };

    /// The box around these points.
    pub(crate) fn around(points: impl IntoIterator<Item = Point>) -> Self {
        let points = points.into_iter().map(|point| Self {
            min: point,
            max: point,
        });
        points.fold(Self::EMPTY, Self::join)
    }

    /// The box of this size around `centre`.
    pub(crate) fn centred(centre: Point, width: f64, height: f64) -> Self {
        let (x, y) = (width.abs() / 2.0, height.abs() / 2.0);
        Self {
            min: [centre[0] - x, centre[1] - y],
            max: [centre[0] + x, centre[1] + y],
        }
    }

    /// The box around both.
    pub(crate) fn join(self, other: Self) -> Self {
        let (a, b) = (self, other);
        Self {
            min: [a.min[0].min(b.min[0]), a.min[1].min(b.min[1])],
            max: [a.max[0].max(b.max[0]), a.max[1].max(b.max[1])],
        }
    }

    /// The same, larger by this much on all four sides.
    pub(crate) fn grown(self, by: f64) -> Self {
        Self {
            min: [self.min[0] - by, self.min[1] - by],
            max: [self.max[0] + by, self.max[1] + by],
        }
    }

    /// Width and height.
    pub(crate) fn size(&self) -> Point {
        [self.max[0] - self.min[0], self.max[1] - self.min[1]]
    }

    /// The greater one of width and height.
    pub(crate) fn longest(&self) -> f64 {
        let [width, height] = self.size();
        width.max(height)
    }

    /// The point in the middle.
    pub(crate) fn centre(&self) -> Point {
        [
            self.min[0].midpoint(self.max[0]),
            self.min[1].midpoint(self.max[1]),
        ]
    }

    /// The corners, once around.
    pub(crate) fn corners(&self) -> [Point; 4] {
        let (min, max) = (self.min, self.max);
        [min, [max[0], min[1]], max, [min[0], max[1]]]
    }

    /// Whether there is no point inside.
    pub(crate) fn is_empty(&self) -> bool {
        self.min[0] > self.max[0] || self.min[1] > self.max[1]
    }

    /// Whether the other box is nowhere outside.
    pub(crate) fn contains(&self, other: &Self) -> bool {
        (0..2).all(|i| self.min[i] <= other.min[i] && other.max[i] <= self.max[i])
    }

    /// Whether some point is in both.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        (0..2).all(|i| self.min[i] <= other.max[i] && other.min[i] <= self.max[i])
    }
}

/// Whether both numbers are.
pub(crate) fn is_finite(point: Point) -> bool {
    point[0].is_finite() && point[1].is_finite()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_applies_the_right_one_first() {
        let double = Affine::scaled(2.0, 2.0, [0.0, 0.0]);
        let shift = Affine::scaled(1.0, 1.0, [5.0, 0.0]);

        assert_eq!((double * shift).apply([1.0, 1.0]), [12.0, 2.0]);
        assert_eq!((shift * double).apply([1.0, 1.0]), [7.0, 2.0]);
    }

    #[test]
    fn stretch_is_what_unit_vectors_become() {
        let turned = Affine::from_row([0.0, 3.0, -0.5, 0.0, 7.0, 7.0]);

        assert_eq!(turned.stretch(), (3.0, 0.5));
        assert!(!turned.is_flat());
        assert!(Affine::from_row([2.0, 1.0, 4.0, 2.0, 0.0, 0.0]).is_flat());
        assert!(Affine::from_row([0.0; 6]).is_flat());
    }

    #[test]
    fn the_largest_worlds_do_not_overflow() {
        let vast = Affine::from_row([f32::MAX; 6]);

        assert!((vast * vast).is_finite());
        assert!(vast.is_flat());
    }

    #[test]
    fn an_empty_box_overlaps_nothing_and_adds_nothing() {
        let unit = Bounds::centred([0.0, 0.0], 1.0, -1.0);

        assert!(Bounds::EMPTY.is_empty() && !unit.is_empty());
        assert!(!Bounds::EMPTY.overlaps(&unit));
        assert_eq!(Bounds::EMPTY.join(unit), unit);
        assert_eq!(Bounds::around([[-0.5, 0.5], [0.5, -0.5]]), unit);
    }
}
