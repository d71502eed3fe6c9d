//! Handing out stretches of rows.
//!
//! Rows live in a few long columns. A generation owns *chunks* of them: its first chunk
//! has one row, the next two, then four, up to [`TOP`]; so a generation of one node costs
//! one row, a generation of a million has at most one chunk that is not full, and no row
//! ever moves because its generation grew. Chunks are powers of two and aligned to their
//! size; a freed one is split for smaller needs but never merged again.

use alloc::vec::Vec;
use core::ops::Range;

/// The size class of the largest chunk; small in tests, so that small forests have large ones.
const TOP_CLASS: usize = if cfg!(any(test, fuzzing)) { 2 } else { 10 };

/// The rows of the largest chunk; rows of one such *block* belong to one generation.
pub(crate) const TOP: usize = 1 << TOP_CLASS;

#[derive(Clone, Debug, Default)]
pub(crate) struct Chunks {
    free: [Vec<u32>; TOP_CLASS + 1],
    /// The first row that no chunk has ever covered.
    end: u32,
}

impl Chunks {
    /// The first row of a chunk that nobody has, for a generation's chunk number `index`.
    pub(crate) fn take(&mut self, index: usize) -> u32 {
        let wanted = class(index);
        let found = (wanted..=TOP_CLASS).find_map(|class| Some((class, self.free[class].pop()?)));
        let (class, start) = found.unwrap_or_else(|| {
            let start = self.end;
            self.end = start
                .checked_add(TOP as u32)
                .expect("fewer rows than u32 can count");
            (TOP_CLASS, start)
        });
        for class in (wanted..class).rev() {
            self.free[class].push(start + (1 << class));
        }
        start
    }

    /// Takes back what was handed out for a generation's chunk number `index`.
    pub(crate) fn give_back(&mut self, index: usize, start: u32) {
        self.free[class(index)].push(start);
    }

    /// Forgets all chunks, taken or free.
    pub(crate) fn reset(&mut self) {
        self.free.iter_mut().for_each(Vec::clear);
        self.end = 0;
    }

    pub(crate) fn bytes(&self) -> usize {
        self.free
            .iter()
            .map(|list| list.capacity() * size_of::<u32>())
            .sum()
    }
}

fn class(index: usize) -> usize {
    index.min(TOP_CLASS)
}

/// The rows of a generation's chunk number `index`.
pub(crate) fn chunk_len(index: usize) -> usize {
    1 << class(index)
}

/// Which chunk of a generation holds its row number `position`, and where in that chunk.
#[inline]
pub(crate) fn locate(position: usize) -> (usize, usize) {
    if position < TOP - 1 {
        let index = (position + 1).ilog2() as usize;
        (index, position + 1 - (1 << index))
    } else {
        let past = position - (TOP - 1);
        (TOP_CLASS + past / TOP, past % TOP)
    }
}

/// How many rows the first `count` chunks of a generation have together.
pub(crate) fn rows_of_chunks(count: usize) -> usize {
    if count <= TOP_CLASS {
        (1 << count) - 1
    } else {
        TOP - 1 + (count - TOP_CLASS) * TOP
    }
}

/// The rows in use of a chunk, when its generation uses `used` rows.
pub(crate) fn rows_in_use(index: usize, start: u32, used: usize) -> Range<usize> {
    let before = rows_of_chunks(index);
    let len = chunk_len(index).min(used.saturating_sub(before));
    start as usize..start as usize + len
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_has_one_place() {
        let mut expected = (0, 0);
        for position in 0..5 * TOP {
            assert_eq!(locate(position), expected);
            assert_eq!(rows_of_chunks(expected.0) + expected.1, position);
            expected.1 += 1;
            if expected.1 == chunk_len(expected.0) {
                expected = (expected.0 + 1, 0);
            }
        }
    }

    #[test]
    fn chunks_never_overlap_and_are_aligned() {
        let mut chunks = Chunks::default();
        let mut taken = alloc::vec![false; 1024 * TOP];
        for round in 0..40 {
            for index in [0, 3, 1, 12, 0, 7, 10, round % 11] {
                let start = chunks.take(index) as usize;
                assert_eq!(start % chunk_len(index), 0);
                for taken in &mut taken[start..start + chunk_len(index)] {
                    assert!(!core::mem::replace(taken, true), "a row is given twice");
                }
            }
        }
    }

    #[test]
    fn single_rows_come_in_order_so_that_a_chain_is_contiguous() {
        let mut chunks = Chunks::default();
        let starts: Vec<u32> = (0..3 * TOP).map(|_| chunks.take(0)).collect();

        assert!(
            starts
                .iter()
                .enumerate()
                .all(|(index, &start)| index as u32 == start)
        );
    }

    #[test]
    fn what_is_given_back_is_used_again() {
        let mut chunks = Chunks::default();
        let start = chunks.take(4);
        chunks.give_back(4, start);

        assert_eq!(chunks.take(4), start);
        assert_eq!(chunks.end, TOP as u32);
    }
}
