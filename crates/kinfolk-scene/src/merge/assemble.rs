//! From those who are left to lists of entities, in the form of ours.
//!
//! Siblings are put in order first, whatever their form. Then everybody is written as ours has
//! it, nested or flat, and in ours' order of the file; what is new is written as theirs has it,
//! unless the order of siblings does not allow that. Flat siblings share their places in the
//! file, so that they are in order there.

use std::collections::HashMap;

use crate::document::Entity;
use crate::family::Family;
use crate::json::Text;
use crate::read::MOST_NESTED_ENTITIES;

use super::kin::{Kept, Three};
use super::order;

/// The entities, with their children. Those of templates have no ids.
pub(super) fn entities(kept: &[Kept<'_>], three: &Three<'_>, have_ids: bool) -> Vec<Entity> {
    let mut tree = Tree::of(kept, three);
    tree.choose_forms();
    let list = tree.file_order();
    tree.build(&list, have_ids)
}

struct Tree<'k, 'd> {
    kept: &'k [Kept<'d>],
    three: &'k Three<'d>,
    places: HashMap<&'k str, usize>,
    above: Vec<Option<usize>>,
    tops: Vec<usize>,
    children: Vec<Vec<usize>>,
    /// Parents before children, siblings in order.
    walk: Vec<usize>,
    is_nested: Vec<bool>,
}

