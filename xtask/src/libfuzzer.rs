//! What libFuzzer says while it runs, line by line.
//!
//! Its figures are taken out of its talk; what is left is for people: a panic and what led to it.

use std::path::PathBuf;

/// What a run has come to so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Heard {
    /// How many inputs were tried.
    pub(crate) executions: u64,
    /// How many seconds that took, as it says itself; it does so only if nothing was found.
    pub(crate) secs: Option<u64>,
    /// Edges of the program that were reached.
    pub(crate) coverage: u64,
    /// The input that broke something.
    pub(crate) found: Option<PathBuf>,
}

/// What a line was about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Line {
    /// How far it is.
    Progress,
    /// Talk that nobody needs.
    Chatter,
    /// For people to read.
    Word,
}

/// How lines begin that say nothing about what was found.
const CHATTER: [&str; 7] = [
    "INFO:",
    "WARNING:",
    "Dictionary:",
    "stat::",
    "######",
    "\"",
    "\t",
];

impl Heard {
    /// Takes in a line, and says what it was about.
    pub(crate) fn hear(&mut self, line: &str) -> Line {
        if let Some(executions) = number_after(line, "stat::number_of_executed_units:") {
            self.executions = executions;
        }
        if let Some(path) = line.split_once("Test unit written to ") {
            self.found = Some(path.1.trim().into());
        }
        if let Some(rest) = line.strip_prefix("Done ") {
            // Done 4096 runs in 61 second(s)
            self.executions = first_number(rest).unwrap_or(self.executions);
            self.secs = number_after(rest, " in ");
            return Line::Chatter;
        }
        if let Some(executions) = line.strip_prefix('#').and_then(first_number) {
            self.executions = executions;
            self.coverage = number_after(line, "cov:").unwrap_or(self.coverage);
            return Line::Progress;
        }
        match CHATTER.iter().any(|start| line.starts_with(start)) || line.trim().is_empty() {
            true => Line::Chatter,
            false => Line::Word,
        }
    }
}

/// The number behind a word, wherever that is.
fn number_after(line: &str, word: &str) -> Option<u64> {
    first_number(line.split_once(word)?.1)
}

/// The number at the beginning, behind spaces.
fn first_number(text: &str) -> Option<u64> {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_ascii_digit());
    text[..end.unwrap_or(text.len())].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hears all lines; gives back the words.
    fn heard(lines: &str) -> (Heard, Vec<&str>) {
        let mut heard = Heard::default();
        let words = lines.lines();
        let words = words
            .filter(|line| heard.hear(line) == Line::Word)
            .collect();
        (heard, words)
    }

    #[test]
    fn a_run_that_finds_nothing_says_how_much_it_tried() {
        let (heard, words) = heard(
            "INFO: Seed: 2837460\n\
             #2\tINITED cov: 12 ft: 13 corp: 1/1b exec/s: 0 rss: 40Mb\n\
             #65536\tpulse  cov: 2531 ft: 9001 corp: 300/40Kb lim: 1000 exec/s: 512 rss: 90Mb\n\
             #70000\tDONE   cov: 2540 ft: 9011 corp: 301/40Kb lim: 1000 exec/s: 512 rss: 90Mb\n\
             Done 70000 runs in 121 second(s)\n\
             stat::number_of_executed_units: 70000\n",
        );

        assert_eq!((heard.executions, heard.secs), (70_000, Some(121)));
        assert_eq!((heard.coverage, heard.found), (2_540, None));
        assert!(words.is_empty(), "{words:?}");
    }

    #[test]
    fn a_find_is_known_by_the_file_that_it_left() {
        let (heard, words) = heard(
            "#900\tNEW    cov: 31 ft: 40 corp: 3/9b lim: 4 exec/s: 0 rss: 40Mb\n\
             thread '<unnamed>' panicked at crates/kinfolk/src/tidy.rs:4:5:\n\
             a row is astray\n\
             stat::number_of_executed_units: 913\n\
             artifact_prefix='a/'; Test unit written to a/crash-0f\n",
        );

        assert_eq!((heard.executions, heard.secs), (913, None));
        assert_eq!(heard.found, Some("a/crash-0f".into()));
        assert_eq!(words.len(), 3, "{words:?}");
    }
}
