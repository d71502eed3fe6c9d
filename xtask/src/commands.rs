//! Is there what our documents call `cargo` with?
//!
//! Every `cargo …` of a guide, in blocks and in prose, must name packages, targets, features and chores that exist. None is
//! run here: each is run elsewhere or takes too long, and [`ELSEWHERE`] says which. A command that is in no list, and a line of
//! the list that no document says, are findings. What the program itself is called with is run by the tests of `kinfolk-cli`.

use std::io;
use std::path::Path;

use kinfolk_documents::{Command, commands, guides};

use crate::look::Looked;
use crate::metadata::{Metadata, Package};
use crate::steps;
use crate::usage::USAGE;

/// How commands of the documents start, and who runs them, or why nobody does.
const ELSEWHERE: [(&str, &str); 20] = [
    (
        "cargo test -p kinfolk-conformance --test agreement",
        "the step `tests`",
    ),
    (
        "cargo test -p kinfolk-scene --test fixtures",
        "the step `tests`, without blessing",
    ),
    ("cargo test", "the step `tests`"),
    (
        "cargo doc -p kinfolk --no-deps --open",
        "the step `docs`, without a browser",
    ),
    (
        "cargo run --release -p kinfolk-arcade",
        "crates/arcade/tests/plays.rs, without a window",
    ),
    (
        "cargo run --example 01_follow",
        "the step `tests`: the example is one",
    ),
    (
        "cargo run -p kinfolk-bevy --example walker",
        "crates/kinfolk-bevy/tests/examples.rs",
    ),
    (
        "cargo run -p kinfolk-editor --features inspect --example inspect_game",
        "crates/kinfolk-editor/tests/security",
    ),
    (
        "cargo run -p kinfolk-hecs --example orrery",
        "the step `tests`: the example is one",
    ),
    (
        "cargo run --release -p kinfolk-bench",
        "as long as a bench: `cargo xtask bench`",
    ),
    ("cargo package", "`cargo xtask package`"),
    (
        "cargo install --path crates/kinfolk-cli",
        "`cargo xtask package`",
    ),
    (
        "cargo audit",
        "a tool that people bring: the list that it needs cannot be had everywhere",
    ),
    ("cargo xtask test", "this very run"),
    ("cargo xtask bench", "half an hour, on a quiet machine"),
    ("cargo xtask fuzz", "ten minutes and more"),
    (
        "cargo xtask soak",
        "crates/soak/tests/short.rs, for two thousand frames",
    ),
    ("cargo xtask api", "the step `api`"),
    (
        "cargo xtask supply",
        "minutes to install; the step `supply` has the quick part",
    ),
    (
        "cargo xtask package",
        "many minutes; the step `packages` has the quick part",
    ),
];

/// Looks up every command of the guides below `root`.
pub(crate) fn look(root: &Path) -> io::Result<Looked> {
    let metadata = Metadata::read()?;
    let mut findings = Vec::new();
    let mut found = Vec::new();
    for guide in guides(root)? {
        let commands = commands(&guide).into_iter();
        found.extend(commands.filter(|command| command.as_program().is_none()));
    }
    for command in &found {
        let Command {
            document,
            line,
            text,
            ..
        } = command;
        let mut tell = |what: String| {
            findings.push(format!("{}:{line}: `{text}`: {what}", document.display()));
        };
        for part in command.parts.iter().filter(|part| part[0] == "cargo") {
            let words: Vec<&str> = part.iter().skip(1).map(String::as_str).collect();
            if let Err(what) = known(&metadata, root, &words) {
                tell(what);
            }
        }
        if !ELSEWHERE.iter().any(|(start, _)| starts(command, start)) {
            tell("nobody runs it; say who does in xtask/src/commands.rs".to_owned());
        }
    }
    for (start, _) in ELSEWHERE {
        if !found.iter().any(|command| starts(command, start)) {
            findings.push(format!("xtask/src/commands.rs: no document says `{start}`"));
        }
    }
    let at = format!("commands for cargo looked up: {}", found.len());
    Ok(Looked { at, findings })
}

/// Whether the first words of a command are these.
fn starts(command: &Command, start: &str) -> bool {
    let words: Vec<&str> = start.split(' ').collect();
    let mut first = command.parts[0].iter();
    words
        .iter()
        .all(|word| first.next().is_some_and(|each| each == word))
}

/// Whether everything is there that the words after `cargo` name.
fn known(metadata: &Metadata, root: &Path, words: &[&str]) -> Result<(), String> {
    match words {
        ["xtask", chore @ ..] => is_chore(chore),
        ["audit" | "deny", ..] => Ok(()), // tools of others
        [
            "bench" | "doc" | "install" | "package" | "run" | "test",
            args @ ..,
        ] => names_exist(metadata, root, args),
        _ => Err("nobody knows this subcommand here".to_owned()),
    }
}

