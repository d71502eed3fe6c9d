//! "Did you mean …?"

/// The candidate that `word` was probably meant to be.
pub(crate) fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let length = word.chars().count();
    if length > MOST_CHARACTERS {
        return None;
    }
    let most_typos = (length / 3).clamp(1, 4);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates.into_iter().take(MOST_CANDIDATES) {
        if candidate.len().abs_diff(word.len()) > 4 * most_typos {
            continue;
        }
        let typos = if candidate.eq_ignore_ascii_case(word) {
            0
        } else {
            strsim::osa_distance(word, candidate)
        };
        if typos <= most_typos && best.is_none_or(|(fewest, _)| typos < fewest) {
            best = Some((typos, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Help from [`nearest`], or else a short list of what there is.
pub(crate) fn help<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str, IntoIter: Clone>,
) -> Option<String> {
    let candidates = candidates.into_iter();
    if let Some(nearest) = nearest(word, candidates.clone()) {
        return Some(format!("did you mean \"{nearest}\"?"));
    }
    let mut listed: Vec<_> = candidates.take(7).collect();
    let more = listed.len() == 7;
    listed.truncate(6);
    if listed.is_empty() {
        return None;
    }
    let listed: Vec<_> = listed.iter().map(|name| format!("\"{name}\"")).collect();
    let more = if more { ", …" } else { "" };
    Some(format!("there is {}{more}", listed.join(", ")))
}

const MOST_CANDIDATES: usize = 10_000;
const MOST_CHARACTERS: usize = 100;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typos_find_their_word_and_other_words_do_not() {
        let arms = ["bossArm", "bossCore", "boss"];

        assert_eq!(nearest("bossArn", arms), Some("bossArm"));
        assert_eq!(nearest("BOSSARM", arms), Some("bossArm"));
        assert_eq!(nearest("bsos", arms), Some("boss"));
        assert_eq!(nearest("wheel", arms), None);
    }
}
