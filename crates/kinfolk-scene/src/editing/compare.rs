//! From one plan to another: the forest is changed where they differ, and nowhere else.
//!
//! Nodes are the same if their ids are. Everybody is first given the right parent, then those
//! who have gone are removed, then siblings are brought into order, by moving as few as possible.

use std::collections::{HashMap, HashSet};

use kinfolk::{Forest, Node2, NodeId, Spot};

use crate::capture;
use crate::diff::order::staying;
use crate::ids::{Called, Names};
use crate::plan::{NONE, Plan};
use crate::scene::Scene;

use super::Touched;

/// Two plans, of which one lives.
pub(super) struct Comparison<'a> {
    old: &'a Scene,
    new: &'a Plan,
    /// Who the nodes of the new plan are in the old one, or [`NONE`].
    twins: Vec<u32>,
    /// Which nodes of the new plan have another value than in the old one.
    other_value: Vec<bool>,
    forest: &'a mut Forest<Node2>,
    touched: Touched,
}

impl<'a> Comparison<'a> {
    pub(super) fn new(old: &'a Scene, new: &'a Plan, forest: &'a mut Forest<Node2>) -> Self {
        Self {
            twins: twins(&old.plan, new),
            other_value: vec![false; new.nodes.len()],
            old,
            new,
            forest,
            touched: Touched::default(),
        }
    }

    /// Changes the forest; gives back the nodes in the order of the new plan.
    pub(super) fn carry_out(mut self) -> (Vec<NodeId>, Touched) {
        let mut has_moved = vec![false; self.new.nodes.len()];
        let nodes = self.link(&mut has_moved);
        self.remove();
        self.sort_siblings(&nodes, &mut has_moved);
        let moved = nodes.iter().zip(&has_moved);
        let moved = moved.filter_map(|(&node, &has_moved)| has_moved.then_some(node));
        self.touched.moved = moved.collect();
        self.note_changed(&nodes);
        self.touched.sort(self.forest);
        (nodes, self.touched)
    }

    /// Gives everybody the right parent and the right value.
    fn link(&mut self, has_moved: &mut [bool]) -> Vec<NodeId> {
        let mut nodes: Vec<NodeId> = Vec::with_capacity(self.new.nodes.len());
        for (place, planned) in self.new.nodes.iter().enumerate() {
            let parent = (planned.parent != NONE).then(|| nodes[planned.parent as usize]);
            let node = match self.old.plan.nodes.get(self.twins[place] as usize) {
                Some(twin) => {
                    let node = self.old.nodes[self.twins[place] as usize];
                    let old_parent = self.old.nodes.get(twin.parent as usize).copied();
                    if old_parent != parent {
                        // Everybody above is where it belongs by now, so there is no loop.
                        let attached = self.forest.attach(node, Spot::from(parent));
                        debug_assert!(attached.is_ok(), "plans have no loops");
                        has_moved[place] = true;
                    }
                    if !capture::same(&twin.value, &planned.value) {
                        let written = self.forest.set(node, planned.value);
                        debug_assert!(written.is_ok(), "plans are finite");
                        self.other_value[place] = true;
                    }
                    node
                }
                None => {
                    has_moved[place] = true;
                    let Ok(node) = self.forest.plant_at(Spot::from(parent), planned.value) else {
                        unreachable!("plans are finite, and their parents are planted")
                    };
                    self.touched.planted.push(node);
                    node
                }
            };
            nodes.push(node);
        }
        nodes
    }

    /// Removes those who have no twin in the new plan.
    fn remove(&mut self) {
        let mut kept = vec![false; self.old.plan.nodes.len()];
        for &twin in self.twins.iter().filter(|&&twin| twin != NONE) {
            kept[twin as usize] = true;
        }
        for (&node, _) in self.old.nodes.iter().zip(kept).filter(|(_, kept)| !kept) {
            self.touched.gone.push(node);
            if self.forest.contains(node) {
                let removed = self.forest.remove(node);
                debug_assert!(removed.is_ok(), "it is there");
            }
        }
    }

    fn sort_siblings(&mut self, nodes: &[NodeId], has_moved: &mut [bool]) {
        let unsorted = self.unsorted(nodes);
        if unsorted.is_empty() {
            return;
        }
        let mut families: Vec<(Option<NodeId>, Vec<usize>)> = Vec::new();
        let mut indexes: HashMap<u32, usize> = HashMap::new();
        for (place, planned) in self.new.nodes.iter().enumerate() {
            if unsorted.contains(&planned.parent) {
                let index = *indexes.entry(planned.parent).or_insert_with(|| {
                    families.push((nodes.get(planned.parent as usize).copied(), Vec::new()));
                    families.len() - 1
                });
                families[index].1.push(place);
            }
        }
        for (parent, family) in families {
            self.sort_family(parent, &family, nodes, has_moved);
        }
    }

