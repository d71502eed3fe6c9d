//! Names of commands in prose: `kinfolk diff --git`, `kinfolk edit FILE`.

use std::process::Command as Process;

use kinfolk_documents::Command;

/// Whether it stands in prose and names no file, but at most what a file would stand for.
pub(crate) fn is_only_a_name(command: &Command) -> bool {
    let words = command.parts.iter().flatten();
    command.is_in_prose
        && words
            .skip(2)
            .all(|word| word.starts_with('-') || stands_for(word))
}

/// `FILE`, `DIR`, `…`
fn stands_for(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_uppercase() || c == '…')
}

/// The subcommand must be there, and so must every option.
pub(crate) fn check(command: &Command) {
    for part in &command.parts {
        if part[0] != "kinfolk" || part[1].starts_with('-') || stands_for(&part[1]) {
            continue;
        }
        let mut program = Process::new(env!("CARGO_BIN_EXE_kinfolk"));
        let help = program.args([&part[1], "--help"]).output().unwrap();
        let place = format!("{}:{}", command.document.display(), command.line);
        assert!(help.status.success(), "{place}: `{}`", part.join(" "));
        let help = String::from_utf8(help.stdout).unwrap();
        let known: Vec<&str> = help.split([' ', ',', '\n', '=']).collect();
        for option in part.iter().filter(|word| is_option(word)) {
            assert!(known.contains(&&**option), "{place}: there is no {option}");
        }
    }
}

fn is_option(word: &str) -> bool {
    word.len() > 1 && word.starts_with('-')
}
