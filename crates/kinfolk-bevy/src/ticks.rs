//! Which rows of a table changed.
//!
//! Ticks lie side by side, so a processor compares several at once; a block of 64 rows is a word,
//! and what did not change costs its four bytes and no more.

use bevy_ecs::change_detection::{ContiguousRef, MAX_CHANGE_AGE, Tick};

/// Rows of a table are looked at this many at a time.
pub(crate) const ROWS: usize = 64;

/// When the last run was, and this one.
#[derive(Clone, Copy)]
pub(crate) struct Runs {
    this: u32,
    limit: u32,
}

impl Runs {
    pub(crate) fn new(last: Tick, this: Tick) -> Self {
        let this = this.get();
        let limit = this.wrapping_sub(last.get()).min(MAX_CHANGE_AGE);
        Self { this, limit }
    }

    /// Which of up to 64 ticks are newer than the last run, in bits.
    #[inline(always)]
    pub(crate) fn newer(self, ticks: &[Tick]) -> u64 {
        // As `Tick::is_newer_than`, in a form that a processor can do several at once of.
        let is_newer = |tick: &Tick| self.this.wrapping_sub(tick.get()) < self.limit;
        let count: u32 = ticks.iter().map(|tick| u32::from(is_newer(tick))).sum();
        if count == 0 {
            return 0; // mostly all of them are as they were, or none
        }
        if count as usize == ticks.len() {
            return first_bits(count);
        }
        let bit = |(row, tick)| u64::from(is_newer(tick)) << row;
        ticks.iter().enumerate().map(bit).sum()
    }
}

fn first_bits(count: u32) -> u64 {
    u64::MAX >> (ROWS as u32 - count)
}

/// The numbers of the bits that are set, counted from `first`.
pub(crate) fn bits(word: u64, first: usize) -> Bits {
    Bits { word, first }
}

/// See [`bits`].
pub(crate) struct Bits {
    word: u64,
    first: usize,
}

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let bit = (self.word != 0).then_some(self.word.trailing_zeros() as usize)?;
        self.word &= self.word - 1;
        Some(self.first + bit)
    }
}

/// When changes in a column were seen for the last time.
pub(crate) fn runs_of<T>(column: &ContiguousRef<'_, T>) -> Runs {
    Runs::new(column.last_run_tick(), column.this_run_tick())
}

/// Calls `found` with the rows that changed since the last run, if any, up to 64 at once.
#[inline(always)]
pub(crate) fn changed<T>(column: &ContiguousRef<'_, T>, mut found: impl FnMut(Bits)) {
    let runs = runs_of(column);
    for (block, ticks) in column.changed_ticks_slice().chunks(ROWS).enumerate() {
        match runs.newer(ticks) {
            0 => {}
            rows => found(bits(rows, block * ROWS)),
        }
    }
}
