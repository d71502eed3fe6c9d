//! Changing one place of a text and nothing else.
//!
//! Comments, blank lines, order and spelling of everything that is not meant stay as their
//! author left them. Places are JSON pointers: `/entities/0/localTransform/x`. Whatever is
//! put in is laid out in canonical form at the depth of its surroundings.

use std::fmt;

use crate::diagnostic::Span;
use crate::json::Json;
use crate::locate;
use crate::read::start_of;
use crate::tape::{At, Kind, Tape};
use crate::write;

/// Gives the value at `pointer` another one; the last key of the pointer may be new.
///
/// ```
/// use kinfolk_scene::{Json, splice};
///
/// let text = r#"{
///   // the hero
///   "entities": [{ "id": "hero", "transform": { "x": 1 /* metre */ } }],
/// }"#;
/// let text = splice::set(text, "/entities/0/transform/x", &Json::from(5))?;
/// let text = splice::set(&text, "/entities/0/transform/y", &Json::from(2))?;
///
/// assert_eq!(
///     text,
///     r#"{
///   // the hero
///   "entities": [{ "id": "hero", "transform": { "x": 5 /* metre */, "y": 2 } }],
/// }"#
/// );
/// # Ok::<(), splice::SpliceError>(())
/// ```
///
/// # Errors
/// If the text is not JSON with comments, or the way to the value does not exist.
pub fn set(text: &str, pointer: &str, value: &Json) -> Result<String, SpliceError> {
    let tape = tape(text)?;
    let (path, last) = split(pointer)?;
    let Some(last) = last else {
        return Ok(replaced(text, tape.entry(0).span(), value));
    };
    let container = walk(&tape, &path, pointer)?;
    match locate::step(&tape, container, &last) {
        Some((_, at)) => Ok(replaced(text, tape.entry(at).span(), value)),
        None if tape.kind(container) == Kind::Object => {
            let end = tape.pairs(container).count();
            Ok(inserted(&tape, container, end, Some(&last), value))
        }
        None => Err(SpliceError::NotThere(pointer.to_owned())),
    }
}

/// Puts a new element into the list at `pointer`, before the one that has this index now.
///
/// # Errors
/// If the text is not JSON with comments, there is no such list, or it is shorter.
pub fn insert(
    text: &str,
    pointer: &str,
    index: usize,
    value: &Json,
) -> Result<String, SpliceError> {
    let tape = tape(text)?;
    let (mut path, last) = split(pointer)?;
    path.extend(last);
    let list = walk(&tape, &path, pointer)?;
    let fits = tape.kind(list) == Kind::Array && index <= tape.elements(list).count();
    if !fits {
        return Err(SpliceError::NotThere(format!("{pointer}/{index}")));
    }
    Ok(inserted(&tape, list, index, None, value))
}

/// Takes away what is at `pointer`: a key with its value, or an element. A comment behind it
/// on the same line goes with it.
///
/// # Errors
/// If the text is not JSON with comments, or there is nothing at `pointer`.
pub fn remove(text: &str, pointer: &str) -> Result<String, SpliceError> {
    let tape = tape(text)?;
    let (path, last) = split(pointer)?;
    let not_there = || SpliceError::NotThere(pointer.to_owned());
    let last = last.ok_or_else(not_there)?;
    let container = walk(&tape, &path, pointer)?;
    let (key, at) = locate::step(&tape, container, &last).ok_or_else(not_there)?;
    let members = members(&tape, container);
    let start = tape.entry(key.unwrap_or(at)).span().start as usize;
    let index = members.iter().position(|span| span.start as usize == start);
    let index = index.ok_or_else(not_there)?;

    let end = members[index].end as usize;
    let comma = comma_after(text, end);
    let mut out = String::with_capacity(text.len());
    let mut until = comma.map_or(end, |comma| comma + 1);
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let alone = text[line_start..start].trim().is_empty();
    let rest = &text[until..];
    let line_end = rest.find('\n').unwrap_or(rest.len());
    let same_line = rest[..line_end].trim();
    let only_a_comment = same_line.is_empty()
        || same_line.starts_with("//")
        || (same_line.starts_with("/*") && same_line.find("*/") == Some(same_line.len() - 2));
    let from = if alone && only_a_comment && line_start > 0 {
        until += line_end;
        line_start - 1 // with the line break before
    } else {
        until += rest.len() - rest.trim_start_matches([' ', '\t']).len();
        start
    };
    if comma.is_none()
        && let Some(before) = index.checked_sub(1)
        && let Some(comma) = comma_after(text, members[before].end as usize)
    {
        // The one before is the last now.
        out.push_str(&text[..comma]);
        out.push_str(&text[comma + 1..from]);
        let cut = out.trim_end_matches([' ', '\t']).len();
        if !alone {
            out.truncate(cut);
        }
    } else {
        out.push_str(&text[..from]);
    }
    if !alone && text[until..].starts_with('}') && !out.ends_with([' ', '{']) {
        out.push(' ');
    }
    out.push_str(&text[until..]);
    Ok(out)
}

