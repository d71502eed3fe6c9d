//! Who of the written entities is who, and whose child, whether nested or flat.
//!
//! Every member has a key that is its own: an entity's id, or the path of names of a child in a
//! template. Siblings are in the order of the scene, so a family is the same in both forms.
//! Entities whose parent comes out of a template are listed among the roots, where the file
//! has them.

use std::collections::HashMap;

use crate::document::Entity;
use crate::json::Text;

/// The entities of a document, or the children of a template.
#[derive(Debug, Default)]
pub(crate) struct Family<'d> {
    /// In the order of the file.
    pub(crate) members: Vec<Member<'d>>,
    by_key: HashMap<Text, usize>,
    tops: Vec<usize>,
    children: Vec<Vec<usize>>,
}

#[derive(Debug)]
pub(crate) struct Member<'d> {
    pub(crate) entity: &'d Entity,
    pub(crate) key: Text,
    /// Its parent, if that is written as well.
    pub(crate) above: Option<usize>,
    /// How many siblings it comes after.
    pub(crate) rank: usize,
    /// Whether it is written inside of its parent.
    pub(crate) is_nested: bool,
}

impl<'d> Family<'d> {
    /// The entities of a document, by id.
    pub(crate) fn of_entities(entities: &'d [Entity]) -> Self {
        let mut family = Self::default();
        family.list(entities, |above, entity| match (&entity.id, above) {
            (Some(id), _) => id.clone(),
            (None, above) => {
                let mut id = above.cloned().unwrap_or_default();
                id.push('_');
                id.push_str(entity.name.as_deref().unwrap_or_default());
                id
            }
        });
        for index in 0..family.members.len() {
            let member = &family.members[index];
            if member.above.is_none()
                && let Some(parent) = &member.entity.parent
            {
                family.members[index].above = family.by_key.get(parent).copied();
            }
        }
        family.line_up();
        family
    }

    /// The children of a template, by path.
    pub(crate) fn of_children(children: &'d [Entity]) -> Self {
        let mut family = Self::default();
        family.list(children, |above, entity| {
            let name = entity.called().unwrap_or_default();
            match above {
                Some(above) => compact_str::format_compact!("{above}/{name}"),
                None => name.into(),
            }
        });
        family.line_up();
        family
    }

    /// The member of this key.
    pub(crate) fn find(&self, key: &str) -> Option<usize> {
        self.by_key.get(key).copied()
    }

    /// The children of a member, or those at the top, in order.
    pub(crate) fn below(&self, member: Option<usize>) -> &[usize] {
        member.map_or(&self.tops, |member| &self.children[member])
    }

    /// The key of a member's parent, which may come out of a template.
    pub(crate) fn parent(&self, member: usize) -> Option<&Text> {
        let member = &self.members[member];
        match member.above {
            Some(above) => Some(&self.members[above].key),
            None => member.entity.parent.as_ref(),
        }
    }

    /// The key of the sibling before a member.
    pub(crate) fn previous(&self, member: usize) -> Option<&Text> {
        let Member { above, rank, .. } = self.members[member];
        let previous = self.below(above)[..rank].last()?;
        Some(&self.members[*previous].key)
    }

    /// All members, parents before children and siblings in order; rings of parents last.
    pub(crate) fn walk(&self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.members.len());
        let mut placed = vec![false; self.members.len()];
        let mut open: Vec<usize> = self.tops.iter().rev().copied().collect();
        while let Some(member) = open.pop() {
            order.push(member);
            placed[member] = true;
            open.extend(self.children[member].iter().rev());
        }
        order.extend((0..placed.len()).filter(|&member| !placed[member]));
        order
    }

    /// Lists all entities in the order of the file.
    fn list(&mut self, entities: &'d [Entity], key: impl Fn(Option<&Text>, &Entity) -> Text) {
        self.members.reserve(entities.len());
        self.by_key.reserve(entities.len());
        let mut open = vec![(entities.iter(), None)];
        while let Some((rest, above)) = open.last_mut() {
            let above: Option<usize> = *above;
            let Some(entity) = rest.next() else {
                open.pop();
                continue;
            };
            let index = self.members.len();
            let key = key(above.map(|above| &self.members[above].key), entity);
            let key = self.reserve(key, index);
            self.members.push(Member {
                entity,
                key,
                above,
                rank: 0,
                is_nested: above.is_some(),
            });
            if !entity.children.is_empty() {
                open.push((entity.children.iter(), Some(index)));
            }
        }
    }

    /// Keeps the key for a member. Two of one id are an error of the document; here the later
    /// one gets a number behind it, so that nobody is lost.
    fn reserve(&mut self, key: Text, index: usize) -> Text {
        let mut free = key.clone();
        let mut number = index;
        while self.by_key.contains_key(&free) {
            free = compact_str::format_compact!("{key}#{number}");
            number += 1;
        }
        self.by_key.insert(free.clone(), index);
        free
    }

    fn line_up(&mut self) {
        self.children = self.members.iter().map(|_| Vec::new()).collect();
        for nested in [true, false] {
            for index in 0..self.members.len() {
                if self.members[index].is_nested != nested {
                    continue;
                }
                let siblings = match self.members[index].above {
                    Some(above) => &mut self.children[above],
                    None => &mut self.tops,
                };
                self.members[index].rank = siblings.len();
                siblings.push(index);
            }
        }
    }
}
