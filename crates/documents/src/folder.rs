//! Which documents there are.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::document::Document;

/// Every Markdown file below `root`, by path. What is hidden, built or a link is left out.
///
/// # Errors
/// When a folder or a file cannot be read.
pub fn documents(root: &Path) -> io::Result<Vec<Document>> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root.join(&folder))? {
            let entry = entry?;
            let name = entry.file_name();
            let path = folder.join(&name);
            let kind = entry.file_type()?;
            let is_ours = !name.to_string_lossy().starts_with('.') && name != "target";
            if kind.is_dir() && is_ours {
                folders.push(path);
            } else if kind.is_file() && path.extension().is_some_and(|kind| kind == "md") {
                let text = fs::read_to_string(root.join(&path))?;
                found.push(Document::new(path, &text));
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

/// The [`documents`] that people are to read: all but the transcripts of tests, which are run as such.
///
/// # Errors
/// As for all documents.
pub fn guides(root: &Path) -> io::Result<Vec<Document>> {
    let mut guides = documents(root)?;
    guides.retain(|document| !document.path.iter().any(|name| name == "tests"));
    Ok(guides)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_crate_of_ours_has_a_guide_and_transcripts_are_none() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let names = |documents: Vec<Document>| -> Vec<PathBuf> {
            documents.into_iter().map(|each| each.path).collect()
        };
        let (all, guides) = (
            names(documents(&root).unwrap()),
            names(guides(&root).unwrap()),
        );

        for name in ["README.md", "docs/format.md", "crates/kinfolk/README.md"] {
            assert!(guides.contains(&name.into()), "{name}");
        }
        let transcript = PathBuf::from("crates/kinfolk-cli/tests/cmd/tree.md");
        assert!(all.contains(&transcript) && !guides.contains(&transcript));
        assert!(all.is_sorted());
    }
}
