//! One generation: which rows are its own.
//!
//! Rows have *positions* in their generation, in the order of its chunks. A removed node
//! leaves a hole, and the next node of the generation moves in. [`Generation`] only keeps
//! the books; the columns themselves are in [`rows`](crate::rows).

use alloc::vec::Vec;
use core::ops::Range;

use crate::chunks::{Chunks, locate, rows_in_use, rows_of_chunks};
use crate::slots::NONE;

#[derive(Clone, Debug)]
pub(crate) struct Generation {
    /// The first chunk, so that a generation of one node allocates nothing.
    first_chunk: u32,
    more_chunks: Vec<u32>,
    /// Positions below this have been used; some of them may be holes.
    pub(crate) used: u32,
    pub(crate) live: u32,
    /// Rows that became holes. Every hole is here; an entry that is no hole any more is stale.
    holes: Vec<u32>,
    /// How many rows carry a mark.
    pub(crate) marked: u32,
    /// How many of them were planted since the last update.
    pub(crate) fresh: u32,
    /// How many marks of this generation the running update found in the list.
    pub(crate) listed: u32,
    /// Where in the sorted list they end.
    pub(crate) listed_end: u32,
    /// So many marks that they are not listed: an update looks at all rows.
    pub(crate) crowded: bool,
}

impl Generation {
    pub(crate) const fn new() -> Self {
        Self {
            first_chunk: NONE,
            more_chunks: Vec::new(),
            used: 0,
            live: 0,
            holes: Vec::new(),
            marked: 0,
            fresh: 0,
            listed: 0,
            listed_end: 0,
            crowded: false,
        }
    }

    #[inline]
    fn chunk(&self, index: usize) -> u32 {
        if index == 0 {
            self.first_chunk
        } else {
            self.more_chunks[index - 1]
        }
    }

    fn chunk_count(&self) -> usize {
        if self.first_chunk == NONE {
            0
        } else {
            1 + self.more_chunks.len()
        }
    }

    /// The row at position 0, of a generation that has rows.
    #[inline]
    pub(crate) fn first_row(&self) -> usize {
        self.first_chunk as usize
    }

    /// The row at `position`, which is below `used`.
    #[inline]
    pub(crate) fn row_at(&self, position: usize) -> u32 {
        let (index, offset) = locate(position);
        self.chunk(index) + offset as u32
    }

    /// The rows in use of chunk number `index`; an empty range past the last.
    #[inline]
    pub(crate) fn range(&self, index: usize) -> Range<usize> {
        if index >= self.chunk_count() {
            return 0..0;
        }
        rows_in_use(index, self.chunk(index), self.used as usize)
    }

    /// The rows in use, chunk by chunk, in order of position.
    #[inline]
    pub(crate) fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        (0..)
            .map(|index| self.range(index))
            .take_while(|rows| !rows.is_empty())
    }

    /// Takes a row: a hole if there is one (`is_hole` tells stale entries apart), else the
    /// next position, whose chunk may be new.
    pub(crate) fn take_row(&mut self, chunks: &mut Chunks, is_hole: impl Fn(u32) -> bool) -> u32 {
        self.live += 1;
        while let Some(row) = self.holes.pop() {
            if is_hole(row) {
                return row;
            }
        }
        let position = self.used as usize;
        self.used += 1;
        if position == rows_of_chunks(self.chunk_count()) {
            let index = self.chunk_count();
            let start = chunks.take(index);
            if index == 0 {
                self.first_chunk = start;
            } else {
                self.more_chunks.push(start);
            }
        }
        self.row_at(position)
    }

    /// Notes that `row` is a hole now. A generation without nodes gives its chunks back.
    pub(crate) fn free_row(&mut self, row: u32, chunks: &mut Chunks) {
        self.live -= 1;
        if self.live == 0 {
            self.shrink(chunks);
        } else {
            self.add_hole(row);
        }
    }

    /// Notes a hole that [`tidy`](crate::Forest::tidy) made by moving a row.
    pub(crate) fn add_hole(&mut self, row: u32) {
        self.holes.push(row);
    }

    /// True when the list of holes has gathered more stale entries than there are rows.
    pub(crate) fn holes_need_rebuilding(&self) -> bool {
        self.holes.len() > self.used as usize
    }

    pub(crate) fn rebuild_holes(&mut self, is_hole: impl Fn(u32) -> bool) {
        self.holes.clear();
        for position in (0..self.used as usize).rev() {
            let row = self.row_at(position);
            if is_hole(row) {
                self.holes.push(row);
            }
        }
    }

    /// Gives back all chunks past the first `live` positions; the caller says that all
    /// holes are there.
    pub(crate) fn shrink(&mut self, chunks: &mut Chunks) {
        self.used = self.live;
        self.holes = Vec::new();
        while self.chunk_count() > 0 && rows_of_chunks(self.chunk_count() - 1) >= self.live as usize
        {
            let index = self.chunk_count() - 1;
            let start = match self.more_chunks.pop() {
                Some(start) => start,
                None => core::mem::replace(&mut self.first_chunk, NONE),
            };
            chunks.give_back(index, start);
        }
        if self.more_chunks.is_empty() {
            self.more_chunks = Vec::new();
        }
    }

    /// Notes that no row is marked any more.
    #[inline]
    pub(crate) fn forget_marks(&mut self) {
        self.marked = 0;
        self.fresh = 0;
        self.listed = 0;
        self.listed_end = 0;
        self.crowded = false;
    }

    pub(crate) fn bytes(&self) -> usize {
        (self.more_chunks.capacity() + self.holes.capacity()) * size_of::<u32>()
    }
}
