//! In what order a 2D forest is drawn.
//!
//! First by effective z; then, below a node that is y-sorted, by height in the world; then
//! in tree order, parents before children. The order is total and stable. Only what is
//! visible in the tree is drawn.
//!
//! A node with `y_sort` and its children are drawn from the highest to the lowest, each
//! child with everything below it; the children of a y-sorted child are sorted along with
//! the others.

use alloc::vec::Vec;

use crate::forest::Forest;
use crate::id::NodeId;
use crate::node2::Node2;
use crate::slots::NONE;
use crate::world2::World2;

/// The visible nodes of a forest in the order in which they are drawn, kept up to date.
///
/// One belongs to one forest. After each [`update`](Forest::update) call
/// [`refresh`](Self::refresh): a few changes of z or visibility cost little, a change of
/// structure or of y-sorted nodes sorts anew. Whoever refreshes it after several updates has every
/// node looked at once.
///
/// ```
/// use kinfolk::{DrawOrder, Forest, Node2};
///
/// let mut forest = Forest::new();
/// let knight = forest.plant(Node2::default()).unwrap();
/// let shadow = forest.plant_at(knight, Node2::default().with_z(-1)).unwrap();
/// let sword = forest.plant_at(knight, Node2::default()).unwrap();
/// forest.update();
///
/// let mut order = DrawOrder::new();
/// assert_eq!(order.refresh(&forest), [shadow, knight, sword]);
/// ```
#[derive(Debug, Clone, Default)]
pub struct DrawOrder {
    nodes: Vec<NodeId>,
    /// Layer and rank of each of `nodes`, ascending.
    keys: Vec<u64>,
    /// By slot: where the node stands among all nodes, drawn or not, and on which layer it
    /// is drawn, if it is.
    ranks: Vec<u32>,
    layers: Vec<Option<i32>>,
    /// The slots of the nodes that were y-sorted when the ranks were made, ascending.
    y_sorted: Vec<u32>,
    /// The forest's structure and update that this is about.
    seen: Option<(u64, u64)>,
}

/// With at most this many changes each is moved by itself; with more, all are merged in one go.
const FEW: usize = if cfg!(any(test, fuzzing)) { 2 } else { 16 };

impl DrawOrder {
    /// The order of nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Brings the order up to date with the forest's last update, and returns it: first
    /// drawn first.
    pub fn refresh(&mut self, forest: &Forest<Node2>) -> &[NodeId] {
        let now = (forest.shape, forest.updates);
        match self.seen {
            Some(seen) if seen == now => {}
            Some((shape, updates)) if shape == now.0 && updates + 1 == now.1 => self.follow(forest),
            Some((shape, _)) if shape == now.0 && self.y_sorted.is_empty() => self.catch_up(forest),
            _ => self.sort(forest),
        }
        self.seen = Some(now);
        &self.nodes
    }

