//! The list of interactions in `docs/editor.md` and the browser tests are about the same things.
//!
//! Every line names a test that there is, and every test is named by a line: nothing is promised that
//! nobody performs, and nothing is performed that nobody can read about.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Modules of `tests/browser` that are tools, not tests.
const TOOLS: [&str; 8] = [
    "driver", "input", "main", "page", "rows", "shots", "steps", "tools",
];

/// `module::test` of every `#[test]` in the browser's modules.
fn performed() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser");
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let module = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let source = fs::read_to_string(&path).unwrap();
        let mut is_test = false;
        for line in source.lines() {
            let name = line
                .strip_prefix("fn ")
                .and_then(|rest| rest.split('(').next());
            match name {
                Some(name) if is_test => {
                    found.insert(format!("{module}::{name}"));
                    is_test = false;
                }
                _ => is_test |= line == "#[test]",
            }
        }
    }
    found
}

/// `module::test` of every line of a table in the document; a line without one is listed as it is.
fn promised() -> (BTreeSet<String>, Vec<String>) {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/editor.md");
    let document = fs::read_to_string(document).unwrap();
    let (_, checklist) = document
        .split_once("## Everything that can be done, and the test that does it")
        .unwrap();
    let (mut named, mut bare) = (BTreeSet::new(), Vec::new());
    for line in checklist.lines().filter(|line| line.starts_with('|')) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let is_heading =
            cells[0].starts_with("**") || cells[0] == "what" || cells[0].contains("---");
        if is_heading {
            continue;
        }
        let tests: Vec<&str> = line.split('`').filter(|word| word.contains("::")).collect();
        if tests.is_empty() {
            bare.push(line.to_owned());
        }
        named.extend(tests.into_iter().map(str::to_owned));
    }
    (named, bare)
}

#[test]
fn every_line_of_the_checklist_names_a_test_that_there_is() {
    let (named, bare) = promised();

    assert_eq!(bare, [""; 0], "lines without a test");
    let performed = performed();
    let missing: Vec<_> = named.difference(&performed).collect();
    assert_eq!(missing, [""; 0], "no such test");
}

#[test]
fn every_browser_test_is_named_by_a_line() {
    let (named, _) = promised();

    let unnamed: Vec<String> = performed()
        .difference(&named)
        .filter(|test| !TOOLS.contains(&test.split("::").next().unwrap()))
        .cloned()
        .collect();
    assert_eq!(unnamed, [""; 0], "tests that the document does not name");
}
