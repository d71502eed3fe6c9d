//! The 2D node: what an author writes, and what it becomes in the world.
//!
//! World = parent's world × own, as a full affine map; z adds up; visible and active are
//! true only if they are so all the way up. A world also carries which axes it mirrors.
//! Ready and effective values are 32 bytes each.

use core::cell::Cell;

#[cfg(feature = "reflect")]
use bevy_reflect::std_traits::ReflectDefault;
use glam::Vec2;

use crate::inherit::{InPlace, Inherit, Misfit, Rewrite};
use crate::inherits::{Inherits, Mirrored};
use crate::lanes::{self, EFFECTIVE, LARGE_Z, Lanes, PASSING, SPECIAL, TURNED};
use crate::linear::{compose_saturating, is_near, join, split};
use crate::transform2::Transform2;
use crate::world2::{HIDDEN, INACTIVE, MIRRORS, World2, Y_SORT, mirror, mirror_flags};

/// A 2D node as its author wrote it.
///
/// ```
/// use kinfolk::{Forest, Node2};
///
/// let mut forest = Forest::new();
/// let boss = forest.plant(Node2::at(10.0, 5.0).with_z(2))?;
/// let arm = forest.plant_at(boss, Node2::at(-1.5, 0.5).scaled(-1.0, 1.0).with_z(1))?;
///
/// let world = forest.effective(arm).unwrap();
/// assert_eq!(world.position().to_array(), [8.5, 5.5]);
/// assert_eq!(world.z(), 3);
/// # Ok::<(), kinfolk::PlantError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect))]
#[cfg_attr(feature = "reflect", reflect(Clone, Debug, Default, PartialEq))]
pub struct Node2 {
    /// Where the node is relative to its parent. The identity passes the parent's world on.
    pub transform: Transform2,
    /// The draw layer, added to the parent's if `z_relative`.
    pub z: i32,
    /// What of the parent's world the transform is relative to.
    pub inherits: Inherits,
    /// Whether `z` is added to the parent's.
    pub z_relative: bool,
    /// Whether the node is shown, if its ancestors are.
    pub visible: bool,
    /// Whether the node takes part in the game, if its ancestors do.
    pub active: bool,
    /// Whether the node and its children are drawn by their height in the world, from the
    /// highest to the lowest, instead of in tree order. See [`DrawOrder`](crate::DrawOrder).
    pub y_sort: bool,
}

impl Node2 {
    /// A node without anything of its own: it passes its parent's values on.
    pub const PLAIN: Self = Self {
        transform: Transform2::IDENTITY,
        z: 0,
        inherits: Inherits::ALL,
        z_relative: true,
        visible: true,
        active: true,
        y_sort: false,
    };

    /// A node with this transform and nothing else.
    #[must_use]
    pub const fn new(transform: Transform2) -> Self {
        Self {
            transform,
            ..Self::PLAIN
        }
    }

    /// A node with this position and nothing else.
    #[must_use]
    pub const fn at(x: f32, y: f32) -> Self {
        Self::new(Transform2::at(x, y))
    }

    /// The same with this rotation, in radians.
    #[must_use]
    pub const fn turned(self, rotation_radians: f32) -> Self {
        Self {
            transform: self.transform.turned(rotation_radians),
            ..self
        }
    }

    /// The same with this scale.
    #[must_use]
    pub const fn scaled(self, x: f32, y: f32) -> Self {
        Self {
            transform: self.transform.scaled(x, y),
            ..self
        }
    }

    /// The same with this skew, in radians.
    #[must_use]
    pub const fn skewed(self, skew_radians: f32) -> Self {
        Self {
            transform: self.transform.skewed(skew_radians),
            ..self
        }
    }

    /// The same on this draw layer, relative to its parent's.
    #[must_use]
    pub const fn with_z(self, z: i32) -> Self {
        Self {
            z,
            z_relative: true,
            ..self
        }
    }

    /// The same on this draw layer, whatever its parent's.
    #[must_use]
    pub const fn with_absolute_z(self, z: i32) -> Self {
        Self {
            z,
            z_relative: false,
            ..self
        }
    }

    /// The same, inheriting only this.
    #[must_use]
    pub const fn with_inherits(self, inherits: Inherits) -> Self {
        Self { inherits, ..self }
    }

