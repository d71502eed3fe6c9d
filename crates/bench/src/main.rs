//! How fast Kinfolk is, question by question, beside its peers.
//!
//! `cargo xtask bench [--quick] [--only NAME]` prints a table, and keeps it in
//! `target/bench/report.json` and, once all questions were asked, `docs/benchmarks.md`.
//! Absolute times on a shared machine mean little; each question runs us and the others in
//! turn and prints the ratio.

mod chain;
mod churn;
mod draw_order;
mod ecs;
mod ecs_hecs;
mod ecs_shipyard;
mod ecs_structure;
mod game;
mod limit;
mod measure;
mod memory;
mod nine;
mod peers;
mod physics;
mod read_after_write;
mod report;
mod scenes;
mod snapshot;
mod sparse;
mod structure;
mod tidy;
mod visibility;
mod workload;

use std::path::Path;

use measure::{Effort, Figure};

/// A question: its name and what answers it.
type Question = (&'static str, fn(&Effort) -> Vec<Figure>);

const QUESTIONS: &[Question] = &[
    ("nine", nine::answer),
    ("limit", limit::answer),
    ("sparse", sparse::answer),
    ("structure", structure::answer),
    ("churn", churn::answer),
    ("read-after-write", read_after_write::answer),
    ("tidy", tidy::answer),
    ("visibility", visibility::answer),
    ("draw-order", draw_order::answer),
    ("snapshot", snapshot::answer),
    ("memory", memory::answer),
    ("chain", chain::answer),
    ("scenes", scenes::answer),
    ("physics", physics::answer),
    ("game", game::answer),
    ("ecs", ecs::answer),
    ("ecs-structure", ecs_structure::answer),
    ("ecs-shipyard", ecs_shipyard::answer),
    ("ecs-hecs", ecs_hecs::answer),
];

/// Those in which Bevy's threads have a part; the run with threads asks no others.
const THREADED: &[&str] = &["nine", "sparse", "churn", "ecs", "ecs-structure"];

fn main() {
    let mut effort = Effort::THOROUGH;
    let mut only = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--quick" => effort = Effort::QUICK,
            "--only" => only = Some(arguments.next().unwrap_or_else(|| usage("--only what?"))),
            other => usage(&format!("no option {other}")),
        }
    }
    if let Some(name) = &only
        && !QUESTIONS.iter().any(|(question, _)| question == name)
    {
        usage(&format!("no question {name}"));
    }
    let mut all = Vec::new();
    report::heading();
    for (name, answer) in QUESTIONS {
        let has_a_part = !cfg!(feature = "bevy-threads") || THREADED.contains(name);
        if has_a_part && only.as_deref().is_none_or(|only| only == *name) {
            eprintln!("measuring {name} …");
            let figures = answer(&effort);
            report::show(&figures);
            all.extend(figures);
        }
    }
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    if let Err(error) = report::keep(&workspace, &all, only.is_none()) {
        eprintln!("the report could not be written: {error}");
        std::process::exit(2);
    }
}

fn usage(complaint: &str) -> ! {
    let names: Vec<_> = QUESTIONS.iter().map(|(name, _)| *name).collect();
    eprintln!(
        "{complaint}\nusage: cargo xtask bench [--quick] [--only {}]",
        names.join("|")
    );
    std::process::exit(2)
}
