//! Deaths: whoever ceased to be a member leaves the forest, and their children with them, or
//! not, as [`Orphans`] says. Nothing dangles.

use kinfolk::{Inherit, NodeId};

use crate::host::{Host, Orphans};
use crate::key::Key;
use crate::mirror::{Desk, Kinship, Mirror};
use crate::values::Newcomer;

impl<V: Inherit, E: Key> Mirror<V, E> {
    /// Takes everybody out of the forest who is no longer a member.
    pub(crate) fn see_off_leavers<H: Host<Entity = E, Value = V>>(
        &mut self,
        host: &mut H,
        newcomers: &[Newcomer<V, E>],
    ) {
        let mut leavers = core::mem::take(&mut self.desk.usurped);
        for entity in leavers.drain(..) {
            self.forget(entity);
        }
        let (roster, refused) = (&self.roster, &self.refused);
        host.departed(|entity| {
            if roster.node(entity).is_some() || refused.contains_key(&entity) {
                leavers.push(entity);
            }
        });
        for entity in leavers.drain(..) {
            if !host.is_member(entity) {
                self.forget(entity);
            }
        }
        if let Some(census) = host.census()
            && census.members != self.members_and(newcomers)
        {
            let known = self.roster.iter().map(|(entity, _)| entity);
            let known = known.chain(self.refused.keys().copied());
            leavers.extend(known.filter(|&entity| !host.is_member(entity)));
            for entity in leavers.drain(..) {
                self.forget(entity);
            }
        }
        self.desk.usurped = leavers;
        self.see_off(host, 0);
    }

    /// How many members there are, if these newcomers are all that the mirror does not know.
    fn members_and(&self, newcomers: &[Newcomer<V, E>]) -> usize {
        let known = self.roster.len() + newcomers.len();
        if self.refused.is_empty() {
            return known;
        }
        let refused = |(entity, _): &&Newcomer<V, E>| self.refused.contains_key(entity);
        let left_out = self
            .refused
            .keys()
            .filter(|&&entity| self.roster.node(entity).is_none());
        known + left_out.count() - newcomers.iter().filter(refused).count()
    }

    /// Removes the nodes of those in `gone`, from `first` on, and of their orphans.
    fn see_off<H: Host<Entity = E, Value = V>>(&mut self, host: &mut H, first: usize) {
        let mut next = first;
        while let Some(&(entity, node)) = self.desk.gone.get(next) {
            next += 1;
            self.part_from_children(host, entity, node);
        }
        for index in first..self.desk.gone.len() {
            let (_, node) = self.desk.gone[index];
            let parent = self.forest.parent(node);
            match parent.map(|parent| self.roster.entity(parent)) {
                // It goes with its parent, which leaves too.
                Some(None) => continue,
                Some(Some(parent)) if H::LISTS_CHILDREN => self.desk.touched.push(parent),
                _ => {}
            }
            // An earlier one may have taken it along.
            let _ = self.forest.remove(node);
        }
    }

    /// Takes `entity`, which has died just now, out of the forest, and its orphans.
    pub(crate) fn bury<H: Host<Entity = E, Value = V>>(&mut self, host: &mut H, entity: E) {
        let first = self.desk.gone.len();
        self.forget(entity);
        self.see_off(host, first);
    }

    /// Ends an entity whose parent has died.
    pub(crate) fn orphan<H: Host<Entity = E, Value = V>>(&mut self, host: &mut H, entity: E) {
        match self.orphans {
            Orphans::Despawn => {
                host.despawn(entity);
                self.bury(host, entity);
            }
            Orphans::Detach => host.write_link(entity, None),
        }
    }

    /// Children who stay are parted from a parent who leaves.
    fn part_from_children<H: Host<Entity = E, Value = V>>(
        &mut self,
        host: &mut H,
        parent: E,
        node: NodeId,
    ) {
        let mut child = self.forest.first_child(node);
        while let Some(at) = child {
            child = self.forest.next_sibling(at);
            let Some(entity) = self.roster.entity(at) else {
                continue;
            };
            let orphan = host.parent(entity) == Some(parent) && !host.is_alive(parent);
            if orphan && self.orphans == Orphans::Despawn {
                host.despawn(entity);
                self.forget(entity);
                continue;
            }
            self.forest.detach(at).expect("a living node can be a root");
            if orphan {
                host.write_link(entity, None);
                self.news.kinships.push(Kinship {
                    child: entity,
                    before: Some(parent),
                    after: None,
                });
            } else {
                self.desk.moved.push(entity);
            }
        }
    }

    /// Strikes `entity` off every list; its node is in `gone` from now on.
    fn forget(&mut self, entity: E) {
        if !self.waiting.is_empty() {
            self.waiting.remove(&entity);
        }
        if !self.refused.is_empty() {
            self.refused.remove(&entity);
        }
        if let Some(node) = self.roster.remove(entity) {
            self.desk.gone.push((entity, node));
            self.desk.gone_in_order = false;
        }
    }
}

impl<E: Key> Desk<E> {
    pub(crate) fn forget_gone(&mut self) {
        self.gone.clear();
        self.gone_in_order = true;
    }

    fn sort_gone(&mut self) {
        if !self.gone_in_order {
            self.gone.sort_unstable();
            self.gone_in_order = true;
        }
    }

    /// Whether `entity` left in this sync.
    pub(crate) fn has_gone(&mut self, entity: E) -> bool {
        self.sort_gone();
        let found = self.gone.binary_search_by_key(&entity, |&(gone, _)| gone);
        found.is_ok()
    }
}