    /// The parents, by place, whose children are not in order.
    fn unsorted(&self, nodes: &[NodeId]) -> HashSet<u32> {
        let mut last: Vec<Option<NodeId>> = vec![None; nodes.len() + 1];
        let mut unsorted = HashSet::new();
        for (planned, &node) in self.new.nodes.iter().zip(nodes) {
            let family = match planned.parent {
                NONE => nodes.len(),
                parent => parent as usize,
            };
            let before = last[family].replace(node);
            if self.forest.previous_sibling(node) != before {
                unsorted.insert(planned.parent);
            }
        }
        unsorted
    }

    /// Moves as few as possible of these siblings; those that have come from elsewhere anyway.
    fn sort_family(
        &mut self,
        parent: Option<NodeId>,
        family: &[usize],
        nodes: &[NodeId],
        has_moved: &mut [bool],
    ) {
        let children = match parent {
            Some(parent) => self.forest.children(parent),
            None => self.forest.roots(),
        };
        let ranks: HashMap<NodeId, usize> = children.zip(0..).collect();
        let settled = |place: &&usize| !has_moved[**place];
        let settled: Vec<usize> = family.iter().filter(settled).copied().collect();
        let rank = |place: &usize| ranks.get(&nodes[*place]).copied().unwrap_or(usize::MAX);
        let stays = staying(&settled.iter().map(rank).collect::<Vec<_>>());
        for (&place, stays) in settled.iter().zip(stays) {
            has_moved[place] |= !stays;
        }
        let mut before = None;
        for &place in family {
            let node = nodes[place];
            if has_moved[place] && self.forest.previous_sibling(node) != before {
                let spot = spot_after(before, parent);
                let moved = self.forest.attach(node, spot);
                debug_assert!(moved.is_ok(), "a sibling can go beside a sibling");
            }
            before = Some(node);
        }
    }

    /// Lists those that are different in another way than by their place.
    fn note_changed(&mut self, nodes: &[NodeId]) {
        let (old, new) = (&self.old.plan, self.new);
        let same_templates = old.templates == new.templates;
        // What a look was compared with last, and whether they were the same.
        let mut looks = vec![(NONE, false); new.looks.len()];
        for (place, planned) in new.nodes.iter().enumerate() {
            let twin = self.twins[place];
            let Some(before) = old.nodes.get(twin as usize) else {
                continue;
            };
            let memo = &mut looks[planned.look as usize];
            if memo.0 != before.look {
                let same = old.looks[before.look as usize] == new.looks[planned.look as usize];
                *memo = (before.look, same);
            }
            let same_template = match same_templates {
                true => before.template == planned.template,
                false => old.template(twin) == new.template(place as u32),
            };
            let plain = |planned: &crate::plan::Planned| planned.name == planned.id;
            let same_name =
                plain(before) && plain(planned) || old.name(twin) == new.name(place as u32);
            let same = memo.1
                && same_template
                && same_name
                && before.written == planned.written
                && !self.other_value[place];
            if !same {
                self.touched.changed.push(nodes[place]);
            }
        }
    }
}

/// The spot behind this sibling, or the first below this parent.
pub(super) fn spot_after(before: Option<NodeId>, parent: Option<NodeId>) -> Spot {
    match (before, parent) {
        (Some(before), _) => Spot::After(before),
        (None, Some(parent)) => Spot::At(parent, 0),
        (None, None) => Spot::RootAt(0),
    }
}

/// For every node of `new` the one of `old` with the same id. Most are beside each other as they
/// were, so no id is put together for them.
fn twins(old: &Plan, new: &Plan) -> Vec<u32> {
    let mut twins: Vec<u32> = Vec::with_capacity(new.nodes.len());
    let mut guess = 0_u32;
    for place in 0..new.nodes.len() as u32 {
        let is_guessed = old.nodes.get(guess as usize).is_some_and(|before| {
            before.hash == new.nodes[place as usize].hash
                && match (old.called(guess), new.called(place)) {
                    (Called::Id(before), Called::Id(id)) => before == id,
                    (
                        Called::Child { parent, name },
                        Called::Child {
                            parent: above,
                            name: now,
                        },
                    ) => name == now && twins[above as usize] == parent,
                    _ => false,
                }
        });
        let twin = match is_guessed {
            true => guess,
            false => old.table.find(old, &new.id(place)).unwrap_or(NONE),
        };
        if twin != NONE {
            guess = twin + 1;
        }
        twins.push(twin);
    }
    twins
}