/// Whether there is something at `pointer`.
pub(crate) fn has(text: &str, pointer: &str) -> bool {
    let (Ok(tape), Ok((mut path, last))) = (tape(text), split(pointer)) else {
        return false;
    };
    path.extend(last);
    walk(&tape, &path, pointer).is_ok()
}

/// Why a text could not be changed; nothing was.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpliceError {
    /// The text is not JSON with comments.
    NotJson {
        /// What is wrong.
        message: String,
        /// Where.
        span: Span,
    },
    /// There is nothing at this pointer.
    NotThere(String),
    /// This is not a JSON pointer.
    NoPointer(String),
}

impl fmt::Display for SpliceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotJson { message, span } => write!(f, "{message} at byte {}", span.start),
            Self::NotThere(pointer) => write!(f, "there is nothing at {pointer}"),
            Self::NoPointer(pointer) => write!(
                f,
                "\"{pointer}\" is no JSON pointer; one looks like /entities/0/localTransform/x"
            ),
        }
    }
}

impl std::error::Error for SpliceError {}

fn tape(text: &str) -> Result<Tape<'_>, SpliceError> {
    Tape::new(text, start_of(text), false).map_err(|stop| SpliceError::NotJson {
        message: stop.message,
        span: stop.span,
    })
}

/// The steps of a pointer, and the last of them by itself.
fn split(pointer: &str) -> Result<(Vec<String>, Option<String>), SpliceError> {
    if pointer.is_empty() {
        return Ok((Vec::new(), None));
    }
    let Some(steps) = pointer.strip_prefix('/') else {
        return Err(SpliceError::NoPointer(pointer.to_owned()));
    };
    let unescaped = |step: &str| step.replace("~1", "/").replace("~0", "~");
    let mut steps: Vec<_> = steps.split('/').map(unescaped).collect();
    let last = steps.pop();
    Ok((steps, last))
}

fn walk(tape: &Tape<'_>, path: &[String], pointer: &str) -> Result<At, SpliceError> {
    path.iter().try_fold(0, |at, step| {
        let next = locate::step(tape, at, step);
        next.map(|(_, at)| at)
            .ok_or_else(|| SpliceError::NotThere(pointer.to_owned()))
    })
}

/// The spans of what is in an object or a list, keys included.
fn members(tape: &Tape<'_>, container: At) -> Vec<Span> {
    let span = |first: At, last: At| {
        Span::new(tape.entry(first).span().start, tape.entry(last).span().end)
    };
    match tape.kind(container) {
        Kind::Object => tape
            .pairs(container)
            .map(|(key, at)| span(key, at))
            .collect(),
        _ => tape.elements(container).map(|at| span(at, at)).collect(),
    }
}

fn replaced(text: &str, span: Span, value: &Json) -> String {
    let range = span.range();
    let value = laid_out(value, indent_at(text, range.start));
    [&text[..range.start], &value, &text[range.end..]].concat()
}

