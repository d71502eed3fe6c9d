//! One node below the other, a million times: does depth cost more than as many nodes
//! would? Per node, beside the chain of Bevy's stress test; and an update with nothing to do.

use std::hint::black_box;

use kinfolk::{Forest, Node2, NodeId, Spot};

use crate::measure::{Contestant, Effort, Figure, figures};

const LONG: usize = 1_000_000;
const SHORT: usize = 2_500;

/// A clock cannot tell how long one idle update takes.
const IDLE_UPDATES: usize = 1_000;

pub(crate) fn answer(effort: &Effort) -> Vec<Figure> {
    let mut chains = [Chain::planted(LONG), Chain::planted(SHORT)];
    agree(&mut chains);
    let full = race(effort, &mut chains, Chain::full_update);
    let [long, short] = full.map(|(who, time)| move |nodes| (who, time / nodes as f64));
    let mut all = figures("chain", "full", 1, &[long(LONG), short(SHORT)]);
    all[0].nodes = LONG;
    all[1].nodes = SHORT;
    let idle = race(effort, &mut chains, Chain::idle_updates);
    let idle = idle.map(|(who, time)| (who, time / IDLE_UPDATES as f64));
    all.extend(figures("chain", "idle", 1, &idle));
    all
}

fn race(
    effort: &Effort,
    [long, short]: &mut [Chain; 2],
    work: fn(&mut Chain),
) -> [(&'static str, f64); 2] {
    let mut contestants = [
        Contestant::new("kinfolk", || work(long)),
        Contestant::new("kinfolk-2500", || work(short)),
    ];
    let times = effort.race(&mut contestants);
    std::array::from_fn(|index| (contestants[index].who, times[index][0]))
}

struct Chain {
    forest: Forest<Node2>,
    ids: Vec<NodeId>,
    step: u32,
}

impl Chain {
    fn planted(nodes: usize) -> Self {
        let mut forest = Forest::with_capacity(nodes);
        let list = (0..nodes).map(|node| {
            let angle = node as f32 * 0.1;
            let value = Node2::at(angle.cos(), angle.sin()).turned(angle.cos());
            (node.checked_sub(1), value)
        });
        let ids = forest.plant_tree(Spot::Root, list).expect("good nodes");
        forest.update();
        Self {
            forest,
            ids,
            step: 0,
        }
    }

    /// Moves the root, and everything with it.
    fn full_update(&mut self) {
        self.step += 1;
        let position = [100.0 + (self.step % 64) as f32, 0.0];
        let moved = self.forest.set_position(self.ids[0], position);
        moved.expect("a root can be moved");
        assert_eq!(self.forest.update().len(), self.ids.len());
    }

    fn idle_updates(&mut self) {
        for _ in 0..IDLE_UPDATES {
            assert_eq!(black_box(&mut self.forest).update().len(), 0);
        }
    }
}

/// The short chain is the beginning of the long one.
fn agree([long, short]: &mut [Chain; 2]) {
    long.full_update();
    short.full_update();
    for (&in_long, &in_short) in long.ids.iter().zip(&short.ids) {
        let place = long.forest.world_position(in_long);
        assert_eq!(place, short.forest.world_position(in_short));
    }
}
