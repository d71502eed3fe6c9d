//! One of 100,000 drawn nodes goes to another layer: what does the order cost then? Time
//! per change, beside sorting everything.
//!
//! `kinfolk` writes, updates and refreshes its order; `full-sort` does the same with an
//! order made anew. `sort` and `sort-stable` sort ready-made keys that lie in a shuffled
//! list and do nothing else: what a game pays at least that sorts its sprites every frame.

use kinfolk::{DrawOrder, Forest, Node2, NodeId, Spot};

use crate::measure::{Contestant, Effort, Figure, timed};
use crate::workload::{Dice, fours};

const NODES: usize = 100_000;
const LAYERS: usize = 64;

/// A layer and a place in tree order.
type Key = (i32, u32);

pub(crate) fn answer(effort: &Effort) -> Vec<Figure> {
    let (forest, ids) = planted();
    let mut ours = Scene::new(forest.clone(), &ids);
    let mut anew = Scene::new(forest, &ids);
    for _ in 0..100 {
        ours.change();
        ours.order.refresh(&ours.forest);
        anew.change();
        anew.sort_anew();
        assert!(ours.order.nodes() == anew.order.nodes(), "the same order");
    }
    let shuffled = shuffled_keys(&ours);
    let (mut unstable, mut stable) = (shuffled.clone(), shuffled.clone());

    let mut contestants = [
        Contestant::new("kinfolk", || {
            ours.change();
            ours.order.refresh(&ours.forest).len()
        }),
        Contestant::new("full-sort", || {
            anew.change();
            anew.sort_anew();
        }),
        sorting("sort", &shuffled, &mut unstable, |keys| {
            keys.sort_unstable()
        }),
        sorting("sort-stable", &shuffled, &mut stable, |keys| {
            keys.sort_by_key(|&key| key);
        }),
    ];
    effort.figures("draw-order", "one z", 1, &mut contestants)
}

/// A tree of fours whose nodes are on random layers.
fn planted() -> (Forest<Node2>, Vec<NodeId>) {
    let mut dice = Dice(0x5eed);
    let mut forest = Forest::with_capacity(NODES);
    let nodes = fours(NODES).into_iter().map(|parent| {
        let z = dice.below(LAYERS) as i32;
        let parent = parent.map(|parent| parent as usize);
        (parent, Node2::default().with_absolute_z(z))
    });
    let ids = forest.plant_tree(Spot::Root, nodes).expect("good nodes");
    forest.update();
    (forest, ids)
}

struct Scene<'a> {
    forest: Forest<Node2>,
    ids: &'a [NodeId],
    order: DrawOrder,
    dice: Dice,
}

impl<'a> Scene<'a> {
    fn new(forest: Forest<Node2>, ids: &'a [NodeId]) -> Self {
        let mut order = DrawOrder::new();
        assert_eq!(order.refresh(&forest).len(), NODES);
        Self {
            forest,
            ids,
            order,
            dice: Dice(0xd1ce),
        }
    }

    /// Brings one node to another layer.
    fn change(&mut self) {
        let node = self.ids[self.dice.below(NODES)];
        let layers = 1 + self.dice.below(LAYERS - 1) as i32;
        let changed = self.forest.edit(node, |node| {
            node.z = (node.z + layers) % LAYERS as i32;
        });
        changed.expect("a living node");
        assert_eq!(self.forest.update().len(), 1);
    }

    fn sort_anew(&mut self) {
        self.order = DrawOrder::new();
        self.order.refresh(&self.forest);
    }
}

/// The keys of all nodes in any order; sorted they say what the scene says.
fn shuffled_keys(scene: &Scene<'_>) -> Vec<Key> {
    let walk: Vec<_> = scene.forest.walk().collect();
    let z = |&node| scene.forest.effective(node).expect("a living node").z();
    let mut keys: Vec<Key> = walk.iter().map(z).zip(0..).collect();
    Dice(0x5eed).shuffle(&mut keys);

    let mut sorted = keys.clone();
    sorted.sort_unstable();
    let drawn = sorted.iter().map(|&(_, rank)| walk[rank as usize]);
    assert!(drawn.eq(scene.order.nodes().iter().copied()));
    keys
}

fn sorting<'a>(
    who: &'static str,
    shuffled: &'a [Key],
    keys: &'a mut [Key],
    sort: fn(&mut [Key]),
) -> Contestant<'a, 1> {
    let run = move || {
        keys.copy_from_slice(shuffled);
        [timed(|| sort(keys))]
    };
    Contestant {
        who,
        run: Box::new(run),
    }
}
