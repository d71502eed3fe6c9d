//! Strings and characters: what is between the quotes, with its escapes.

use super::Fault;

/// The text of a string literal; `start` is where its first character is.
///
/// # Errors
/// An escape that is none, or bytes that make no text.
pub(super) fn decode(inside: &str, start: usize) -> Result<String, Fault> {
    if !inside.contains('\\') {
        return Ok(inside.to_owned());
    }
    let mut bytes = Vec::with_capacity(inside.len());
    let mut rest = inside;
    while let Some(at) = rest.find('\\') {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        let offset = start + inside.len() - rest.len() + at;
        let (escaped, length) = escape(&rest[at..], offset)?;
        match escaped {
            Escaped::Byte(byte) => bytes.push(byte),
            Escaped::Char(char) => {
                let mut buffer = [0; 4];
                bytes.extend_from_slice(char.encode_utf8(&mut buffer).as_bytes());
            }
        }
        rest = &rest[at + length..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    String::from_utf8(bytes).map_err(|_| {
        let part = start..start + inside.len();
        Fault::new(part, "the bytes in this string are not UTF-8")
            .help("write characters as `\\u{…}`")
    })
}

/// The number that a character literal is; `start` is where its content is.
///
/// # Errors
/// Anything but one character or one escape.
pub(super) fn character(inside: &str, start: usize) -> Result<u32, Fault> {
    if inside.starts_with('\\') {
        let (escaped, length) = escape(inside, start)?;
        if length == inside.len() {
            return Ok(match escaped {
                Escaped::Byte(byte) => u32::from(byte),
                Escaped::Char(char) => u32::from(char),
            });
        }
    }
    let mut chars = inside.chars();
    match (chars.next(), chars.next()) {
        (Some(char), None) => Ok(u32::from(char)),
        _ => {
            let part = start..start + inside.len();
            let fault = Fault::new(part, "between `'` and `'` is one character");
            Err(fault.help("strings have double quotes"))
        }
    }
}

enum Escaped {
    Byte(u8),
    Char(char),
}

/// The escape that `text` starts with, and how long it is.
fn escape(text: &str, offset: usize) -> Result<(Escaped, usize), Fault> {
    let fault = |length: usize, message: &str| {
        let end = (1..=length.min(text.len())).rev();
        let length = end.into_iter().find(|&end| text.is_char_boundary(end));
        Err(Fault::new(offset..offset + length.unwrap_or(0), message))
    };
    let byte = match text.as_bytes().get(1) {
        Some(b'n') => b'\n',
        Some(b'r') => b'\r',
        Some(b't') => b'\t',
        Some(&same @ (b'\\' | b'\'' | b'"')) => same,
        Some(b'x') => {
            let digits = text.get(2..4).filter(|digits| is_hex(digits));
            let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
            return match byte {
                Some(byte) => Ok((Escaped::Byte(byte), 4)),
                None => fault(4, "`\\x` is followed by two hexadecimal digits"),
            };
        }
        Some(b'u') => {
            let digits = text[2..].strip_prefix('{');
            let Some((digits, _)) = digits.and_then(|digits| digits.split_once('}')) else {
                return fault(2, "`\\u` is followed by hexadecimal digits in braces");
            };
            let number = Some(digits).filter(|digits| is_hex(digits));
            let number = number.and_then(|digits| u32::from_str_radix(digits, 16).ok());
            return match number.and_then(char::from_u32) {
                Some(char) => Ok((Escaped::Char(char), digits.len() + 4)),
                None => fault(digits.len() + 4, "this is no character of Unicode"),
            };
        }
        _ => {
            let next = text[1..].chars().next().map_or(0, char::len_utf8);
            let fault = fault(1 + next, "there is no such escape");
            return fault.map_err(|fault: Fault| {
                fault.help("there are \\n, \\r, \\t, \\\\, \\', \\\", \\xNN and \\u{N}")
            });
        }
    };
    Ok((Escaped::Byte(byte), 2))
}

fn is_hex(digits: &str) -> bool {
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}
