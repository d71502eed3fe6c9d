//! Text from files on people's terminals.
//!
//! A name may hold anything, also what would move the cursor, change colours or turn the
//! direction of writing. Whatever is shown to people goes through here; JSON has its own
//! escapes.

use std::fmt::{self, Write as _};

/// Displays a text on one line, with what would act on a terminal written as escapes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Printable<'a>(pub(crate) &'a str);

impl fmt::Display for Printable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            if is_printable(character) {
                f.write_char(character)?;
            } else {
                write!(f, "{}", character.escape_unicode())?;
            }
        }
        Ok(())
    }
}

/// Whether a terminal does nothing but show it.
pub(crate) fn is_printable(character: char) -> bool {
    let turns_direction = matches!(character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let breaks_lines = matches!(character, '\u{2028}' | '\u{2029}');
    !(character.is_control() || turns_direction || breaks_lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_paint_the_terminal() {
        let shown = |text| Printable(text).to_string();

        assert_eq!(shown("Löwe 獅子 🦁"), "Löwe 獅子 🦁");
        assert_eq!(shown("\u{1b}[31mred\n"), "\\u{1b}[31mred\\u{a}");
        assert_eq!(shown("a\u{202e}b"), "a\\u{202e}b");
    }
}
