//! What others get when they depend on us: is it whole, lean, and does it say what it is?
//!
//! The step lists what `cargo package` would take and looks at that, without building anything. `cargo xtask package`
//! ([`package`](crate::package)) builds the packages.

use std::fs;
use std::io;
use std::path::Path;

use serde_json::Value;

use crate::cargo::Call;
use crate::links::tidied;
use crate::look::Looked;
use crate::metadata::{Metadata, Package, said};

const LIST: Call = Call::new("package --list --quiet --allow-dirty --package");

/// In every package.
const NEEDED: [&str; 3] = ["LICENSE-APACHE", "LICENSE-MIT", "README.md"];

/// No package is larger, before it is compressed.
const MOST_BYTES: u64 = 1_500_000;

/// Looks at every package of ours that can be published.
pub(crate) fn look(_: &Path) -> io::Result<Looked> {
    let metadata = Metadata::read()?;
    let mut findings = Vec::new();
    let (mut packages, mut files, mut bytes) = (0, 0, 0);
    for package in metadata.published() {
        let name = &package.name;
        let mut tell = |what: String| findings.push(format!("{name}: {what}"));
        let list = said(LIST, &[name])?;
        let list: Vec<&str> = list.lines().collect();
        let folder = package.all["manifest_path"].as_str().map(Path::new);
        let folder = folder.and_then(Path::parent).unwrap_or(Path::new(""));

        manifest(package).into_iter().for_each(&mut tell);
        for needed in NEEDED.iter().filter(|needed| !list.contains(needed)) {
            tell(format!("{needed} is not in the package"));
        }
        let mut size = 0;
        for file in &list {
            // Cargo makes some files itself: they are not there.
            let Ok(content) = fs::read(folder.join(file)) else {
                continue;
            };
            size += content.len() as u64;
            if file.ends_with(".rs") {
                let text = String::from_utf8_lossy(&content);
                left_out(file, &text, &list).for_each(&mut tell);
            }
        }
        if size > MOST_BYTES {
            tell(format!("{size} bytes are more than {MOST_BYTES}"));
        }
        packages += 1;
        files += list.len();
        bytes += size;
    }
    let at = format!("packages: {packages}, files in them: {files}, bytes: {bytes}");
    Ok(Looked { at, findings })
}

/// What a manifest should say, and does not.
fn manifest(package: &Package) -> Vec<String> {
    let all = &package.all;
    let count = |key: &str| all[key].as_array().map_or(0, Vec::len);
    let is_library = package.targets("lib").next().is_some();
    let mut missing: Vec<String> = [
        (all["description"].is_string(), "a description"),
        ((1..=5).contains(&count("keywords")), "one to five keywords"),
        ((1..=5).contains(&count("categories")), "categories"),
        (all["license"].is_string(), "a licence"),
        (all["readme"] == "README.md", "a readme"),
        (all["rust_version"].is_string(), "a rust-version"),
        (
            !is_library || all["metadata"]["docs"]["rs"]["all-features"] == true,
            "that docs.rs is to show all features",
        ),
    ]
    .into_iter()
    .filter(|(is_there, _)| !is_there)
    .map(|(_, what)| format!("the manifest does not say {what}"))
    .collect();
    let dependencies = all["dependencies"].as_array().into_iter().flatten();
    let is_nameless = |each: &&Value| each["path"].is_string() && each["req"] == "*";
    for dependency in dependencies
        .filter(|each| each["kind"] != "dev")
        .filter(is_nameless)
    {
        let name = &dependency["name"];
        missing.push(format!(
            "the manifest does not say which version of {name} is needed"
        ));
    }
    missing
}

/// The files that `text` of `file` includes, and that are not in the `list`.
fn left_out(file: &str, text: &str, list: &[&str]) -> impl Iterator<Item = String> {
    let folder = Path::new(file).parent().unwrap_or(Path::new(""));
    let mut left_out = Vec::new();
    for opening in ["include_str!(\"", "include_bytes!(\"", "#[path = \""] {
        for (at, _) in text.match_indices(opening) {
            let rest = &text[at + opening.len()..];
            let path = &rest[..rest.find('"').unwrap_or(rest.len())];
            let included = tidied(&folder.join(path));
            let is_listed =
                included.is_some_and(|path| list.iter().any(|&each| Path::new(each) == path));
            if !is_listed {
                left_out.push(format!(
                    "{file} includes {path}, which is not in the package"
                ));
            }
        }
    }
    left_out.into_iter()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_file_that_is_included_must_be_in_the_package() {
        let text =
            "include_str!(\"../README.md\"); include_bytes!(\"../../a.png\")\n#[path = \"b.rs\"]";
        let list = ["src/lib.rs", "src/b.rs", "README.md"];

        let told: Vec<_> = left_out("src/lib.rs", text, &list).collect();
        assert_eq!(
            told,
            ["src/lib.rs includes ../../a.png, which is not in the package"]
        );
    }

    #[test]
    fn a_manifest_says_what_others_ask_for() {
        let said = json!({
            "description": "Gears", "keywords": ["gear"], "categories": [], "license": "MIT",
            "readme": "README.md", "rust_version": "1.89",
            "metadata": { "docs": { "rs": { "all-features": true } } },
            "targets": [{ "kind": ["lib"], "name": "gear" }],
            "dependencies": [{ "name": "cog", "path": "../cog", "req": "*", "kind": null }],
        });
        let package = Package {
            name: "gear".to_owned(),
            version: "1.0.0".to_owned(),
            source: None,
            license: None,
            rust_version: None,
            is_published: true,
            all: said,
        };

        assert_eq!(
            manifest(&package),
            [
                "the manifest does not say categories",
                "the manifest does not say which version of \"cog\" is needed"
            ]
        );
    }
}
