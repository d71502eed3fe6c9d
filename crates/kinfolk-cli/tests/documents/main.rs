//! What documents tell people to type does what they say.
//!
//! Every `kinfolk …` of a guide is run, in the order of the guide, in a folder that has what the guide takes for granted
//! (`scratch.rs`); what a transcript shows must be what the program says. `cargo run -- …` is the program, too. A name in
//! prose (`kinfolk diff`) must be a subcommand with these options. Whatever else `cargo` is called with is
//! looked up by `cargo xtask test`; any other program that nobody here runs is a mistake.

mod editor;
mod mention;
mod scratch;

use std::path::{Path, PathBuf};
use std::process::Command as Process;

use kinfolk_documents::{Command, commands, guides};

use crate::scratch::Scratch;

/// Commands that are to end with 1, since they have something to tell.
const TELL: [&str; 1] = ["kinfolk merge base.json ours.json theirs.json --dry-run"];

#[test]
fn every_command_runs_and_says_what_the_document_says() {
    let mut count = 0;
    for guide in guides(&root()).unwrap() {
        if guide.path.ends_with("git.md") && Process::new("git").arg("--version").output().is_err()
        {
            eprintln!("skipped {}: there is no git", guide.path.display());
            continue;
        }
        let mut scratch = None;
        for command in commands(&guide).iter().filter_map(Command::as_program) {
            if mention::is_only_a_name(&command) {
                continue;
            }
            let scratch = scratch.get_or_insert_with(|| Scratch::new(&guide));
            check(scratch, &command);
            count += 1;
        }
    }
    assert!(count > 30, "only {count} commands were found");
}

#[test]
fn every_name_in_prose_is_a_subcommand_with_these_options() {
    let mut count = 0;
    for guide in guides(&root()).unwrap() {
        for command in commands(&guide).iter().filter_map(Command::as_program) {
            mention::check(&command);
            count += 1;
        }
    }
    assert!(count > 50, "only {count} commands were found");
}

fn check(scratch: &mut Scratch, command: &Command) {
    let place = format!(
        "{}:{}: {}",
        command.document.display(),
        command.line,
        command.text
    );
    scratch.prepare_for(command);
    if command.parts[0].get(1).is_some_and(|word| word == "edit") {
        editor::check(scratch, &command.parts[0], &place);
        return;
    }
    let run = scratch.run(command);
    let code = i32::from(TELL.contains(&command.text.as_str()));
    assert_eq!(run.status.code(), Some(code), "{place}\n{run:?}");
    if let Some(says) = &command.says {
        let mut said = String::from_utf8(run.stdout).unwrap();
        said.push_str(&String::from_utf8(run.stderr).unwrap());
        assert_eq!(said.trim_end(), says, "{place}");
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
