//! How much there is of everything, early and late.
//!
//! A table is compared with itself: the most that it held in the third of the run after the warm-up, and the
//! most in the last third. Chance makes them differ a little; a leak makes the last one larger
//! by as much as there are frames in between.

/// Part of the run that is not looked at: caches fill, tables get their size.
pub(crate) const WARM_UP: f64 = 0.25;
const EARLY_UNTIL: f64 = 0.5;
const LATE_FROM: f64 = 0.75;

/// One table over time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Series {
    /// What is counted.
    pub name: &'static str,
    /// The most of it soon after the warm-up.
    pub early: u64,
    /// The most of it towards the end.
    pub late: u64,
    /// So much more is chance.
    leeway: u64,
}

/// A table that grew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Growth {
    /// What is counted.
    pub name: &'static str,
    /// From how many.
    pub from: u64,
    /// To how many.
    pub to: u64,
}

impl std::fmt::Display for Growth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { name, from, to } = self;
        write!(f, "{name} grew from {from} to {to}")
    }
}

impl Series {
    pub(crate) const fn new(name: &'static str) -> Self {
        Self {
            name,
            early: 0,
            late: 0,
            leeway: 0,
        }
    }

    /// Notes how much there is after this share of the run, from 0 to 1, and how much more is chance.
    pub(crate) fn note(&mut self, share: f64, count: u64, leeway: u64) {
        self.leeway = leeway;
        if (WARM_UP..EARLY_UNTIL).contains(&share) {
            self.early = self.early.max(count);
        } else if share >= LATE_FROM {
            self.late = self.late.max(count);
        }
    }

    /// What grew, if it did: by more than the leeway and a twentieth.
    #[must_use]
    pub fn growth(&self) -> Option<Growth> {
        let most = self.early + self.early / 20 + self.leeway;
        (self.late > most).then_some(Growth {
            name: self.name,
            from: self.early,
            to: self.late,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(count: impl Fn(f64) -> u64) -> Option<Growth> {
        let mut series = Series::new("stones");
        for share in 0..=100 {
            series.note(f64::from(share) / 100.0, count(f64::from(share)), 3);
        }
        series.growth()
    }

    #[test]
    fn what_goes_up_and_down_has_not_grown() {
        assert_eq!(after(|share| 100 + (share as u64 % 7)), None);
    }

    #[test]
    fn what_gets_its_size_in_the_beginning_has_not_grown() {
        assert_eq!(after(|share| (share as u64 * 50).min(1_000)), None);
    }

    #[test]
    fn what_grows_by_a_little_in_every_frame_is_named() {
        let growth = after(|share| 1_000 + share as u64 * 3).unwrap();

        assert_eq!(growth.to_string(), "stones grew from 1147 to 1300");
    }
}
