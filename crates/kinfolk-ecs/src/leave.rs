//! Deaths: whoever ceased to be a member leaves the forest, and their children with them, or
//! not, as [`Orphans`] says. Nothing dangles.

use kinfolk::{Inherit, NodeId};

use crate::host::{Host, Orphans};
use crate::key::Key;
use crate::mirror::{Desk, Kinship, Mirror};
use crate::values::Newcomer;

impl<V: Inherit, E: Key> Mirror<V, E> {
    /// Takes those out of the forest of whom the host tells that they are no longer members.
    pub(crate) fn see_off_told<H: Host<Entity = E, Value = V>>(&mut self, host: &mut H) {
        let first = self.desk.gone.len();
        if host.census().is_some_and(|census| census.members == 0) {
            self.forget_everybody(host);
        } else {
            self.forget_departed(host);
        }
        self.see_off(host, first);
    }

    /// Takes everybody out of the forest who is no longer a member. Says whether there must be
    /// more members than the mirror and these newcomers.
    pub(crate) fn see_off_leavers<H: Host<Entity = E, Value = V>>(
        &mut self,
        host: &mut H,
        newcomers: &[Newcomer<V, E>],
    ) -> bool {
        let first = self.desk.gone.len();
        if host.census().is_some_and(|census| census.members == 0) {
            self.forget_everybody(host);
            self.see_off(host, first);
            return false;
        }
        let mut leavers = core::mem::take(&mut self.desk.usurped);
        for entity in leavers.drain(..) {
            self.forget(entity);
        }
        self.desk.usurped = leavers;
        self.forget_departed(host);
        let census = host.census();
        if let Some(census) = census
            && census.members != self.members_and(newcomers)
        {
            let mut leavers = core::mem::take(&mut self.desk.leavers);
            let known = self.roster.iter().map(|(entity, _)| entity);
            let known = known.chain(self.refused.keys().copied());
            leavers.extend(known.filter(|&entity| !host.is_member(entity)));
            for entity in leavers.drain(..) {
                self.forget(entity);
            }
            self.desk.leavers = leavers;
        }
        self.see_off(host, first);
        census.is_some_and(|census| census.members > self.members_and(newcomers))
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
        if H::LISTS_CHILDREN {
            // Who lives on without owning anything has no children any more.
            let parents = self.desk.gone[first..].iter();
            let parents = parents.filter(|(_, node)| self.forest.first_child(*node).is_some());
            self.desk.touched.extend(parents.map(|&(entity, _)| entity));
        }
        if self.roster.len() == 0 {
            if !self.forest.is_empty() {
                self.forest.clear(); // nobody is left to be parted
            }
            return;
        }
        let mut next = first;
        while let Some(&(_, node)) = self.desk.gone.get(next) {
            next += 1;
            // An earlier one may have taken it along, or its parent will.
            if self.forest.contains(node) && !self.leaves_with_parent(node) {
                self.see_off_family(host, node);
            }
        }
        self.desk.unname_nodes_of_gone();
    }

    fn leaves_with_parent(&self, node: NodeId) -> bool {
        let parent = self.forest.parent(node);
        parent.is_some_and(|parent| self.roster.entity(parent).is_none())
    }

    /// Removes a node whose parent stays, and everybody below it who leaves.
    fn see_off_family<H: Host<Entity = E, Value = V>>(&mut self, host: &mut H, top: NodeId) {
        let mut stay = core::mem::take(&mut self.desk.stay);
        let mut below = self.forest.descendants(top);
        while let Some(node) = below.next() {
            if self.roster.entity(node).is_some() {
                stay.push(node);
                below.prune();
            }
        }
        while let Some(node) = stay.pop() {
            self.part_from_parent(host, node, &mut stay);
        }
        self.desk.stay = stay;
        if H::LISTS_CHILDREN {
            let parent = self.forest.parent(top);
            let parent = parent.and_then(|parent| self.roster.entity(parent));
            self.desk.touched.extend(parent);
        }
        self.forest.remove(top).expect("it is there");
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

    /// Somebody's parent leaves: it dies as well, or is parted from it. If it dies, its own
    /// children are next.
    fn part_from_parent<H: Host<Entity = E, Value = V>>(
        &mut self,
        host: &mut H,
        node: NodeId,
        next: &mut Vec<NodeId>,
    ) {
        let parent = self.forest.parent(node).expect("it hangs below a leaver");
        let Some(entity) = self.roster.entity(node) else {
            next.extend(self.forest.children(node)); // it leaves by itself
            return;
        };
        let parent = self.desk.who_left(parent);
        let orphan =
            host.parent(entity) == parent && parent.is_some_and(|parent| !host.is_alive(parent));
        if orphan && self.orphans == Orphans::Despawn {
            host.despawn(entity);
            self.forget(entity);
            next.extend(self.forest.children(node));
            return;
        }
        self.forest
            .detach(node)
            .expect("a living node can be a root");
        self.news.kinships.push(Kinship {
            child: entity,
            before: parent,
            after: None,
        });
        if orphan {
            host.write_link(entity, None);
        } else {
            // It may get another parent in this sync.
            self.desk.moved.push(entity);
            self.news.has_detours = true;
        }
    }

    /// Strikes those off every list of whom the host tells.
    fn forget_departed<H: Host<Entity = E, Value = V>>(&mut self, host: &mut H) {
        let mut leavers = core::mem::take(&mut self.desk.leavers);
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
        self.desk.leavers = leavers;
    }

    /// Strikes everybody off every list: there are no members any more.
    fn forget_everybody<H: Host<Entity = E, Value = V>>(&mut self, host: &mut H) {
        host.departed(|_| ()); // whoever it names, it need not be named again
        self.waiting.clear();
        self.refused.clear();
        self.desk.usurped.clear();
        if H::LISTS_CHILDREN {
            // Whose list of children is to be emptied; nobody else will ask who has gone.
            self.desk.gone.extend(self.roster.iter());
            self.desk.gone_in_order = false;
        }
        self.roster.clear();
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

    /// Whose node this was. Until `unname_nodes_of_gone`, `gone` must not be put in order.
    fn who_left(&mut self, node: NodeId) -> Option<E> {
        for index in self.named..self.gone.len() {
            let (_, node) = self.gone[index];
            if self.numbers.len() <= node.index() {
                self.numbers.resize(node.index() + 1, 0);
            }
            self.numbers[node.index()] = index as u32 + 1; // 0 is nobody
        }
        self.named = self.gone.len();
        let number = self.numbers.get(node.index())?.checked_sub(1)?;
        let (entity, of) = self.gone[number as usize];
        (of == node).then_some(entity)
    }

    fn unname_nodes_of_gone(&mut self) {
        for (_, node) in &self.gone[..self.named] {
            self.numbers[node.index()] = 0;
        }
        self.named = 0;
    }

    fn sort_gone(&mut self) {
        if !self.gone_in_order {
            self.gone.sort_unstable();
            self.gone_in_order = true;
        }
    }

    /// Whether `entity` left in this sync, or by a deed since the last.
    pub(crate) fn has_gone(&mut self, entity: E) -> bool {
        self.sort_gone();
        let found = self.gone.binary_search_by_key(&entity, |&(gone, _)| gone);
        found.is_ok()
    }
}
