//! The few nodes that steps have been about, as they were and as they are to be.
//!
//! A region is what came out of the entities of a [`Trace`] before, and what comes out of
//! them now. Everything outside is as it was. It is only looked at here; whatever is not that
//! simple, or may be wrong, has no region and is left to those who look at everything.

use std::collections::{HashMap, HashSet};

use kinfolk::{Forest, Node2};

use crate::document::{Document, Entity};
use crate::edit::{Address, Entry, Trace, id_at};
use crate::json::Text;
use crate::plan::NONE;
use crate::read::most_entities;
use crate::resolve::{Above, Few, Wanted, resolve_few};
use crate::scene::Scene;

/// So many entities at once are quicker to deal with all together.
const MOST_ENTRIES: usize = 2_000;

/// The same of nodes, unless they are called otherwise: the long way knows them by their ids only.
const MOST_NODES: usize = 20_000;

/// What has to be done.
pub(super) struct Region {
    /// What comes out of the entities.
    pub(super) few: Few,
    /// The entities, by address.
    pub(super) members: Vec<Member>,
    /// Who the nodes of `few` were: places of the plan, or [`NONE`].
    pub(super) twins: Vec<u32>,
    /// Whose id is another one, of those that were there.
    pub(super) renamed: Vec<bool>,
    /// The places of all that were there.
    pub(super) old: Vec<u32>,
    /// The places of those that are no more.
    pub(super) gone: Vec<u32>,
    /// As how many entities all of the document counts now.
    pub(super) total: u64,
}

/// A written entity of the region.
pub(super) struct Member {
    pub(super) address: Address,
    /// Where it is among the few.
    pub(super) start: u32,
    pub(super) parent: Link,
    /// Whether it names its parent.
    pub(super) is_flat: bool,
}

/// A parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Link {
    Nobody,
    /// One of the few.
    Few(u32),
    /// Somebody outside, at this place of the plan.
    Outside(u32),
}

/// An entity on its way to be a member.
struct Candidate<'d> {
    address: Address,
    entity: &'d Entity,
    id: Text,
    old_id: Option<Text>,
    parent: Option<Text>,
}

struct Survey<'a> {
    document: &'a Document,
    scene: &'a Scene,
    forest: &'a Forest<Node2>,
    /// The places of all that were there.
    old: Vec<u32>,
    is_old: HashSet<u32>,
}

impl Region {
    /// Looks around; `None` if it is not that simple.
    pub(super) fn new(
        document: &Document,
        scene: &Scene,
        forest: &Forest<Node2>,
        trace: &Trace,
    ) -> Option<Self> {
        if trace.is_unclear || trace.entries.len() > MOST_ENTRIES {
            return None;
        }
        let mut survey = Survey {
            document,
            scene,
            forest,
            old: Vec::new(),
            is_old: HashSet::new(),
        };
        survey.find_old(&trace.entries)?;
        let candidates = survey.candidates(&trace.entries)?;
        let is_renaming = trace.entries.iter().any(|entry| {
            let after = entry.after.as_ref().map(|(id, _)| id);
            entry.before.is_some() && after.is_some() && entry.before.as_ref() != after
        });
        if survey.old.len().max(candidates.len()) > MOST_NODES && !is_renaming {
            return None;
        }
        let few = survey.resolve(&candidates)?;
        survey.put_together(&candidates, few)
    }
}

impl<'a> Survey<'a> {
    /// Collects what came out of the entities that were there.
    fn find_old(&mut self, entries: &[Entry]) -> Option<()> {
        let plan = &self.scene.plan;
        let mut roots: HashMap<u32, bool> = HashMap::new();
        for entry in entries {
            if let Some(id) = &entry.before {
                let place = plan.table.find(plan, id)?;
                let is_new = roots.insert(place, entry.is_deep).is_none();
                if !is_new || !plan.nodes[place as usize].written {
                    return None;
                }
            }
        }
        let before = entries.iter().filter_map(|entry| entry.before.as_ref());
        for place in before.filter_map(|id| plan.table.find(plan, id)) {
            self.old.push(place);
            let is_deep = roots[&place];
            let mut below = self.forest.descendants(self.scene.nodes[place as usize]);
            while let Some(node) = below.next() {
                let place = self.scene.place_of(node)?;
                let planned = &plan.nodes[place as usize];
                if planned.written && (!is_deep || planned.flat || roots.contains_key(&place)) {
                    below.prune();
                } else {
                    self.old.push(place);
                }
            }
        }
        self.is_old = self.old.iter().copied().collect();
        (self.is_old.len() == self.old.len()).then_some(())
    }

