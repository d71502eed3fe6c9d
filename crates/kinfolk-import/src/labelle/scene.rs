//! The scene file: its entities, and whose children the flat ones are.

use std::collections::HashMap;

use crate::shown::{self, Shown};
use crate::zon::{Kind, Zon};

use super::being::{self, Being, Role};
use super::page::Page;

/// The entities of a scene.
pub(super) fn beings(zon: &Zon, page: &mut Page<'_>) -> Vec<Being> {
    let root = zon.root();
    match root.kind() {
        Kind::Empty => return Vec::new(),
        Kind::Struct => {}
        other => {
            let message = format!("a scene must be a struct, not {}", other.in_words());
            page.problem(
                root.part(),
                message,
                Some("write `.{ .entities = .{ … } }`"),
            );
            return Vec::new();
        }
    }
    let mut entities = None;
    for field in root.fields() {
        match field.name {
            "entities" => entities = Some(being::list(field.value, "entities", page)),
            "name" => match field.value.kind() {
                Kind::Text(name) => {
                    let what = format!("the scene's name `{}`", Shown(name));
                    page.loss(field.value.part(), "scene", what);
                }
                Kind::Null => {}
                _ => page.wrong_kind(field.value, "name", "a string"),
            },
            other => {
                let what = format!("the field `{}`", Shown(other));
                page.loss(field.name_part, "scene", what);
            }
        }
    }
    let Some(entities) = entities else {
        let help = "if this is a prefab, import the scene that uses it";
        let first = root.part().start;
        page.problem(first..first + 1, "a scene needs `.entities`", Some(help));
        return Vec::new();
    };
    being::read(entities, Role::Scene, page)
}

/// Whose children the entities of a scene are.
#[derive(Debug)]
pub(super) struct Kinship {
    parents: Vec<Option<usize>>,
}

impl Kinship {
    /// Looks up ids; what is wrong with them goes to the page.
    pub(super) fn new(beings: &[Being], page: &mut Page<'_>) -> Self {
        let mut by_id: HashMap<&str, usize> = HashMap::with_capacity(beings.len());
        for (index, being) in beings.iter().enumerate() {
            let Some(id) = &being.id else {
                continue;
            };
            if by_id.insert(&id.text, index).is_some() {
                let message = format!("a second entity is called `{}`", Shown(&id.text));
                page.problem(id.part.clone(), message, Some("ids are unique: rename one"));
            }
        }
        let mut parents = Vec::with_capacity(beings.len());
        for being in beings {
            let named = being.parent.as_ref().filter(|_| being.above.is_none());
            let Some(parent) = named else {
                parents.push(being.above);
                continue;
            };
            let found = by_id.get(parent.text.as_str()).copied();
            if found.is_none() {
                let message = format!("no entity has the id `{}`", Shown(&parent.text));
                let ids = beings.iter().filter_map(|being| being.id.as_ref());
                let near = page
                    .has_time_for_help()
                    .then(|| nearest(&parent.text, ids.map(|id| id.text.as_str())))
                    .flatten();
                let help = near.map(|id| format!("did you mean `{id}`?"));
                page.problem(parent.part.clone(), message, help.as_deref());
            }
            parents.push(found);
        }
        let kinship = Self { parents };
        kinship.check_rings(beings, page);
        kinship
    }

    /// The parent of an entity.
    pub(super) fn parent(&self, index: usize) -> Option<usize> {
        self.parents[index]
    }

    /// Every ring of parents is said once, at the `.parent` that is written first.
    fn check_rings(&self, beings: &[Being], page: &mut Page<'_>) {
        let mut round = vec![0; beings.len()];
        for start in 0..beings.len() {
            let this_round = start + 1;
            let mut at = Some(start);
            while let Some(index) = at.filter(|&index| round[index] == 0) {
                round[index] = this_round;
                at = self.parents[index];
            }
            let Some(first) = at.filter(|&index| round[index] == this_round) else {
                continue;
            };
            let above = |&index: &usize| self.parents[index].filter(|&above| above != first);
            let mut ring: Vec<usize> = std::iter::successors(Some(first), above).collect();
            let said = ring
                .iter()
                .filter_map(|&index| beings[index].parent.as_ref());
            let Some(part) = said
                .map(|said| said.part.clone())
                .min_by_key(|part| part.start)
            else {
                continue; // a ring has a flat entity
            };
            let (message, help) = if ring.len() == 1 {
                let name = Shown(beings[first].called());
                (format!("`{name}` is its own parent"), "take `.parent` out")
            } else {
                ring.push(first);
                let chain = shown::chain(ring.iter().map(|&index| beings[index].called()));
                let message = format!("entities are each other's parents: {chain}");
                (message, "make one of them a root")
            };
            page.problem(part, message, Some(help));
        }
    }
}

/// The candidate that `word` was probably meant to be.
fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    const MOST_CANDIDATES: usize = 1_000;
    const MOST_BYTES: usize = 60;
    if word.len() > MOST_BYTES {
        return None;
    }
    let most_typos = (word.len() / 3).clamp(1, 4);
    let candidates = candidates.take(MOST_CANDIDATES);
    let close = candidates.filter(|candidate| candidate.len().abs_diff(word.len()) <= most_typos);
    let counted = close.map(|candidate| {
        (
            strsim::osa_distance(&word.to_lowercase(), &candidate.to_lowercase()),
            candidate,
        )
    });
    let best = counted.min_by_key(|(typos, _)| *typos)?;
    (best.0 <= most_typos).then_some(best.1)
}
