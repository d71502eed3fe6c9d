//! One bit for each row, in words of [`GROUP`] rows.
//!
//! A *group* is the rows of one word; a *piece* is those of them that lie in one chunk.
//! Chunks are as long as a power of two and start at a multiple of their length, so a
//! chunk is a part of one group or a number of whole ones.

use alloc::vec::Vec;
use core::ops::Range;

#[cfg(feature = "rayon")]
use crate::ahead::ask_for;

/// How many rows share a word.
pub(crate) const GROUP: usize = if cfg!(any(test, fuzzing)) { 4 } else { 64 };

/// A yes or no for every row.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bits {
    words: Vec<u64>,
}

impl Bits {
    #[inline]
    pub(crate) fn get(&self, row: u32) -> bool {
        self.words[row as usize / GROUP] & bit(row) != 0
    }

    /// Says yes for `row`, and what was said before.
    #[inline(always)]
    pub(crate) fn set(&mut self, row: u32) -> bool {
        let word = &mut self.words[row as usize / GROUP];
        let before = *word & bit(row) != 0;
        *word |= bit(row);
        before
    }

    /// Says no for `row`, and what was said before.
    #[inline(always)]
    pub(crate) fn take(&mut self, row: u32) -> bool {
        let word = &mut self.words[row as usize / GROUP];
        let before = *word & bit(row) != 0;
        *word &= !bit(row);
        before
    }

    /// The bits of a group, the first row's lowest.
    #[inline]
    pub(crate) fn word(&self, group: usize) -> u64 {
        self.words[group]
    }

    #[inline]
    pub(crate) fn word_mut(&mut self, group: usize) -> &mut u64 {
        &mut self.words[group]
    }

    /// The bits of these groups.
    #[cfg(feature = "rayon")]
    #[inline]
    pub(crate) fn words_mut(&mut self, groups: Range<usize>) -> &mut [u64] {
        &mut self.words[groups]
    }

    /// Says that the bits of a group will be needed soon, and of those beside it.
    #[cfg(feature = "rayon")]
    #[inline]
    pub(crate) fn ask_for(&self, group: usize) {
        self.words.get(group).into_iter().for_each(ask_for);
    }

    /// Whether one of these rows, or another one in their groups or between them, is a yes.
    #[inline]
    pub(crate) fn any_near(&self, rows: &[u32]) -> bool {
        any_near(rows, |group| self.words.get(group).copied().unwrap_or(0))
    }

    pub(crate) fn swap(&mut self, a: u32, b: u32) {
        let (of_a, of_b) = (self.take(a), self.take(b));
        if of_a {
            self.set(b);
        }
        if of_b {
            self.set(a);
        }
    }

    /// Makes this as long as `rows` rows need; new rows are a no.
    pub(crate) fn grow_to(&mut self, rows: usize) {
        self.words.resize(rows.div_ceil(GROUP), 0);
    }

    pub(crate) fn reserve_exact(&mut self, rows: usize) {
        let words = rows.div_ceil(GROUP);
        self.words
            .reserve_exact(words.saturating_sub(self.words.len()));
    }

    /// No for every row.
    pub(crate) fn fill_no(&mut self) {
        self.words.fill(0);
    }

    /// Forgets the rows themselves.
    pub(crate) fn clear(&mut self) {
        self.words.clear();
    }

    pub(crate) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }

    pub(crate) fn clone_from_bits(&mut self, source: &Self) {
        self.words.clone_from(&source.words);
    }
}

/// Whether one of these rows, or another one in their groups or between them, is a yes in the
/// word of its group. Groups past the last are asked for, too.
#[inline]
pub(crate) fn any_near(rows: &[u32], word: impl Fn(usize) -> u64) -> bool {
    let group = |row: u32| row as usize / GROUP;
    if word(group(rows[0])) != 0 {
        return true; // mostly one tells for all
    }
    // Rows that differ only in their lower bits are in one aligned stretch.
    let others = u32::MAX
        .checked_shr(apart(rows).leading_zeros())
        .unwrap_or(0);
    if (others as usize) < 8 * GROUP {
        (group(rows[0] & !others)..=group(rows[0] | others)).any(|group| word(group) != 0)
    } else {
        rows.iter().any(|&row| word(group(row)) != 0)
    }
}

/// The bits in which rows differ.
#[inline]
pub(crate) fn apart(rows: &[u32]) -> u32 {
    rows.iter().fold(0, |apart, row| apart | (row ^ rows[0]))
}

#[inline(always)]
fn bit(row: u32) -> u64 {
    1 << (row as usize % GROUP)
}

/// The bits of a piece: rows that are not empty, in one group.
#[inline]
pub(crate) fn bits_of(piece: &Range<usize>) -> u64 {
    (u64::MAX >> (64 - piece.len())) << (piece.start % GROUP)
}

/// Cuts rows at the ends of groups.
#[inline]
pub(crate) fn pieces(rows: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let end = if rows.is_empty() { 0 } else { rows.end };
    let groups = rows.start / GROUP..end.div_ceil(GROUP);
    groups.map(move |group| {
        let start = rows.start.max(group * GROUP);
        start..rows.end.min((group + 1) * GROUP)
    })
}

/// Where a word has ones, from low to high.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ones(pub(crate) u64);

impl Iterator for Ones {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let place = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(place as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_the_rows_cut_at_groups() {
        let cut: Vec<_> = pieces(2..9).collect();

        assert_eq!(cut, [2..4, 4..8, 8..9]);
        assert_eq!(pieces(6..6).count(), 0);
        assert_eq!(bits_of(&(6..8)), 0b1100);
        assert_eq!(bits_of(&(8..12)), 0b1111);
    }

    #[test]
    fn a_bit_is_what_was_last_said() {
        let mut bits = Bits::default();
        bits.grow_to(10);

        assert!(!bits.set(9) && bits.set(9) && bits.get(9));
        bits.swap(9, 1);
        assert!(bits.any_near(&[0, 1]) && bits.any_near(&[2, 3]) && !bits.any_near(&[8, 9]));
        assert!(bits.any_near(&[1, 9]) && bits.any_near(&[9, 1]));
        assert!(bits.take(1) && !bits.take(1));
    }

    #[test]
    fn ones_come_from_low_to_high() {
        assert!(Ones(0b1010_0001).eq([0, 5, 7]));
    }
}
