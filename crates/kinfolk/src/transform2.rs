//! Where a 2D node is relative to its parent, as an author says it.

use core::f32::consts::{FRAC_PI_2, PI, TAU};

#[cfg(feature = "reflect")]
use bevy_reflect::std_traits::ReflectDefault;
use glam::{Affine2, Mat2, Vec2, Vec4};

use crate::inherit::Misfit;
use crate::linear::{Linear, Matrix, Mirror, join, saturate, split};

/// Position, rotation, scale and skew: six degrees of freedom, any 2D affine map.
///
/// The matrix is T·R·K·S. Angles are radians, counter-clockwise with y up. Skew turns the
/// y axis further than the x axis, as in Godot. A negative scale mirrors its axis, and
/// stays on that axis through everything Kinfolk does.
///
/// ```
/// use kinfolk::Transform2;
/// use std::f32::consts::FRAC_PI_2;
///
/// let turned = Transform2::at(5.0, 5.0).turned(FRAC_PI_2);
/// let point = turned.to_affine().transform_point2([1.0, 0.0].into());
/// assert!(point.distance([5.0, 6.0].into()) < 1e-6);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect))]
#[cfg_attr(feature = "reflect", reflect(Clone, Debug, Default, PartialEq))]
pub struct Transform2 {
    /// Where the origin is.
    pub position: Vec2,
    /// How far both axes are turned, in radians.
    pub rotation: f32,
    /// How much longer the axes are; negative is mirrored.
    pub scale: Vec2,
    /// How much further the y axis is turned, in radians.
    pub skew: f32,
}

impl Transform2 {
    /// Nothing moved, turned, scaled or skewed.
    pub const IDENTITY: Self = Self {
        position: Vec2::ZERO,
        rotation: 0.0,
        scale: Vec2::ONE,
        skew: 0.0,
    };

    /// A transform with this position and nothing else.
    #[must_use]
    pub const fn at(x: f32, y: f32) -> Self {
        Self {
            position: Vec2::new(x, y),
            ..Self::IDENTITY
        }
    }

    /// The same with this rotation, in radians.
    #[must_use]
    pub const fn turned(self, rotation_radians: f32) -> Self {
        Self {
            rotation: rotation_radians,
            ..self
        }
    }

    /// The same with this scale.
    #[must_use]
    pub const fn scaled(self, x: f32, y: f32) -> Self {
        Self {
            scale: Vec2::new(x, y),
            ..self
        }
    }

    /// The same with this skew, in radians.
    #[must_use]
    pub const fn skewed(self, skew_radians: f32) -> Self {
        Self {
            skew: skew_radians,
            ..self
        }
    }

    /// Whether all six numbers are finite.
    #[must_use]
    #[inline]
    pub fn is_finite(&self) -> bool {
        let (position, scale) = (self.position, self.scale);
        let places = Vec4::new(position.x, position.y, scale.x, scale.y);
        places.is_finite() && Vec2::new(self.rotation, self.skew).is_finite()
    }

    /// The matrix T·R·K·S.
    #[must_use]
    pub fn to_affine(&self) -> Affine2 {
        to_glam(&self.matrix())
    }

    /// The transform with this matrix. If it mirrors, the x axis is the mirrored one.
    #[must_use]
    pub fn from_affine(affine: Affine2) -> Self {
        Self::from_affine_like(affine, &Self::IDENTITY)
    }

    /// The transform with this matrix, mirrored on the axes where `hint` is if that can be.
    ///
    /// A matrix does not tell scale (−1, 1) from scale (1, −1) turned by half a turn; the
    /// hint does. A number of the matrix that is not finite is taken for the nearest one
    /// that is (NaN for 0).
    ///
    /// ```
    /// use kinfolk::Transform2;
    ///
    /// let flipped = Transform2::at(1.0, 2.0).turned(0.5).scaled(1.0, -3.0);
    /// let again = Transform2::from_affine_like(flipped.to_affine(), &flipped);
    /// assert!((again.scale - flipped.scale).length() < 1e-6);
    /// assert!((again.rotation - flipped.rotation).abs() < 1e-6);
    /// ```
    #[must_use]
    pub fn from_affine_like(affine: Affine2, hint: &Self) -> Self {
        let (linear, position) = split(&from_glam(affine));
        Self::from_parts(
            linear,
            position,
            hint.mirror().fitting(linear.determinant()),
        )
    }

    /// The inverse of the matrix.
    ///
    /// # Errors
    /// A matrix that is flat, or nearly so, has none.
    pub fn inverse(&self) -> Result<Affine2, Misfit> {
        inverse(&self.matrix())
    }

