//! What is different about a forest since pages were last told of it.
//!
//! Nobody says what a game does to its forest, so it is compared with what was told. As long as only
//! numbers have changed, and an update has listed them all, only those are compared. The tree is walked when
//! its structure is another one; and now and then everybody is looked at, since tags and switches that nothing
//! follows from are in no update's list.

use kinfolk::NodeId;

use crate::living::Living;
use crate::rows::Rows;
use crate::trace::Trace;

/// With so few entities everybody is always looked at.
const FEW: usize = 2_000;

/// With more, everybody is looked at once in so many times.
const NOW_AND_THEN: u32 = 30;

/// What was told.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    /// By [`NodeId::index`].
    told: Vec<Option<Told>>,
    /// The forest's update that was looked at; `None` if writes were still waiting.
    seen: Option<u64>,
    /// The forest's structure that was.
    structure: Option<u64>,
    /// The first root: another forest has another one.
    first: Option<NodeId>,
    /// How often somebody has looked.
    turn: u32,
}

/// What was told of one node.
#[derive(Debug, Clone)]
struct Told {
    node: NodeId,
    parent: Option<NodeId>,
    /// Grows along every list of siblings.
    rank: u32,
    /// While looking: the greatest rank among the children so far.
    reached: u32,
    numbers: [u8; 32],
    tags: i64,
    /// When it was last there.
    turn: u32,
}

impl Watch {
    /// Everything is as rows have just told it.
    pub(crate) fn begin(&mut self, living: Living<'_>, rows: &mut Rows) {
        *self = Self::default();
        drop(self.look(living, rows, None));
    }

    /// What is different now; it counts as told. `listed` has everybody whose numbers or tags may be others, if somebody
    /// has kept a list; otherwise that is found out.
    pub(crate) fn look(
        &mut self,
        living: Living<'_>,
        rows: &mut Rows,
        listed: Option<&[NodeId]>,
    ) -> Trace {
        let forest = living.forest;
        let (structure, update) = (forest.restructured(), forest.updated());
        let first = forest.roots().next();
        let mut trace = Trace::default();
        self.turn = self.turn.wrapping_add(1);
        let is_due = forest.len() <= FEW || self.turn.is_multiple_of(NOW_AND_THEN);
        if self.structure != Some(structure) || self.first != first || is_due {
            self.compare_structure(living, &mut trace);
        }
        let has_missed = match self.seen {
            Some(seen) => seen != update && seen.wrapping_add(1) != update,
            None => true,
        };
        if is_due || forest.needs_update() || (listed.is_none() && has_missed) {
            for at in 0..self.told.len() {
                self.compare(at, living, rows, &mut trace);
            }
        } else {
            for node in trace.moved.clone() {
                self.compare(node.index(), living, rows, &mut trace);
            }
            for &node in listed.unwrap_or_default() {
                self.compare(node.index(), living, rows, &mut trace);
            }
            if listed.is_none() && self.seen != Some(update) {
                for node in forest.changes() {
                    self.compare(node.index(), living, rows, &mut trace);
                }
            }
        }
        (self.structure, self.first) = (Some(structure), first);
        self.seen = (!forest.needs_update()).then_some(update);
        trace
    }

    /// Whether something that was looked at last has not gone through an update by then.
    #[cfg(feature = "inspect")]
    pub(crate) const fn saw_waiting_writes(&self) -> bool {
        self.seen.is_none()
    }

    /// Looks at the numbers and tags of whoever is at this place.
    fn compare(&mut self, at: usize, living: Living<'_>, rows: &mut Rows, trace: &mut Trace) {
        let Some(Some(told)) = self.told.get_mut(at) else {
            return;
        };
        let numbers = rows.numbers(living, told.node);
        if numbers != told.numbers {
            told.numbers = numbers;
            trace.worlds.push(told.node);
        }
        let tags = living
            .tags
            .map_or(-1, |tags| rows.tag_list(tags(told.node)));
        if tags != told.tags {
            told.tags = tags;
            trace.changed.push(told.node);
        }
    }

    /// Finds who came, went, or is elsewhere in the tree.
    fn compare_structure(&mut self, living: Living<'_>, trace: &mut Trace) {
        let forest = living.forest;
        let mut rank = 0;
        let mut reached = 0; // among the roots
        for root in forest.roots() {
            for node in std::iter::once(root).chain(forest.descendants(root)) {
                rank += 1;
                self.visit(node, rank, &mut reached, living, trace);
            }
        }
        for told in &mut self.told {
            if let Some(gone) = told.take_if(|told| told.turn != self.turn) {
                trace.gone.push(gone.node);
            }
        }
    }

    /// Notes where in the tree a node is.
    fn visit(
        &mut self,
        node: NodeId,
        rank: u32,
        reached_of_roots: &mut u32,
        living: Living<'_>,
        trace: &mut Trace,
    ) {
        let at = node.index();
        if self.told.len() <= at {
            self.told.resize(at + 1, None);
        }
        let parent = living.forest.parent(node);
        let was = self.told[at].as_ref().filter(|told| told.node == node);
        let old_rank = was
            .filter(|told| told.parent == parent)
            .map(|told| told.rank);
        // Parents come before their children, so this one has been looked at.
        let reached = match parent.and_then(|parent| self.told.get_mut(parent.index())) {
            Some(Some(parent)) => &mut parent.reached,
            _ => reached_of_roots,
        };
        let has_stayed = old_rank.is_some_and(|old| old > *reached);
        if let Some(old) = old_rank.filter(|_| has_stayed) {
            *reached = old;
        }
        match &mut self.told[at] {
            Some(told) if told.node == node => {
                told.parent = parent;
                told.rank = rank;
                told.reached = 0;
                told.turn = self.turn;
                if !has_stayed {
                    trace.moved.push(node);
                }
            }
            place => {
                let gone = place.replace(Told {
                    node,
                    parent,
                    rank,
                    reached: 0,
                    numbers: [0; 32],
                    tags: -1,
                    turn: self.turn,
                });
                trace.gone.extend(gone.map(|told| told.node));
                trace.moved.push(node);
                trace.worlds.push(node);
            }
        }
    }
}
