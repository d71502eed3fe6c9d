//! Do the paths that our documents name exist?
//!
//! A path is whatever stands in backticks and starts with one of the
//! workspace's own folders. Only the documents at the root and in `docs` are
//! read; a document that is not there names nothing.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Backticked text that starts like this is a path from the workspace root.
const FOLDERS: [&str; 5] = ["crates/", "docs/", "games/", "fixtures/", "xtask/"];

/// The documents at the workspace root.
const ROOT_DOCUMENTS: [&str; 3] = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];

/// What a look through the documents found.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Checked {
    /// How many documents there were to read.
    pub(crate) documents: usize,
    /// How many times they name a path.
    pub(crate) paths: usize,
    /// The paths that do not exist, by document and line.
    pub(crate) dangling: Vec<Dangling>,
}

/// A path that a document names and that does not exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Dangling {
    /// The document, from the workspace root.
    pub(crate) document: PathBuf,
    /// The line in it; the first one is 1.
    pub(crate) line: usize,
    /// The path, as it is looked up.
    pub(crate) path: String,
}

impl fmt::Display for Dangling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let document = self.document.display();
        write!(f, "{document}:{}: `{}`", self.line, self.path)
    }
}

/// Looks up every path that the documents below `root` name.
pub(crate) fn check(root: &Path) -> io::Result<Checked> {
    let documents = documents(root)?;
    let mut checked = Checked {
        documents: documents.len(),
        paths: 0,
        dangling: Vec::new(),
    };
    for document in documents {
        let text = fs::read_to_string(root.join(&document))?;
        for (line, path) in named_paths(&text) {
            checked.paths += 1;
            if !root.join(&path).exists() {
                let document = document.clone();
                checked.dangling.push(Dangling {
                    document,
                    line,
                    path,
                });
            }
        }
    }
    Ok(checked)
}

/// The documents that exist, from `root`: first those at the root, then `docs` by name.
fn documents(root: &Path) -> io::Result<Vec<PathBuf>> {
    let mut in_docs = Vec::new();
    if root.join("docs").is_dir() {
        for entry in fs::read_dir(root.join("docs"))? {
            let document = Path::new("docs").join(entry?.file_name());
            if document.extension().is_some_and(|kind| kind == "md") {
                in_docs.push(document);
            }
        }
    }
    in_docs.sort();

    let at_root = ROOT_DOCUMENTS.iter().map(PathBuf::from);
    Ok(at_root
        .filter(|document| root.join(document).is_file())
        .chain(in_docs)
        .collect())
}

/// Every path that `text` names, with its line, in reading order.
fn named_paths(text: &str) -> Vec<(usize, String)> {
    let mut named = Vec::new();
    for (line, words) in (1..).zip(text.lines()) {
        // Trying every backtick, instead of pairing them up, means that a code span
        // broken over two lines cannot hide the paths behind it.
        for (backtick, _) in words.match_indices('`') {
            let rest = &words[backtick + 1..];
            if FOLDERS.iter().any(|folder| rest.starts_with(folder)) {
                named.push((line, looked_up(rest)));
            }
        }
    }
    named
}

/// The part of `rest` that can be looked up: up to the end of the code span, without
/// `:line` or `#anchor`, and only down to the folder that holds a `*` or a `<name>`.
fn looked_up(rest: &str) -> String {
    let end = rest.find(|c: char| c.is_whitespace() || "`:#".contains(c));
    let path = &rest[..end.unwrap_or(rest.len())];
    let is_exact = |name: &&str| !name.contains(['*', '<', '{', '…']) && *name != "...";
    let names: Vec<_> = path.split('/').take_while(is_exact).collect();
    names.join("/").trim_end_matches('/').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::env;
    use std::process;

    /// The paths in `text` as `line:path`, parted by spaces.
    fn drawn(text: &str) -> String {
        let named = named_paths(text).into_iter();
        let drawn: Vec<_> = named.map(|(line, path)| format!("{line}:{path}")).collect();
        drawn.join(" ")
    }

    #[test]
    fn a_path_is_known_by_its_backtick_and_folder() {
        assert_eq!(
            drawn("See `crates/kinfolk/src/walk.rs`,\nthen `docs/`.\n"),
            "1:crates/kinfolk/src/walk.rs 2:docs",
        );
        assert_eq!(drawn("crates/bare `src/walk.rs` `cargo run`"), "");
    }

    #[test]
    fn lines_and_anchors_are_not_part_of_the_path() {
        assert_eq!(
            drawn("`xtask/src/main.rs:12` `docs/a.md#top` `games/pong --fast`"),
            "1:xtask/src/main.rs 1:docs/a.md 1:games/pong",
        );
    }

    #[test]
    fn a_pattern_is_looked_up_as_the_folder_above_it() {
        assert_eq!(
            drawn("`fixtures/valid/*.scene` `crates/<name>/src` `docs/…`"),
            "1:fixtures/valid 1:crates 1:docs",
        );
    }

    #[test]
    fn a_code_span_over_two_lines_hides_no_path() {
        assert_eq!(
            drawn("run `cargo\ntest` in `crates/kinfolk`"),
            "2:crates/kinfolk"
        );
    }

    #[test]
    fn a_path_that_does_not_exist_is_reported_with_its_place() {
        let root = env::temp_dir().join(format!("kinfolk-xtask-paths-{}", process::id()));
        fs::create_dir_all(root.join("docs")).unwrap();
        fs::write(root.join("README.md"), "\n`docs/here.md` `docs/gone.md`\n").unwrap();
        fs::write(root.join("docs/here.md"), "`crates/lost`\n").unwrap();

        let checked = check(&root);
        fs::remove_dir_all(&root).unwrap();

        let checked = checked.unwrap();
        let told: Vec<_> = checked.dangling.iter().map(Dangling::to_string).collect();
        assert_eq!(
            told,
            [
                "README.md:2: `docs/gone.md`",
                "docs/here.md:1: `crates/lost`"
            ]
        );
        assert_eq!((checked.documents, checked.paths), (2, 3));
    }
}
