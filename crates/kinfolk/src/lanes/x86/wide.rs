//! Two rows in one register, where the processor has such wide ones.
//!
//! A register holds `[linear, tail, linear, tail]`, as rows lie in memory, so half as many
//! instructions do. What they compute is the same as elsewhere, to the bit: nothing is fused.

use core::arch::x86_64::{
    __m512, __m512i, _mm_castps_si128, _mm_castsi128_ps, _mm256_set_m128, _mm512_add_epi32,
    _mm512_add_ps, _mm512_and_si512, _mm512_broadcast_i32x4, _mm512_castps_si512,
    _mm512_castps256_ps512, _mm512_castsi512_ps, _mm512_cmpneq_epi32_mask, _mm512_extractf32x4_ps,
    _mm512_fpclass_ps_mask, _mm512_insertf32x8, _mm512_mask_and_epi32, _mm512_mask_blend_ps,
    _mm512_maskz_movehdup_ps, _mm512_maskz_moveldup_ps, _mm512_movepi32_mask, _mm512_mul_ps,
    _mm512_or_si512, _mm512_permute_ps, _mm512_set1_ps, _mm512_shuffle_f32x4, _mm512_srli_epi32,
};

use fearless_simd::kernel;

use super::{Given, HALF_OF_LAYER, KEPT, LAYER, Lanes, PASSING, Tail, Two, made_of, sse2};

/// The lanes with offsets.
const OFFSETS: u16 = 0b0011_0000_0011_0000;
/// Those with layers and flags. All others hold numbers.
const RESTS: u16 = 0b1100_0000_1100_0000;
/// Classes of numbers: infinite ones, and what is not a number.
const NOT_FINITE: i32 = 0b1001_1001;

kernel!(
    #[inline(always)]
    pub(super) fn two_below(avx512: Avx512, given: Given) -> Two {
        let [own, parents, old] = given;
        let own = as_they_lie(avx512, own);
        let parents = as_they_lie(avx512, parents);
        let old = as_they_lie(avx512, old);

        // Layers and flags are no numbers: taken for such they would be tiny ones, which cost
        // a processor a hundred times as much. Nothing is added to a linear part, not even a
        // zero, which would make another zero of a negative one.
        let linear = _mm512_shuffle_f32x4::<0b10_10_00_00>(parents, parents);
        let xyxy = _mm512_permute_ps::<0b01_00_01_00>(linear);
        let zwzw = _mm512_permute_ps::<0b11_10_11_10>(linear);
        let product = _mm512_add_ps(
            _mm512_mul_ps(xyxy, _mm512_maskz_moveldup_ps(!RESTS, own)),
            _mm512_mul_ps(zwzw, _mm512_maskz_movehdup_ps(!RESTS, own)),
        );
        let origins = _mm512_mask_blend_ps(OFFSETS, _mm512_set1_ps(-0.0), parents);
        let places = _mm512_add_ps(product, origins);

        let infinite = _mm512_fpclass_ps_mask::<NOT_FINITE>(places) & !RESTS;
        let (new, odd, differs) = rests(avx512, own, parents, places, old);
        (new, odd | u32::from(infinite), differs)
    }
);

kernel!(
    #[inline(always)]
    pub(super) fn two_rests(avx512: Avx512, given: Given) -> Two {
        let [own, parents, old] = given;
        let own = as_they_lie(avx512, own);
        let parents = as_they_lie(avx512, parents);
        let old = as_they_lie(avx512, old);
        rests(avx512, own, parents, old, old)
    }
);

kernel!(
    /// Layers and flags, with these places.
    #[inline(always)]
    fn rests(avx512: Avx512, own: __m512, parents: __m512, places: __m512, old: __m512) -> Two {
        let twice = |lanes: [u32; 4]| _mm512_broadcast_i32x4(made_of(sse2(), lanes));
        let (own, parents) = (_mm512_castps_si512(own), _mm512_castps_si512(parents));
        let passing = _mm512_or_si512(_mm512_srli_epi32::<PASSING>(own), twice(LAYER));
        let sum = _mm512_add_epi32(own, _mm512_and_si512(parents, passing));
        let new = _mm512_mask_and_epi32(_mm512_castps_si512(places), RESTS, sum, twice(KEPT));
        let large = _mm512_movepi32_mask(_mm512_add_epi32(new, twice(HALF_OF_LAYER))) & RESTS;
        let differs = _mm512_cmpneq_epi32_mask(new, _mm512_castps_si512(old));
        (apart(avx512, new), u32::from(large), u32::from(differs))
    }
);

kernel!(
    #[inline(always)]
    fn as_they_lie(avx512: Avx512, two: [Lanes; 2]) -> __m512 {
        let [first, second] =
            two.map(|row| _mm256_set_m128(_mm_castsi128_ps(row.tail.0), row.linear.into()));
        _mm512_insertf32x8::<1>(_mm512_castps256_ps512(first), second)
    }
);

kernel!(
    #[inline(always)]
    fn apart(avx512: Avx512, two: __m512i) -> [Lanes; 2] {
        let two = _mm512_castsi512_ps(two);
        let first = Lanes {
            linear: _mm512_extractf32x4_ps::<0>(two).into(),
            tail: Tail(_mm_castps_si128(_mm512_extractf32x4_ps::<1>(two))),
        };
        let second = Lanes {
            linear: _mm512_extractf32x4_ps::<2>(two).into(),
            tail: Tail(_mm_castps_si128(_mm512_extractf32x4_ps::<3>(two))),
        };
        [first, second]
    }
);
