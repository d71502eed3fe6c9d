//! Which entities are meant: ids, or patterns of ids.
//!
//! `*` stands for any characters, also for none, and `?` for exactly one. A pattern always
//! means the id that is written the same, whatever is in it.

/// A pattern of ids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pattern(String);

impl From<String> for Pattern {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl Pattern {
    /// As it was written.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it means this id. Costs at most the product of their lengths.
    pub(crate) fn means(&self, id: &str) -> bool {
        self.0 == id || is_like(id, &self.0)
    }
}

/// After a star, tries the shortest way and comes back for a longer one; never to an earlier
/// star, since the last one can take whatever an earlier one could.
fn is_like(text: &str, pattern: &str) -> bool {
    let (mut text, mut pattern) = (text.chars(), pattern.chars());
    let mut star = None;
    loop {
        let before = text.clone();
        match (text.next(), pattern.next()) {
            (None, None) => return true,
            (_, Some('*')) => {
                star = Some((before.clone(), pattern.clone()));
                text = before;
            }
            (Some(_), Some('?')) => {}
            (Some(found), Some(wanted)) if found == wanted => {}
            (None, Some(_)) => return false,
            _ => {
                let Some((mut longer, after)) = star else {
                    return false;
                };
                longer.next();
                text = longer.clone();
                pattern = after.clone();
                star = Some((longer, after));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn means(pattern: &str, id: &str) -> bool {
        Pattern::from(pattern.to_owned()).means(id)
    }

    #[test]
    fn stars_take_anything_and_question_marks_one_character() {
        assert!(means("boss1", "boss1"));
        assert!(means("*", ""));
        assert!(means("boss*", "boss1_LeftArm"));
        assert!(means("*_*Arm", "boss1_x_LeftArm"));
        assert!(means("l?we", "löwe"));
        assert!(means("*a*b", "xaxbxab"));
        assert!(!means("boss", "boss1"));
        assert!(!means("boss?", "boss"));
        assert!(!means("*Leg", "boss1_LeftArm"));
        assert!(!means("", "boss1"));
    }

    #[test]
    fn an_id_with_a_star_in_it_can_be_named() {
        assert!(means("a*b", "a*b"));
        assert!(means("what?", "what?"));
    }
}
