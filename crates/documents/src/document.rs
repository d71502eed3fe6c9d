//! One document, taken apart.
//!
//! Lines count from 1. Anchors are made of headings as code hosts make them: lower case, spaces are
//! hyphens, other punctuation is gone, and the second of the same name gets `-1`.

use std::ops::Range;
use std::path::PathBuf;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// A Markdown file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// Where it is, from the root of the repository.
    pub path: PathBuf,
    /// Its blocks of code, from top to bottom.
    pub blocks: Vec<Block>,
    /// Its spans of code, from top to bottom.
    pub spans: Vec<Span>,
    /// Its links and pictures, from top to bottom.
    pub links: Vec<Link>,
    /// What a `#` can lead to, from top to bottom.
    pub anchors: Vec<String>,
}

/// A fenced or indented block of code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The line of its first line of code.
    pub line: usize,
    /// What stands behind the fence.
    pub language: String,
    /// The code.
    pub text: String,
}

/// A piece of code in prose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// The line that it starts in.
    pub line: usize,
    /// The code, on one line.
    pub text: String,
}

/// A link or a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// The line that it starts in.
    pub line: usize,
    /// Where it leads, as written.
    pub to: String,
}

impl Document {
    /// Takes `text` apart.
    pub fn new(path: PathBuf, text: &str) -> Self {
        let mut document = Self {
            path,
            blocks: Vec::new(),
            spans: Vec::new(),
            links: Vec::new(),
            anchors: Vec::new(),
        };
        let line = |at: Range<usize>| text[..at.start].matches('\n').count() + 1;
        let (mut block, mut heading): (Option<Block>, Option<String>) = (None, None);
        for (event, at) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
            match event {
                Event::Start(Tag::CodeBlock(kind)) => {
                    let (language, line) = match kind {
                        CodeBlockKind::Fenced(language) => (language.into_string(), line(at) + 1),
                        CodeBlockKind::Indented => (String::new(), line(at)),
                    };
                    let text = String::new();
                    block = Some(Block {
                        line,
                        language,
                        text,
                    });
                }
                Event::End(TagEnd::CodeBlock) => document.blocks.extend(block.take()),
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    let heading = heading.take().unwrap_or_default();
                    let anchor = document.anchor(&heading);
                    document.anchors.push(anchor);
                }
                Event::Start(Tag::Link { dest_url: to, .. } | Tag::Image { dest_url: to, .. }) => {
                    let (line, to) = (line(at), to.into_string());
                    document.links.push(Link { line, to });
                }
                Event::Text(words) => {
                    let open = block.as_mut().map(|block| &mut block.text);
                    if let Some(open) = open.or(heading.as_mut()) {
                        open.push_str(&words);
                    }
                }
                Event::Code(code) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&code);
                    }
                    let (line, text) = (line(at), code.into_string());
                    document.spans.push(Span { line, text });
                }
                _ => {}
            }
        }
        document
    }

    /// What leads to a heading that comes next.
    fn anchor(&self, heading: &str) -> String {
        let kept = heading
            .to_lowercase()
            .chars()
            .filter(|&c| c.is_alphanumeric() || " -_".contains(c))
            .map(|c| if c == ' ' { '-' } else { c })
            .collect::<String>();
        let mut anchor = kept.clone();
        let mut count = 0;
        while self.anchors.contains(&anchor) {
            count += 1;
            anchor = format!("{kept}-{count}");
        }
        anchor
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Document {
        Document::new("a.md".into(), text)
    }

    #[test]
    fn a_block_knows_its_language_and_where_its_code_starts() {
        let document = read("Look:\n\n- a list\n  ```sh\n  ls\n  cd\n  ```\n");

        let block = &document.blocks[0];
        assert_eq!((block.line, block.language.as_str()), (5, "sh"));
        assert_eq!(block.text, "ls\ncd\n");
    }

    #[test]
    fn code_in_prose_may_go_on_in_the_next_line() {
        let document =
            read("One.\n\nRun `cargo test\n  --all`, in a table, too:\n\n|a|\n|-|\n|`b`|\n");

        let spans: Vec<_> = document.spans.iter().map(|s| (s.line, &*s.text)).collect();
        assert_eq!(spans, [(3, "cargo test   --all"), (8, "b")]);
    }

    #[test]
    fn links_and_pictures_are_found_and_code_has_none() {
        let document = read("[a](b.md#c)\n![d](e.png) `[f](g)`\n\n```text\n[h](i)\n```\n");

        let links: Vec<_> = document.links.iter().map(|l| (l.line, &*l.to)).collect();
        assert_eq!(links, [(1, "b.md#c"), (2, "e.png")]);
    }

    #[test]
    fn anchors_are_made_as_code_hosts_make_them() {
        let document = read("# From `attach_to`, again\n## Who's in?\n## Play\n## Play\n");

        assert_eq!(
            document.anchors,
            ["from-attach_to-again", "whos-in", "play", "play-1"]
        );
    }
}
