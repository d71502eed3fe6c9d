//! One generation: which rows are its own, and which of them wait for an update.
//!
//! Rows have *positions* in their generation, in the order of its chunks. A removed node
//! leaves a hole, and the next node of the generation moves in. [`Generation`] only keeps
//! the books; the columns themselves are in [`rows`](crate::rows). A generation of one
//! node, of which a chain may have a million, allocates nothing.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use crate::chunks::{Chunks, chunk_len, locate, rows_in_use, rows_of_chunks};
use crate::slots::NONE;

/// Marks are listed while at most one row in this many has one; looking through the bits
/// of all rows costs about as much.
const LISTED: usize = if cfg!(any(test, fuzzing)) { 3 } else { 256 };

#[derive(Clone, Debug)]
pub(crate) struct Generation {
    first_chunk: u32,
    /// Positions below this have been used; some of them may be holes.
    pub(crate) used: u32,
    pub(crate) live: u32,
    /// The row at position `used`, while its chunk has such a row.
    next_row: u32,
    /// How many rows its chunk has left.
    left: u32,
    more: Option<Box<More>>,
}

/// What a generation of several nodes has.
#[derive(Clone, Debug, Default)]
struct More {
    chunks: Vec<u32>,
    /// Rows that became holes. Every hole is here; an entry that is no hole any more is stale.
    holes: Vec<u32>,
    /// Rows that were marked; some may not be any more, or may be another generation's.
    listed: Vec<u32>,
}

impl Generation {
    pub(crate) const fn new() -> Self {
        Self {
            first_chunk: NONE,
            used: 0,
            live: 0,
            next_row: NONE,
            left: 0,
            more: None,
        }
    }

    #[inline]
    fn chunk(&self, index: usize) -> u32 {
        match &self.more {
            Some(more) if index > 0 => more.chunks[index - 1],
            _ => self.first_chunk,
        }
    }

    #[inline]
    fn chunk_count(&self) -> usize {
        let more = self.more.as_ref().map_or(0, |more| more.chunks.len());
        usize::from(self.first_chunk != NONE) + more
    }

    /// The row at position 0, of a generation that has rows.
    #[inline]
    pub(crate) fn first_row(&self) -> u32 {
        self.first_chunk
    }

    /// Whether `row` is in use, and no other.
    #[inline(always)]
    pub(crate) fn is_alone_at(&self, row: u32) -> bool {
        (self.first_chunk == row) & (self.used == 1)
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
    #[inline]
    pub(crate) fn take_row(&mut self, chunks: &mut Chunks, is_hole: impl Fn(u32) -> bool) -> u32 {
        self.live += 1;
        if let Some(more) = &mut self.more {
            while let Some(row) = more.holes.pop() {
                if is_hole(row) {
                    return row;
                }
            }
        }
        if self.left == 0 {
            self.add_chunk(chunks);
        }
        let row = self.next_row;
        self.next_row += 1;
        self.left -= 1;
        self.used += 1;
        row
    }

    fn add_chunk(&mut self, chunks: &mut Chunks) {
        let index = self.chunk_count();
        let start = chunks.take(index);
        if index == 0 {
            self.first_chunk = start;
        } else {
            self.more.get_or_insert_default().chunks.push(start);
        }
        self.next_row = start;
        self.left = chunk_len(index) as u32;
    }

    /// Notes that `row` is a hole now.
    #[inline]
    pub(crate) fn free_row(&mut self, row: u32) {
        self.live -= 1;
        self.add_hole(row);
    }

    #[inline]
    pub(crate) fn add_hole(&mut self, row: u32) {
        self.more.get_or_insert_default().holes.push(row);
    }

    /// True when the list of holes has gathered more stale entries than there are rows.
    pub(crate) fn holes_need_rebuilding(&self) -> bool {
        let holes = self.more.as_ref().map_or(0, |more| more.holes.len());
        holes > self.used as usize
    }

    pub(crate) fn rebuild_holes(&mut self, is_hole: impl Fn(u32) -> bool) {
        let rows = (0..self.used as usize).rev().map(|at| self.row_at(at));
        let holes = rows.filter(|&row| is_hole(row)).collect();
        self.more.get_or_insert_default().holes = holes;
    }

    /// Gives back all chunks past the first `live` positions; the caller says that all
    /// holes are there.
    pub(crate) fn shrink(&mut self, chunks: &mut Chunks) {
        self.used = self.live;
        if let Some(more) = &mut self.more {
            more.holes = Vec::new();
        }
        while self.chunk_count() > 0 && rows_of_chunks(self.chunk_count() - 1) >= self.live as usize
        {
            let index = self.chunk_count() - 1;
            let last = self.more.as_mut().and_then(|more| more.chunks.pop());
            let start = last.unwrap_or_else(|| core::mem::replace(&mut self.first_chunk, NONE));
            chunks.give_back(index, start);
        }
        let (index, offset) = locate(self.used as usize);
        self.left = match chunk_len(index) - offset {
            _ if index == self.chunk_count() => 0,
            left => left as u32,
        };
        if self.left > 0 {
            self.next_row = self.chunk(index) + offset as u32;
        }
        if self.live <= 1 {
            self.more = None; // and with it what was listed
        }
    }

    /// Whether so few marks would be listed that it is not worth it.
    #[inline]
    pub(crate) fn is_small(&self) -> bool {
        (self.used as usize) < LISTED
    }

    /// Lists `row`, which is marked, unless there are too many; says whether it did.
    pub(crate) fn list_mark(&mut self, row: u32) -> bool {
        let more = self.more.get_or_insert_default();
        let few = more.listed.len() < self.used as usize / LISTED;
        if few {
            more.listed.push(row);
        }
        few
    }

    /// The rows whose marks were listed, of a generation that is not crowded.
    pub(crate) fn listed(&self) -> &[u32] {
        self.more.as_ref().map_or(&[], |more| &more.listed)
    }

    /// As [`listed`](Self::listed), for a caller who writes rows meanwhile.
    pub(crate) fn take_listed(&mut self) -> Vec<u32> {
        self.more
            .as_mut()
            .map_or_else(Vec::new, |more| core::mem::take(&mut more.listed))
    }

    /// Takes back what [`take_listed`](Self::take_listed) gave, for its memory.
    pub(crate) fn keep_for_listing(&mut self, listed: Vec<u32>) {
        if let Some(more) = &mut self.more {
            more.listed = listed;
        }
    }

    /// Empties the list of marks.
    #[inline]
    pub(crate) fn forget_listed(&mut self) {
        if let Some(more) = &mut self.more {
            more.listed.clear();
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.more.as_ref().map_or(0, |more| {
            let lists = [&more.chunks, &more.holes, &more.listed];
            let rows: usize = lists.iter().map(|list| list.capacity()).sum();
            size_of::<More>() + rows * size_of::<u32>()
        })
    }
}
