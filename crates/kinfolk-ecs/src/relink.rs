//! Links: everybody hangs below the one its link names, if that can be.
//!
//! The law: only the links at the time of the sync count. If they are a forest, they are
//! followed, whatever was there before; whoever is on a loop is a root, and so is whoever
//! names somebody who is not there.

use std::collections::{BTreeMap, BTreeSet};

use kinfolk::{AttachError, Inherit, NodeId};

use crate::host::Host;
use crate::key::Key;
use crate::mirror::{Kinship, Mirror, News};
use crate::trouble::Trouble;

/// Troubles of the sync before, so that none is reported twice.
type Before<E> = BTreeMap<E, Trouble<E>>;

/// A link as the ECS has it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Link<E> {
    pub(crate) child: E,
    pub(crate) parent: Option<E>,
    /// Whether the forest has it by now.
    pub(crate) is_followed: bool,
}

/// Links that changed.
pub(crate) type Links<E> = Vec<Link<E>>;

impl<E> Link<E> {
    fn new(child: E, parent: Option<E>) -> Self {
        Self {
            child,
            parent,
            is_followed: false,
        }
    }
}

impl<V: Inherit, E: Key> Mirror<V, E> {
    /// Reads every link that changed, or the rest of them if some were read `at_once`; gives back those that
    /// are to be followed yet.
    pub(crate) fn read_links<H: Host<Entity = E, Value = V>>(
        &mut self,
        host: &mut H,
        at_once: bool,
    ) -> Links<E> {
        if at_once {
            let (roster, moved) = (&self.roster, &mut self.desk.moved);
            host.unlinked(|child| moved.extend(roster.node(child).map(|_| child)));
            return core::mem::take(&mut self.desk.links);
        }
        let mut links = core::mem::take(&mut self.desk.links);
        host.relinked(|child, parent| links.push(Link::new(child, parent)));
        links
    }

    /// Follows a link, if both nodes are there and nothing is in the way; else it is one of those that are to
    /// be followed yet.
    #[inline]
    pub(crate) fn follow_or_list<H: Host>(
        &mut self,
        child: E,
        parent: E,
        nodes: (Option<NodeId>, Option<NodeId>),
    ) {
        if let (Some(node), Some(above)) = nodes
            && self.waiting.is_empty()
            && self.put_below::<H>(child, node, parent, above).is_ok()
        {
            return;
        }
        self.desk.links.push(Link::new(child, Some(parent)));
    }

    /// Follows every link that changed.
    pub(crate) fn relink<H: Host<Entity = E, Value = V>>(
        &mut self,
        host: &mut H,
        mut links: Links<E>,
    ) {
        let before = core::mem::take(&mut self.waiting);
        let mut moved = core::mem::take(&mut self.desk.moved);
        moved.extend(before.keys());
        links.extend(
            moved
                .drain(..)
                .map(|entity| Link::new(entity, host.parent(entity))),
        );
        self.desk.moved = moved;

        let mut knots = Vec::new();
        self.follow(host, &before, &mut knots, &links);
        if let Some(census) = host.census()
            && census.linked != self.linked(host)
        {
            let all = self.roster.iter();
            links.clear();
            links.extend(all.map(|(entity, _)| Link::new(entity, host.parent(entity))));
            self.follow(host, &before, &mut knots, &links);
        }
        if !knots.is_empty() {
            self.untie(host, &before, &knots);
            self.news.has_detours = true;
        }
        links.clear();
        self.desk.links = links;
        self.news.leave_detours_out();
    }

    /// How many members have a link, as far as the mirror knows.
    fn linked<H: Host<Entity = E, Value = V>>(&self, host: &H) -> usize {
        let left_out = self
            .refused
            .keys()
            .filter(|&&entity| self.roster.node(entity).is_none() && host.parent(entity).is_some());
        self.forest.len() - self.forest.root_count() + self.waiting.len() + left_out.count()
    }

    /// Follows links one by one. Those that would close a loop, which may not be one when the
    /// others have been followed, are put off: they become roots, and `knots`.
    fn follow<H: Host<Entity = E, Value = V>>(
        &mut self,
        host: &mut H,
        before: &Before<E>,
        knots: &mut Vec<E>,
        links: &[Link<E>],
    ) {
        for &Link {
            child,
            parent,
            is_followed,
        } in links
        {
            if is_followed {
                continue;
            }
            let Some(node) = self.roster.node(child) else {
                continue;
            };
            let Some(parent) = parent else {
                self.waiting.remove(&child);
                self.uproot::<H>(child, node);
                continue;
            };
            let Some(above) = self.roster.node(parent) else {
                self.uproot::<H>(child, node);
                if self.desk.has_gone(parent) && !host.is_alive(parent) {
                    self.orphan(host, child);
                } else if host.is_alive(parent) {
                    self.wait(before, child, Trouble::ParentOwnsNothing { child, parent });
                } else {
                    self.wait(before, child, Trouble::NoSuchParent { child, parent });
                }
                continue;
            };
            match self.put_below::<H>(child, node, parent, above) {
                Ok(()) => drop(self.waiting.remove(&child)),
                Err(AttachError::TooDeep { .. }) => {
                    self.uproot::<H>(child, node);
                    self.wait(before, child, Trouble::TooDeep { child, parent });
                }
                Err(_) => {
                    self.uproot::<H>(child, node);
                    // It counts as linked.
                    self.waiting.insert(child, Trouble::Loop(vec![child]));
                    knots.push(child);
                }
            }
        }
    }

