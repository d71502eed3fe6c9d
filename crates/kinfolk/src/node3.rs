//! 3D: transforms of translation, rotation and scale, and nodes that carry them.
//!
//! World = parent's world × own, as a full 3×4 affine map. A [`Transform3`] inherits by
//! itself; a [`Node3`] adds visibility, activity and top level.

#[cfg(feature = "reflect")]
use bevy_reflect::std_traits::ReflectDefault;
use glam::{Affine3A, Mat3A, Mat4, Quat, Vec3, Vec3A, Vec4};

use crate::forest::Forest;
use crate::id::NodeId;
use crate::inherit::{InPlace, Inherit, Misfit, Rewrite};
use crate::linear::is_near;
use crate::linear3::{
    Linear3, Matrix3, Packed3, compose3, compose3_saturating, pack3, split3, unpack3,
};

/// Translation, rotation and scale in 3D. The matrix is T·R·S.
///
/// ```
/// use glam::{Quat, Vec3};
/// use kinfolk::{Forest, Transform3};
///
/// let mut forest = Forest::new();
/// let arm = forest.plant(Transform3::at(0.0, 1.0, 0.0).turned(Quat::from_rotation_z(1.0)))?;
/// let hand = forest.plant_at(arm, Transform3::at(2.0, 0.0, 0.0))?;
///
/// let place = forest.effective(hand).unwrap().position();
/// assert!(place.distance(Vec3::new(2.0 * 1f32.cos(), 1.0 + 2.0 * 1f32.sin(), 0.0)) < 1e-6);
/// # Ok::<(), kinfolk::PlantError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect))]
#[cfg_attr(feature = "reflect", reflect(Clone, Debug, Default, PartialEq))]
pub struct Transform3 {
    /// Where the origin is.
    pub translation: Vec3,
    /// How far the axes are turned. Taken as it is: a quaternion that is not a unit scales.
    pub rotation: Quat,
    /// How much longer the axes are; negative is mirrored.
    pub scale: Vec3,
}

impl Transform3 {
    /// Nothing moved, turned or scaled.
    pub const IDENTITY: Self = Self {
        translation: Vec3::ZERO,
        rotation: Quat::IDENTITY,
        scale: Vec3::ONE,
    };

    /// A transform with this translation and nothing else.
    #[must_use]
    pub const fn at(x: f32, y: f32, z: f32) -> Self {
        Self {
            translation: Vec3::new(x, y, z),
            ..Self::IDENTITY
        }
    }

    /// The same with this rotation.
    #[must_use]
    pub const fn turned(self, rotation: Quat) -> Self {
        Self { rotation, ..self }
    }

    /// The same with this scale.
    #[must_use]
    pub const fn scaled(self, x: f32, y: f32, z: f32) -> Self {
        Self {
            scale: Vec3::new(x, y, z),
            ..self
        }
    }

    /// The matrix T·R·S.
    #[must_use]
    pub fn to_affine(&self) -> Affine3A {
        to_glam(&self.matrix())
    }

    #[inline]
    fn matrix(&self) -> Matrix3 {
        let [x, y, z, w] = self.rotation.to_array();
        let (x2, y2, z2) = (x + x, y + y, z + z);
        let (xx, xy, xz) = (x * x2, x * y2, x * z2);
        let (yy, yz, zz) = (y * y2, y * z2, z * z2);
        let (wx, wy, wz) = (w * x2, w * y2, w * z2);
        let [sx, sy, sz] = self.scale.to_array();
        let [tx, ty, tz] = self.translation.to_array();
        [
            (1.0 - (yy + zz)) * sx,
            (xy + wz) * sx,
            (xz - wy) * sx,
            (xy - wz) * sy,
            (1.0 - (xx + zz)) * sy,
            (yz + wx) * sy,
            (xz + wy) * sz,
            (yz - wx) * sz,
            (1.0 - (xx + yy)) * sz,
            tx,
            ty,
            tz,
        ]
    }
}

impl Default for Transform3 {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// A 3D transform in the world.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect))]
#[cfg_attr(feature = "reflect", reflect(opaque, Clone, Debug, PartialEq))]
pub struct World3 {
    rows: Packed3,
}

impl World3 {
    #[inline]
    fn new(matrix: &Matrix3) -> Self {
        Self {
            rows: pack3(matrix),
        }
    }

    #[inline]
    fn matrix(&self) -> Matrix3 {
        unpack3(&self.rows)
    }

    /// Moves without making anything else ready again. Says whether that is another place.
    #[inline]
    fn set_translation(&mut self, translation: Vec3) -> bool {
        let mut moves = false;
        for (row, number) in self.rows.iter_mut().zip(translation.to_array()) {
            moves |= row.w.to_bits() != number.to_bits();
            row.w = number;
        }
        moves
    }

