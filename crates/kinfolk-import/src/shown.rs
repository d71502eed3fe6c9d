//! Words of foreign files in our sentences: never longer than fits in a line or two.
//!
//! What is said about a node names it, and there may be much to say about one with a very long
//! name, or very deep down.

use std::fmt;

/// Somebody's word, to be quoted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shown<'a>(pub(crate) &'a str);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST: usize = 40;
        for (index, char) in self.0.chars().take(MOST + 1).enumerate() {
            match char {
                _ if index == MOST => f.write_str("…")?,
                char if char.is_control() => write!(f, "{}", char.escape_debug())?,
                char => write!(f, "{char}")?,
            }
        }
        Ok(())
    }
}

/// `tank/turret`, from a name and those of all that is above it, innermost first.
pub(crate) fn path<'a>(inside_out: impl IntoIterator<Item = &'a str>) -> String {
    const MOST: usize = 8;
    let mut names: Vec<String> = inside_out
        .into_iter()
        .take(MOST + 1)
        .map(|name| Shown(name).to_string())
        .collect();
    if names.len() > MOST {
        names[MOST] = "…".to_owned();
    }
    names.reverse();
    names.join("/")
}

/// `a → b → a`, not all of it if it is long.
pub(crate) fn chain<'a>(ring: impl IntoIterator<Item = &'a str>) -> String {
    const MOST: usize = 8;
    let mut names: Vec<String> = ring
        .into_iter()
        .map(|name| Shown(name).to_string())
        .collect();
    if names.len() > 2 * MOST {
        names.splice(MOST..names.len() - MOST, ["…".to_owned()]);
    }
    names.join(" → ")
}

#[cfg(test)]
mod tests {
    use super::{chain, path};

    #[test]
    fn what_is_deep_down_or_has_a_long_name_is_named_in_short() {
        assert_eq!(path(["barrel", "turret", "tank"]), "tank/turret/barrel");
        assert_eq!(path(["a"; 9]), "…/a/a/a/a/a/a/a/a");
        assert_eq!(path([&*"x".repeat(41)]), format!("{}…", "x".repeat(40)));
        assert_eq!(chain(["a", "b", "a"]), "a → b → a");
        assert_eq!(chain(["a"; 100]).matches('a').count(), 16);
    }
}
