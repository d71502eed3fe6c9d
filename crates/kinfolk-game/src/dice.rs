//! Chance, the same in every run with the same seed.

/// A stream of numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// From 0 up to 1.
    pub(crate) fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        (bits >> 40) as f32 / (1 << 24) as f32
    }

    pub(crate) const fn state(&self) -> u64 {
        self.0
    }
}
