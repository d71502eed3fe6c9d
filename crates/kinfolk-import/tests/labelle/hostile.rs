//! Anything is a document or a list of problems, and soon.

use std::fs;
use std::io;

use kinfolk_import::labelle;

use crate::fixtures::{files, prefab};
use crate::{drawn, entities, import_with, worlds};

#[test]
fn every_start_of_every_file_is_fine_or_refused() {
    for part in ["", "bad", "lossy", "prefabs"] {
        for file in files(part) {
            let bytes = fs::read(&file).expect("it can be read");
            for end in 0..bytes.len() {
                // Neither of both panics.
                let _ = labelle("scene.zon", &bytes[..end], &mut prefab);
                let start = bytes[..end].to_vec();
                let mut torn = |_: &str| Ok(start.clone());
                let scene = br#".{ .entities = .{ .{ .prefab = "torn" } } }"#;
                let _ = labelle("scene.zon", scene, &mut torn);
            }
        }
    }
}

#[test]
fn a_million_braces_are_refused() {
    let text = ".{".repeat(1_000_000);
    let problems = import_with(&text, &[]).unwrap_err();

    assert!(problems[0].message.contains("500 levels"), "{problems}");
}

#[test]
fn entities_nest_as_deep_as_braces_do() {
    let levels = 248;
    let one = ".{ .components = .{ .Position = .{ .x = 1 } }, .children = .{";
    let imported = entities(
        &format!("{}{}", one.repeat(levels), "} }".repeat(levels)),
        &[],
    );

    let worlds = worlds(&imported);
    assert_eq!(worlds.len(), levels);
    assert_eq!(worlds.last().map(|(_, place)| *place), Some([248.0, 0.0]));
}

#[test]
fn a_long_chain_of_parents_is_no_problem() {
    let link = |index: usize| {
        let parent = index.wrapping_sub(1);
        let components = ".components = .{ .Position = .{ .x = 1 } }";
        format!(".{{ .id = \"{index}\", .parent = \"{parent}\", {components} }}, ")
    };
    let links: String = (1..20_000).rev().map(link).collect();
    let imported = entities(&format!("{links} .{{ .id = \"0\" }}"), &[]);

    assert_eq!(
        worlds(&imported).last().map(|(_, place)| *place),
        Some([19_999.0, 0.0])
    );
}

#[test]
fn prefabs_in_each_other_raise_the_limit() {
    let mut nested = |name: &str| {
        let level: u32 = name.parse().map_err(io::Error::other)?;
        let components = ".components = .{ .Position = .{ .x = 1 } }";
        let inner = match level {
            0 => String::new(),
            _ => format!(".children = .{{ .{{ .prefab = \"{}\" }} }},", level - 1),
        };
        Ok(format!(".{{ {inner} {components} }}").into_bytes())
    };
    let scene = br#".{ .entities = .{ .{ .prefab = "300" } } }"#;
    let imported = labelle("scene.zon", scene, &mut nested).unwrap();

    let limits = imported.document.limits.as_ref();
    assert_eq!(limits.and_then(|limits| limits.max_depth), Some(300));
    assert_eq!(
        worlds(&imported).last().map(|(_, place)| *place),
        Some([301.0, 0.0])
    );
}

#[test]
fn prefabs_without_end_are_refused() {
    let mut endless = |name: &str| {
        let text = format!(".{{ .children = .{{ .{{ .prefab = \"{name}a\" }} }} }}");
        Ok(text.into_bytes())
    };
    let scene = br#".{ .entities = .{ .{ .prefab = "a" } } }"#;
    let problems = labelle("scene.zon", scene, &mut endless).unwrap_err();

    assert!(problems[0].message.contains("10000 prefabs"), "{problems}");
}

#[test]
fn many_losses_in_one_long_line_take_no_time() {
    let text = ".{ .what = 1 }, ".repeat(200_000);
    let imported = entities(&text, &[]);

    assert_eq!(imported.losses.len(), 200_000);
}

#[test]
fn long_names_are_not_repeated() {
    let name = "x".repeat(100_000);
    let children = ".{ .name = \"a\", .what = 1 }, ".repeat(2_000);
    let imported = entities(
        &format!(".{{ .name = \"{name}\", .children = .{{ {children} }} }}"),
        &[],
    );

    assert!(imported.document.to_text().len() < 1_000_000);
    let longest = imported
        .losses
        .iter()
        .map(|loss| loss.to_string().len())
        .max();
    assert!(longest < Some(500), "{longest:?}");
}

#[test]
fn nothing_is_a_scene_without_entities() {
    assert_eq!(drawn(&import_with(".{}", &[]).unwrap()), "");
    assert_eq!(
        drawn(&import_with(".{ .entities = .{} }", &[]).unwrap()),
        ""
    );
    assert_eq!(
        drawn(&import_with("\u{feff}.entities = .{ .{} };\r\n", &[]).unwrap()),
        "entity 0 0"
    );
}

#[test]
fn odd_numbers_are_written_and_read_again() {
    for number in [
        "1e17",
        "9007199254740993",
        "18446744073709551615",
        "-9223372036854775808",
        "123456789012345678901234567890",
        "0xffff_ffff_ffff_ffff_ffff",
        "-0.0",
        "-0",
        "1e-320",
        "3.4028235e38",
        "16777217",
        "0x1p-149",
        "'é'",
    ] {
        let position = format!(".Position = .{{ .x = {number}, .rotation = {number} }}");
        let sprite = format!(".Sprite = .{{ .glow = {number}, .list = .{{ {number} }} }}");
        let collider = format!(".Collider = .{{ .radius = {number} }}");
        let components = format!(".{{ {position}, {sprite}, {collider} }}");
        let imported = entities(&format!(".{{ .components = {components} }}"), &[]);

        assert_eq!(worlds(&imported).len(), 1, "{number}");
    }
}
