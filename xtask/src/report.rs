//! Everything that we say ourselves, and the only file that prints.
//!
//! Progress and results go to stdout, complaints to stderr; where the result is a
//! table of figures, progress goes to stderr too. Headings are bold
//! on a terminal and plain text anywhere else.

#![expect(
    clippy::print_stdout,
    reason = "this is the one file that may print; the others call it"
)]

use std::fmt::Display;
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::time::Duration;

use crate::cargo::Call;
use crate::counts::{Compared, Counts};
use crate::fuzz::Ended;
use crate::libfuzzer::Heard;
use crate::look::Looked;
use crate::paths::Checked;
use crate::test::{End, Row};
use crate::usage::{USAGE, UsageError};

/// Shows the usage page to somebody who asked for it.
pub(crate) fn help() -> ExitCode {
    println!("{USAGE}");
    ExitCode::SUCCESS
}

/// Shows the usage page to somebody who needs it.
pub(crate) fn misused(wrong: &UsageError) {
    eprintln!("error: {wrong}\n\n{USAGE}");
}

/// Says why the run was in vain.
pub(crate) fn failed(why: &dyn Display) {
    eprintln!("\nerror: {why}");
}

/// Announces a step, or the summary.
pub(crate) fn heading(title: &str) {
    if io::stdout().is_terminal() {
        println!("\n\x1b[1m── {title} ──\x1b[0m");
    } else {
        println!("\n── {title} ──");
    }
}

/// Announces a command of the current step.
pub(crate) fn command(call: &Call) {
    println!("$ {call}");
}

/// Says how long a step took.
pub(crate) fn step_ended(name: &str, took: Duration) {
    println!("{name} took {}", seconds(took).trim_start());
}

/// Says how much the path check looked at, so that an empty check is noticed.
pub(crate) fn paths(checked: &Checked) {
    println!(
        "paths looked up: {}, documents read: {}",
        checked.paths, checked.documents
    );
}

/// Says how much a look has looked at.
pub(crate) fn looked(looked: &Looked) {
    println!("{}", looked.at);
}

/// Shows the closing table.
pub(crate) fn summary(rows: &[Row]) {
    heading("summary");
    let mut total = Duration::ZERO;
    for Row { name, end } in rows {
        match *end {
            End::Passed(took) => {
                total += took;
                println!("{name:<10} ok      {}", seconds(took));
            }
            End::Failed(took) => {
                total += took;
                println!("{name:<10} FAILED  {}", seconds(took));
            }
            End::NotRun => println!("{name:<10} not run"),
        }
    }
    println!("{:<10}         {}", "total", seconds(total));
}

/// Says what takes a while before a table is there to show.
pub(crate) fn progress(what: &dyn Display) {
    eprintln!("{what} …");
}

/// Shows the counts beside the kept ones, by name.
pub(crate) fn counts(compared: &Compared) {
    println!(
        "{:<28} {:>10} {:>10} {:>9}",
        "instructions", "kept", "now", "change"
    );
    let figure = |count: Option<u64>| count.map_or("–".to_owned(), |count| count.to_string());
    for row in &compared.0 {
        let (kept, now) = (figure(row.kept), figure(row.now));
        let change = match row.change_percent() {
            Some(percent) => format!("{percent:+.2} %"),
            None if row.kept.is_none() => "new".to_owned(),
            None => "gone".to_owned(),
        };
        let verdict = if row.is_worse() { "  WORSE" } else { "" };
        println!("{:<28} {kept:>10} {now:>10} {change:>9}{verdict}", row.name);
    }
}

/// Says what can be done about counts that are not as they were.
pub(crate) fn counts_differ(why: &dyn Display) {
    eprintln!("\n{why}: keep them with --keep");
}

/// Says how many counts were kept, and where.
pub(crate) fn counts_kept(counts: &Counts, file: &str) {
    println!("counts kept in {file}: {}", counts.len());
}

/// Says how far the fuzzer is, on a line that the next one replaces; only where somebody looks.
pub(crate) fn fuzzing(target: &str, took: Duration, heard: &Heard) {
    if io::stderr().is_terminal() {
        eprint!(
            "\r\x1b[K{target} {} {} executions, {} edges",
            seconds(took),
            heard.executions,
            heard.coverage
        );
    }
}

/// Makes room behind the line of progress.
pub(crate) fn fuzzing_is_over() {
    if io::stderr().is_terminal() {
        eprint!("\r\x1b[K");
    }
}

/// Passes on what the fuzzer has to say.
pub(crate) fn fuzzer_says(line: &str) {
    fuzzing_is_over();
    eprintln!("{line}");
}

/// Says what one target has come to.
pub(crate) fn target_ended(ended: &Ended) {
    let verdict = if ended.found.is_some() {
        "FOUND"
    } else {
        "clean"
    };
    println!(
        "{}: {} executions in {}, {verdict}",
        ended.name,
        ended.executions,
        seconds(ended.took).trim_start()
    );
}

/// Shows the closing table of a fuzz run, and where what was found is.
pub(crate) fn fuzzed(all: &[Ended]) {
    heading("summary");
    for ended in all {
        let Ended {
            name, executions, ..
        } = ended;
        let took = seconds(ended.took);
        match &ended.found {
            None => println!("{name:<10} clean {took} {executions:>12} executions"),
            Some(input) => println!(
                "{name:<10} FOUND {took} {executions:>12} executions: {}",
                input.display()
            ),
        }
    }
}

/// Padded on the left, so that columns line up.
fn seconds(time: Duration) -> String {
    format!("{:>7.1} s", time.as_secs_f64())
}
