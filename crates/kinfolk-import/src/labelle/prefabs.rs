//! Prefab files: found, read once each, and counted before anything is made of them.
//!
//! A prefab that contains itself, however far down, is a problem that shows the chain. What
//! would come out of a scene is known by arithmetic, from the innermost prefab outwards.

use std::collections::HashMap;
use std::io::ErrorKind;

use kinfolk_scene::Text;

use crate::files::Files;
use crate::limits::{MOST_ENTITIES, MOST_FILES};
use crate::shown::{self, Shown};

use super::being::{self, Being, Role, Said};
use super::page::Page;

/// Every prefab that a scene needs, in the order of their first use.
#[derive(Debug)]
pub(super) struct Prefabs {
    list: Vec<Prefab>,
    by_name: HashMap<Text, usize>,
    summaries: Vec<Summary>,
    /// From the innermost outwards.
    order: Vec<usize>,
}

/// One prefab.
#[derive(Debug)]
pub(super) struct Prefab {
    pub(super) name: Text,
    /// The prefab itself, and what is nested in it.
    pub(super) beings: Vec<Being>,
    /// The file that it is in, if it was found.
    pub(super) page: Option<usize>,
    /// Who named it first: page and place.
    first_use: (usize, Said),
}

/// What comes out of a prefab.
#[derive(Debug, Clone, Copy, Default)]
struct Summary {
    /// So many entities, itself included.
    count: u64,
    /// So many levels of children.
    depth: u64,
}

impl Prefabs {
    /// Reads what `scene` needs, and what that needs.
    pub(super) fn read(scene: &[Being], pages: &mut Vec<Page<'_>>, files: &mut dyn Files) -> Self {
        let mut prefabs = Self {
            list: Vec::new(),
            by_name: HashMap::new(),
            summaries: Vec::new(),
            order: Vec::new(),
        };
        prefabs.note(scene, 0, pages);
        let mut next = 0;
        while next < prefabs.list.len() {
            let prefab = &mut prefabs.list[next];
            prefab.page = prefab.open(pages, files);
            if let Some(page) = prefab.page {
                let beings = std::mem::take(&mut prefab.beings);
                prefabs.note(&beings, page, pages);
                prefabs.list[next].beings = beings;
            }
            next += 1;
        }
        prefabs.summarize(pages);
        prefabs
    }

