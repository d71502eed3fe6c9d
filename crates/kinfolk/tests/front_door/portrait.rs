//! A forest as anybody can see it, to be compared with itself later.

use std::fmt::Debug;

use kinfolk::{Forest, Inherit, NodeId};

/// Everything that a refused operation must leave as it was.
#[derive(Clone, PartialEq)]
pub(crate) struct Portrait<E> {
    family: Vec<Member>,
    printed: String,
    effective: Vec<(NodeId, E)>,
    changes: Vec<NodeId>,
    needs_update: bool,
    max_depth: Option<usize>,
}

impl<E: Copy + PartialEq> Portrait<E> {
    pub(crate) fn of<V>(forest: &Forest<V>) -> Self
    where
        V: Inherit<Effective = E> + Debug,
    {
        lawful(forest);
        Self {
            family: family(forest),
            printed: format!("{forest:?}"),
            effective: effective_values(forest),
            changes: forest.changes().to_vec(),
            needs_update: forest.needs_update(),
            max_depth: forest.max_depth(),
        }
    }
}

/// A node, its parent and its own value.
type Member = (NodeId, Option<NodeId>, String);

/// Everybody, in tree order.
pub(crate) fn family<V: Inherit + Debug>(forest: &Forest<V>) -> Vec<Member> {
    let member = |node| {
        (
            node,
            forest.parent(node),
            format!("{:?}", forest.value(node)),
        )
    };
    forest.walk().map(member).collect()
}

/// Every node and its effective value, in tree order.
pub(crate) fn effective_values<V: Inherit>(forest: &Forest<V>) -> Vec<(NodeId, V::Effective)> {
    forest
        .walk()
        .map(|node| (node, forest.effective(node).unwrap()))
        .collect()
}

/// Panics, with the law that is broken.
#[track_caller]
pub(crate) fn lawful<V: Inherit>(forest: &Forest<V>) {
    if let Err(broken) = forest.check_laws() {
        panic!("{broken}");
    }
}

/// Asserts that `attempt` is refused and leaves no trace, and hands over the refusal.
#[track_caller]
pub(crate) fn refused<V, T, R>(
    forest: &mut Forest<V>,
    attempt: impl FnOnce(&mut Forest<V>) -> Result<T, R>,
) -> R
where
    V: Inherit + Debug,
    V::Effective: PartialEq,
{
    let before = Portrait::of(forest);
    let refusal = match attempt(forest) {
        Ok(_) => panic!("that should have been refused"),
        Err(refusal) => refusal,
    };
    let after = Portrait::of(forest);
    assert_eq!(before.family, after.family);
    assert!(before == after, "a refusal left a trace");
    refusal
}
