//! Finding a value in the text again, by its keys.
//!
//! Findings about one object come together, so it is read once for all of them: an entity can
//! have very many overrides that are wrong.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::diagnostic::Span;
use crate::tape::{At, Kind, Tape};

/// Finds values in a text, and remembers the object that it looked at last.
pub(crate) struct Locator<'t> {
    text: &'t str,
    /// The object, and the byte where it starts.
    object: Option<(u32, Tape<'t>)>,
    /// Keys and values of the objects on the way, by key.
    pairs: HashMap<At, HashMap<Cow<'t, str>, (At, At)>>,
}

impl<'t> Locator<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self {
            text,
            object: None,
            pairs: HashMap::new(),
        }
    }

    /// The value behind `keys` in the object that starts at byte `start`, or the last key itself
    /// if `key`. Where the way ends early, what is there is the answer.
    pub(crate) fn within(&mut self, start: u32, keys: &[String], key: bool) -> Span {
        let tape = match &mut self.object {
            Some((known, tape)) if *known == start => tape,
            object => {
                let Ok(tape) = Tape::new(self.text, start as usize, true) else {
                    return Span::new(start, start);
                };
                self.pairs.clear();
                &mut object.insert((start, tape)).1
            }
        };
        let mut at = 0;
        let mut span = tape.entry(at).span();
        for (index, name) in keys.iter().enumerate() {
            let found = match tape.kind(at) {
                Kind::Object => {
                    let pairs = self
                        .pairs
                        .entry(at)
                        .or_insert_with(|| first_pairs(tape, at));
                    let found = pairs.get(name.as_str());
                    found.map(|&(key, value)| (Some(key), value))
                }
                _ => step(tape, at, name),
            };
            let Some((name_at, value)) = found else {
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
}

/// Keys and values of an object by key; of those that are there twice, the first.
fn first_pairs<'t>(tape: &Tape<'t>, at: At) -> HashMap<Cow<'t, str>, (At, At)> {
    let mut pairs = HashMap::new();
    for (key, value) in tape.pairs(at) {
        pairs.entry(tape.string(key)).or_insert((key, value));
    }
    pairs
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
