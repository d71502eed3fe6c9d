//! What is said about what cannot be imported, and about what does not come along.

use std::fmt::Write as _;

use kinfolk_import::labelle;

use crate::entities;
use crate::fixtures::{compare, files, import, prefab};

#[test]
fn every_problem_is_said_at_its_place() {
    for file in files("bad") {
        let name = file.file_name().expect("a file").to_string_lossy();
        let problems = import(&format!("bad/{name}")).expect_err(&name);

        compare(&format!("{problems}\n"), &file.with_extension("txt"));
    }
}

#[test]
fn every_loss_is_said_at_its_place() {
    for file in files("lossy") {
        let name = file.file_name().expect("a file").to_string_lossy();
        let imported = import(&format!("lossy/{name}")).expect(&name);

        let mut said = String::new();
        for loss in &imported.losses {
            writeln!(said, "{loss}").expect("a string takes everything");
        }
        compare(&said, &file.with_extension("txt"));
    }
}

#[test]
fn bytes_that_are_no_text_have_a_place() {
    let problems = labelle("a.zon", b".{\n  \xff }", &mut prefab).unwrap_err();

    assert_eq!(
        problems.to_string(),
        "a.zon:2:3: error: the text is not UTF-8 from here on; save the file as UTF-8"
    );
}

#[test]
fn a_prefab_that_is_no_text_has_a_place() {
    let scene = br#".{ .entities = .{ .{ .prefab = "blob" } } }"#;
    let problems = labelle("a.zon", scene, &mut |_: &str| Ok(vec![b'.', 0xC0])).unwrap_err();

    assert_eq!(
        problems.to_string(),
        "blob:1:2: error: the text is not UTF-8 from here on; save the file as UTF-8"
    );
}

#[test]
fn what_is_too_deep_to_be_carried_is_lost() {
    let deep = format!("{}{}", ".{".repeat(150), "}".repeat(150));
    let text =
        format!(".{{ .components = .{{ .Sprite = .{{ .name = \"a\", .glow = {deep} }} }} }}");
    let imported = entities(&text, &[]);

    assert_eq!(imported.losses[0].what, "`glow` of `Sprite`");
}

#[test]
fn many_problems_are_enough() {
    let text = ".{ .id = 1 }, ".repeat(5_000);
    let text = format!(".{{ .entities = .{{ {text} }} }}");

    let problems = labelle("a.zon", text.as_bytes(), &mut prefab).unwrap_err();

    assert_eq!(problems.len(), 1_000);
}
