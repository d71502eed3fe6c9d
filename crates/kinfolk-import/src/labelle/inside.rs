//! What is inside of prefabs: names for it, and the ends of its ids.
//!
//! Whatever comes out of a prefab is called `{instance}_{names}`. The names in one prefab make
//! these different, also from what comes out of prefabs that it contains; so prefabs are named
//! from the innermost outwards.

use std::collections::{HashMap, HashSet};

use kinfolk_scene::Text;

use crate::shown::Shown;

use super::being::Being;
use super::hash::Suffix;
use super::names::{numbered, tries};
use super::page::Page;
use super::prefabs::Prefabs;

/// The inside of all prefabs.
#[derive(Debug)]
pub(super) struct Inside<'p> {
    prefabs: &'p Prefabs,
    /// The names of each prefab's beings; the first is the prefab itself, which has none.
    names: Vec<Vec<Text>>,
    /// The ends of the ids of all that comes out of a prefab, of those that are known.
    parts: Vec<Option<Vec<Suffix>>>,
}

/// So many ends of ids are kept for prefabs that only other prefabs use.
const MOST_PARTS: u64 = 4_000_000;

impl<'p> Inside<'p> {
    /// Names what is inside.
    pub(super) fn new(prefabs: &'p Prefabs, pages: &mut [Page<'_>]) -> Self {
        let count = prefabs.iter().count();
        let mut inside = Self {
            prefabs,
            names: vec![Vec::new(); count],
            parts: vec![None; count],
        };
        let mut kept = 0_u64;
        for prefab in prefabs.inside_out() {
            kept = kept.saturating_add(prefabs.size(prefab));
            let parts = inside.name(prefab, pages);
            inside.parts[prefab] = parts.filter(|_| kept <= MOST_PARTS);
        }
        inside
    }

    /// The ends of the ids of all that comes out of a prefab.
    pub(super) fn parts(&self, prefab: Option<usize>) -> &[Suffix] {
        let parts = prefab.and_then(|prefab| self.parts[prefab].as_ref());
        parts.map_or(&[], |parts| parts)
    }

    /// The names of each prefab's beings.
    pub(super) fn into_names(self) -> Vec<Vec<Text>> {
        self.names
    }

    /// Names the beings of a prefab; gives the ends of all ids, if those of what it contains are
    /// known.
    fn name(&mut self, prefab: usize, pages: &mut [Page<'_>]) -> Option<Vec<Suffix>> {
        let prefabs = self.prefabs;
        let subject = prefabs.get(prefab);
        let Some(page) = subject.page.map(|page| &mut pages[page]) else {
            return Some(Vec::new()); // it was not found
        };
        let written: HashSet<(usize, &str)> = subject.beings.iter().filter_map(written).collect();
        let mut ends: Vec<Suffix> = Vec::with_capacity(subject.beings.len());
        let mut parts = Vec::new();
        let mut taken = HashSet::new();
        let mut numbers: HashMap<(usize, Text), u32> = HashMap::new();
        let mut all_known = true;
        for being in &subject.beings {
            let Some(above) = being.above else {
                self.names[prefab].push(Text::default());
                ends.push(Suffix::NONE);
                continue;
            };
            let used = prefabs.index_of(being);
            all_known &= used.is_none_or(|used| self.parts[used].is_some());
            let below = self.parts(used);
            let base: Text = called(being).replace('/', "_").into();
            let is_written = being.name.is_some();
            let number = numbers.entry((above, base.clone())).or_insert(1);
            let all = |end: Suffix| {
                let below = below.iter().map(move |part| end.then(*part));
                std::iter::once(end).chain(below)
            };
            let free = tries(*number).find_map(|tried| {
                let name = numbered(&base, tried);
                let end = ends[above].child(&name);
                let is_free = is_written || !written.contains(&(above, name.as_str()));
                let is_free = is_free && all(end).all(|part| !taken.contains(&part.hash));
                is_free.then_some((tried, name, end))
            });
            let Some((tried, name, end)) = free else {
                let message = format!("no name for `{}` is free", Shown(&base));
                page.problem(being.part.start..being.part.start + 1, message, None);
                return None;
            };
            *number = tried.saturating_add(1);
            taken.extend(all(end).map(|part| part.hash));
            parts.extend(all(end));
            if let Some(said) = being.name.as_ref().filter(|said| said.text != name) {
                let (old, new) = (Shown(&said.text), Shown(&name));
                let what =
                    format!("the name `{old}`, which another has or no child may: it is `{new}`");
                let node = format!("{}/{old}", Shown(&subject.name));
                page.loss(said.part.clone(), &node, what);
            }
            self.names[prefab].push(name);
            ends.push(end);
        }
        all_known.then_some(parts)
    }

    /// Makes sure that the ends of all that comes out of a prefab are known.
    pub(super) fn unfold(&mut self, prefab: usize, pages: &mut [Page<'_>]) {
        if self.parts[prefab].is_some() {
            return;
        }
        let mut parts = Vec::new();
        let mut open = vec![(prefab, Suffix::NONE)];
        while let Some((prefab, start)) = open.pop() {
            let beings = &self.prefabs.get(prefab).beings;
            let mut ends: Vec<Suffix> = Vec::with_capacity(beings.len());
            for (being, name) in beings.iter().zip(&self.names[prefab]) {
                let Some(above) = being.above else {
                    ends.push(start);
                    continue;
                };
                let end = ends[above].child(name);
                ends.push(end);
                parts.push(end);
                if let Some(used) = self.prefabs.index_of(being) {
                    open.push((used, end));
                }
            }
        }
        let different: HashSet<_> = parts.iter().map(|part| part.hash).collect();
        let subject = self.prefabs.get(prefab);
        if let Some(page) = subject.page.filter(|_| different.len() < parts.len()) {
            let name = Shown(&subject.name);
            let message = format!("two entities that come out of `{name}` would have one id");
            let help = "an id is made of names and `_`: rename one of its children";
            pages[page].problem(0..1, message, Some(help));
        }
        self.parts[prefab] = Some(parts);
    }
}

/// What somebody called a being among its siblings.
fn written(being: &Being) -> Option<(usize, &str)> {
    let name = &being.name.as_ref()?.text;
    Some((being.above?, name.as_str()))
}

/// What a being in a prefab is called: its name before its id, which is lost.
fn called(being: &Being) -> &str {
    match &being.name {
        Some(name) => &name.text,
        None => being.called(),
    }
}
