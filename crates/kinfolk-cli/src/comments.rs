//! Whether somebody wrote comments, which no canonical form has.

/// Whether there is a comment in a text that is known to be JSON with comments.
pub(crate) fn has_comments(text: &str) -> bool {
    let mut in_string = false;
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' if in_string => drop(bytes.next()),
            b'"' => in_string = !in_string,
            b'/' if !in_string => return true,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_told_from_strings_that_look_like_them() {
        assert!(has_comments(r#"{ "a": 1 } // said"#));
        assert!(has_comments(r#"{ "a": "\\" /* said */ }"#));
        assert!(!has_comments(r#"{ "a": "http://kin", "b": "\"//" }"#));
    }
}
