//! The columns: what an update reads and writes, generation by generation.
//!
//! Row `r` is one node: its ready value, its effective value, its parent's row and its
//! slot. Every row's parent is a row of the generation before. A row that changed what it
//! inherits from carries a mark until the next update; few marks are listed, many are
//! found by looking at the bits of the whole generation.

use alloc::vec::Vec;
use core::ops::Range;

use crate::bits::{Bits, GROUP, bits_of, pieces};
use crate::chunks::{Chunks, TOP};
use crate::generation::Generation;
use crate::marks::Marks;
use crate::slots::NONE;

/// The columns of one bit a row.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flags {
    /// Somebody lives here.
    pub(crate) live: Bits,
    /// The row's own value, or its parent, is not what its effective value was made from.
    pub(crate) marked: Bits,
    /// The row was planted since the last update, which will report it whatever its value.
    pub(crate) fresh: Bits,
    /// The last update changed the row's effective value.
    pub(crate) changed: Bits,
    /// The row's own value is known to [pass the rest on](crate::Inherit::passes_rest).
    pub(crate) plain: Bits,
}

impl Flags {
    fn all(&mut self) -> [&mut Bits; 5] {
        [
            &mut self.live,
            &mut self.marked,
            &mut self.fresh,
            &mut self.changed,
            &mut self.plain,
        ]
    }

    /// Says that what an update clears or sets for a group will be needed soon.
    #[cfg(feature = "rayon")]
    #[inline]
    pub(crate) fn ask_for(&self, group: usize) {
        self.marked.ask_for(group);
        self.fresh.ask_for(group);
        self.changed.ask_for(group);
    }

    fn bytes(&self) -> usize {
        let all = [
            &self.live,
            &self.marked,
            &self.fresh,
            &self.changed,
            &self.plain,
        ];
        all.iter().map(|bits| bits.bytes()).sum()
    }

