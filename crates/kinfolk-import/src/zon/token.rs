//! The words of a text, one after the other.
//!
//! White space and comments are nothing. A token is told by its first character, and only strings
//! and characters look further for their end.

use std::ops::Range;

use super::Fault;

/// A piece of text that means something.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) part: Range<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    Dot,
    Open,
    Close,
    Comma,
    Semicolon,
    Equals,
    Minus,
    /// `name`
    Word,
    /// `@"any name"`
    QuotedWord,
    /// `"text"`
    Text,
    /// `\\text`, up to the end of the line.
    Line,
    /// `'a'`
    Char,
    Number,
    /// Nothing is left.
    End,
}

/// Cuts a text into tokens.
#[derive(Debug)]
pub(super) struct Tokens<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Tokens<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let at = if text.starts_with('\u{feff}') { 3 } else { 0 };
        Self { text, at }
    }

    pub(super) fn text(&self, part: Range<usize>) -> &'t str {
        &self.text[part]
    }

    /// The next token.
    pub(super) fn next(&mut self) -> Result<Token, Fault> {
        self.skip_nothing();
        let start = self.at;
        let rest = &self.text.as_bytes()[start..];
        let kind = match rest.first() {
            None => TokenKind::End,
            Some(b'.') => self.take(1, TokenKind::Dot),
            Some(b'{') => self.take(1, TokenKind::Open),
            Some(b'}') => self.take(1, TokenKind::Close),
            Some(b',') => self.take(1, TokenKind::Comma),
            Some(b';') => self.take(1, TokenKind::Semicolon),
            Some(b'=') => self.take(1, TokenKind::Equals),
            Some(b'-') => self.take(1, TokenKind::Minus),
            Some(b'"') => self.quoted(b'"', TokenKind::Text)?,
            Some(b'\'') => self.quoted(b'\'', TokenKind::Char)?,
            Some(b'@') if rest.get(1) == Some(&b'"') => {
                self.at += 1;
                self.quoted(b'"', TokenKind::QuotedWord)?
            }
            Some(b'\\') if rest.get(1) == Some(&b'\\') => {
                let length = rest.iter().position(|&byte| byte == b'\n');
                self.take(length.unwrap_or(rest.len()), TokenKind::Line)
            }
            Some(b'0'..=b'9') => self.take(number_length(rest), TokenKind::Number),
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') => {
                let is_inside = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
                let length = rest.iter().position(|byte| !is_inside(byte));
                self.take(length.unwrap_or(rest.len()), TokenKind::Word)
            }
            Some(_) => return Err(self.unknown()),
        };
        Ok(Token {
            kind,
            part: start..self.at,
        })
    }

    fn take(&mut self, length: usize, kind: TokenKind) -> TokenKind {
        self.at += length;
        kind
    }

    fn skip_nothing(&mut self) {
        let bytes = self.text.as_bytes();
        loop {
            match &bytes[self.at..] {
                [b' ' | b'\t' | b'\n' | b'\r', ..] => self.at += 1,
                [b'/', b'/', rest @ ..] => {
                    let length = rest.iter().position(|&byte| byte == b'\n');
                    self.at += 2 + length.unwrap_or(rest.len());
                }
                _ => return,
            }
        }
    }

    /// Takes what is between the quote here and the next one.
    fn quoted(&mut self, quote: u8, kind: TokenKind) -> Result<TokenKind, Fault> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let mut at = start + 1;
        loop {
            match bytes.get(at) {
                Some(&byte) if byte == quote => break,
                Some(b'\\') if bytes.get(at + 1).is_some_and(|&next| next != b'\n') => at += 2,
                None | Some(b'\n' | b'\r') => {
                    let what = if quote == b'"' { "string" } else { "character" };
                    let fault = Fault::new(start..at, format!("this {what} has no end"));
                    let help = if quote == b'"' {
                        "close it with `\"`, or start each line with `\\\\`"
                    } else {
                        "close it with `'`"
                    };
                    return Err(fault.help(help));
                }
                Some(&byte) if byte.is_ascii_control() && byte != b'\t' => {
                    let message = format!("the control character {byte} is in this text");
                    let fault = Fault::new(at..at + 1, message);
                    return Err(fault.help(format!("write `\\x{byte:02x}`")));
                }
                Some(_) => at += 1,
            }
        }
        self.at = at + 1;
        Ok(kind)
    }

    /// What to say about a character that nothing starts with.
    fn unknown(&self) -> Fault {
        let rest = &self.text[self.at..];
        let found = rest.chars().next().unwrap_or_default();
        let part = self.at..self.at + found.len_utf8();
        let message = format!("nothing starts with `{}`", found.escape_debug());
        let fault = Fault::new(part, message);
        match found {
            '\\' => fault.help("a line of a string starts with two of them"),
            '/' => fault.help("comments start with `//`"),
            '&' => fault.help("leave it out: there are no pointers"),
            '[' | '(' => fault.help("write `.{ … }`"),
            '@' => fault.help("write `.@\"any name\"`"),
            '+' => fault.help("leave it out"),
            _ => fault,
        }
    }
}

/// How many bytes from here on belong to the number that starts here.
fn number_length(rest: &[u8]) -> usize {
    let is_hex = rest.starts_with(b"0x");
    let mut length = 0;
    while let Some(&byte) = rest.get(length) {
        let belongs = byte.is_ascii_alphanumeric()
            || matches!(byte, b'.' | b'_')
            || (matches!(byte, b'+' | b'-')
                && match rest[length - 1] {
                    b'e' | b'E' => !is_hex,
                    b'p' | b'P' => is_hex,
                    _ => false,
                });
        if !belongs {
            break;
        }
        length += 1;
    }
    length
}
