//! The time of what runs: sixty beats a second for as long as something plays.
//!
//! Time that nobody has dealt with is forgotten, never made up for: a game that is too slow runs slower, and
//! everybody else still gets their turn between two beats. What a beat changed is told as often
//! as the pages' share of time and bytes allows, and then all at once.

use std::sync::{Weak, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use crate::protocol::{SHARE, time_of};

use super::Room;

/// So long is a beat.
const BEAT: Duration = Duration::from_nanos(1_000_000_000 / 60);

/// So much time is made up for at once, …
const MOST_AT_ONCE: Duration = Duration::from_millis(50);

/// … and between two beats others get at least so much.
const BREATH: Duration = Duration::from_millis(2);

/// Beats whenever it is woken, until nothing plays; ends with the room.
pub(super) fn keep_time(room: &Weak<Room>, wakes: &mpsc::Receiver<()>) {
    while wakes.recv().is_ok() {
        let mut last = Instant::now();
        let mut due = last + BEAT;
        let mut beat = Beat::default();
        loop {
            thread::sleep(due.saturating_duration_since(Instant::now()));
            let Some(room) = room.upgrade() else { return };
            let now = Instant::now();
            if !room.beat(now - last, &mut beat) {
                break;
            }
            last = now;
            due = (due + BEAT).max(Instant::now() + BREATH);
        }
    }
}

/// How the last beat went.
#[derive(Debug, Default)]
struct Beat {
    /// Whether it took longer than it may.
    was_slow: bool,
    /// When pages may be told again.
    tell_at: Option<Instant>,
}

impl Room {
    /// Lets time pass and tells what came of it; says whether something still plays.
    fn beat(&self, passed: Duration, beat: &mut Beat) -> bool {
        let mut inside = self.inside();
        if !inside.session.is_playing() {
            return false;
        }
        if self.running.receiver_count() == 0 {
            return true; // without anybody who looks, time stands still
        }
        let start = Instant::now();
        let most = if beat.was_slow { BEAT } else { MOST_AT_ONCE };
        inside.session.tick(passed.min(most).as_secs_f32());
        beat.was_slow = start.elapsed() > BEAT;
        if beat.tell_at.is_none_or(|at| start >= at) {
            let start = Instant::now();
            let news = inside.session.running_news();
            let share = (start.elapsed() * SHARE).saturating_sub(BEAT);
            beat.tell_at = Some(start + share.max(time_of(&news)));
            self.tell(inside.find_images());
            self.tell_running(news);
        }
        true
    }
}
