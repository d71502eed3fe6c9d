//! Completions: every shell gets its own, and all of it.

use crate::program::{result, said};

fn script(shell: &str) -> String {
    String::from_utf8(result(said(&["completions", shell]))).unwrap()
}

#[test]
fn every_shell_gets_a_script_in_its_language() {
    let starts = [
        ("bash", "_kinfolk() {"),
        ("elvish", "\nuse builtin;"),
        ("fish", "# Print an optspec for argparse"),
        (
            "powershell",
            "\nusing namespace System.Management.Automation",
        ),
        ("zsh", "#compdef kinfolk"),
    ];
    for (shell, start) in starts {
        let script = script(shell);
        assert!(script.starts_with(start), "{shell}: {:.60}", script);
    }
}

#[test]
fn every_script_knows_every_subcommand_and_option() {
    let words = [
        "check",
        "tree",
        "world",
        "convert",
        "render",
        "schema",
        "completions",
        "json",
        "depth",
        "nested",
        "flat",
        "write",
        "overlays",
        "background",
    ];
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = script(shell);
        for word in words {
            assert!(script.contains(word), "{shell} does not know {word}");
        }
    }
}
