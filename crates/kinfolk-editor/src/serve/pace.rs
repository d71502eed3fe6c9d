//! How much of what runs one page is told: no more than it shows.
//!
//! A page says when it has shown a bundle. One that has several unshown (it is slow, far away or hidden) is told
//! nothing more until it has. What it misses meanwhile is kept for a few seconds; after that it is told
//! everything as a whole, and the larger that is, the more seldom, and the longer it is then waited for.

use std::time::{Duration, Instant};

/// So many bundles may be on their way.
const MOST_UNSHOWN: u32 = 4;

/// Between two wholes there is at least so much time …
const REST: Duration = Duration::from_millis(500);

/// … and so many times as much as the last one took.
const REST_FACTOR: u32 = 4;

/// What a page has missed is kept for it for so long, …
const PATIENCE: Duration = Duration::from_secs(3);

/// … or for so many times as long as it took to show the last whole.
const PATIENCE_FACTOR: u32 = 2;

/// What one page still has to show.
#[derive(Debug, Default)]
pub(super) struct Pace {
    unshown: u32,
    /// Since when there has been no room.
    full_since: Option<Instant>,
    rest_until: Option<Instant>,
    /// When a whole was sent that has not been shown.
    whole_sent: Option<Instant>,
    whole_took: Duration,
}

impl Pace {
    /// Whether the page can take another bundle.
    pub(super) fn has_room(&self) -> bool {
        self.unshown < MOST_UNSHOWN
    }

    /// A bundle has been sent.
    pub(super) fn sent(&mut self, now: Instant) {
        self.unshown += 1;
        if !self.has_room() {
            self.full_since.get_or_insert(now);
        }
    }

    /// The page has shown a bundle.
    pub(super) fn shown(&mut self, now: Instant) {
        self.unshown = self.unshown.saturating_sub(1);
        self.full_since = None;
        if let Some(sent) = self.whole_sent.take() {
            self.whole_took = now.saturating_duration_since(sent);
        }
    }

    /// A whole has been sent, and that took so long.
    pub(super) fn sent_whole(&mut self, now: Instant, took: Duration) {
        self.unshown = 1;
        self.full_since = None;
        self.whole_sent = Some(now);
        self.rest_until = Some(now + REST.max(took * REST_FACTOR));
    }

    /// How long what the page misses is still kept for it.
    pub(super) fn patience(&self, now: Instant) -> Duration {
        let since = self.full_since.unwrap_or(now);
        let all = PATIENCE.max(self.whole_took * PATIENCE_FACTOR);
        (since + all).saturating_duration_since(now)
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
        let now = Instant::now();
        let mut pace = Pace::default();

        let sent = std::iter::from_fn(|| pace.has_room().then(|| pace.sent(now)));

        assert_eq!(sent.count(), 4);
        pace.shown(now);
        assert!(pace.has_room());
    }

    #[test]
    fn who_takes_long_to_show_a_whole_is_waited_for_longer() {
        let (now, second) = (Instant::now(), Duration::from_secs(1));
        let mut pace = Pace::default();
        pace.sent_whole(now, second);
        while pace.has_room() {
            pace.sent(now);
        }
        assert_eq!(pace.patience(now + second), 2 * second);
        assert_eq!(pace.patience(now + 9 * second), Duration::ZERO);

        pace.shown(now + 5 * second);
        pace.sent(now + 5 * second);
        assert_eq!(pace.patience(now + 5 * second), 10 * second);
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
