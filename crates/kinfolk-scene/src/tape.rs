//! Text as a tape of values: what is where, and what is inside of what.
//!
//! The scanner of `jsonc-parser` finds the tokens; this file checks their grammar and lays
//! values out one after the other, each with its span and the index behind its last part,
//! so that nobody has to recurse to read, skip or count them. Comments and trailing commas
//! are allowed, nothing else beyond JSON. It stops at the first error.

use std::borrow::Cow;

use jsonc_parser::Scanner;
use jsonc_parser::ScannerOptions;
use jsonc_parser::errors::{ParseError, ParseErrorKind};
use jsonc_parser::tokens::Token;

use crate::diagnostic::{Code, Span};

/// So many objects and lists may be inside each other.
pub(crate) const MOST_NESTED: usize = 1_400;

/// What a value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Object,
    Array,
    /// A string, or a key, whose text is what stands between its quotes.
    Plain,
    /// A string, or a key, with escapes.
    Escaped,
    Number,
    True,
    False,
    Null,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) kind: Kind,
    start: u32,
    end: u32,
    /// The index behind everything inside.
    next: u32,
}

impl Entry {
    pub(crate) const fn span(&self) -> Span {
        Span::new(self.start, self.end)
    }
}

/// Where the text stops making sense, and why.
#[derive(Debug)]
pub(crate) struct Stop {
    pub(crate) span: Span,
    pub(crate) code: Code,
    pub(crate) message: String,
    pub(crate) help: Option<&'static str>,
}

/// All values of a text. In an object every value comes after its key.
#[derive(Debug)]
pub(crate) struct Tape<'a> {
    pub(crate) text: &'a str,
    entries: Vec<Entry>,
}

/// An index into the tape.
pub(crate) type At = usize;

impl<'a> Tape<'a> {
    /// Lays out all of `text`, from byte `start` on; text behind the first value is an error
    /// unless only `one` value is wanted.
    pub(crate) fn new(text: &'a str, start: usize, one: bool) -> Result<Self, Stop> {
        if u32::try_from(text.len()).is_err() {
            return Err(Stop {
                span: Span::new(0, 0),
                code: Code::TooLong,
                message: "the document is longer than 4 GB".into(),
                help: Some("split it"),
            });
        }
        let mut layout = Layout {
            scanner: Scanner::new(&text[start..], &STRICT),
            start: start as u32,
            tape: Self {
                text,
                entries: Vec::with_capacity(if one { 64 } else { text.len() / 8 }),
            },
            open: Vec::new(),
        };
        layout.values(one)?;
        Ok(layout.tape)
    }

    pub(crate) fn entry(&self, at: At) -> Entry {
        self.entries[at]
    }

    /// The value, or key, that starts at this byte.
    pub(crate) fn starting_at(&self, byte: u32) -> Option<At> {
        let found = self
            .entries
            .binary_search_by_key(&byte, |entry| entry.start);
        found.ok()
    }

    pub(crate) fn kind(&self, at: At) -> Kind {
        self.entries[at].kind
    }

    /// The index behind the value at `at` and all of its parts.
    pub(crate) fn next(&self, at: At) -> At {
        self.entries[at].next as usize
    }

    /// The text of a value, quotes and all.
    pub(crate) fn raw(&self, at: At) -> &'a str {
        &self.text[self.entries[at].span().range()]
    }

    /// The string at `at`, without quotes and escapes.
    pub(crate) fn string(&self, at: At) -> Cow<'a, str> {
        let entry = self.entries[at];
        if entry.kind == Kind::Plain {
            return Cow::Borrowed(&self.text[entry.start as usize + 1..entry.end as usize - 1]);
        }
        let mut scanner = Scanner::new(&self.text[entry.span().range()], &STRICT);
        match scanner.scan() {
            Ok(Some(Token::String(text))) => text,
            _ => Cow::Borrowed(""),
        }
    }

    /// The keys and values of the object at `at`.
    pub(crate) fn pairs(&self, at: At) -> impl Iterator<Item = (At, At)> + use<'a, '_> {
        let end = self.next(at);
        let mut key = at + 1;
        std::iter::from_fn(move || {
            if key >= end {
                return None;
            }
            let pair = (key, key + 1);
            key = self.next(key + 1);
            Some(pair)
        })
    }

    /// The elements of the list at `at`.
    pub(crate) fn elements(&self, at: At) -> impl Iterator<Item = At> + use<'a, '_> {
        let end = self.next(at);
        let mut element = at + 1;
        std::iter::from_fn(move || {
            if element >= end {
                return None;
            }
            let this = element;
            element = self.next(element);
            Some(this)
        })
    }
}

