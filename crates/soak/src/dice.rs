//! Chance that is the same in every run.

/// Numbers that look like chance.
#[derive(Debug, Clone)]
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number less than `end`, which is not 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % end as u64) as usize
    }

    /// Whether one of so many chances has come.
    pub(crate) fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    /// One of these, if there are any.
    pub(crate) fn pick<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        match of.len() {
            0 => None,
            len => Some(of[self.below(len)]),
        }
    }

    /// From −`most` to `most`.
    pub(crate) fn around(&mut self, most: f32) -> f32 {
        (self.below(2_001) as f32 / 1_000.0 - 1.0) * most
    }
}