    /// The same, not shown.
    #[must_use]
    pub const fn hidden(self) -> Self {
        Self {
            visible: false,
            ..self
        }
    }

    /// The same, not active.
    #[must_use]
    pub const fn inactive(self) -> Self {
        Self {
            active: false,
            ..self
        }
    }

    /// The same, drawn together with its children by height.
    #[must_use]
    pub const fn y_sorted(self) -> Self {
        Self {
            y_sort: true,
            ..self
        }
    }
}

impl Default for Node2 {
    fn default() -> Self {
        Self::PLAIN
    }
}

impl From<Transform2> for Node2 {
    fn from(transform: Transform2) -> Self {
        Self::new(transform)
    }
}

// A ready value has the same flags in its first byte, and in the second byte those that
// pass through it: a child's are (parent's & passing) ^ own. Then come its `Inherits`.
pub(crate) const INHERITS: u32 = 16;
/// The draw layer does not depend on the parent's.
const ABSOLUTE_Z: u32 = 1 << 24;
const _: () = assert!(TURNED > ABSOLUTE_Z && TURNED & SPECIAL == 0);

/// The flags of the ready value of [`Node2::PLAIN`], wherever that is.
const USUAL: u32 =
    ((HIDDEN | INACTIVE | MIRRORS) << PASSING) | ((Inherits::ALL.bits() as u32) << INHERITS);

/// [`SPECIAL`] for a draw layer that is large, on either side of zero.
#[inline(always)]
fn large(z: i32) -> u32 {
    const { assert!(LARGE_Z as u32 * 2 == SPECIAL) }; // so that large ones reach the sign
    z.wrapping_add(LARGE_Z).cast_unsigned() & SPECIAL
}

/// A [`Node2`] made ready for updates.
#[derive(Debug, Clone, Copy)]
pub struct Ready2(pub(crate) Lanes);

impl Ready2 {
    /// Moves without making anything else ready again. Says whether that is another place.
    #[inline]
    pub(crate) fn set_position(&mut self, position: Vec2) -> bool {
        // To look first is no detour: a processor waits for many looks at once.
        let moves = bits(self.0.offset()) != bits(position);
        if moves {
            self.0 = self.0.at(position);
        }
        moves
    }
}

/// Both numbers in one word.
#[inline(always)]
fn bits(place: Vec2) -> u64 {
    u64::from(place.x.to_bits()) | (u64::from(place.y.to_bits()) << 32)
}

/// Whether both numbers are finite, in few steps: one more in their exponents gives those that
/// are not a sign.
#[inline(always)]
pub(crate) fn is_finite(place: Vec2) -> bool {
    let sizes = bits(place) & 0x7fff_ffff_7fff_ffff;
    (sizes + 0x0080_0000_0080_0000) & 0x8000_0000_8000_0000 == 0
}

impl Inherit for Node2 {
    type Ready = Ready2;
    type Effective = World2;

    #[inline(always)]
    fn ready(&self) -> Ready2 {
        if self.transform.only_moves(&Transform2::IDENTITY) {
            Ready2(Lanes::unturned(
                self.transform.position,
                self.z,
                self.flags(),
            ))
        } else {
            self.turned_ready()
        }
    }

    fn catch_up(&mut self, ready: &Ready2) {
        self.transform.position = ready.0.offset();
    }

    #[inline(always)]
    fn rewrite(&self, stored: Option<&Self>, ready: &mut Ready2) -> Rewrite {
        let only_moves = if self.transform.only_moves(&Transform2::IDENTITY) {
            // Then the ready value tells all, and what is stored need not be looked for.
            (self.z == ready.0.z()) & (self.flags() == ready.0.flags())
        } else if let Some(stored) = stored {
            self.transform.only_moves(&stored.transform)
                & (self.z == stored.z)
                & (self.inherits == stored.inherits)
                & (self.z_relative == stored.z_relative)
                & (self.visible == stored.visible)
                & (self.active == stored.active)
                & (self.y_sort == stored.y_sort)
        } else {
            false
        };
        if !only_moves {
            return Rewrite::Whole;
        }
        let position = self.transform.position;
        if !is_finite(position) {
            return Rewrite::NotFinite;
        }
        match ready.set_position(position) {
            true => Rewrite::Moved,
            false => Rewrite::Same,
        }
    }

