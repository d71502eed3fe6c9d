//! The lines around a finding, ready to be shown.
//!
//! An excerpt costs what it shows, however large the text is: it is cut out around the span,
//! one line before and one after, and of a long line only what is near. What would act on a
//! terminal is replaced. It is its own source code, so offsets are its own too; line and
//! column are those of the text.

use kinfolk_scene::Place;
use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use crate::printable::is_printable;

/// A line of so many characters is shown whole.
const WHOLE: usize = 120;

/// Of a longer one, so many are shown on either side of the span, and so many of the span.
const NEAR: usize = 50;

/// So many bytes on either side are looked at: more than can be shown.
const REACH: usize = 4096;

/// Part of a document, with one span in it.
#[derive(Debug)]
pub(crate) struct Excerpt {
    file: String,
    shown: String,
    /// In `shown`.
    span: SourceSpan,
    /// The first line, counted from 0.
    first_line: usize,
    /// Where the span starts in the text, both counted from 0.
    line: usize,
    column: usize,
}

impl Excerpt {
    /// What is around `place` in `text`.
    pub(crate) fn around(place: &Place, file: String, text: &str) -> Self {
        let at = floor(text, place.span.start as usize);
        let end = floor(text, place.span.end as usize).max(at);
        let before = &text[floor(text, at.saturating_sub(REACH))..at];
        let after = &text[at..floor(text, at.saturating_add(REACH))];
        let (above, left) = match before.rsplit_once('\n') {
            Some((above, left)) => (Some(above), left),
            None => (None, before),
        };
        let (right, below) = match after.split_once('\n') {
            Some((right, below)) => (right, Some(below)),
            None => (after, None),
        };
        let right = right.trim_end_matches('\r');
        let (marked, right) = right.split_at((end - at).min(right.len()));
        let length = [left, marked, right].map(|part| part.chars().count());
        let is_whole = length.iter().sum::<usize>() <= WHOLE;
        let most = if is_whole { WHOLE } else { NEAR };

        let (line, column) = (place.line.max(1) - 1, place.column.max(1) - 1);
        let mut first_line = line;
        let mut shown = String::new();
        if let Some(above) = above {
            let above = above.rsplit('\n').next().unwrap_or_default();
            push_start(&mut shown, above.trim_end_matches('\r'), WHOLE);
            shown.push('\n');
            first_line = line.saturating_sub(1);
        }
        push_end(&mut shown, left, most);
        let start = shown.len();
        push_start(&mut shown, marked, most);
        let span = (start, shown.len() - start).into();
        push_start(&mut shown, right, most);
        if marked.is_empty() && right.is_empty() {
            shown.push(' '); // so that there is something to point at
        }
        if let Some(below) = below {
            let below = below.split('\n').next().unwrap_or_default();
            shown.push('\n');
            push_start(&mut shown, below.trim_end_matches('\r'), WHOLE);
        }
        Self {
            file,
            shown,
            span,
            first_line: first_line as usize,
            line: line as usize,
            column: column as usize,
        }
    }

    /// Where the span is in the excerpt.
    pub(crate) fn span(&self) -> SourceSpan {
        self.span
    }
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        _: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (data, at, line, column) = if lines_before == 0 {
            let end = span.offset().saturating_add(span.len());
            let data = self.shown.get(span.offset()..end);
            (data.unwrap_or_default(), *span, self.line, self.column)
        } else {
            let all = (0, self.shown.len()).into();
            (self.shown.as_str(), all, self.first_line, 0)
        };
        Ok(Box::new(MietteSpanContents::new_named(
            self.file.clone(),
            data.as_bytes(),
            at,
            line,
            column,
            data.lines().count(),
        )))
    }
}

/// The next boundary of characters at or before `at`.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Adds the first characters of a line.
fn push_start(shown: &mut String, line: &str, most: usize) {
    let mut characters = line.chars();
    shown.extend(characters.by_ref().take(most).map(harmless));
    if characters.next().is_some() {
        shown.push('…');
    }
}

/// Adds the last characters of a line.
fn push_end(shown: &mut String, line: &str, most: usize) {
    let start = line.char_indices().rev().nth(most - 1);
    let start = start.map_or(0, |(start, _)| start);
    if start > 0 {
        shown.push('…');
    }
    shown.extend(line[start..].chars().map(harmless));
}

fn harmless(character: char) -> char {
    match character {
        '\t' => '\t',
        other if is_printable(other) => other,
        _ => '\u{fffd}',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excerpt(text: &str) -> Excerpt {
        let loaded = kinfolk_scene::load(text);
        let place = loaded.diagnostics[0].place.as_ref().unwrap();
        Excerpt::around(place, "scene.json".to_owned(), text)
    }

    #[test]
    fn the_line_and_its_neighbours_are_shown() {
        let excerpt = excerpt("{\n  \"entities\": [\n    7\n  ]\n}\n");

        assert_eq!(excerpt.shown, "  \"entities\": [\n    7\n  ]");
        assert_eq!(
            (excerpt.first_line, excerpt.line, excerpt.column),
            (1, 2, 4)
        );
        let span = excerpt.span();
        assert_eq!(&excerpt.shown[span.offset()..][..span.len()], "7");
    }

    #[test]
    fn of_a_long_line_only_what_is_near_is_shown() {
        let entity = |id: usize| format!("{{\"id\":\"tank{id}\"}}");
        let before: Vec<_> = (0..5_000).map(entity).collect();
        let text = format!(
            "{{\"entities\":[{},7,{}]}}",
            before.join(","),
            entity(9_999)
        );

        let excerpt = excerpt(&text);

        assert!(excerpt.shown.len() < 300, "{}", excerpt.shown);
        assert!(excerpt.shown.starts_with('…'));
        assert_eq!(excerpt.column, text.rfind(",7,").unwrap() + 1);
    }

    #[test]
    fn what_acts_on_a_terminal_is_replaced() {
        let excerpt = excerpt("{ \"entities\": 7 /* \u{1b}[31m */ }");

        assert!(!excerpt.shown.contains('\u{1b}'), "{}", excerpt.shown);
    }

    #[test]
    fn an_empty_text_has_something_to_point_at() {
        assert_eq!(excerpt("").shown, " ");
    }
}