const STRICT: ScannerOptions = ScannerOptions {
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: true, // so that we can say it better
    allow_extended_string_escapes: false,
};

/// What may come next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expect {
    Value,
    /// An element or the end of the list.
    Element,
    /// A key or the end of the object.
    Key,
    Colon,
    /// A comma or the end of what is open.
    Comma,
    End,
}

struct Layout<'a> {
    scanner: Scanner<'a>,
    /// Where in the text the scanner started.
    start: u32,
    tape: Tape<'a>,
    /// The objects and lists that have not ended.
    open: Vec<u32>,
}

impl<'a> Layout<'a> {
    fn values(&mut self, one: bool) -> Result<(), Stop> {
        let mut expect = Expect::Value;
        loop {
            if one && expect == Expect::End {
                return Ok(());
            }
            let token = match self.scanner.scan() {
                Ok(Some(Token::CommentLine(_) | Token::CommentBlock(_))) => continue,
                Ok(Some(token)) => token,
                Ok(None) if expect == Expect::End => return Ok(()),
                Ok(None) => return Err(self.unfinished()),
                Err(error) => return Err(self.misread(&error)),
            };
            expect = match (expect, token) {
                (Expect::Value | Expect::Element, Token::OpenBrace) => {
                    self.opened(Kind::Object)?;
                    Expect::Key
                }
                (Expect::Value | Expect::Element, Token::OpenBracket) => {
                    self.opened(Kind::Array)?;
                    Expect::Element
                }
                (Expect::Value | Expect::Element, Token::String(text)) => {
                    self.string(matches!(text, Cow::Owned(_)))?;
                    self.after_value()
                }
                (Expect::Value | Expect::Element, Token::Number(text)) => {
                    self.number(text)?;
                    self.after_value()
                }
                (Expect::Value | Expect::Element, Token::Boolean(truth)) => {
                    self.push(if truth { Kind::True } else { Kind::False });
                    self.after_value()
                }
                (Expect::Value | Expect::Element, Token::Null) => {
                    self.push(Kind::Null);
                    self.after_value()
                }
                (Expect::Key, Token::String(text)) => {
                    self.string(matches!(text, Cow::Owned(_)))?;
                    Expect::Colon
                }
                (Expect::Colon, Token::Colon) => Expect::Value,
                (Expect::Comma, Token::Comma) => match self.innermost() {
                    Kind::Object => Expect::Key,
                    _ => Expect::Element,
                },
                (Expect::Key | Expect::Comma, Token::CloseBrace)
                    if self.innermost() == Kind::Object =>
                {
                    self.closed()
                }
                (Expect::Element | Expect::Comma, Token::CloseBracket)
                    if self.innermost() == Kind::Array =>
                {
                    self.closed()
                }
                (expect, token) => return Err(self.unexpected(expect, &token)),
            };
        }
    }

    fn span(&self) -> Span {
        Span::new(
            self.start + self.scanner.token_start() as u32,
            self.start + self.scanner.token_end() as u32,
        )
    }

    fn push(&mut self, kind: Kind) {
        let Span { start, end } = self.span();
        let entries = &mut self.tape.entries;
        if entries.len() == entries.capacity() {
            entries.reserve_exact(entries.len() / 4 + 64); // twice as much is a lot of a large file
        }
        let next = self.tape.entries.len() as u32 + 1;
        self.tape.entries.push(Entry {
            kind,
            start,
            end,
            next,
        });
    }

