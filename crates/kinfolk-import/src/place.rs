//! Where in a foreign file something is.

use std::fmt;
use std::ops::Range;

use kinfolk_scene::Span;

/// A place in one of the files of an import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file, as the scene that needs it names it.
    pub file: String,
    /// Where in it.
    pub at: At,
}

/// Where in a file something is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum At {
    /// Nowhere in particular.
    File,
    /// In a text: span, line, column and the text itself.
    Text(kinfolk_scene::Place),
    /// In a binary file: so many bytes from its start.
    Byte(usize),
}

/// `enemy.tscn:12:5`, or `ship.glb: byte 20`
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.at {
            At::File => f.write_str(&self.file),
            At::Text(text) => write!(f, "{}:{}:{}", self.file, text.line, text.column),
            At::Byte(byte) => write!(f, "{}: byte {byte}", self.file),
        }
    }
}

impl Place {
    /// How far from the start of the file it is.
    pub(crate) fn start(&self) -> usize {
        match &self.at {
            At::File => 0,
            At::Text(text) => text.span.start as usize,
            At::Byte(byte) => *byte,
        }
    }
}

/// The text of a file and where its lines start, to tell places in any order.
#[derive(Debug, Clone)]
pub struct Lines<'t> {
    file: String,
    text: &'t str,
    starts: Vec<usize>,
    /// How many characters start before each block of the text: a place costs a block, also in
    /// a file that is one long line.
    counted: Vec<usize>,
}

/// So many bytes are a block.
const BLOCK: usize = 4096;

/// No more of an offending text is quoted.
const QUOTED: usize = 60;

impl<'t> Lines<'t> {
    /// Looks for the lines of `text`, which is what `file` contains.
    #[must_use]
    pub fn new(file: &str, text: &'t str) -> Self {
        let breaks = text.match_indices('\n').map(|(index, _)| index + 1);
        let mut counted = vec![0];
        let mut before = 0;
        for block in text.as_bytes().chunks(BLOCK) {
            before += characters(block);
            counted.push(before);
        }
        Self {
            counted,
            file: file.to_owned(),
            text,
            starts: std::iter::once(0).chain(breaks).collect(),
        }
    }

    /// The file that this is the text of.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The text.
    #[must_use]
    pub const fn text(&self) -> &'t str {
        self.text
    }

    /// The place of a part of the text, in bytes. What is outside of it, or in the middle of a
    /// character, counts as the nearest character before.
    #[must_use]
    pub fn place(&self, part: Range<usize>) -> Place {
        let start = self.boundary(part.start);
        let end = self.boundary(part.end).max(start);
        let line = self.starts.partition_point(|&line| line <= start);
        let line_start = self.starts[line - 1];
        let column = self.characters_before(start) - self.characters_before(line_start) + 1;
        let first_line = self.text[start..end].lines().next().unwrap_or_default();
        let mut quoted: String = first_line.chars().take(QUOTED).collect();
        if quoted.len() < end - start {
            quoted.push('…');
        }
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        Place {
            file: self.file.clone(),
            at: At::Text(kinfolk_scene::Place {
                span: Span {
                    start: count(start),
                    end: count(end),
                },
                line: count(line),
                column: count(column),
                text: quoted,
            }),
        }
    }

    /// The byte where a line and a column, both counted from 1, are.
    #[must_use]
    pub fn offset(&self, line: usize, column: usize) -> usize {
        let start = self.starts.get(line.max(1) - 1).copied();
        let start = start.unwrap_or(self.text.len());
        self.boundary(start + column.max(1) - 1)
    }

    fn characters_before(&self, index: usize) -> usize {
        let block = index / BLOCK;
        self.counted[block] + characters(&self.text.as_bytes()[block * BLOCK..index])
    }

    fn boundary(&self, index: usize) -> usize {
        let mut index = index.min(self.text.len());
        while !self.text.is_char_boundary(index) {
            index -= 1;
        }
        index
    }
}

/// How many characters start in these bytes.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::{At, Lines};

    #[test]
    fn a_place_has_a_line_a_column_and_its_text() {
        let lines = Lines::new("tank.zon", "é = 1,\n  turrét\n");

        let place = lines.place(10..17);

        assert_eq!(place.to_string(), "tank.zon:2:3");
        let At::Text(text) = place.at else {
            panic!("it is text");
        };
        assert_eq!(text.text, "turrét");
    }

    #[test]
    fn columns_are_right_far_into_a_long_line() {
        let text = format!("{}\n{}x", "é".repeat(5_000), "aé".repeat(4_000));
        let lines = Lines::new("tank.zon", &text);

        assert_eq!(lines.place(0..0).to_string(), "tank.zon:1:1");
        assert_eq!(lines.place(8_000..8_002).to_string(), "tank.zon:1:4001");
        assert_eq!(
            lines.place(text.len()..text.len()).to_string(),
            "tank.zon:2:8002"
        );
    }

    #[test]
    fn what_is_outside_of_the_text_is_at_its_end() {
        let lines = Lines::new("tank.zon", "ab\n");

        assert_eq!(lines.place(70..90).to_string(), "tank.zon:2:1");
        assert_eq!(lines.offset(9, 9), 3);
    }
}
