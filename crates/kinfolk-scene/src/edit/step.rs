//! The few things that can be done to a document, each with its inverse.
//!
//! Every [`Edit`](super::Edit) comes down to a list of these. A step is taken as a whole or
//! not at all, and taking it gives the step that takes it back, so undoing is taking the
//! inverses from the last to the first.

use crate::document::{Document, Entity, Head, Template};
use crate::json::Text;

use super::trace::Trace;

/// Whose list of entities.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Home {
    /// The document's.
    Entities,
    /// The children of this template.
    Template(Text),
}

/// Where an entity is written: indexes from list to list, the last one its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address {
    pub(crate) home: Home,
    pub(crate) path: Vec<usize>,
}

/// One change of a document.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Step {
    /// Puts an entity, with all that is nested in it, where the address says.
    Put(Address, Box<Entity>),
    /// Takes it away.
    Take(Address),
    /// Puts entities into the document's own list, where they have these indexes, which ascend.
    PutAll(Vec<(usize, Entity)>),
    /// Takes those with these indexes, which ascend, away.
    TakeAll(Vec<usize>),
    /// Takes an entity, with all that is nested in it, from the first address to the second, which
    /// is one in the document without it.
    Move(Address, Address),
    /// Gives an entity other contents; what is nested in it stays.
    Change(Address, Box<Entity>),
    /// Puts a template at this index.
    PutTemplate(usize, Text, Box<Template>),
    /// Takes it away.
    TakeTemplate(Text),
    /// Gives a template other contents, and maybe another name; its children stay.
    ChangeTemplate(Text, Text, Box<Template>),
    /// Gives the document itself other contents; templates and entities stay.
    ChangeHead(Box<Head>),
}

impl Address {
    /// In the document's own list.
    pub(crate) fn top(index: usize) -> Self {
        Self::written(vec![index])
    }

    /// In the document's own list, or in what is nested there.
    pub(crate) const fn written(path: Vec<usize>) -> Self {
        Self {
            home: Home::Entities,
            path,
        }
    }

    /// The template whose child is here, if it is one's.
    const fn template(&self) -> Option<&Text> {
        match &self.home {
            Home::Template(name) => Some(name),
            Home::Entities => None,
        }
    }

    /// A child of what is here.
    pub(crate) fn child(&self, index: usize) -> Self {
        let mut child = self.clone();
        child.path.push(index);
        child
    }

    /// The entity around it that is this many levels deep.
    pub(crate) fn above(&self, levels: usize) -> Self {
        Self {
            home: self.home.clone(),
            path: self.path[..levels.min(self.path.len())].to_vec(),
        }
    }

    /// Whether it is directly inside of what is at `above`.
    pub(crate) fn is_child_of(&self, above: &Self) -> bool {
        let list = self.split().map(|(list, _)| list);
        self.home == above.home && list == Some(&above.path[..])
    }

    /// Whether it is inside of what is at `above`, however deep.
    pub(crate) fn is_inside(&self, above: &Self) -> bool {
        let is_deeper = self.path.len() > above.path.len();
        self.home == above.home && is_deeper && self.path.starts_with(&above.path)
    }

    /// Where this, which is inside of what is at `from`, is once that has gone to `to`.
    pub(crate) fn carried(&self, from: &Self, to: &Self) -> Self {
        let mut carried = to.clone();
        carried.path.extend(&self.path[from.path.len()..]);
        carried
    }

    /// Where this is once what is at `taken` has been taken away; `None` if it is in there.
    pub(crate) fn without(mut self, taken: &Self) -> Option<Self> {
        if self == *taken || self.is_inside(taken) {
            return None;
        }
        self.make_up_for(taken);
        Some(self)
    }

    /// Moves up if somebody before it, or before what it is in, was taken away.
    pub(crate) fn make_up_for(&mut self, taken: &Self) {
        if let Some((own, index)) = self.beside(taken)
            && *own > index
        {
            *own -= 1;
        }
    }

    /// Moves down if somebody was put before it, or before what it is in.
    pub(crate) fn make_room_for(&mut self, put: &Self) {
        if let Some((own, index)) = self.beside(put)
            && *own >= index
        {
            *own += 1;
        }
    }

    /// Its own index, or that of what it is in, in the list of `other`; and that of `other`.
    fn beside(&mut self, other: &Self) -> Option<(&mut usize, usize)> {
        let (list, index) = other.split()?;
        let same_list = self.home == other.home && self.path.starts_with(list);
        let own = same_list.then(|| self.path.get_mut(list.len()))??;
        Some((own, index))
    }

    /// The list that it is in and its index there.
    fn split(&self) -> Option<(&[usize], usize)> {
        let (&index, above) = self.path.split_last()?;
        Some((above, index))
    }

    /// The entity here.
    pub(crate) fn find<'d>(&self, document: &'d Document) -> Option<&'d Entity> {
        let (&first, rest) = self.path.split_first()?;
        let list = match &self.home {
            Home::Entities => &document.entities,
            Home::Template(name) => &document.templates.get(name)?.children,
        };
        rest.iter().try_fold(list.get(first)?, |entity, &index| {
            entity.children.get(index)
        })
    }

    /// The entity here, if it is not a template's.
    pub(crate) fn find_written<'d>(&self, document: &'d Document) -> Option<&'d Entity> {
        (self.home == Home::Entities).then(|| self.find(document))?
    }

    /// The list that it is, or would be, in.
    fn list<'d>(&self, document: &'d mut Document) -> Option<(&'d mut Vec<Entity>, usize)> {
        let (above, index) = self.split()?;
        let mut list = match &self.home {
            Home::Entities => &mut document.entities,
            Home::Template(name) => &mut document.templates.get_mut(name)?.children,
        };
        for &index in above {
            list = &mut list.get_mut(index)?.children;
        }
        Some((list, index))
    }
}

