//! The JSON of a glTF file, and where things are in it.
//!
//! A place in a `.gltf` is a line and a column, one in a `.glb` counts bytes from the start of
//! the file.

use std::borrow::Cow;
use std::ops::Range;

use ::gltf::json::Root;
use indexmap::IndexMap;
use serde_json::value::RawValue;

use crate::place::{At, Lines, Place};
use crate::report::{Problem, Problems};

/// Where the JSON of a binary file starts: behind the header and that of the first chunk.
const JSON_CHUNK: usize = 20;

/// The keys of an object and their values, as they are written.
type Pairs<'t> = IndexMap<Cow<'t, str>, &'t RawValue>;

pub(super) struct Source<'t> {
    lines: Lines<'t>,
    is_binary: bool,
    file: Pairs<'t>,
    nodes: Vec<&'t RawValue>,
}

impl<'t> Source<'t> {
    pub(super) fn new(file: &str, bytes: &'t [u8]) -> Result<Self, Problems> {
        let is_binary = bytes.starts_with(b"glTF");
        let json = if is_binary {
            json_chunk(file, bytes)?
        } else {
            bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
        };
        let text = match std::str::from_utf8(json) {
            Ok(text) => text,
            Err(error) => {
                let valid = &json[..error.valid_up_to()];
                let valid = std::str::from_utf8(valid).unwrap_or_default();
                let place = place(
                    &Lines::new(file, valid),
                    is_binary,
                    valid.len()..valid.len(),
                );
                let message = "this is neither glTF as text (it is not UTF-8) nor binary glTF";
                let help = "is it a .gltf or a .glb file?";
                return Err(problem(place, message.to_owned(), help).into());
            }
        };
        Ok(Self {
            lines: Lines::new(file, text),
            is_binary,
            file: Pairs::new(),
            nodes: Vec::new(),
        })
    }

    /// The whole file, as far as the format knows it.
    pub(super) fn read(&self) -> Result<Root, Problems> {
        let text = self.lines.text();
        ::gltf::json::deserialize::from_str(text).map_err(|error| {
            let at = self.lines.offset(error.line(), error.column());
            let words = error.to_string();
            let what = words.rsplit_once(" at line ");
            let what = what.map_or(words.as_str(), |(what, _)| what);
            let place = place(&self.lines, self.is_binary, at..at);
            let help = "is the file whole, and is it glTF 2?";
            problem(place, format!("this is no glTF: {what}"), help).into()
        })
    }

    /// Where a key of the file has its value.
    pub(super) fn at_key(&self, key: &str) -> Place {
        let part = self.file.get(key).map_or(0..0, |value| self.part(value));
        place(&self.lines, self.is_binary, part)
    }

    /// Where a key of a node has its value, or the node if it has no such key.
    pub(super) fn at_node(&self, index: usize, key: &str) -> Place {
        let node = self.nodes.get(index).copied();
        let value = node.and_then(|node| pairs(node.get()).get(key).copied());
        let part = match value.or(node) {
            Some(value) => self.part(value),
            None => 0..0,
        };
        place(&self.lines, self.is_binary, part)
    }

    /// All keys of a node and where they have their values, in the order of the file.
    pub(super) fn keys_of_node(&self, index: usize) -> Vec<(String, Place)> {
        let node = self.nodes.get(index).copied();
        let pairs = node.map(|node| pairs(node.get())).unwrap_or_default();
        let placed = pairs.into_iter().map(|(key, value)| {
            let place = place(&self.lines, self.is_binary, self.part(value));
            (key.into_owned(), place)
        });
        placed.collect()
    }

    /// Looks where things are; what has been read as glTF has all of it.
    pub(super) fn index(&mut self) {
        self.file = pairs(self.lines.text());
        let nodes = self.file.get("nodes").copied();
        let nodes = nodes.and_then(|nodes| serde_json::from_str(nodes.get()).ok());
        self.nodes = nodes.unwrap_or_default();
    }

    fn part(&self, value: &'t RawValue) -> Range<usize> {
        let text = self.lines.text();
        let start = value.get().as_ptr() as usize - text.as_ptr() as usize;
        start..start + value.get().len()
    }
}

fn pairs(object: &str) -> Pairs<'_> {
    serde_json::from_str(object).unwrap_or_default()
}

fn place(lines: &Lines<'_>, is_binary: bool, part: Range<usize>) -> Place {
    if is_binary {
        byte(lines.file(), JSON_CHUNK + part.start)
    } else {
        lines.place(part)
    }
}

fn byte(file: &str, byte: usize) -> Place {
    Place {
        file: file.to_owned(),
        at: At::Byte(byte),
    }
}

/// The JSON in a binary file: its first chunk. The other chunks are not looked at, and the
/// `gltf` crate's own reader is not asked, because it panics at a length below 12.
fn json_chunk<'t>(file: &str, bytes: &'t [u8]) -> Result<&'t [u8], Problems> {
    let number = |at: usize| {
        let four = bytes.get(at..at + 4)?;
        Some(u32::from_le_bytes(four.try_into().ok()?))
    };
    let cut_off = |at: usize| {
        let message = "this is no whole binary glTF: a length in it does not fit the file";
        let help = "is the file cut off? copy or export it again";
        Err(problem(byte(file, at), message.to_owned(), help).into())
    };
    let (Some(version), Some(_), Some(length)) = (number(4), number(8), number(12)) else {
        return cut_off(bytes.len());
    };
    if version != 2 {
        let message = format!("this is binary glTF {version}");
        let help = "binary glTF 2 can be imported; export it again";
        return Err(problem(byte(file, 4), message, help).into());
    }
    if bytes.get(16..JSON_CHUNK) != Some(b"JSON") {
        let message = "the first chunk of this binary glTF is not JSON".to_owned();
        let help = "is the file damaged? export it again";
        return Err(problem(byte(file, 16), message, help).into());
    }
    match bytes[JSON_CHUNK..].get(..length as usize) {
        Some(json) => Ok(json),
        None => cut_off(12),
    }
}

fn problem(place: Place, message: String, help: &str) -> Problem {
    Problem {
        place,
        message,
        help: Some(help.to_owned()),
    }
}
