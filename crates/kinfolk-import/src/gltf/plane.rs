//! The part of a 3D transform that lies in a plane.
//!
//! What is turned within the plane keeps its numbers exactly; what is turned out of it is taken
//! as it looks from straight ahead, and said to be lost.

use std::fmt;
use std::str::FromStr;

use ::gltf::json::scene::Node;
use glam::{Affine2, Mat2, Vec2};
use kinfolk::Transform2;

/// Which side of a 3D scene to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Plane {
    /// From the front: x to the right, y up.
    #[default]
    Xy,
    /// From above: x to the right, z down.
    Xz,
}

impl fmt::Display for Plane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Xy => "xy",
            Self::Xz => "xz",
        })
    }
}

/// Neither `xy` nor `xz`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoPlane;

impl fmt::Display for NoPlane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a plane is xy (from the front) or xz (from above)")
    }
}

impl std::error::Error for NoPlane {}

impl FromStr for Plane {
    type Err = NoPlane;

    fn from_str(text: &str) -> Result<Self, NoPlane> {
        match text {
            "xy" => Ok(Self::Xy),
            "xz" => Ok(Self::Xz),
            _ => Err(NoPlane),
        }
    }
}

/// What can be seen of a node.
pub(super) struct Seen {
    pub(super) local: Transform2,
    /// The key that has lost something, and what.
    pub(super) lost: Vec<(&'static str, String)>,
}

/// What is smaller is rounding.
const NOTHING: f32 = 1e-6;

impl Plane {
    /// The 2D part of a node's transform; the key and what is wrong if it has none.
    pub(super) fn look(self, node: &Node) -> Result<Seen, (&'static str, String)> {
        let seen = match &node.matrix {
            Some(matrix) => self.look_at_matrix(matrix)?,
            None => self.look_at_parts(node)?,
        };
        if seen.local.is_finite() {
            Ok(seen)
        } else {
            let key = if node.matrix.is_some() {
                "matrix"
            } else {
                "scale"
            };
            Err((key, "its numbers are too large".to_owned()))
        }
    }

    /// Right, up, and towards the eye.
    fn split(self, [x, y, z]: [f32; 3]) -> (Vec2, f32) {
        match self {
            Self::Xy => (Vec2::new(x, y), z),
            Self::Xz => (Vec2::new(x, -z), y),
        }
    }

    /// How far each axis of the plane, and the one across, are scaled.
    fn split_scale(self, [x, y, z]: [f32; 3]) -> (Vec2, f32) {
        match self {
            Self::Xy => (Vec2::new(x, y), z),
            Self::Xz => (Vec2::new(x, z), y),
        }
    }

    fn look_at_parts(self, node: &Node) -> Result<Seen, (&'static str, String)> {
        let translation = finite(node.translation.unwrap_or_default(), "translation")?;
        let scale = finite(node.scale.unwrap_or([1.0; 3]), "scale")?;
        let rotation = node.rotation.unwrap_or_default().0;
        let quaternion = normalised(finite(rotation, "rotation")?)
            .ok_or_else(|| ("rotation", "its rotation is all zeros".to_owned()))?;
        let mut lost = Vec::new();
        let (position, away) = self.split(translation);
        note_distance(away, "translation", &mut lost);
        let (flat_scale, across) = self.split_scale(scale);
        note_scale(across, "scale", &mut lost);

        let [x, y, z, w] = quaternion;
        let (turn, out) = match self {
            Self::Xy => (z, x.abs().max(y.abs())),
            Self::Xz => (y, x.abs().max(z.abs())),
        };
        if out <= NOTHING {
            let half = f64::from(turn).atan2(f64::from(w));
            let local = Transform2 {
                position,
                rotation: wrapped(2.0 * half),
                scale: flat_scale,
                skew: 0.0,
            };
            return Ok(Seen { local, lost });
        }
        note_turn("rotation", &mut lost);
        let columns = turned(quaternion, scale);
        let local = self.flattened(columns, position);
        Ok(Seen { local, lost })
    }

