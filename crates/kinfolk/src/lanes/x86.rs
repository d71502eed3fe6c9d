//! The tail of a row in a vector register, and two rows at once in wider ones.
//!
//! Every x86-64 processor has the instructions of [`Tail`]; those of [`inherit_rows`] are asked
//! for first. [`kernel!`] makes functions in which they are safe to use.

mod wide;

use core::arch::x86_64::{
    __m128i, __m256, __m256i, _mm_add_epi32, _mm_and_si128, _mm_andnot_si128, _mm_castpd_si128,
    _mm_castps_pd, _mm_castps_si128, _mm_castsi128_pd, _mm_castsi128_ps, _mm_cmpeq_epi32,
    _mm_cvtsi128_si64, _mm_move_sd, _mm_movemask_ps, _mm_or_si128, _mm_set_epi32, _mm_set1_epi32,
    _mm_srli_epi32, _mm_unpackhi_epi64, _mm_xor_si128, _mm256_add_epi32, _mm256_add_ps,
    _mm256_and_ps, _mm256_and_si256, _mm256_blend_ps, _mm256_broadcastsi128_si256,
    _mm256_castps_si256, _mm256_castps256_ps128, _mm256_castsi256_ps, _mm256_castsi256_si128,
    _mm256_cmpeq_epi32, _mm256_extractf128_ps, _mm256_extracti128_si256, _mm256_movehdup_ps,
    _mm256_moveldup_ps, _mm256_movemask_ps, _mm256_mul_ps, _mm256_or_si256, _mm256_permute_ps,
    _mm256_set_m128, _mm256_set_m128i, _mm256_set1_epi32, _mm256_srli_epi32,
};
use core::cell::Cell;

use fearless_simd::{Avx2, Avx512, Level, Simd, Sse2, kernel};
use glam::{Vec2, Vec4};

use super::{EFFECTIVE, LARGE_Z, Lanes, PASSING, SPECIAL, one_below_the_other};
use crate::ahead::ask_for;
use crate::bits::GROUP;
use crate::inherit::{Inherit, one_by_one};
use crate::node2::{Node2, Ready2};
use crate::world2::World2;

/// `[tx, ty, z, flags]`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tail(__m128i);

/// The proof that this is an x86-64 processor.
#[inline(always)]
fn sse2() -> Sse2 {
    let sse2 = Level::baseline().as_sse2();
    sse2.expect("every x86-64 processor has these instructions")
}

impl Tail {
    #[inline(always)]
    pub(super) fn new(offset: Vec2, z: i32, flags: u32) -> Self {
        let (x, y) = (offset.x.to_bits(), offset.y.to_bits());
        Self(made_of(sse2(), [x, y, z.cast_unsigned(), flags]))
    }

    #[inline(always)]
    pub(super) fn offset(self) -> Vec2 {
        let [x, y] = halves(lower(sse2(), self.0));
        Vec2::new(f32::from_bits(x), f32::from_bits(y))
    }

    #[inline(always)]
    pub(super) fn z(self) -> i32 {
        halves(upper(sse2(), self.0))[0].cast_signed()
    }

    #[inline(always)]
    pub(super) fn flags(self) -> u32 {
        halves(upper(sse2(), self.0))[1]
    }

    #[inline(always)]
    pub(super) fn at(self, offset: Vec2) -> Self {
        let offset = Vec4::new(offset.x, offset.y, 0.0, 0.0);
        Self(with_offset(sse2(), self.0, offset))
    }

    /// The flags of both; what else there is means nothing.
    #[inline(always)]
    pub(super) fn or(self, other: Self) -> Self {
        Self(either(sse2(), self.0, other.0))
    }

    #[inline(always)]
    pub(super) fn same(a: (Vec4, Self), b: (Vec4, Self)) -> bool {
        same(sse2(), a, b)
    }

    /// The same with the layer of `other`, and with these of its flags.
    #[inline(always)]
    pub(super) fn with_rest_of(self, other: Self, flags: u32) -> Self {
        let theirs = made_of(sse2(), [0, 0, u32::MAX, flags]);
        Self(blended(sse2(), self.0, other.0, theirs))
    }

    /// The tail below `parent`, with this offset, if `size` is finite and there is nothing
    /// special.
    #[inline(always)]
    pub(super) fn below(self, parent: Self, offset: Vec4, size: Vec4) -> Option<Self> {
        let (tail, odd) = below(sse2(), self.0, parent.0, size);
        (odd == 0).then(|| Self(with_offset(sse2(), tail, offset)))
    }
}

