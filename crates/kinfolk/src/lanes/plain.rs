//! The tail of a row in plain arithmetic.

use glam::{Vec2, Vec4, Vec4Swizzles};

use super::{EFFECTIVE, LARGE_Z, PASSING, SPECIAL};

#[derive(Clone, Copy, Debug)]
pub(super) struct Tail {
    offset: Vec2,
    z: i32,
    flags: u32,
}

impl Tail {
    #[inline(always)]
    pub(super) fn new(offset: Vec2, z: i32, flags: u32) -> Self {
        Self { offset, z, flags }
    }

    #[inline(always)]
    pub(super) fn offset(self) -> Vec2 {
        self.offset
    }

    #[inline(always)]
    pub(super) fn z(self) -> i32 {
        self.z
    }

    #[inline(always)]
    pub(super) fn flags(self) -> u32 {
        self.flags
    }

    /// The tail below `parent`, with this offset, if `size` is finite and there is nothing
    /// special.
    #[inline(always)]
    pub(super) fn below(self, parent: Self, offset: Vec4, size: Vec4) -> Option<Self> {
        let z = self.z.wrapping_add(parent.z);
        let flags = self
            .flags
            .wrapping_add(parent.flags & (self.flags >> PASSING));
        let quick =
            self.flags & SPECIAL == 0 && (-LARGE_Z..LARGE_Z).contains(&z) && size.is_finite();
        quick.then_some(Self {
            offset: offset.xy(),
            z,
            flags: flags & EFFECTIVE,
        })
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl Tail {
    /// The flags of both; what else there is means nothing.
    #[inline(always)]
    pub(super) fn or(self, other: Self) -> Self {
        let flags = self.flags | other.flags;
        Self { flags, ..self }
    }

    #[inline(always)]
    pub(super) fn at(self, offset: Vec2) -> Self {
        Self { offset, ..self }
    }

    /// The same with the layer of `other`, and with these of its flags.
    #[inline(always)]
    pub(super) fn with_rest_of(self, other: Self, flags: u32) -> Self {
        Self {
            z: other.z,
            flags: (self.flags & !flags) | (other.flags & flags),
            ..self
        }
    }

    #[inline(always)]
    pub(super) fn same(a: (Vec4, Self), b: (Vec4, Self)) -> bool {
        // In words that fit a register: an array would be compared through memory.
        let word = |low: u32, high: u32| u64::from(low) | (u64::from(high) << 32);
        let words = |(linear, tail): (Vec4, Self)| {
            let [a, b, c, d] = linear.to_array().map(f32::to_bits);
            let [x, y] = tail.offset.to_array().map(f32::to_bits);
            let (z, flags) = (tail.z.cast_unsigned(), tail.flags);
            [word(a, b), word(c, d), word(x, y), word(z, flags)]
        };
        let ([a, b, c, d], [e, f, g, h]) = (words(a), words(b));
        (a ^ e) | (b ^ f) | (c ^ g) | (d ^ h) == 0
    }
}
