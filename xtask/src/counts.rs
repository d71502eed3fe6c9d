//! `cargo xtask bench --counts`: instructions of the hot paths, beside the kept ones.
//!
//! What is counted is the business of `crates/bench/benches/counts.rs`; here it
//! is compared by name. Counts depend on the compiler and a little on the
//! machine, so this is no step of a test run.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::io;
use std::process::ExitCode;

use crate::callgrind::{self, NotCounted};
use crate::cargo::workspace_root;
use crate::report;
use crate::usage::UsageError;

/// Instructions by name, in the order of names.
pub(crate) type Counts = BTreeMap<String, u64>;

/// The kept counts, from the workspace root.
const KEPT: &str = "crates/bench/counts.json";

/// A count that is so much higher than the kept one is a finding.
const TOLERANCE_PERCENT: u64 = 2;

/// Counts, and compares or keeps; exits with 1 when a count is too high.
pub(crate) fn run(args: &[OsString]) -> Result<ExitCode, UsageError> {
    let mut keep = false;
    for arg in args {
        match arg.to_string_lossy().as_ref() {
            "--counts" => {}
            "--keep" => keep = true,
            other => return Err(UsageError::Unexpected(other.to_owned())),
        }
    }

    let ended = if keep { keep_anew() } else { compare() };
    Ok(ended.unwrap_or_else(|why| {
        report::failed(&why);
        ExitCode::from(2)
    }))
}

fn keep_anew() -> Result<ExitCode, CountsFailed> {
    let counts = callgrind::count()?;
    fs::write(workspace_root().join(KEPT), to_text(&counts)).map_err(CountsFailed::NotKept)?;
    report::counts_kept(&counts, KEPT);
    Ok(ExitCode::SUCCESS)
}

fn compare() -> Result<ExitCode, CountsFailed> {
    // Before we count: nobody wants to hear only then that there is nothing to compare with.
    let kept = fs::read_to_string(workspace_root().join(KEPT)).map_err(CountsFailed::NoneKept)?;
    let kept = serde_json::from_str(&kept).map_err(CountsFailed::KeptGarbled)?;

    let compared = Compared::new(&kept, &callgrind::count()?);
    report::counts(&compared);
    let worse = compared.0.iter().filter(|row| row.is_worse()).count();
    if worse > 0 {
        report::failed(&format_args!(
            "more than {TOLERANCE_PERCENT} % above what was kept: {worse}"
        ));
        return Ok(ExitCode::FAILURE);
    }
    let better = compared.0.iter().filter(|row| row.is_better()).count();
    if better > 0 {
        report::counts_differ(&format_args!("good news, {better} lower than kept"));
    } else if compared
        .0
        .iter()
        .any(|row| row.kept.is_none() || row.now.is_none())
    {
        report::counts_differ(&"some are new or gone");
    }
    Ok(ExitCode::SUCCESS)
}

/// Every name that was kept or is counted now, in order.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Compared(pub(crate) Vec<Row>);

/// One name, and its count before and now, if it has one.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) kept: Option<u64>,
    pub(crate) now: Option<u64>,
}

impl Compared {
    fn new(kept: &Counts, now: &Counts) -> Self {
        let mut names: Vec<&String> = kept.keys().chain(now.keys()).collect();
        names.sort();
        names.dedup();
        let row = |name: &String| Row {
            name: name.clone(),
            kept: kept.get(name).copied(),
            now: now.get(name).copied(),
        };
        Self(names.into_iter().map(row).collect())
    }
}

impl Row {
    /// How much higher the count is now; nothing if there is no other to compare with.
    pub(crate) fn change_percent(&self) -> Option<f64> {
        let (kept, now) = (self.kept? as f64, self.now? as f64);
        Some((now - kept) / kept.max(1.0) * 100.0)
    }