/// Whether the page of usage has this chore with these options.
fn is_chore(words: &[&str]) -> Result<(), String> {
    let Some((chore, rest)) = words.split_first() else {
        return Ok(()); // the name alone
    };
    let of_it: Vec<&str> = USAGE
        .lines()
        .filter(|line| line.split_whitespace().next() == Some(chore))
        .flat_map(|line| line.split([' ', '[', ']']))
        .collect();
    if of_it.is_empty() {
        return Err(format!("there is no chore {chore}"));
    }
    for option in rest.iter().filter(|word| word.starts_with("--")) {
        // What benches and others are told themselves stands in the usage as ARGS.
        if !of_it.contains(option) && !of_it.contains(&"ARGS...") {
            return Err(format!("{chore} has no option {option}"));
        }
    }
    if let ["test", "--only", name] = words
        && !steps::ALL.iter().any(|step| step.name == *name)
    {
        return Err(format!("there is no step {name}"));
    }
    Ok(())
}

/// Whether the packages, targets, features and folders of cargo's own options exist.
fn names_exist(metadata: &Metadata, root: &Path, args: &[&str]) -> Result<(), String> {
    let value = |options: &[&str]| {
        let mut pairs = args.windows(2);
        pairs
            .find(|pair| options.contains(&pair[0]))
            .map(|pair| pair[1])
    };
    let name = value(&["-p", "--package"]);
    let names = match name {
        Some(name) => vec![name],
        None => metadata
            .default_members
            .iter()
            .map(String::as_str)
            .collect(),
    };
    let ours = |name| {
        metadata
            .ours(name)
            .ok_or(format!("there is no package {name}"))
    };
    let packages: Vec<&Package> = names.into_iter().map(ours).collect::<Result<_, _>>()?;
    let mut args = args.iter();
    while let Some(&arg) = args.next() {
        let mut next = || args.next().copied().unwrap_or_default();
        let is_there = match arg {
            "--" => break, // the rest is for whatever is run
            "-p" | "--package" => {
                next();
                true
            }
            "--example" | "--test" | "--bench" => {
                let asked = next();
                packages
                    .iter()
                    .any(|package| has_target(package, &arg[2..], asked))
            }
            "--features" => {
                let asked = next();
                let mut features = packages.iter().flat_map(|package| package.features());
                features.any(|feature| feature == asked)
            }
            "--path" => root.join(next()).join("Cargo.toml").is_file(),
            "--release" | "--open" | "--workspace" | "--all-features" | "--no-deps" => true,
            _ => return Err(format!("nobody knows {arg} here")),
        };
        if !is_there {
            return Err(match name {
                Some(name) => format!("{name} has nothing for {arg}"),
                None => format!("no default member has anything for {arg}"),
            });
        }
    }
    Ok(())
}

fn has_target(package: &Package, kind: &str, name: &str) -> bool {
    package.targets(kind).any(|target| target == name)
}

#[cfg(test)]
mod tests {
    use crate::cargo::workspace_root;

    use super::*;

    /// What is wrong with this call.
    fn wrong(metadata: &Metadata, words: &str) -> Option<String> {
        let words: Vec<&str> = words.split(' ').collect();
        known(metadata, workspace_root(), &words).err()
    }

    #[test]
    fn what_is_there_is_known() {
        let metadata = Metadata::read().unwrap();
        for words in [
            "xtask test --only paths",
            "xtask bench --only ecs",
            "test -p kinfolk-scene --test fixtures -- --nocapture",
            "run -p kinfolk-editor --features inspect --example inspect_game",
            "install --path crates/kinfolk-cli",
        ] {
            assert_eq!(wrong(&metadata, words), None, "{words}");
        }
    }

    #[test]
    fn what_is_not_there_is_told() {
        let metadata = Metadata::read().unwrap();
        for (words, why) in [
            ("xtask dance", "there is no chore dance"),
            ("xtask test --slow", "test has no option --slow"),
            ("xtask test --only hope", "there is no step hope"),
            ("test -p kinfolk-hope", "there is no package kinfolk-hope"),
            (
                "run --example 00_hope",
                "no default member has anything for --example",
            ),
            (
                "run --features hope",
                "no default member has anything for --features",
            ),
            (
                "run -p kinfolk --example 04_scene",
                "kinfolk has nothing for --example",
            ),
            ("run --hope", "nobody knows --hope here"),
            ("hope", "nobody knows this subcommand here"),
        ] {
            assert_eq!(wrong(&metadata, words).as_deref(), Some(why), "{words}");
        }
    }

    #[test]
    fn a_start_is_made_of_whole_words() {
        let parts = vec![vec!["cargo".to_owned(), "tester".to_owned()]];
        let command = Command {
            document: "a.md".into(),
            line: 1,
            text: "cargo tester".to_owned(),
            parts,
            into: None,
            says: None,
            is_in_prose: true,
        };

        assert!(starts(&command, "cargo") && !starts(&command, "cargo test"));
    }
}
