//! The 2D rule in vector registers: what an update does for every row.
//!
//! A row fills two registers of four lanes: the linear part, and the *tail*. On x86-64 the
//! tail is computed with vector instructions too, and a run of rows two at a time where the
//! processor can do that; elsewhere by plain arithmetic. The bits are the same everywhere:
//! numbers are only multiplied and added, in one order, and nothing is fused.

#[cfg(any(test, not(target_arch = "x86_64")))]
mod plain;
#[cfg(all(test, target_arch = "x86_64"))]
mod tests;
#[cfg(target_arch = "x86_64")]
mod x86;

use core::cell::Cell;

use glam::{Vec2, Vec4, Vec4Swizzles};

use crate::ahead::ask_for;
use crate::bits::GROUP;
use crate::inherit;
use crate::linear::Matrix;
use crate::node2::{Node2, Ready2};
use crate::world2::World2;

#[cfg(not(target_arch = "x86_64"))]
use plain::Tail;
#[cfg(target_arch = "x86_64")]
use x86::Tail;

#[cfg(not(target_arch = "x86_64"))]
pub(crate) use crate::inherit::{one_by_one as inherit_rest, one_by_one as inherit_rows};
#[cfg(not(target_arch = "x86_64"))]
pub(crate) use one_below_the_other as inherit_chain;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86::{inherit_chain, inherit_rest, inherit_rows};

/// A place in the plane, a draw layer and flags: what a node has of its own, or in the world.
///
/// Never in two cache lines.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(crate) struct Lanes {
    /// `[a, b, c, d]`.
    linear: Vec4,
    /// `[tx, ty, z, flags]`.
    tail: Tail,
}

/// Flags of an effective value. There is room for a carry above those that a child and its
/// parent may both have: the rule adds them, and drops the carry.
pub(crate) const EFFECTIVE: u32 = 0b101_0111;

/// Where in the flags of an own value those are that it takes over from its parent.
pub(crate) const PASSING: u32 = 8;

/// The flag of an own value that takes more than [`Lanes::below`] does. It is the sign.
pub(crate) const SPECIAL: u32 = 1 << 31;

/// The flag of an own value whose linear part may not be [`UNTURNED`].
pub(crate) const TURNED: u32 = 1 << 25;

/// Draw layers from here on, on either side of zero, take more, too.
pub(crate) const LARGE_Z: i32 = 1 << 30;

impl Lanes {
    #[inline(always)]
    pub(crate) fn new(&[a, b, c, d, tx, ty]: &Matrix, z: i32, flags: u32) -> Self {
        Self {
            linear: Vec4::new(a, b, c, d),
            tail: Tail::new(Vec2::new(tx, ty), z, flags),
        }
    }

    /// The same for whom nobody has turned, scaled or skewed.
    #[inline(always)]
    pub(crate) fn unturned(offset: Vec2, z: i32, flags: u32) -> Self {
        Self {
            linear: UNTURNED,
            tail: Tail::new(offset, z, flags),
        }
    }

    #[inline(always)]
    pub(crate) fn matrix(&self) -> Matrix {
        let [a, b, c, d] = self.linear.to_array();
        let Vec2 { x, y } = self.offset();
        [a, b, c, d, x, y]
    }

    #[inline(always)]
    pub(crate) fn offset(&self) -> Vec2 {
        self.tail.offset()
    }

    #[inline(always)]
    pub(crate) fn z(&self) -> i32 {
        self.tail.z()
    }

    #[inline(always)]
    pub(crate) fn flags(&self) -> u32 {
        self.tail.flags()
    }

    /// The same with another offset.
    #[inline(always)]
    pub(crate) fn at(&self, offset: Vec2) -> Self {
        Self {
            linear: self.linear,
            tail: self.tail.at(offset),
        }
    }

    /// The same with other flags.
    #[inline(always)]
    pub(crate) fn with_flags(&self, flags: u32) -> Self {
        Self {
            linear: self.linear,
            tail: Tail::new(self.offset(), self.z(), flags),
        }
    }

    /// Whether both are the same, bit for bit.
    #[inline(always)]
    pub(crate) fn same(&self, other: &Self) -> bool {
        Tail::same((self.linear, self.tail), (other.linear, other.tail))
    }