    /// Whether the count is higher than is tolerated.
    pub(crate) fn is_worse(&self) -> bool {
        let both = self.kept.zip(self.now);
        both.is_some_and(|(kept, now)| now * 100 > kept * (100 + TOLERANCE_PERCENT))
    }

    fn is_better(&self) -> bool {
        self.kept
            .zip(self.now)
            .is_some_and(|(kept, now)| now < kept)
    }
}

/// One entry a line, in the order of names.
fn to_text(counts: &Counts) -> String {
    let text = serde_json::to_string_pretty(counts).expect("names and numbers are JSON");
    text + "\n"
}

/// Why counts could not be compared or kept.
#[derive(Debug)]
enum CountsFailed {
    /// There are no new ones.
    NotCounted(NotCounted),
    /// The kept counts are missing or cannot be opened.
    NoneKept(io::Error),
    /// The kept counts are no map from names to numbers.
    KeptGarbled(serde_json::Error),
    /// The new counts could not be written.
    NotKept(io::Error),
}

impl From<NotCounted> for CountsFailed {
    fn from(why: NotCounted) -> Self {
        Self::NotCounted(why)
    }
}

impl fmt::Display for CountsFailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const ANEW: &str = "count anew with `cargo xtask bench --counts --keep`";
        match self {
            Self::NotCounted(why) => why.fmt(f),
            Self::NoneKept(error) => write!(f, "could not read {KEPT}: {error}; {ANEW}"),
            Self::KeptGarbled(error) => write!(f, "{KEPT} makes no sense: {error}; {ANEW}"),
            Self::NotKept(error) => write!(f, "could not write {KEPT}: {error}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts<const N: usize>(entries: [(&str, u64); N]) -> Counts {
        entries.map(|(name, count)| (name.to_owned(), count)).into()
    }

    fn row(kept: u64, now: u64) -> Row {
        let name = "update.leaf".to_owned();
        Row {
            name,
            kept: Some(kept),
            now: Some(now),
        }
    }

    #[test]
    fn two_percent_more_is_tolerated_and_one_instruction_above_is_not() {
        assert!(!row(10_000, 10_200).is_worse());
        assert!(row(10_000, 10_201).is_worse());
        assert!(!row(10_000, 10_200).is_better());
    }

    #[test]
    fn less_is_better() {
        assert!(row(10_000, 9_999).is_better());
        assert!(!row(10_000, 9_999).is_worse());
        assert_eq!(row(10_000, 7_500).change_percent(), Some(-25.0));
    }

    #[test]
    fn names_that_are_new_or_gone_are_listed_and_neither_better_nor_worse() {
        let kept = counts([("attach.leaves", 7), ("remove.in_order", 5)]);
        let now = counts([("attach.leaves", 7), ("plant_at.children", 9)]);

        let compared = Compared::new(&kept, &now);

        let listed = compared.0.iter().map(|row| (&*row.name, row.kept, row.now));
        assert!(listed.eq([
            ("attach.leaves", Some(7), Some(7)),
            ("plant_at.children", None, Some(9)),
            ("remove.in_order", Some(5), None),
        ]));
        assert!(
            !compared
                .0
                .iter()
                .any(|row| row.is_worse() || row.is_better())
        );
    }

    #[test]
    fn what_is_kept_has_one_entry_a_line_by_name_and_reads_back() {
        let kept = counts([("update.leaf", 634), ("attach.leaves", 310_418)]);

        let text = to_text(&kept);

        assert_eq!(
            text,
            "{\n  \"attach.leaves\": 310418,\n  \"update.leaf\": 634\n}\n"
        );
        assert_eq!(serde_json::from_str::<Counts>(&text).unwrap(), kept);
    }

    #[test]
    fn a_word_that_is_neither_counts_nor_keep_is_refused_before_anything_runs() {
        assert_eq!(
            run(&["--counts".into(), "--quick".into()]),
            Err(UsageError::Unexpected("--quick".to_owned())),
        );
    }
}
