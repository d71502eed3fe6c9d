//! Who is left of three families, and below whom.
//!
//! Each member is decided on its own first; then parents that went away under somebody's
//! children and moves that close a ring are found, and settled as the favoured side has it.

use std::collections::HashMap;

use crate::diff::{Subject, is_root, record};
use crate::document::Entity;
use crate::family::Family;
use crate::json::{Json, Object, Text};

use super::value::{self, Level};
use super::{Clash, Conflict, Favour, Side};

/// The same people at three times.
pub(super) struct Three<'d> {
    pub(super) base: Family<'d>,
    pub(super) ours: Family<'d>,
    pub(super) theirs: Family<'d>,
}

/// One that is there in the end.
pub(super) struct Kept<'d> {
    pub(super) key: Text,
    pub(super) parent: Option<Text>,
    pub(super) content: Content<'d>,
    pub(super) ours: Option<usize>,
    pub(super) theirs: Option<usize>,
}

/// What it is, but for id, parent and children.
pub(super) enum Content<'d> {
    Taken(&'d Entity),
    Blended(Box<Entity>),
}

impl Content<'_> {
    pub(super) fn entity(&self) -> &Entity {
        match self {
            Self::Taken(entity) => entity,
            Self::Blended(entity) => entity,
        }
    }
}

/// Decides, and tells every conflict.
pub(super) struct Council<'c, 'd> {
    pub(super) three: &'c Three<'d>,
    pub(super) favour: Favour,
    pub(super) subject: &'c dyn Fn(&Text) -> Subject,
    pub(super) conflicts: &'c mut Vec<Conflict>,
}

