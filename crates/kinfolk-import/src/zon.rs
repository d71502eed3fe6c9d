//! Zig object notation, to be looked at.
//!
//! A text becomes a list of nodes in the order of the text, each of which knows where it was
//! written and where the next one after everything inside of it is. Nothing nests in memory, so
//! nothing recurses: not reading, not dropping. A syntax error stops at the first.

mod number;
mod parse;
mod string;
mod token;

use std::ops::Range;

pub(crate) use number::Number;
pub(crate) use parse::read;

/// Values in each other may be this many levels deep.
pub(crate) const MOST_LEVELS: usize = 500;

/// Why a text is no ZON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The offending part of the text.
    pub(crate) part: Range<usize>,
    /// What is wrong, in a sentence without a full stop.
    pub(crate) message: String,
    /// What to try.
    pub(crate) help: Option<String>,
}

impl Fault {
    fn new(part: Range<usize>, message: impl Into<String>) -> Self {
        Self {
            part,
            message: message.into(),
            help: None,
        }
    }

    fn help(self, help: impl Into<String>) -> Self {
        Self {
            help: Some(help.into()),
            ..self
        }
    }
}

/// A text as values.
#[derive(Debug, Default)]
pub(crate) struct Zon {
    nodes: Vec<Node>,
}

#[derive(Debug)]
struct Node {
    start: u32,
    end: u32,
    /// The node after everything that is inside of this one.
    next: u32,
    what: What,
}

#[derive(Debug, PartialEq)]
enum What {
    Null,
    Bool(bool),
    Number(Number),
    Text(Box<str>),
    Word(Box<str>),
    /// `.{}`
    Empty,
    /// Followed by its elements.
    Tuple,
    /// Followed by a name and a value for each field.
    Struct,
    /// A field's name, followed by its value.
    Name(Box<str>),
}

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Kind<'z> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// `7`, `0x1.8p3`, `nan`, `'a'`
    Number(Number),
    /// `"text"`
    Text(&'z str),
    /// `.dynamic`
    Word(&'z str),
    /// `.{}`, which is a tuple or a struct
    Empty,
    /// `.{ 1, 2 }`
    Tuple,
    /// `.{ .x = 1 }`
    Struct,
}

/// One value of a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Value<'z> {
    zon: &'z Zon,
    at: usize,
}

/// One field of a struct.
#[derive(Debug, Clone)]
pub(crate) struct FieldOf<'z> {
    /// What it is called.
    pub(crate) name: &'z str,
    /// Where its name is written.
    pub(crate) name_part: Range<usize>,
    /// What it is.
    pub(crate) value: Value<'z>,
}

impl Zon {
    /// The value that the whole text is.
    pub(crate) const fn root(&self) -> Value<'_> {
        Value { zon: self, at: 0 }
    }
}

impl<'z> Value<'z> {
    /// Where it is written.
    pub(crate) fn part(self) -> Range<usize> {
        let node = &self.zon.nodes[self.at];
        node.start as usize..node.end as usize
    }

    /// What it is.
    pub(crate) fn kind(self) -> Kind<'z> {
        match &self.zon.nodes[self.at].what {
            What::Bool(truth) => Kind::Bool(*truth),
            What::Number(number) => Kind::Number(*number),
            What::Text(text) => Kind::Text(text),
            What::Word(word) => Kind::Word(word),
            What::Empty => Kind::Empty,
            What::Tuple => Kind::Tuple,
            What::Struct => Kind::Struct,
            What::Null | What::Name(_) => Kind::Null,
        }
    }

    /// The text of a string or an enum literal.
    pub(crate) fn text(self) -> Option<&'z str> {
        match self.kind() {
            Kind::Text(text) | Kind::Word(text) => Some(text),
            _ => None,
        }
    }

    /// The elements of a tuple in order; nothing has none.
    pub(crate) fn elements(self) -> impl Iterator<Item = Self> {
        let is_tuple = self.kind() == Kind::Tuple;
        let inside = self.inside();
        inside.filter(move |_| is_tuple)
    }

    /// The fields of a struct in order; nothing has none.
    pub(crate) fn fields(self) -> impl Iterator<Item = FieldOf<'z>> {
        let mut inside = self.inside();
        std::iter::from_fn(move || {
            let name_at = inside.next()?;
            let What::Name(name) = &name_at.zon.nodes[name_at.at].what else {
                return None;
            };
            Some(FieldOf {
                name,
                name_part: name_at.part(),
                value: inside.next()?,
            })
        })
    }

    /// The value of the field `name`.
    pub(crate) fn field(self, name: &str) -> Option<Self> {
        let mut fields = self.fields();
        Some(fields.find(|field| field.name == name)?.value)
    }

    fn inside(self) -> impl Iterator<Item = Self> {
        let zon = self.zon;
        let (mut at, end) = (self.at + 1, zon.nodes[self.at].next as usize);
        std::iter::from_fn(move || {
            let value = (at < end).then_some(Self { zon, at })?;
            at = zon.nodes[at].next as usize;
            Some(value)
        })
    }
}

impl Kind<'_> {
    /// What kind of value this is, in words.
    pub(crate) const fn in_words(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a truth value",
            Self::Number(_) => "a number",
            Self::Text(_) => "a string",
            Self::Word(_) => "an enum literal",
            Self::Empty => "an empty `.{}`",
            Self::Tuple => "a tuple",
            Self::Struct => "a struct",
        }
    }
}

#[cfg(test)]
mod tests;
