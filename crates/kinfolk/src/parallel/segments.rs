//! A column cut into segments, which threads fill one after the other.
//!
//! While a run of generations is computed, the rows of each chunk of them are written by one
//! thread, once, and read by all others afterwards. Every chunk is a *segment*: somebody takes
//! it, fills it and gives it to everybody to read. What lies between is there to read from the
//! start.

use alloc::vec::Vec;
use core::ops::Range;
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::bits::apart;
use crate::chunks::TOP;

pub(super) struct Segments<'a, T> {
    /// In the order of rows, without a gap.
    all: Vec<Segment<'a, T>>,
    /// The segment in which each block begins.
    of_block: Vec<u32>,
}

struct Segment<'a, T> {
    rows: Range<usize>,
    to_fill: Mutex<Option<&'a mut [T]>>,
    to_read: OnceLock<&'a [T]>,
}

impl<'a, T> Segments<'a, T> {
    /// Cuts `column` so that each of these chunks, which do not overlap, is to be filled.
    pub(super) fn new(column: &'a mut [T], mut chunks: Vec<Range<usize>>) -> Self {
        chunks.sort_unstable_by_key(|chunk| chunk.start);
        let end = column.len();
        let mut all = Vec::with_capacity(2 * chunks.len() + 1);
        let mut rest = column;
        let mut at = 0;
        let mut cut = |to: usize, to_fill: bool| {
            if to == at {
                return;
            }
            let (segment, others) = core::mem::take(&mut rest).split_at_mut(to - at);
            all.push(Segment::new(at..to, segment, to_fill));
            (rest, at) = (others, to);
        };
        for chunk in chunks {
            cut(chunk.start, false);
            cut(chunk.end, true);
        }
        cut(end, false);
        let mut segment = 0;
        let begins = |block: usize| {
            while all[segment].rows.end <= block * TOP {
                segment += 1;
            }
            segment as u32
        };
        let of_block = (0..end.div_ceil(TOP)).map(begins).collect();
        Self { all, of_block }
    }

    /// The rows of a chunk, for whoever asks first.
    pub(super) fn take(&self, chunk: &Range<usize>) -> Option<&'a mut [T]> {
        let to_fill = &self.segment(chunk.start).to_fill;
        to_fill
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }

    /// Gives the rows of a chunk to everybody, now that they are filled.
    pub(super) fn give(&self, chunk: &Range<usize>, filled: &'a [T]) {
        let _ = self.segment(chunk.start).to_read.set(filled);
    }

    /// The value in `row`, if it can be read.
    #[inline]
    pub(super) fn get(&self, row: u32) -> Option<&'a T> {
        let segment = self.segment(row as usize);
        segment
            .to_read
            .get()?
            .get(row as usize - segment.rows.start)
    }

    /// The values around these rows, and the row of the first one, if they can be read
    /// together.
    #[inline]
    pub(super) fn together(&self, rows: &[u32]) -> Option<(&'a [T], u32)> {
        // Rows that differ only in their lower bits are in one aligned stretch.
        let others = usize::MAX
            .checked_shr(apart(rows).leading_zeros() + 32)
            .unwrap_or(0);
        let first = rows[0] as usize & !others;
        let segment = self.segment(rows[0] as usize);
        let inside = segment.rows.start <= first && first + others < segment.rows.end;
        let values = *segment.to_read.get().filter(|_| inside)?;
        Some((values, segment.rows.start as u32))
    }

    #[inline]
    fn segment(&self, row: usize) -> &Segment<'a, T> {
        let mut index = self.of_block[row / TOP] as usize;
        while self.all[index].rows.end <= row {
            index += 1;
        }
        &self.all[index]
    }
}

impl<'a, T> Segment<'a, T> {
    fn new(rows: Range<usize>, values: &'a mut [T], to_fill: bool) -> Self {
        if to_fill {
            Self {
                rows,
                to_fill: Mutex::new(Some(values)),
                to_read: OnceLock::new(),
            }
        } else {
            Self {
                rows,
                to_fill: Mutex::new(None),
                to_read: OnceLock::from(&*values),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn chunks_are_taken_once_and_read_when_they_are_given() {
        let mut column: Vec<usize> = (0..3 * TOP).collect();
        let chunks = vec![2 * TOP..3 * TOP, 1..2];
        let segments = Segments::new(&mut column, chunks);

        assert_eq!(segments.get(0), Some(&0));
        assert_eq!(segments.get(1), None);
        let taken = segments.take(&(1..2)).unwrap();
        assert!(segments.take(&(1..2)).is_none());
        taken[0] = 77;
        segments.give(&(1..2), taken);
        assert_eq!(segments.get(1), Some(&77));
        assert!(segments.take(&(0..1)).is_none());
    }

    #[test]
    fn rows_of_one_segment_are_read_together() {
        let mut column: Vec<u32> = (0..3 * TOP as u32).collect();
        let segments = Segments::new(&mut column, vec![0..1, 2 * TOP..2 * TOP + 1]);
        let top = TOP as u32;

        let (values, first) = segments.together(&[top + 2, top, top + 3]).unwrap();
        assert_eq!(values[(top + 3 - first) as usize], top + 3);
        assert!(segments.together(&[0]).is_none(), "nobody has filled it");
        assert!(segments.together(&[1, 0]).is_none());
        assert!(segments.together(&[1]).is_some());
    }
}
