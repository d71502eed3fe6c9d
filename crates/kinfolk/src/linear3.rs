//! The arithmetic under 3D transforms, in the manner of [`linear`](crate::linear): plain
//! operations in one order, never NaN.

use crate::linear::saturate;

use glam::Vec4;

/// Columns x, y, z and the translation, each xyz.
pub(crate) type Matrix3 = [f32; 12];

/// A [`Matrix3`] as the hot path wants it: its three rows, each in one vector register.
pub(crate) type Packed3 = [Vec4; 3];

#[inline]
pub(crate) fn pack3(matrix: &Matrix3) -> Packed3 {
    let row = |row: usize| {
        Vec4::new(
            matrix[row],
            matrix[3 + row],
            matrix[6 + row],
            matrix[9 + row],
        )
    };
    [row(0), row(1), row(2)]
}

#[inline]
pub(crate) fn unpack3(rows: &Packed3) -> Matrix3 {
    core::array::from_fn(|index| rows[index % 3][index / 3])
}

/// The world of a child, parent × own, if it does not overflow.
#[inline(always)]
pub(crate) fn compose3(parent: &Packed3, own: &Packed3) -> Option<Packed3> {
    let [x, y, z] = *own;
    let row = |parent: Vec4| {
        let turned =
            Vec4::splat(parent.x) * x + Vec4::splat(parent.y) * y + Vec4::splat(parent.z) * z;
        turned + Vec4::new(0.0, 0.0, 0.0, parent.w)
    };
    let product = [row(parent[0]), row(parent[1]), row(parent[2])];
    // Zero times a finite number is zero, and NaN otherwise. A sum that overflows, though
    // its parts do not, is taken for an overflow: it is handled as well, only not as quickly.
    let zero = (product[0] + product[1] + product[2]) * 0.0;
    zero.cmpeq(Vec4::ZERO).all().then_some(product)
}

/// The world of a child, parent × own; what overflows becomes the largest number there is.
#[cold]
#[inline(never)]
pub(crate) fn compose3_saturating(parent: &Matrix3, own: &Matrix3) -> Matrix3 {
    let (linear, origin) = split3(parent);
    let (own_linear, own_offset) = split3(own);
    let offset = linear.apply(own_offset);
    join3(
        linear.times(&own_linear),
        core::array::from_fn(|row| offset[row] + origin[row]),
    )
}

/// A 3×3 matrix by columns, in double precision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Linear3(pub(crate) [[f64; 3]; 3]);

pub(crate) fn split3(matrix: &Matrix3) -> (Linear3, [f64; 3]) {
    let column = |at: usize| core::array::from_fn(|row| f64::from(matrix[at * 3 + row]));
    (Linear3([column(0), column(1), column(2)]), column(3))
}

pub(crate) fn join3(linear: Linear3, offset: [f64; 3]) -> Matrix3 {
    let columns = [linear.0[0], linear.0[1], linear.0[2], offset];
    core::array::from_fn(|index| saturate(columns[index / 3][index % 3]))
}

pub(crate) fn dot([a, b, c]: [f64; 3], [x, y, z]: [f64; 3]) -> f64 {
    a * x + b * y + c * z
}

pub(crate) fn length3(vector: [f64; 3]) -> f64 {
    libm::sqrt(dot(vector, vector))
}

fn cross([a, b, c]: [f64; 3], [x, y, z]: [f64; 3]) -> [f64; 3] {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}

impl Linear3 {
    pub(crate) fn apply(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        let [a, b, c] = self.0;
        core::array::from_fn(|row| a[row] * x + b[row] * y + c[row] * z)
    }

    pub(crate) fn times(&self, right: &Self) -> Self {
        Self(right.0.map(|column| self.apply(column)))
    }

    pub(crate) fn determinant(&self) -> f64 {
        dot(self.0[0], cross(self.0[1], self.0[2]))
    }

    /// The inverse, unless the axes are null or as good as in one plane.
    pub(crate) fn inverse(&self) -> Option<Self> {
        let [x, y, z] = self.0;
        let determinant = self.determinant();
        let volume = length3(x) * length3(y) * length3(z);
        if determinant.abs() > volume * 1e-6 {
            let rows = [cross(y, z), cross(z, x), cross(x, y)];
            let columns = core::array::from_fn(|column| {
                core::array::from_fn(|row: usize| rows[row][column] / determinant)
            });
            let finite = columns
                .iter()
                .flatten()
                .all(|number: &f64| number.is_finite());
            finite.then_some(Self(columns))
        } else {
            None
        }
    }

    /// Whether the axes are square to each other, as far as single precision can tell.
    pub(crate) fn is_square(&self) -> bool {
        let [x, y, z] = self.0;
        let square = |a, b| dot(a, b).abs() <= 1e-5 * length3(a) * length3(b);
        square(x, y) && square(y, z) && square(z, x)
    }

    /// The rotation (as a quaternion xyzw) and scale whose product this is, mirrored where
    /// `hint` is if that can be; `None` for a null axis. Skew is lost.
    pub(crate) fn rotation_and_scale(&self, hint: [bool; 3]) -> Option<([f64; 4], [f64; 3])> {
        let mut mirrored = hint;
        if (self.determinant() < 0.0) != (hint[0] ^ hint[1] ^ hint[2]) {
            mirrored[0] = !mirrored[0];
        }
        let mut axes = self.0;
        let mut scale = [0.0; 3];
        for (axis, (scale, mirrored)) in axes.iter_mut().zip(scale.iter_mut().zip(mirrored)) {
            *scale = length3(*axis) * if mirrored { -1.0 } else { 1.0 };
            if *scale == 0.0 {
                return None;
            }
            *axis = axis.map(|number| number / *scale);
        }
        Some((quaternion(&axes), scale))
    }
}

/// The quaternion xyzw of a rotation given by its columns, by its largest component.
fn quaternion([x, y, z]: &[[f64; 3]; 3]) -> [f64; 4] {
    let (xx, yy, zz) = (x[0], y[1], z[2]);
    let fours = [
        1.0 + xx - yy - zz,
        1.0 - xx + yy - zz,
        1.0 - xx - yy + zz,
        1.0 + xx + yy + zz,
    ];
    let largest = (0..4).fold(
        3,
        |best, at| if fours[at] > fours[best] { at } else { best },
    );
    let double = libm::sqrt(fours[largest].max(0.0)) * 2.0; // four times the component
    let [sx, sy, sz] = [y[2] + z[1], z[0] + x[2], x[1] + y[0]];
    let [dx, dy, dz] = [y[2] - z[1], z[0] - x[2], x[1] - y[0]];
    let quarter = double * 0.25;
    match largest {
        0 => [quarter, sz / double, sy / double, dx / double],
        1 => [sz / double, quarter, sx / double, dy / double],
        2 => [sy / double, sx / double, quarter, dz / double],
        _ => [dx / double, dy / double, dz / double, quarter],
    }
}
