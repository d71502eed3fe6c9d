//! What the game knows about an entity besides its place: tags, behaviors, its end.
//!
//! Entities are kept in the order of creation, which is the order in which they act and in which
//! tags find them.

use std::collections::HashMap;

use kinfolk::NodeId;
use kinfolk_scene::Text;

use crate::behavior::Running;
use crate::doom::Doom;
use crate::groups::Groups;

/// One entity.
#[derive(Debug, Clone)]
pub(crate) struct Being {
    pub(crate) node: NodeId,
    /// Counts entities from the beginning of the game.
    pub(crate) birth: u64,
    pub(crate) tags: Vec<Text>,
    pub(crate) behaviors: Vec<Running>,
    pub(crate) groups: Groups,
    pub(crate) doom: Option<Doom>,
}

/// All entities.
#[derive(Debug, Clone, Default)]
pub(crate) struct Beings {
    /// By [`NodeId::index`].
    slots: Vec<Option<Being>>,
    /// Whether they were visible and active in the tree when somebody last heard of it, by index
    /// as well: apart from the rest, since it is asked of everybody who moves.
    seen: Vec<(bool, bool)>,
    /// By birth; those that are gone are dropped now and then.
    order: Vec<(u64, NodeId)>,
    /// Those with behaviors that move them, by birth; likewise.
    actors: Vec<NodeId>,
    /// Those with behaviors that drag them, by birth; likewise.
    draggers: Vec<NodeId>,
    /// Those who are marked for destruction.
    marked: Vec<NodeId>,
    births: u64,
    living: usize,
    /// Who has a tag, by birth.
    tagged: HashMap<Text, Vec<(u64, NodeId)>>,
}

/// Of so many tags the lists are kept when nobody has them any more.
const FEW_TAGS: usize = 64;

impl Beings {
    pub(crate) fn get(&self, node: NodeId) -> Option<&Being> {
        let being = self.slots.get(node.index())?.as_ref()?;
        (being.node == node).then_some(being)
    }

    pub(crate) fn get_mut(&mut self, node: NodeId) -> Option<&mut Being> {
        let being = self.slots.get_mut(node.index())?.as_mut()?;
        (being.node == node).then_some(being)
    }

    pub(crate) fn len(&self) -> usize {
        self.living
    }

    /// The bytes of its tables; what entities have inside is not counted.
    pub(crate) fn memory(&self) -> usize {
        use size_of as bytes;
        let lists = self.tagged.values().map(Vec::capacity).sum::<usize>();
        self.slots.capacity() * bytes::<Option<Being>>()
            + self.seen.capacity() * bytes::<(bool, bool)>()
            + (self.order.capacity() + lists) * bytes::<(u64, NodeId)>()
            + (self.actors.capacity() + self.draggers.capacity() + self.marked.capacity())
                * bytes::<NodeId>()
            + self.tagged.capacity() * bytes::<(Text, Vec<(u64, NodeId)>)>()
    }

    /// How many tags somebody has, or had not long ago.
    pub(crate) fn tags(&self) -> usize {
        self.tagged.len()
    }

    pub(crate) fn add(&mut self, node: NodeId, tags: &[Text], seen: (bool, bool)) {
        if self.slots.len() <= node.index() {
            self.slots.resize_with(node.index() + 1, || None);
            self.seen.resize(node.index() + 1, (true, true));
        }
        self.seen[node.index()] = seen;
        let birth = self.births;
        self.births += 1;
        self.slots[node.index()] = Some(Being {
            node,
            birth,
            tags: Vec::new(),
            behaviors: Vec::new(),
            groups: Groups::default(),
            doom: None,
        });
        self.order.push((birth, node));
        self.living += 1;
        for tag in tags {
            self.tag(node, tag);
        }
    }

    /// Lets these have been born in this order, before all others.
    pub(crate) fn set_order(&mut self, nodes: &[NodeId]) {
        let first: Vec<NodeId> = nodes.to_vec();
        let others: Vec<NodeId> = {
            let known: std::collections::HashSet<&NodeId> = first.iter().collect();
            self.by_birth()
                .filter(|node| !known.contains(node))
                .collect()
        };
        let births: HashMap<NodeId, u64> = first.into_iter().chain(others).zip(0..).collect();
        let birth = |node: &NodeId| births.get(node).copied().unwrap_or(u64::MAX);
        for being in self.slots.iter_mut().flatten() {
            being.birth = birth(&being.node);
        }
        self.order.retain(|(_, node)| births.contains_key(node));
        let lists = self.tagged.values_mut().chain([&mut self.order]);
        for list in lists {
            for (order, node) in list.iter_mut() {
                *order = birth(node);
            }
            list.sort_unstable_by_key(|&(order, _)| order);
        }
        self.actors.sort_by_key(birth);
        self.draggers.sort_by_key(birth);
        self.births = births.len() as u64;
    }

