//! Do the links of our documents lead somewhere?
//!
//! Every link and picture of every Markdown file that leads to a file of ours is followed, to the
//! heading behind its `#`, too. What leads to the rest of the world is left alone.

use std::io;
use std::path::{Component, Path, PathBuf};

use kinfolk_documents::{Document, documents};

use crate::look::Looked;

/// Follows every link of the documents below `root`.
pub(crate) fn look(root: &Path) -> io::Result<Looked> {
    let documents = documents(root)?;
    let mut findings = Vec::new();
    let mut followed = 0;
    for document in &documents {
        for link in document.links.iter().filter(|link| is_ours(&link.to)) {
            followed += 1;
            if let Some(why) = broken(root, &documents, document, &link.to) {
                let path = document.path.display();
                findings.push(format!("{path}:{}: `{}`: {why}", link.line, link.to));
            }
        }
    }
    let at = format!(
        "links followed: {followed}, documents read: {}",
        documents.len()
    );
    Ok(Looked { at, findings })
}

fn is_ours(to: &str) -> bool {
    !to.contains("://") && !to.starts_with("mailto:")
}

/// Why a link of `from` leads nowhere.
fn broken(root: &Path, all: &[Document], from: &Document, to: &str) -> Option<&'static str> {
    let (file, anchor) = to.split_once('#').unwrap_or((to, ""));
    let folder = from.path.parent().unwrap_or(Path::new(""));
    let target = if file.is_empty() {
        from.path.clone()
    } else {
        match tidied(&folder.join(file)) {
            Some(target) => target,
            None => return Some("it leads out of the repository"),
        }
    };
    if !root.join(&target).exists() {
        return Some("there is no such file");
    }
    if anchor.is_empty() {
        return None;
    }
    let Some(document) = all.iter().find(|document| document.path == target) else {
        return Some("this file has no headings");
    };
    let has_anchor = document.anchors.iter().any(|each| each == anchor);
    (!has_anchor).then_some("there is no such heading")
}

/// The path without `..`, if it stays inside.
pub(crate) fn tidied(path: &Path) -> Option<PathBuf> {
    let mut tidy = PathBuf::new();
    for part in path.components() {
        match part {
            Component::Normal(name) => tidy.push(name),
            Component::ParentDir => {
                if !tidy.pop() {
                    return None;
                }
            }
            Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(tidy)
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::fs;
    use std::process;

    use super::*;

    #[test]
    fn a_link_that_leads_nowhere_is_told_with_its_place() {
        let root = env::temp_dir().join(format!("kinfolk-xtask-links-{}", process::id()));
        fs::create_dir_all(root.join("docs")).unwrap();
        let readme =
            "# Top\n[a](docs/a.md#who-is-it) [b](docs/b.md)\n[c](#top) [d](#down) ![e](docs)\n";
        fs::write(root.join("README.md"), readme).unwrap();
        let other = "## Who is it?\n[up](../README.md#top), [out](../../x.md)\n[far](https://example.com/x)\n";
        fs::write(root.join("docs/a.md"), other).unwrap();

        let looked = look(&root);
        fs::remove_dir_all(&root).unwrap();

        let looked = looked.unwrap();
        assert_eq!(
            looked.findings,
            [
                "README.md:2: `docs/b.md`: there is no such file",
                "README.md:3: `#down`: there is no such heading",
                "docs/a.md:2: `../../x.md`: it leads out of the repository",
            ]
        );
        assert_eq!(looked.at, "links followed: 7, documents read: 2");
    }
}
