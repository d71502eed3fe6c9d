//! Any bytes are a Godot scene with its document, or problems.
//!
//! Lines like `;--- enemy.tscn` begin further files, which are `res://enemy.tscn` to the first.

use std::io;

use kinfolk_import::{Imported, godot};
use kinfolk_scene::{Document, load};

/// Reads the bytes as a scene of Godot.
pub fn tscn(bytes: &[u8]) {
    let files = split(bytes);
    let mut reader = |path: &str| {
        let found = files.iter().find(|(name, _)| name == path.as_bytes());
        let bytes = found.map(|(_, bytes)| bytes.to_vec());
        bytes.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
    };
    match godot("main.tscn", &mut reader) {
        Ok(imported) => check(&imported),
        Err(problems) => assert!(!problems.to_string().is_empty()),
    }
}

/// The files by name; the first one is `main.tscn`.
fn split(bytes: &[u8]) -> Vec<(Vec<u8>, &[u8])> {
    let mut files = Vec::new();
    let mut name = b"main.tscn".to_vec();
    let mut start = 0;
    let mut at = 0;
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        if let Some(next) = line.strip_prefix(b";--- ") {
            files.push((name, &bytes[start..at]));
            name = [b"res://", next.trim_ascii()].concat();
            start = at + line.len();
        }
        at += line.len();
    }
    files.push((name, &bytes[start..]));
    files
}

fn check(imported: &Imported) {
    let text = imported.document.to_text();
    let loaded = load(&text);
    assert!(!loaded.diagnostics.has_errors(), "{}", loaded.diagnostics);
    let again: Document = text.parse().expect("what was written can be read");
    assert_eq!(again.to_text(), text);
    for loss in &imported.losses {
        assert!(!loss.to_string().is_empty());
    }
}
