//! Timing contestants in turn, and saying what came out.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long to measure.
pub(crate) struct Effort {
    /// For each contestant, in all.
    time: Duration,
    /// At least so many rounds.
    rounds: usize,
}

impl Effort {
    pub(crate) const QUICK: Self = Self {
        time: Duration::from_millis(300),
        rounds: 9,
    };
    pub(crate) const THOROUGH: Self = Self {
        time: Duration::from_secs(2),
        rounds: 25,
    };
}

/// Somebody who does the same work as the others.
pub(crate) struct Contestant<'a> {
    pub(crate) who: &'static str,
    pub(crate) run: Box<dyn FnMut() + 'a>,
}

impl<'a> Contestant<'a> {
    pub(crate) fn new<R>(who: &'static str, mut run: impl FnMut() -> R + 'a) -> Self {
        Self {
            who,
            run: Box::new(move || drop(black_box(run()))),
        }
    }
}

/// What was measured, as it is printed.
pub(crate) struct Report;

impl Report {
    #[expect(clippy::print_stdout, reason = "the report is what the program is for")]
    pub(crate) fn heading(&mut self, question: &str) {
        println!("\n{question}");
        println!(
            "  {:<28}{:>10}  {:<12}{:>12}{:>12}",
            "shape", "nodes", "who", "ns/node", "times ours"
        );
    }

    /// Runs the contestants in turn, round after round, so that whatever slows the machine
    /// down slows all of them; the median counts. The first one is ours.
    #[expect(clippy::print_stdout, reason = "the report is what the program is for")]
    pub(crate) fn race(
        &mut self,
        effort: &Effort,
        shape: &str,
        nodes: usize,
        mut contestants: Vec<Contestant<'_>>,
    ) {
        let mut times = vec![Vec::new(); contestants.len()];
        let start = Instant::now();
        let time = effort.time * contestants.len() as u32;
        while times[0].len() < effort.rounds || start.elapsed() < time {
            for (contestant, times) in contestants.iter_mut().zip(&mut times) {
                let start = Instant::now();
                (contestant.run)();
                times.push(start.elapsed().as_secs_f64() * 1e9);
            }
        }
        let medians: Vec<f64> = times.into_iter().map(median).collect();
        for (contestant, time) in contestants.iter().zip(&medians) {
            let (per_node, ratio) = (time / nodes as f64, time / medians[0]);
            let who = contestant.who;
            println!("  {shape:<28}{nodes:>10}  {who:<12}{per_node:>12.3}{ratio:>12.3}");
        }
    }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