    /// The same with another tail.
    #[inline(always)]
    fn with_tail(&self, tail: Tail) -> Self {
        let Self { linear, .. } = *self;
        Self { linear, tail }
    }

    /// Whether both have the same place, bit for bit.
    #[inline(always)]
    pub(crate) fn same_place(&self, other: &Self) -> bool {
        self.same(&other.with_tail(self.tail.at(other.offset())))
    }

    /// The same with the layer of `other`, and with these of its flags.
    #[inline(always)]
    fn with_rest_of(&self, other: &Self, flags: u32) -> Self {
        self.with_tail(self.tail.with_rest_of(other.tail, flags))
    }

    /// An own value below an effective one, from which it takes over everything: parent ×
    /// own, layers added, flags as `(parent's & passing) ^ own`. Nothing if the own value is
    /// [`SPECIAL`], if something overflows or if a layer gets [large](LARGE_Z).
    ///
    /// There is one branch in it, for all of these.
    #[inline(always)]
    pub(crate) fn below(&self, parent: &Self) -> Option<Self> {
        let (linear, offset) = self.product(parent);
        // The sum is finite only if all numbers are. If it overflows, though they do not, or
        // if a lane does that means nothing, that is handled as well, only not as quickly.
        let tail = self.tail.below(parent.tail, offset, linear + offset)?;
        Some(Self { linear, tail })
    }

    /// Parent × own, if it does not overflow.
    pub(crate) fn matrix_below(&self, parent: &Self) -> Option<Matrix> {
        let (linear, offset) = self.product(parent);
        let [a, b, c, d] = linear.to_array();
        let matrix = [a, b, c, d, offset.x, offset.y];
        let finite = matrix.iter().all(|number| number.is_finite());
        finite.then_some(matrix)
    }

    /// Parent × own; the last two lanes of the offset mean nothing.
    #[inline(always)]
    fn product(&self, parent: &Self) -> (Vec4, Vec4) {
        let Vec2 { x, y } = parent.offset();
        self.product_below(parent.linear, Vec4::new(x, y, 0.0, 0.0))
    }

    #[inline(always)]
    fn product_below(&self, p: Vec4, parents_offset: Vec4) -> (Vec4, Vec4) {
        let o = self.linear;
        let linear = p.xyxy() * o.xxzz() + p.zwzw() * o.yyww();
        let Vec2 { x, y } = self.offset();
        let moved = p * Vec4::new(x, x, y, y);
        (linear, moved + moved.zwzw() + parents_offset)
    }

    /// The place alone.
    #[inline(always)]
    pub(crate) fn place(&self) -> Place {
        let Vec2 { x, y } = self.offset();
        Place {
            linear: self.linear,
            offset: Vec4::new(x, y, 0.0, 0.0),
        }
    }

    /// The place below a parent's, if nothing is special and nothing overflows.
    #[inline(always)]
    pub(crate) fn place_below(&self, parent: &Place) -> Place {
        let (linear, offset) = self.product_below(parent.linear, parent.offset);
        Place { linear, offset }
    }

    /// Whether the linear part is [`UNTURNED`].
    #[inline(always)]
    pub(crate) fn is_unturned(&self) -> bool {
        let bits = |linear: Vec4| linear.to_array().map(f32::to_bits);
        bits(self.linear) == bits(UNTURNED)
    }

    /// What of this own value is unusual.
    #[inline(always)]
    pub(crate) fn oddness(&self) -> Oddness {
        Oddness(self.tail)
    }

    /// The offset alone.
    #[inline(always)]
    pub(crate) fn shift(&self) -> Shift {
        let Vec2 { x, y } = self.offset();
        Shift(Vec4::new(x, y, 0.0, 0.0))
    }

    /// The offset below a parent's that is [straight](Oddness::is_straight), as this is; but a zero may have the
    /// other sign.
    #[inline(always)]
    pub(crate) fn shift_below(&self, parent: &Shift) -> Shift {
        Shift(self.shift().0 + parent.0)
    }