/// Puts a member into an object or a list before the one with this index.
fn inserted(
    tape: &Tape<'_>,
    container: At,
    index: usize,
    key: Option<&str>,
    value: &Json,
) -> String {
    let text = tape.text;
    let span = tape.entry(container).span();
    let (open, close) = (span.start as usize, span.end as usize - 1);
    let members = members(tape, container);
    let several_lines = text[open..close].contains('\n');
    let outer = indent_at(text, open);
    let inner = match members.first() {
        Some(first) if several_lines => indent_at(text, first.start as usize).to_owned(),
        _ => format!("{outer}  "),
    };
    let member = |indent: &str| {
        let mut member = String::new();
        if let Some(key) = key {
            write::write_string(key, &mut member);
            member.push_str(": ");
        }
        member + &laid_out(value, indent)
    };
    if !several_lines && !members.is_empty() {
        let longest = member(outer)
            .lines()
            .map(str::len)
            .max()
            .unwrap_or_default();
        let is_commented = text[open..close].contains("/*");
        if line_at(text, open).len() + longest > write::MOST_COLUMNS && !is_commented {
            let mut written: Vec<String> = members
                .iter()
                .map(|span| text[span.range()].to_owned())
                .collect();
            written.insert(index, member(&inner));
            let spread = written.join(&format!(",\n{inner}"));
            let (head, tail) = (&text[..=open], &text[close..]);
            return [head, "\n", &inner, &spread, "\n", outer, tail].concat();
        }
    }
    if let Some(follower) = members.get(index) {
        let at = follower.start as usize;
        let member = member(if several_lines { &inner } else { outer });
        let own_line = text[..at].trim_end_matches([' ', '\t']).ends_with('\n');
        let gap = if own_line {
            format!("\n{inner}")
        } else {
            " ".to_owned()
        };
        return [&text[..at], &member, ",", &gap, &text[at..]].concat();
    }
    let Some(last) = members.last() else {
        let inside = text[open + 1..close].trim_end();
        return if several_lines {
            let member = member(&inner);
            let head = &text[..open + 1 + inside.len()];
            [head, "\n", &inner, &member, "\n", outer, &text[close..]].concat()
        } else {
            let space = if tape.kind(container) == Kind::Object {
                " "
            } else {
                ""
            };
            let member = member(outer);
            [
                &text[..open + 1],
                inside,
                space,
                &member,
                space,
                &text[close..],
            ]
            .concat()
        };
    };
    let end = last.end as usize;
    let comma = comma_after(text, end);
    // Behind everything that is said about the last one.
    let tail = end + text[end..close].trim_end().len();
    let (before_comma, after_comma) = match comma {
        Some(_) => (&text[..tail], ""),
        None => (&text[..end], &text[end..tail]),
    };
    if several_lines {
        let member = member(&inner);
        let new_comma = if comma.is_some() { "" } else { "," };
        let last_comma = if comma.is_some() { "," } else { "" };
        let gap = format!("\n{inner}");
        [
            before_comma,
            new_comma,
            after_comma,
            &gap,
            &member,
            last_comma,
            &text[tail..],
        ]
        .concat()
    } else {
        let member = member(outer);
        let separator = if comma.is_some() { " " } else { ", " };
        [&text[..tail], separator, &member, &text[tail..]].concat()
    }
}

/// Canonical form, with this indentation from the second line on.
pub(crate) fn laid_out(value: &Json, indent: &str) -> String {
    write::json_to_string(value).replace('\n', &format!("\n{indent}"))
}

/// The line that byte `at` is on.
pub(crate) fn line_at(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
    &text[start..end]
}

/// The indentation of the line that byte `at` is on.
pub(crate) fn indent_at(text: &str, at: usize) -> &str {
    let line = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let rest = &text[line..at];
    &rest[..rest.len() - rest.trim_start_matches([' ', '\t']).len()]
}

/// The comma behind a value that ends at `end`, past comments.
pub(crate) fn comma_after(text: &str, end: usize) -> Option<usize> {
    let mut at = end;
    loop {
        let rest = text[at..].trim_start();
        at = text.len() - rest.len();
        at += if rest.starts_with("//") {
            rest.find('\n')?
        } else if rest.starts_with("/*") {
            rest.find("*/")? + 2
        } else {
            return rest.starts_with(',').then_some(at);
        };
    }
}
