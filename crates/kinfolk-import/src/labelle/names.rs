//! What everybody is called in the document.
//!
//! Written ids stay. A root or flat entity without one is called by its name, else by its prefab;
//! a nested one gets a name, and its id follows from its parent's. All ids, also those that come
//! out of templates, are different; [`hash`](super::hash) tells how that is known.

use std::collections::{HashMap, HashSet};

use kinfolk_scene::Text;

use crate::shown::Shown;

use super::being::Being;
use super::hash::Hash;
use super::inside::Inside;
use super::page::Page;
use super::prefabs::Prefabs;

/// Names for all beings.
#[derive(Debug)]
pub(super) struct Names {
    /// Of the scene's.
    scene: Vec<Named>,
    /// Of each prefab's; the first is the prefab itself, which has none.
    prefabs: Vec<Vec<Text>>,
}

/// What an entity of the scene is called.
#[derive(Debug, Clone, Default)]
pub(super) struct Named {
    pub(super) id: Option<Text>,
    pub(super) name: Option<Text>,
    hash: Hash,
}

impl Names {
    pub(super) fn new(scene: &[Being], prefabs: &Prefabs, pages: &mut [Page<'_>]) -> Self {
        let mut inside = Inside::new(prefabs, pages);
        for prefab in scene.iter().filter_map(|being| prefabs.index_of(being)) {
            inside.unfold(prefab, pages);
        }
        let mut naming = Naming {
            inside: &inside,
            taken: HashSet::new(),
            numbers: HashMap::new(),
            named: vec![Named::default(); scene.len()],
        };
        let written = scene.iter().filter_map(|being| being.id.as_ref());
        naming.taken.extend(written.map(|id| Hash::of(&id.text)));
        let (written, others): (Vec<usize>, Vec<usize>) =
            (0..scene.len()).partition(|&index| scene[index].id.is_some());
        for index in written.into_iter().chain(others) {
            let prefab = prefabs.index_of(&scene[index]);
            naming.name(scene, index, prefab, &mut pages[0]);
        }
        Self {
            scene: naming.named,
            prefabs: inside.into_names(),
        }
    }

    /// What an entity of the scene is called.
    pub(super) fn of(&self, index: usize) -> &Named {
        &self.scene[index]
    }

    /// What the beings of a prefab are called.
    pub(super) fn in_prefab(&self, prefab: usize) -> &[Text] {
        &self.prefabs[prefab]
    }
}

/// Names in the making.
struct Naming<'p> {
    inside: &'p Inside<'p>,
    taken: HashSet<Hash>,
    /// The number to try next for whoever is called like this, below this being.
    numbers: HashMap<(Option<usize>, Text), u32>,
    named: Vec<Named>,
}