    /// The nodes as of the last [`refresh`](Self::refresh), first drawn first.
    #[must_use]
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// The bytes of memory that the order holds on to.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.nodes.capacity() * size_of::<NodeId>()
            + self.keys.capacity() * size_of::<u64>()
            + self.ranks.capacity() * size_of::<u32>()
            + self.layers.capacity() * size_of::<Option<i32>>()
            + self.y_sorted.capacity() * size_of::<u32>()
    }

    /// Ranks and sorts everything.
    fn sort(&mut self, forest: &Forest<Node2>) {
        let slots = forest.slots.table_len();
        self.ranks.clear();
        self.ranks.resize(slots, NONE);
        self.layers.clear();
        self.layers.resize(slots, None);
        self.y_sorted.clear();

        let mut drawn: Vec<(u64, NodeId)> = Vec::with_capacity(forest.len());
        let mut rank = 0;
        in_tree_order(forest, &mut self.y_sorted, |node, world| {
            let slot = node.slot() as usize;
            self.ranks[slot] = rank;
            self.layers[slot] = layer(world);
            if let Some(layer) = self.layers[slot] {
                drawn.push((key(layer, rank), node));
            }
            rank += 1;
        });
        self.y_sorted.sort_unstable();
        drawn.sort_unstable_by_key(|&(key, _)| key);
        self.keys.clear();
        self.keys.extend(drawn.iter().map(|&(key, _)| key));
        self.nodes.clear();
        self.nodes.extend(drawn.iter().map(|&(_, node)| node));
    }

    /// Takes over what the forest's last update changed; the structure is the same.
    fn follow(&mut self, forest: &Forest<Node2>) {
        let mut changes = Vec::new();
        for node in forest.changes() {
            let world = stored(forest, node.slot());
            if world.y_sorted() || self.is_y_sorted(forest, node.slot()) {
                return self.sort(forest);
            }
            changes.extend(self.change(node, world));
        }
        self.take_over(changes);
    }

    /// Takes over what several updates have changed; the structure is the same, and nobody was
    /// y-sorted.
    fn catch_up(&mut self, forest: &Forest<Node2>) {
        let mut changes = Vec::new();
        for slot in 0..self.ranks.len() as u32 {
            if self.ranks[slot as usize] == NONE {
                continue;
            }
            let world = stored(forest, slot);
            if world.y_sorted() {
                return self.sort(forest);
            }
            changes.extend(self.change(forest.slots.id(slot), world));
        }
        self.take_over(changes);
    }

    /// Notes the layer of a node; what that means for the order, if it is another one.
    fn change(&mut self, node: NodeId, world: &World2) -> Option<Change> {
        let slot = node.slot() as usize;
        if self.layers[slot] == layer(world) {
            return None;
        }
        let old = core::mem::replace(&mut self.layers[slot], layer(world));
        let rank = self.ranks[slot];
        let key = |layer| key(layer, rank);
        Some(Change {
            node,
            from: old.map(key),
            to: layer(world).map(key),
        })
    }

    fn take_over(&mut self, changes: Vec<Change>) {
        if changes.len() <= FEW {
            changes.into_iter().for_each(|change| self.move_one(change));
        } else {
            self.merge(changes);
        }
    }

    /// Whether the rank of `slot` depends on its height, or was made to sort others.
    fn is_y_sorted(&self, forest: &Forest<Node2>, slot: u32) -> bool {
        let sorts = |slot| self.y_sorted.binary_search(&slot).is_ok();
        !self.y_sorted.is_empty() && (sorts(slot) || sorts(forest.slots.get(slot).parent))
    }

    fn move_one(&mut self, Change { node, from, to }: Change) {
        let place = |keys: &[u64], key: u64| keys.partition_point(|&other| other < key);
        match (from.map(|key| place(&self.keys, key)), to) {
            (Some(from), Some(key)) => {
                self.keys[from] = key;
                let to = if from + 1 < self.keys.len() && self.keys[from + 1] < key {
                    from + place(&self.keys[from + 1..], key)
                } else {
                    place(&self.keys[..from], key)
                };
                rotate(&mut self.keys, from, to);
                rotate(&mut self.nodes, from, to);
            }
            (Some(from), None) => {
                self.keys.remove(from);
                self.nodes.remove(from);
            }
            (None, Some(key)) => {
                let to = place(&self.keys, key);
                self.keys.insert(to, key);
                self.nodes.insert(to, node);
            }
            (None, None) => {}
        }
    }

    fn merge(&mut self, changes: Vec<Change>) {
        let mut gone: Vec<u64> = changes.iter().filter_map(|change| change.from).collect();
        gone.sort_unstable();
        let mut come: Vec<_> = changes
            .iter()
            .filter_map(|change| Some((change.to?, change.node)))
            .collect();
        come.sort_unstable_by_key(|&(key, _)| key);

        let mut gone = gone.into_iter().peekable();
        let mut come = come.into_iter().peekable();
        let old = self.keys.iter().copied().zip(self.nodes.iter().copied());
        let mut merged = Vec::with_capacity(self.keys.len() + come.len());
        for (key, node) in old {
            if gone.next_if_eq(&key).is_some() {
                continue;
            }
            while let Some(new) = come.next_if(|&(new, _)| new < key) {
                merged.push(new);
            }
            merged.push((key, node));
        }
        merged.extend(come);
        self.keys.clear();
        self.keys.extend(merged.iter().map(|&(key, _)| key));
        self.nodes.clear();
        self.nodes.extend(merged.iter().map(|&(_, node)| node));
    }
}

