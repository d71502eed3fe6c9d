//! Forests from lists, and everything that there is to know about one.

use kinfolk::{Forest, Inherit, NodeId};

/// A forest with these nodes, each with the index of its parent, and their ids.
///
/// A parent may come after its child. Siblings are in the order of the list.
pub(crate) fn planted<V: Inherit>(
    nodes: impl IntoIterator<Item = (Option<usize>, V)>,
) -> (Forest<V>, Vec<NodeId>) {
    let mut forest = Forest::new();
    let (parents, ids): (Vec<_>, Vec<_>) = nodes
        .into_iter()
        .map(|(parent, value)| (parent, forest.plant(value).unwrap()))
        .unzip();
    for (&id, parent) in ids.iter().zip(parents) {
        if let Some(parent) = parent {
            forest.attach(id, ids[parent]).unwrap();
        }
    }
    (forest, ids)
}

/// A node: its id, its parent, its own value, its effective value.
pub(crate) type Entry<V> = (NodeId, Option<NodeId>, V, <V as Inherit>::Effective);

/// Every node in tree order. Two forests with equal ones are equal to anybody who looks.
pub(crate) fn state<V: Inherit>(forest: &Forest<V>) -> Vec<Entry<V>> {
    let entry = |node| {
        let value = forest.value(node).unwrap().clone();
        (
            node,
            forest.parent(node),
            value,
            forest.effective(node).unwrap(),
        )
    };
    forest.walk().map(entry).collect()
}