impl Naming<'_> {
    /// Names a being; what it is nested in has a name already, or an id.
    fn name(&mut self, scene: &[Being], index: usize, prefab: Option<usize>, page: &mut Page<'_>) {
        let being = &scene[index];
        let named = match (&being.id, being.above) {
            (Some(id), _) => self.written(being, &id.text, prefab, page),
            (None, None) => self.root(being, prefab),
            (None, Some(above)) => self.nested(scene, being, above, prefab),
        };
        let named = named.unwrap_or_else(|| {
            let message = format!("no id for `{}` is free", Shown(being.called()));
            let help = Some("give it an `.id` that no other starts with");
            page.problem(being.part.start..being.part.start + 1, message, help);
            Named::default()
        });
        self.taken.insert(named.hash);
        let parts = self.inside.parts(prefab).iter();
        self.taken.extend(parts.map(|part| named.hash.then(*part)));
        self.named[index] = named;
    }

    /// Keeps the id, unless that of something out of the prefab would be somebody else's.
    fn written(
        &mut self,
        being: &Being,
        id: &Text,
        prefab: Option<usize>,
        page: &mut Page<'_>,
    ) -> Option<Named> {
        let name = being.name.as_ref().map(|name| &name.text);
        let hash = Hash::of(id);
        if self.are_parts_free(hash, prefab) {
            return Some(Named {
                id: Some(id.clone()),
                name: name.filter(|name| *name != id).cloned(),
                hash,
            });
        }
        let free = self.free_id(id, prefab, 2)?;
        let what = format!(
            "the id `{}`, since what comes out of its prefab is called like others: it is `{}`",
            Shown(id),
            Shown(&free)
        );
        let part = being.id.as_ref().map_or(0..0, |id| id.part.clone());
        page.loss(part, &Shown(id).to_string(), what);
        Some(Named {
            hash: Hash::of(&free),
            id: Some(free),
            name: Some(name.unwrap_or(id).clone()),
        })
    }

    fn root(&mut self, being: &Being, prefab: Option<usize>) -> Option<Named> {
        let id = self.free_id(being.called(), prefab, 1)?;
        let name = being.name.as_ref().map(|name| name.text.clone());
        Some(Named {
            hash: Hash::of(&id),
            name: name.filter(|name| *name != id),
            id: Some(id),
        })
    }

    fn nested(
        &mut self,
        scene: &[Being],
        being: &Being,
        above: usize,
        prefab: Option<usize>,
    ) -> Option<Named> {
        let parent = self.named[above].hash;
        let called = being.called();
        if being.name.is_none() {
            let key = (Some(above), called.into());
            let first = self.numbers.get(&key).copied().unwrap_or(1);
            for number in tries(first) {
                let name = numbered(called, number);
                let hash = parent.child(&name);
                if self.is_free(hash, prefab) {
                    self.numbers.insert(key, number.saturating_add(1));
                    let name = Some(name);
                    return Some(Named {
                        id: None,
                        name,
                        hash,
                    });
                }
            }
            return None;
        }
        let hash = parent.child(called);
        let name = Some(called.into());
        if self.is_free(hash, prefab) {
            return Some(Named {
                id: None,
                name,
                hash,
            });
        }
        let base = match self.short_id(scene, above) {
            Some(parent) => format!("{parent}_{called}"),
            None => called.to_owned(),
        };
        let id = self.free_id(&base, prefab, 2)?;
        Some(Named {
            hash: Hash::of(&id),
            id: Some(id),
            name,
        })
    }

    /// The id of a being, if it is not long.
    fn short_id(&self, scene: &[Being], index: usize) -> Option<String> {
        const MOST: usize = 200;
        let mut names = Vec::new();
        let mut length = 0;
        let mut next = Some(index);
        while let Some(at) = next {
            let named = &self.named[at];
            let name = named.id.as_ref().or(named.name.as_ref())?;
            length += name.len() + 1;
            if length > MOST {
                return None;
            }
            names.push(name.as_str());
            next = scene[at].above.filter(|_| named.id.is_none());
        }
        names.reverse();
        Some(names.join("_"))
    }

    /// The first of `base`, `base_2`, `base_3` … that is free.
    fn free_id(&mut self, base: &str, prefab: Option<usize>, from: u32) -> Option<Text> {
        let key = (None, base.into());
        let first = self.numbers.get(&key).copied().unwrap_or(from).max(from);
        for number in tries(first) {
            let id = numbered(base, number);
            if self.is_free(Hash::of(&id), prefab) {
                self.numbers.insert(key, number.saturating_add(1));
                return Some(id);
            }
        }
        None
    }

    fn is_free(&self, hash: Hash, prefab: Option<usize>) -> bool {
        !self.taken.contains(&hash) && self.are_parts_free(hash, prefab)
    }

    fn are_parts_free(&self, hash: Hash, prefab: Option<usize>) -> bool {
        let mut parts = self.inside.parts(prefab).iter();
        parts.all(|part| !self.taken.contains(&hash.then(*part)))
    }
}

/// `wheel`, `wheel_2`, `wheel_3`
pub(super) fn numbered(base: &str, number: u32) -> Text {
    match number {
        0 | 1 => base.into(),
        number => format!("{base}_{number}").into(),
    }
}

/// Numbers to try from `first` on: one after the other, then in longer and longer steps, so that
/// whoever has taken very many of them keeps nobody busy.
pub(super) fn tries(first: u32) -> impl Iterator<Item = u32> {
    let mut failures = 0;
    std::iter::successors(Some(first), move |number| {
        failures += 1;
        number.checked_add(1_u32.checked_shl(failures / 100)?)
    })
}
