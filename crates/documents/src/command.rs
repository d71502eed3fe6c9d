//! What documents tell people to type.
//!
//! In a block of `sh` every line is a command; in other blocks a line with a prompt is one, and what follows is
//! what it says. In prose, a span is a command if it starts with a program of ours. Values for the
//! environment that stand before a command are left out.

use std::path::PathBuf;

use crate::document::{Block, Document};

/// Something to type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The document that says so.
    pub document: PathBuf,
    /// The line in it.
    pub line: usize,
    /// As it is written, without comment.
    pub text: String,
    /// The words of each program, which hear each other from left to right.
    pub parts: Vec<Vec<String>>,
    /// The file that takes what the last one says.
    pub into: Option<String>,
    /// What the document says that it says.
    pub says: Option<String>,
    /// Whether it stands in prose, where it may be no more than a name.
    pub is_in_prose: bool,
}

impl Command {
    /// The same as a command of the program, whose `cargo run --release -- …` is written as `kinfolk …`; none if
    /// cargo does anything else in it.
    pub fn as_program(&self) -> Option<Self> {
        let mut command = self.clone();
        for part in &mut command.parts {
            let words: Vec<&str> = part.iter().map(String::as_str).collect();
            match words[..] {
                ["cargo", "run", "--release", "--", ..] => {
                    part.splice(..4, ["kinfolk".to_owned()]);
                }
                ["cargo", ..] => return None,
                _ => {}
            }
        }
        Some(command)
    }
}

/// Spans that start with one of these are commands.
const PROGRAMS: [&str; 2] = ["cargo", "kinfolk"];

/// Every command of a document: those of blocks, then those of prose, each from top to bottom.
pub fn commands(document: &Document) -> Vec<Command> {
    let mut commands = Vec::new();
    for block in &document.blocks {
        match block.language.as_str() {
            "sh" | "bash" | "shell" => {
                let lines = (block.line..).zip(block.text.lines());
                commands.extend(lines.filter_map(|(line, text)| read(document, line, text)));
            }
            _ => commands.extend(transcript(document, block)),
        }
    }
    for span in &document.spans {
        let command = read(document, span.line, &span.text).filter(|command| {
            let words = &command.parts[0];
            words.len() > 1 && PROGRAMS.contains(&words[0].as_str())
        });
        commands.extend(command.map(|command| Command {
            is_in_prose: true,
            ..command
        }));
    }
    commands
}

/// Lines with a prompt, each with the lines after it.
fn transcript(document: &Document, block: &Block) -> Vec<Command> {
    let mut commands: Vec<Command> = Vec::new();
    for (line, text) in (block.line..).zip(block.text.lines()) {
        if let Some(typed) = text.strip_prefix("$ ") {
            commands.extend(read(document, line, typed).map(|command| Command {
                says: Some(String::new()),
                ..command
            }));
        } else if let Some(says) = commands.last_mut().and_then(|last| last.says.as_mut()) {
            says.push_str(text);
            says.push('\n');
        }
    }
    for says in commands.iter_mut().filter_map(|each| each.says.as_mut()) {
        says.truncate(says.trim_end().len());
    }
    commands
}

/// A line, unless there is nothing to type in it.
fn read(document: &Document, line: usize, text: &str) -> Option<Command> {
    let words = shlex::split(text)?;
    let is_setting = |word: &String| {
        let name = word.split_once('=').map_or("", |(name, _)| name);
        !name.is_empty() && name.chars().all(|c| c.is_ascii_uppercase() || c == '_')
    };
    let mut parts = vec![Vec::new()];
    let mut into = None;
    let mut words = words.into_iter().skip_while(is_setting);
    while let Some(word) = words.next() {
        match word.as_str() {
            "|" => parts.push(Vec::new()),
            ">" => into = words.next(),
            _ => parts.last_mut()?.push(word),
        }
    }
    let is_whole = parts.iter().all(|part| !part.is_empty());
    is_whole.then(|| Command {
        document: document.path.clone(),
        line,
        text: without_comment(text).to_owned(),
        parts,
        into,
        says: None,
        is_in_prose: false,
    })
}

fn without_comment(text: &str) -> &str {
    let end = text.find(" #").unwrap_or(text.len());
    text[..end].trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The commands of a text, one a line.
    fn drawn(text: &str) -> String {
        let all = commands(&Document::new("a.md".into(), text));
        let all = all.iter().map(|command| {
            let parts: Vec<_> = command.parts.iter().map(|part| part.join("·")).collect();
            let into = command.into.as_ref().map(|into| format!(" > {into}"));
            format!(
                "{}: {}{}\n",
                command.line,
                parts.join(" | "),
                into.unwrap_or_default()
            )
        });
        all.collect()
    }

    #[test]
    fn every_line_of_a_shell_block_is_a_command() {
        assert_eq!(
            drawn("```sh\ngit tag 'a b'   # why\n\n# nothing\nA=1 ls | wc > n.txt\n```\n"),
            "2: git·tag·a b\n5: ls | wc > n.txt\n"
        );
    }

    #[test]
    fn a_transcript_has_what_is_said() {
        let text = "```text\n$ kinfolk tree a.json\na\n└─ b\n\n$ kinfolk check a.json\n```\n";
        let all = commands(&Document::new("a.md".into(), text));

        let said: Vec<_> = all.iter().map(|each| each.says.as_deref()).collect();
        assert_eq!(said, [Some("a\n└─ b"), Some("")]);
        assert_eq!(drawn("```text\nkinfolk tree\n```\n"), "");
    }

    #[test]
    fn prose_names_commands_by_our_programs() {
        assert_eq!(
            drawn("`cargo`, `cargo xtask\n test`, `kinfolk_scene`, `ls -l`, `A=1 kinfolk tree -`"),
            "1: cargo·xtask·test\n2: kinfolk·tree·-\n"
        );
    }

    #[test]
    fn running_the_default_package_is_running_the_program() {
        let text =
            "```sh\ncargo run --release -- tree - | kinfolk check -\ncargo run --example a\n```";
        let all = commands(&Document::new("a.md".into(), text));

        let program = all[0].as_program().unwrap();
        assert_eq!(
            program.parts,
            [["kinfolk", "tree", "-"], ["kinfolk", "check", "-"]]
        );
        assert_eq!(all[1].as_program(), None);
    }
}
