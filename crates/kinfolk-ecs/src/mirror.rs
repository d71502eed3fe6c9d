//! The mirror: a forest, who is who in it, and what is not as it should be.

use core::fmt;
use std::collections::BTreeMap;

use kinfolk::{Forest, Inherit, NodeId};

use crate::arrive::Guest;
use crate::host::Orphans;
use crate::key::Key;
use crate::relink::{Link, Links};
use crate::roster::Roster;
use crate::stay::Stay;
use crate::trouble::Trouble;
use crate::values::Newcomer;

/// A forest that follows an ECS.
///
/// It changes by [`sync`](Self::sync), which reads all that was written in the ECS since, and
/// by the deeds of its own ([`attach`](Self::attach) and so on), which write to the ECS as well.
pub struct Mirror<V: Inherit, E> {
    pub(crate) forest: Forest<V>,
    pub(crate) roster: Roster<E>,
    pub(crate) orphans: Orphans,
    /// Members whose link cannot be followed, and why. They are roots meanwhile.
    pub(crate) waiting: BTreeMap<E, Trouble<E>>,
    /// Members whose own value cannot be used, and why. Some are not in the forest.
    pub(crate) refused: BTreeMap<E, Trouble<E>>,
    /// Members that stay where they are through the next sync.
    pub(crate) stay: Vec<Stay<V, E>>,
    /// Newcomers of a sync; empty between two.
    pub(crate) newcomers: Vec<Newcomer<V, E>>,
    /// What the next sync reports, whatever it finds.
    pub(crate) complaints: Vec<Trouble<E>>,
    /// What the last sync found.
    pub(crate) news: News<E>,
    pub(crate) desk: Desk<E>,
}

/// What a sync has to tell.
#[derive(Debug, Clone)]
pub(crate) struct News<E> {
    pub(crate) troubles: Vec<Trouble<E>>,
    pub(crate) kinships: Vec<Kinship<E>>,
    /// Whether somebody may have come to its parent by way of another, or of none.
    pub(crate) has_detours: bool,
    /// Whether this is the news of a sync that is over: what comes next is other news.
    pub(crate) told: bool,
}

/// Lists that a sync works with, kept so that it need not ask for memory every time.
#[derive(Debug, Clone)]
pub(crate) struct Desk<E> {
    /// Links that changed.
    pub(crate) links: Links<E>,
    /// Members whose link must be looked at.
    pub(crate) moved: Vec<E>,
    /// Members whose index a newcomer has: they are dead.
    pub(crate) usurped: Vec<E>,
    /// Members who are said to be none any more.
    pub(crate) leavers: Vec<E>,
    /// Parents whose children are not what they were.
    pub(crate) touched: Vec<E>,
    /// Nodes that stay though their parents leave.
    pub(crate) stay: Vec<NodeId>,
    /// Who left in this sync, or by a deed since the last.
    pub(crate) gone: Vec<(E, NodeId)>,
    /// How many in `gone` have their place in it in `numbers`, by node.
    pub(crate) named: usize,
    /// Whether `gone` is in order.
    pub(crate) gone_in_order: bool,
    /// Newcomers whose parent was not there when they came.
    pub(crate) guests: Vec<Guest<E>>,
    /// Where in a list the entity with this index is, or was in a list before.
    pub(crate) places: Vec<u32>,
    /// A number for each index of a node, for whoever needs it and puts 0 back.
    pub(crate) numbers: Vec<u32>,
}

/// Somebody's parent is not who it was. Newcomers have none to compare with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kinship<E> {
    /// Whose parent.
    pub child: E,
    /// Who it was; `None` for a root.
    pub before: Option<E>,
    /// Who it is; `None` for a root.
    pub after: Option<E>,
}

