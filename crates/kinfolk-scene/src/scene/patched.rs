//! A scene whose nodes come and go one by one, as under edit.
//!
//! Its plan is no longer in order then: places are given out and taken back, and only the links
//! between them and the forest know who comes first.

use kinfolk::{Forest, Node2, NodeId};

use crate::ids::{IdHash, Names};
use crate::plan::{NONE, Plan, Planned, Roster};

use super::Scene;

impl Scene {
    /// Gives a node this place of the plan, which is a known one or the next.
    pub(crate) fn settle(&mut self, place: u32, node: NodeId, planned: Planned) {
        if place as usize == self.plan.nodes.len() {
            self.plan.nodes.push(planned);
            self.nodes.push(node);
        } else {
            self.plan.nodes[place as usize] = planned;
            self.nodes[place as usize] = node;
        }
        if self.places.len() <= node.index() {
            self.places.resize(node.index() + 1, NONE);
        }
        self.places[node.index()] = place;
    }

    /// Lets a node be found by its id.
    pub(crate) fn list_id(&mut self, place: u32) {
        let Plan {
            nodes,
            names,
            table,
            ..
        } = &mut self.plan;
        let hash = nodes[place as usize].hash;
        let twin = table.insert(&Roster { nodes, names }, place, hash);
        debug_assert!(twin.is_none(), "ids are unique");
    }

    /// Lets a node no longer be found by its id.
    pub(crate) fn unlist_id(&mut self, place: u32) {
        let hash = self.plan.hash(place);
        self.plan.table.remove(place, hash);
    }

    /// Takes a place back whose node is dead and cannot be found any more; whoever has the last
    /// place gets it.
    pub(crate) fn vacate(&mut self, place: u32, forest: &Forest<Node2>) {
        self.plan.nodes.swap_remove(place as usize);
        self.nodes.swap_remove(place as usize);
        let last = self.nodes.len() as u32;
        let Some(&node) = self.nodes.get(place as usize) else {
            return;
        };
        let hash: IdHash = self.plan.hash(place);
        self.plan.table.replace(last, place, hash);
        self.places[node.index()] = place;
        for child in forest.children(node) {
            if let Some(child) = self.place_of(child) {
                self.plan.nodes[child as usize].parent = place;
            }
        }
    }

    /// Forgets names and looks that nobody has any more, if those are more than the others.
    pub(crate) fn trim(&mut self) {
        let Plan {
            nodes,
            names,
            looks,
            ..
        } = &mut self.plan;
        let most = 1_000 + 4 * nodes.len();
        if names.len().max(looks.len()) <= most {
            return;
        }
        let mut used_names = vec![false; names.len()];
        let mut used_looks = vec![false; looks.len()];
        (used_names[0], used_looks[0]) = (true, true);
        for planned in nodes.iter() {
            used_names[planned.name as usize] = true;
            used_looks[planned.look as usize] = true;
            if planned.id != NONE {
                used_names[planned.id as usize] = true;
            }
        }
        let (new_names, new_looks) = (numbered(&used_names), numbered(&used_looks));
        for planned in nodes.iter_mut() {
            planned.name = new_names[planned.name as usize];
            planned.look = new_looks[planned.look as usize];
            if planned.id != NONE {
                planned.id = new_names[planned.id as usize];
            }
        }
        retain(names, 0, &used_names);
        retain(looks, 0, &used_looks);
    }
}

/// The number that each gets if the unused ones are left out.
pub(super) fn numbered(used: &[bool]) -> Vec<u32> {
    let mut next = 0;
    let number = |&used: &bool| {
        let number = next;
        next += u32::from(used);
        number
    };
    used.iter().map(number).collect()
}

/// Drops the unused ones from `first` on.
pub(super) fn retain<T>(list: &mut Vec<T>, first: usize, used: &[bool]) {
    let behind = list.split_off(first).into_iter().zip(used);
    list.extend(behind.filter_map(|(entry, &used)| used.then_some(entry)));
}
