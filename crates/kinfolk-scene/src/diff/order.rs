//! What has to be moved to bring a list into another order.

/// Which of `ranks` stay where they are when all others are moved; as many as can be.
///
/// These are a longest increasing subsequence, in n log n.
pub(crate) fn staying(ranks: &[usize]) -> Vec<bool> {
    if ranks.is_sorted() {
        return vec![true; ranks.len()];
    }
    // The ends of the best sequences of each length, and what comes before each element.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(ranks.len());
    for (index, rank) in ranks.iter().enumerate() {
        let length = ends.partition_point(|&end| ranks[end] < *rank);
        before.push(length.checked_sub(1).map(|length| ends[length]));
        match ends.get_mut(length) {
            Some(end) => *end = index,
            None => ends.push(index),
        }
    }
    let mut staying = vec![false; ranks.len()];
    let mut next = ends.last().copied();
    while let Some(index) = next {
        staying[index] = true;
        next = before[index];
    }
    staying
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_stay_as_can() {
        let moved = |ranks: &[usize]| staying(ranks).iter().filter(|stays| !**stays).count();

        assert_eq!(moved(&[]), 0);
        assert_eq!(moved(&[0, 1, 2, 3]), 0);
        assert_eq!(moved(&[3, 0, 1, 2]), 1);
        assert_eq!(moved(&[1, 2, 3, 0]), 1);
        assert_eq!(moved(&[3, 2, 1, 0]), 3);
        assert_eq!(moved(&[0, 4, 1, 5, 2]), 2);
    }
}
