//! How fast Kinfolk is, question by question.
//!
//! `cargo xtask bench [--quick] [--only NAME]`. Absolute times on a shared machine mean
//! little; each question measures a physical limit or a peer beside us in the same run and
//! prints the ratio.

mod full_update;
mod measure;
mod shape;
mod sparse_update;

use measure::{Effort, Report};

/// A question: its name and what answers it.
type Question = (&'static str, fn(&Effort, &mut Report));

const QUESTIONS: &[Question] = &[
    ("full-update", full_update::answer),
    ("sparse-update", sparse_update::answer),
];

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
    let mut report = Report;
    for (name, answer) in QUESTIONS {
        if only.as_deref().is_none_or(|only| only == *name) {
            report.heading(name);
            answer(&effort, &mut report);
        }
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