    /// Tells the loops from what only looked like one.
    fn untie<H: Host<Entity = E, Value = V>>(
        &mut self,
        host: &mut H,
        before: &Before<E>,
        knots: &[E],
    ) {
        let mut loops: Vec<Vec<E>> = Vec::new();
        // Who was climbed past, and from which knot.
        let mut seen: BTreeMap<E, usize> = BTreeMap::new();
        for (turn, &knot) in knots.iter().enumerate() {
            let mut at = knot;
            loop {
                match seen.get(&at) {
                    Some(&earlier) if earlier == turn => {
                        loops.push(self.ring(host, at));
                        break;
                    }
                    Some(_) => break,
                    None => drop(seen.insert(at, turn)),
                }
                match host.parent(at) {
                    Some(parent) if self.roster.node(parent).is_some() => at = parent,
                    _ => break,
                }
            }
        }
        let mut tied: BTreeSet<E> = BTreeSet::new();
        for ring in &loops {
            tied.extend(ring);
            let trouble = Trouble::Loop(ring.clone());
            if before.get(&ring[0]) != Some(&trouble) {
                self.news.troubles.push(trouble.clone());
            }
            for &entity in ring {
                if let Some(node) = self.roster.node(entity) {
                    self.uproot::<H>(entity, node);
                }
                self.waiting.insert(entity, trouble.clone());
            }
        }
        for &child in knots {
            if tied.contains(&child) {
                continue;
            }
            self.waiting.remove(&child);
            let link = Link::new(child, host.parent(child));
            // Nothing can be in the way any more: what is left of the links is a forest.
            self.follow(host, before, &mut Vec::new(), &[link]);
        }
    }

    /// Everybody on the loop that `entity` is on, each followed by its parent, the smallest
    /// first.
    fn ring<H: Host<Entity = E, Value = V>>(&self, host: &H, entity: E) -> Vec<E> {
        let up = |&at: &E| host.parent(at).filter(|&parent| parent != entity);
        let mut ring: Vec<E> = core::iter::successors(Some(entity), up).collect();
        let smallest = (0..ring.len()).min_by_key(|&index| ring[index]);
        ring.rotate_left(smallest.unwrap_or(0));
        ring
    }

    /// Attaches a child to a parent, if it is not attached there already.
    fn put_below<H: Host>(
        &mut self,
        child: E,
        node: NodeId,
        parent: E,
        above: NodeId,
    ) -> Result<(), AttachError> {
        let was = self.forest.parent(node);
        if was == Some(above) {
            return Ok(());
        }
        self.forest.attach(node, above)?;
        self.tell::<H>(child, was, Some(parent));
        Ok(())
    }

    /// Makes somebody a root, if it is not.
    fn uproot<H: Host>(&mut self, child: E, node: NodeId) {
        let was = self.forest.parent(node);
        if was.is_some() {
            self.forest
                .detach(node)
                .expect("a living node can be a root");
            self.tell::<H>(child, was, None);
        }
    }

    /// Somebody has another parent now.
    pub(crate) fn tell<H: Host>(&mut self, child: E, was: Option<NodeId>, after: Option<E>) {
        let before = was.and_then(|was| self.roster.entity(was));
        if H::LISTS_CHILDREN {
            self.desk.touched.extend(before.into_iter().chain(after));
        }
        self.news.kinships.push(Kinship {
            child,
            before,
            after,
        });
    }

    /// A link cannot be followed; it is tried again by every sync.
    fn wait(&mut self, before: &Before<E>, child: E, trouble: Trouble<E>) {
        // A newcomer may be followed twice: because it is new, and because its link is.
        let earlier = self.waiting.insert(child, trouble.clone());
        if before.get(&child) != Some(&trouble) && earlier.as_ref() != Some(&trouble) {
            self.news.troubles.push(trouble);
        }
    }
}

impl<E: Key> News<E> {
    /// Tells of each child once: who its parent was before the sync, and who it is now.
    fn leave_detours_out(&mut self) {
        if !core::mem::take(&mut self.has_detours) {
            return;
        }
        let mut first: BTreeMap<E, usize> = BTreeMap::new();
        let mut all: Vec<Kinship<E>> = Vec::with_capacity(self.kinships.len());
        for kinship in self.kinships.drain(..) {
            match first.get(&kinship.child) {
                Some(&index) => all[index].after = kinship.after,
                None => {
                    first.insert(kinship.child, all.len());
                    all.push(kinship);
                }
            }
        }
        all.retain(|kinship| kinship.before != kinship.after);
        self.kinships = all;
    }
}
