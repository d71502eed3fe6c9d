//! Any bytes are a scene of labelle or a list of problems, and a document that came out loads.
//!
//! Lines that start with `//---` begin prefabs: `//--- tank`.

use std::io;

use kinfolk_import::{Place, labelle};
use kinfolk_scene::load;

/// Reads the bytes as a scene of labelle.
pub fn zon(bytes: &[u8]) {
    let mut files = split(bytes);
    let (_, scene) = files.remove(0);
    let mut prefabs = |name: &str| {
        let found = files.iter().find(|(known, _)| *known == name.as_bytes());
        let found = found.ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, name))?;
        Ok(found.1.to_vec())
    };
    let imported = match labelle("scene.zon", scene, &mut prefabs) {
        Ok(imported) => imported,
        Err(problems) => {
            assert!(!problems.is_empty());
            for problem in problems.iter() {
                // There is always something better to say than that.
                assert!(
                    !problem.message.starts_with("no valid document"),
                    "{problem}"
                );
                check(&problem.place);
            }
            return;
        }
    };
    for loss in &imported.losses {
        check(&loss.place);
    }
    let text = imported.document.to_text();
    let (document, _) = load(&text).into_parts().expect("what was imported loads");
    assert_eq!(document, imported.document);
    assert_eq!(document.to_text(), text);
}

/// Every place can be shown.
fn check(place: &Place) {
    assert!(!place.to_string().is_empty());
}

/// The scene, and the prefabs behind it.
fn split(bytes: &[u8]) -> Vec<(&[u8], &[u8])> {
    const MARK: &[u8] = b"//---";
    let mut files = vec![(&b""[..], 0, bytes.len())];
    let mut start = 0;
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let end = start + line.len();
        if let Some(name) = line.strip_prefix(MARK) {
            if let Some(last) = files.last_mut() {
                last.2 = start;
            }
            files.push((name.trim_ascii(), end, bytes.len()));
        }
        start = end;
    }
    let content = |(name, start, end)| (name, bytes.get(start..end).unwrap_or_default());
    files.into_iter().map(content).collect()
}
