//! Who touches whom, by node.
//!
//! Engines tell about shapes; a node may have several, and they come and go when it is scaled.
//! Two nodes begin to touch when the first of their shapes do, and cease when the last ones do,
//! each once. Nodes that are removed cease to touch, too.

use std::collections::{BTreeMap, BTreeSet};

use kinfolk::NodeId;

use crate::backend::Touch;

/// Two nodes have begun or ceased to touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contact {
    /// The one that got its body first.
    pub one: NodeId,
    /// The other; both may be gone by now.
    pub other: NodeId,
    /// Whether they touch now.
    pub begins: bool,
    /// Whether a sensor has noticed, or something bounced.
    pub sensor: bool,
}

/// Two tags, the smaller first, and whether a sensor is involved.
type Pair = (u32, u32, bool);

#[derive(Debug, Clone, Default)]
pub(crate) struct Contacts {
    /// Whose shapes have which tag.
    owners: Vec<Option<NodeId>>,
    free: Vec<u32>,
    /// Tags that can be given away after the next step.
    retired: Vec<u32>,
    /// How many shapes of two owners touch.
    touching: BTreeMap<Pair, u32>,
    /// What happened in the last step, in the order in which bodies were made.
    pub(crate) events: Vec<Contact>,
}

impl Contacts {
    /// A tag for the shapes of a node.
    pub(crate) fn tag(&mut self, node: NodeId) -> u32 {
        match self.free.pop() {
            Some(tag) => {
                self.owners[tag as usize] = Some(node);
                tag
            }
            None => {
                self.owners.push(Some(node));
                self.owners.len() as u32 - 1
            }
        }
    }

    /// Gives a tag back, whose shapes have been removed.
    pub(crate) fn retire(&mut self, tag: u32) {
        self.retired.push(tag);
    }

    /// Whether no tag waits for the next step.
    pub(crate) fn is_settled(&self) -> bool {
        self.retired.is_empty()
    }

    /// Makes events of what an engine has told.
    pub(crate) fn take(&mut self, touches: &[Touch]) {
        self.events.clear();
        let mut concerned = BTreeMap::new();
        for touch in touches {
            let pair = (
                touch.one.min(touch.other),
                touch.one.max(touch.other),
                touch.sensor,
            );
            let count = self.touching.entry(pair).or_default();
            concerned.entry(pair).or_insert(*count > 0);
            *count = if touch.begins {
                *count + 1
            } else {
                count.saturating_sub(1)
            };
        }
        let retired: BTreeSet<u32> = self.retired.iter().copied().collect();
        if !retired.is_empty() {
            for (pair, count) in &mut self.touching {
                if retired.contains(&pair.0) || retired.contains(&pair.1) {
                    concerned.entry(*pair).or_insert(*count > 0);
                    *count = 0;
                }
            }
        }
        for (pair, touched) in concerned {
            let touches = self.touching.get(&pair).is_some_and(|count| *count > 0);
            if !touches {
                self.touching.remove(&pair);
            }
            let owner = |tag: u32| self.owners.get(tag as usize).copied().flatten();
            if touches != touched
                && let (Some(one), Some(other)) = (owner(pair.0), owner(pair.1))
            {
                self.events.push(Contact {
                    one,
                    other,
                    begins: touches,
                    sensor: pair.2,
                });
            }
        }
        for tag in self.retired.drain(..) {
            self.owners[tag as usize] = None;
            self.free.push(tag);
        }
    }

    /// Who touches the owner of this tag now.
    pub(crate) fn touching(&self, tag: u32) -> impl Iterator<Item = NodeId> + '_ {
        let pairs = self.touching.iter().filter(|(_, count)| **count > 0);
        pairs.filter_map(move |((one, other, _), _)| {
            let other = match (*one == tag, *other == tag) {
                (true, false) => *other,
                (false, true) => *one,
                _ => return None,
            };
            self.owners.get(other as usize).copied().flatten()
        })
    }
}