impl<'c, 'd> Council<'c, 'd> {
    /// All who are left: those of ours in the order of the file, then those of theirs.
    pub(super) fn decide(&mut self) -> Vec<Kept<'d>> {
        let Three { ours, theirs, .. } = self.three;
        let mut kept = Vec::with_capacity(ours.members.len());
        for (index, member) in ours.members.iter().enumerate() {
            kept.extend(match theirs.find(&member.key) {
                Some(other) => Some(self.both(index, other)),
                None => self.one(Side::Ours, index),
            });
        }
        for (index, member) in theirs.members.iter().enumerate() {
            if ours.find(&member.key).is_none() {
                kept.extend(self.one(Side::Theirs, index));
            }
        }
        self.settle(&mut kept);
        kept
    }

    /// One that only this side has: new, or removed by the other.
    fn one(&mut self, side: Side, index: usize) -> Option<Kept<'d>> {
        let family = self.family(side);
        let member = &family.members[index];
        if let Some(before) = self.three.base.find(&member.key) {
            let base = &self.three.base;
            let is_same = base.parent(before) == family.parent(index)
                && record::same_entity(base.members[before].entity, member.entity);
            if is_same {
                return None;
            }
            let by = side.other();
            self.tell(&member.key, Clash::Removed { by });
            if self.favour.side() != side {
                return None;
            }
        }
        Some(self.as_in(side, index))
    }

    fn as_in(&self, side: Side, index: usize) -> Kept<'d> {
        let family = self.family(side);
        let key = family.members[index].key.clone();
        Kept {
            parent: family.parent(index).cloned(),
            content: Content::Taken(family.members[index].entity),
            ours: self.three.ours.find(&key),
            theirs: self.three.theirs.find(&key),
            key,
        }
    }

    fn both(&mut self, index: usize, other: usize) -> Kept<'d> {
        let Three { base, ours, theirs } = self.three;
        let key = &ours.members[index].key;
        let before = base.find(key);
        let parents = [ours.parent(index), theirs.parent(other)];
        let was = before.map(|before| base.parent(before));
        let parent = match parents {
            [here, there] if here == there || was == Some(there) => here,
            [here, there] if was == Some(here) => there,
            [here, there] => {
                let clash = Clash::Moved {
                    base: was.flatten().cloned(),
                    ours: here.cloned(),
                    theirs: there.cloned(),
                };
                self.tell(key, clash);
                self.favour.of(here, there)
            }
        };
        Kept {
            key: key.clone(),
            parent: parent.cloned(),
            content: self.content(key, before, index, other),
            ours: Some(index),
            theirs: Some(other),
        }
    }

    fn content(
        &mut self,
        key: &Text,
        before: Option<usize>,
        index: usize,
        other: usize,
    ) -> Content<'d> {
        let ours = self.three.ours.members[index].entity;
        let theirs = self.three.theirs.members[other].entity;
        let base = before.map(|before| self.three.base.members[before].entity);
        let is_base = |entity| base.is_some_and(|base| record::same_entity(base, entity));
        if is_base(theirs) || record::same_entity(ours, theirs) {
            return Content::Taken(ours);
        }
        if is_base(ours) {
            return Content::Taken(theirs);
        }
        let is_root = is_root(&self.three.ours, index) && is_root(&self.three.theirs, other);
        let transform = if is_root {
            "transform"
        } else {
            "localTransform"
        };
        let of = |entity| record::of_entity(entity, transform);
        let (in_ours, in_theirs) = (of(ours), of(theirs));
        let mut clashes = Vec::new();
        let favour = self.favour;
        let blended = match base.map(of) {
            None => {
                value::both_added(&in_ours, &in_theirs, &mut clashes);
                None
            }
            Some(base) => {
                let level = Level::Fields;
                let blended =
                    value::records(level, &base, &in_ours, &in_theirs, favour, &mut clashes);
                Some(entity_of(blended))
            }
        };
        clashes.into_iter().for_each(|clash| self.tell(key, clash));
        match blended {
            Some(Some(entity)) => Content::Blended(Box::new(entity)),
            Some(None) => {
                let message = "both changes together cannot be read".to_owned();
                self.tell(key, Clash::Unfit { message });
                Content::Taken(favour.of(ours, theirs))
            }
            None => Content::Taken(favour.of(ours, theirs)),
        }
    }

    /// Until every parent is there, and nobody is below itself.
    fn settle(&mut self, kept: &mut Vec<Kept<'d>>) {
        let mut is_gone = vec![false; kept.len()];
        let mut places: HashMap<Text, usize> = HashMap::with_capacity(kept.len());
        places.extend((0..kept.len()).map(|place| (kept[place].key.clone(), place)));
        loop {
            let mut is_settled = true;
            let mut place = 0;
            while place < kept.len() {
                if !is_gone[place] && self.has_lost_its_parent(&kept[place], &places) {
                    is_settled = false;
                    self.settle_orphan(kept, place, &mut places, &mut is_gone);
                }
                place += 1;
            }
            for ring in rings(kept, &places, &is_gone) {
                is_settled &= !self.open_ring(kept, &ring);
            }
            if is_settled {
                break;
            }
        }
        let mut is_gone = is_gone.into_iter();
        kept.retain(|_| !is_gone.next().unwrap_or(false));
    }

    /// Whether its parent was written where it comes from, and is not there any more.
    fn has_lost_its_parent(&self, kept: &Kept<'d>, places: &HashMap<Text, usize>) -> bool {
        let Some(parent) = &kept.parent else {
            return false;
        };
        let was_written = |family: &Family<'_>, member: Option<usize>| {
            member.is_some_and(|member| {
                family.members[member].above.is_some() && family.parent(member) == Some(parent)
            })
        };
        !places.contains_key(parent)
            && (was_written(&self.three.ours, kept.ours)
                || was_written(&self.three.theirs, kept.theirs))
    }

    fn settle_orphan(
        &mut self,
        kept: &mut Vec<Kept<'d>>,
        place: usize,
        places: &mut HashMap<Text, usize>,
        is_gone: &mut Vec<bool>,
    ) {
        let favoured = self.favour.side();
        let Some(parent) = kept[place].parent.clone() else {
            return;
        };
        let child = kept[place].key.clone();
        let by = match self.three.ours.find(&parent) {
            None => Side::Ours,
            Some(_) => Side::Theirs,
        };
        self.tell(&parent, Clash::ParentRemoved { by, child });
        let family = self.family(favoured);
        if let Some(index) = family.find(&parent) {
            places.insert(parent, kept.len());
            is_gone.push(false);
            kept.push(self.as_in(favoured, index));
            return;
        }
        match family.find(&kept[place].key) {
            Some(index) if family.parent(index) != kept[place].parent.as_ref() => {
                kept[place].parent = family.parent(index).cloned();
            }
            _ => {
                is_gone[place] = true;
                places.remove(&kept[place].key);
            }
        }
    }

    /// Puts all of a ring to where the favoured side has them; says whether anybody moved.
    fn open_ring(&mut self, kept: &mut [Kept<'d>], ring: &[usize]) -> bool {
        let family = self.family(self.favour.side());
        let mut has_moved = false;
        for &place in ring {
            if let Some(index) = family.find(&kept[place].key) {
                let parent = family.parent(index);
                has_moved |= parent != kept[place].parent.as_ref();
                kept[place].parent = parent.cloned();
            }
        }
        if has_moved && let Some(first) = ring.first() {
            let ring = ring.iter().map(|&place| kept[place].key.clone()).collect();
            self.tell(&kept[*first].key, Clash::Cycle { ring });
        }
        has_moved
    }

    fn family(&self, side: Side) -> &'c Family<'d> {
        match side {
            Side::Ours => &self.three.ours,
            Side::Theirs => &self.three.theirs,
        }
    }

    fn tell(&mut self, key: &Text, clash: Clash) {
        let subject = (self.subject)(key);
        self.conflicts.push(Conflict { subject, clash });
    }
}

/// Those who are each other's parents, a list for each ring.
fn rings(kept: &[Kept<'_>], places: &HashMap<Text, usize>, is_gone: &[bool]) -> Vec<Vec<usize>> {
    let mut rings = Vec::new();
    // The round in which somebody was seen first.
    let mut seen = vec![0; kept.len()];
    for (start, is_gone) in is_gone.iter().enumerate() {
        let round = start + 1;
        let mut next = (!is_gone).then_some(start);
        while let Some(place) = next {
            if seen[place] == round {
                let mut ring = vec![place];
                let above = |place: usize| Some(*places.get(kept[place].parent.as_ref()?)?);
                let mut other = above(place);
                while let Some(member) = other.filter(|&member| member != place) {
                    ring.push(member);
                    other = above(member);
                }
                rings.push(ring);
            }
            if seen[place] != 0 {
                break;
            }
            seen[place] = round;
            next = kept[place]
                .parent
                .as_ref()
                .and_then(|parent| places.get(parent).copied());
        }
    }
    rings
}

/// The entity that a record is of.
fn entity_of(record: Object) -> Option<Entity> {
    let mut written = Object::new();
    written.set("id", Json::from("-"));
    for (key, value) in record.iter() {
        written.push(key.into(), value.clone());
    }
    let mut document = Object::new();
    document.set("entities", Json::Array(vec![Json::Object(written)]));
    let text = Json::Object(document).to_string();
    let document: crate::Document = text.parse().ok()?;
    let mut entity = document.entities.into_iter().next()?;
    entity.id = None;
    Some(entity)
}