    /// The entities that are there now, by address.
    fn candidates(&self, entries: &[Entry]) -> Option<Vec<Candidate<'a>>> {
        let after = entries.iter().filter_map(|entry| entry.after.as_ref());
        let roots: HashSet<&[usize]> = after.map(|(_, address)| &address.path[..]).collect();
        let mut candidates = Vec::new();
        for entry in entries {
            let Some((id, address)) = &entry.after else {
                continue;
            };
            if id_at(self.document, address).as_ref() != Some(id) {
                return None;
            }
            let entity = address.find_written(self.document)?;
            let depth = address.path.len();
            let parent = match depth {
                1 => entity.parent.clone(),
                _ => Some(id_at(self.document, &address.above(depth - 1))?),
            };
            let first = candidates.len();
            candidates.push(Candidate {
                address: address.clone(),
                entity,
                id: id.clone(),
                // Whoever is put may have been there as a part of somebody.
                old_id: Some(entry.before.as_ref().unwrap_or(id).clone()),
                parent,
            });
            let mut next = first;
            while entry.is_deep && next < candidates.len() {
                nested(&mut candidates, next, &roots);
                next += 1;
            }
        }
        candidates.sort_by(|a, b| a.address.path.cmp(&b.address.path));
        Some(candidates)
    }

    /// Makes sense of the entities.
    fn resolve(&self, candidates: &[Candidate<'a>]) -> Option<Few> {
        let wanted = candidates.iter().map(|candidate| {
            Some(Wanted {
                entity: candidate.entity,
                id: &candidate.id,
                above: self.above(candidate, candidates)?,
                index: candidate.address.path.last().copied().unwrap_or(0) as u32,
            })
        });
        let wanted: Vec<_> = wanted.collect::<Option<_>>()?;
        resolve_few(self.document, &wanted)
    }

    /// What an entity can be in a slot of.
    fn above(&self, candidate: &Candidate<'_>, candidates: &[Candidate<'_>]) -> Option<Above> {
        let Some(parent) = &candidate.parent else {
            return Some(Above::Nobody);
        };
        if candidate.entity.fields.slot.set().is_none() {
            return Some(Above::Plain); // it is in none
        }
        let made_of = |template: Option<&str>| match template {
            Some(name) => {
                let index = self.document.templates.get_index_of(name);
                index.map(Above::MadeOf)
            }
            None => Some(Above::Plain),
        };
        let depth = candidate.address.path.len();
        let around = match depth {
            1 => candidates.iter().find(|other| other.id == *parent),
            _ => None,
        };
        let around = match depth {
            1 => around.map(|around| around.entity),
            _ => candidate
                .address
                .above(depth - 1)
                .find_written(self.document),
        };
        if let Some(around) = around {
            return made_of(around.template.set().map(Text::as_str));
        }
        let plan = &self.scene.plan;
        let place = plan.table.find(plan, parent)?;
        if self.is_old.contains(&place) {
            return None;
        }
        made_of(plan.template(place))
    }

    /// Finds out who is who, and whether it fits to what is outside.
    fn put_together(mut self, candidates: &[Candidate<'_>], few: Few) -> Option<Region> {
        let plan = &self.scene.plan;
        let mut by_id: HashMap<Text, u32> = HashMap::with_capacity(few.nodes.len());
        let mut ids: Vec<(Text, Option<Text>)> = Vec::with_capacity(few.nodes.len());
        let mut next = candidates.iter();
        for (index, planned) in few.nodes.iter().enumerate() {
            let called = match planned.parent {
                NONE => {
                    let candidate = next.next()?;
                    (candidate.id.clone(), candidate.old_id.clone())
                }
                parent => {
                    let (above, old_above) = &ids[parent as usize];
                    let name = &few.names[planned.name as usize];
                    let old = old_above.as_ref().map(|above| below(above, name));
                    (below(above, name), old)
                }
            };
            let twin = plan.table.find(plan, &called.0);
            let is_taken = twin.is_some_and(|twin| !self.is_old.contains(&twin));
            if is_taken || by_id.insert(called.0.clone(), index as u32).is_some() {
                return None;
            }
            ids.push(called);
        }
        let mut unseen = self.is_old.clone();
        let mut twin = |(_, old): &(Text, Option<Text>)| {
            let twin = plan.table.find(plan, old.as_ref()?)?;
            unseen.remove(&twin).then_some(twin)
        };
        let twins: Vec<u32> = ids.iter().map(|ids| twin(ids).unwrap_or(NONE)).collect();
        let renamed = ids.iter().map(|(id, old)| old.as_ref() != Some(id));
        let renamed: Vec<bool> = renamed.collect();
        let mut members = Vec::with_capacity(candidates.len());
        for (candidate, &start) in candidates.iter().zip(&few.starts) {
            members.push(Member {
                parent: match &candidate.parent {
                    None => Link::Nobody,
                    Some(parent) => match by_id.get(parent) {
                        Some(&parent) => Link::Few(parent),
                        None => Link::Outside(
                            plan.table
                                .find(plan, parent)
                                .filter(|place| !self.is_old.contains(place))?,
                        ),
                    },
                },
                is_flat: candidate.address.path.len() == 1 && candidate.parent.is_some(),
                address: candidate.address.clone(),
                start,
            });
        }
        let weight = |planned: &crate::plan::Planned| u64::from(planned.weight);
        let before = self
            .old
            .iter()
            .map(|&old| weight(&plan.nodes[old as usize]));
        let after: u64 = few.nodes.iter().map(weight).sum();
        let region = Region {
            total: (plan.total + after).checked_sub(before.sum())?,
            gone: self
                .old
                .iter()
                .copied()
                .filter(|old| unseen.contains(old))
                .collect(),
            old: std::mem::take(&mut self.old),
            few,
            members,
            twins,
            renamed,
        };
        self.fits(&region).then_some(region)
    }

    /// Whether everybody outside can stay as it is.
    fn fits(&self, region: &Region) -> bool {
        let plan = &self.scene.plan;
        let is_outside = |&child: &u32| !self.is_old.contains(&child);
        let outside = |place: u32| {
            let children = self.forest.children(self.scene.nodes[place as usize]);
            let places = children.filter_map(|child| self.scene.place_of(child));
            places.filter(is_outside)
        };
        // Whoever hangs below somebody who has gone, or is called otherwise, names nobody now.
        let orphans = region
            .gone
            .iter()
            .any(|&gone| outside(gone).next().is_some());
        let kept = region
            .twins
            .iter()
            .zip(&region.few.nodes)
            .zip(&region.renamed);
        let mut kept = kept.filter(|((twin, _), _)| **twin != NONE);
        let fits = kept.all(|((&twin, planned), &renamed)| {
            let slots_differ = plan.nodes[twin as usize].template != planned.template;
            let mut concerned = (renamed || slots_differ)
                .then(|| outside(twin))
                .into_iter()
                .flatten();
            concerned.all(|child| {
                let in_slot = plan.look(child).slot.set().is_some();
                !(renamed && plan.nodes[child as usize].flat || slots_differ && in_slot)
            })
        });
        let most = u64::from(most_entities(self.document));
        !orphans && fits && region.total <= most && self.has_no_loops(region)
    }

    /// Whether everybody ends up below a root.
    fn has_no_loops(&self, region: &Region) -> bool {
        let plan = &self.scene.plan;
        let members = region
            .members
            .iter()
            .map(|member| (member.start, member.parent));
        let parents: HashMap<u32, Link> = members.collect();
        let twins = region
            .twins
            .iter()
            .zip(0..)
            .filter(|(twin, _)| **twin != NONE);
        let by_twin: HashMap<u32, u32> = twins.map(|(&twin, few)| (twin, few)).collect();
        let above = |link: Link| match link {
            Link::Nobody => Link::Nobody,
            Link::Few(few) => match region.few.nodes[few as usize].parent {
                NONE => parents[&few],
                parent => Link::Few(parent),
            },
            Link::Outside(place) => match plan.nodes[place as usize].parent {
                NONE => Link::Nobody,
                parent => match by_twin.get(&parent) {
                    Some(&few) => Link::Few(few),
                    None => Link::Outside(parent),
                },
            },
        };
        let most = plan.nodes.len() + region.few.nodes.len();
        region.members.iter().all(|member| {
            let mut link = member.parent;
            (0..=most).any(|_| {
                let is_end = link == Link::Nobody;
                link = above(link);
                is_end
            })
        })
    }
}

/// Adds what is nested in a candidate, but for those that are there anyway.
fn nested<'d>(candidates: &mut Vec<Candidate<'d>>, above: usize, roots: &HashSet<&[usize]>) {
    for (index, entity) in candidates[above].entity.children.iter().enumerate() {
        let around = &candidates[above];
        let address = around.address.child(index);
        if roots.contains(&address.path[..]) {
            continue;
        }
        let (id, old_id) = match (&entity.id, &entity.name) {
            (Some(id), _) => (id.clone(), Some(id.clone())),
            (None, name) => {
                let name = name.as_deref().unwrap_or_default();
                let old = around.old_id.as_ref().map(|above| below(above, name));
                (below(&around.id, name), old)
            }
        };
        let candidate = Candidate {
            address,
            entity,
            id,
            old_id,
            parent: Some(around.id.clone()),
        };
        candidates.push(candidate);
    }
}

/// The id of a child without one.
fn below(above: &str, name: &str) -> Text {
    let mut id = Text::with_capacity(above.len() + 1 + name.len());
    id.push_str(above);
    id.push('_');
    id.push_str(name);
    id
}
