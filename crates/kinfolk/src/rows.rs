//! The columns: what an update reads and writes, generation by generation.
//!
//! Row `r` is one node: its ready value, its effective value, its parent's row and its id.
//! Every row's parent is a row of the generation before. A row that changed what it
//! inherits from carries a mark until the next update; few marks are listed, many are
//! found by looking at the whole generation.

use alloc::vec::Vec;

use crate::chunks::{Chunks, TOP};
use crate::generation::Generation;
use crate::id::{NOBODY, NodeId};

/// The row's own value, or its parent, is not what its effective value was made from.
pub(crate) const MARKED: u8 = 1;
/// The row was planted since the last update, which will report it whatever its value.
pub(crate) const FRESH: u8 = 2;

/// An update that would touch more than one row in this many looks at all rows in order:
/// finding a row through links costs about this many rows read in a stream.
pub(crate) const DENSE: usize = if cfg!(test) { 3 } else { 16 };

#[derive(Clone, Debug)]
pub(crate) struct Rows<R, E> {
    pub(crate) ready: Vec<R>,
    pub(crate) effective: Vec<E>,
    /// The parent's row; any number for roots.
    pub(crate) parent: Vec<u32>,
    /// Who lives here; [`NOBODY`] in a hole.
    pub(crate) node: Vec<NodeId>,
    pub(crate) mark: Vec<u8>,
    pub(crate) generations: Vec<Generation>,
    /// Listed marks as (generation, row), oldest first. Some may be out of date.
    pub(crate) pending: Vec<(u32, u32)>,
    /// Every generation with marks, at least once.
    pub(crate) pending_generations: Vec<u32>,
    /// No mark is in a generation before this one.
    pub(crate) shallowest: u32,
    /// How long the two lists may get before they are weeded.
    most_pending: usize,
    chunks: Chunks,
}

/// Lists that are no longer than this are never weeded. They may also be as long as what
/// can be listed: past one mark in [`DENSE`] rows no more are.
const FEWEST_PENDING: usize = if cfg!(test) { 8 } else { 1_024 };

impl<R: Copy, E: Copy> Rows<R, E> {
    pub(crate) const NO_MARKS: u32 = u32::MAX;

