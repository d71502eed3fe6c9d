//! Which entities steps have been about, for whoever has to follow them.
//!
//! Entities are known by their ids before the first step and after the last one, and by where
//! they are written then. Steps that are about templates are only counted: what follows from
//! those can be anywhere.

use std::collections::HashMap;

use crate::document::Document;
use crate::json::Text;

use super::step::{Address, Home, Step};

/// What some steps have been about.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    pub(crate) entries: Vec<Entry>,
    /// Whether there is more than the entries say.
    pub(crate) is_unclear: bool,
    /// The entry of an entity by the id that it has by now.
    by_id: HashMap<Text, usize>,
    /// The entry of an entity that is not there by now, by its last id.
    taken: HashMap<Text, usize>,
}

/// An entity that was put, taken, moved or changed.
#[derive(Debug)]
pub(crate) struct Entry {
    /// Its id before all steps, if it was there.
    pub(crate) before: Option<Text>,
    /// Its id by now and where it is written, if it is there.
    pub(crate) after: Option<(Text, Address)>,
    /// Whether what is nested in it is new, gone, or called otherwise, as well.
    pub(crate) is_deep: bool,
}

impl Trace {
    /// Whether nothing can follow from the steps.
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty() && !self.is_unclear
    }

    /// Takes a step as [`Step::take`] does, and notes what it was about.
    pub(crate) fn take(&mut self, step: Step, document: &mut Document) -> Option<Step> {
        let (from, to) = match &step {
            Step::PutAll(_) | Step::TakeAll(_) => return self.take_several(step, document),
            Step::Put(to, _) => (None, Some(to.clone())),
            Step::Take(from) => (Some(from.clone()), None),
            Step::Move(from, to) => (Some(from.clone()), Some(to.clone())),
            Step::Change(at, _) => (Some(at.clone()), Some(at.clone())),
            Step::PutTemplate(..) | Step::TakeTemplate(_) | Step::ChangeTemplate(..) => {
                self.is_unclear = true;
                return step.take(document);
            }
            Step::ChangeHead(head) => {
                // Of all that is said there, only limits have to do with entities.
                self.is_unclear |= head.limits != document.limits;
                return step.take(document);
            }
        };
        let stays = matches!(step, Step::Change(..));
        let before = from.as_ref().and_then(|from| id_at(document, from));
        let inverse = step.take(document)?;
        let after = to.as_ref().and_then(|to| id_at(document, to));
        if before.is_some() != from.is_some() || after.is_some() != to.is_some() {
            self.is_unclear = true; // a child of a template
        }
        if self.is_unclear {
            return Some(inverse);
        }
        let entry = before.map(|before| self.entry_of(before));
        if !stays {
            self.shift(from.as_ref(), to.as_ref(), entry);
        }
        self.note(entry, after.zip(to));
        Some(inverse)
    }

    /// As [`take`](Self::take), for steps that are about several entities of the document's own list.
    fn take_several(&mut self, step: Step, document: &mut Document) -> Option<Step> {
        let ids = |indexes: &[usize], document: &Document| -> Vec<Option<Text>> {
            let tops = indexes.iter().map(|&index| Address::top(index));
            tops.map(|top| id_at(document, &top)).collect()
        };
        let before = match &step {
            Step::TakeAll(indexes) => ids(indexes, document),
            _ => Vec::new(),
        };
        let inverse = step.take(document)?;
        match &inverse {
            Step::TakeAll(indexes) => {
                for (&index, id) in indexes.iter().zip(ids(indexes, document)) {
                    let top = Address::top(index);
                    self.shift(None, Some(&top), None);
                    self.is_unclear |= id.is_none();
                    self.note(None, id.zip(Some(top)));
                }
            }
            Step::PutAll(entities) => {
                for ((index, _), id) in entities.iter().zip(before).rev() {
                    self.is_unclear |= id.is_none();
                    let entry = id.map(|id| self.entry_of(id));
                    self.shift(Some(&Address::top(*index)), None, entry);
                    self.note(entry, None);
                }
            }
            _ => self.is_unclear = true,
        }
        Some(inverse)
    }

    /// The entry of an entity that was there, which has no id until it is noted again.
    fn entry_of(&mut self, id: Text) -> usize {
        if let Some(entry) = self.by_id.remove(&id) {
            return entry;
        }
        self.entries.push(Entry {
            before: Some(id),
            after: None,
            is_deep: false,
        });
        self.entries.len() - 1
    }

    /// Notes what has become of an entity.
    fn note(&mut self, entry: Option<usize>, after: Option<(Text, Address)>) {
        let Some((id, address)) = after else {
            if let Some(entry) = entry {
                let taken = &mut self.entries[entry];
                let id = taken
                    .after
                    .take()
                    .map(|(id, _)| id)
                    .or_else(|| taken.before.clone());
                taken.is_deep = true;
                self.taken.extend(id.map(|id| (id, entry)));
            }
            return;
        };
        let is_put = entry.is_none();
        let entry = entry.or_else(|| self.taken.remove(&id)).unwrap_or_else(|| {
            self.entries.push(Entry {
                before: None,
                after: None,
                is_deep: true,
            });
            self.entries.len() - 1
        });
        let noted = &mut self.entries[entry];
        let last = noted
            .after
            .as_ref()
            .map(|(id, _)| id)
            .or(noted.before.as_ref());
        noted.is_deep |= is_put || last != Some(&id);
        noted.after = Some((id.clone(), address));
        let twin = self.by_id.insert(id, entry);
        self.is_unclear |= twin.is_some();
    }

    /// Follows the others to where they are once something has been taken from one place and put
    /// to another.
    fn shift(&mut self, from: Option<&Address>, to: Option<&Address>, moved: Option<usize>) {
        for (index, entry) in self.entries.iter_mut().enumerate() {
            let Some((_, address)) = entry.after.as_mut().filter(|_| Some(index) != moved) else {
                continue;
            };
            let inside = from.filter(|from| address.is_inside(from));
            match (inside, to) {
                (Some(from), Some(to)) => *address = address.carried(from, to),
                (Some(_), None) => self.is_unclear = true,
                (None, _) => {
                    if let Some(from) = from {
                        address.make_up_for(from);
                    }
                    if let Some(to) = to {
                        address.make_room_for(to);
                    }
                }
            }
        }
    }
}

/// The id of the entity that is written at this address; its parent's, if it has none, and its
/// name. `None` for a child of a template.
pub(crate) fn id_at(document: &Document, address: &Address) -> Option<Text> {
    if address.home != Home::Entities {
        return None;
    }
    let mut list = &document.entities;
    let mut id = Text::default();
    for &index in &address.path {
        let entity = list.get(index)?;
        match &entity.id {
            Some(own) => id.clone_from(own),
            None => {
                id.push('_');
                id.push_str(entity.name.as_deref()?);
            }
        }
        list = &entity.children;
    }
    Some(id)
}
