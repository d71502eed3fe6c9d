//! Finding a value in the text again, by its keys.

use crate::diagnostic::Span;
use crate::tape::{At, Kind, Tape};

/// The value behind `keys` in the object that starts at byte `start`, or the last key itself
/// if `key`. Where the way ends early, what is there is the answer.
pub(crate) fn within(text: &str, start: u32, keys: &[String], key: bool) -> Span {
    let Ok(tape) = Tape::new(text, start as usize, true) else {
        return Span::new(start, start);
    };
    let mut at = 0;
    let mut span = tape.entry(at).span();
    for (index, name) in keys.iter().enumerate() {
        let Some((name_at, value)) = step(&tape, at, name) else {
            break;
        };
        at = value;
        let last = index + 1 == keys.len();
        span = match name_at {
            Some(name_at) if last && key => tape.entry(name_at).span(),
            _ => tape.entry(at).span(),
        };
    }
    span
}

/// The value of `name` in the object at `at`, and its key; or the element with that number.
pub(crate) fn step(tape: &Tape<'_>, at: At, name: &str) -> Option<(Option<At>, At)> {
    match tape.kind(at) {
        Kind::Object => tape
            .pairs(at)
            .find(|&(key, _)| tape.string(key) == name)
            .map(|(key, value)| (Some(key), value)),
        Kind::Array => {
            let element = tape.elements(at).nth(name.parse().ok()?)?;
            Some((None, element))
        }
        _ => None,
    }
}