impl<'k, 'd> Tree<'k, 'd> {
    fn of(kept: &'k [Kept<'d>], three: &'k Three<'d>) -> Self {
        let places: HashMap<&str, usize> = kept
            .iter()
            .enumerate()
            .map(|(place, kept)| (kept.key.as_str(), place))
            .collect();
        let parent = |kept: &Kept<'_>| places.get(kept.parent.as_deref()?).copied();
        let above = kept.iter().map(parent).collect();
        let mut tree = Self {
            kept,
            three,
            places,
            above,
            tops: Vec::new(),
            children: Vec::new(),
            walk: Vec::with_capacity(kept.len()),
            is_nested: vec![false; kept.len()],
        };
        let mut is_placed = vec![false; kept.len()];
        tree.tops = tree.siblings(None);
        tree.children = (0..kept.len())
            .map(|place| tree.siblings(Some(place)))
            .collect();
        tree.tops
            .iter()
            .chain(tree.children.iter().flatten())
            .for_each(|&place| is_placed[place] = true);
        for place in (0..kept.len()).filter(|&place| !is_placed[place]) {
            match tree.above[place] {
                Some(above) => tree.children[above].push(place),
                None => tree.tops.push(place),
            }
        }
        tree.line_up();
        tree
    }

    /// Those below one of the kept, or at the top.
    fn siblings(&self, above: Option<usize>) -> Vec<usize> {
        let key: Option<&Text> = above.map(|above| &self.kept[above].key);
        let list = |family: &Family<'_>| -> Vec<usize> {
            let below = match key {
                None => family.below(None),
                Some(key) => match family.find(key) {
                    Some(member) => family.below(Some(member)),
                    None => &[],
                },
            };
            let keys = below
                .iter()
                .map(|&member| family.members[member].key.as_str());
            keys.filter_map(|key| self.places.get(key).copied())
                .filter(|&place| self.above[place] == above)
                .collect()
        };
        let Three { base, ours, theirs } = self.three;
        order::merged(&list(base), &list(ours), &list(theirs))
    }

    fn line_up(&mut self) {
        let mut is_seen = vec![false; self.kept.len()];
        let mut open: Vec<usize> = self.tops.iter().rev().copied().collect();
        while let Some(place) = open.pop() {
            is_seen[place] = true;
            self.walk.push(place);
            open.extend(self.children[place].iter().rev());
        }
        // Rings, which only a document with errors has, are written flat.
        for place in (0..is_seen.len()).filter(|&place| !is_seen[place]) {
            self.above[place] = None;
            self.walk.push(place);
        }
    }

    fn choose_forms(&mut self) {
        for place in 0..self.kept.len() {
            let is_nested = self.above[place].is_some() && self.would_be_nested(place);
            self.is_nested[place] = is_nested;
        }
        let mut depth = vec![0_usize; self.kept.len()];
        for index in 0..self.walk.len() {
            let parent = self.walk[index];
            let siblings = &self.children[parent];
            // Nested ones come before flat ones, so who is new gives way, or else the others.
            let last = siblings.iter().rposition(|&place| self.is_nested[place]);
            for &place in &siblings[..last.unwrap_or(0)] {
                self.is_nested[place] |= self.kept[place].ours.is_none();
            }
            let mut is_flat = depth[parent] + 2 > MOST_NESTED_ENTITIES;
            for &place in siblings {
                is_flat |= !self.is_nested[place];
                self.is_nested[place] = !is_flat && self.above[place].is_some();
                depth[place] = if is_flat { 0 } else { depth[parent] + 1 };
            }
        }
    }

    /// As in ours if it is below the same parent there, or else as in theirs.
    fn would_be_nested(&self, place: usize) -> bool {
        let kept = &self.kept[place];
        let form = |family: &Family<'_>, member: Option<usize>| {
            let member = member?;
            let is_there = family.parent(member) == kept.parent.as_ref();
            is_there.then_some(family.members[member].is_nested)
        };
        form(&self.three.ours, kept.ours)
            .or_else(|| form(&self.three.theirs, kept.theirs))
            .unwrap_or(false)
    }

    /// Everybody who is not nested, in the order of the file.
    fn file_order(&self) -> Vec<usize> {
        let flat_in = |family: &Family<'_>| -> Vec<usize> {
            let flat = family.members.iter().filter(|member| !member.is_nested);
            flat.filter_map(|member| self.places.get(member.key.as_str()).copied())
                .filter(|&place| !self.is_nested[place])
                .collect()
        };
        let (ours, theirs) = (flat_in(&self.three.ours), flat_in(&self.three.theirs));
        let mut list = order::merged(&[], &ours, &theirs);
        let mut is_listed = vec![false; self.kept.len()];
        list.iter().for_each(|&place| is_listed[place] = true);
        let rest = self.walk.iter().copied();
        list.extend(rest.filter(|&place| !self.is_nested[place] && !is_listed[place]));
        let mut at = vec![0; self.kept.len()];
        for (index, &place) in list.iter().enumerate() {
            at[place] = index;
        }
        for siblings in std::iter::once(&self.tops).chain(&self.children) {
            let flat = || siblings.iter().filter(|&&place| !self.is_nested[place]);
            let mut slots: Vec<usize> = flat().map(|&place| at[place]).collect();
            slots.sort_unstable();
            for (slot, &place) in slots.into_iter().zip(flat()) {
                list[slot] = place;
            }
        }
        list
    }

    fn build(&self, list: &[usize], have_ids: bool) -> Vec<Entity> {
        let mut nested: Vec<Vec<Entity>> = self.kept.iter().map(|_| Vec::new()).collect();
        let mut flat: Vec<Option<Entity>> = self.kept.iter().map(|_| None).collect();
        // Children before parents, and the last sibling first.
        for &place in self.walk.iter().rev() {
            let mut children = std::mem::take(&mut nested[place]);
            children.reverse();
            let mut entity = self.written(place, have_ids);
            entity.children = children;
            match self.above[place] {
                Some(above) if self.is_nested[place] => nested[above].push(entity),
                _ => flat[place] = Some(entity),
            }
        }
        list.iter()
            .filter_map(|&place| flat[place].take())
            .collect()
    }

    /// The entity without its children.
    fn written(&self, place: usize, have_ids: bool) -> Entity {
        let kept = &self.kept[place];
        let content = kept.content.entity();
        let is_nested = self.is_nested[place];
        let parent = kept.parent.as_ref();
        let is_made_up = || {
            let (Some(parent), Some(name)) = (parent, content.name.as_ref()) else {
                return false;
            };
            let rest = kept.key.strip_prefix(parent.as_str());
            rest.and_then(|rest| rest.strip_prefix('_')) == Some(name.as_str())
        };
        let needs_id = !is_nested || !is_made_up() || self.writes_its_id(place);
        Entity {
            id: (have_ids && needs_id).then(|| kept.key.clone()),
            name: content.name.clone(),
            parent: parent.filter(|_| have_ids && !is_nested).cloned(),
            template: content.template.clone(),
            transform: content.transform.clone(),
            fields: content.fields.clone(),
            overrides: content.overrides.clone(),
            children: Vec::new(),
            origin: content.origin,
        }
    }

    /// Whether it has an id in ours, though nested, where none would be needed.
    fn writes_its_id(&self, place: usize) -> bool {
        let ours = self.kept[place]
            .ours
            .map(|member| &self.three.ours.members[member]);
        ours.is_some_and(|member| member.is_nested && member.entity.id.is_some())
    }
}
