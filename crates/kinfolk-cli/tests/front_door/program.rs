//! Running the program.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// The program, in the folder of the fixtures, with nothing of the tester's terminal.
pub(crate) fn kinfolk(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kinfolk"));
    command
        .args(args)
        .current_dir(fixtures())
        .env_remove("CLICOLOR_FORCE")
        .env_remove("FORCE_COLOR")
        .env_remove("NO_GRAPHICS")
        .stdin(Stdio::null());
    command
}

/// What it says to these arguments.
pub(crate) fn said(args: &[&str]) -> Output {
    kinfolk(args).output().unwrap()
}

/// What it says to these arguments with this document on standard input.
pub(crate) fn said_to(document: &str, args: &[&str]) -> Output {
    let mut child = kinfolk(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let document = document.to_owned();
    let writer = std::thread::spawn(move || drop(stdin.write_all(document.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// Standard output of a run that is known to be fine.
pub(crate) fn result(output: Output) -> Vec<u8> {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    output.stdout
}

/// The folder of the inputs.
pub(crate) fn fixtures() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/cli")
}

/// A file of this test alone that holds this text.
pub(crate) fn file(name: &str, text: &str) -> String {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_owned()
}
