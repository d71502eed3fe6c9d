//! The places of dead prefabs, taken back.
//!
//! A scene is not told who dies. What its document has keeps its place for good, and there is only
//! so much of it; prefabs come without end. So before one is planted the others are looked
//! through, if there may be twice as many as were of use the last time: a scene stays as large as
//! what lives, and planting as cheap as it was.

use std::mem;

use kinfolk::{Forest, Node2};

use crate::plan::{NONE, Planned};

use super::Scene;
use super::patched::{numbered, retain};

/// Where the prefabs begin in the lists of a plan.
#[derive(Debug, Clone, Copy)]
pub(super) struct Prefabs {
    places: usize,
    names: usize,
    looks: usize,
    /// With so many entries behind those, they are looked through.
    most: usize,
}

/// Fewer entries are not worth a look.
const FEW: usize = 256;

impl Scene {
    /// Takes back what nobody needs any more, if that may be much.
    pub(super) fn sweep_now_and_then(&mut self, forest: &Forest<Node2>) {
        let (places, names, looks) = (
            self.plan.nodes.len(),
            self.plan.names.len(),
            self.plan.looks.len(),
        );
        let prefabs = *self.prefabs.get_or_insert(Prefabs {
            places,
            names,
            looks,
            most: FEW,
        });
        let entries = |scene: &Self| {
            let plan = &scene.plan;
            plan.nodes.len() + plan.names.len() + plan.looks.len()
                - (prefabs.places + prefabs.names + prefabs.looks)
        };
        if entries(self) <= prefabs.most {
            return;
        }
        self.sweep_places(forest, prefabs.places);
        self.sweep_words(prefabs);
        self.prefabs = Some(Prefabs {
            most: FEW + 2 * entries(self),
            ..prefabs
        });
    }

    /// Drops the places from `first` on that nobody needs; the others close up, in their order.
    fn sweep_places(&mut self, forest: &Forest<Node2>, first: usize) {
        let kept = self.needed(forest, first);
        if !kept.contains(&false) {
            return;
        }
        let hashes = |scene: &Self, at: usize| scene.plan.nodes[first + at].hash;
        for at in (0..kept.len()).filter(|&at| !kept[at]) {
            let hash = hashes(self, at);
            self.plan.table.remove((first + at) as u32, hash);
        }
        let new = numbered(&kept);
        let renumbered = |place: u32| match (place as usize).checked_sub(first) {
            Some(at) if place != NONE => first as u32 + new[at],
            _ => place,
        };
        for at in (0..kept.len()).filter(|&at| kept[at]) {
            let (old, node) = ((first + at) as u32, self.nodes[first + at]);
            // A slot may have somebody else by now.
            if self.places[node.index()] == old {
                self.places[node.index()] = renumbered(old);
            }
            let hash = hashes(self, at);
            self.plan.table.replace(old, renumbered(old), hash);
            let planned = &mut self.plan.nodes[first + at];
            planned.parent = renumbered(planned.parent);
        }
        let gone = |place: u32| (place as usize).checked_sub(first).map(|at| !kept[at]);
        self.overridden = mem::take(&mut self.overridden)
            .into_iter()
            .filter(|&(place, _)| gone(place) != Some(true))
            .map(|(place, overrides)| (renumbered(place), overrides))
            .collect();
        retain(&mut self.plan.nodes, first, &kept);
        retain(&mut self.nodes, first, &kept);
    }

    /// Which places from `first` on are needed: of those who live; of those above them in the
    /// plan, whose names their ids begin with; and of parts whose parents live, since that they
    /// are missing is worth capturing.
    fn needed(&self, forest: &Forest<Node2>, first: usize) -> Vec<bool> {
        let planned = &self.plan.nodes[first..];
        let lives = |at: usize| forest.contains(self.nodes[first + at]);
        let above = |at: usize| match planned[at].parent {
            NONE => None,
            parent => Some(parent as usize - first),
        };
        let mut kept = vec![false; planned.len()];
        for at in (0..planned.len()).filter(|&at| lives(at)) {
            let mut next = Some(at);
            while let Some(at) = next.filter(|&at| !kept[at]) {
                kept[at] = true;
                next = above(at);
            }
        }
        for at in 0..planned.len() {
            kept[at] |= !planned[at].written && above(at).is_some_and(lives);
        }
        kept
    }

    /// Drops names and looks of prefabs that nobody has any more.
    fn sweep_words(&mut self, prefabs: Prefabs) {
        let Prefabs {
            places,
            names: first_name,
            looks: first_look,
            ..
        } = prefabs;
        let plan = &mut self.plan;
        let mut names = vec![false; plan.names.len() - first_name];
        let mut looks = vec![false; plan.looks.len() - first_look];
        // Templates that have been unfolded are kept for the next ones.
        let blocks = self.blocks.values().flatten();
        for planned in plan.nodes[places..].iter().chain(blocks) {
            for name in [planned.name, planned.id] {
                mark(&mut names, first_name, name);
            }
            mark(&mut looks, first_look, planned.look);
        }
        let (new_names, new_looks) = (numbered(&names), numbered(&looks));
        let renumber = |planned: &mut Planned| {
            for name in [&mut planned.name, &mut planned.id] {
                *name = renumbered(&new_names, first_name, *name);
            }
            planned.look = renumbered(&new_looks, first_look, planned.look);
        };
        plan.nodes[places..].iter_mut().for_each(renumber);
        self.blocks.values_mut().flatten().for_each(renumber);
        retain(&mut plan.names, first_name, &names);
        retain(&mut plan.looks, first_look, &looks);
    }
}

/// Notes that an entry is used, if it is one of those from `first` on.
fn mark(used: &mut [bool], first: usize, entry: u32) {
    let at = (entry as usize).checked_sub(first);
    if let Some(used) = at.and_then(|at| used.get_mut(at)) {
        *used = true;
    }
}

/// The number that an entry gets if the unused ones from `first` on are left out.
fn renumbered(new: &[u32], first: usize, entry: u32) -> u32 {
    let at = (entry as usize).checked_sub(first);
    match at.and_then(|at| new.get(at)) {
        Some(new) => first as u32 + new,
        None => entry,
    }
}
