//! The schema agrees with the reader: what the reader takes, the schema takes, and what is of
//! the wrong shape is refused by both.

use std::path::{Path, PathBuf};

use kinfolk_scene::{Code, load, schema};
use serde_json::Value;

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(folder);
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            let extension = path.extension().and_then(|extension| extension.to_str());
            matches!(extension, Some("json" | "jsonc"))
        })
        .collect();
    files.sort();
    files
}

/// The text as plain JSON: through the reader for comments and the like.
fn plain(text: &str) -> Option<Value> {
    let json: kinfolk_scene::Json = text.parse().ok()?;
    Some(Value::from(&json))
}

#[test]
fn every_valid_document_fits_the_schema() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let mut checked = 0;
    for folder in ["games", "fixtures/valid", "fixtures/valid/handwritten"] {
        for path in files(folder) {
            let text = std::fs::read_to_string(&path).unwrap();
            let document = plain(&text).unwrap_or_else(|| panic!("{}", path.display()));

            let errors: Vec<_> = validator
                .iter_errors(&document)
                .map(|error| format!("{}: {error}", error.instance_path()))
                .collect();

            assert!(errors.is_empty(), "{}: {errors:#?}", path.display());
            checked += 1;
        }
    }
    assert!(checked > 20, "only {checked} documents");
}

#[test]
fn what_has_the_wrong_shape_does_not_fit_the_schema() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let mut refused = 0;
    for path in files("fixtures/invalid") {
        let text = std::fs::read_to_string(&path).unwrap();
        let wrong_shape = load(&text).diagnostics.iter().any(|finding| {
            matches!(
                finding.code,
                Code::WrongType | Code::MissingId | Code::MissingName | Code::UnknownVersion
            )
        });
        let Some(document) = plain(&text) else {
            continue;
        };
        if wrong_shape {
            assert!(!validator.is_valid(&document), "{}", path.display());
            refused += 1;
        }
    }
    assert!(refused > 3, "only {refused} documents");
}