    /// The map from the node's space to the world.
    #[must_use]
    #[inline]
    pub fn affine(&self) -> Affine3A {
        let [x, y, z] = self.rows;
        let columns = Mat4::from_cols(x, y, z, Vec4::W).transpose();
        Affine3A {
            matrix3: Mat3A::from_cols(
                Vec3A::from_vec4(columns.x_axis),
                Vec3A::from_vec4(columns.y_axis),
                Vec3A::from_vec4(columns.z_axis),
            ),
            translation: Vec3A::from_vec4(columns.w_axis),
        }
    }

    /// The columns x, y, z and the translation, each xyz.
    #[must_use]
    pub fn to_array(&self) -> [f32; 12] {
        self.matrix()
    }

    /// Where the origin is.
    #[must_use]
    pub fn position(&self) -> Vec3 {
        Vec3::new(self.rows[0].w, self.rows[1].w, self.rows[2].w)
    }

    /// A point in the node's space, in the world. What would overflow saturates.
    #[must_use]
    pub fn point_to_world(&self, point_in_node: Vec3) -> Vec3 {
        let (linear, origin) = split3(&self.matrix());
        let [x, y, z] = linear.apply(point_in_node.to_array().map(f64::from));
        narrow([x + origin[0], y + origin[1], z + origin[2]])
    }

    /// A point in the world, in the node's space; `None` if that is flat.
    #[must_use]
    pub fn point_to_local(&self, point_in_world: Vec3) -> Option<Vec3> {
        let (linear, origin) = split3(&self.matrix());
        let [x, y, z] = point_in_world.to_array().map(f64::from);
        Some(narrow(linear.inverse()?.apply([
            x - origin[0],
            y - origin[1],
            z - origin[2],
        ])))
    }
}

impl PartialEq for World3 {
    /// Bit for bit.
    fn eq(&self, other: &Self) -> bool {
        Transform3::same(self, other)
    }
}

impl Inherit for Transform3 {
    type Ready = World3;
    type Effective = World3;

    #[inline]
    fn ready(&self) -> World3 {
        World3::new(&self.matrix())
    }

    fn catch_up(&mut self, ready: &World3) {
        self.translation = ready.position();
    }

    #[inline(always)]
    fn rewrite(&self, stored: Option<&Self>, ready: &mut World3) -> Rewrite {
        let Some(stored) = stored else {
            return Rewrite::Whole;
        };
        let bits = |value: &Self| {
            let rotation = value.rotation.to_array().map(f32::to_bits);
            (rotation, value.scale.to_array().map(f32::to_bits))
        };
        if bits(self) != bits(stored) {
            return Rewrite::Whole;
        }
        if !self.translation.is_finite() {
            return Rewrite::NotFinite;
        }
        match ready.set_translation(self.translation) {
            true => Rewrite::Moved,
            false => Rewrite::Same,
        }
    }

    #[inline(always)]
    fn inherit(own: &World3, parent: Option<&World3>) -> World3 {
        let Some(parent) = parent else { return *own };
        Self::inherit_quickly(own, parent)
            .unwrap_or_else(|| World3::new(&compose3_saturating(&parent.matrix(), &own.matrix())))
    }

    #[inline(always)]
    fn inherit_quickly(own: &World3, parent: &World3) -> Option<World3> {
        Some(World3 {
            rows: compose3(&parent.rows, &own.rows)?,
        })
    }

    #[inline(always)]
    fn same(a: &World3, b: &World3) -> bool {
        let mut differ = 0;
        for (a, b) in a.rows.iter().zip(&b.rows) {
            for (a, b) in a.to_array().into_iter().zip(b.to_array()) {
                differ |= a.to_bits() ^ b.to_bits();
            }
        }
        differ == 0
    }