impl<V: Inherit, E: Key> Default for Mirror<V, E> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Inherit, E: Key> Mirror<V, E> {
    /// A mirror that has seen nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            forest: Forest::new(),
            roster: Roster::default(),
            orphans: Orphans::default(),
            waiting: BTreeMap::new(),
            refused: BTreeMap::new(),
            stay: Vec::new(),
            newcomers: Vec::new(),
            complaints: Vec::new(),
            news: News {
                troubles: Vec::new(),
                kinships: Vec::new(),
                has_detours: false,
                told: false,
            },
            desk: Desk {
                links: Vec::new(),
                moved: Vec::new(),
                usurped: Vec::new(),
                leavers: Vec::new(),
                touched: Vec::new(),
                stay: Vec::new(),
                gone: Vec::new(),
                named: 0,
                gone_in_order: true,
                guests: Vec::new(),
                places: Vec::new(),
                numbers: Vec::new(),
            },
        }
    }

    /// Says what becomes of children whose parent dies.
    #[must_use]
    pub fn with_orphans(mut self, orphans: Orphans) -> Self {
        self.orphans = orphans;
        self
    }

    /// Limits how deep members may be from now on; see [`Trouble::TooDeep`].
    pub fn set_max_depth(&mut self, max_depth: Option<usize>) {
        self.forest.set_max_depth(max_depth);
    }

    /// Puts up to `budget` nodes back in order; see [`Forest::tidy`].
    pub fn tidy(&mut self, budget: usize) -> bool {
        self.forest.tidy(budget)
    }

    /// The forest, for all that can be asked of one.
    #[must_use]
    pub fn forest(&self) -> &Forest<V> {
        &self.forest
    }

    /// How many members there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.roster.len()
    }

    /// Whether there are no members.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The node of `entity`, if it is a member.
    #[inline]
    #[must_use]
    pub fn node(&self, entity: E) -> Option<NodeId> {
        self.roster.node(entity)
    }

    /// The entity of `node`, if it is a node of this forest.
    #[inline]
    #[must_use]
    pub fn entity(&self, node: NodeId) -> Option<E> {
        let alive = self.forest.contains(node);
        alive.then(|| self.roster.entity(node)).flatten()
    }

    /// The effective value of `entity`, true at this moment.
    #[inline]
    #[must_use]
    pub fn effective(&self, entity: E) -> Option<V::Effective> {
        self.forest.effective(self.roster.node(entity)?)
    }

    /// The parent of `entity`; a root has none.
    #[must_use]
    pub fn parent(&self, entity: E) -> Option<E> {
        let parent = self.forest.parent(self.roster.node(entity)?)?;
        self.roster.entity(parent)
    }

    /// The children of `entity`, in order.
    pub fn children(&self, entity: E) -> impl DoubleEndedIterator<Item = E> {
        let node = self.roster.node(entity).into_iter();
        self.entities(node.flat_map(|node| self.forest.children(node)))
    }

    /// Everybody without a parent, in order.
    pub fn roots(&self) -> impl DoubleEndedIterator<Item = E> {
        self.entities(self.forest.roots())
    }

    /// The parent of `entity`, its parent, and so on up.
    pub fn ancestors(&self, entity: E) -> impl Iterator<Item = E> {
        let node = self.roster.node(entity).into_iter();
        self.entities(node.flat_map(|node| self.forest.ancestors(node)))
    }

    /// Everybody below `entity`, each child with all that is below it before the next.
    pub fn descendants(&self, entity: E) -> impl Iterator<Item = E> {
        let node = self.roster.node(entity).into_iter();
        self.entities(node.flat_map(|node| self.forest.descendants(node)))
    }

    /// Everybody below `entity`, children before grandchildren.
    pub fn breadth_first(&self, entity: E) -> impl Iterator<Item = E> {
        let node = self.roster.node(entity).into_iter();
        self.entities(node.flat_map(|node| self.forest.breadth_first(node)))
    }

    /// What is wrong at present, each trouble once.
    pub fn troubles(&self) -> impl Iterator<Item = &Trouble<E>> {
        let first = |&(entity, trouble): &(&E, &Trouble<E>)| trouble.entity() == Some(*entity);
        let waiting = self.waiting.iter().filter(first);
        waiting.chain(&self.refused).map(|(_, trouble)| trouble)
    }

    /// Says that something was wrong before the next sync, which reports it with what it finds.
    pub fn complain(&mut self, trouble: Trouble<E>) {
        self.complaints.push(trouble);
    }

    /// What the last sync found wrong that was not wrong before.
    #[must_use]
    pub fn new_troubles(&self) -> &[Trouble<E>] {
        &self.news.troubles
    }

    /// Whose parent changed in the last sync, and by deeds since the one before it.
    #[must_use]
    pub fn kinships(&self) -> &[Kinship<E>] {
        &self.news.kinships
    }

    /// The bytes of memory that the mirror holds on to, its forest included.
    #[must_use]
    pub fn memory(&self) -> usize {
        let desk = &self.desk;
        self.forest.memory()
            + self.roster.memory()
            + self.newcomers.capacity() * size_of::<Newcomer<V, E>>()
            + (desk.moved.capacity() + desk.usurped.capacity()) * size_of::<E>()
            + (desk.leavers.capacity() + desk.touched.capacity()) * size_of::<E>()
            + desk.links.capacity() * size_of::<Link<E>>()
            + desk.guests.capacity() * size_of::<Guest<E>>()
            + desk.gone.capacity() * size_of::<(E, NodeId)>()
            + (desk.places.capacity() + desk.numbers.capacity()) * size_of::<u32>()
    }

    /// What is not as the laws want it, for tests: everybody must be where the roster says.
    ///
    /// # Errors
    /// Says what is wrong.
    pub fn check_laws(&self) -> Result<(), String> {
        self.forest.check_laws()?;
        if self.forest.len() != self.roster.len() {
            let (nodes, entities) = (self.forest.len(), self.roster.len());
            return Err(format!("{nodes} nodes for {entities} entities"));
        }
        for (entity, node) in self.roster.iter() {
            if self.entity(node) != Some(entity) || self.node(entity) != Some(node) {
                return Err(format!("{entity:?} and {node} do not know each other"));
            }
        }
        Ok(())
    }

    fn entities<N: Iterator<Item = NodeId>>(&self, nodes: N) -> Entities<'_, N, E> {
        Entities {
            nodes,
            roster: &self.roster,
        }
    }
}

/// Nodes as entities.
struct Entities<'a, N, E> {
    nodes: N,
    roster: &'a Roster<E>,
}

impl<N: Iterator<Item = NodeId>, E: Key> Iterator for Entities<'_, N, E> {
    type Item = E;

    fn next(&mut self) -> Option<E> {
        self.roster.entity(self.nodes.next()?)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.nodes.size_hint()
    }
}

impl<N: DoubleEndedIterator<Item = NodeId>, E: Key> DoubleEndedIterator for Entities<'_, N, E> {
    fn next_back(&mut self) -> Option<E> {
        self.roster.entity(self.nodes.next_back()?)
    }
}

impl<V: Inherit, E: Key> fmt::Debug for Mirror<V, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mirror")
            .field("members", &self.len())
            .field("waiting", &self.waiting)
            .field("refused", &self.refused)
            .finish_non_exhaustive()
    }
}
