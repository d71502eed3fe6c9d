//! The arithmetic under 2D transforms: 2×2 matrices in double precision. The product of the
//! hot path, in single, is in [`lanes`](crate::lanes).
//!
//! Every operation is written out in plain multiplications, additions, divisions and
//! square roots, in one order, so that the bits are the same on every machine. Nothing
//! here returns NaN: what would overflow is brought back to the largest number there is.

/// `[a, b, c, d, tx, ty]`: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
pub(crate) type Matrix = [f32; 6];

/// The world of a child, parent × own; what overflows becomes the largest number there is.
pub(crate) fn compose_saturating(parent: &Matrix, own: &Matrix) -> Matrix {
    let (linear, [tx, ty]) = split(parent);
    let (own_linear, own_offset) = split(own);
    let [x, y] = linear.apply(own_offset);
    join(linear.times(own_linear), [x + tx, y + ty])
}

/// A 2×2 matrix by columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Linear {
    pub(crate) x: [f64; 2],
    pub(crate) y: [f64; 2],
}

/// The linear part and the offset of a matrix.
pub(crate) fn split(matrix: &Matrix) -> (Linear, [f64; 2]) {
    let [a, b, c, d, tx, ty] = matrix.map(f64::from);
    (
        Linear {
            x: [a, b],
            y: [c, d],
        },
        [tx, ty],
    )
}

/// Back to single precision; what is too large becomes the largest number there is.
pub(crate) fn join(linear: Linear, offset: [f64; 2]) -> Matrix {
    let Linear { x, y } = linear;
    [x[0], x[1], y[0], y[1], offset[0], offset[1]].map(saturate)
}

/// The nearest finite single; the callers never have NaN.
pub(crate) fn saturate(number: f64) -> f32 {
    number.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32
}

impl Linear {
    pub(crate) const fn scale(x: f64, y: f64) -> Self {
        Self {
            x: [x, 0.0],
            y: [0.0, y],
        }
    }

    /// The rotation that turns the x axis to this unit vector.
    pub(crate) const fn rotation_to([cos, sin]: [f64; 2]) -> Self {
        Self {
            x: [cos, sin],
            y: [-sin, cos],
        }
    }

    pub(crate) fn apply(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [self.x[0] * x + self.y[0] * y, self.x[1] * x + self.y[1] * y]
    }

    pub(crate) fn times(&self, right: Self) -> Self {
        Self {
            x: self.apply(right.x),
            y: self.apply(right.y),
        }
    }

    pub(crate) fn transposed(&self) -> Self {
        Self {
            x: [self.x[0], self.y[0]],
            y: [self.x[1], self.y[1]],
        }
    }

    pub(crate) fn determinant(&self) -> f64 {
        self.x[0] * self.y[1] - self.x[1] * self.y[0]
    }

    /// Whether one direction is stretched a hundred times as much as another, or more.
    pub(crate) fn squeezes(&self) -> bool {
        let [a, b] = self.x;
        let [c, d] = self.y;
        let most = a * a + b * b + c * c + d * d;
        // The sum of the squares of both stretches, and their product.
        most > 100.0 * self.determinant().abs()
    }

    /// The inverse, unless the axes are null or so nearly parallel that single precision
    /// cannot tell them apart.
    pub(crate) fn inverse(&self) -> Option<Self> {
        let determinant = self.determinant();
        let area = length(self.x) * length(self.y);
        // Written so that an area of zero, too, is refused.
        if determinant.abs() > area * 1e-6 {
            let [a, b] = self.x;
            let [c, d] = self.y;
            let inverse = Self {
                x: [d / determinant, -b / determinant],
                y: [-c / determinant, a / determinant],
            };
            let finite = |[x, y]: [f64; 2]| x.is_finite() && y.is_finite();
            (finite(inverse.x) && finite(inverse.y)).then_some(inverse)
        } else {
            None
        }
    }
}

/// Whether what came out is what was wanted, give or take this `part` of the largest number
/// in what was wanted and in what it was counted `from`.
pub(crate) fn is_near<const N: usize, const M: usize>(
    got: [[f64; N]; M],
    wanted: [[f64; N]; M],
    from: [[f64; N]; M],
    part: f64,
) -> bool {
    let (got, wanted, from) = (
        got.as_flattened(),
        wanted.as_flattened(),
        from.as_flattened(),
    );
    let numbers = wanted.iter().chain(from);
    let size = numbers.fold(0.0, |most: f64, number| most.max(number.abs()));
    got.iter()
        .zip(wanted)
        .all(|(got, wanted)| (got - wanted).abs() <= part * size)
}

pub(crate) fn length([x, y]: [f64; 2]) -> f64 {
    libm::sqrt(x * x + y * y)
}

/// The direction of a vector, or `None` for the null vector.
pub(crate) fn direction([x, y]: [f64; 2]) -> Option<[f64; 2]> {
    let length = length([x, y]);
    (length > 0.0).then(|| [x / length, y / length])
}

/// `vector` times 1, or times -1 if `negative`.
pub(crate) fn signed(vector: [f64; 2], negative: bool) -> [f64; 2] {
    if negative {
        vector.map(|number| -number)
    } else {
        vector
    }
}

/// -1 if `negative`, else 1.
pub(crate) fn sign(negative: bool) -> f64 {
    if negative { -1.0 } else { 1.0 }
}

/// Which axes a matrix mirrors: what a matrix alone cannot tell, since a mirrored x axis
/// is a mirrored y axis turned by half a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mirror {
    pub(crate) x: bool,
    pub(crate) y: bool,
}

impl Mirror {
    pub(crate) const NONE: Self = Self { x: false, y: false };

    /// The mirror of a product.
    pub(crate) fn with(self, other: Self) -> Self {
        Self {
            x: self.x ^ other.x,
            y: self.y ^ other.y,
        }
    }

    /// This, if a matrix with that determinant can be mirrored like this; else with the
    /// other sign on the x axis.
    pub(crate) fn fitting(self, determinant: f64) -> Self {
        let flips = self.x ^ self.y;
        if determinant == 0.0 || (determinant < 0.0) == flips {
            self
        } else {
            Self {
                x: !self.x,
                y: self.y,
            }
        }
    }
}

/// A matrix as rotation · skew · scale. The angles are in radians.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts {
    pub(crate) rotation: f64,
    pub(crate) skew: f64,
    pub(crate) scale: [f64; 2],
}

impl Linear {
    /// The direction of the x axis before mirroring: the unit vector that rotation turns
    /// the x axis to. A null x axis is taken to be square to the y axis.
    pub(crate) fn heading(&self, mirror: Mirror) -> [f64; 2] {
        direction(signed(self.x, mirror.x))
            .or_else(|| direction(signed(self.y, mirror.y)).map(|[x, y]| [y, -x]))
            .unwrap_or([1.0, 0.0])
    }

    /// Takes the matrix apart, with the mirrored axes as `mirror` says.
    pub(crate) fn parts(&self, mirror: Mirror) -> Parts {
        let [cos, sin] = self.heading(mirror);
        let [x, y] = signed(self.y, mirror.y);
        let along = cos * y - sin * x; // of the y axis, along the unskewed one
        let across = -(cos * x + sin * y);
        Parts {
            rotation: libm::atan2(sin, cos),
            // What single precision cannot tell from square is square.
            skew: if across.abs() <= 2.5e-7 * along {
                0.0
            } else {
                libm::atan2(across, along)
            },
            scale: [
                sign(mirror.x) * length(self.x),
                sign(mirror.y) * length(self.y),
            ],
        }
    }
}