    /// The way from here (at 0) to `other` (at 1), the shorter way round.
    ///
    /// At 0 and at 1 it is exactly the one and the other.
    #[must_use]
    pub fn lerp(&self, other: &Self, t: f32) -> Self {
        if t == 0.0 {
            return *self;
        }
        if t == 1.0 {
            return *other;
        }
        let number = |from: f32, to: f32| {
            let way = to - from;
            // Between numbers so far apart that the way is too long, weigh them instead.
            if way.is_finite() {
                from + way * t
            } else {
                from * (1.0 - t) + to * t
            }
        };
        let vector = |from: Vec2, to: Vec2| Vec2::new(number(from.x, to.x), number(from.y, to.y));
        let turn = other.rotation - self.rotation;
        Self {
            position: vector(self.position, other.position),
            rotation: if turn.is_finite() {
                self.rotation + shorter_way(turn) * t
            } else {
                number(self.rotation, other.rotation)
            },
            scale: vector(self.scale, other.scale),
            skew: number(self.skew, other.skew),
        }
    }

    #[inline]
    pub(crate) fn matrix(&self) -> Matrix {
        let (sin, cos) = match self.rotation {
            0.0 => (self.rotation, 1.0), // what the library says as well
            radians => libm::sincosf(radians),
        };
        let (y_sin, y_cos) = match self.skew {
            0.0 => (sin, cos),
            skew => y_axis(self.rotation, skew),
        };
        let Vec2 { x: sx, y: sy } = self.scale;
        let Vec2 { x, y } = self.position;
        [cos * sx, sin * sx, -y_sin * sy, y_cos * sy, x, y]
    }

    /// Whether this is `other` but for the position, bit for bit.
    #[inline]
    pub(crate) fn only_moves(&self, other: &Self) -> bool {
        let bits = |Self {
                        rotation,
                        skew,
                        scale,
                        ..
                    }: &Self| {
            [
                rotation.to_bits(),
                skew.to_bits(),
                scale.x.to_bits(),
                scale.y.to_bits(),
            ]
        };
        bits(self) == bits(other)
    }

    /// Which axes are mirrored. A skew past a right angle mirrors the y axis.
    #[inline]
    pub(crate) fn mirror(&self) -> Mirror {
        let folded = self.skew.abs() >= FRAC_PI_2 && libm::cosf(self.skew) < 0.0;
        Mirror {
            x: self.scale.x < 0.0,
            y: (self.scale.y < 0.0) ^ folded,
        }
    }

    /// The transform of a matrix whose mirrored axes are known.
    pub(crate) fn from_parts(linear: Linear, position: [f64; 2], mirror: Mirror) -> Self {
        let parts = linear.parts(mirror);
        let [x, y] = position.map(saturate);
        let [sx, sy] = parts.scale.map(saturate);
        Self {
            position: Vec2::new(x, y),
            rotation: parts.rotation as f32,
            scale: Vec2::new(sx, sy),
            skew: parts.skew as f32,
        }
    }
}

impl Default for Transform2 {
    fn default() -> Self {
        Self::IDENTITY
    }
}

pub(crate) fn inverse(matrix: &Matrix) -> Result<Affine2, Misfit> {
    let (linear, [x, y]) = split(matrix);
    let inverse = linear.inverse().ok_or(Misfit::NotInvertible)?;
    Ok(to_glam(&join(inverse, inverse.apply([-x, -y]))))
}

/// Sine and cosine of the angle of a skewed y axis.
fn y_axis(rotation: f32, skew: f32) -> (f32, f32) {
    let angle = rotation + skew;
    if angle.is_finite() {
        return libm::sincosf(angle);
    }
    let (sin, cos) = libm::sincos(f64::from(rotation) + f64::from(skew));
    (sin as f32, cos as f32)
}

/// `angle` brought to at most half a turn either way.
pub(crate) fn shorter_way(angle: f32) -> f32 {
    if angle.abs() <= PI {
        return angle;
    }
    let rest = libm::fmodf(angle, TAU);
    if rest > PI {
        rest - TAU
    } else if rest < -PI {
        rest + TAU
    } else {
        rest
    }
}

pub(crate) fn to_glam(&[a, b, c, d, tx, ty]: &Matrix) -> Affine2 {
    Affine2 {
        matrix2: Mat2::from_cols(Vec2::new(a, b), Vec2::new(c, d)),
        translation: Vec2::new(tx, ty),
    }
}

/// The numbers of `affine`, made finite.
pub(crate) fn from_glam(affine: Affine2) -> Matrix {
    affine.to_cols_array().map(|number| {
        if number.is_nan() {
            0.0
        } else {
            saturate(number.into())
        }
    })
}