    fn opened(&mut self, kind: Kind) -> Result<(), Stop> {
        if self.open.len() == MOST_NESTED {
            return Err(Stop {
                span: self.span(),
                code: Code::TooDeep,
                message: format!("objects and lists are more than {MOST_NESTED} levels deep here"),
                help: Some(
                    "give deep entities an \"id\" and put them in \"entities\", with their \"parent\"",
                ),
            });
        }
        self.open.push(self.tape.entries.len() as u32);
        self.push(kind);
        Ok(())
    }

    fn closed(&mut self) -> Expect {
        let next = self.tape.entries.len() as u32;
        let end = self.span().end;
        if let Some(open) = self.open.pop() {
            let entry = &mut self.tape.entries[open as usize];
            entry.next = next;
            entry.end = end;
        }
        self.after_value()
    }

    fn after_value(&self) -> Expect {
        if self.open.is_empty() {
            Expect::End
        } else {
            Expect::Comma
        }
    }

    fn innermost(&self) -> Kind {
        match self.open.last() {
            Some(&open) => self.tape.entries[open as usize].kind,
            None => Kind::Null,
        }
    }

    fn string(&mut self, escaped: bool) -> Result<(), Stop> {
        let kind = if escaped { Kind::Escaped } else { Kind::Plain };
        self.push(kind);
        let Span { start, .. } = self.span();
        let raw = self.tape.raw(self.tape.entries.len() - 1);
        match raw.bytes().position(|byte| byte < b' ') {
            None => Ok(()),
            Some(_) if raw.contains(['\n', '\r']) => {
                let line = raw.find(['\n', '\r']).unwrap_or(raw.len());
                Err(Stop {
                    span: Span::new(start, start + line as u32),
                    code: Code::Syntax,
                    message: "this string does not end on its line".into(),
                    help: Some("close it with \"; a line break inside is written \\n"),
                })
            }
            Some(index) => Err(Stop {
                span: Span::new(start + index as u32, start + index as u32 + 1),
                code: Code::Syntax,
                message: "a control character in a string".into(),
                help: Some("write it as an escape: \\t for a tab"),
            }),
        }
    }

    fn number(&mut self, text: &str) -> Result<(), Stop> {
        let not_finite = text.ends_with(['N', 'y']); // NaN, Infinity
        let leading_zero = text.trim_start_matches('-').starts_with('0') && self.follows_a_digit();
        if not_finite {
            return Err(Stop {
                span: self.span(),
                code: Code::NotFinite,
                message: format!("{text} is not a number that a scene can use"),
                help: Some("write a finite number"),
            });
        }
        if leading_zero {
            return Err(self.stop("a number cannot start with 0 and a digit", None));
        }
        self.push(Kind::Number);
        Ok(())
    }

    /// Whether the character behind the token is a digit: `01` is read as two numbers.
    fn follows_a_digit(&self) -> bool {
        let end = self.span().end as usize;
        self.tape
            .text
            .as_bytes()
            .get(end)
            .is_some_and(u8::is_ascii_digit)
    }

    fn stop(&self, message: &str, help: Option<&'static str>) -> Stop {
        Stop {
            span: self.span(),
            code: Code::Syntax,
            message: message.into(),
            help,
        }
    }

    fn unexpected(&self, expect: Expect, token: &Token<'_>) -> Stop {
        let inside = self.innermost();
        let wanted = match expect {
            Expect::Value => "a value",
            Expect::Element => "a value or ]",
            Expect::Key => "a key in quotes or }",
            Expect::Colon => "a colon",
            Expect::Comma if inside == Kind::Object => "a comma or }",
            Expect::Comma => "a comma or ]",
            Expect::End => "nothing more",
        };
        let help = match (expect, token) {
            (Expect::Comma, Token::String(_) | Token::OpenBrace | Token::OpenBracket) => {
                Some("a comma may be missing before this")
            }
            (Expect::Key, Token::Word(_) | Token::Number(_)) => Some("put the key in quotes"),
            (Expect::End, _) => Some("a document is one object"),
            (Expect::Value | Expect::Element, Token::Word(_)) => {
                Some("put text in quotes; the bare words are true, false and null")
            }
            _ => None,
        };
        self.stop(
            &format!("expected {wanted}, found {}", token.as_str()),
            help,
        )
    }

