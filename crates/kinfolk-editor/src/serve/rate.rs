//! How often a page may speak.

use std::time::Instant;

/// In the long run so many messages a second, …
const PER_SECOND: f64 = 500.0;

/// … and so many at once.
const BURST: f64 = 1000.0;

/// A bucket that fills with time; every message takes something out.
#[derive(Debug)]
pub(super) struct Rate {
    left: f64,
    at: Instant,
}

impl Rate {
    /// A full one.
    pub(super) fn new(now: Instant) -> Self {
        Self {
            left: BURST,
            at: now,
        }
    }

    /// Takes one message; false if there are too many.
    pub(super) fn allows(&mut self, now: Instant) -> bool {
        let secs = now.saturating_duration_since(self.at).as_secs_f64();
        self.at = now;
        self.left = (self.left + secs * PER_SECOND).min(BURST) - 1.0;
        let allowed = self.left >= 0.0;
        self.left = self.left.max(0.0);
        allowed
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_drag_at_any_screens_pace_goes_on_for_ever() {
        let mut now = Instant::now();
        let mut rate = Rate::new(now);

        for _ in 0..480 * 60 {
            now += Duration::from_secs(1) / 480;
            assert!(rate.allows(now));
        }
    }

    #[test]
    fn a_flood_is_stopped_after_a_thousand_and_forgotten_after_a_while() {
        let now = Instant::now();
        let mut rate = Rate::new(now);

        let allowed = (0..5000).filter(|_| rate.allows(now)).count();

        assert_eq!(allowed, 1000);
        assert!(!rate.allows(now));
        assert!(rate.allows(now + Duration::from_millis(3)));
    }
}