/// A node that is drawn elsewhere now, or appeared, or disappeared.
struct Change {
    node: NodeId,
    from: Option<u64>,
    to: Option<u64>,
}

/// Moves one element to another index; those between shift by one.
fn rotate<T>(list: &mut [T], from: usize, to: usize) {
    if from <= to {
        list[from..=to].rotate_left(1);
    } else {
        list[to..=from].rotate_right(1);
    }
}

/// Sorts by layer, then by rank.
fn key(layer: i32, rank: u32) -> u64 {
    let layer = (layer as u32) ^ (1 << 31); // so that negative ones come first
    (u64::from(layer) << 32) | u64::from(rank)
}

fn layer(world: &World2) -> Option<i32> {
    world.visible().then(|| world.z())
}

/// The effective value of the last update.
fn stored(forest: &Forest<Node2>, slot: u32) -> &World2 {
    &forest.rows.effective[forest.slots.get(slot).row as usize]
}

/// Visits every node, parents before children, y-sorted ones by height.
fn in_tree_order(
    forest: &Forest<Node2>,
    y_sorted: &mut Vec<u32>,
    mut visit: impl FnMut(NodeId, &World2),
) {
    let slots = &forest.slots;
    let mut waiting = Vec::new(); // what comes after the tree being visited, last first
    let mut roots = forest.roots();
    loop {
        let (top, whole) = match waiting.pop() {
            Some(Member { slot, whole, .. }) => (slot, whole),
            None => match roots.next() {
                Some(root) => (root.slot(), true),
                None => return,
            },
        };
        let world = stored(forest, top);
        if !whole {
            visit(slots.id(top), world);
        } else if world.y_sorted() {
            let start = waiting.len();
            gather(forest, top, &mut waiting);
            y_sorted.extend(waiting[start..].iter().filter(|m| !m.whole).map(|m| m.slot));
            // Lowest first, since the last one waiting is drawn first; later ones of one
            // height are drawn later.
            waiting[start..].reverse();
            waiting[start..].sort_by(|a, b| a.height.total_cmp(&b.height));
        } else {
            visit(slots.id(top), world);
            let start = waiting.len();
            let mut slot = slots.kin(top).first_child;
            // Plain descendants need no waiting; at a y-sorted one, wait for what follows.
            while slot != NONE {
                let world = stored(forest, slot);
                if world.y_sorted() {
                    wait_for_the_rest(forest, slot, top, &mut waiting);
                    waiting[start..].reverse();
                    break;
                }
                visit(slots.id(slot), world);
                slot = slots.next_in_subtree(slot, top);
            }
        }
    }
}

/// A node that is drawn at its height, alone or with everything below it.
#[derive(Debug)]
struct Member {
    slot: u32,
    height: f32,
    whole: bool,
}

/// The group that is sorted together at the y-sorted node `top`, in tree order.
fn gather(forest: &Forest<Node2>, top: u32, group: &mut Vec<Member>) {
    let slots = &forest.slots;
    let mut slot = top;
    while slot != NONE {
        let world = stored(forest, slot);
        let whole = !world.y_sorted();
        let height = world.position().y + 0.0; // minus zero is no lower than zero
        group.push(Member {
            slot,
            height,
            whole,
        });
        slot = if whole {
            slots.next_past(slot, top)
        } else {
            slots.next_in_subtree(slot, top)
        };
    }
}

/// The tree of `slot`, and all trees that follow it below `top`, in tree order.
fn wait_for_the_rest(forest: &Forest<Node2>, slot: u32, top: u32, waiting: &mut Vec<Member>) {
    let mut slot = slot;
    while slot != NONE {
        waiting.push(Member {
            slot,
            height: 0.0,
            whole: true,
        });
        slot = forest.slots.next_past(slot, top);
    }
}