#[inline(always)]
fn halves(word: i64) -> [u32; 2] {
    let word = word.cast_unsigned();
    [word as u32, (word >> 32) as u32]
}

kernel!(
    #[inline(always)]
    fn made_of(sse2: Sse2, lanes: [u32; 4]) -> __m128i {
        let [x, y, z, flags] = lanes;
        _mm_set_epi32(flags as i32, z as i32, y as i32, x as i32)
    }
);

kernel!(
    #[inline(always)]
    fn lower(sse2: Sse2, lanes: __m128i) -> i64 {
        _mm_cvtsi128_si64(lanes)
    }
);

kernel!(
    #[inline(always)]
    fn upper(sse2: Sse2, lanes: __m128i) -> i64 {
        _mm_cvtsi128_si64(_mm_unpackhi_epi64(lanes, lanes))
    }
);

kernel!(
    /// The first two lanes of `offset`, and the last two of `lanes`.
    #[inline(always)]
    fn with_offset(sse2: Sse2, lanes: __m128i, offset: Vec4) -> __m128i {
        let offset = _mm_castps_pd(offset.into());
        _mm_castpd_si128(_mm_move_sd(_mm_castsi128_pd(lanes), offset))
    }
);

kernel!(
    #[inline(always)]
    fn either(sse2: Sse2, a: __m128i, b: __m128i) -> __m128i {
        _mm_or_si128(a, b)
    }
);

kernel!(
    #[inline(always)]
    fn differing(sse2: Sse2, a: Vec4, b: Vec4) -> __m128i {
        _mm_xor_si128(_mm_castps_si128(a.into()), _mm_castps_si128(b.into()))
    }
);

kernel!(
    #[inline(always)]
    fn is_zero(sse2: Sse2, lanes: __m128i) -> bool {
        let zero = _mm_cmpeq_epi32(lanes, _mm_set1_epi32(0));
        _mm_movemask_ps(_mm_castsi128_ps(zero)) == 0xf
    }
);

kernel!(
    /// The bits of `b` where `mask` has ones, else those of `a`.
    #[inline(always)]
    fn blended(sse2: Sse2, a: __m128i, b: __m128i, mask: __m128i) -> __m128i {
        _mm_or_si128(_mm_andnot_si128(mask, a), _mm_and_si128(mask, b))
    }
);

kernel!(
    #[inline(always)]
    fn same(sse2: Sse2, a: (Vec4, Tail), b: (Vec4, Tail)) -> bool {
        let linear = _mm_cmpeq_epi32(_mm_castps_si128(a.0.into()), _mm_castps_si128(b.0.into()));
        let tail = _mm_cmpeq_epi32(a.1.0, b.1.0);
        _mm_movemask_ps(_mm_castsi128_ps(_mm_and_si128(linear, tail))) == 0xf
    }
);

// What is not quite usual gets a sign, in one of its lanes: own values that are special have
// theirs in the flags; half the range is added to layers, which gives large ones a sign, even
// those that the sum has taken past the end of the range; and one more in the exponent does the
// same to numbers that are not finite.

/// What is kept of a sum of tails. The sign of flags is that of special values.
const KEPT: [u32; 4] = [0, 0, u32::MAX, EFFECTIVE | SPECIAL];
/// All of a layer is taken over.
const LAYER: [u32; 4] = [0, 0, u32::MAX, 0];
const HALF_OF_LAYER: [u32; 4] = [0, 0, LARGE_Z.cast_unsigned(), 0];
const OFFSET: [u32; 4] = [u32::MAX, u32::MAX, 0, 0];
const NO_SIGN: i32 = i32::MAX;
const ONE_IN_EXPONENT: i32 = 1 << 23;

kernel!(
    /// Layer and flags below a parent's, and which of the lanes are odd.
    #[inline(always)]
    fn below(sse2: Sse2, own: __m128i, parent: __m128i, size: Vec4) -> (__m128i, i32) {
        let (kept, layer) = (made_of(sse2, KEPT), made_of(sse2, LAYER));
        let passing = _mm_or_si128(_mm_srli_epi32::<{ PASSING as i32 }>(own), layer);
        let sum = _mm_add_epi32(own, _mm_and_si128(parent, passing));
        let sum = _mm_and_si128(sum, kept);
        let large = _mm_add_epi32(sum, made_of(sse2, HALF_OF_LAYER));
        let size = _mm_and_si128(_mm_castps_si128(size.into()), _mm_set1_epi32(NO_SIGN));
        let infinite = _mm_add_epi32(size, _mm_set1_epi32(ONE_IN_EXPONENT));
        let odd = _mm_castsi128_ps(_mm_or_si128(large, infinite));
        (sum, _mm_movemask_ps(odd))
    }
);

