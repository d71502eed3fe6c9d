//! Readers who leave early, and files that are written as a whole.

use std::io::Read as _;
use std::path::Path;
use std::process::Stdio;

use crate::program::{file, kinfolk, result, said};

fn crowd() -> String {
    let entity = |index: usize| format!("{{ \"id\": \"e{index}\" }}");
    let entities: Vec<_> = (0..20_000).map(entity).collect();
    format!("{{ \"entities\": [{}] }}", entities.join(", "))
}

#[test]
fn a_reader_may_leave_early_and_nobody_is_told() {
    let file = file("crowd.json", &crowd());
    for args in [
        vec!["world", &file, "--json"],
        vec!["world", &file],
        vec!["tree", &file],
        vec!["convert", &file],
    ] {
        let mut child = kinfolk(&args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut some = [0; 100];
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(&mut some).unwrap();
        drop(stdout);

        let output = child.wait_with_output().unwrap();

        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let full = std::fs::File::options().write(true).open("/dev/full");
    let output = kinfolk(&["tree", "boss.json"])
        .stdout(full.unwrap())
        .output()
        .unwrap();

    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr.starts_with("error: cannot write the result: "),
        "{stderr}"
    );
}

#[test]
fn converting_in_place_twice_changes_nothing() {
    let document = std::fs::read_to_string(crate::program::fixtures().join("boss.json")).unwrap();
    let file = file("twice.json", &document);

    result(said(&["convert", &file, "--write"]));
    let once = std::fs::read(&file).unwrap();
    result(said(&["convert", &file, "--write"]));

    assert_eq!(std::fs::read(&file).unwrap(), once);
    let beside = Path::new(&file).parent().unwrap().read_dir().unwrap();
    let left = beside.filter(|entry| {
        let name = entry.as_ref().unwrap().file_name();
        name.to_string_lossy().starts_with(".twice.json")
    });
    assert_eq!(left.count(), 0);
}
