//! From tokens to values.
//!
//! What is open is a list, not a call: depth costs no stack. A text is one value, or the fields
//! of a struct without its braces, as documentation likes to print them.

use std::collections::HashSet;

use super::token::{Token, TokenKind, Tokens};
use super::{Fault, MOST_LEVELS, Node, Number, What, Zon, string};

/// Reads a text.
///
/// # Errors
/// The first thing that is not as it should be.
pub(crate) fn read(text: &str) -> Result<Zon, Fault> {
    let mut parser = Parser {
        tokens: Tokens::new(text),
        ahead: None,
        nodes: Vec::new(),
        open: Vec::new(),
    };
    parser.whole()?;
    Ok(Zon {
        nodes: parser.nodes,
    })
}

struct Parser<'t> {
    tokens: Tokens<'t>,
    ahead: Option<Token>,
    nodes: Vec<Node>,
    open: Vec<Open>,
}

/// A tuple or struct that is not closed yet.
struct Open {
    node: usize,
    /// What closes it: a brace, or the end of the text.
    closed_by: TokenKind,
    names: HashSet<Box<str>>,
}

impl Parser<'_> {
    fn whole(&mut self) -> Result<(), Fault> {
        let first = self.next()?;
        if first.kind == TokenKind::Dot && self.peek()?.kind != TokenKind::Open {
            let name = self.name()?;
            if self.peek()?.kind == TokenKind::Equals {
                self.open(&first, TokenKind::End)?;
                self.field(name)?;
            } else {
                self.push(first.part.start..name.0.part.end, What::Word(name.1));
            }
        } else {
            self.value(first)?;
        }
        while let Some(open) = self.open.last() {
            let closed_by = open.closed_by;
            let token = self.next()?;
            if token.kind == closed_by {
                self.close(&token)?;
            } else {
                self.item(token)?;
            }
        }
        if matches!(self.peek()?.kind, TokenKind::Comma | TokenKind::Semicolon) {
            self.next()?;
        }
        let rest = self.next()?;
        if rest.kind != TokenKind::End {
            let fault = self.expected("the end of the file", &rest);
            return Err(fault.help("a file is one value"));
        }
        Ok(())
    }

    /// An element, or a field.
    fn item(&mut self, token: Token) -> Result<(), Fault> {
        if token.kind != TokenKind::Dot || self.peek()?.kind == TokenKind::Open {
            self.element(&token)?;
            return self.value(token);
        }
        let name = self.name()?;
        if self.peek()?.kind == TokenKind::Equals {
            return self.field(name);
        }
        self.element(&token)?;
        self.push(token.part.start..name.0.part.end, What::Word(name.1));
        self.separator()
    }

    /// Makes sure that an element may be here.
    fn element(&mut self, token: &Token) -> Result<(), Fault> {
        let Some(open) = self.open.last() else {
            return Ok(());
        };
        let what = &mut self.nodes[open.node].what;
        match what {
            What::Empty => *what = What::Tuple,
            What::Struct => {
                let fault = self.expected("a field `.name = …`", token);
                return Err(fault.help("all parts of a struct have names"));
            }
            _ => {}
        }
        Ok(())
    }

    /// A field whose name has been read.
    fn field(&mut self, (token, name): (Token, Box<str>)) -> Result<(), Fault> {
        let Some(open) = self.open.last_mut() else {
            return Err(Fault::new(token.part, "this field is in no struct"));
        };
        let what = &mut self.nodes[open.node].what;
        match what {
            What::Empty => *what = What::Struct,
            What::Tuple => {
                let message = "this part has a name, and those before have none";
                let fault = Fault::new(token.part, message);
                return Err(fault.help("all parts of a struct have names, none of a tuple has"));
            }
            _ => {}
        }
        if !open.names.insert(name.clone()) {
            let message = format!("a second field `{}`", shortened(&name));
            let fault = Fault::new(token.part, message);
            return Err(fault.help("keep one of them"));
        }
        self.push(token.part, What::Name(name));
        self.next()?; // the equals sign
        let value = self.next()?;
        if value.kind == TokenKind::Dot && self.peek()?.kind != TokenKind::Open {
            let name = self.name()?;
            self.push(value.part.start..name.0.part.end, What::Word(name.1));
            return self.separator();
        }
        self.value(value)
    }

    /// A value that starts with `token`, but for enum literals.
    fn value(&mut self, token: Token) -> Result<(), Fault> {
        let part = token.part.clone();
        let what = match token.kind {
            TokenKind::Dot => {
                self.next()?; // the brace
                return self.open(&token, TokenKind::Close);
            }
            TokenKind::Text => {
                let inside = part.start + 1..part.end - 1;
                let text = string::decode(self.tokens.text(inside.clone()), inside.start)?;
                What::Text(text.into())
            }
            TokenKind::Line => return self.lines(token),
            TokenKind::Char => {
                let inside = part.start + 1..part.end - 1;
                let char = string::character(self.tokens.text(inside.clone()), inside.start)?;
                What::Number(Number::whole(i64::from(char)))
            }
            TokenKind::Number => What::Number(self.number(&token, false)?),
            TokenKind::Minus => return self.negative(token),
            TokenKind::Word => match self.tokens.text(part.clone()) {
                "null" => What::Null,
                "true" => What::Bool(true),
                "false" => What::Bool(false),
                "nan" => What::Number(Number::NAN),
                "inf" => What::Number(Number::INFINITY),
                word => {
                    let fault = self.expected("a value", &token);
                    return Err(if self.peek()?.kind == TokenKind::Open {
                        fault.help("leave the type out: write `.{`")
                    } else {
                        fault.help(format!("write `.{0}` or `\"{0}\"`", shortened(word)))
                    });
                }
            },
            TokenKind::Open => {
                let fault = self.expected("a value", &token);
                return Err(fault.help("write `.{`, with a dot"));
            }
            _ => return Err(self.expected("a value", &token)),
        };
        self.push(part, what);
        self.separator()
    }

    fn negative(&mut self, minus: Token) -> Result<(), Fault> {
        let token = self.next()?;
        let is_infinity =
            token.kind == TokenKind::Word && self.tokens.text(token.part.clone()) == "inf";
        let number = match token.kind {
            TokenKind::Number => self.number(&token, true)?,
            _ if is_infinity => Number::NEGATIVE_INFINITY,
            _ => return Err(self.expected("a number after `-`", &token)),
        };
        self.push(minus.part.start..token.part.end, What::Number(number));
        self.separator()
    }

    fn number(&self, token: &Token, negative: bool) -> Result<Number, Fault> {
        let literal = self.tokens.text(token.part.clone());
        Number::parse(literal, negative).map_err(|why| {
            let fault = Fault::new(token.part.clone(), why);
            fault.help("numbers are 7, 1_000, 0xff, 0o17, 0b1, 1.5, 1e-3 or 0x1.8p3")
        })
    }

    /// A string of lines.
    fn lines(&mut self, first: Token) -> Result<(), Fault> {
        let mut text = String::new();
        let mut end = first.part.end;
        let mut line = first.clone();
        loop {
            let content = self.tokens.text(line.part.start + 2..line.part.end);
            text.push_str(content.strip_suffix('\r').unwrap_or(content));
            end = end.max(line.part.end);
            if self.peek()?.kind != TokenKind::Line {
                break;
            }
            text.push('\n');
            line = self.next()?;
        }
        self.push(first.part.start..end, What::Text(text.into()));
        self.separator()
    }

    /// Opens a tuple or struct; which of both it is will be seen.
    fn open(&mut self, first: &Token, closed_by: TokenKind) -> Result<(), Fault> {
        if self.open.len() == MOST_LEVELS {
            let part = first.part.clone();
            let message = format!("values are nested more than {MOST_LEVELS} levels deep here");
            return Err(Fault::new(part, message).help("entities may name their `.parent` instead"));
        }
        self.open.push(Open {
            node: self.nodes.len(),
            closed_by,
            names: HashSet::new(),
        });
        self.push(first.part.clone(), What::Empty);
        Ok(())
    }

    fn close(&mut self, token: &Token) -> Result<(), Fault> {
        let Some(open) = self.open.pop() else {
            return Ok(());
        };
        let next = self.nodes.len() as u32;
        let node = &mut self.nodes[open.node];
        node.next = next;
        node.end = token.part.end as u32;
        if open.closed_by == TokenKind::End {
            self.ahead = Some(token.clone());
        }
        self.separator()
    }

    /// What comes after a value: a comma, or the end of what it is in.
    fn separator(&mut self) -> Result<(), Fault> {
        let Some(open) = self.open.last() else {
            return Ok(());
        };
        let closed_by = open.closed_by;
        let token = self.peek()?.clone();
        if token.kind == TokenKind::Comma {
            self.next()?;
            return Ok(());
        }
        if token.kind == TokenKind::Semicolon && closed_by == TokenKind::End {
            self.next()?;
            let rest = self.peek()?.clone();
            if rest.kind == TokenKind::End {
                return Ok(());
            }
            return Err(self.expected("the end of the file", &rest));
        }
        if token.kind == closed_by {
            return Ok(());
        }
        let wanted = if closed_by == TokenKind::Close {
            "`,` or `}`"
        } else {
            "`,` or the end of the file"
        };
        Err(self.expected(wanted, &token))
    }

    /// A name after a dot.
    fn name(&mut self) -> Result<(Token, Box<str>), Fault> {
        let token = self.next()?;
        let part = token.part.clone();
        let name = match token.kind {
            TokenKind::Word => self.tokens.text(part).into(),
            TokenKind::QuotedWord => {
                let inside = part.start + 2..part.end - 1;
                string::decode(self.tokens.text(inside.clone()), inside.start)?.into()
            }
            TokenKind::Number => {
                let fault = self.expected("a name or `{` after `.`", &token);
                return Err(fault.help("a number starts with a digit: 0.5"));
            }
            _ => return Err(self.expected("a name or `{` after `.`", &token)),
        };
        Ok((token, name))
    }

    fn push(&mut self, part: std::ops::Range<usize>, what: What) {
        self.nodes.push(Node {
            start: part.start as u32,
            end: part.end as u32,
            next: self.nodes.len() as u32 + 1,
            what,
        });
    }

    fn next(&mut self) -> Result<Token, Fault> {
        match self.ahead.take() {
            Some(token) => Ok(token),
            None => self.tokens.next(),
        }
    }

    fn peek(&mut self) -> Result<&Token, Fault> {
        let token = self.next()?;
        Ok(self.ahead.insert(token))
    }

    fn expected(&self, wanted: &str, found: &Token) -> Fault {
        let part = found.part.clone();
        let found = match found.kind {
            TokenKind::End => "the end of the file".to_owned(),
            _ => format!("`{}`", shortened(self.tokens.text(part.clone()))),
        };
        Fault::new(part, format!("expected {wanted}, found {found}"))
    }
}

/// The first characters of a text, to be quoted.
fn shortened(text: &str) -> String {
    const MOST: usize = 30;
    let visible = |char: char| if char.is_control() { '·' } else { char };
    let mut short: String = text.chars().take(MOST).map(visible).collect();
    if text.chars().nth(MOST).is_some() {
        short.push('…');
    }
    short
}