    /// As [`below`](Self::below), for whom is [straight](Oddness::is_straight) below a parent that is, with this
    /// offset: also nothing if a zero comes out. Says where it is, too.
    #[inline(always)]
    fn shifted_below(&self, parent: &Self, parents_offset: &Shift) -> Option<(Self, Shift)> {
        let shift = self.shift_below(parents_offset);
        shift.if_certain()?;
        let tail = self.tail.below(parent.tail, shift.0, shift.0)?;
        Some((parent.with_tail(tail), shift))
    }
}

/// As [`Inherit::inherit_chain`] of `Node2`. Where nobody is turned, a row waits for a sum of the row before, and
/// not for a product.
#[inline(always)]
pub(crate) fn one_below_the_other(
    own: &[Ready2],
    effective: &mut [World2],
    above: World2,
) -> (usize, u64) {
    let mut shift = above.0.is_unturned().then(|| above.0.shift());
    let inherit_quickly = |Ready2(own): &Ready2, World2(above): &World2| {
        let straight = shift.take().filter(|_| own.oddness().is_straight());
        if let Some(above_shift) = &straight
            && let Some((new, own_shift)) = own.shifted_below(above, above_shift)
        {
            shift = Some(own_shift);
            return Some(World2(new));
        }
        let new = own.below(above)?;
        shift = straight.map(|_| new.shift());
        Some(World2(new))
    };
    inherit::one_below_the_other::<Node2>(own, effective, above, inherit_quickly)
}

/// The linear part of whom nobody has turned, scaled or skewed, with the zeros that its rule gives: the third
/// number is that of a turned y axis, the negative of a sine. Multiplied by itself it is itself, and what is
/// multiplied by it stays what it is, but for the signs of zeros.
const UNTURNED: Vec4 = Vec4::new(1.0, 0.0, -0.0, 1.0);

/// Rows that take over their parents' layers, and these flags. Says which are not what they were.
#[inline(always)]
pub(crate) fn pass_rest(
    flags: u32,
    parents: &[u32],
    effective: &[Cell<World2>],
    above: impl Fn(u32) -> World2,
) -> u64 {
    let mut changed = 0;
    for (row, (&parent, place)) in parents.iter().zip(effective).enumerate() {
        if let Some(next) = effective.get(row + GROUP) {
            ask_for(next);
        }
        let old = place.get().0;
        let new = old.with_rest_of(&above(parent).0, flags);
        place.set(World2(new));
        changed |= u64::from(!new.same(&old)) << row;
    }
    changed
}

/// A place in the plane.
pub(crate) struct Place {
    linear: Vec4,
    /// The last two lanes mean nothing.
    offset: Vec4,
}

impl Place {
    /// Where it is, if all numbers are finite, and far from not being so. What has overflown on the way is
    /// still not finite.
    #[inline(always)]
    pub(crate) fn if_finite(&self) -> Option<Vec2> {
        let is_finite = (self.linear + self.offset.xyxy()).is_finite();
        is_finite.then_some(self.offset.xy())
    }
}

/// The offset of a place.
///
/// The last two lanes are zero, and asked for in the end: else a compiler takes layers and flags along, which as
/// numbers are so tiny that processors are slow with them.
pub(crate) struct Shift(Vec4);

impl Shift {
    /// Where it is, if both numbers are finite and neither is a zero. What has overflown on the way is still
    /// not finite, and whatever is added to a zero, whichever sign it has, comes out the same.
    #[inline(always)]
    pub(crate) fn if_certain(&self) -> Option<Vec2> {
        let Vec2 { x, y } = self.0.xy();
        let is_certain = self.0.is_finite() & (x != 0.0) & (y != 0.0);
        is_certain.then_some(Vec2 { x, y })
    }
}

/// What is unusual on the way to a place: all the bits in the tails of whom one came by.
pub(crate) struct Oddness(Tail);

impl Oddness {
    #[inline(always)]
    pub(crate) fn or(self, other: Self) -> Self {
        Self(self.0.or(other.0))
    }

    /// Whether nobody is [`SPECIAL`].
    #[inline(always)]
    pub(crate) fn is_plain(&self) -> bool {
        self.0.flags() & SPECIAL == 0
    }

    /// Whether nobody is turned or scaled.
    #[inline(always)]
    pub(crate) fn is_straight(&self) -> bool {
        self.0.flags() & TURNED == 0
    }
}
