//! `check --json`, key by key.

use serde_json::{Value, json};

use crate::program::{fixtures, said, said_to};

#[test]
fn a_finding_says_what_where_and_what_to_try() {
    let output = said(&["check", "--json", "wrong.json"]);

    assert_eq!(output.status.code(), Some(1));
    let findings: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(findings[0]["file"], "wrong.json");
    let first = &findings[0]["diagnostics"][0];
    assert_eq!(
        *first,
        json!({
            "code": "unknown-template",
            "severity": "error",
            "line": 6,
            "column": 32,
            "span": { "start": 89, "end": 98 },
            "text": "\"bossArn\"",
            "message": "no template \"bossArn\"",
            "help": "did you mean \"bossArm\"?",
        })
    );
    let text = std::fs::read_to_string(fixtures().join("wrong.json")).unwrap();
    assert_eq!(&text[89..98], "\"bossArn\"");
}

#[test]
fn standard_input_is_called_a_dash() {
    let output = said_to("{}", &["check", "--json", "-"]);

    assert_eq!(output.status.code(), Some(0));
    let findings: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(findings, json!([{ "file": "-", "diagnostics": [] }]));
}

#[test]
fn too_many_findings_are_counted() {
    let unknown = |index: usize| format!("\"key{index}\": 0");
    let keys: Vec<_> = (0..10_050).map(unknown).collect();
    let document = format!("{{ {} }}", keys.join(", "));

    let output = said_to(&document, &["check", "--json", "-"]);

    assert_eq!(output.status.code(), Some(0), "they are only warnings");
    let findings: Value = serde_json::from_slice(&output.stdout).unwrap();
    let listed = findings[0]["diagnostics"].as_array().unwrap().len() as u64;
    assert_eq!(listed + findings[0]["more"].as_u64().unwrap(), 10_050);
}

#[test]
fn bytes_that_are_no_text_are_a_finding() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("latin1.json");
    std::fs::write(&file, b"{ \"name\": \"L\xf6we\" }").unwrap();

    let output = said(&["check", file.to_str().unwrap()]);

    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr.contains("not-utf8"), "{stderr}");
}

#[test]
fn nothing_in_a_document_reaches_a_terminal() {
    let document = "{ \"entities\": [{ \"id\": \"\\u001b[2Jlamp\", \"parent\": \"\\u001b]0;x\" }] /*\u{1b}[31m*/ }";

    for args in [["check", "-"], ["tree", "-"], ["world", "-"]] {
        let output = said_to(document, &args);
        let all = [output.stdout, output.stderr].concat();
        assert!(!all.contains(&0x1b), "{args:?}");
    }
}