    /// What to say at the end of the text.
    fn unfinished(&self) -> Stop {
        let end = self.tape.text.len() as u32;
        let (span, message) = match self.open.last() {
            Some(&open) => {
                let start = self.tape.entries[open as usize].start;
                let what = match self.innermost() {
                    Kind::Object => "this object is never closed",
                    _ => "this list is never closed",
                };
                (Span::new(start, start + 1), what)
            }
            None => (Span::new(end, end), "there is no document here"),
        };
        Stop {
            span,
            code: Code::Syntax,
            message: message.into(),
            help: match self.innermost() {
                Kind::Object => Some("add } where it ends"),
                Kind::Array => Some("add ] where it ends"),
                _ => Some("the smallest document is {}"),
            },
        }
    }

    fn misread(&self, error: &ParseError) -> Stop {
        let range = error.range();
        let message = error.kind().to_string();
        let mut chars = message.chars();
        let message = match chars.next() {
            Some(first) => first.to_lowercase().chain(chars).collect(),
            None => message,
        };
        Stop {
            span: Span::new(
                self.start + range.start as u32,
                self.start + range.end as u32,
            ),
            code: Code::Syntax,
            message,
            help: match error.kind() {
                ParseErrorKind::UnterminatedCommentBlock => Some("close it with */"),
                ParseErrorKind::SingleQuotedStringsNotAllowed => Some("use double quotes"),
                ParseErrorKind::String(_) => {
                    Some("a backslash is written \\\\, and a string ends with \"")
                }
                _ => None,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stop(text: &str) -> String {
        let stop = Tape::new(text, 0, false).unwrap_err();
        format!("{:?} {}", stop.span.range(), stop.message)
    }

    #[test]
    fn comments_and_trailing_commas_are_fine() {
        let tape = Tape::new("// a\n{ \"a\": [1, 2,], /* b */ \"c\": {}, }", 0, false).unwrap();

        let keys: Vec<_> = tape.pairs(0).map(|(key, _)| tape.string(key)).collect();
        assert_eq!(keys, ["a", "c"]);
    }

    #[test]
    fn what_is_not_json_stops_with_its_place() {
        assert_eq!(stop(""), "0..0 there is no document here");
        assert_eq!(
            stop("{ \"a\": 1 \"b\": 2 }"),
            "9..12 expected a comma or }, found b"
        );
        assert_eq!(
            stop("{ a: 1 }"),
            "2..3 expected a key in quotes or }, found a"
        );
        assert_eq!(stop("[1 2]"), "3..4 expected a comma or ], found 2");
        assert_eq!(stop("{ \"a\": [ }"), "9..10 expected a value or ], found }");
        assert_eq!(
            stop("{ \"a\": 'b' }"),
            "7..8 single-quoted strings are not allowed"
        );
        assert_eq!(
            stop("{ \"a\": \"b\n\" }"),
            "7..9 this string does not end on its line"
        );
        assert_eq!(stop("{} {}"), "3..4 expected nothing more, found {");
        assert_eq!(stop("[[1]"), "0..1 this list is never closed");
        assert_eq!(
            stop("[-Infinity]"),
            "1..10 -Infinity is not a number that a scene can use"
        );
        assert_eq!(
            stop("[01]"),
            "1..2 a number cannot start with 0 and a digit"
        );
        assert_eq!(stop("[,]"), "1..2 expected a value or ], found ,");
    }

    #[test]
    fn ten_thousand_levels_are_refused_without_going_down() {
        let text = "[".repeat(10_000);

        assert_eq!(Tape::new(&text, 0, false).unwrap_err().code, Code::TooDeep);
    }
}
