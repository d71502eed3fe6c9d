//! Attaching in place: the node stays where it is, or nothing changes at all.

use std::fmt::Debug;

use kinfolk::{AttachError, Forest, InPlace, Inherit, Misfit, NodeId};

use crate::planted::state;

/// A node and the parent that it is to get.
pub(crate) type Move = (NodeId, Option<NodeId>);

/// Each of `nodes` with each of `parents` that is neither itself nor below it, and with none.
pub(crate) fn moves<V: Inherit>(
    forest: &Forest<V>,
    nodes: &[NodeId],
    parents: &[NodeId],
) -> Vec<Move> {
    let mut moves = Vec::new();
    for &node in nodes {
        let allowed = |parent: &NodeId| *parent != node && !forest.is_ancestor_of(node, *parent);
        let parents = parents.iter().copied().filter(allowed);
        moves.extend(parents.map(|parent| (node, Some(parent))));
        moves.push((node, None));
    }
    moves
}

/// A copy of the forest in which a node was attached in place; or the reason why not, and
/// then the copy was left as it was.
pub(crate) fn moved<V>(forest: &Forest<V>, (node, parent): Move) -> Result<Forest<V>, Misfit>
where
    V: InPlace + Debug + PartialEq,
    V::Effective: Debug + PartialEq,
{
    let mut copy = forest.clone();
    match copy.attach_in_place(node, parent) {
        Ok(()) => {
            assert_eq!(copy.parent(node), parent);
            Ok(copy)
        }
        Err(AttachError::Misfit {
            child,
            parent: under,
            why,
        }) => {
            assert_eq!((child, under), (node, parent));
            assert_eq!(state(&copy), state(forest), "{node} to {parent:?}");
            assert_eq!(copy.needs_update(), forest.needs_update());
            Err(why)
        }
        Err(other) => panic!("{node} to {parent:?}: {other}"),
    }
}