    #[inline(always)]
    fn told(ready: &Ready2) -> Option<Self> {
        let flags = ready.0.flags();
        if flags & TURNED != 0 {
            return None;
        }
        let Vec2 { x, y } = ready.0.offset();
        let passing = flags >> PASSING;
        Some(Self {
            transform: Transform2::at(x, y),
            z: ready.0.z(),
            inherits: Inherits::from_bits_truncate((flags >> INHERITS) as u8),
            z_relative: flags & ABSOLUTE_Z == 0,
            visible: passing & HIDDEN != 0,
            active: passing & INACTIVE != 0,
            y_sort: flags & Y_SORT != 0,
        })
    }

    #[inline(always)]
    fn inherit(own: &Ready2, parent: Option<&World2>) -> World2 {
        match parent {
            Some(parent) => {
                Self::inherit_quickly(own, parent).unwrap_or_else(|| inherit_with_care(own, parent))
            }
            None => World2(own.0.with_flags(own.0.flags() & EFFECTIVE)),
        }
    }

    #[inline(always)]
    fn inherit_quickly(own: &Ready2, parent: &World2) -> Option<World2> {
        Some(World2(own.0.below(&parent.0)?))
    }

    #[inline(always)]
    fn inherit_rows(
        own: &[Ready2],
        parents: &[u32],
        effective: &[Cell<World2>],
        above: impl Fn(usize, u32) -> World2,
    ) -> (u64, u64) {
        lanes::inherit_rows::<Self>(own, parents, effective, above)
    }

    #[inline(always)]
    fn inherit_chain(own: &[Ready2], effective: &mut [World2], above: World2) -> (usize, u64) {
        lanes::inherit_chain(own, effective, above)
    }

    /// The rest is the layer, and who is visible and active.
    #[inline(always)]
    fn inherit_rest(
        own: &[Ready2],
        parents: &[u32],
        effective: &[Cell<World2>],
        above: impl Fn(usize, u32) -> World2,
    ) -> (u64, u64) {
        lanes::inherit_rest::<Self>(own, parents, effective, above)
    }

    #[inline(always)]
    fn passes_rest(own: &Ready2) -> bool {
        own.0.z() == 0 && own.0.flags() & (SPECIAL | HIDDEN | INACTIVE) == 0
    }

    #[inline(always)]
    fn pass_rest(
        parents: &[u32],
        effective: &[Cell<World2>],
        above: impl Fn(u32) -> World2,
    ) -> u64 {
        lanes::pass_rest(HIDDEN | INACTIVE, parents, effective, above)
    }

    /// Mirrored axes have to do with places.
    #[inline(always)]
    fn changed_in_rest(old: &World2, new: &World2) -> bool {
        let mirrors_too = (old.0.flags() ^ new.0.flags()) & MIRRORS != 0;
        !mirrors_too && old.0.same_place(&new.0)
    }

    #[inline(always)]
    fn same(a: &World2, b: &World2) -> bool {
        a.0.same(&b.0)
    }

    #[inline]
    fn is_finite(&self) -> bool {
        self.transform.is_finite()
    }
}

/// The rule for everything, slowly: for what is not inherited in full, or would overflow.
#[cold]
#[inline(never)]
fn inherit_with_care(own: &Ready2, parent: &World2) -> World2 {
    let (own_flags, parent_flags) = (own.0.flags(), parent.0.flags());
    let inherits = Inherits::from_bits_truncate((own_flags >> INHERITS) as u8);
    let own_mirror = mirror(own_flags);
    let (matrix, world_mirror) = if inherits == Inherits::TOP_LEVEL {
        (own.0.matrix(), own_mirror)
    } else if inherits.contains(Inherits::ALL) {
        let saturating = || compose_saturating(&parent.matrix(), &own.0.matrix());
        let matrix = own.0.matrix_below(&parent.0).unwrap_or_else(saturating);
        (matrix, parent.mirror().with(own_mirror))
    } else {
        let (linear, offset) = split(&own.0.matrix());
        let ((linear, mirror), place) = parent.frame(inherits).world((linear, own_mirror), offset);
        (join(linear, place), mirror)
    };
    let z = if own_flags & ABSOLUTE_Z == 0 {
        own.0.z().saturating_add(parent.z())
    } else {
        own.0.z()
    };
    let passed = (parent_flags & (own_flags >> PASSING)) ^ (own_flags & EFFECTIVE);
    let flags = (passed & !MIRRORS) | mirror_flags(world_mirror);
    World2(Lanes::new(&matrix, z, flags))
}