impl Step {
    /// The template that it changes, if it changes one.
    pub(crate) fn template(&self) -> Option<&Text> {
        match self {
            Self::Put(address, _) | Self::Take(address) | Self::Change(address, _) => {
                address.template()
            }
            Self::Move(from, to) => from.template().or(to.template()),
            Self::TakeTemplate(name) | Self::ChangeTemplate(name, ..) => Some(name),
            Self::PutAll(_) | Self::TakeAll(_) | Self::PutTemplate(..) | Self::ChangeHead(_) => {
                None
            }
        }
    }

    /// Changes the document; gives back the step that undoes it, or `None` if there is nothing
    /// at the address, and then nothing is changed.
    pub(crate) fn take(self, document: &mut Document) -> Option<Self> {
        match self {
            Self::Put(address, entity) => {
                let (list, index) = address.list(document)?;
                if index > list.len() {
                    return None;
                }
                list.insert(index, *entity);
                Some(Self::Take(address))
            }
            Self::Take(address) => {
                let (list, index) = address.list(document)?;
                if index >= list.len() {
                    return None;
                }
                let entity = list.remove(index);
                Some(Self::Put(address, Box::new(entity)))
            }
            Self::PutAll(entities) => {
                let list = &mut document.entities;
                let most = list.len() + entities.len();
                let indexes: Vec<usize> = entities.iter().map(|&(index, _)| index).collect();
                if !indexes.is_sorted_by(|a, b| a < b) || indexes.last() >= Some(&most) {
                    return None;
                }
                // From the back: the places of those that are there already move down.
                let mut from = list.len();
                list.resize_with(most, Entity::default);
                let mut to = most;
                for (index, entity) in entities.into_iter().rev() {
                    while to > index + 1 {
                        (from, to) = (from - 1, to - 1);
                        list.swap(from, to);
                    }
                    to = index;
                    list[index] = entity;
                }
                Some(Self::TakeAll(indexes))
            }
            Self::TakeAll(indexes) => {
                let list = &mut document.entities;
                if !indexes.is_sorted_by(|a, b| a < b) || indexes.last() >= Some(&list.len()) {
                    return None;
                }
                let mut doomed = indexes.into_iter().peekable();
                let mut taken = Vec::with_capacity(doomed.len());
                let mut seen = 0;
                list.retain_mut(|entity| {
                    seen += 1;
                    match doomed.next_if_eq(&(seen - 1)) {
                        Some(index) => taken.push((index, std::mem::take(entity))),
                        None => return true,
                    }
                    false
                });
                Some(Self::PutAll(taken))
            }
            Self::Move(from, to) => {
                let (list, index) = from.list(document)?;
                if index >= list.len() {
                    return None;
                }
                let entity = list.remove(index);
                let list = to.list(document);
                if let Some((list, index)) = list.filter(|(list, index)| *index <= list.len()) {
                    list.insert(index, entity);
                    return Some(Self::Move(to, from));
                }
                if let Some((list, index)) = from.list(document) {
                    list.insert(index, entity);
                }
                None
            }
            Self::Change(address, mut entity) => {
                let (list, index) = address.list(document)?;
                let old = list.get_mut(index)?;
                entity.children = std::mem::take(&mut old.children);
                std::mem::swap(old, &mut entity);
                Some(Self::Change(address, entity))
            }
            Self::PutTemplate(index, name, template) => {
                if index > document.templates.len() || document.templates.contains_key(&name) {
                    return None;
                }
                document
                    .templates
                    .shift_insert(index, name.clone(), *template);
                Some(Self::TakeTemplate(name))
            }
            Self::TakeTemplate(name) => {
                let (index, name, template) = document.templates.shift_remove_full(&name)?;
                Some(Self::PutTemplate(index, name, Box::new(template)))
            }
            Self::ChangeTemplate(name, to, mut template) => {
                if name != to && document.templates.contains_key(&to) {
                    return None;
                }
                let (index, name, mut old) = document.templates.shift_remove_full(&name)?;
                template.children = std::mem::take(&mut old.children);
                document
                    .templates
                    .shift_insert(index, to.clone(), *template);
                Some(Self::ChangeTemplate(to, name, Box::new(old)))
            }
            Self::ChangeHead(head) => {
                let old = document.replace_head(*head);
                Some(Self::ChangeHead(Box::new(old)))
            }
        }
    }

    /// Takes all of them, or none; gives back those that undo them, in the order to take them, and
    /// what they were about.
    pub(crate) fn take_all(
        steps: Vec<Self>,
        document: &mut Document,
    ) -> Option<(Vec<Self>, Trace)> {
        let mut trace = Trace::default();
        let mut inverses = Vec::with_capacity(steps.len());
        for step in steps {
            match trace.take(step, document) {
                Some(inverse) => inverses.push(inverse),
                None => {
                    for inverse in inverses.into_iter().rev() {
                        inverse.take(document);
                    }
                    return None;
                }
            }
        }
        inverses.reverse();
        Some((inverses, trace))
    }
}