    /// Gives an entity something to do.
    pub(crate) fn give(&mut self, node: NodeId, behaviors: Vec<Running>, groups: Groups) {
        let mut kinds = groups.kinds;
        kinds.add(&behaviors);
        if let Some(being) = self.get_mut(node) {
            being.behaviors = behaviors;
            being.groups = groups;
            if kinds.moves {
                self.actors.push(node);
            }
            if kinds.drags {
                self.draggers.push(node);
            }
        }
    }

    /// Notes whether an entity is visible and active; if that is new, says what was before.
    #[inline]
    pub(crate) fn see(&mut self, node: NodeId, now: (bool, bool)) -> Option<(bool, bool)> {
        let seen = self.seen.get_mut(node.index())?;
        if *seen == now {
            return None;
        }
        let was = std::mem::replace(seen, now);
        self.get(node).map(|_| was)
    }

    /// Those with behaviors that drag, or with others, by birth; some may be gone.
    pub(crate) fn actors(&self, drags: bool) -> &[NodeId] {
        if drags { &self.draggers } else { &self.actors }
    }

    /// Those who are marked for destruction, in the order in which they were marked first.
    pub(crate) fn doomed(&self) -> impl Iterator<Item = NodeId> + '_ {
        let doomed = |node: &NodeId| self.get(*node).is_some_and(|being| being.doom.is_some());
        self.marked.iter().copied().filter(doomed)
    }

    /// Marks an entity for destruction; who is marked already goes as is said now.
    pub(crate) fn mark(&mut self, node: NodeId, doom: Doom) {
        if let Some(being) = self.get_mut(node)
            && being.doom.replace(doom).is_none()
        {
            self.marked.push(node);
        }
    }

    /// Forgets who was marked.
    pub(crate) fn unmark_all(&mut self) {
        self.marked.clear();
    }

    /// Forgets an entity.
    pub(crate) fn remove(&mut self, node: NodeId) -> Option<Being> {
        self.get(node)?;
        let being = self.slots[node.index()].take()?;
        for tag in &being.tags {
            self.unindex(being.birth, tag);
        }
        self.living -= 1;
        if self.order.len() > 64 && self.order.len() > 2 * self.living {
            let slots = &self.slots;
            let lives = |node: NodeId| {
                let being = slots.get(node.index()).and_then(Option::as_ref);
                being.is_some_and(|being| being.node == node)
            };
            self.order.retain(|&(_, node)| lives(node));
            self.actors.retain(|&node| lives(node));
            self.draggers.retain(|&node| lives(node));
        }
        Some(being)
    }

    /// Everybody, by birth. Some of them may be gone by the time they are asked.
    pub(crate) fn by_birth(&self) -> impl Iterator<Item = NodeId> + '_ {
        let living = self.order.iter().map(|&(_, node)| node);
        living.filter(|&node| self.get(node).is_some())
    }

    /// Gives an entity a tag; says whether it is new.
    pub(crate) fn tag(&mut self, node: NodeId, tag: &str) -> bool {
        let Some(being) = self.get_mut(node) else {
            return false;
        };
        if being.tags.iter().any(|other| other == tag) {
            return false;
        }
        being.tags.push(tag.into());
        let birth = being.birth;
        let tagged = self.tagged.entry(tag.into()).or_default();
        let at = tagged.partition_point(|&(other, _)| other < birth);
        tagged.insert(at, (birth, node));
        true
    }

    /// Takes a tag away; says whether it was there.
    pub(crate) fn untag(&mut self, node: NodeId, tag: &str) -> bool {
        let Some(being) = self.get_mut(node) else {
            return false;
        };
        let Some(at) = being.tags.iter().position(|other| other == tag) else {
            return false;
        };
        being.tags.remove(at);
        let birth = being.birth;
        self.unindex(birth, tag);
        true
    }

    fn unindex(&mut self, birth: u64, tag: &str) {
        if let Some(tagged) = self.tagged.get_mut(tag)
            && let Ok(at) = tagged.binary_search_by_key(&birth, |&(birth, _)| birth)
        {
            tagged.remove(at);
            // The few tags that a game has come back; made-up ones do not.
            if tagged.is_empty() && self.tagged.len() > FEW_TAGS {
                self.tagged.remove(tag);
            }
        }
    }

    /// Everybody with a tag, by birth.
    pub(crate) fn tagged(&self, tag: &str) -> impl Iterator<Item = NodeId> + '_ {
        let tagged = self.tagged.get(tag).into_iter().flatten();
        tagged.map(|&(_, node)| node)
    }
}