/// As [`Inherit::inherit_rows`] of `Node2`.
#[inline(always)]
pub(crate) fn inherit_rows<V>(
    own: &[Ready2],
    parents: &[u32],
    effective: &[Cell<World2>],
    above: impl Fn(usize, u32) -> World2,
) -> (u64, u64)
where
    V: Inherit<Ready = Ready2, Effective = World2>,
{
    rows_at::<V, Everything>(Level::try_detect(), own, parents, effective, above)
}

/// As [`Inherit::inherit_rest`] of `Node2`.
pub(crate) fn inherit_rest<V>(
    own: &[Ready2],
    parents: &[u32],
    effective: &[Cell<World2>],
    above: impl Fn(usize, u32) -> World2,
) -> (u64, u64)
where
    V: Inherit<Ready = Ready2, Effective = World2>,
{
    rows_at::<V, Rest>(Level::try_detect(), own, parents, effective, above)
}

/// As [`Inherit::inherit_chain`] of `Node2`: one row needs the other, but the instructions of wide
/// registers take fewer moves.
#[inline(always)]
pub(crate) fn inherit_chain(
    own: &[Ready2],
    effective: &mut [World2],
    above: World2,
) -> (usize, u64) {
    if let Some(avx2) = Level::try_detect().and_then(Level::as_avx2) {
        avx2.vectorize(
            #[inline(always)]
            || one_below_the_other(own, effective, above),
        )
    } else {
        one_below_the_other(own, effective, above)
    }
}

/// What is computed of a row, two rows at once.
pub(super) trait Part {
    fn wide(avx512: Avx512, given: Given) -> Two;
    fn narrow(avx2: Avx2, given: Given) -> Two;
}

pub(super) struct Everything;

impl Part for Everything {
    #[inline(always)]
    fn wide(avx512: Avx512, given: Given) -> Two {
        wide::two_below(avx512, given)
    }

    #[inline(always)]
    fn narrow(avx2: Avx2, given: Given) -> Two {
        two_below(avx2, given)
    }
}

/// Layers and flags alone.
struct Rest;

impl Part for Rest {
    #[inline(always)]
    fn wide(avx512: Avx512, given: Given) -> Two {
        wide::two_rests(avx512, given)
    }

    #[inline(always)]
    fn narrow(avx2: Avx2, given: Given) -> Two {
        two_rests(avx2, given)
    }
}

/// Rows on a processor of this level.
#[inline(always)]
pub(super) fn rows_at<V, P: Part>(
    level: Option<Level>,
    own: &[Ready2],
    parents: &[u32],
    effective: &[Cell<World2>],
    above: impl Fn(usize, u32) -> World2,
) -> (u64, u64)
where
    V: Inherit<Ready = Ready2, Effective = World2>,
{
    if let Some(avx512) = level.and_then(Level::as_avx512) {
        avx512.vectorize(
            #[inline(always)]
            || {
                two_by_two::<8>(
                    own,
                    parents,
                    effective,
                    above,
                    #[inline(always)]
                    |own, parents, old| P::wide(avx512, lanes(own, parents, old)),
                )
            },
        )
    } else if let Some(avx2) = level.and_then(Level::as_avx2) {
        avx2.vectorize(
            #[inline(always)]
            || {
                two_by_two::<4>(
                    own,
                    parents,
                    effective,
                    above,
                    #[inline(always)]
                    |own, parents, old| P::narrow(avx2, lanes(own, parents, old)),
                )
            },
        )
    } else {
        one_by_one::<V>(own, parents, effective, above)
    }
}

/// Two own values below their parents, beside what they were before: the effective values, and
/// in which lanes they are odd (then they must not be used) and different.
pub(super) type Two = ([Lanes; 2], u32, u32);

/// Own values of two rows, their parents' values, and what they were before.
pub(super) type Given = [[Lanes; 2]; 3];