    /// Whether every number is finite, those of the matrix included.
    #[inline]
    fn is_finite(&self) -> bool {
        self.rotation.is_finite()
            && self.scale.is_finite()
            && self.matrix().iter().all(|number| number.is_finite())
    }
}

impl InPlace for Transform3 {
    fn in_place(&self, wanted: &World3, parent: Option<&World3>) -> Result<Self, Misfit> {
        let (linear, offset) = below(wanted, parent)?;
        let hint = self.scale.to_array().map(|scale| scale < 0.0);
        let (rotation, scale) = linear
            .rotation_and_scale(hint)
            .ok_or(Misfit::NotInvertible)?;
        let [x, y, z, w] = rotation.map(|number| number as f32);
        let placed = Self {
            translation: narrow(offset),
            rotation: Quat::from_xyzw(x, y, z, w),
            scale: narrow(scale),
        };
        let (got, got_place) = split3(&Self::inherit(&placed.ready(), parent).matrix());
        let (world, place) = split3(&wanted.matrix());
        let (above, origin) = parent.map_or((linear, offset), |parent| split3(&parent.matrix()));
        if is_near(got.0, world.0, above.0, 1e-5) && is_near([got_place], [place], [origin], 1e-5) {
            Ok(placed)
        } else if linear.is_square() {
            Err(Misfit::NotInvertible)
        } else {
            Err(Misfit::NeedsShear)
        }
    }
}

/// The local linear part and offset of `wanted` below `parent`.
fn below(wanted: &World3, parent: Option<&World3>) -> Result<(Linear3, [f64; 3]), Misfit> {
    let (linear, place) = split3(&wanted.matrix());
    let Some(parent) = parent else {
        return Ok((linear, place));
    };
    let (above, origin) = split3(&parent.matrix());
    let inverse = above.inverse().ok_or(Misfit::NotInvertible)?;
    let offset = inverse.apply(core::array::from_fn(|row| place[row] - origin[row]));
    Ok((inverse.times(&linear), offset))
}

/// A 3D node: a transform that can be hidden, put to sleep, or made top level.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect))]
#[cfg_attr(feature = "reflect", reflect(Clone, Debug, Default, PartialEq))]
pub struct Node3 {
    /// Where the node is relative to its parent.
    pub transform: Transform3,
    /// Whether the node is shown, if its ancestors are.
    pub visible: bool,
    /// Whether the node takes part in the game, if its ancestors do.
    pub active: bool,
    /// Whether the transform is relative to the world instead of the parent.
    pub top_level: bool,
}

impl Node3 {
    /// A node with this transform and nothing else.
    #[must_use]
    pub const fn new(transform: Transform3) -> Self {
        Self {
            transform,
            visible: true,
            active: true,
            top_level: false,
        }
    }

    /// A node with this translation and nothing else.
    #[must_use]
    pub const fn at(x: f32, y: f32, z: f32) -> Self {
        Self::new(Transform3::at(x, y, z))
    }
}

impl Default for Node3 {
    fn default() -> Self {
        Self::new(Transform3::IDENTITY)
    }
}

/// A [`Node3`] made ready for updates.
#[derive(Debug, Clone, Copy)]
pub struct Ready3 {
    world: World3,
    visible: bool,
    active: bool,
    top_level: bool,
}

/// A [`Node3`] in the world.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect))]
#[cfg_attr(feature = "reflect", reflect(Clone, Debug, PartialEq))]
pub struct NodeWorld3 {
    /// Where the node is.
    pub world: World3,
    /// Whether the node and all its ancestors are visible.
    pub visible: bool,
    /// Whether the node and all its ancestors are active.
    pub active: bool,
}

impl Inherit for Node3 {
    type Ready = Ready3;
    type Effective = NodeWorld3;

    fn ready(&self) -> Ready3 {
        let Self {
            ref transform,
            visible,
            active,
            top_level,
        } = *self;
        Ready3 {
            world: transform.ready(),
            visible,
            active,
            top_level,
        }
    }

    #[inline(always)]
    fn inherit(own: &Ready3, parent: Option<&NodeWorld3>) -> NodeWorld3 {
        let above = parent
            .filter(|_| !own.top_level)
            .map(|parent| &parent.world);
        NodeWorld3 {
            world: Transform3::inherit(&own.world, above),
            visible: own.visible & parent.is_none_or(|parent| parent.visible),
            active: own.active & parent.is_none_or(|parent| parent.active),
        }
    }

    #[inline(always)]
    fn same(a: &NodeWorld3, b: &NodeWorld3) -> bool {
        Transform3::same(&a.world, &b.world) & (a.visible == b.visible) & (a.active == b.active)
    }

    fn is_finite(&self) -> bool {
        self.transform.is_finite()
    }
}

impl InPlace for Node3 {
    fn in_place(&self, wanted: &NodeWorld3, parent: Option<&NodeWorld3>) -> Result<Self, Misfit> {
        let above = parent
            .filter(|_| !self.top_level)
            .map(|parent| &parent.world);
        let transform = self.transform.in_place(&wanted.world, above)?;
        Ok(Self { transform, ..*self })
    }
}

impl Forest<Transform3> {
    /// Moves `node` relative to its parent. The cheapest way to write; nothing is written, and
    /// nothing needs an update, if it is there already.
    ///
    /// # Errors
    /// Refuses a stale id and numbers that are not finite.
    #[inline]
    pub fn set_translation(
        &mut self,
        node: NodeId,
        translation: impl Into<Vec3>,
    ) -> Result<(), crate::WriteError> {
        let translation = translation.into();
        let is_written = translation.is_finite()
            && self.write_ready(node, |ready| ready.set_translation(translation));
        match is_written {
            true => Ok(()),
            false => Err(self.refusal(node)),
        }
    }
}

fn narrow([x, y, z]: [f64; 3]) -> Vec3 {
    let number = crate::linear::saturate;
    Vec3::new(number(x), number(y), number(z))
}

#[inline]
fn to_glam(matrix: &Matrix3) -> Affine3A {
    let column = |at: usize| Vec3A::new(matrix[at * 3], matrix[at * 3 + 1], matrix[at * 3 + 2]);
    Affine3A {
        matrix3: Mat3A::from_cols(column(0), column(1), column(2)),
        translation: column(3),
    }
}
