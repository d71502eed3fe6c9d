//! Changes are data: applied, undone, merged. `cargo run --example 05_edit`.
#![expect(clippy::print_stdout, reason = "an example is there to be read")]

use kinfolk_scene::{Document, Editing, diff, merge};

const HARBOUR: &str = r#"{
    // The harbour at noon.
    "entities": [
        { "id": "crane", "transform": { "x": 4, "angle": "30deg" } }, // it swings
        { "id": "crate", "transform": { "x": 9, "y": 1 } }
    ]
}
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut editing = Editing::with_text(HARBOUR)?;
    for line in [
        r#"{ "edit": "move", "ids": ["crate"], "parent": "crane", "keep": "world" }"#,
        r#"{ "edit": "rename", "id": "crate", "to": "cargo" }"#,
        r#"{ "edit": "set", "id": "crane", "key": "transform.x", "value": 6 }"#,
    ] {
        editing.apply(&line.parse()?)?;
    }

    // What lives has followed: the cargo hung where it was, and then the crane moved by 2.
    let cargo = editing.scene().node("cargo").ok_or("the cargo is gone")?;
    let at = editing.forest().world_position(cargo).ok_or("it is gone")?;
    println!("the cargo is at {at:.2}");
    assert!(at.distance([11.0, 1.0].into()) < 1e-4);

    // Comments stay, and undoing gives back the bytes.
    let edited = editing.text();
    println!("{edited}");
    assert!(edited.contains("// it swings"));
    while editing.undo() {}
    assert_eq!(editing.text(), HARBOUR);

    // Two people, one file: by entity and field, not by line.
    let read = |text: &str| text.parse::<Document>();
    let theirs = HARBOUR.replace("\"y\": 1", "\"y\": 5");
    let (base, ours, theirs) = (read(HARBOUR)?, read(&edited)?, read(&theirs)?);
    println!("{}", diff(&base, &ours));
    let merged = merge(&base, &ours, &theirs);
    println!("{} conflicts", merged.conflicts.len());
    Ok(())
}

#[test]
fn it_runs() {
    main().unwrap();
}
