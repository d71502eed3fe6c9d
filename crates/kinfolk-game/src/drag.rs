//! Who is dragged before whom.
//!
//! Somebody who is dragged to another one must wait for it, if that one is dragged itself or
//! hangs below somebody who is; and for those above, who take it along. A circle is cut where it
//! is entered first, by birth.

use std::collections::HashMap;

use kinfolk::NodeId;
use kinfolk_physics::Backend;

use crate::game::Game;

impl<B: Backend> Game<B> {
    /// Puts everybody after those whom they are dragged to, and leaves the order alone otherwise.
    pub(crate) fn put_targets_first(&mut self, draggers: &mut Vec<NodeId>) {
        if draggers.len() < 2 {
            return;
        }
        let waits = self.waits(draggers);
        if !waits.is_empty() {
            *draggers = sorted(draggers, &waits);
        }
    }

    /// Pairs of indices: who waits, and for whom; sorted.
    fn waits(&mut self, draggers: &[NodeId]) -> Vec<(usize, usize)> {
        let indexed = draggers.iter().enumerate();
        let places: HashMap<NodeId, usize> = indexed.map(|(at, &node)| (node, at)).collect();
        let stage = self.stage();
        let (forest, beings) = (stage.forest(), stage.beings);
        // The nearest is enough: whoever is further up is waited for by that one.
        let nearest = |node: NodeId| {
            let mut above = std::iter::once(node).chain(forest.ancestors(node));
            above.find_map(|node| places.get(&node).copied())
        };
        let mut waits = Vec::new();
        for (at, &node) in draggers.iter().enumerate() {
            let Some(being) = beings.get(node) else {
                continue;
            };
            let behaviors = being.behaviors.iter().chain(&being.groups.behaviors);
            let dragging = behaviors.filter(|running| running.drags);
            let targets = dragging.filter_map(|running| running.behavior.drags_to(node, &stage));
            let from = waits.len();
            for other in targets.chain(forest.parent(node)).filter_map(nearest) {
                if other != at {
                    waits.push((at, other));
                }
            }
            waits[from..].sort_unstable();
        }
        waits
    }
}

/// The nodes, each after those that it waits for.
fn sorted(nodes: &[NodeId], waits: &[(usize, usize)]) -> Vec<NodeId> {
    let waits_of = |at: usize| {
        let from = waits.partition_point(|&(other, _)| other < at);
        let waits = waits[from..].iter();
        waits.take_while(move |&&(other, _)| other == at)
    };
    let mut order = Vec::with_capacity(nodes.len());
    let mut met = vec![false; nodes.len()];
    let mut open = Vec::new();
    for first in 0..nodes.len() {
        if std::mem::replace(&mut met[first], true) {
            continue;
        }
        open.push((first, waits_of(first)));
        while let Some((at, waits)) = open.last_mut() {
            let next = waits.map(|&(_, next)| next).find(|&next| !met[next]);
            match next {
                Some(next) => {
                    met[next] = true;
                    open.push((next, waits_of(next)));
                }
                None => {
                    order.push(nodes[*at]);
                    open.pop();
                }
            }
        }
    }
    order
}