#[inline(always)]
fn lanes(own: &[Ready2; 2], parents: [World2; 2], old: &[Cell<World2>; 2]) -> Given {
    let old = [old[0].get().0, old[1].get().0];
    [[own[0].0, own[1].0], [parents[0].0, parents[1].0], old]
}

/// All rows, two by two. A whole group of them asks for the next one on its way.
#[inline(always)]
fn two_by_two<const LANES: u32>(
    own: &[Ready2],
    parents: &[u32],
    effective: &[Cell<World2>],
    above: impl Fn(usize, u32) -> World2,
    two_below: impl Fn(&[Ready2; 2], [World2; 2], &[Cell<World2>; 2]) -> Two,
) -> (u64, u64) {
    let mut found = (0, 0);
    if let Ok(parents) = <&[u32; GROUP]>::try_from(parents)
        && let Some(own) = own.first_chunk::<{ 2 * GROUP }>()
        && let Some(effective) = effective.first_chunk::<{ 2 * GROUP }>()
    {
        let (own, parents, effective) = (pairs(own), pairs(parents), pairs(effective));
        for pair in 0..GROUP / 2 {
            ask_for(&own[pair + GROUP / 2]);
            ask_for(&effective[pair + GROUP / 2]);
            let (row, [p, q]) = (2 * pair, parents[pair]);
            let parents = [above(row, p), above(row + 1, q)];
            let two = two_below(&own[pair], parents, &effective[pair]);
            keep::<LANES>(&mut found, row, &effective[pair], two);
        }
        return found;
    }
    let rows = pairs(own).iter().zip(pairs(parents)).zip(pairs(effective));
    for (pair, ((own, &[p, q]), places)) in rows.enumerate() {
        let row = 2 * pair;
        let two = two_below(own, [above(row, p), above(row + 1, q)], places);
        keep::<LANES>(&mut found, row, places, two);
    }
    let (_, last) = parents.as_chunks::<2>();
    let rows = parents.len() - last.len()..parents.len();
    let above = |_: usize, parent: u32| above(rows.start, parent);
    let last = one_by_one::<Node2>(&own[rows.clone()], last, &effective[rows.clone()], above);
    let place = rows.start % 64; // past 64 rows there is no last one
    (found.0 | (last.0 << place), found.1 | (last.1 << place))
}

/// Writes what came out for two rows, but what is odd.
#[inline(always)]
fn keep<const LANES: u32>(
    (changed, put_off): &mut (u64, u64),
    row: usize,
    places: &[Cell<World2>; 2],
    (new, odd, differs): Two,
) {
    let differs = any_of::<LANES>(differs);
    if odd == 0 {
        places[0].set(World2(new[0]));
        places[1].set(World2(new[1]));
        *changed |= u64::from(differs) << row;
        return;
    }
    for (index, place) in places.iter().enumerate() {
        if any_of::<LANES>(odd) & (1 << index) == 0 {
            place.set(World2(new[index]));
            *changed |= u64::from((differs >> index) & 1) << (row + index);
        } else {
            *put_off |= 1 << (row + index);
        }
    }
}

#[inline(always)]
fn pairs<T>(rows: &[T]) -> &[[T; 2]] {
    rows.as_chunks().0
}

kernel!(
    /// As [`two_below`] if only layers and flags can have changed: everything else stays.
    #[inline(always)]
    fn two_rests(avx2: Avx2, given: Given) -> Two {
        let twice = |lanes: [u32; 4]| _mm256_broadcastsi128_si256(made_of(sse2(), lanes));
        let [own, parents, before] = given;
        let pair = |two: [Lanes; 2]| _mm256_set_m128i(two[1].tail.0, two[0].tail.0);
        let (own, parents, old) = (pair(own), pair(parents), pair(before));
        let passing = _mm256_srli_epi32::<{ PASSING as i32 }>(own);
        let passed = _mm256_and_si256(parents, _mm256_or_si256(passing, twice(LAYER)));
        let sum = _mm256_and_si256(_mm256_add_epi32(own, passed), twice(KEPT));
        let (sum_lanes, old_lanes) = (_mm256_castsi256_ps(sum), _mm256_castsi256_ps(old));
        let new = _mm256_castps_si256(_mm256_blend_ps::<0b0011_0011>(sum_lanes, old_lanes));
        let large = _mm256_add_epi32(sum, twice(HALF_OF_LAYER));
        let odd = _mm256_movemask_ps(_mm256_castsi256_ps(large));
        let same = _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(new, old)));
        let [first, second] = before;
        let first = first.with_tail(Tail(_mm256_castsi256_si128(new)));
        let second = second.with_tail(Tail(_mm256_extracti128_si256::<1>(new)));
        let differs = (same ^ 0xff).cast_unsigned();
        ([first, second], odd.cast_unsigned(), differs)
    }
);

