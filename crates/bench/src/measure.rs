//! Timing contestants in turn, and keeping what came out.

use std::hint::black_box;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// How long to measure.
pub(crate) struct Effort {
    /// For each contestant, in all.
    time: Duration,
    /// At least so many rounds.
    rounds: usize,
}

/// How many laps of a turn count.
const LAPS: usize = 4;

impl Effort {
    pub(crate) const QUICK: Self = Self {
        time: Duration::from_millis(200),
        rounds: 9,
    };
    pub(crate) const THOROUGH: Self = Self {
        time: Duration::from_millis(1_500),
        rounds: 25,
    };

    /// How many frames to time where every frame is different.
    pub(crate) const fn frames(&self) -> usize {
        self.rounds * LAPS
    }

    /// Runs the contestants in turn, round after round, so that whatever slows the machine
    /// down slows all of them. A turn is a few laps in a row, as frames follow each other in
    /// a game; the first one, which finds everybody else's things in the caches, does not
    /// count. Each lap says how long each of its parts took; of each part the median counts,
    /// in nanoseconds.
    pub(crate) fn race<const PARTS: usize>(
        &self,
        contestants: &mut [Contestant<'_, PARTS>],
    ) -> Vec<[f64; PARTS]> {
        let mut laps = vec![Vec::new(); contestants.len()];
        let start = Instant::now();
        let time = self.time * contestants.len() as u32;
        while laps[0].len() < self.rounds * LAPS || start.elapsed() < time {
            for (contestant, laps) in contestants.iter_mut().zip(&mut laps) {
                (contestant.run)();
                laps.extend((0..LAPS).map(|_| (contestant.run)()));
            }
        }
        let part = |laps: &[[Duration; PARTS]], part: usize| {
            let mut times: Vec<_> = laps.iter().map(|lap| lap[part]).collect();
            times.sort_unstable();
            times[times.len() / 2].as_secs_f64() * 1e9
        };
        laps.iter()
            .map(|laps| std::array::from_fn(|index| part(laps, index)))
            .collect()
    }
}

impl Effort {
    /// The figures of a race in which all of a lap counts; the first contestant is ours.
    pub(crate) fn figures(
        &self,
        question: &str,
        shape: &str,
        nodes: usize,
        contestants: &mut [Contestant<'_, 1>],
    ) -> Vec<Figure> {
        let times = self.race(contestants);
        let named = contestants.iter().zip(times);
        let times: Vec<_> = named.map(|(c, [time])| (c.who, time)).collect();
        figures(question, shape, nodes, &times)
    }
}

/// Somebody who does the same work as the others, and times it.
pub(crate) struct Contestant<'a, const PARTS: usize> {
    pub(crate) who: &'static str,
    pub(crate) run: Box<dyn FnMut() -> [Duration; PARTS] + 'a>,
}

impl<'a> Contestant<'a, 1> {
    /// Somebody all of whose work counts.
    pub(crate) fn new<R>(who: &'static str, mut run: impl FnMut() -> R + 'a) -> Self {
        Self {
            who,
            run: Box::new(move || [timed(|| drop(black_box(run())))]),
        }
    }
}

pub(crate) fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// One figure.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Figure {
    pub(crate) question: String,
    pub(crate) shape: String,
    pub(crate) nodes: usize,
    pub(crate) who: String,
    pub(crate) ns_per_node: f64,
    pub(crate) times_ours: f64,
}

/// The figures of one question about one shape; the first contestant is ours.
pub(crate) fn figures(
    question: &str,
    shape: &str,
    nodes: usize,
    times: &[(&'static str, f64)],
) -> Vec<Figure> {
    let ours = times.first().map_or(1.0, |&(_, time)| time);
    let figure = |&(who, time): &(&'static str, f64)| Figure {
        question: question.to_owned(),
        shape: shape.to_owned(),
        nodes,
        who: who.to_owned(),
        ns_per_node: time / nodes as f64,
        times_ours: time / ours,
    };
    times.iter().map(figure).collect()
}
