//! How much of what runs one page is told: no more than it shows.
//!
//! A page says when it has shown a bundle. One that has several unshown (it is slow, far away or hidden) is told
//! nothing more until it has; what it has missed by then it is told as a whole, and the larger that
//! is, the more seldom.

use std::time::{Duration, Instant};

/// So many bundles may be on their way.
const MOST_UNSHOWN: u32 = 4;

/// Between two wholes there is at least so much time …
const REST: Duration = Duration::from_millis(500);

/// … and so many times as much as the last one took.
const REST_FACTOR: u32 = 4;

/// What one page still has to show.
#[derive(Debug, Default)]
pub(super) struct Pace {
    unshown: u32,
    rest_until: Option<Instant>,
}

impl Pace {
    /// Whether the page can take another bundle.
    pub(super) fn has_room(&self) -> bool {
        self.unshown < MOST_UNSHOWN
    }

    /// A bundle has been sent.
    pub(super) fn sent(&mut self) {
        self.unshown += 1;
    }

    /// The page has shown all that it was sent up to now, or a part of it.
    pub(super) fn shown(&mut self) {
        self.unshown = self.unshown.saturating_sub(1);
    }

    /// A whole has been sent, and that took so long.
    pub(super) fn sent_whole(&mut self, now: Instant, took: Duration) {
        self.unshown = 1;
        self.rest_until = Some(now + REST.max(took * REST_FACTOR));
    }

    /// How long to wait before another whole.
    pub(super) fn rest(&self, now: Instant) -> Duration {
        let until = self.rest_until.unwrap_or(now);
        until.saturating_duration_since(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_shows_nothing_is_told_four_bundles_and_no_more() {
        let mut pace = Pace::default();

        let sent = std::iter::from_fn(|| pace.has_room().then(|| pace.sent()));

        assert_eq!(sent.count(), 4);
        pace.shown();
        assert!(pace.has_room());
    }

    #[test]
    fn what_takes_long_as_a_whole_is_told_seldom() {
        let now = Instant::now();
        let mut pace = Pace::default();
        assert_eq!(pace.rest(now), Duration::ZERO);

        pace.sent_whole(now, Duration::from_millis(1));
        assert_eq!(pace.rest(now), REST);
        pace.sent_whole(now, Duration::from_secs(1));
        assert_eq!(pace.rest(now), Duration::from_secs(4));
        assert_eq!(pace.rest(now + Duration::from_secs(5)), Duration::ZERO);
    }
}