impl Node2 {
    /// All that flags come from but the layer, in one word: side by side in memory, read at once.
    #[inline(always)]
    const fn looks(&self) -> u64 {
        let Self {
            inherits,
            z_relative,
            visible,
            active,
            y_sort,
            ..
        } = *self;
        let [relative, visible, active] = [z_relative as u8, visible as u8, active as u8];
        u64::from_le_bytes([
            inherits.bits(),
            relative,
            visible,
            active,
            y_sort as u8,
            0,
            0,
            0,
        ])
    }

    /// The ready value of somebody who is turned, scaled or skewed.
    #[inline]
    fn turned_ready(&self) -> Ready2 {
        let flags = self.flags() | TURNED | mirror_flags(self.transform.mirror());
        Ready2(Lanes::new(&self.transform.matrix(), self.z, flags))
    }

    /// The flags of the ready value of somebody who is not turned, scaled or skewed: no two such
    /// nodes have the same if they differ in more than position and layer.
    #[inline(always)]
    fn flags(&self) -> u32 {
        // Mostly it is like that, and to see that takes fewer steps than all that follows.
        if self.z == 0 && self.looks() == const { Self::PLAIN.looks() } {
            return USUAL;
        }
        let flag = |set: bool, flag: u32| u32::from(set) * flag;
        let passing = flag(self.visible, HIDDEN) | flag(self.active, INACTIVE);
        let own = (passing ^ (HIDDEN | INACTIVE)) | flag(self.y_sort, Y_SORT);
        let passing = passing | MIRRORS;
        let is_partial = !self.inherits.contains(Inherits::ALL);
        own | (passing << PASSING)
            | (u32::from(self.inherits.bits()) << INHERITS)
            | flag(!self.z_relative, ABSOLUTE_Z | SPECIAL)
            | flag(is_partial, SPECIAL)
            | large(self.z)
    }

    /// The transform that gives this world below `parent`, if there is one: below a parent
    /// that squeezes one axis to next to nothing single precision has none.
    pub(crate) fn transform_in_place(
        &self,
        world: Mirrored,
        place: [f64; 2],
        parent: Option<&World2>,
    ) -> Result<Transform2, Misfit> {
        let ((linear, mirror), offset) = match parent {
            None => (world, place),
            Some(parent) => {
                let frame = parent.frame(self.inherits);
                (frame.own_axes(world)?, frame.own_offset(place)?)
            }
        };
        let fits = |number: &f64| number.abs() <= f64::from(f32::MAX);
        if ![linear.x, linear.y, offset].iter().flatten().all(fits) {
            return Err(Misfit::NotFinite);
        }
        let mirror = mirror.fitting(linear.determinant());
        let transform = Transform2::from_parts(linear, offset, mirror);
        let squeezes = |parent: &World2| split(&parent.matrix()).0.squeezes();
        if self.inherits.contains(Inherits::ALL) && !parent.is_some_and(squeezes) {
            return Ok(transform); // single precision is off by 1e-7 then, times a hundred at most
        }
        let got = Self::inherit(&Self { transform, ..*self }.ready(), parent);
        let (got_linear, got_place) = split(&got.matrix());
        let (above, origin) = parent.map_or((linear, offset), |parent| split(&parent.matrix()));
        let near = is_near(
            [got_linear.x, got_linear.y],
            [world.0.x, world.0.y],
            [above.x, above.y],
            1e-4,
        ) && is_near([got_place], [place], [origin], 1e-4);
        if near {
            Ok(transform)
        } else {
            Err(Misfit::NotInvertible)
        }
    }
}

impl InPlace for Node2 {
    fn in_place(&self, wanted: &World2, parent: Option<&World2>) -> Result<Self, Misfit> {
        let (linear, place) = split(&wanted.matrix());
        let transform = self.transform_in_place((linear, wanted.mirror()), place, parent)?;
        Ok(Self { transform, ..*self })
    }
}
