//! Disks and files that fail while the program writes: it says so, and what was there stays.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::program::{file, fixtures, kinfolk, said, said_to};
use crate::small_disk::SmallDisk;

/// What writes to a file: the arguments, with `OUT` for the file. All but the first two make a new one.
const WRITERS: [&[&str]; 8] = [
    &["convert", "OUT", "--write"],
    &["apply", "OUT", "--edit", EDIT, "--write"],
    &["convert", "boss.json", "-o", "OUT"],
    &["apply", "boss.json", "--edit", EDIT, "-o", "OUT"],
    &["render", "boss.json", "-o", "OUT", "--format", "png"],
    &["render", "boss.json", "-o", "OUT", "--format", "svg"],
    &["import", "../import/godot/tank.tscn", "-o", "OUT"],
    &["play", "boss.json", "--frames", "2", "--trace", "OUT"],
];

const EDIT: &str = r#"{ "edit": "set", "id": "boss1", "key": "transform.x", "value": 77 }"#;

fn boss() -> String {
    // Not in canonical form, and large enough not to fit into a page.
    let boss = fs::read_to_string(fixtures().join("boss.json")).unwrap();
    format!("{}{boss}", " \n".repeat(3_000))
}

fn filled_in<'a>(writer: &[&'a str], out: &'a str) -> Vec<&'a str> {
    let fill = |&word: &&'a str| if word == "OUT" { out } else { word };
    writer.iter().map(fill).collect()
}

/// Asserts that the program could not run, and why.
#[track_caller]
fn could_not(output: &Output, args: &[&str], words: &str, help: &str) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
    assert!(
        stderr.contains("error: cannot write "),
        "{args:?}: {stderr}"
    );
    assert!(stderr.contains(words), "{args:?}: {stderr}");
    assert!(stderr.contains(help), "{args:?}: {stderr}");
    assert_eq!(output.stdout, b"", "{args:?}");
}

#[test]
fn a_full_disk_leaves_every_file_as_it_was() {
    let Some(disk) = SmallDisk::mount("cli-full") else {
        return;
    };
    let scene = disk.path().join("scene.json");
    fs::write(&scene, boss()).unwrap();
    disk.fill();
    for writer in WRITERS {
        let args = filled_in(writer, scene.to_str().unwrap());

        let output = said(&args);

        could_not(&output, &args, "No space left", "help: make room");
        assert_eq!(fs::read_to_string(&scene).unwrap(), boss(), "{args:?}");
        assert_eq!(disk.files(), ["scene.json"], "{args:?}");
    }
    disk.empty();
    for writer in WRITERS {
        let args = filled_in(writer, scene.to_str().unwrap());
        let output = said(&args);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {output:?}");
        fs::write(&scene, boss()).unwrap();
    }
}

#[test]
fn a_disk_that_can_only_be_read_leaves_every_file_as_it_was() {
    let Some(disk) = SmallDisk::mount("cli-read-only") else {
        return;
    };
    let scene = disk.path().join("scene.json");
    fs::write(&scene, boss()).unwrap();
    disk.set_read_only(true);
    for writer in WRITERS {
        let args = filled_in(writer, scene.to_str().unwrap());

        let output = said(&args);

        could_not(
            &output,
            &args,
            "Read-only file system",
            "help: this disk can only be read",
        );
        assert_eq!(fs::read_to_string(&scene).unwrap(), boss(), "{args:?}");
    }
}

/// A limit on the size of files, which needs no root.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_may_not_become_so_large_is_left_as_it_was() {
    let name = "too-large.json";
    let scene = file(name, &boss());
    for writer in WRITERS {
        let args = filled_in(writer, &scene);
        let program = kinfolk(&args);
        let output = Command::new("sh")
            .args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh"])
            .arg(program.get_program())
            .args(&args)
            .current_dir(fixtures())
            .stdin(Stdio::null())
            .output()
            .unwrap();

        could_not(&output, &args, "File too large", "help: make room");
        assert_eq!(fs::read_to_string(&scene).unwrap(), boss(), "{args:?}");
        let beside = Path::new(&scene).parent().unwrap().read_dir().unwrap();
        let names = beside.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let left: Vec<String> = names
            .filter(|it| it.starts_with(&format!(".{name}")))
            .collect();
        assert!(left.is_empty(), "{args:?}: {left:?}");
    }
}

#[test]
fn a_folder_in_the_place_of_a_file_is_left_alone() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("folder-in-its-place");
    fs::create_dir_all(&folder).unwrap();
    for writer in &WRITERS[2..] {
        let args = filled_in(writer, folder.to_str().unwrap());

        let output = said(&args);

        could_not(&output, &args, "directory", "");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "{args:?}");
    }
}

#[test]
fn a_folder_that_is_gone_is_told_with_what_to_try() {
    let gone = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gone/scene.json");
    for writer in &WRITERS[2..] {
        let args = filled_in(writer, gone.to_str().unwrap());

        let output = said(&args);

        could_not(
            &output,
            &args,
            "No such file",
            "help: make the folder first",
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn standard_output_that_takes_no_more_is_told_by_all() {
    for args in [
        &["convert", "boss.json"][..],
        &["apply", "boss.json", "--edit", EDIT],
        &["render", "boss.json", "--format", "svg"],
        &["render", "boss.json", "--format", "png"],
        &["import", "../import/godot/tank.tscn"],
        &["play", "boss.json", "--frames", "2", "--trace", "-"],
        &["world", "boss.json", "--json"],
        &["check", "boss.json", "--json"],
        &["schema"],
    ] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = kinfolk(args).stdout(full).output().unwrap();

        could_not(&output, args, "No space left", "");
    }
}

#[test]
fn a_document_that_is_cut_off_anywhere_is_a_finding_and_stays_as_it_is() {
    let whole = fs::read_to_string(fixtures().join("boss.json")).unwrap();
    let whole = whole.trim_end();
    for end in (0..whole.len()).step_by(97) {
        let cut = &whole[..end];
        let scene = file("cut-off.json", cut);
        for args in [
            vec!["convert", &scene, "--write"],
            vec!["apply", &scene, "--edit", EDIT, "--write"],
        ] {
            let output = said(&args);

            let stderr = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{end} bytes: {stderr}");
            assert!(
                stderr.contains("has errors, so there is no result"),
                "{end} bytes: {stderr}"
            );
            assert_eq!(fs::read_to_string(&scene).unwrap(), cut);
        }
    }
}

#[test]
fn edits_that_are_cut_off_are_applied_not_at_all() {
    let scene = file("cut-edits.json", &boss());
    let edits = format!("{EDIT}\n{}", &EDIT[..EDIT.len() / 2]);

    let output = said_to(&edits, &["apply", &scene, "-", "--write"]);

    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("<stdin>:2"));
    assert_eq!(fs::read_to_string(&scene).unwrap(), boss());
}

#[test]
fn scenes_of_others_that_are_cut_off_make_no_file() {
    let whole = fs::read_to_string(fixtures().join("../import/labelle/level.zon")).unwrap();
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cut-import.json");
    let _ = fs::remove_file(&out);
    for end in (0..whole.trim_end().len()).step_by(53) {
        let scene = file("cut-import.zon", &whole[..end]);

        let output = said(&["import", &scene, "-o", out.to_str().unwrap()]);

        assert_eq!(output.status.code(), Some(1), "{end} bytes: {output:?}");
        assert!(!out.exists(), "{end} bytes");
    }
}