    /// All of them, in the order of their first use.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Prefab> {
        self.list.iter()
    }

    /// All of them, each after those that it contains.
    pub(super) fn inside_out(&self) -> impl Iterator<Item = usize> {
        self.order.iter().copied()
    }

    /// How many entities come out of a prefab.
    pub(super) fn size(&self, prefab: usize) -> u64 {
        self.summaries[prefab].count
    }

    /// The prefab that a being is made of.
    pub(super) fn index_of(&self, being: &Being) -> Option<usize> {
        let name = &being.prefab.as_ref()?.text;
        self.by_name.get(name).copied()
    }

    /// The prefab with this index.
    pub(super) fn get(&self, index: usize) -> &Prefab {
        &self.list[index]
    }

    /// Whether the entity that a being becomes has a `Scale`.
    pub(super) fn has_scale(&self, being: &Being) -> bool {
        let prefab = self.index_of(being).map(|index| self.get(index));
        being.has_scale || prefab.is_some_and(Prefab::has_scale)
    }

    /// The most levels of children that come out of one of them.
    pub(super) fn depth(&self) -> u64 {
        let depths = self.summaries.iter().map(|summary| summary.depth);
        depths.max().unwrap_or(0)
    }

    /// Makes sure that what comes out of the scene is not too much.
    pub(super) fn check_budget(&self, scene: &[Being], page: &mut Page<'_>) {
        let total = scene.iter().fold(0_u64, |total, being| {
            total.saturating_add(self.count(being))
        });
        if total <= MOST_ENTITIES {
            return;
        }
        let largest = scene.iter().max_by_key(|being| self.count(being));
        let part = largest.map_or(0..0, |being| match &being.prefab {
            Some(prefab) => prefab.part.clone(),
            None => being.part.clone(),
        });
        let total = match total {
            u64::MAX => "more entities than can be counted".to_owned(),
            total => format!("{total} entities"),
        };
        let message =
            format!("{total} would come out of the scene, and {MOST_ENTITIES} are allowed");
        page.problem(part, message, Some("the most come out of this one"));
    }

    fn count(&self, being: &Being) -> u64 {
        self.index_of(being)
            .map_or(1, |index| self.summaries[index].count)
    }

    /// Lists the prefabs that beings name.
    fn note(&mut self, beings: &[Being], page: usize, pages: &mut [Page<'_>]) {
        for being in beings {
            let Some(said) = &being.prefab else {
                continue;
            };
            if self.by_name.contains_key(&said.text) {
                continue;
            }
            if self.list.len() == MOST_FILES {
                let message = format!("there are more than {MOST_FILES} prefabs");
                pages[page].problem(said.part.clone(), message, None);
                return;
            }
            self.by_name.insert(said.text.clone(), self.list.len());
            self.list.push(Prefab {
                name: said.text.clone(),
                beings: Vec::new(),
                page: None,
                first_use: (page, said.clone()),
            });
        }
    }

    /// Counts from the innermost outwards; rings are problems.
    fn summarize(&mut self, pages: &mut [Page<'_>]) {
        self.summaries = vec![Summary::default(); self.list.len()];
        let mut is_done = vec![false; self.list.len()];
        let mut place_on_path = vec![None; self.list.len()];
        for start in 0..self.list.len() {
            if is_done[start] {
                continue;
            }
            // The path that is being followed, and the next being to look at on each.
            let mut path = vec![(start, 0)];
            place_on_path[start] = Some(0);
            while let Some((prefab, next)) = path.last_mut() {
                let (index, at) = (*prefab, *next);
                *next += 1;
                let Some(being) = self.list[index].beings.get(at) else {
                    self.summaries[index] = self.summary(index);
                    self.order.push(index);
                    is_done[index] = true;
                    place_on_path[index] = None;
                    path.pop();
                    continue;
                };
                let Some(used) = self.index_of(being).filter(|&used| !is_done[used]) else {
                    continue;
                };
                match (place_on_path[used], &being.prefab, self.list[index].page) {
                    (None, ..) => {
                        place_on_path[used] = Some(path.len());
                        path.push((used, 0));
                    }
                    (Some(place), Some(said), Some(page)) => {
                        let mut ring: Vec<usize> =
                            path[place..].iter().map(|(index, _)| *index).collect();
                        ring.push(used);
                        let called = |&index: &usize| self.list[index].name.as_str();
                        let chain = shown::chain(ring.iter().map(called));
                        let message = format!("prefabs contain each other: {chain}");
                        let help = Some("take out one link");
                        pages[page].problem(said.part.clone(), message, help);
                    }
                    _ => {}
                }
            }
        }
    }

    fn summary(&self, index: usize) -> Summary {
        let beings = &self.list[index].beings;
        let mut levels: Vec<u64> = Vec::with_capacity(beings.len());
        let mut summary = Summary {
            count: u64::from(beings.is_empty()),
            depth: 0,
        };
        for being in beings {
            let level = being.above.map_or(0, |above| levels[above] + 1);
            levels.push(level);
            let used = self.index_of(being).map(|used| self.summaries[used]);
            let Summary { count, depth } = used.unwrap_or(Summary { count: 1, depth: 0 });
            summary.count = summary.count.saturating_add(count);
            summary.depth = summary.depth.max(level.saturating_add(depth));
        }
        summary
    }
}

impl Prefab {
    /// The being that is the prefab itself.
    pub(super) fn root(&self) -> Option<&Being> {
        self.beings.first()
    }

    /// Whether it has a `Scale` itself.
    pub(super) fn has_scale(&self) -> bool {
        self.root().is_some_and(|root| root.has_scale)
    }

    /// Reads the file; gives its page, if it could be read.
    fn open(&mut self, pages: &mut Vec<Page<'_>>, files: &mut dyn Files) -> Option<usize> {
        let (user, said) = (self.first_use.0, self.first_use.1.part.clone());
        let shown = Shown(&self.name).to_string();
        let bytes = match files.read(&self.name) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let what = format!("prefab `{shown}` was not found: its template is empty");
                pages[user].loss(said, &shown, what);
                return None;
            }
            Err(error) => {
                let message = format!("the prefab `{shown}` cannot be read: {error}");
                pages[user].problem(said, message, None);
                return None;
            }
        };
        let mut page = Page::new(&self.name, bytes.into());
        if let Some(zon) = page.zon() {
            self.beings = being::read(vec![zon.root()], Role::Prefab(&self.name), &mut page);
        }
        pages.push(page);
        Some(pages.len() - 1)
    }
}