    fn clone_from_flags(&mut self, source: &Self) {
        self.live.clone_from_bits(&source.live);
        self.marked.clone_from_bits(&source.marked);
        self.fresh.clone_from_bits(&source.fresh);
        self.changed.clone_from_bits(&source.changed);
        self.plain.clone_from_bits(&source.plain);
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Rows<R, E> {
    pub(crate) ready: Vec<R>,
    pub(crate) effective: Vec<E>,
    /// The parent's row; [`NONE`] for roots; in a hole, any row.
    pub(crate) parent: Vec<u32>,
    /// Who lives here; [`NONE`] in a hole.
    pub(crate) slot: Vec<u32>,
    pub(crate) flags: Flags,
    /// Some row may be fresh.
    pub(crate) any_fresh: bool,
    pub(crate) generations: Vec<Generation>,
    pub(crate) marks: Marks,
    chunks: Chunks,
}

impl<R: Copy, E: Copy> Rows<R, E> {
    pub(crate) fn new() -> Self {
        Self {
            ready: Vec::new(),
            effective: Vec::new(),
            parent: Vec::new(),
            slot: Vec::new(),
            flags: Flags::default(),
            any_fresh: false,
            generations: Vec::new(),
            marks: Marks::new(),
            chunks: Chunks::default(),
        }
    }

    /// Makes room for `additional` rows, and for the chunks that will not be quite full.
    pub(crate) fn reserve(&mut self, additional: usize) {
        self.reserve_exact(additional + additional / 64 + TOP.min(additional));
    }

    fn reserve_exact(&mut self, additional: usize) {
        self.ready.reserve_exact(additional);
        self.effective.reserve_exact(additional);
        self.parent.reserve_exact(additional);
        self.slot.reserve_exact(additional);
        let rows = self.slot.capacity();
        self.flags
            .all()
            .into_iter()
            .for_each(|bits| bits.reserve_exact(rows));
    }

    /// Puts a node into `generation` (at most one past the last), fresh and marked.
    #[inline(always)]
    pub(crate) fn insert(
        &mut self,
        generation: u32,
        slot: u32,
        parent: u32,
        ready: R,
        effective: E,
    ) -> u32 {
        let row = self.place(generation, slot, parent, ready, effective);
        self.flags.fresh.set(row);
        self.any_fresh = true;
        self.mark(generation, row);
        row
    }

    /// Moves a node to another generation, its bits with it, and says where it is now.
    pub(crate) fn transfer(&mut self, row: u32, from: u32, to: u32, parent: u32) -> u32 {
        let at = row as usize;
        let (slot, ready, effective) = (self.slot[at], self.ready[at], self.effective[at]);
        let (marked, fresh) = (self.flags.marked.take(row), self.flags.fresh.take(row));
        let changed = self.flags.changed.take(row);
        self.release(row, from);
        let row = self.place(to, slot, parent, ready, effective);
        if marked {
            self.mark(to, row);
        }
        if fresh {
            self.flags.fresh.set(row);
        }
        if changed {
            self.flags.changed.set(row);
        }
        row
    }

    /// Makes `row` a hole.
    #[inline]
    pub(crate) fn release(&mut self, row: u32, generation: u32) {
        self.flags.live.take(row);
        self.flags.marked.take(row);
        self.flags.fresh.take(row);
        self.flags.changed.take(row);
        self.slot[row as usize] = NONE;
        self.parent[row as usize] = 0;
        let books = &mut self.generations[generation as usize];
        if books.live == 1 {
            books.live = 0;
            self.shrink(generation);
        } else {
            books.free_row(row);
        }
    }

    /// Notes that `row` must be looked at by the next update.
    #[inline(always)]
    pub(crate) fn mark(&mut self, generation: u32, row: u32) {
        if self.marks.add(generation) {
            self.list_mark(generation, row);
        } else {
            self.flags.marked.set(row); // mostly that is all
        }
    }

    #[inline(never)]
    fn list_mark(&mut self, generation: u32, row: u32) {
        let before = self.flags.marked.set(row);
        if !before && !self.generations[generation as usize].list_mark(row) {
            self.marks.crowd(generation);
        }
    }

    /// Lists the mark of a row that `tidy` moved, if it has one.
    pub(crate) fn relist_mark(&mut self, generation: u32, row: u32) {
        if self.flags.marked.take(row) {
            self.mark(generation, row);
        }
    }

    pub(crate) fn is_marked(&self, row: u32) -> bool {
        self.flags.marked.get(row)
    }

    /// Clears the marks of a generation, which an update has seen to.
    #[inline]
    pub(crate) fn clear_marks_of(&mut self, generation: u32) {
        if self.marks.is_pending(generation) {
            let mut index = 0;
            while let chunk = self.generations[generation as usize].range(index)
                && !chunk.is_empty()
            {
                pieces(chunk).for_each(|piece| self.clear_marks_in(&piece));
                index += 1;
            }
            self.settle_marks_of(generation);
        }
    }

    /// Notes that a generation has no marks any more.
    #[inline]
    pub(crate) fn settle_marks_of(&mut self, generation: u32) {
        let books = &mut self.generations[generation as usize];
        books.forget_listed();
        self.marks.settle(generation..generation + 1);
        if !books.is_small() {
            self.marks.begin_list(generation);
        }
    }

    /// Clears the marks of a piece, which an update has seen to.
    #[inline]
    pub(crate) fn clear_marks_in(&mut self, piece: &Range<usize>) {
        let (group, others) = (piece.start / GROUP, !bits_of(piece));
        *self.flags.marked.word_mut(group) &= others;
        *self.flags.fresh.word_mut(group) &= others;
    }

    /// The same for a whole chunk.
    #[cfg(feature = "rayon")]
    #[inline]
    pub(crate) fn clear_marks_of_chunk(&mut self, chunk: &Range<usize>) {
        if chunk.len() < GROUP {
            self.clear_marks_in(chunk); // it shares its group with others
            return;
        }
        let groups = chunk.start / GROUP..chunk.end.div_ceil(GROUP);
        self.flags.marked.words_mut(groups.clone()).fill(0);
        self.flags.fresh.words_mut(groups).fill(0);
    }

    /// Swaps all that two rows of one generation hold.
    pub(crate) fn swap(&mut self, a: u32, b: u32) {
        self.flags
            .all()
            .into_iter()
            .for_each(|bits| bits.swap(a, b));
        let (a, b) = (a as usize, b as usize);
        self.ready.swap(a, b);
        self.effective.swap(a, b);
        self.parent.swap(a, b);
        self.slot.swap(a, b);
    }

    /// Notes a hole that came about by moving a row.
    pub(crate) fn add_hole(&mut self, row: u32, generation: u32) {
        let books = &mut self.generations[generation as usize];
        books.add_hole(row);
        if books.holes_need_rebuilding() {
            let live = &self.flags.live;
            books.rebuild_holes(|row| !live.get(row));
        }
    }

    pub(crate) fn has_marks(&self) -> bool {
        !self.marks.is_empty()
    }

    /// Drops generations past the deepest node; all of them, and all chunks, when empty.
    pub(crate) fn trim(&mut self) {
        while self
            .generations
            .last()
            .is_some_and(|generation| generation.live == 0)
        {
            self.generations.pop();
            let generation = self.generations.len() as u32;
            self.marks.settle(generation..generation + 1);
        }
        if self.generations.is_empty() {
            self.clear();
        }
    }

    pub(crate) fn clear(&mut self) {
        self.ready.clear();
        self.effective.clear();
        self.parent.clear();
        self.slot.clear();
        self.flags.all().into_iter().for_each(Bits::clear);
        self.generations.clear();
        self.marks.clear();
        self.chunks.reset();
        self.any_fresh = false;
    }

    /// Notes that there are no marks any more.
    pub(crate) fn forget_marks(&mut self) {
        self.any_fresh = false;
        self.marks.forget();
    }

    /// Gives back the unused chunks of a generation whose nodes are at its first positions.
    pub(crate) fn shrink(&mut self, generation: u32) {
        let books = &mut self.generations[generation as usize];
        books.shrink(&mut self.chunks);
        if books.live <= 1 {
            self.marks.crowd(generation); // it has no list
        }
    }

    /// The bytes that the columns hold on to.
    pub(crate) fn bytes(&self) -> usize {
        self.ready.capacity() * size_of::<R>()
            + self.effective.capacity() * size_of::<E>()
            + (self.parent.capacity() + self.slot.capacity()) * size_of::<u32>()
            + self.flags.bytes()
            + self.generations.capacity() * size_of::<Generation>()
            + self
                .generations
                .iter()
                .map(Generation::bytes)
                .sum::<usize>()
            + self.marks.bytes()
            + self.chunks.bytes()
    }

    pub(crate) fn clone_from_rows(&mut self, source: &Self) {
        self.ready.clone_from(&source.ready);
        self.effective.clone_from(&source.effective);
        self.parent.clone_from(&source.parent);
        self.slot.clone_from(&source.slot);
        self.flags.clone_from_flags(&source.flags);
        self.any_fresh = source.any_fresh;
        self.generations.clone_from(&source.generations);
        self.marks.clone_from_marks(&source.marks);
        self.chunks.clone_from(&source.chunks);
    }

    #[inline(always)]
    fn place(&mut self, generation: u32, slot: u32, parent: u32, ready: R, effective: E) -> u32 {
        if generation as usize == self.generations.len() {
            self.add_generation();
        }
        let live = &self.flags.live;
        let row =
            self.generations[generation as usize].take_row(&mut self.chunks, |row| !live.get(row));
        let at = row as usize;
        if at >= self.slot.len() {
            self.append(at, slot, parent, ready, effective);
        } else {
            self.ready[at] = ready;
            self.effective[at] = effective;
            self.parent[at] = parent;
            self.slot[at] = slot;
            self.flags.plain.take(row);
        }
        self.flags.live.set(row);
        row
    }

    fn add_generation(&mut self) {
        self.marks.add_generation(self.generations.len() as u32);
        self.generations.push(Generation::new());
    }

    /// Writes a row past the last one.
    #[inline(always)]
    fn append(&mut self, at: usize, slot: u32, parent: u32, ready: R, effective: E) {
        if at >= self.slot.capacity() {
            self.make_room(at + 1);
        }
        if at > self.slot.len() {
            self.fill_up_to(at, ready, effective);
        }
        if at.is_multiple_of(GROUP) {
            self.flags
                .all()
                .into_iter()
                .for_each(|bits| bits.grow_to(at + 1));
        }
        self.ready.push(ready);
        self.effective.push(effective);
        self.parent.push(parent);
        self.slot.push(slot);
    }

    #[cold]
    fn make_room(&mut self, rows: usize) {
        let more = match self.slot.len() {
            small @ ..0x1_0000 => small,
            large => large / 4,
        };
        self.reserve_exact((rows - self.slot.len()).max(more));
    }

    /// Makes the columns this long. The filler is never read: it stands in holes.
    #[cold]
    fn fill_up_to(&mut self, rows: usize, ready: R, effective: E) {
        self.ready.resize(rows, ready);
        self.effective.resize(rows, effective);
        self.parent.resize(rows, 0);
        self.slot.resize(rows, NONE);
        self.flags
            .all()
            .into_iter()
            .for_each(|bits| bits.grow_to(rows + 1));
    }
}

/// The slots of all rows, generation by generation, in order of position.
#[derive(Clone)]
pub(crate) struct InOrder<'a> {
    generations: &'a [Generation],
    slots: &'a [u32],
    position: u32,
}

impl<R, E> Rows<R, E> {
    pub(crate) fn in_order(&self) -> InOrder<'_> {
        InOrder {
            generations: &self.generations,
            slots: &self.slot,
            position: 0,
        }
    }
}

impl Iterator for InOrder<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        while let Some((generation, rest)) = self.generations.split_first() {
            while self.position < generation.used {
                let row = generation.row_at(self.position as usize);
                self.position += 1;
                let slot = self.slots[row as usize];
                if slot != NONE {
                    return Some(slot);
                }
            }
            self.generations = rest;
            self.position = 0;
        }
        None
    }
}
