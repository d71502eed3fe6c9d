//! One list of two that were changed by two people.
//!
//! The list is ours. What only they have moved goes to where they have it, and what they have
//! added goes behind the same neighbour, after what we have added there ourselves.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use crate::diff::order::staying;

/// All of `ours` and `theirs`, once each.
pub(super) fn merged<K: Copy + Eq + Hash>(base: &[K], ours: &[K], theirs: &[K]) -> Vec<K> {
    if base == theirs || ours == theirs {
        return ours.to_vec();
    }
    let ranks = |list: &[K]| -> HashMap<K, usize> {
        let ranked = list.iter().enumerate();
        ranked.map(|(rank, key)| (*key, rank)).collect()
    };
    let (in_base, in_ours, in_theirs) = (ranks(base), ranks(ours), ranks(theirs));
    let (moved_by_us, moved_by_them) = (moved(&in_base, ours), moved(&in_base, theirs));
    let goes = |key: &K| {
        moved_by_them.contains(key) && !moved_by_us.contains(key) && in_ours.contains_key(key)
    };
    let mut list = List::default();
    for key in ours.iter().filter(|key| !goes(key)) {
        list.insert(list.nodes.len(), *key);
    }
    let mut anchor = 0;
    for key in theirs {
        anchor = match list.find(key) {
            Some(node) => node,
            None => {
                let is_ours_alone =
                    |key: &K| !in_base.contains_key(key) && !in_theirs.contains_key(key);
                list.insert(list.past(anchor, is_ours_alone), *key)
            }
        };
    }
    list.into_keys()
}

/// What has another place among those that were there.
fn moved<K: Copy + Eq + Hash>(in_base: &HashMap<K, usize>, list: &[K]) -> HashSet<K> {
    let common: Vec<(K, usize)> = list
        .iter()
        .filter_map(|key| Some((*key, *in_base.get(key)?)))
        .collect();
    let ranks: Vec<usize> = common.iter().map(|(_, rank)| *rank).collect();
    let pairs = common.iter().zip(staying(&ranks));
    let moved = pairs.filter(|(_, stays)| !stays);
    moved.map(|((key, _), _)| *key).collect()
}

/// A list that grows anywhere. Node 0 is the place before the first key.
struct List<K> {
    /// What comes next; 0 at the end.
    next: Vec<usize>,
    nodes: Vec<K>,
    places: HashMap<K, usize>,
}

impl<K> Default for List<K> {
    fn default() -> Self {
        Self {
            next: vec![0],
            nodes: Vec::new(),
            places: HashMap::new(),
        }
    }
}

impl<K: Copy + Eq + Hash> List<K> {
    fn find(&self, key: &K) -> Option<usize> {
        self.places.get(key).copied()
    }

    fn insert(&mut self, after: usize, key: K) -> usize {
        self.nodes.push(key);
        let node = self.nodes.len();
        self.places.insert(key, node);
        self.next.push(self.next[after]);
        self.next[after] = node;
        node
    }

    /// The last of those behind `node` that are all skipped.
    fn past(&self, mut node: usize, is_skipped: impl Fn(&K) -> bool) -> usize {
        loop {
            let next = self.next[node];
            if next == 0 || !is_skipped(&self.nodes[next - 1]) {
                return node;
            }
            node = next;
        }
    }

    fn into_keys(self) -> Vec<K> {
        let mut keys = Vec::with_capacity(self.nodes.len());
        let mut node = self.next[0];
        while node != 0 {
            keys.push(self.nodes[node - 1]);
            node = self.next[node];
        }
        keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(base: &str, ours: &str, theirs: &str) -> String {
        let list = |text: &str| text.chars().collect::<Vec<_>>();
        let all = merged(&list(base), &list(ours), &list(theirs));
        all.into_iter().collect()
    }

    #[test]
    fn what_one_side_moved_is_moved() {
        assert_eq!(of("abcd", "abcd", "dabc"), "dabc");
        assert_eq!(of("abcd", "dabc", "abcd"), "dabc");
        assert_eq!(of("abcdef", "bacdef", "abcdfe"), "bacdfe");
    }

    #[test]
    fn what_both_sides_moved_is_where_we_have_it() {
        assert_eq!(of("abcd", "dabc", "adbc"), "dabc");
    }

    #[test]
    fn what_was_added_is_behind_its_neighbour_and_ours_comes_first() {
        assert_eq!(of("ab", "aob", "atb"), "aotb");
        assert_eq!(of("ab", "abo", "abt"), "abot");
        assert_eq!(of("ab", "ab", "tab"), "tab");
        assert_eq!(of("", "o", "t"), "ot");
    }
}