    pub(crate) fn new() -> Self {
        Self {
            ready: Vec::new(),
            effective: Vec::new(),
            parent: Vec::new(),
            node: Vec::new(),
            mark: Vec::new(),
            generations: Vec::new(),
            pending: Vec::new(),
            pending_generations: Vec::new(),
            shallowest: Self::NO_MARKS,
            most_pending: FEWEST_PENDING,
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
        self.node.reserve_exact(additional);
        self.mark.reserve_exact(additional);
    }

    /// Puts a node into `generation` (at most one past the last), fresh and marked.
    pub(crate) fn insert(
        &mut self,
        generation: u32,
        node: NodeId,
        parent: u32,
        ready: R,
        effective: E,
    ) -> u32 {
        let row = self.place(generation, node, parent, ready, effective);
        self.mark_row(generation, row, MARKED | FRESH);
        row
    }

    /// Moves a node to another generation, its marks with it, and says where it is now.
    pub(crate) fn transfer(&mut self, row: u32, from: u32, to: u32, parent: u32) -> u32 {
        let at = row as usize;
        let node = self.node[at];
        let (ready, effective, mark) = (self.ready[at], self.effective[at], self.mark[at]);
        self.release(row, from);
        let row = self.place(to, node, parent, ready, effective);
        if mark != 0 {
            self.mark_row(to, row, mark);
        }
        row
    }

    /// Makes `row` a hole.
    pub(crate) fn release(&mut self, row: u32, generation: u32) {
        let at = row as usize;
        let books = &mut self.generations[generation as usize];
        let mark = core::mem::take(&mut self.mark[at]);
        books.marked -= u32::from(mark & MARKED != 0);
        books.fresh -= u32::from(mark & FRESH != 0);
        books.crowded &= books.marked > 0;
        self.node[at] = NOBODY;
        books.free_row(row, &mut self.chunks);
    }

    /// Notes that `row` must be looked at by the next update.
    #[inline]
    pub(crate) fn mark_row(&mut self, generation: u32, row: u32, mark: u8) {
        let before = self.mark[row as usize];
        self.mark[row as usize] = before | mark;
        if before & MARKED != 0 {
            return;
        }
        let books = &mut self.generations[generation as usize];
        books.marked += 1;
        books.fresh += u32::from(mark & FRESH != 0);
        if books.marked == 1 {
            self.shallowest = self.shallowest.min(generation);
            self.pending_generations.push(generation);
        }
        if books.marked as usize * DENSE <= books.used as usize {
            self.pending.push((generation, row));
        } else {
            books.crowded = true;
        }
        self.weed_if_long();
    }

    #[inline]
    fn weed_if_long(&mut self) {
        if self.pending.len() + self.pending_generations.len() > self.most_pending {
            self.weed_pending();
        }
    }

    /// Drops what is out of date or listed twice, so that a forest that is never updated
    /// does not gather marks forever.
    #[cold]
    fn weed_pending(&mut self) {
        let generations = &self.generations;
        let is_marked = |generation: u32| {
            generations
                .get(generation as usize)
                .is_some_and(|books| books.marked > 0)
        };
        self.pending.retain(|&(generation, row)| {
            is_marked(generation) && self.mark[row as usize] & MARKED != 0
        });
        self.pending.sort_unstable();
        self.pending.dedup();
        self.pending_generations
            .retain(|&generation| is_marked(generation));
        self.pending_generations.sort_unstable();
        self.pending_generations.dedup();
        self.let_pending_grow();
    }

    /// Lists the mark of a row that `tidy` moved, if it has one.
    pub(crate) fn relist_mark(&mut self, generation: u32, row: u32) {
        if self.mark[row as usize] != 0 && !self.generations[generation as usize].crowded {
            self.pending.push((generation, row));
            self.weed_if_long();
        }
    }

    /// Swaps all that two rows of one generation hold.
    pub(crate) fn swap(&mut self, a: u32, b: u32) {
        let (a, b) = (a as usize, b as usize);
        self.ready.swap(a, b);
        self.effective.swap(a, b);
        self.parent.swap(a, b);
        self.node.swap(a, b);
        self.mark.swap(a, b);
    }

    /// Notes a hole that came about by moving a row.
    pub(crate) fn add_hole(&mut self, row: u32, generation: u32) {
        let books = &mut self.generations[generation as usize];
        books.add_hole(row);
        if books.holes_need_rebuilding() {
            let nodes = &self.node;
            books.rebuild_holes(|row| nodes[row as usize] == NOBODY);
        }
    }

    pub(crate) fn has_marks(&self) -> bool {
        self.shallowest != Self::NO_MARKS
    }

    /// Drops generations past the deepest node; all of them, and all chunks, when empty.
    pub(crate) fn trim(&mut self) {
        while self
            .generations
            .last()
            .is_some_and(|generation| generation.live == 0)
        {
            self.generations.pop();
        }
        if self.generations.is_empty() {
            self.clear();
        }
    }

    pub(crate) fn clear(&mut self) {
        self.ready.clear();
        self.effective.clear();
        self.parent.clear();
        self.node.clear();
        self.mark.clear();
        self.generations.clear();
        self.chunks.reset();
        self.forget_marks();
    }

    pub(crate) fn forget_marks(&mut self) {
        self.pending.clear();
        self.pending_generations.clear();
        self.shallowest = Self::NO_MARKS;
        self.let_pending_grow();
    }

    /// Says how long the lists may get from here.
    fn let_pending_grow(&mut self) {
        let lists = self.pending.len() + self.pending_generations.len();
        self.most_pending = (FEWEST_PENDING + self.node.len() / DENSE).max(lists) * 2;
    }

    /// Gives back the unused chunks of a generation whose nodes are at its first positions.
    pub(crate) fn shrink(&mut self, generation: u32) {
        self.generations[generation as usize].shrink(&mut self.chunks);
    }

    /// The bytes that the columns hold on to.
    pub(crate) fn bytes(&self) -> usize {
        self.ready.capacity() * size_of::<R>()
            + self.effective.capacity() * size_of::<E>()
            + self.parent.capacity() * size_of::<u32>()
            + self.node.capacity() * size_of::<NodeId>()
            + self.mark.capacity()
            + self.generations.capacity() * size_of::<Generation>()
            + self
                .generations
                .iter()
                .map(Generation::bytes)
                .sum::<usize>()
            + self.pending.capacity() * size_of::<(u32, u32)>()
            + self.pending_generations.capacity() * size_of::<u32>()
            + self.chunks.bytes()
    }

    pub(crate) fn clone_from_rows(&mut self, source: &Self) {
        self.ready.clone_from(&source.ready);
        self.effective.clone_from(&source.effective);
        self.parent.clone_from(&source.parent);
        self.node.clone_from(&source.node);
        self.mark.clone_from(&source.mark);
        self.generations.clone_from(&source.generations);
        self.pending.clone_from(&source.pending);
        self.pending_generations
            .clone_from(&source.pending_generations);
        self.shallowest = source.shallowest;
        self.most_pending = source.most_pending;
        self.chunks.clone_from(&source.chunks);
    }

    fn place(&mut self, generation: u32, node: NodeId, parent: u32, ready: R, effective: E) -> u32 {
        if generation as usize == self.generations.len() {
            self.generations.push(Generation::new());
        }
        let holes = &self.node;
        let row = self.generations[generation as usize]
            .take_row(&mut self.chunks, |row| holes[row as usize] == NOBODY);
        let at = row as usize;
        if at >= self.node.len() {
            self.grow_to(at + 1, ready, effective);
        }
        self.ready[at] = ready;
        self.effective[at] = effective;
        self.parent[at] = parent;
        self.node[at] = node;
        row
    }

    /// Makes the columns at least `len` long. The filler is never read: it stands in holes.
    #[cold]
    fn grow_to(&mut self, len: usize, ready: R, effective: E) {
        if len > self.ready.capacity() {
            let more = match self.ready.len() {
                small @ ..0x1_0000 => small,
                large => large / 4,
            };
            self.reserve_exact((len - self.ready.len()).max(more));
        }
        // As far as the block goes, or the room that was reserved.
        let len = len
            .next_multiple_of(TOP)
            .min(self.ready.capacity().max(len));
        self.ready.resize(len, ready);
        self.effective.resize(len, effective);
        self.parent.resize(len, 0);
        self.node.resize(len, NOBODY);
        self.mark.resize(len, 0);
    }
}

/// The nodes of all rows, generation by generation, in order of position.
#[derive(Clone)]
pub(crate) struct InOrder<'a> {
    generations: &'a [Generation],
    nodes: &'a [NodeId],
    position: u32,
}

impl<R, E> Rows<R, E> {
    pub(crate) fn in_order(&self) -> InOrder<'_> {
        InOrder {
            generations: &self.generations,
            nodes: &self.node,
            position: 0,
        }
    }
}

impl Iterator for InOrder<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        while let Some((generation, rest)) = self.generations.split_first() {
            while self.position < generation.used {
                let row = generation.row_at(self.position as usize);
                self.position += 1;
                let node = self.nodes[row as usize];
                if node != NOBODY {
                    return Some(node);
                }
            }
            self.generations = rest;
            self.position = 0;
        }
        None
    }
}
