//! Which generations have marks, and which of them list theirs.
//!
//! A write looks here for every mark, so what it asks is in one place, one bit for each
//! generation: in a chain of a million nodes there are a million of them.

use alloc::vec::Vec;
use core::ops::Range;

/// The bits of 64 generations.
#[derive(Clone, Copy, Debug, Default)]
struct Word {
    /// Some row may be marked.
    pending: u64,
    /// Marks are not listed: the generation is small, or they are too many.
    crowded: u64,
}

#[derive(Clone, Debug)]
pub(crate) struct Marks {
    words: Vec<Word>,
    /// No mark is in a generation before this one, or past the deepest.
    pub(crate) shallowest: u32,
    deepest: u32,
}

impl Marks {
    const NO_MARKS: u32 = u32::MAX;

    pub(crate) fn new() -> Self {
        Self {
            words: Vec::new(),
            shallowest: Self::NO_MARKS,
            deepest: 0,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.shallowest == Self::NO_MARKS
    }

    #[inline]
    pub(crate) fn is_pending(&self, generation: u32) -> bool {
        self.words[generation as usize / 64].pending & bit(generation) != 0
    }

    #[inline]
    pub(crate) fn is_crowded(&self, generation: u32) -> bool {
        self.words[generation as usize / 64].crowded & bit(generation) != 0
    }

    /// Notes that a generation has another mark. Says whether that mark must be listed.
    #[inline(always)]
    pub(crate) fn add(&mut self, generation: u32) -> bool {
        let word = &mut self.words[generation as usize / 64];
        if word.pending & word.crowded & bit(generation) != 0 {
            return false; // it is known: mostly
        }
        if word.pending & bit(generation) == 0 {
            word.pending |= bit(generation);
            if generation < self.shallowest {
                self.shallowest = generation;
            }
            if generation > self.deepest {
                self.deepest = generation;
            }
        }
        word.crowded & bit(generation) == 0
    }

    /// Stops listing the marks of a generation.
    pub(crate) fn crowd(&mut self, generation: u32) {
        self.words[generation as usize / 64].crowded |= bit(generation);
    }

    /// Begins to list the marks of a generation, which has none.
    pub(crate) fn begin_list(&mut self, generation: u32) {
        self.words[generation as usize / 64].crowded &= !bit(generation);
    }

    /// Makes room for one more generation, whose marks are not listed.
    pub(crate) fn add_generation(&mut self, generation: u32) {
        let words = generation as usize / 64 + 1;
        if words > self.words.len() {
            self.words.resize(words, Word::default());
        }
        self.crowd(generation);
    }

    /// Notes that generations have no marks any more.
    #[inline]
    pub(crate) fn settle(&mut self, generations: Range<u32>) {
        let mut at = generations.start;
        while at < generations.end {
            let end = generations.end.min((at / 64 + 1) * 64);
            let bits = (u64::MAX >> (64 - (end - at))) << (at % 64);
            self.words[at as usize / 64].pending &= !bits;
            at = end;
        }
    }

    /// The first generation with marks, from this one on.
    pub(crate) fn next(&self, generation: u32) -> Option<u32> {
        let first = generation.max(self.shallowest);
        if first > self.deepest {
            return None;
        }
        let (words, mut hidden) = (first / 64..=self.deepest / 64, first % 64);
        words
            .map(|word| {
                let seen = self.words[word as usize].pending >> hidden << hidden;
                hidden = 0;
                (word, seen)
            })
            .find(|&(_, seen)| seen != 0)
            .map(|(word, seen)| word * 64 + seen.trailing_zeros())
    }

    /// Notes that there are no marks any more; every generation has been settled.
    pub(crate) fn forget(&mut self) {
        self.shallowest = Self::NO_MARKS;
        self.deepest = 0;
    }

    /// Forgets the generations themselves.
    pub(crate) fn clear(&mut self) {
        self.words.clear();
        self.forget();
    }

    pub(crate) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<Word>()
    }

    pub(crate) fn clone_from_marks(&mut self, source: &Self) {
        self.words.clone_from(&source.words);
        self.shallowest = source.shallowest;
        self.deepest = source.deepest;
    }
}

#[inline(always)]
fn bit(generation: u32) -> u64 {
    1 << (generation % 64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generations_with_marks_come_in_order_until_they_are_settled() {
        let mut marks = Marks::new();
        (0..300).for_each(|generation| marks.add_generation(generation));
        for generation in [200, 63, 64, 65, 3] {
            assert!(!marks.add(generation), "nothing is listed at first");
        }

        assert_eq!(marks.next(0), Some(3));
        assert_eq!(marks.next(4), Some(63));
        assert_eq!((marks.next(66), marks.next(201)), (Some(200), None));
        marks.settle(4..200);
        assert_eq!((marks.next(4), marks.is_pending(3)), (Some(200), true));
    }

    #[test]
    fn marks_are_listed_from_when_it_is_said_until_they_are_too_many() {
        let mut marks = Marks::new();
        marks.add_generation(0);

        marks.begin_list(0);
        assert!(marks.add(0) && marks.add(0));
        marks.crowd(0);
        assert!(!marks.add(0) && marks.is_crowded(0));
    }
}