    fn look_at_matrix(self, matrix: &[f32; 16]) -> Result<Seen, (&'static str, String)> {
        let matrix = finite(*matrix, "matrix")?;
        let column = |index: usize| {
            let start = index * 4;
            [matrix[start], matrix[start + 1], matrix[start + 2]]
        };
        let last_row = [matrix[3], matrix[7], matrix[11], matrix[15]];
        if last_row != [0.0, 0.0, 0.0, 1.0] {
            let message = "its matrix is no affine map: its last row is not 0, 0, 0, 1";
            return Err(("matrix", message.to_owned()));
        }
        let columns = [column(0), column(1), column(2)];
        let mut lost = Vec::new();
        let (position, away) = self.split(column(3));
        note_distance(away, "matrix", &mut lost);
        let (first, second, third) = match self {
            Self::Xy => (0, 1, 2),
            Self::Xz => (0, 2, 1),
        };
        let between = [
            columns[first][third],
            columns[second][third],
            columns[third][first],
            columns[third][second],
        ];
        if between.iter().any(|entry| entry.abs() > NOTHING) {
            note_turn("matrix", &mut lost);
        } else {
            note_scale(columns[third][third], "matrix", &mut lost);
        }
        let local = self.flattened(columns, position);
        Ok(Seen { local, lost })
    }

    /// The 2D transform with what is in the plane of these three columns.
    fn flattened(self, columns: [[f32; 3]; 3], position: Vec2) -> Transform2 {
        let (right, _) = self.split(columns[0]);
        let up = match self {
            Self::Xy => self.split(columns[1]).0,
            Self::Xz => -self.split(columns[2]).0, // up is where −z goes
        };
        let affine = Affine2 {
            matrix2: Mat2::from_cols(right, up),
            translation: position,
        };
        Transform2::from_affine(affine)
    }
}

/// The columns of rotation times scale.
fn turned([x, y, z, w]: [f32; 4], scale: [f32; 3]) -> [[f32; 3]; 3] {
    let columns = [
        [
            1.0 - 2.0 * (y * y + z * z),
            2.0 * (x * y + z * w),
            2.0 * (x * z - y * w),
        ],
        [
            2.0 * (x * y - z * w),
            1.0 - 2.0 * (x * x + z * z),
            2.0 * (y * z + x * w),
        ],
        [
            2.0 * (x * z + y * w),
            2.0 * (y * z - x * w),
            1.0 - 2.0 * (x * x + y * y),
        ],
    ];
    let scaled = |axis: usize| columns[axis].map(|entry| entry * scale[axis]);
    [scaled(0), scaled(1), scaled(2)]
}

fn normalised(quaternion: [f32; 4]) -> Option<[f32; 4]> {
    let wide = quaternion.map(f64::from);
    let length = wide.iter().map(|part| part * part).sum::<f64>().sqrt();
    (length > 0.0).then(|| wide.map(|part| (part / length) as f32))
}

/// Between −π and π.
fn wrapped(radians: f64) -> f32 {
    use std::f64::consts::{PI, TAU};
    let wrapped = if radians > PI {
        radians - TAU
    } else if radians < -PI {
        radians + TAU
    } else {
        radians
    };
    wrapped as f32 + 0.0 // no −0
}

fn finite<const N: usize>(
    numbers: [f32; N],
    key: &'static str,
) -> Result<[f32; N], (&'static str, String)> {
    if numbers.iter().all(|number| number.is_finite()) {
        Ok(numbers.map(|number| number + 0.0)) // no −0
    } else {
        Err((key, format!("`{key}` has a number that is too large")))
    }
}

fn note_distance(away: f32, key: &'static str, lost: &mut Vec<(&'static str, String)>) {
    if away != 0.0 {
        lost.push((key, format!("its place is {away} away from the plane")));
    }
}

fn note_scale(across: f32, key: &'static str, lost: &mut Vec<(&'static str, String)>) {
    if (across - 1.0).abs() > NOTHING {
        lost.push((key, format!("its scale across the plane is {across}")));
    }
}

fn note_turn(key: &'static str, lost: &mut Vec<(&'static str, String)>) {
    let what = "it is turned out of the plane, and imported as it looks from straight ahead";
    lost.push((key, what.to_owned()));
}