kernel!(
    /// Two own values below their parents: the effective values, which of their lanes are odd
    /// (four bits each; then they must not be used), and which differ from the old ones.
    #[inline(always)]
    fn two_below(avx2: Avx2, given: Given) -> Two {
        let [own, parents, old] = given;
        let twice = |lanes: [u32; 4]| _mm256_broadcastsi128_si256(made_of(sse2(), lanes));
        let (own_linear, own_tail) = side_by_side(avx2, own);
        let (linear, tail) = side_by_side(avx2, parents);

        let xyxy = _mm256_permute_ps::<0b01_00_01_00>(linear);
        let zwzw = _mm256_permute_ps::<0b11_10_11_10>(linear);
        let new_linear = _mm256_add_ps(
            _mm256_mul_ps(xyxy, _mm256_moveldup_ps(own_linear)),
            _mm256_mul_ps(zwzw, _mm256_movehdup_ps(own_linear)),
        );
        let xxyy = _mm256_permute_ps::<0b01_01_00_00>(_mm256_castsi256_ps(own_tail));
        let moved = _mm256_mul_ps(linear, xxyy);
        let moved = _mm256_add_ps(moved, _mm256_permute_ps::<0b11_10_11_10>(moved));
        let only_offset = _mm256_castsi256_ps(twice(OFFSET));
        let origin = _mm256_and_ps(_mm256_castsi256_ps(tail), only_offset);
        let offset = _mm256_add_ps(moved, origin);

        let passing = _mm256_srli_epi32::<{ PASSING as i32 }>(own_tail);
        let passed = _mm256_and_si256(tail, _mm256_or_si256(passing, twice(LAYER)));
        let sum = _mm256_and_si256(_mm256_add_epi32(own_tail, passed), twice(KEPT));
        let new_tail = _mm256_blend_ps::<0b0011_0011>(_mm256_castsi256_ps(sum), offset);
        let new_tail = _mm256_castps_si256(new_tail);

        let large = _mm256_add_epi32(sum, twice(HALF_OF_LAYER));
        let size = _mm256_castps_si256(_mm256_add_ps(new_linear, offset));
        let size = _mm256_and_si256(size, _mm256_set1_epi32(NO_SIGN));
        let infinite = _mm256_add_epi32(size, _mm256_set1_epi32(ONE_IN_EXPONENT));
        let odd = _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_or_si256(large, infinite)));

        let (old_linear, old_tail) = side_by_side(avx2, old);
        let same = _mm256_and_si256(
            _mm256_cmpeq_epi32(
                _mm256_castps_si256(new_linear),
                _mm256_castps_si256(old_linear),
            ),
            _mm256_cmpeq_epi32(new_tail, old_tail),
        );
        let same = _mm256_movemask_ps(_mm256_castsi256_ps(same));

        let first = Lanes {
            linear: _mm256_castps256_ps128(new_linear).into(),
            tail: Tail(_mm256_castsi256_si128(new_tail)),
        };
        let second = Lanes {
            linear: _mm256_extractf128_ps::<1>(new_linear).into(),
            tail: Tail(_mm256_extracti128_si256::<1>(new_tail)),
        };
        (
            [first, second],
            odd.cast_unsigned(),
            (same ^ 0xff).cast_unsigned(),
        )
    }
);

kernel!(
    /// Linear parts and tails.
    #[inline(always)]
    fn side_by_side(avx2: Avx2, lanes: [Lanes; 2]) -> (__m256, __m256i) {
        let [first, second] = lanes;
        (
            _mm256_set_m128(second.linear.into(), first.linear.into()),
            _mm256_set_m128i(second.tail.0, first.tail.0),
        )
    }
);

/// Whether one of the lower bits is set, and one of the next, so many each.
#[inline(always)]
fn any_of<const LANES: u32>(bits: u32) -> u32 {
    let ones = (1 << LANES) - 1;
    let (lower, upper) = (bits & ones, bits & (ones << LANES));
    ((lower + ones) >> LANES) | (((upper + (ones << LANES)) >> (2 * LANES)) << 1)
}
