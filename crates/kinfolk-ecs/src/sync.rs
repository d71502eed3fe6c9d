//! The sync: reads what was written in the ECS, and writes what follows.
//!
//! The law: what a sync leaves behind depends on the components alone, not on the order in
//! which they were written. So it goes in steps: values first, then deaths, then births, then
//! links, and at the end the order of siblings and those who were to stay in place.
//!
//! Nobody's place depends on values before deaths unless somebody is to stay in place; so if
//! nobody is, and the ECS can be read that way, deaths come first, and whoever is new or has
//! another parent is dealt with as it is read, as far as that is simple.

use core::hint::black_box;

use kinfolk::{Forest, Inherit, NodeId};

use crate::host::Host;
use crate::key::Key;
use crate::mirror::Mirror;
use crate::settled::Settled;

/// Parents that are looked up together.
const BLOCK: usize = 64;

impl<V: Inherit, E: Key> Mirror<V, E> {
    /// Brings the forest up to date with the ECS, and the ECS with the forest.
    ///
    /// Afterwards [`new_troubles`](Self::new_troubles) and [`kinships`](Self::kinships) tell
    /// what there was.
    pub fn sync<H: Host<Entity = E, Value = V>>(&mut self, host: &mut H) {
        self.turn_page();
        self.news.troubles.append(&mut self.complaints);
        let at_once = H::TELLS_OF_LINKS && self.stay.is_empty();
        if at_once {
            self.see_off_told(host);
        }
        let mut newcomers = self.read_values(host, at_once);
        let places = self.note_places(host, &newcomers);
        let mut links = self.read_links(host, at_once);
        if self.see_off_leavers(host, &newcomers) {
            newcomers = self.find_strangers(host);
        }
        self.welcome(host, newcomers, &mut links);
        self.relink(host, links);
        self.reorder(host);
        self.keep_places(host, places);
        self.settle(host);
    }

    /// The end of a sync, for hosts whose games tell the mirror of every write themselves:
    /// computes what follows and writes it back, and looks at nothing in the ECS.
    pub fn settle<H: Host<Entity = E, Value = V>>(&mut self, host: &mut H) {
        self.list_children(host);
        self.desk.forget_gone();
        self.forest.update();
        host.write_effective(&Settled {
            forest: &self.forest,
            roster: &self.roster,
        });
        self.news.told = true;
    }

    /// Forgets the news of a sync that is over, and who left in it. Deeds do so too, or a game
    /// that never syncs would collect news for ever.
    pub(crate) fn turn_page(&mut self) {
        if core::mem::take(&mut self.news.told) {
            self.news.troubles.clear();
            self.news.kinships.clear();
            self.desk.forget_gone();
        }
    }

    /// Puts siblings in the order that the ECS has them in, if it has one.
    fn reorder<H: Host<Entity = E, Value = V>>(&mut self, host: &mut H) {
        let Self {
            forest,
            roster,
            desk,
            ..
        } = self;
        let mut reorder = |forest: &mut Forest<V>, node, children: &[E]| {
            let wanted = || children.iter().filter_map(|&child| roster.node(child));
            if wanted().eq(forest.children(node)) {
                return;
            }
            for (rank, child) in wanted().enumerate() {
                let index = child.index();
                if desk.numbers.len() <= index {
                    desk.numbers.resize(index + 1, 0);
                }
                desk.numbers[index] = rank as u32;
            }
            let rank = |child: NodeId| desk.numbers.get(child.index()).copied();
            let sorted = forest.sort_children_by_key(node, |_, child| rank(child));
            sorted.expect("a member has a living node");
            for child in wanted() {
                desk.numbers[child.index()] = 0;
            }
        };
        host.reordered(|families| {
            // All are asked for before the first is looked at: they are anywhere in memory.
            let mut nodes = [None; BLOCK];
            for (node, (parent, children)) in nodes.iter_mut().zip(families) {
                *node = roster.node(*parent);
                black_box(children.first().copied());
            }
            for (&(_, children), node) in families.iter().zip(nodes) {
                let Some(node) = node else {
                    continue;
                };
                // Mostly they are in order. It is asked the quick way round: newcomers lie side by
                // side in the forest, but seldom in the ECS, nor in tables by its indexes.
                let known = forest.children(node);
                let is_in_order = known.len() == children.len()
                    && known
                        .zip(children)
                        .all(|(node, child)| roster.entity(node) == Some(*child));
                if !is_in_order {
                    reorder(forest, node, children);
                }
            }
        });
    }

    /// Writes the lists of children that are not what they were.
    fn list_children<H: Host<Entity = E, Value = V>>(&mut self, host: &mut H) {
        let mut touched = core::mem::take(&mut self.desk.touched);
        if H::LISTS_CHILDREN {
            touched.sort_unstable();
            touched.dedup();
            let mut list = Vec::new();
            for &parent in &touched {
                list.clear();
                list.extend(self.children(parent));
                if host.is_alive(parent) {
                    host.write_children(parent, &list);
                }
            }
        }
        touched.clear();
        self.desk.touched = touched;
    }
}
